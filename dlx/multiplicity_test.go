package dlx

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomMultiplicities is a problem whose items are covered any number of times, and whose
// options cost something.
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

// trueCovers tries every set of options that hold a primary item.
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

// Every set of options that covers each item as often as it is to be comes once, with
// threads and without, and the cheapest of them is found.
func TestMultiplicities(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
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
		options, cost, err := search.Cheapest(t.Context())
		if err != nil || (options == nil) != (len(want) == 0) {
			t.Fatalf("%+v: the cheapest is %v, %v", p, options, err)
		}
		if options != nil && (cost != cheapest || !want[fmt.Sprint(slices.Sorted(slices.Values(options)))]) {
			t.Fatalf("%+v: the cheapest is %v for %d, and %d is possible", p, options, cost, cheapest)
		}
	}
}

// TestUpdatesByWidth: each item of an option that is left out is an update, however many there are.
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
