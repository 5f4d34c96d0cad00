package familytest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/family"
)

// BruteForce returns every solution by the rules alone: it puts pieces on the open squares in file
// order, and Attacks decides. It shares no code with any Model or engine.
func BruteForce(p nqueens.Problem) []nqueens.Solution {
	var found []nqueens.Solution
	var s nqueens.Solution
	board, kinds := p.Board(), append([]nqueens.Kind{{}}, p.Family.Kinds...)
	number, known := p.NumberOfPieces()
	var open []nqueens.Square
	closed := p.Closed()
	for i := range board.Size() {
		if sq := (nqueens.Square{File: i / board.Ranks, Rank: i % board.Ranks}); !closed[board.Index(sq)] {
			open = append(open, sq)
		}
	}
	var place func(from int)
	place = func(from int) {
		if (!known || len(s) == number) && p.Check(s) == nil {
			found = append(found, slices.Clone(s))
		}
		if known && len(s) == number {
			return
		}
		for i := from; i < len(open); i++ {
			if p.Family.Attacks != nil && slices.ContainsFunc(s, func(o nqueens.Placement) bool { return p.Family.Attacks(board, o.Square, open[i]) }) {
				continue
			}
			for _, kind := range kinds {
				s = append(s, nqueens.Placement{Square: open[i], Kind: kind.Letter})
				place(i + 1)
				s = s[:len(s)-1]
			}
		}
	}
	place(0)
	goal, best := p.Goal(), -1
	for _, s := range found {
		if best < 0 || goal.Better(p.Counted(s), best) {
			best = p.Counted(s)
		}
	}
	return slices.DeleteFunc(found, func(s nqueens.Solution) bool { return goal.Better(best, p.Counted(s)) })
}

// BruteForceSide returns the side of the largest board, at most most, on which BruteForce can be
// applied to the family. If attacks, or lines that hold one piece each, exclude little, there are
// many sets of squares; with many kinds there are many choices for each square.
func BruteForceSide(f *nqueens.Family, most int) int {
	switch {
	case len(f.Kinds) > 9:
		return 1
	case f.Attacks == nil || f.Board != nil:
		return min(most, 3)
	case !f.Rule.Permutes():
		return min(most, 4)
	}
	return most
}

// Numbered returns the problem with as many pieces as its board has ranks, if its family has an
// objective, which lines and clauses do not express.
func Numbered(p nqueens.Problem) nqueens.Problem {
	if p.Goal() != nqueens.NoGoal {
		p.Pieces = nqueens.Exactly(p.N)
	}
	return p
}

// Choose calls visit with each subset of placements that satisfies the model. It leaves a branch as
// soon as a line or a clause is violated.
func Choose(m *nqueens.Model, visit func(nqueens.Solution)) {
	var chosen nqueens.Solution
	in := make([]bool, len(m.Placements))
	through := make([][]int, len(in))            // the lines of each placement
	decides := make([][]nqueens.Clause, len(in)) // the clauses of which it is the last placement
	used, left := make([]int, len(m.Lines)), make([]int, len(m.Lines))
	for l, line := range m.Lines {
		left[l] = len(line.Placements)
		for _, i := range line.Placements {
			through[i] = append(through[i], l)
		}
	}
	for _, c := range m.Clauses {
		last := -1
		for _, l := range c.Literals {
			last = max(last, l.Placement())
		}
		if last >= 0 {
			decides[last] = append(decides[last], c)
		}
	}
	change := func(i, undecided, pieces int) {
		for _, l := range through[i] {
			left[l] += undecided
			used[l] += pieces
		}
	}
	broken := func(i int) bool {
		return slices.ContainsFunc(through[i], func(l int) bool {
			return used[l] > m.Lines[l].Max || used[l]+left[l] < m.Lines[l].Min
		}) || slices.ContainsFunc(decides[i], func(c nqueens.Clause) bool {
			return !slices.ContainsFunc(c.Literals, func(l nqueens.Literal) bool { return in[l.Placement()] == l.Positive() })
		})
	}
	var next func(i int)
	next = func(i int) {
		if i == len(in) {
			if _, ok := m.Holds(func(p int) bool { return in[p] }); ok {
				s := slices.Clone(chosen)
				s.Sort()
				visit(s)
			}
			return
		}
		change(i, -1, 0)
		if !broken(i) {
			next(i + 1)
		}
		in[i], chosen = true, append(chosen, m.Placements[i])
		change(i, 0, 1)
		if !broken(i) {
			next(i + 1)
		}
		in[i], chosen = false, chosen[:len(chosen)-1]
		change(i, 1, -1)
	}
	next(0)
}

// RandomProblem returns a problem with a few random pieces, squares and diagonals on a board of n
// files and ranks. They may contradict each other.
func RandomProblem(random *rand.Rand, f *nqueens.Family, n int) nqueens.Problem {
	p := nqueens.Problem{Family: f, N: n}
	square := func() nqueens.Square { return nqueens.Square{File: random.IntN(p.Board().Files), Rank: random.IntN(n)} }
	for random.IntN(3) == 0 {
		p.Given = append(p.Given, square())
	}
	for random.IntN(2) == 0 {
		p.Blocked = append(p.Blocked, square())
	}
	for random.IntN(3) == 0 {
		d := nqueens.Diagonal{Sum: random.IntN(2) == 0, Value: random.IntN(2*n - 1)}
		if !d.Sum {
			d.Value -= n - 1
		}
		p.Excluded = append(p.Excluded, d)
	}
	if f.Divide != nil && random.IntN(4) > 0 {
		p.Regions = RandomRegions(random, n)
	}
	return p
}

// RandomRegions returns n regions of an n × n board, not necessarily connected.
func RandomRegions(random *rand.Rand, n int) nqueens.Regions {
	board := nqueens.NByN(n)
	region := random.Perm(board.Size())
	for i, r := range region {
		if r >= n {
			region[i] = random.IntN(n)
		}
	}
	regions, err := nqueens.RegionsBySquare(board, region)
	if err != nil {
		panic(err)
	}
	return regions
}

// Parse parses the name of a problem of package family.
func Parse(t *testing.T, text string) nqueens.Problem {
	t.Helper()
	p, err := family.All().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
