package dlx

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// randomGroups returns words in which about one bit in 2 to the power of sparse is set.
func randomGroups(rng *rand.Rand, n, sparse int) []group {
	groups := make([]group, n)
	for i := range groups {
		for k := range groups[i] {
			w := rng.Uint64()
			for range sparse - 1 {
				w &= rng.Uint64()
			}
			groups[i][k] = w
		}
	}
	return groups
}

// count agrees with its definition for each bit.
func TestGroupCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		g := randomGroups(rng, 1, 1+rng.IntN(4))[0]
		ones, twos, more := g.count()
		for bit := range 64 {
			n := 0
			for _, w := range g {
				n += int(w >> bit & 1)
			}
			got := int(ones>>bit&1 + 2*(twos>>bit&1))
			if many := more>>bit&1 == 1; many != (n > 3) || !many && got != n {
				t.Fatalf("%v, bit %d: %d and many %v, want %d", g, bit, got, many, n)
			}
		}
	}
}

// smallSize returns the smallest size and the items of that size.
func TestSmallSize(t *testing.T) {
	t.Parallel()
	const two, three, more = 1 << 3, 1 << 5, 1 << 60
	for _, test := range []struct {
		items, want uint64
		size        int
	}{
		{two | three | more, two, 2}, {three | more, three, 3}, {more, more, many}, {0, 0, 99},
	} {
		if size, items := smallSize(test.items, three|more, more); size != test.size || items != test.want {
			t.Errorf("%b: size %d of %b, want %d of %b", test.items, size, items, test.size, test.want)
		}
	}
}

// The assembly kernels return the same results as the portable code.
func TestKernels(t *testing.T) {
	if !hasKernels {
		t.Skip("this machine has no AVX2")
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 500 {
		n := 1 + rng.IntN(9)
		state, keep := randomGroups(rng, n, 1+rng.IntN(5)), randomGroups(rng, n, 1+rng.IntN(5))
		child, want := make([]group, n), make([]group, n)
		some := uint64(0)
		for i := range want {
			some |= want[i].and(&state[i], &keep[i])
		}
		if got := andGroups(&child[0], &state[0], &keep[0], n); got != some || !reflect.DeepEqual(child, want) {
			t.Fatalf("round %d, %d groups: andGroups gives %x and %x, want %x and %x", round, n, got, child, some, want)
		}
		fast, slow := bitSearch{kernels: true, table: &table{}}, bitSearch{table: &table{}}
		fast.now, slow.now = state, state
		s := &block{groups: n}
		o, m, w := fast.count(s)
		o2, m2, w2 := slow.count(s)
		if w != w2 || (o^o2)&^w != 0 || (m^m2)&^w != 0 {
			t.Fatalf("round %d, %d groups: %x %x %x, want %x %x %x", round, n, o, m, w, o2, m2, w2)
		}
	}
}

// A search visits the same nodes with and without assembly, on random problems with up to 32 items
// and with more, which use different kernels.
func TestSearchWithoutKernels(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		var names []string
		for i := range 4 + rng.IntN(40) {
			names = append(names, fmt.Sprint(i))
		}
		primary := 4 + rng.IntN(len(names)-3)
		p, err := NewProblem(names[:primary], names[primary:])
		if err != nil {
			t.Fatal(err)
		}
		for range 3 * primary {
			if err := p.AddOption(rng.Perm(len(names))[:1+rng.IntN(4)]...); err != nil {
				t.Fatal(err)
			}
		}
		table, err := newTable(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		var found [2][][]int
		var walks [2]walk
		var widths [2][]int // estimates of progress are computed from widths
		for i, kernels := range []bool{false, hasKernels} {
			v := newBitSearch(table, MRV)
			v.kernels = kernels
			v.search(walk{ctx: t.Context(), yield: func(options []int) bool {
				found[i] = append(found[i], append([]int(nil), options...))
				return len(found[i]) < 5000
			}})
			walks[i], widths[i] = v.walk, v.widths
		}
		if !reflect.DeepEqual(found[0], found[1]) || len(found[0]) < 5000 && !reflect.DeepEqual(walks[0].levels, walks[1].levels) || !slices.Equal(widths[0], widths[1]) {
			t.Fatalf("seed %d: %d solutions, %v, and without kernels %d, %v", seed, len(found[1]), walks[1].levels, len(found[0]), walks[0].levels)
		}
	}
}

// BenchmarkKernels times one group of eight words, the state of 14 queens.
func BenchmarkKernels(b *testing.B) {
	rng := rand.New(rand.NewPCG(8, 9))
	state, keep := randomGroups(rng, 16, 2), randomGroups(rng, 16, 1)
	child := make([]group, 16)
	for _, n := range []int{1, 4, 16} {
		for _, kernels := range []bool{false, hasKernels} {
			v := bitSearch{kernels: kernels, table: &table{}, now: state[:n]}
			s := &block{groups: n}
			name := fmt.Sprintf("%d/%s", n, map[bool]string{false: "portable", true: "assembly"}[kernels])
			b.Run("and/"+name, func(b *testing.B) {
				for b.Loop() {
					if kernels {
						andGroups(&child[0], &state[0], &keep[0], n)
						continue
					}
					for i := range n {
						child[i].and(&state[i], &keep[i])
					}
				}
			})
			b.Run("count/"+name, func(b *testing.B) {
				for b.Loop() {
					v.count(s)
				}
			})
		}
	}
}

// odometer returns a problem with the given number of wheels, each of which shows one of the given
// number of digits.
func odometer(t *testing.T, wheels, digits int) *Problem {
	t.Helper()
	var items []string
	for i := range wheels {
		items = append(items, fmt.Sprint("wheel ", i))
	}
	p, err := NewProblem(items, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range wheels * digits {
		if err := p.AddOption(i / digits); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// The stack grows if many levels have many options, in every kind of walk.
func TestDeepAndWide(t *testing.T) {
	const wheels, digits, wanted = 12, 7, 1000
	p := odometer(t, wheels, digits)
	for _, choice := range []Choice{MRV, FirstItem} {
		for _, kernels := range []bool{false, hasKernels} {
			table, err := newTable(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			v := newBitSearch(table, choice)
			v.kernels = kernels
			seen := map[string]bool{}
			v.search(walk{ctx: t.Context(), yield: func(options []int) bool {
				seen[fmt.Sprint(options)] = len(options) == wheels
				return len(seen) < wanted
			}})
			if len(seen) != wanted {
				t.Errorf("%v, kernels %v: %d solutions, want %d", choice, kernels, len(seen), wanted)
			}
		}
	}
}

// TestEstimates checks that after each of nine equally large branches the estimate is the fraction
// of solutions found.
func TestEstimates(t *testing.T) {
	t.Parallel()
	p := odometer(t, 2, 3)
	for _, name := range []Engine{Dancing, Bits, Cells} {
		e, err := p.NewSearch(Config{Engine: name}).engine(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var got []float64
		e.search(walk{ctx: t.Context(), yield: func([]int) bool {
			switch e := e.(type) {
			case *dance:
				got = append(got, math.Round(1e6*9*e.estimate(2))/1e6)
			case *bitSearch:
				got = append(got, math.Round(1e6*9*e.estimate())/1e6)
			case *cells:
				got = append(got, math.Round(1e6*9*e.estimate(2))/1e6)
			}
			return true
		}})
		if want := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}; !slices.Equal(got, want) {
			t.Errorf("%v: %v ninths", name, got)
		}
	}
}

// divide finds a level to share for each kind of walk.
func TestDivide(t *testing.T) {
	p := odometer(t, 5, 6)
	for _, c := range []Config{{Engine: Dancing}, {Engine: Bits}, {Engine: Bits, Choice: FirstItem}} {
		e, err := p.NewSearch(c).engine(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d, err := divide(t.Context(), e, 2)
		if err != nil || d == nil || d.nodes < 2*subtreesPerThread {
			t.Errorf("%v by %v: %+v, %v", c.Engine, c.Choice, d, err)
		}
	}
	e, err := odometer(t, 3, 16).NewSearch(Config{Engine: Dancing}).engine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d, err := divide(t.Context(), e, 1); err != nil || d == nil || d.level != 2 || d.nodes != subtreesPerThread {
		t.Errorf("where there are just enough: %+v, %v", d, err)
	}
}
