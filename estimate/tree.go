package estimate

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"nqueens"
)

// A tree is a search tree in which each solution of a model is one leaf at the bottom. A node is a
// partial choice. Its branches fill one line that still needs placements, the line with the fewest
// ways left. Each branch is the first placement of the line that is chosen. If no line needs
// placements, a branch chooses one placement or excludes it.
type tree struct {
	words   int        // of a set of placements
	against [][]uint64 // by placement: the placements that exclude it, including itself
	lines   []line
	of      [][]int32 // by placement: its lines
	root    node
	logs    []float64 // logarithms of numbers of placements
}

// A line is a line of the model that needs placements or allows more than one. Other lines are in
// against.
type line struct {
	placements []int32
	set        []uint64
}

// A node is a partial choice: the free placements, and for each line how many of its placements are
// free, how many more it needs and how many more it allows.
type node struct {
	free             []uint64
	open, need, room []int32
}

// newTree returns the tree of a model.
func newTree(m *nqueens.Model) (*tree, error) {
	switch {
	case m.Auxiliaries > 0, len(m.Sums) > 0:
		return nil, errors.New("estimates need a board, whose constraints are lines, not a formula")
	case m.Objective.Goal != nqueens.NoGoal:
		return nil, fmt.Errorf("estimates count all solutions, not those with the %v pieces: give a number of pieces, as in --pieces 5", m.Objective.Goal)
	}
	n := len(m.Placements)
	t := &tree{words: (n + 63) / 64, of: make([][]int32, n)}
	t.root.free = make([]uint64, t.words)
	for i := range n {
		add(t.root.free, i)
		t.against = append(t.against, make([]uint64, t.words))
		add(t.against[i], i)
	}
	for _, l := range m.Lines {
		t.line(l)
	}
	for _, c := range m.Clauses {
		negative := func(l nqueens.Literal) bool { return !l.Positive() }
		var placements []int
		for _, l := range c.Literals {
			placements = append(placements, l.Placement())
		}
		switch {
		case !slices.ContainsFunc(c.Literals, negative):
			t.line(nqueens.Line{Min: 1, Max: len(placements), Placements: placements})
		case len(placements) == 2 && negative(c.Literals[0]) && negative(c.Literals[1]):
			t.line(nqueens.Line{Max: 1, Placements: placements})
		default:
			return nil, fmt.Errorf("estimates support constraints on lines and pairs only; this problem also has: %s", c.Name)
		}
	}
	for i := range n + 1 {
		t.logs = append(t.logs, math.Log(float64(i)))
	}
	for l, room := range t.root.room {
		if room == 0 {
			t.remove(&t.root, t.lines[l].set)
		}
	}
	return t, nil
}

// add adds a placement to a set.
func add(set []uint64, placement int) { set[placement/64] |= 1 << (placement % 64) }

// line adds a line of the model.
func (t *tree) line(l nqueens.Line) {
	if l.Trivial() {
		return
	}
	added := line{set: make([]uint64, t.words)}
	for _, p := range l.Placements {
		added.placements = append(added.placements, int32(p))
		add(added.set, p)
	}
	if l.Max == 1 {
		for _, p := range l.Placements {
			for w, word := range added.set {
				t.against[p][w] |= word
			}
		}
		if l.Min <= 0 {
			return
		}
	}
	for _, p := range l.Placements {
		t.of[p] = append(t.of[p], int32(len(t.lines)))
	}
	t.lines = append(t.lines, added)
	t.root.open = append(t.root.open, int32(len(l.Placements)))
	t.root.need = append(t.root.need, int32(max(0, l.Min)))
	t.root.room = append(t.root.room, int32(min(l.Max, len(l.Placements))))
}

// branches appends the options of a node: in each branch one option is chosen and those before it
// are excluded. If either is true, there is one option, which is either chosen or excluded.
func (t *tree) branches(n *node, options []int32) (_ []int32, either bool) {
	best, fewest := -1, int32(math.MaxInt32)
	for l, need := range n.need {
		if need > 0 && n.open[l]-need < fewest {
			best, fewest = l, n.open[l]-need
		}
	}
	if best < 0 {
		for w, word := range n.free {
			if word != 0 {
				return append(options, int32(64*w+bits.TrailingZeros64(word))), true
			}
		}
		return options, false
	}
	all := len(options) + int(fewest) + 1
	for _, p := range t.lines[best].placements {
		if len(options) < all && n.free[p/64]>>(p%64)&1 != 0 {
			options = append(options, p)
		}
	}
	return options, false
}

// leave excludes placements. leave, choose, remove and lose report whether every line can still
// have as many placements as it needs.
func (t *tree) leave(n *node, placements []int32) bool {
	for _, p := range placements {
		n.free[p/64] &^= 1 << (p % 64)
		if !t.lose(n, p) {
			return false
		}
	}
	return true
}

// choose chooses a placement and excludes those that conflict with it.
func (t *tree) choose(n *node, placement int32) bool {
	n.free[placement/64] &^= 1 << (placement % 64)
	for _, l := range t.of[placement] {
		n.open[l]--
		n.room[l]--
		n.need[l] = max(0, n.need[l]-1)
	}
	if !t.remove(n, t.against[placement]) {
		return false
	}
	for _, l := range t.of[placement] {
		if n.room[l] == 0 && !t.remove(n, t.lines[l].set) {
			return false
		}
	}
	return true
}

// remove excludes a set of placements.
func (t *tree) remove(n *node, set []uint64) bool {
	for w, word := range set {
		gone := word & n.free[w]
		n.free[w] &^= word
		for ; gone != 0; gone &= gone - 1 {
			if !t.lose(n, int32(64*w+bits.TrailingZeros64(gone))) {
				return false
			}
		}
	}
	return true
}

// lose updates the lines of a placement that is no longer free.
func (t *tree) lose(n *node, placement int32) bool {
	for _, l := range t.of[placement] {
		if n.open[l]--; n.open[l] < n.need[l] {
			return false
		}
	}
	return true
}

// promise returns an estimate of the logarithm of the number of solutions below a node, up to a
// term that all nodes of a level share. It multiplies the numbers of ways to fill each line alone,
// and takes a power below one because each placement is on several lines. For queens, powers from
// 0.3 to 0.6 give about the same variance, others more.
func (t *tree) promise(n *node) float64 {
	const power = 0.4
	guess := 0.0
	for l, need := range n.need {
		switch {
		case need == 1:
			guess += t.logs[n.open[l]]
		case need > 1:
			guess += logChoose(int(n.open[l]), int(need))
		}
	}
	return power * guess
}

// logChoose returns the logarithm of a binomial coefficient.
func logChoose(n, k int) float64 {
	logFactorial := func(x int) float64 {
		log, _ := math.Lgamma(float64(x + 1))
		return log
	}
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}

// impossible reports whether a line cannot be filled at the root.
func (t *tree) impossible() bool {
	for l, need := range t.root.need {
		if t.root.open[l] < need {
			return true
		}
	}
	return false
}

// blank returns a node with allocated slices.
func (t *tree) blank() node {
	counts, l := make([]int32, 3*len(t.lines)), len(t.lines)
	return node{make([]uint64, t.words), counts[:l:l], counts[l : 2*l : 2*l], counts[2*l:]}
}

func (n *node) set(to *node) {
	copy(n.free, to.free)
	copy(n.open, to.open)
	copy(n.need, to.need)
	copy(n.room, to.room)
}
