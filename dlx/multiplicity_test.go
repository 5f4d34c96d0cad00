package dlx

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomMultiplicities returns a random problem with multiplicities and costs.
func randomMultiplicities(t *testing.T, random *rand.Rand) *Problem {
	t.Helper()
	names := func(kind string, n int) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprint(kind, i))
		}
		return list
	}
	p, err := NewProblem(names("p", 1+random.IntN(5)), names("s", random.IntN(3)))
	if err != nil {
		t.Fatal(err)
	}
	everywhere := random.IntN(2) == 0 // an item in all options
	for range random.IntN(10) {
		var option []int
		for i := range p.NumItems() {
			if random.IntN(3) == 0 || i == 0 && everywhere {
				option = append(option, i)
			}
		}
		if len(option) == 0 {
			option = []int{random.IntN(p.NumItems())}
		}
		if err := p.AddOption(option...); err != nil {
			t.Fatal(err)
		}
	}
	for i := range p.NumPrimary() {
		least := random.IntN(4) - 1
		if least < 0 {
			continue // exactly once
		}
		if err := p.SetMultiplicity(i, least, least+random.IntN(5)); err != nil {
			t.Fatal(err)
		}
	}
	sign := random.IntN(3)
	for o := range p.NumOptions() {
		if err := p.SetCost(o, []int{random.IntN(5), -random.IntN(3), random.IntN(7) - 3}[sign]); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// trueCovers returns all covers and the lowest cost by trying every set of options that hold a
// primary item.
func trueCovers(p *Problem) (covers map[string]bool, cheapest int) {
	covers = map[string]bool{}
sets:
	for set := range 1 << p.NumOptions() {
		covered, cost, options := make([]int, p.NumItems()), 0, []int{}
		for o := range p.NumOptions() {
			if set>>o&1 == 0 {
				continue
			}
			if !p.hasPrimary(o) {
				continue sets
			}
			for _, i := range p.Option(o) {
				covered[i]++
			}
			cost += p.Cost(o)
			options = append(options, o)
		}
		for i, n := range covered {
			if least, most := p.Multiplicity(i); n < least || n > most {
				continue sets
			}
		}
		if len(covers) == 0 || cost < cheapest {
			cheapest = cost
		}
		covers[fmt.Sprint(options)] = true
	}
	return covers, cheapest
}

// Every set of options that covers each item within its bounds is found once, with and without
// threads, and Cheapest finds the lowest cost.
func TestMultiplicities(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var counting, cheapening work
	for range 4000 {
		p := randomMultiplicities(t, random)
		want, cheapest := trueCovers(p)
		found := map[string]bool{}
		search := p.NewSearch(Config{Engine: Cells, Threads: 1 + random.IntN(2)})
		for options := range search.Solutions(t.Context()) {
			text := fmt.Sprint(slices.Sorted(slices.Values(options)))
			if found[text] || !want[text] {
				t.Fatalf("%+v: %s is wrong, or comes again", p, text)
			}
			found[text] = true
		}
		n, err := search.Count(t.Context())
		if err != nil || len(found) != len(want) || n != uint64(len(want)) {
			t.Fatalf("%+v: %d found, %d counted, %v; there are %d", p, len(found), n, err, len(want))
		}
		counting.add(search)
		options, cost, err := search.Cheapest(t.Context())
		cheapening.add(search)
		if err != nil || (options == nil) != (len(want) == 0) {
			t.Fatalf("%+v: the cheapest is %v, %v", p, options, err)
		}
		if options != nil && (cost != cheapest || !want[fmt.Sprint(slices.Sorted(slices.Values(options)))]) {
			t.Fatalf("%+v: the cheapest is %v for %d, and %d is possible", p, options, cost, cheapest)
		}
	}
	if counting != (work{60497, 154591}) || cheapening != (work{29270, 90991}) {
		t.Errorf("%+v counting and %+v for the cheapest: if that is meant, it is another version", counting, cheapening)
	}
}

// work adds up the statistics of searches.
type work struct{ nodes, updates uint64 }

func (w *work) add(s *Search) {
	w.nodes += s.Stats().Nodes
	w.updates += s.Stats().Updates
}

// TestDominate lets a given number of queens attack every square (OEIS A002564), and finds the
// fewest queens (A075458). The bounds change only the number of nodes, so only the work shows that
// they are used.
func TestDominate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		n, queens       int
		covers          uint64
		counting, least work
	}{
		{4, 2, 12, work{11, 228}, work{56, 1327}},
		{5, 3, 186, work{174, 5936}, work{47, 1512}},
		{6, 3, 4, work{271, 11427}, work{102, 3878}},
		{7, 4, 86, work{6384, 317720}, work{491, 23460}},
	} {
		squares := test.n * test.n
		var names []string
		for s := range squares {
			names = append(names, fmt.Sprint(s))
		}
		p, err := NewProblem(append(names, "queens"), nil)
		must(t, err)
		for q := range squares {
			option := []int{squares}
			for s := range squares {
				if x, y := q%test.n-s%test.n, q/test.n-s/test.n; x == 0 || y == 0 || x == y || x == -y {
					option = append(option, s)
				}
			}
			must(t, p.AddOption(option...))
			must(t, p.SetMultiplicity(q, 1, squares))
		}
		must(t, p.SetMultiplicity(squares, test.queens, test.queens))
		var counting, least work
		search := p.NewSearch(Config{Engine: Cells})
		if n, err := search.Count(t.Context()); n != test.covers || err != nil {
			t.Errorf("%d queens dominate %d squares in %d ways, %v, not %d", test.queens, squares, n, err, test.covers)
		}
		counting.add(search)
		must(t, p.SetMultiplicity(squares, 0, squares))
		for o := range squares {
			must(t, p.SetCost(o, 3))
		}
		search = p.NewSearch(Config{Engine: Cells})
		if queens, cost, err := search.Cheapest(t.Context()); len(queens) != test.queens || cost != 3*test.queens || err != nil {
			t.Errorf("%d queens dominate %d squares for %d, %v", len(queens), squares, cost, err)
		}
		least.add(search)
		if counting != test.counting || least != test.least {
			t.Errorf("%d squares: %+v counting and %+v for the fewest, want %+v and %+v", squares, counting, least, test.counting, test.least)
		}
	}
}

// TestSetCost checks that an index which is not an option is rejected.
func TestSetCost(t *testing.T) {
	t.Parallel()
	p, err := NewProblem([]string{"a"}, nil)
	must(t, err)
	must(t, p.AddOption(0))
	must(t, p.SetCost(0, 7))
	for option, want := range map[int]string{-1: "no option has the index -1: they are 0 to 0", 1: "no option has the index 1: they are 0 to 0"} {
		if err := p.SetCost(option, 1); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if p.Cost(0) != 7 || p.Cost(1) != 0 {
		t.Errorf("costs %d and %d", p.Cost(0), p.Cost(1))
	}
}

// TestCellsEstimate checks the estimate for branches that are half done and completely done.
func TestCellsEstimate(t *testing.T) {
	t.Parallel()
	c := cells{branch: [][2]int{{1, 2}, {3, 4}, {4, 4}}}
	for level, want := range []float64{0, 0.5, 0.875, 0.96875} {
		if got := c.estimate(level); got != want {
			t.Errorf("level %d: %v, want %v", level, got, want)
		}
	}
}

// TestUpdatesByWidth checks that each item of an excluded option counts as one update.
func TestUpdatesByWidth(t *testing.T) {
	updates := func(width int) uint64 {
		names := []string{}
		for i := range 5 * (width - 1) { // each option has items of its own
			names = append(names, fmt.Sprint("own", i))
		}
		p, err := NewProblem([]string{"a"}, names)
		if err != nil {
			t.Fatal(err)
		}
		for o := range 5 {
			option := []int{0}
			for i := range width - 1 {
				option = append(option, 1+o*(width-1)+i)
			}
			if err := p.AddOption(option...); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.SetMultiplicity(0, 2, 3); err != nil {
			t.Fatal(err)
		}
		s := p.NewSearch(Config{Engine: Cells})
		if n, err := s.Count(t.Context()); err != nil || n != 20 {
			t.Fatalf("%d covers, %v", n, err)
		}
		return s.Stats().Updates
	}
	one := updates(1)
	for width := 2; width <= 9; width++ {
		if got := updates(width); one == 0 || got != uint64(width)*one {
			t.Errorf("options of %d items: %d updates, and %d of one", width, got, one)
		}
	}
}
