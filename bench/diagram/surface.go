package diagram

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
	"strconv"

	"nqueens/bench/internal/lettering"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// A surface is the SVG or PNG on which a page is drawn. y points down.
type surface interface {
	// group draws related elements and gives them a description.
	group(what string, draw func())
	// rects fills rectangles whose edges are on whole dots.
	rects(c color.NRGBA, rects []rect)
	lines(c color.NRGBA, width float64, lines []segment)
	// figures draws a shape in squares of the given side, by their upper left corners.
	figures(s *shape, side float64, at []point)
	// text writes one line with the middle of its capitals at the point.
	text(style words, at point, line string)
}

type (
	point   struct{ x, y float64 }
	rect    struct{ x, y, w, h float64 }
	segment struct{ from, to point }
)

// words is the style of a text. Its middle is at the point, or its end if end is set.
type words struct {
	size  float64
	bold  bool
	end   bool
	color color.NRGBA
}

// capital is the height of Liberation's capitals relative to the font's size.
const capital = 0.72

// face returns Liberation Sans.
func face(bold bool, size float64) font.Face {
	f := lettering.Sans(vg.Length(size))
	if bold {
		f.Weight = xfont.WeightBold
	}
	return lettering.Fonts().Lookup(f, f.Size)
}

func width(line string, bold bool, size float64) float64 {
	f := face(bold, size)
	return float64(f.Width(line))
}

// wrapped splits a paragraph into lines no wider than room.
func wrapped(paragraph string, bold bool, size, room float64) []string {
	return lettering.Wrapped(lettering.Printable(paragraph), func(line string) bool {
		return width(line, bold, size) <= room
	})
}

// svg is a surface that collects SVG elements.
type svg struct {
	body   bytes.Buffer
	shapes []*shape // the shapes in use
}

// document returns the whole SVG text.
func (s *svg) document(width, height float64, subject string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s" role="img">`+"\n",
		number(width), number(height))
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(lettering.Printable(subject)))
	b.WriteString("<defs>\n")
	for _, shape := range s.shapes {
		fmt.Fprintf(&b, `<symbol id="%s" viewBox="0 0 100 100">`+"\n", shape.name)
		for _, p := range shape.parts() {
			edge := ""
			if p.edge > 0 {
				edge = fmt.Sprintf(` stroke="%s" stroke-width="%s" stroke-linejoin="round"`, hex(ink), number(p.edge))
			}
			fmt.Fprintf(&b, `<path fill="%s"%s d="%s"/>`+"\n", hex(p.color), edge, p.outline)
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
	// The attribute textLength keeps the reserved width if the viewer uses another font.
	fmt.Fprintf(&s.body, `<text x="%s" y="%s" font-size="%s" fill="%s" textLength="%s" lengthAdjust="spacingAndGlyphs"`,
		number(at.x), number(at.y+capital/2*style.size), number(style.size), hex(style.color), number(width(line, style.bold, style.size)))
	if style.bold {
		s.body.WriteString(` font-weight="bold"`)
	}
	if style.end {
		s.body.WriteString(` text-anchor="end"`)
	}
	fmt.Fprintf(&s.body, ">%s</text>\n", html.EscapeString(line))
}

// number returns a length rounded to a hundredth of a unit.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

const dotsPerUnit = 2.0

// canvas is a surface on gonum's canvas, whose unit is a point and whose y points up.
type canvas struct {
	vg.Canvas
	height float64
}

// raster is a canvas of dots.
type raster struct {
	canvas
	dots *vgimg.Canvas
}

func newRaster(width, height float64) *raster {
	dots := vgimg.NewWith(vgimg.UseWH(vg.Length(width), vg.Length(height)), vgimg.UseDPI(int(dotsPerUnit*vg.Inch.Points())))
	return &raster{canvas{dots, height}, dots}
}

func (r *raster) image() image.Image { return r.dots.Image() }

func (r *raster) encode() ([]byte, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, r.dots.Image()); err != nil {
		return nil, fmt.Errorf("writing PNG: %w", err)
	}
	return b.Bytes(), nil
}

// PDF draws the page as a PDF of one page, a point for each unit. Text is drawn as outlines.
func (p Page) PDF() ([]byte, error) {
	l, err := p.layout()
	if err != nil {
		return nil, err
	}
	page := vgpdf.New(vg.Length(l.width), vg.Length(l.height))
	l.draw(&canvas{lettering.Outlined{Canvas: page}, l.height})
	text, err := lettering.PDF(page)
	if err != nil {
		return nil, fmt.Errorf("writing PDF: %w", err)
	}
	return text, nil
}

func (c *canvas) at(p point) vg.Point {
	return vg.Point{X: vg.Length(p.x), Y: vg.Length(c.height - p.y)}
}

func (c *canvas) group(_ string, draw func()) { draw() }

func (c *canvas) rects(fill color.NRGBA, rects []rect) {
	if len(rects) == 0 {
		return
	}
	var path vg.Path
	for _, r := range rects {
		path.Move(c.at(point{r.x, r.y}))
		path.Line(c.at(point{r.x + r.w, r.y}))
		path.Line(c.at(point{r.x + r.w, r.y + r.h}))
		path.Line(c.at(point{r.x, r.y + r.h}))
		path.Close()
	}
	c.SetColor(fill)
	c.Fill(path)
}

// rects sets dots without smoothing, which is fast enough for half a million squares.
func (r *raster) rects(c color.NRGBA, rects []rect) {
	dots := func(v float64) int { return int(math.Round(v * dotsPerUnit)) }
	for _, one := range rects {
		area := image.Rect(dots(one.x), dots(one.y), dots(one.x+one.w), dots(one.y+one.h))
		draw.Draw(r.dots.Image(), area, image.NewUniform(c), image.Point{}, draw.Src)
	}
}

func (c *canvas) lines(stroke color.NRGBA, width float64, lines []segment) {
	c.SetColor(stroke)
	c.SetLineWidth(vg.Length(width))
	for _, l := range lines {
		var path vg.Path
		path.Move(c.at(l.from))
		path.Line(c.at(l.to))
		c.Stroke(path)
	}
}

func (c *canvas) figures(s *shape, side float64, at []point) {
	for _, part := range s.parts() {
		var path vg.Path
		for _, p := range at {
			path = appendOutline(path, part.outline, func(q point) vg.Point {
				return c.at(point{p.x + q.x*side/100, p.y + q.y*side/100})
			})
		}
		c.SetColor(part.color)
		c.Fill(path)
		if part.edge > 0 {
			c.SetColor(ink)
			c.SetLineWidth(vg.Length(part.edge * side / 100))
			c.Stroke(path)
		}
	}
}

func (c *canvas) text(style words, at point, line string) {
	at.y += capital / 2 * style.size
	w := width(line, style.bold, style.size)
	if !style.end {
		w /= 2
	}
	at.x -= w
	c.SetColor(style.color)
	c.FillString(face(style.bold, style.size), c.at(at), line)
}
