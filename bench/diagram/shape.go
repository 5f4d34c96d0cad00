package diagram

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"nqueens"
)

// A shape is a piece, drawn in a square of side 100.
type shape struct {
	name  string
	parts func() []part // from the back
}

// A part is a filled area, with an edge of a width if that is not 0. Its outline is SVG path data
// with only the commands M, L, C and Z, separated by spaces.
type part struct {
	outline string
	color   color.NRGBA
	edge    float64
}

// The coronet has five points that end in balls; light bands separate crown, gown and foot.
const (
	queenGown = "M 24 64 L 17 31 L 31 53 L 33 23 L 44.5 50 L 50 18 L 55.5 50 L 67 23 L 69 53 L 83 31 L 76 64 " +
		"C 74 69 72 72 74 77 C 79 79 81 83 81 88 L 19 88 C 19 83 21 79 26 77 C 28 72 26 69 24 64 Z"
	queenBands = "M 25.5 63.5 C 41 58.5 59 58.5 74.5 63.5 L 73.5 67 C 59 62.5 41 62.5 26.5 67 Z " +
		"M 27.5 76.5 C 41 72.5 59 72.5 72.5 76.5 L 73.5 80 C 59 76 41 76 26.5 80 Z"
	queenDiamond = "M 50 57 L 61 70 L 50 83 L 39 70 Z"
	rookTower    = "M 23 17 L 34 17 L 34 25 L 44 25 L 44 17 L 56 17 L 56 25 L 66 25 L 66 17 L 77 17 L 77 33 L 67 42 " +
		"L 67 66 L 75 74 L 75 79 L 81 79 L 81 88 L 19 88 L 19 79 L 25 79 L 25 74 L 33 66 L 33 42 L 23 33 Z"
	bishopMitre = "M 50 17 C 63 27 71 39 71 50 C 71 58 66 63 61 66 L 65 74 L 70 74 L 72 80 C 79 80 83 83 83 88 L 17 88 C 17 83 21 80 28 80 " +
		"L 30 74 L 35 74 L 39 66 C 34 63 29 58 29 50 C 29 39 37 27 50 17 Z"
	bishopCross = "M 48 32 L 52 32 L 52 40 L 60 40 L 60 44 L 52 44 L 52 57 L 48 57 L 48 44 L 40 44 L 40 40 L 48 40 Z " +
		"M 38 66.5 L 62 66.5 L 63.3 69.5 L 36.7 69.5 Z M 30.5 76 L 69.5 76 L 70.3 79 L 29.7 79 Z"
	knightHead = "M 31 88 C 30 72 52 67 51 51 C 45 58 39 60 34 61 C 31 67 24 70 19 65 C 15 61 16 55 21 49 C 27 41 26 36 30 29 " +
		"C 30 24 31 19 33 13 C 38 15 42 18 44 22 C 47 18 49 15 52 11 C 55 15 56 20 56 23 C 75 28 84 50 83 88 Z"
	knightMane = "M 61 31 C 71 40 77 60 77 82 L 73 82 C 73 62 68 44 58 34 Z M 34 79 L 66 79 L 66 82 L 33.5 82 Z"
	kingCrown  = "M 50 46 C 46 38 42 34 34 34 C 18 34 12 50 27 65 C 29 69 29 73 26 77 C 21 79 19 83 19 88 L 81 88 C 81 83 79 79 74 77 " +
		"C 71 73 71 69 73 65 C 88 50 82 34 66 34 C 58 34 54 38 50 46 Z M 50 27 L 57 37 L 50 46 L 43 37 Z"
	kingBands = "M 27.5 65.5 C 41 60.5 59 60.5 72.5 65.5 L 72 69 C 59 64.5 41 64.5 28 69 Z " +
		"M 27.5 76.5 C 41 72.5 59 72.5 72.5 76.5 L 73.5 80 C 59 76 41 76 26.5 80 Z M 48.4 40 L 51.6 40 L 51.6 58 L 48.4 58 Z"
	pawnBody    = "M 34 43 L 66 43 L 66 48 L 59 48 C 60 60 66 68 73 75 L 73 79 C 78 80 80 84 80 88 L 20 88 C 20 84 22 80 27 79 L 27 75 C 34 68 40 60 41 48 L 34 48 Z"
	pawnBand    = "M 29 75 L 71 75 L 71 78.5 L 29 78.5 Z"
	dragonTower = "M 24 29 L 34 29 L 34 36 L 44.5 36 L 44.5 29 L 55.5 29 L 55.5 36 L 66 36 L 66 29 L 76 29 L 76 43 L 67 50 L 67 67 L 75 74 " +
		"L 75 79 L 81 79 L 81 88 L 19 88 L 19 79 L 25 79 L 25 74 L 33 67 L 33 50 L 24 43 Z"
	dragonBands = "M 24 43 L 76 43 L 71.5 46.5 L 28.5 46.5 Z M 29 73.5 L 71 73.5 L 71 77 L 29 77 Z"
	rookBands   = "M 23 33 L 77 33 L 73 36.6 L 27 36.6 Z M 29 73 L 71 73 L 71 76.5 L 29 76.5 Z"
)

// A glyph is a piece's picture: its silhouette and the areas on it.
type glyph struct{ name, silhouette, details string }

// black, white and red return the shapes of a piece in the colours of armies.
func (g glyph) black() *shape {
	return &shape{g.name, func() []part { return []part{{g.silhouette, ink, 0}, {g.details, light, 0}} }}
}

func (g glyph) white() *shape {
	return &shape{"white-" + g.name, func() []part { return []part{{g.silhouette, light, 4}, {g.details, ink, 0}} }}
}

func (g glyph) red() *shape {
	return &shape{"red-" + g.name, func() []part { return []part{{g.silhouette, broken, 0}, {g.details, light, 0}} }}
}

// glyphs returns the pictures of the pieces, by the letter of the first kind of a family.
func glyphs() map[byte]glyph {
	return map[byte]glyph{
		'Q': {"queen", queenGown + queenBalls(), queenBands},
		'S': {"superqueen", queenGown + queenBalls(), queenDiamond},
		'R': {"rook", rookTower, rookBands},
		'B': {"bishop", bishopMitre + ball(50, 14, 5.5), bishopCross},
		'N': {"knight", knightHead, knightMane + ball(38, 33, 2.8) + ball(24, 58, 1.7)},
		'K': {"king", kingCrown + cross(50, 18), kingBands},
		'P': {"pawn", pawnBody + ball(50, 30, 14.5), pawnBand},
		'D': {"dragon-king", dragonTower + cross(50, 14), dragonBands},
	}
}

var dot = &shape{"dot", func() []part { return []part{{ball(50, 50, 50), ink, 0}} }}

// shapeOf returns the shape of a piece of the family, by the letter of its kind, or nil if its
// letter is drawn. Armies of queens are white, black and red.
func shapeOf(f *nqueens.Family, kind byte) *shape {
	army := func(name string) bool {
		return slices.ContainsFunc(f.Kinds, func(k nqueens.Kind) bool { return k.Name == name && (kind == 0 || k.Letter == kind) })
	}
	glyphs := glyphs()
	if g, ok := glyphs[f.Letter()]; ok && kind == 0 {
		return g.black()
	}
	switch queen := glyphs['Q']; {
	case kind == 0 && f.Letter() == 'W' && army("black queen"):
		return queen.white()
	case kind == 0 && len(f.Kinds) > 0:
		return nil // a dot beside letters would be ambiguous
	case kind == 0:
		return dot
	case army("black queen"):
		return queen.black()
	case army("red queen"):
		return queen.red()
	}
	for _, g := range glyphs {
		if army(g.name) {
			return g.black()
		}
	}
	return nil
}

// cross returns the cross of a king's crown around a point.
func cross(x, y float64) string {
	corners := []float64{-3, -11, 3, -11, 3, -5, 9, -5, 9, 1, 3, 1, 3, 12, -3, 12, -3, 1, -9, 1, -9, -5, -3, -5}
	var b strings.Builder
	for i := 0; i < len(corners); i += 2 {
		command := " L "
		if i == 0 {
			command = " M "
		}
		b.WriteString(command + number(x+corners[i]) + " " + number(y+corners[i+1]))
	}
	return b.String() + " Z"
}

func queenBalls() string {
	return ball(17, 29, 5.5) + ball(33, 20, 5.5) + ball(50, 15, 6) + ball(67, 20, 5.5) + ball(83, 29, 5.5)
}

// ball returns a circle of four cubic curves.
func ball(x, y, r float64) string {
	k := 0.5523 * r // position of the control points for the closest fit
	n := func(points ...float64) string {
		var b strings.Builder
		for _, p := range points {
			b.WriteString(" " + number(p))
		}
		return b.String()
	}
	// The circle has the same direction as the gown, so that overlapping areas are filled.
	return fmt.Sprintf(" M%s C%s C%s C%s C%s Z", n(x+r, y),
		n(x+r, y+k, x+k, y+r, x, y+r), n(x-k, y+r, x-r, y+k, x-r, y),
		n(x-r, y-k, x-k, y-r, x, y-r), n(x+k, y-r, x+r, y-k, x+r, y))
}

// appendOutline appends the path data, each point mapped by place, to the path.
func appendOutline(path vg.Path, outline string, place func(point) vg.Point) vg.Path {
	fields := strings.Fields(outline)
	next := func() vg.Point {
		x, errX := strconv.ParseFloat(fields[0], 64)
		y, errY := strconv.ParseFloat(fields[1], 64)
		if errX != nil || errY != nil {
			panic("a shape's outline holds " + fields[0] + " " + fields[1])
		}
		fields = fields[2:]
		return place(point{x, y})
	}
	for len(fields) > 0 {
		command := fields[0]
		fields = fields[1:]
		switch command {
		case "M":
			path.Move(next())
		case "L":
			path.Line(next())
		case "C":
			a, b := next(), next()
			path.CubeTo(a, b, next())
		case "Z":
			path.Close()
		default:
			panic("a shape's outline holds " + command)
		}
	}
	return path
}

// An Outline is a filled area of a piece's picture in a square of side 100, from its top left
// corner.
type Outline struct {
	Path string  `json:"path"`           // SVG path data
	Fill string  `json:"fill"`           // a colour: #1c1c1c
	Edge float64 `json:"edge,omitempty"` // width of the line around it, in ink; 0 for none
}

// Outlines returns the picture of a piece of the family, from the back, by the letter of its kind; 0
// is the first kind. It returns nil for a piece whose letter is drawn.
func Outlines(f *nqueens.Family, kind byte) (list []Outline) {
	drawn := shapeOf(f, kind)
	if drawn == nil {
		return nil
	}
	for _, p := range drawn.parts() {
		list = append(list, Outline{p.outline, hex(p.color), p.edge})
	}
	return list
}
