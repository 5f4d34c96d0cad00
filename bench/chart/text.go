package chart

import (
	"image/color"
	"math"

	"nqueens/bench/internal/lettering"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

var (
	ink   = color.Gray{Y: 0x20}
	faint = color.Gray{Y: 0x60}
	grid  = color.Gray{Y: 0xe0}
)

// sans is upright Liberation Sans, centred on the point where it is drawn.
func sans(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    lettering.Sans(size),
		XAlign:  draw.XCenter,
		Handler: text.Plain{Fonts: lettering.Fonts()},
	}
}

func bold(s text.Style) text.Style {
	s.Font.Weight = xfont.WeightBold
	return s
}

func aligned(s text.Style, x text.XAlignment) text.Style {
	s.XAlign = x
	return s
}

func rotated(s text.Style) text.Style {
	s.Rotation = math.Pi / 2
	return s
}

// write draws one line of text with its visible middle, halfway up a capital,
// at the point; horizontally as the style is aligned.
func write(c draw.Canvas, s text.Style, at vg.Point, words string) {
	offset := vg.Point{
		X: vg.Length(s.XAlign) * s.Width(words),
		Y: -0.36 * s.Font.Size, // Liberation's capitals are 0.72 em high
	}
	c.Push()
	c.SetColor(s.Color)
	c.Translate(at)
	if s.Rotation != 0 {
		c.Rotate(s.Rotation)
	}
	c.FillString(lettering.Fonts().Lookup(s.Font, s.Font.Size), offset, words)
	c.Pop()
}

// shortened cuts the words so that they are no wider than the width.
func shortened(s text.Style, words string, width vg.Length) string {
	return lettering.Shortened(words, func(line string) bool { return s.Width(line) <= width })
}

// wrapped breaks the words into lines no wider than the width.
func wrapped(s text.Style, words string, width vg.Length) []string {
	return lettering.Wrapped(words, func(line string) bool { return s.Width(line) <= width })
}

// widest is the width of the widest of the words.
func widest(s text.Style, words []string) vg.Length {
	var w vg.Length
	for _, word := range words {
		w = max(w, s.Width(word))
	}
	return w
}
