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

// look is the appearance of a contender: colour, marker and dashes.
type look struct {
	color  color.Color
	dark   color.Color // replaces color on a dark page
	marker []vg.Point  // a polygon of radius about 1
	dashes []vg.Length
}

// style is a look as indices into the lists of colours and of marks.
type style struct{ color, mark int }

func (s style) look() look {
	c := colors[s.color]
	return look{color: rgb(c[0]), dark: rgb(c[1]), marker: markers[s.mark%len(markers)], dashes: dashes[(s.mark/len(markers)+s.mark)%len(dashes)]}
}

// marks returns the number of pairs of a marker and dashes. Neighbouring pairs differ in both.
func marks() int { return len(markers) * len(dashes) }

func rgb(c uint32) color.NRGBA {
	return color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xff}
}

var (
	// Each entry is a colour for a white page and one of the same hue for a dark page. The first
	// seven are those of Okabe and Ito, "Color Universal Design" (2008), without yellow, which is
	// too pale for a line. Each further colour was chosen as far as possible from all before it, in
	// OKLab, on both pages, and as seen without green cones.
	colors = [][2]uint32{
		{0x0072b2, 0x1f81c2}, {0xd55e00, 0xfb925a}, {0x101010, 0x838383}, {0x009e73, 0x51b48e},
		{0xe69f00, 0xc38819}, {0xcc79a7, 0xf697cc}, {0x56b4e9, 0x3baae4}, {0x4d22a4, 0x967aff},
		{0xa49f83, 0xeae5c7}, {0x6c0719, 0xc76264}, {0x6e6a4f, 0xb9b598}, {0x6c2768, 0xc175ba},
		{0x6e41db, 0xb2a6fb}, {0x8388b6, 0xcbd0fb}, {0x38164d, 0x8965a2}, {0x718516, 0xb9d06b},
		{0x4f576f, 0x9aa3be}, {0xa4a537, 0xe9ec81}, {0x230774, 0x6767d1}, {0x028a9b, 0x6cd5e7},
		{0x9e2030, 0xf87579}, {0x434d1e, 0x8f9b6a}, {0xc17468, 0xfec3b9}, {0x14310d, 0x608159},
		{0x2e3f8d, 0x758fe4}, {0x510b73, 0xa365cc}, {0x8d1a89, 0xe371db}, {0x431827, 0x996575},
		{0xac853f, 0xf6cd86}, {0x76475d, 0xc692aa}, {0x54876c, 0x9cd2b4}, {0x22385c, 0x6d86b0},
		{0x2c4e50, 0x789c9e}, {0x3b7a2c, 0x85c877}, {0x1b1c97, 0x5b78f6}, {0x3a708a, 0x85bcd8},
		{0x7829a5, 0xc87cfb}, {0x709496, 0xb6dcde}, {0xa245d9, 0xdbadfe}, {0x5b4137, 0xab8d82},
		{0x503975, 0x9e86c9}, {0x8b7182, 0xd6bacc}, {0x4c2a49, 0x9e769a}, {0xb291ba, 0xf6d8fd},
		{0x99714f, 0xe6b996}, {0x0c7b60, 0x6cc8aa}, {0x112c39, 0x5e7b8a}, {0x8a0700, 0xe66856},
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
	dashes = [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {6, 2, 1.5, 2}, {9, 2.5}, {3, 3}, {9, 2, 3, 2}, {6, 1.5, 1.5, 1.5, 1.5, 1.5}}
)

// lookOf returns the i-th look. At least the first len(colors) looks differ in colour.
func lookOf(i int) look { return style{i % len(colors), i % marks()}.look() }

// looks holds the places of all backends, and the encodings of each.
type looks struct {
	backends  map[string]int
	encodings map[string][]string // by backend, the default encoding first
}

// newLooks returns the places of all backends in the list. Engines of this program count from place
// 0 upwards, all others from lastPlace downwards, in the order of the list. A backend that is added
// after the others of its kind therefore changes no other look.
func newLooks(all []backends.Backend) looks {
	l := looks{map[string]int{}, map[string][]string{}}
	ours, others := 0, lastPlace
	for _, b := range all {
		d := b.Describe()
		l.encodings[d.Name] = d.Encodings
		if d.Portfolio || d.External != "" {
			l.backends[d.Name] = others
			others--
		} else {
			l.backends[d.Name] = ours
			ours++
		}
	}
	return l
}

// lastPlace is the highest place of a backend in the list. It gives the last colour and the last
// mark.
const lastPlace = 959

// otherPlaces is the first place for names that are in no list. It is fixed, so that these names
// keep their looks when the lists grow.
const otherPlaces = 1000

// otherPlace returns a place computed from a hash of the name.
func otherPlace(name string) int {
	h := fnv.New32a()
	h.Write([]byte(name))
	return otherPlaces + int(h.Sum32()%1000)
}

func (l looks) backendPlace(name string) int {
	if i, known := l.backends[name]; known {
		return i
	}
	return otherPlace(name)
}

// encodingPlace returns the place of the contender's encoding among those of its backend, 0 if it
// has none.
func (l looks) encodingPlace(c backends.Contender) int {
	if c.Encoding == "" {
		return 0
	}
	if i := slices.Index(l.encodings[bareName(c.Backend)], c.Encoding); i >= 0 {
		return i
	}
	return otherPlace(c.Encoding)
}

// bareName returns a backend's name without the name of its binary.
func bareName(backend string) string { return backend[strings.LastIndexByte(backend, ':')+1:] }

// apart is the distance between the marks of two encodings of a backend. It is so large that the
// marks differ from those of the neighbouring backends.
const apart = 23

// styleOf returns the style of a contender, which is the same in every run: the backend determines
// the colour; backend, encoding and threads together determine the marker and the dashes.
func (l looks) styleOf(c backends.Contender) style {
	backend := l.backendPlace(bareName(c.Backend))
	return style{backend % len(colors), (backend + apart*(l.encodingPlace(c)+max(0, c.Threads-1))) % marks()}
}

// of returns the look of each contender. A backend that is in no list takes the next unused colour.
// If two contenders have the same colour and mark, the later one (in the order of the lists, then
// of names) takes the next free mark.
func (l looks) of(contenders []backends.Contender) map[string]look {
	contenders = slices.SortedFunc(slices.Values(contenders), func(a, b backends.Contender) int {
		return cmp.Or(cmp.Compare(l.backendPlace(bareName(a.Backend)), l.backendPlace(bareName(b.Backend))), cmp.Compare(l.encodingPlace(a), l.encodingPlace(b)),
			cmp.Compare(a.Threads, b.Threads), cmp.Compare(a.String(), b.String()))
	})
	made, taken := map[string]look{}, map[style]bool{}
	owner, colorOf := map[int]string{}, map[string]int{}
	for _, c := range slices.Compact(contenders) {
		s, name := l.styleOf(c), bareName(c.Backend)
		if _, known := colorOf[name]; !known {
			for k := 0; owner[s.color] != "" && k < len(colors); k++ {
				s.color = (s.color + 1) % len(colors)
			}
			owner[s.color], colorOf[name] = name, s.color
		}
		s.color = colorOf[name]
		for k := 0; taken[s] && k < marks(); k++ {
			s.mark = (s.mark + 1) % marks()
		}
		taken[s] = true
		made[c.String()] = s.look()
	}
	return made
}

// polygon returns a polygon whose corners are alternately at the distances even and odd from the
// centre. The first corner points up, rotated by angle.
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

// mark draws the filled marker with a thin white edge that separates it from marks beneath.
func (l look) mark(c draw.Canvas, at vg.Point) {
	path := l.outline(at)
	c.SetLineStyle(draw.LineStyle{Color: color.White, Width: 1})
	c.Stroke(path)
	c.SetColor(l.color)
	c.Fill(path)
}

// hollow draws the outline of the marker, for a run without an answer.
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

// paler returns a pale version of c for an area behind lines.
func paler(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	mix := func(v uint32) uint8 { return uint8(255 - (255-v>>8)/5) }
	return color.NRGBA{R: mix(r), G: mix(g), B: mix(b), A: 110}
}

func (l look) stroke(width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: width, Dashes: l.dashes}
}

// shade returns a colour between white (depth 0) and dark blue (depth 1). Its lightness decreases
// steadily, so that it reads in greyscale.
func shade(depth float64) color.NRGBA {
	mix := func(from, to float64) uint8 { return uint8(math.Round(from + (to-from)*depth)) }
	return color.NRGBA{R: mix(255, 8), G: mix(255, 48), B: mix(255, 107), A: 255}
}

// readable returns black or white, whichever has more contrast with the ground.
func readable(ground color.NRGBA) color.Gray {
	if contrast(ground, color.Gray{Y: 0xff}) > contrast(ground, color.Gray{}) {
		return color.Gray{Y: 0xff}
	}
	return color.Gray{}
}

// contrast returns the contrast ratio, 1 to 21, of the Web Content Accessibility Guidelines, which
// demand 4.5.
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
