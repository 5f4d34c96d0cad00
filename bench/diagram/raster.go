package diagram

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

const dotsPerUnit = 2.0

// raster paints dots. A unit is a point of gonum's canvas, whose y points up.
type raster struct {
	canvas *vgimg.Canvas
	height float64
}

func newRaster(width, height float64) *raster {
	return &raster{
		canvas: vgimg.NewWith(vgimg.UseWH(vg.Length(width), vg.Length(height)), vgimg.UseDPI(int(dotsPerUnit*vg.Inch.Points()))),
		height: height,
	}
}

func (r *raster) encode() ([]byte, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, r.canvas.Image()); err != nil {
		return nil, fmt.Errorf("writing PNG: %w", err)
	}
	return b.Bytes(), nil
}

func (r *raster) at(p point) vg.Point {
	return vg.Point{X: vg.Length(p.x), Y: vg.Length(r.height - p.y)}
}

func (r *raster) group(_ string, draw func()) { draw() }

// rects sets dots without smoothing: half a million squares take no time.
func (r *raster) rects(c color.NRGBA, rects []rect) {
	dots := func(v float64) int { return int(math.Round(v * dotsPerUnit)) }
	for _, one := range rects {
		area := image.Rect(dots(one.x), dots(one.y), dots(one.x+one.w), dots(one.y+one.h))
		draw.Draw(r.canvas.Image(), area, image.NewUniform(c), image.Point{}, draw.Src)
	}
}

func (r *raster) lines(c color.NRGBA, width float64, lines []segment) {
	r.canvas.SetColor(c)
	r.canvas.SetLineWidth(vg.Length(width))
	for _, l := range lines {
		var path vg.Path
		path.Move(r.at(l.from))
		path.Line(r.at(l.to))
		r.canvas.Stroke(path)
	}
}

func (r *raster) figures(s *shape, side float64, at []point) {
	for _, part := range s.parts() {
		var path vg.Path
		for _, p := range at {
			path = appendOutline(path, part.outline, func(q point) vg.Point {
				return r.at(point{p.x + q.x*side/100, p.y + q.y*side/100})
			})
		}
		r.canvas.SetColor(part.color)
		r.canvas.Fill(path)
	}
}

func (r *raster) text(style words, at point, line string) {
	at.y += capital / 2 * style.size
	switch w := width(line, style.bold, style.size); style.align {
	case Middle:
		at.x -= w / 2
	case End:
		at.x -= w
	}
	r.canvas.SetColor(style.color)
	r.canvas.FillString(face(style.bold, style.size), r.at(at), line)
}
