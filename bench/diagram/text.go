package diagram

import (
	"nqueens/bench/internal/lettering"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// face is Liberation Sans.
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

// wrapped breaks a paragraph into lines no wider than the room.
func wrapped(paragraph string, bold bool, size, room float64) []string {
	return lettering.Wrapped(lettering.Printable(paragraph), func(line string) bool {
		return width(line, bold, size) <= room
	})
}
