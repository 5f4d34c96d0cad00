package diagram

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"testing"
)

// TestDrawing: the picture has what was put into it, as SVG and as PNG, and what came
// later lies above.
func TestDrawing(t *testing.T) {
	red, blue := color.NRGBA{R: 0xff, A: 0xff}, color.NRGBA{B: 0xff, A: 0xff}
	d := NewDrawing("two <queens>", 100, 60)
	d.Rect(10, 10, 40, 40, red, blue)
	d.Rect(20, 20, 4, 4, blue, color.NRGBA{})
	d.Line(0, 0, 100, 0, 2, blue)
	d.Dashes(0, 58, 20, 58, 1, blue)
	d.Arrow(60, 5, 90, 5, red)
	d.Disc(80, 30, 10, red)
	d.Queen(70, 40, 20, blue)
	d.Queen(50, 40, 20, blue)
	d.Text(99, 55, 8, End, red, "a & b")
	d.Heading(1, 9, 8, red, "c")
	svg, err := d.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for want, times := range map[string]int{
		"<title>two &lt;queens&gt;</title>": 1, `<symbol id="queen-0000ff"`: 1, `href="#queen-0000ff"`: 2, `href="#disc-ff0000"`: 1,
		`text-anchor="end">a &amp; b<`: 1, `font-weight="bold" text-anchor="start">c<`: 1, "M0 58L5 58M9 58L14 58M18 58L20 58": 1,
		"M60 5L90 5M90 5L84.34 9.11M90 5L84.34 0.89": 1,
	} {
		if n := strings.Count(string(svg), want); n != times {
			t.Errorf("%d times %q, want %d, in\n%s", n, want, times, svg)
		}
	}
	content, err := d.PNG()
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil || picture.Bounds().Dx() != 200 || picture.Bounds().Dy() != 120 {
		t.Fatalf("%v, %v", picture.Bounds(), err)
	}
	for at, want := range map[[2]int]color.NRGBA{{30, 30}: red, {42, 42}: blue, {20, 20}: blue, {160, 60}: red, {110, 20}: {0xff, 0xff, 0xff, 0xff}} {
		if got := color.NRGBAModel.Convert(picture.At(at[0], at[1])); got != want {
			t.Errorf("at %v is %v, want %v", at, got, want)
		}
	}
}

func TestDrawingTooLarge(t *testing.T) {
	for _, side := range []float64{0, -1, 1e6} {
		d := NewDrawing("", side, side)
		if _, err := d.PNG(); err == nil {
			t.Errorf("%g by %g was drawn", side, side)
		}
	}
}
