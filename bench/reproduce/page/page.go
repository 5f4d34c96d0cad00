package page

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"nqueens/bench/chart"
	"nqueens/bench/diagram"
	"nqueens/internal/table"
)

// Page is the text of a reproduction. Paragraphs, tables, verdicts and charts are added from top to bottom.
// The zero value is an empty page.
type Page struct {
	body     strings.Builder
	verdicts []Verdict
	figures  []chart.Figure
	pictures map[string]diagram.Page // by name
}

// Heading begins a section.
func (p *Page) Heading(text string) { fmt.Fprintf(&p.body, "## %s\n\n", text) }

// Text adds a paragraph, which is wrapped.
func (p *Page) Text(format string, args ...any) {
	p.body.WriteString(Paragraph(fmt.Sprintf(format, args...), "") + "\n")
}

// Table adds a table. The first row is its header. Columns of numbers are right-aligned.
func (p *Page) Table(rows [][]string) { p.body.WriteString(table.Markdown(rows) + "\n") }

// Verdict adds verdicts as a list.
func (p *Page) Verdict(verdicts ...Verdict) {
	for _, v := range verdicts {
		p.body.WriteString(Paragraph(fmt.Sprintf("- %s: **%s**%s", v.What, v.Kind, strings.TrimPrefix(v.String(), string(v.Kind))), "  "))
	}
	if len(verdicts) > 0 {
		p.body.WriteByte('\n')
	}
	p.verdicts = append(p.verdicts, verdicts...)
}

// Figure adds charts, which Draw writes as SVG and PNG. Their names must be unique on the page.
func (p *Page) Figure(figures ...chart.Figure) {
	for _, f := range figures {
		fmt.Fprintf(&p.body, "![%s](%s.svg)\n\n", f.Title, f.Name)
	}
	p.figures = append(p.figures, figures...)
}

// Boards adds a picture of boards, which Draw writes as SVG and PNG. Its name must be unique on the page.
func (p *Page) Boards(name string, d diagram.Page) {
	fmt.Fprintf(&p.body, "![%s](%s.svg)\n\n", d.Title, name)
	if p.pictures == nil {
		p.pictures = map[string]diagram.Page{}
	}
	p.pictures[name] = d
}

// Markdown returns the text so far.
func (p *Page) Markdown() string { return p.body.String() }

// Verdicts returns the verdicts so far.
func (p *Page) Verdicts() []Verdict { return p.verdicts }

// Draw writes the pictures into the folder, and the values of each chart as CSV if data is set.
func (p *Page) Draw(dir string, data bool) error {
	for name, d := range p.pictures {
		for _, ending := range []string{".svg", ".png"} {
			if err := d.Write(filepath.Join(dir, name+ending)); err != nil {
				return err
			}
		}
	}
	for _, f := range p.figures {
		if _, err := f.WriteFiles(dir, chart.Options{Data: data}); err != nil {
			return err
		}
	}
	return nil
}

// Failures lists the wrong verdicts.
func (p *Page) Failures() []string {
	var out []string
	for _, v := range p.verdicts {
		if v.Kind == Wrong {
			out = append(out, fmt.Sprintf("%s: %s", v.What, v.Why))
		}
	}
	return slices.Compact(out)
}

// Paragraph wraps a text. All lines but the first are indented.
func Paragraph(text, indent string) string { return table.Paragraph(text, indent, 100) }
