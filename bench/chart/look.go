package chart

import (
	"cmp"
	"hash/fnv"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens/backends"
)

// look is how one contender is drawn: colour, marker and dashes, any one of
// which tells it from its neighbours.
type look struct {
	color  color.Color
	marker []vg.Point // a polygon of radius about 1
	dashes []vg.Length
}

// style is a look by its places in the lists of colours, markers and dashes.
type style struct{ color, marker, dashes int }

func (s style) look() look {
	return look{color: colors[s.color], marker: markers[s.marker], dashes: dashes[s.dashes]}
}

var (
	// Okabe and Ito, "Color Universal Design" (2008), without yellow, which is
	// too pale for a line on white; grey, and wine and olive from Tol's "muted".
	colors = []color.NRGBA{
		{0x00, 0x72, 0xb2, 0xff}, // blue
		{0xd5, 0x5e, 0x00, 0xff}, // vermilion
		{0x00, 0x00, 0x00, 0xff}, // black
		{0x00, 0x9e, 0x73, 0xff}, // bluish green
		{0xe6, 0x9f, 0x00, 0xff}, // orange
		{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
		{0x56, 0xb4, 0xe9, 0xff}, // sky blue
		{0x5a, 0x5a, 0x5a, 0xff}, // grey, dark enough not to be green where red is not seen
		{0x88, 0x22, 0x55, 0xff}, // wine
		{0x99, 0x99, 0x33, 0xff}, // olive
	}
	markers = [][]vg.Point{
		polygon(24, 1, 1, 0),            // circle
		polygon(4, 1.2, 1.2, math.Pi/4), // square
		polygon(3, 1.35, 1.35, 0),       // triangle
		polygon(4, 1.3, 1.3, 0),         // diamond
		polygon(3, 1.35, 1.35, math.Pi), // triangle, point down
		polygon(10, 1.45, 0.6, 0),       // star
		cross(0),                        // plus
		cross(math.Pi / 4),              // cross
	}
	dashes = [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {6, 2, 1.5, 2}, {9, 2.5}}
)

// lookOf is the i-th look; the first forty all differ.
func lookOf(i int) look {
	return style{i % len(colors), i % len(markers), (i + i/len(colors)) % len(dashes)}.look()
}

// ours are the backends of this program and the encodings, each with its place
// for good, so that charts of two runs can stand side by side. A backend's place
// is its colour: those that are often drawn together are fewer than ten apart. A
// new one comes last.
var (
	ours = []string{
		"bitmask", "dlx", "quadrant", "allsat", "gini", "gophersat", "gophersat-pb", "orbit", "cadical", "clasp",
		"picosat", "swipl", "cryptominisat5", "minisat", "naive", "symmetric", "minizinc", "minisat-plus", "marks", "available",
		"bitmask-stack", "wirth", "sosic-gu", "genetic", "dijkstra", "clingo", "permutations", "place", "min-conflicts", "construct",
		"recursive-bitmask", "determinant", "bit-solver", "gophersat-models", "gophersat-cutting-planes", "table", "plain", "branch",
		"linear", "cbc", "glpsol", "toulbar2", "auto",
	}
	encodings = []string{"", "pairwise", "sequential", "product", "commander", "bimander", "ladder", "binary", "totalizer", "network",
		"aspif", "opb", "asp", "clpfd", "gecode", "chuffed", "or-tools", "coin-bc", "highs", "portable", "dancing", "bits", "natural", "degree", "mirror", "avx2", "avx512"}
)

// The places of names that are in no list begin here, whatever comes to the lists; with others they would have
// other looks than in charts that were drawn before.
const (
	otherBackends  = 1003
	otherEncodings = 1027
)

// place is a name's in the list, or one from others on that its letters decide.
func place(list []string, others int, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return others + int(h.Sum32()%1000)
}

func backendPlace(name string) int { return place(ours, otherBackends, name) }

func encodingPlace(name string) int { return place(encodings, otherEncodings, name) }

// styleOf is the same for a contender in every run: the backend has the colour, whichever
// binary it is of, backend and encoding together the marker, they and the threads the dashes.
func styleOf(c backends.Contender) style {
	backend := backendPlace(c.Backend[strings.LastIndexByte(c.Backend, ':')+1:])
	both := backend + encodingPlace(c.Encoding)
	return style{backend % len(colors), both % len(markers), (both + max(0, c.Threads-1)) % len(dashes)}
}

// looksOf gives each contender its look. Of two with one colour and marker the
// later in the order of the lists, and then of the names, takes the next marker
// that is free, or where none is other dashes.
func looksOf(contenders []backends.Contender) map[string]look {
	contenders = slices.SortedFunc(slices.Values(contenders), func(a, b backends.Contender) int {
		return cmp.Or(cmp.Compare(backendPlace(a.Backend), backendPlace(b.Backend)), cmp.Compare(encodingPlace(a.Encoding), encodingPlace(b.Encoding)),
			cmp.Compare(a.Threads, b.Threads), cmp.Compare(a.String(), b.String()))
	})
	looks, taken := map[string]look{}, map[style]bool{}
	for _, c := range slices.Compact(contenders) {
		s := styleOf(c)
		pair := func() style { return style{s.color, s.marker, -1} }
		for k := 0; taken[pair()] && k < len(markers); k++ {
			s.marker = (s.marker + 1) % len(markers)
		}
		for k := 1; taken[s] && k < len(markers)*len(dashes); k++ {
			if s.dashes = (s.dashes + 1) % len(dashes); k%len(dashes) == 0 {
				s.marker = (s.marker + 1) % len(markers)
			}
		}
		taken[s], taken[pair()] = true, true
		looks[c.String()] = s.look()
	}
	return looks
}

// polygon has corners whose distances from the centre take turns, the first
// upwards and turned by the angle.
func polygon(corners int, even, odd, angle float64) []vg.Point {
	points := make([]vg.Point, corners)
	for i := range points {
		r := even
		if i%2 == 1 {
			r = odd
		}
		sin, cos := math.Sincos(angle + 2*math.Pi*float64(i)/float64(corners))
		points[i] = vg.Point{X: vg.Length(-r * sin), Y: vg.Length(r * cos)}
	}
	return points
}

func cross(angle float64) []vg.Point {
	sin, cos := math.Sincos(angle)
	const arm, half = 1.3, 0.42
	var points []vg.Point
	for _, p := range [][2]float64{
		{half, arm}, {half, half}, {arm, half}, {arm, -half}, {half, -half}, {half, -arm},
		{-half, -arm}, {-half, -half}, {-arm, -half}, {-arm, half}, {-half, half}, {-half, arm},
	} {
		points = append(points, vg.Point{X: vg.Length(p[0]*cos - p[1]*sin), Y: vg.Length(p[0]*sin + p[1]*cos)})
	}
	return points
}

const markerRadius = vg.Length(2.3)

// mark draws the marker, filled, with a thin white edge that parts it from
// others beneath.
func (l look) mark(c draw.Canvas, at vg.Point) {
	path := l.outline(at)
	c.SetLineStyle(draw.LineStyle{Color: color.White, Width: 1})
	c.Stroke(path)
	c.SetColor(l.color)
	c.Fill(path)
}

// hollow draws the marker's outline: a run without an answer.
func (l look) hollow(c draw.Canvas, at vg.Point) {
	path := l.outline(at)
	c.SetColor(color.White)
	c.Fill(path)
	c.SetLineStyle(draw.LineStyle{Color: l.color, Width: 0.8})
	c.Stroke(path)
}

func (l look) outline(at vg.Point) vg.Path {
	var path vg.Path
	for i, p := range l.marker {
		corner := at.Add(p.Scale(markerRadius))
		if i == 0 {
			path.Move(corner)
		} else {
			path.Line(corner)
		}
	}
	path.Close()
	return path
}

// paler is the colour for an area behind lines.
func paler(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	mix := func(v uint32) uint8 { return uint8(255 - (255-v>>8)/5) }
	return color.NRGBA{R: mix(r), G: mix(g), B: mix(b), A: 110}
}

func (l look) stroke(width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: width, Dashes: l.dashes}
}

// shade runs from white to dark blue, darker at every step, so that it reads in
// greyscale.
func shade(depth float64) color.NRGBA {
	mix := func(from, to float64) uint8 { return uint8(math.Round(from + (to-from)*depth)) }
	return color.NRGBA{R: mix(255, 8), G: mix(255, 48), B: mix(255, 107), A: 255}
}

// readable is black or white, whichever has more contrast with the ground.
func readable(ground color.NRGBA) color.Gray {
	if contrast(ground, color.Gray{Y: 0xff}) > contrast(ground, color.Gray{}) {
		return color.Gray{Y: 0xff}
	}
	return color.Gray{}
}

// contrast is the ratio of the lightnesses, 1 to 21, that the Web Content
// Accessibility Guidelines define; they ask for 4.5.
func contrast(a, b color.Color) float64 {
	luminance := func(c color.Color) float64 {
		linear := func(v uint32) float64 {
			if u := float64(v) / 0xffff; u > 0.04045 {
				return math.Pow((u+0.055)/1.055, 2.4)
			} else {
				return u / 12.92
			}
		}
		r, g, b, _ := c.RGBA()
		return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	}
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x/y, y/x)
}
