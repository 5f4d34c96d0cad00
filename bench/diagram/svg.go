package diagram

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"slices"
	"strconv"

	"nqueens/bench/internal/lettering"
)

// svg writes elements as it is drawn on.
type svg struct {
	body   bytes.Buffer
	shapes []*shape // those in use
}

// document is the whole text.
func (s *svg) document(width, height float64, subject string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s" role="img">`+"\n",
		number(width), number(height))
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(lettering.Printable(subject)))
	b.WriteString("<defs>\n")
	for _, shape := range s.shapes {
		fmt.Fprintf(&b, `<symbol id="%s" viewBox="0 0 100 100">`+"\n", shape.name)
		for _, p := range shape.parts() {
			fmt.Fprintf(&b, `<path fill="%s" d="%s"/>`+"\n", hex(p.color), p.outline)
		}
		b.WriteString("</symbol>\n")
	}
	b.WriteString("</defs>\n")
	fmt.Fprintf(&b, `<rect width="%s" height="%s" fill="#fff"/>`+"\n", number(width), number(height))
	b.WriteString(`<g text-anchor="middle" font-family="'Liberation Sans',Arimo,Arial,Helvetica,sans-serif">` + "\n")
	b.Write(s.body.Bytes())
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

func (s *svg) group(what string, draw func()) {
	fmt.Fprintf(&s.body, "<g>\n<title>%s</title>\n", html.EscapeString(what))
	draw()
	s.body.WriteString("</g>\n")
}

func (s *svg) rects(c color.NRGBA, rects []rect) {
	if len(rects) == 0 {
		return
	}
	fmt.Fprintf(&s.body, `<path shape-rendering="crispEdges" fill="%s" d="`, hex(c))
	for _, r := range rects {
		fmt.Fprintf(&s.body, "M%s %sh%sv%sh-%sz", number(r.x), number(r.y), number(r.w), number(r.h), number(r.w))
	}
	s.body.WriteString("\"/>\n")
}

func (s *svg) lines(c color.NRGBA, width float64, lines []segment) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(&s.body, `<path stroke="%s" stroke-width="%s" d="`, hex(c), number(width))
	for _, l := range lines {
		fmt.Fprintf(&s.body, "M%s %sL%s %s", number(l.from.x), number(l.from.y), number(l.to.x), number(l.to.y))
	}
	s.body.WriteString("\"/>\n")
}

func (s *svg) figures(what *shape, side float64, at []point) {
	if len(at) > 0 && !slices.Contains(s.shapes, what) {
		s.shapes = append(s.shapes, what)
	}
	for _, p := range at {
		fmt.Fprintf(&s.body, `<use href="#%s" x="%s" y="%s" width="%[4]s" height="%[4]s"/>`+"\n",
			what.name, number(p.x), number(p.y), number(side))
	}
}

func (s *svg) text(style words, at point, line string) {
	fmt.Fprintf(&s.body, `<text x="%s" y="%s" font-size="%s" fill="%s"`,
		number(at.x), number(at.y+capital/2*style.size), number(style.size), hex(style.color))
	if style.bold {
		s.body.WriteString(` font-weight="bold"`)
	}
	switch style.align {
	case Start:
		s.body.WriteString(` text-anchor="start"`)
	case End:
		s.body.WriteString(` text-anchor="end"`)
	}
	fmt.Fprintf(&s.body, ">%s</text>\n", html.EscapeString(line))
}

// number is a length to a hundredth of a unit.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
