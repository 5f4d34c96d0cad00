package dlx_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens/dlx"
)

var (
	choices = []dlx.Choice{dlx.MRV, dlx.FirstItem, dlx.Sharp, dlx.Degree}
	engines = []dlx.Engine{dlx.Dancing, dlx.Bits}
)

// randomProblem returns a random problem that is small enough to try all sets of options. Some
// names begin with #, some options have only secondary items, some occur twice. One problem in
// three has long options, and one in two has colours.
func randomProblem(tb testing.TB, rng *rand.Rand) *dlx.Problem {
	tb.Helper()
	var groups [2][]string
	sizes := [2]int{rng.IntN(7), rng.IntN(4)}
	for g, size := range sizes {
		for i := range size {
			groups[g] = append(groups[g], []string{"", "#"}[rng.IntN(2)]+fmt.Sprint(g, "-", i))
		}
	}
	p, err := dlx.NewProblem(groups[0], groups[1])
	if err != nil {
		tb.Fatal(err)
	}
	items := p.NumItems()
	if items == 0 {
		return p
	}
	longest := min(3, items)
	if rng.IntN(3) == 0 {
		longest = items
	}
	coloured := rng.IntN(2) == 0
	for range rng.IntN(13) {
		option := rng.Perm(items)[:1+rng.IntN(longest)]
		var colours []string
		if coloured {
			for _, i := range option {
				shade := ""
				if i >= len(groups[0]) {
					shade = []string{"", "red", "blue"}[rng.IntN(3)]
				}
				colours = append(colours, shade)
			}
		}
		if err := p.AddColouredOption(option, colours); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

// bruteForce returns the solutions, each as sorted options, by trying every set of options.
func bruteForce(p *dlx.Problem) (solutions [][]int) {
	for set := range 1 << p.NumOptions() {
		times := make([]int, p.NumItems())
		colour := make([]string, p.NumItems())
		var options []int
		ok := true
		for o := range p.NumOptions() {
			if set>>o&1 == 0 {
				continue
			}
			options = append(options, o)
			ok = ok && slices.Min(p.Option(o)) < p.NumPrimary()
			for k, i := range p.Option(o) {
				ok = ok && (times[i] == 0 || colour[i] != "" && p.Colour(o, k) == colour[i])
				colour[i] = p.Colour(o, k)
				times[i]++
			}
		}
		for _, n := range times[:p.NumPrimary()] {
			ok = ok && n == 1
		}
		if ok {
			solutions = append(solutions, options)
		}
	}
	return solutions
}

// A reference runs the same search on plain sets of options, and counts nodes and updates by their
// definition.
type reference struct {
	*dlx.Problem
	choice dlx.Choice
	levels []dlx.LevelStats
}

// colour returns the colour that an option gives to an item, and whether it has the item.
func (r *reference) colour(option, item int) (colour string, has bool) {
	k := slices.Index(r.Option(option), item)
	if k < 0 {
		return "", false
	}
	return r.Colour(option, k), true
}

// visit searches with the given options still possible, the given primary items still to be covered,
// and the given items settled by colours.
func (r *reference) visit(level int, options, open []int, settled map[int]bool) (solutions uint64) {
	if level == len(r.levels) {
		r.levels = append(r.levels, dlx.LevelStats{})
	}
	r.levels[level].Nodes++
	if len(open) == 0 {
		return 1
	}
	with := func(item int) (result []int) {
		for _, o := range options {
			if slices.Contains(r.Option(o), item) && !settled[item] {
				result = append(result, o)
			}
		}
		return result
	}
	// The items of an option other than the one that removes it are updated, unless they are settled.
	changes := func(option, by int, settled map[int]bool) (n uint64) {
		for _, i := range r.Option(option) {
			if i != by && !settled[i] {
				n++
			}
		}
		return n
	}
	// Smaller rank goes first; open is in the order of the items.
	rank := func(item int) int {
		size := len(with(item))
		switch {
		case r.choice == dlx.FirstItem:
			return 0
		case r.choice == dlx.Sharp && size > 1 && r.ItemName(item)[0] != '#':
			return 1000 + size
		case r.choice == dlx.Degree:
			rivals := 0
			for _, o := range with(item) {
				for _, other := range r.Option(o) {
					if other != item {
						rivals += len(with(other))
					}
				}
			}
			return 1000*size - rivals
		}
		return size
	}
	best := open[0]
	for _, item := range open {
		if rank(item) < rank(best) {
			best = item
		}
	}
	updates := uint64(1)
	for _, o := range with(best) {
		updates += changes(o, best, settled)
	}
	for _, chosen := range with(best) {
		left := slices.DeleteFunc(slices.Clone(options), func(o int) bool { return slices.Contains(r.Option(o), best) })
		settled := maps.Clone(settled)
		items := r.Option(chosen)
		at := slices.Index(items, best)
		for _, item := range slices.Concat(items[at+1:], items[:at]) {
			shade, _ := r.colour(chosen, item)
			switch {
			case shade == "":
				updates++
			case settled[item]:
				continue
			default:
				settled[item] = true
			}
			left = slices.DeleteFunc(left, func(o int) bool {
				other, has := r.colour(o, item)
				if !has || other != "" && other == shade {
					return false
				}
				updates += changes(o, item, settled)
				return true
			})
		}
		var rest []int
		for _, item := range open {
			if !slices.Contains(r.Option(chosen), item) {
				rest = append(rest, item)
			}
		}
		solutions += r.visit(level+1, left, rest, settled)
	}
	r.levels[level].Updates += updates
	return solutions
}

// TestAgainstReference compares solutions with brute force, and the search tree
// of each engine with the reference, level by level.
func TestAgainstReference(t *testing.T) {
	for seed := range uint64(1500) {
		p := randomProblem(t, rand.New(rand.NewPCG(seed, 1)))
		want := bruteForce(p)
		for _, choice := range choices {
			r := reference{Problem: p, choice: choice}
			var options, open []int
			for o := range p.NumOptions() {
				if slices.Min(p.Option(o)) < p.NumPrimary() {
					options = append(options, o)
				}
			}
			for i := range p.NumPrimary() {
				open = append(open, i)
			}
			solutions := r.visit(0, options, open, map[int]bool{})
			if solutions != uint64(len(want)) {
				t.Fatalf("seed %d, %v: %d solutions in the reference, %d by brute force", seed, choice, solutions, len(want))
			}
			for _, engine := range engines {
				levels := slices.Clone(r.levels)
				if engine == dlx.Bits && choice != dlx.Degree {
					for i := range levels {
						levels[i].Updates = 0
					}
				}
				s := p.NewSearch(dlx.Config{Choice: choice, Engine: engine})
				var got [][]int
				for solution := range s.Solutions(context.Background()) {
					got = append(got, slices.Sorted(slices.Values(solution)))
				}
				for _, solutions := range [][][]int{got, want} {
					slices.SortFunc(solutions, slices.Compare[[]int])
				}
				if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
					t.Fatalf("seed %d, %v, %v: solutions %v, want %v", seed, choice, engine, got, want)
				}
				st := s.Stats()
				if st.Solutions != solutions || !slices.Equal(st.Levels, levels) {
					t.Fatalf("seed %d, %v, %v: statistics %+v, want %d solutions and %+v",
						seed, choice, engine, st, solutions, levels)
				}
				var sum dlx.LevelStats
				for _, l := range st.Levels {
					sum.Nodes += l.Nodes
					sum.Updates += l.Updates
				}
				if st.Nodes != sum.Nodes || st.Updates != sum.Updates {
					t.Fatalf("seed %d, %v, %v: the levels of %+v do not add up", seed, choice, engine, st)
				}
			}
		}
	}
}
