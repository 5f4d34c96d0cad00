package reproduce

import (
	"fmt"
	"strings"

	"nqueens/bench/reproduce/page"
	"nqueens/bench/table"
)

// frame puts around the body what every page has: title, source, how it was
// made, the overall verdict, what is left out.
func (r Reproduction) frame(p *page.Page, e Evidence, result Result, machine string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", r.About)
	b.WriteString(page.Paragraph("Source: "+r.Source, "") + "\n")
	fmt.Fprintf(&b, "Made by `nqueens reproduce %s%s --budget %s`", r.Name, e.Flags, table.Flag(e.Budget))
	if machine != "" {
		fmt.Fprintf(&b, "  \non %s", machine)
	}
	fmt.Fprintf(&b, "\n\nVerdict: **%s**\n\n", result.Overall)
	if len(result.Failures) > 0 {
		b.WriteString("**This reproduction failed:**\n\n")
		for _, f := range result.Failures {
			b.WriteString(page.Paragraph("- "+f, "  "))
		}
		b.WriteByte('\n')
	}
	b.WriteString(p.Markdown())
	if len(e.LeftOut) > 0 {
		b.WriteString("## Left out\n\n")
		for _, line := range e.LeftOut {
			b.WriteString(page.Paragraph("- "+line, "  "))
		}
		b.WriteByte('\n')
	}
	if n := e.Summary.Starved; n > 0 {
		b.WriteString(page.Paragraph(fmt.Sprintf("The machine was busy: in %d of the %d longer runs the process waited for its core much of the time, so that times are too long.",
			n, e.Summary.Telling), "") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
