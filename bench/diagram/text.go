package diagram

import (
	"strings"
	"sync"
	"unicode"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// fonts parses the fonts when the first page is drawn and not before.
var fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// face is Liberation Sans.
func face(bold bool, size float64) font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(size)}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return fonts().Lookup(f, f.Size)
}

func width(line string, bold bool, size float64) float64 {
	f := face(bold, size)
	return float64(f.Width(line))
}

// printable replaces what the font cannot show; it would vanish silently.
func printable(line string) string {
	sans := face(false, 1).Face
	var buf sfnt.Buffer
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if i, err := sans.GlyphIndex(&buf, r); err != nil || i == 0 || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, line)
}

// wrapped breaks a paragraph into lines no wider than the room. A word that is
// wider is cut.
func wrapped(paragraph string, bold bool, size, room float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(printable(paragraph)) {
		if width(word, bold, size) > room {
			runes := []rune(word)
			for len(runes) > 1 && width(string(runes)+"…", bold, size) > room {
				runes = runes[:len(runes)-1]
			}
			word = string(runes) + "…"
		}
		switch longer := line + " " + word; {
		case line == "":
			line = word
		case width(longer, bold, size) <= room:
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
