package instance

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"nqueens"
)

// A distribution is the probability of each outcome, by its name.
type distribution map[string]float64

const stuck = "stuck"

// chiSquare returns the distance of counts from their expectation, in standard deviations of the
// normal distribution, by the cube-root transformation of E. B. Wilson and M. M. Hilferty, 1931.
func chiSquare(counts map[string]int, expected distribution, samples int) (deviation float64, degrees int) {
	sum, cells := 0.0, 0
	for outcome, p := range expected {
		mean := p * float64(samples)
		sum += (float64(counts[outcome]) - mean) * (float64(counts[outcome]) - mean) / mean
		cells++
	}
	k := float64(cells - 1)
	return (math.Cbrt(sum/k) - (1 - 2/(9*k))) / math.Sqrt(2/(9*k)), cells - 1
}

// setOf returns a name of an outcome whose order does not matter.
func setOf[T fmt.Stringer](list []T) string {
	var names []string
	for _, item := range list {
		names = append(names, item.String())
	}
	slices.Sort(names)
	return fmt.Sprint(names)
}

// TestDistributions draws from each generator with each kind of random numbers and compares the
// counts with the exact distribution of its definition. The seeds are fixed, so that the test
// cannot fail by chance.
func TestDistributions(t *testing.T) {
	t.Parallel()
	const samples = 40_000
	for _, c := range []struct {
		recipe   Recipe
		expected distribution
	}{
		{Recipe{Kind: Completion, N: 3, Size: 2}, completionLaw(3, 2)},
		{Recipe{Kind: Completion, N: 4, Size: 2}, completionLaw(4, 2)},
		{Recipe{Kind: Completion, N: 4, Size: 3}, completionLaw(4, 3)},
		{Recipe{Kind: ExcludedDiagonals, N: 3, Size: 2, Least: 1}, diagonalsLaw(3, 2, 1)},
		{Recipe{Kind: ExcludedDiagonals, N: 3, Size: 3, Least: 1}, diagonalsLaw(3, 3, 1)},
		{Recipe{Kind: ExcludedDiagonals, N: 4, Size: 2, Least: 3}, diagonalsLaw(4, 2, 3)},
		{Recipe{Kind: Blocked, N: 3, Size: 3, Least: 2}, blockedLaw(3, 3, 2)},
		{Recipe{Kind: Blocked, N: 3, Size: 4, Least: 1}, blockedLaw(3, 4, 1)},
		{Recipe{Kind: Blocked, N: 4, Size: 4, Least: 3}, blockedLaw(4, 4, 3)},
		{Recipe{Kind: Blocked, N: 3, Size: 6, Least: 1}, blockedLaw(3, 6, 1)}, // which often starts again
	} {
		total := 0.0
		for _, p := range c.expected {
			total += p
		}
		if math.Abs(total-1) > 1e-9 {
			t.Fatalf("%+v: the law sums to %v", c.recipe, total)
		}
		for name, random := range map[string]Random{"own": NewRandom(11), "python": NewPython(11)} {
			counts := map[string]int{}
			for range samples {
				counts[outcome(t, c.recipe, random)]++
			}
			for o := range counts {
				if c.expected[o] == 0 {
					t.Errorf("%s, %+v: %s cannot happen", name, c.recipe, o)
				}
			}
			deviation, degrees := chiSquare(counts, c.expected, samples)
			if math.Abs(deviation) > 4 {
				t.Errorf("%s, %+v: %.1f standard deviations from the law (%d degrees of freedom)", name, c.recipe, deviation, degrees)
			}
		}
	}
}

// outcome draws once. For excluded diagonals the order matters.
func outcome(t *testing.T, r Recipe, random Random) string {
	var p nqueens.Problem
	var err error
	switch r.Kind {
	case Completion:
		p, err = RandomCompletion(random, r.N, r.Size)
	case Blocked:
		p, err = RandomBlocked(t.Context(), random, r.N, r.Size, r.Least)
	default:
		if p, err = RandomDiagonals(random, r.N, r.Least); err == nil {
			p, err = FirstDiagonals(p, r.Size)
		}
	}
	if gaveUp := new(GaveUp); errors.As(err, &gaveUp) {
		return stuck
	}
	if err != nil {
		t.Fatal(err)
	}
	switch r.Kind {
	case Completion:
		return setOf(p.Given)
	case Blocked:
		return setOf(p.Blocked)
	}
	return fmt.Sprint(p.Excluded)
}

// completionLaw returns the exact distribution of RandomCompletion. It computes, for each attempt,
// the probability of every set of queens.
func completionLaw(n, queens int) distribution {
	law := distribution{}
	type state struct {
		likely float64
		placed []nqueens.Square
	}
	states := map[string]state{"[]": {1, nil}}
	for range n * n {
		next := map[string]state{}
		add := func(likely float64, placed []nqueens.Square) {
			if len(placed) == queens {
				law[setOf(placed)] += likely
				return
			}
			name := setOf(placed)
			next[name] = state{next[name].likely + likely, placed}
		}
		for _, s := range states {
			left := n - len(s.placed)
			each := s.likely / float64(left*left)
			for file := range n {
				for rank := range n {
					sq := nqueens.Square{File: file, Rank: rank}
					onLine := slices.ContainsFunc(s.placed, func(q nqueens.Square) bool { return q.File == file || q.Rank == rank })
					onDiagonal := slices.ContainsFunc(s.placed, func(q nqueens.Square) bool {
						return q.File-q.Rank == file-rank || q.File+q.Rank == file+rank
					})
					switch {
					case onLine: // not among the choices
					case onDiagonal:
						add(each, s.placed)
					default:
						add(each, append(slices.Clone(s.placed), sq))
					}
				}
			}
		}
		states = next
	}
	for _, s := range states {
		law[stuck] += s.likely
	}
	return law
}

// diagonalsLaw returns the exact distribution of RandomDiagonals. Diagonals are numbered: sums from
// 0, then differences.
func diagonalsLaw(n, d, least int) distribution {
	type state struct {
		left     uint32 // a bit for each diagonal that has not been tried
		excluded string // their numbers, one byte each
	}
	kind := 2*n - 1
	named := func(excluded string) (list []nqueens.Diagonal) {
		for _, number := range []byte(excluded) {
			diag := nqueens.Diagonal{Sum: true, Value: int(number)}
			if int(number) >= kind {
				diag = nqueens.Diagonal{Value: int(number) - kind - n + 1}
			}
			list = append(list, diag)
		}
		return list
	}
	allowed := map[string]bool{}
	law := distribution{}
	states := map[state]float64{{left: 1<<(2*kind) - 1}: 1}
	for range 2 * kind {
		next := map[state]float64{}
		for s, likely := range states {
			sums := bits.OnesCount32(s.left & (1<<kind - 1))
			differences := bits.OnesCount32(s.left >> kind)
			if sums > 0 && differences > 0 {
				likely /= 2 // the coin
			}
			for number := range 2 * kind {
				if s.left>>number&1 == 0 {
					continue
				}
				among := sums
				if number >= kind {
					among = differences
				}
				to := state{s.left &^ (1 << number), s.excluded + string([]byte{byte(number)})}
				fits, known := allowed[to.excluded]
				if !known {
					fits = openEnough(n, named(to.excluded), least)
					allowed[to.excluded] = fits
				}
				switch {
				case !fits:
					to.excluded = s.excluded
					next[to] += likely / float64(among)
				case len(to.excluded) == d:
					law[fmt.Sprint(named(to.excluded))] += likely / float64(among)
				default:
					next[to] += likely / float64(among)
				}
			}
		}
		states = next
	}
	for _, likely := range states {
		law[stuck] += likely
	}
	return law
}

// openEnough reports whether every row and column has at least least open squares.
func openEnough(n int, excluded []nqueens.Diagonal, least int) bool {
	closed := nqueens.Problem{Family: queens, N: n, Excluded: excluded}.Closed()
	for i := range n {
		row, column := 0, 0
		for j := range n {
			if !closed[i*n+j] {
				row++
			}
			if !closed[j*n+i] {
				column++
			}
		}
		if row < least || column < least {
			return false
		}
	}
	return true
}

// blockedLaw returns the exact distribution of RandomBlocked. A skipped square stays skipped, so
// each next square is uniformly distributed among those that may be blocked. The 1000 attempts are
// treated as unlimited.
func blockedLaw(n, blocks, least int) distribution {
	law := distribution{}
	type state struct {
		likely  float64
		blocked []nqueens.Square
	}
	states := map[string]state{"[]": {1, nil}}
	for range blocks {
		next := map[string]state{}
		for _, s := range states {
			var free []nqueens.Square
			for i := range n * n {
				sq := nqueens.Square{File: i % n, Rank: i / n}
				row, column := 0, 0
				for _, b := range s.blocked {
					if b.Rank == sq.Rank {
						row++
					}
					if b.File == sq.File {
						column++
					}
				}
				if !slices.Contains(s.blocked, sq) && n-row > least && n-column > least {
					free = append(free, sq)
				}
			}
			for _, sq := range free {
				blocked := append(slices.Clone(s.blocked), sq)
				name := setOf(blocked)
				next[name] = state{next[name].likely + s.likely/float64(len(free)), blocked}
			}
		}
		states = next
	}
	total := 0.0
	for _, s := range states {
		total += s.likely
	}
	for name, s := range states {
		law[name] = s.likely / total
	}
	return law
}
