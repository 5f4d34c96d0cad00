package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nqueens/internal/lazyregexp"
)

// classes reduces pictures to a third of their size in files. The style of each line becomes a
// class that all pictures of a page share, consecutive lines of one style become one path, and
// coordinates are rounded to tenths of a point.
type classes struct {
	names map[string]string
	rules strings.Builder
}

func newClasses() *classes { return &classes{names: map[string]string{}} }

func (c *classes) css() string { return c.rules.String() }

// of returns the class of a style.
func (c *classes) of(style string) string {
	name, known := c.names[style]
	if !known {
		name = fmt.Sprintf("s%x", len(c.names))
		c.names[style] = name
		fmt.Fprintf(&c.rules, ".%s{%s}\n", name, asEver.Get().ReplaceAllString(style, ""))
	}
	return name
}

var (
	prologue  = lazyregexp.New(`^<\?xml[^>]*>\s*<!--[^>]*-->\s*`)
	namespace = "\n\txmlns=\"http://www.w3.org/2000/svg\"\n\txmlns:xlink=\"http://www.w3.org/1999/xlink\""
	pointSize = lazyregexp.New(`^<svg width="([0-9.]+)pt" height="[0-9.]+pt"`)
	asEver    = lazyregexp.New(`;?stroke-opacity:1\b|font-variant:normal;|font-style:normal;`)
	styleOf   = lazyregexp.New(`\s+style="([^"]*)"`)
	lineOf    = lazyregexp.New(`^<path d="([^"]*)" style="([^"]*)" ?/>\n$`)
	wordsOf   = lazyregexp.New(`<g transform="translate\(([-0-9.]+), ([-0-9.]+)\)">\n<text textLength="([0-9.]+)" lengthAdjust="spacingAndGlyphs" x="([-0-9.]+)" y="([-0-9.]+)" transform="scale\(1, -1\)"([^>]*>[^<]*</text>)\n</g>`)
)

// minified returns the SVG for use in HTML, scaled to the available width.
func (c *classes) minified(svg string) string {
	svg = strings.Replace(prologue.Get().ReplaceAllString(svg, ""), namespace, "", 1)
	svg = pointSize.Get().ReplaceAllString(svg, `<svg role="img"`)
	svg = wordsOf.Get().ReplaceAllStringFunc(svg, func(group string) string {
		m := wordsOf.Get().FindStringSubmatch(group)
		var n [4]float64
		for i, k := range []int{1, 2, 4, 5} {
			n[i], _ = strconv.ParseFloat(m[k], 64) // the expression matches only numbers
		}
		return fmt.Sprintf(`<text textLength="%s" lengthAdjust="spacingAndGlyphs" x="%s" y="%s" transform="scale(1,-1)"%s`, m[3], tenth(n[0]+n[2]), tenth(n[3]-n[1]), m[6])
	})
	var b, d strings.Builder
	last, style := "", ""
	end := func() {
		if style != "" {
			fmt.Fprintf(&b, "<path d=\"%s\" class=\"%s\"/>\n", d.String(), c.of(style))
		}
		d.Reset()
		last, style = "", ""
	}
	for text := range strings.Lines(svg) {
		m := lineOf.Get().FindStringSubmatch(text)
		switch {
		case m == nil:
			end()
			b.WriteString(text)
			continue
		case m[1] == last && strings.HasPrefix(style, "fill:none;") && !strings.Contains(m[2], "stroke"):
			// A shape's edge followed by its interior.
			style = strings.TrimPrefix(style, "fill:none;") + ";paint-order:stroke;" + m[2]
			continue
		case m[2] != style:
			end()
		}
		last, style = m[1], m[2]
		d.WriteString(relative(m[1]))
	}
	end()
	return styleOf.Get().ReplaceAllStringFunc(b.String(), func(attribute string) string {
		return ` class="` + c.of(styleOf.Get().FindStringSubmatch(attribute)[1]) + `"`
	})
}

// relative returns an outline of straight lines with relative coordinates; any other outline is
// returned unchanged.
func relative(d string) string {
	if strings.Trim(d, "MLZ0123456789.,-") != "" {
		return d
	}
	var b strings.Builder
	x, y := 0.0, 0.0
	for rest := d; rest != ""; {
		step := rest[0]
		end := strings.IndexAny(rest[1:], "MLZ") + 1
		if end == 0 {
			end = len(rest)
		}
		point := rest[1:end]
		rest = rest[end:]
		if step == 'Z' {
			b.WriteByte('z')
			continue
		}
		first, second, _ := strings.Cut(point, ",")
		toX, errX := strconv.ParseFloat(first, 64)
		toY, errY := strconv.ParseFloat(second, 64)
		if errX != nil || errY != nil {
			return d
		}
		toX, toY = math.Round(10*toX)/10, math.Round(10*toY)/10
		dx, dy := tenth(toX), tenth(toY)
		if step == 'L' {
			dx, dy = tenth(toX-x), tenth(toY-y)
			step = 'l'
		}
		b.WriteByte(step)
		b.WriteString(dx)
		if !strings.HasPrefix(dy, "-") {
			b.WriteByte(' ')
		}
		b.WriteString(dy)
		x, y = toX, toY
	}
	return b.String()
}

// tenth formats a number with at most one decimal and without a 0 before the point.
func tenth(v float64) string {
	text := strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64)
	switch {
	case text == "-0":
		return "0"
	case strings.HasPrefix(text, "0."):
		return text[1:]
	}
	return strings.Replace(text, "-0.", "-.", 1)
}
