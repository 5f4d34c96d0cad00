package report

import (
	"fmt"
	"regexp"
	"strings"
)

// classes make pictures smaller: what a drawing library writes as the style of each line
// becomes the name of a rule that all pictures of a page share.
type classes struct {
	names map[string]string
	rules strings.Builder
}

func newClasses() *classes { return &classes{names: map[string]string{}} }

var (
	styleAttribute = regexp.MustCompile(`\s+style="([^"]*)"`)
	prologue       = regexp.MustCompile(`^<\?xml[^>]*>\s*<!--[^>]*-->\s*`)
	pointSize      = regexp.MustCompile(`^<svg width="([0-9.]+)pt" height="[0-9.]+pt"`)
	fullyOpaque    = regexp.MustCompile(`;?stroke-opacity:1\b|font-variant:normal;|font-style:normal;`)
)

// minified is an SVG to be put into HTML, as wide as there is room and no wider than it
// is on paper.
func (c *classes) minified(svg string) string {
	svg = prologue.ReplaceAllString(svg, "")
	svg = strings.ReplaceAll(svg, "\n\txmlns=\"http://www.w3.org/2000/svg\"\n\txmlns:xlink=\"http://www.w3.org/1999/xlink\"", "")
	svg = pointSize.ReplaceAllString(svg, `<svg role="img"`)
	svg = styleAttribute.ReplaceAllStringFunc(svg, func(attribute string) string {
		style := styleAttribute.FindStringSubmatch(attribute)[1]
		name, known := c.names[style]
		if !known {
			name = fmt.Sprintf("s%x", len(c.names))
			c.names[style] = name
			fmt.Fprintf(&c.rules, ".%s{%s}\n", name, fullyOpaque.ReplaceAllString(style, ""))
		}
		return ` class="` + name + `"`
	})
	return strings.ReplaceAll(svg, " />", "/>")
}

func (c *classes) css() string { return c.rules.String() }
