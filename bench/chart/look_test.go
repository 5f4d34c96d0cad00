package chart

import (
	"context"
	"fmt"
	"image/color"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/summary"
)

// TestSameLookInEveryRun checks that a contender of this program looks the same whatever other
// contenders take part, in any order.
func TestSameLookInEveryRun(t *testing.T) {
	list := func(names ...string) (cells []*summary.Cell) {
		for _, name := range names {
			cells = append(cells, cell(name, 4, nqueens.Solved, 0.1))
		}
		return cells
	}
	alone := newLineup(list("gini/product"), Options{}).looks["gini/product"]
	for _, others := range [][]string{
		{"bitmask", "gini/product"}, {"gini/product", "allsat/pairwise", "a-solver"},
		{"gini/product", "gini/ladder", "gini/binary", "gini/network", "a", "b", "c", "d", "e", "clasp/aspif"}, // one line for gini
	} {
		if got := newLineup(list(others...), Options{}).looks["gini/product"]; !reflect.DeepEqual(got, alone) {
			t.Errorf("gini/product looks other among %q", others)
		}
	}
}

// TestLookOfOthers checks that a longer list of backends changes neither the looks of names outside
// the list nor those of earlier backends.
func TestLookOfOthers(t *testing.T) {
	all := backends.All()
	before, after := newLooks(all[:len(all)-1]), newLooks(all)
	for _, c := range []backends.Contender{{Backend: "a-solver", Encoding: "its-own"}, {Backend: "bitmask"}, {Backend: "gini", Encoding: "ladder"}} {
		if a, b := before.styleOf(c), after.styleOf(c); a != b {
			t.Errorf("%v: %v becomes %v", c, a, b)
		}
	}
	var added []backends.Backend // with a backend of this program after its last one, and another program
	ours := slices.IndexFunc(all, func(b backends.Backend) bool { return b.Describe().External != "" })
	added = append(append(append(added, all[:ours]...), newcomer{"new"}), all[ours:]...)
	added = append(added, newcomer{"program"})
	old, grown := newLooks(all), newLooks(added)
	for _, b := range all {
		c := backends.Contender{Backend: b.Describe().Name}
		if x, y := old.styleOf(c), grown.styleOf(c); x != y {
			t.Errorf("%v: %v becomes %v with newcomers", c, x, y)
		}
	}
	if len(all) > lastPlace/2 || lastPlace >= otherPlaces || (lastPlace+1)%len(colors) != 0 || (lastPlace+1)%marks() != 0 {
		t.Errorf("%d names in a list, the last place is %d, those of others begin at %d", len(all), lastPlace, otherPlaces)
	}
}

// newcomer is a backend that was added; "program" is one in a process of its own.
type newcomer struct{ name string }

func (n newcomer) Describe() nqueens.Description {
	d := nqueens.Description{Name: n.name, Engine: n.name}
	if n.name == "program" {
		d.External = n.name
	}
	return d
}
func (newcomer) Supports(nqueens.Request) error { return nil }
func (newcomer) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return nqueens.Outcome{}
}

// TestLooksDiffer checks that no two contenders of a chart look the same; contenders of different
// backends differ in colour while there are free colours, and those of one backend share its
// colour.
func TestLooksDiffer(t *testing.T) {
	l := newLooks(backends.All())
	var names []string
	for name := range l.backends {
		names = append(names, name)
	}
	slices.Sort(names)
	rapid.Check(t, func(t *rapid.T) {
		var all []backends.Contender
		for i := range rapid.IntRange(1, 40).Draw(t, "many") {
			all = append(all, backends.Contender{
				Backend:  rapid.OneOf(rapid.SampledFrom(names), rapid.StringMatching("[a-z]{1,3}")).Draw(t, fmt.Sprint("backend", i)),
				Encoding: rapid.SampledFrom([]string{"", "pairwise", "product", "asp", "opb"}).Draw(t, fmt.Sprint("encoding", i)),
				Threads:  rapid.SampledFrom([]int{0, 2, 6}).Draw(t, fmt.Sprint("threads", i)),
			})
		}
		looks := l.of(all)
		for i, a := range all {
			for _, b := range all[:i] {
				x, y := looks[a.String()], looks[b.String()]
				if a.String() != b.String() && reflect.DeepEqual(x, y) {
					t.Errorf("%v and %v look the same", a, b)
				}
				if (x.color == y.color) != (a.Backend == b.Backend) {
					t.Errorf("%v and %v: colours %v and %v", a, b, x.color, y.color)
				}
			}
		}
	})
}

// lab returns a colour in OKLab (Ottosson, 2020), seen by eyes whose cones respond as the matrix m states.
func lab(c color.Color, m [3][3]float64) (p [3]float64) {
	r, g, b, _ := c.RGBA()
	var in, seen [3]float64
	for i, v := range []uint32{r, g, b} {
		if u := float64(v) / 0xffff; u > 0.04045 {
			in[i] = math.Pow((u+0.055)/1.055, 2.4)
		} else {
			in[i] = u / 12.92
		}
	}
	for i, row := range m {
		seen[i] = max(0, row[0]*in[0]+row[1]*in[1]+row[2]*in[2])
	}
	long := math.Cbrt(0.4122214708*seen[0] + 0.5363325363*seen[1] + 0.0514459929*seen[2])
	middle := math.Cbrt(0.2119034982*seen[0] + 0.6806995451*seen[1] + 0.1073969566*seen[2])
	short := math.Cbrt(0.0883024619*seen[0] + 0.2817188376*seen[1] + 0.6299787005*seen[2])
	return [3]float64{
		0.2104542553*long + 0.7936177850*middle - 0.0040720468*short,
		1.9779984951*long - 2.4285922050*middle + 0.4505937099*short,
		0.0259040371*long + 0.7827717662*middle - 0.8086757660*short,
	}
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}

// TestLooksApart checks that all backends of the program in one chart differ in colour on a light
// and on a dark page, and in marker or dashes. A distance of 0.02 in OKLab is just noticeable. The
// bounds are smaller for eyes without green cones (Machado, Oliveira and Fernandes, 2009) and
// larger for the backends of the built-in plan.
func TestLooksApart(t *testing.T) {
	three := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	noGreen := [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}
	l := newLooks(backends.All())
	light := func(l look) color.Color { return l.color }
	dark := func(l look) color.Color { return l.dark }
	for _, eye := range []struct {
		what     string
		page     func(look) color.Color
		cones    [3][3]float64
		all, few float64 // least distances of all backends, and of those of the built-in plan
	}{
		{"light", light, three, 0.055, 0.1}, {"dark", dark, three, 0.055, 0.1},
		{"light, no green cones", light, noGreen, 0.025, 0.05}, {"dark, no green cones", dark, noGreen, 0.025, 0.05},
	} {
		least := func(names []string, bound float64) {
			for i, a := range names {
				for _, b := range names[:i] {
					x, y := l.styleOf(backends.Contender{Backend: a}), l.styleOf(backends.Contender{Backend: b})
					if len(l.backends) > len(colors) && x.color == y.color {
						continue // in one chart the second takes a free colour
					}
					if d := distance(lab(eye.page(x.look()), eye.cones), lab(eye.page(y.look()), eye.cones)); d < bound {
						t.Errorf("%s: %s and %s are %.3f apart, want %.3f", eye.what, a, b, d, bound)
					}
					if x.mark == y.mark {
						t.Errorf("%s and %s have one marker and dashes", a, b)
					}
				}
			}
		}
		var all []string
		for name := range l.backends {
			all = append(all, name)
		}
		slices.Sort(all)
		least(all, eye.all)
		least([]string{"bitmask", "dlx", "allsat", "branch", "gini", "gophersat", "gophersat-pb", "gophersat-models", "linear", "quadrant", "orbit", "construct", "min-conflicts"}, eye.few)
	}
	for i := range marks() {
		for k := range i {
			x, y := style{0, i}.look(), style{0, k}.look()
			if reflect.DeepEqual(x, y) {
				t.Errorf("marks %d and %d are one", i, k)
			}
			if k == i-1 && (reflect.DeepEqual(x.marker, y.marker) || reflect.DeepEqual(x.dashes, y.dashes)) {
				t.Errorf("marks %d and %d differ in one thing alone", i, k)
			}
		}
	}
}

// TestColoursStandOut checks that the colours have enough contrast with their pages.
func TestColoursStandOut(t *testing.T) {
	for i := range colors {
		l := lookOf(i)
		if c := contrast(l.color, color.White); c < 2 {
			t.Errorf("colour %d: contrast %.2f with a light page", i, c)
		}
		if c := contrast(l.dark, rgb(0x14171b)); c < 3 {
			t.Errorf("colour %d: contrast %.2f with a dark page", i, c)
		}
	}
}
