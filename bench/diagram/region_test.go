package diagram

import (
	"bytes"
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nqueens"
	"nqueens/family"
)

// seen returns a colour in OKLab, seen by eyes whose cones respond as the rows of the matrix state.
func seen(c color.NRGBA, cones [3][3]float64) [3]float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	rgb, out := [3]float64{linear(c.R), linear(c.G), linear(c.B)}, [3]float64{}
	for i, row := range cones {
		for j, k := range row {
			out[i] += k * rgb[j]
		}
		out[i] = math.Max(out[i], 0)
	}
	l := math.Cbrt(0.4122214708*out[0] + 0.5363325363*out[1] + 0.0514459929*out[2])
	m := math.Cbrt(0.2119034982*out[0] + 0.6806995451*out[1] + 0.1073969566*out[2])
	s := math.Cbrt(0.0883024619*out[0] + 0.2817188376*out[1] + 0.6299787005*out[2])
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// TestRegionColours checks that the colours of regions differ for eyes with all cones and for eyes without
// the red or the green ones (Machado, Oliveira and Fernandes, 2009), and that they are light enough for black
// pieces. A distance of 0.02 is just noticeable.
func TestRegionColours(t *testing.T) {
	for name, cones := range map[string][3][3]float64{
		"three":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"no red":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"no green": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	} {
		for i, a := range regionColours {
			x := seen(a, cones)
			if x[0] < 0.6 {
				t.Errorf("%v is too dark for eyes with %s", a, name)
			}
			for _, b := range regionColours[:i] {
				y := seen(b, cones)
				if d := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]); d < 0.045 {
					t.Errorf("%v and %v are %.3f apart for eyes with %s", a, b, d, name)
				}
			}
		}
	}
}

// TestNeighboursDiffer checks that regions that touch have different colours.
func TestNeighboursDiffer(t *testing.T) {
	r, err := nqueens.ParseRegions("aabbc/adbcc/addcc/eeefc/efffc")
	if err != nil {
		t.Fatal(err)
	}
	colour, region, board := coloured(r), r.BySquare(), r.Board()
	for i, a := range board.Squares() {
		for j, b := range board.Squares() {
			files, ranks := a.File-b.File, a.Rank-b.Rank
			if files*files <= 1 && ranks*ranks <= 1 && region[i] != region[j] && colour[region[i]] == colour[region[j]] {
				t.Errorf("%v and %v are in regions %d and %d of one colour", a, b, region[i], region[j])
			}
		}
	}
}

func TestRegionsDrawn(t *testing.T) {
	r, err := nqueens.ParseRegions("0011/0211/3222/3332")
	if err != nil {
		t.Fatal(err)
	}
	p := nqueens.Problem{Family: family.Regions, N: 4, Regions: r}
	page := Page{Boards: []Board{{Problem: p, Solution: nqueens.Placed([]nqueens.Square{{File: 0, Rank: 2}}), Notes: map[nqueens.Square]string{{File: 3, Rank: 3}: "17"}}}}
	svg, err := page.SVG()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(svg), ">A</text>"); n != 2 { // of three squares, one has a queen
		t.Errorf("%d squares have the letter A", n)
	}
	if !strings.Contains(string(svg), ">17</text>") {
		t.Error("the note is missing")
	}
	pdf, err := page.PDF()
	again, err2 := page.PDF()
	if err != nil || err2 != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Equal(pdf, again) {
		t.Errorf("%.20q, %v", pdf, err)
	}
}

// TestShapes checks that every piece has a picture of its own, in the colours of armies.
func TestShapes(t *testing.T) {
	names := map[string]bool{}
	for letter, g := range glyphs() {
		for _, s := range []*shape{g.black(), g.white(), g.red()} {
			if names[s.name] || len(s.parts()) != 2 {
				t.Errorf("%c: %s", letter, s.name)
			}
			names[s.name] = true
			for _, p := range s.parts() {
				appendOutline(nil, p.outline, func(q point) (at vg.Point) {
					if q.x < -5 || q.x > 105 || q.y < -5 || q.y > 105 {
						t.Errorf("%s leaves its square at %v", s.name, q)
					}
					return at
				})
			}
		}
	}
	for _, c := range []struct {
		family *nqueens.Family
		kind   byte
		want   string
	}{
		{family.Queens, 0, "queen"}, {family.DragonKings, 0, "dragon-king"}, {family.Peaceable, 0, "white-queen"}, {family.Peaceable3, 'R', "red-queen"},
		{family.Peaceable, 'B', "queen"}, {family.QueensPawns, 'P', "pawn"}, {family.QueensKnights, 'N', "knight"}, {family.KnightDomination, 0, "knight"},
	} {
		if s := shapeOf(c.family, c.kind); s == nil || s.name != c.want {
			t.Errorf("%s %q: %v, want %s", c.family.Name, c.kind, s, c.want)
		}
	}
	if shapeOf(family.LatinQueens, 0) != nil || shapeOf(family.LatinQueens, '2') != nil {
		t.Error("digits have a picture")
	}
}
