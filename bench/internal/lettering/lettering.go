// Package lettering is the text of charts and diagrams: Liberation Sans, which
// fonts are read for when the first text is set and not before, and lines that
// fit into a width.
package lettering

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
)

// Fonts parses the fonts when it is called first: every process that links
// this package would pay for it otherwise.
var Fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// Sans returns Liberation Sans in a size, in points.
func Sans(size font.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// Printable replaces what the font cannot show; it would vanish silently.
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

// Shortened cuts the words, and ends them with an ellipsis, so that they fit.
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

// Wrapped breaks the words into lines that fit. A word that does not is
// shortened.
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
