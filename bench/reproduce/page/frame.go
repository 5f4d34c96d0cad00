package page

import (
	"fmt"
	"slices"
	"strings"
)

// Frame has the texts around the body of a page.
type Frame struct {
	Title, Source string
	Made          string // the command that made it
	Machine       string // machine on which times were measured
	Wrong         []string
	LeftOut       []string
	Caveats       []string
}

// Failures lists the wrong answers, and wrong verdicts.
func (f Frame) Failures(p *Page) (list []string) {
	for _, failure := range slices.Concat(f.Wrong, p.Failures()) {
		if !slices.Contains(list, failure) {
			list = append(list, failure)
		}
	}
	return list
}

// Overall summarises the comparisons in a line.
func (f Frame) Overall(p *Page) string {
	text := Overall(p.Verdicts())
	if len(f.Wrong) > 0 {
		text = "FAILED, wrong answers; " + text
	}
	return text
}

// Markdown returns the page, with its failures first.
func (f Frame) Markdown(p *Page) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", f.Title)
	if f.Source != "" {
		b.WriteString(Paragraph("Source: "+f.Source, "") + "\n")
	}
	fmt.Fprintf(&b, "Made by `%s`", f.Made)
	if f.Machine != "" {
		fmt.Fprintf(&b, "  \non %s", f.Machine)
	}
	fmt.Fprintf(&b, "\n\nVerdict: **%s**\n\n", f.Overall(p))
	if failures := f.Failures(p); len(failures) > 0 {
		b.WriteString("**This reproduction failed:**\n\n")
		for _, failure := range failures {
			b.WriteString(Paragraph("- "+failure, "  "))
		}
		b.WriteByte('\n')
	}
	b.WriteString(p.Markdown())
	if len(f.LeftOut) > 0 {
		b.WriteString("## Left out\n\n")
		for _, line := range f.LeftOut {
			b.WriteString(Paragraph("- "+line, "  "))
		}
		b.WriteByte('\n')
	}
	for _, line := range f.Caveats {
		b.WriteString(Paragraph(line, "") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
