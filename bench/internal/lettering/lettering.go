// Package lettering provides the text of charts and diagrams: the font Liberation Sans, and functions
// that fit text into a width.
package lettering

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
)

// Fonts returns the fonts. It parses them at its first call, because most processes that link this
// package draw no text.
var Fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// Sans returns Liberation Sans in a size, in points.
func Sans(size font.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// Printable returns the words with each character that the font does not have replaced by ?,
// because it would not be drawn.
func Printable(words string) string {
	face := Fonts().Lookup(Sans(1), 1).Face
	var buf sfnt.Buffer
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if i, err := face.GlyphIndex(&buf, r); err != nil || i == 0 || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, words)
}

// Shortened returns the words, cut and with an ellipsis if they do not fit.
func Shortened(words string, fits func(line string) bool) string {
	if fits(words) {
		return words
	}
	runes := []rune(words)
	for len(runes) > 1 && !fits(string(runes)+"…") {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// Wrapped returns the words as lines that fit. It shortens a word that is too long for a line.
func Wrapped(words string, fits func(line string) bool) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(words) {
		word = Shortened(word, fits)
		switch longer := line + " " + word; {
		case line == "":
			line = word
		case fits(longer):
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
