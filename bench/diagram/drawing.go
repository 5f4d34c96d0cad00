package diagram

import (
	"fmt"
	"image/color"
	"math"
)

// Drawing is a picture put together by its maker, to explain a method: squares,
// queens, lines and words, each where it is put. What comes later lies above what
// came before. Lengths are those of a Page, and y points down.
type Drawing struct {
	Title         string // what a screen reader says of it
	Width, Height float64
	marks         []func(surface)
	shapes        map[string]*shape
}

// Align says where words stand from their point.
type Align int

// Words have their middle at their point, start there or end there.
const (
	Middle Align = iota
	Start
	End
)

// NewDrawing is a white picture.
func NewDrawing(title string, width, height float64) *Drawing {
	return &Drawing{Title: title, Width: width, Height: height, shapes: map[string]*shape{}}
}

func (d *Drawing) mark(draw func(surface)) { d.marks = append(d.marks, draw) }

// Rect is a rectangle with its upper left corner at x, y, filled and with an edge.
// A colour of the zero value leaves either away.
func (d *Drawing) Rect(x, y, w, h float64, fill, edge color.NRGBA) {
	r := rect{x, y, w, h}
	d.mark(func(s surface) {
		if fill.A > 0 {
			s.rects(fill, []rect{r})
		}
		if edge.A > 0 {
			s.rects(edge, frame(r, 1))
		}
	})
}

// Line is straight.
func (d *Drawing) Line(x1, y1, x2, y2, width float64, c color.NRGBA) {
	d.segments(width, c, segment{point{x1, y1}, point{x2, y2}})
}

func (d *Drawing) segments(width float64, c color.NRGBA, lines ...segment) {
	d.mark(func(s surface) { s.lines(c, width, lines) })
}

// Dashes are a straight line of dashes.
func (d *Drawing) Dashes(x1, y1, x2, y2, width float64, c color.NRGBA) {
	const dash, step = 5.0, 9.0
	length := math.Hypot(x2-x1, y2-y1)
	at := func(way float64) point {
		part := min(1, way/length)
		return point{x1 + part*(x2-x1), y1 + part*(y2-y1)}
	}
	var lines []segment
	for way := 0.0; way < length; way += step {
		lines = append(lines, segment{at(way), at(way + dash)})
	}
	d.segments(width, c, lines...)
}

// Arrow is a line with a head at its second end.
func (d *Drawing) Arrow(x1, y1, x2, y2 float64, c color.NRGBA) {
	const head, width = 7.0, 2.0
	angle, end := math.Atan2(y2-y1, x2-x1), point{x2, y2}
	lines := []segment{{point{x1, y1}, end}}
	for _, turn := range []float64{-1, 1} {
		back := angle + math.Pi + turn*math.Pi/5
		lines = append(lines, segment{end, point{x2 + head*math.Cos(back), y2 + head*math.Sin(back)}})
	}
	d.segments(width, c, lines...)
}

// Disc is a filled circle around x, y.
func (d *Drawing) Disc(x, y, radius float64, c color.NRGBA) {
	what := d.tinted("disc", c, func() []part { return []part{{ball(50, 50, 50), c}} })
	d.mark(func(s surface) { s.figures(what, 2*radius, []point{{x - radius, y - radius}}) })
}

// Queen stands on the square with its upper left corner at x, y.
func (d *Drawing) Queen(x, y, side float64, c color.NRGBA) {
	what := d.tinted("queen", c, func() []part { return []part{{queenGown + queenBalls(), c}, {queenBands, light}} })
	d.mark(func(s surface) { s.figures(what, side, []point{{x, y}}) })
}

// tinted is a shape of a colour, the same one each time.
func (d *Drawing) tinted(name string, c color.NRGBA, parts func() []part) *shape {
	name += "-" + hex(c)[1:]
	if d.shapes[name] == nil {
		d.shapes[name] = &shape{name, parts}
	}
	return d.shapes[name]
}

// Text is a line of words; y is the line that letters stand on.
func (d *Drawing) Text(x, y, size float64, align Align, c color.NRGBA, line string) {
	d.write(words{size: size, align: align, color: c}, x, y, line)
}

// Heading is a line of bold words that starts at its point.
func (d *Drawing) Heading(x, y, size float64, c color.NRGBA, line string) {
	d.write(words{size: size, bold: true, align: Start, color: c}, x, y, line)
}

func (d *Drawing) write(style words, x, y float64, line string) {
	d.mark(func(s surface) { s.text(style, point{x, y - capital/2*style.size}, line) })
}

func (d *Drawing) check() error {
	if dots := d.Width * d.Height * dotsPerUnit * dotsPerUnit; !(d.Width > 0 && d.Height > 0 && dots <= maxDots) {
		return fmt.Errorf("a drawing of %g by %g cannot be made: it takes up to %d million dots", d.Width, d.Height, maxDots/1_000_000)
	}
	return nil
}

func (d *Drawing) draw(s surface) {
	for _, mark := range d.marks {
		mark(s)
	}
}

// SVG draws the picture. One unit is one CSS pixel.
func (d *Drawing) SVG() ([]byte, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	s := &svg{}
	d.draw(s)
	return s.document(d.Width, d.Height, d.Title), nil
}

// PNG draws the picture with two dots to a unit of the SVG.
func (d *Drawing) PNG() ([]byte, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	s := newRaster(d.Width, d.Height)
	d.draw(s)
	return s.encode()
}

// Write draws the picture into a file, SVG or PNG by the ending of its name.
func (d *Drawing) Write(path string) error { return write(path, d) }
