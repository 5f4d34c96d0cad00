package chart

import (
	"image/color"
	"math"
	"strings"
	"sync"
	"unicode"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// fonts parses the fonts when the first chart is drawn and not before.
var fonts = sync.OnceValue(func() text.Plain {
	return text.Plain{Fonts: font.NewCache(liberation.Collection())}
})

var (
	ink   = color.Gray{Y: 0x20}
	faint = color.Gray{Y: 0x60}
	grid  = color.Gray{Y: 0xe0}
)

// sans is upright Liberation Sans, centred on the point where it is drawn.
func sans(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		XAlign:  draw.XCenter,
		Handler: fonts(),
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
	c.FillString(fonts().Fonts.Lookup(s.Font, s.Font.Size), offset, words)
	c.Pop()
}

// printable replaces what the font cannot show; it would vanish silently.
func printable(words string) string {
	face := fonts().Fonts.Lookup(sans(1, ink).Font, 1)
	var buf sfnt.Buffer
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if i, err := face.Face.GlyphIndex(&buf, r); err != nil || i == 0 || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, words)
}

// shortened cuts the words so that they are no wider than the width.
func shortened(s text.Style, words string, width vg.Length) string {
	if s.Width(words) <= width {
		return words
	}
	runes := []rune(words)
	for len(runes) > 1 && s.Width(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// wrapped breaks the words into lines no wider than the width.
func wrapped(s text.Style, words string, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(words) {
		word = shortened(s, word, width)
		switch longer := line + " " + word; {
		case line == "":
			line = word
		case s.Width(longer) <= width:
			line = longer
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// widest is the width of the widest of the words.
func widest(s text.Style, words []string) vg.Length {
	var w vg.Length
	for _, word := range words {
		w = max(w, s.Width(word))
	}
	return w
}
