package diagram

import (
	"fmt"
	"image/color"
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

// A part is a filled area. Its outline is SVG path data with only the commands M, L, C and Z,
// separated by spaces.
type part struct {
	outline string
	color   color.NRGBA
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
	rookBands = "M 23 33 L 77 33 L 73 36.6 L 27 36.6 Z M 29 73 L 71 73 L 71 76.5 L 29 76.5 Z"
)

var (
	queen = &shape{"queen", func() []part {
		return []part{{queenGown + queenBalls(), ink}, {queenBands, light}}
	}}
	superqueen = &shape{"superqueen", func() []part {
		return []part{{queenGown + queenBalls(), ink}, {queenDiamond, light}}
	}}
	rook = &shape{"rook", func() []part { return []part{{rookTower, ink}, {rookBands, light}} }}
	dot  = &shape{"dot", func() []part { return []part{{ball(50, 50, 50), ink}} }}
)

func queenBalls() string {
	return ball(17, 29, 5.5) + ball(33, 20, 5.5) + ball(50, 15, 6) + ball(67, 20, 5.5) + ball(83, 29, 5.5)
}

// figure returns the shape of the family's piece, or a dot if there is none.
func figure(f *nqueens.Family) *shape {
	switch f.Piece {
	case 'Q':
		return queen
	case 'S':
		return superqueen
	case 'R':
		return rook
	}
	return dot
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
	// In the same direction as the gown, so that overlapping areas are filled.
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
	Path  string `json:"path"`            // SVG path data
	Light bool   `json:"light,omitempty"` // filled with the colour of the paper
}

// Outlines returns the picture of the family's piece, from the back.
func Outlines(f *nqueens.Family) (list []Outline) {
	for _, p := range figure(f).parts() {
		list = append(list, Outline{p.outline, p.color == light})
	}
	return list
}
