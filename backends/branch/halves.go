package branch

import "math/bits"

// weights are weightings of squares: each pair has the value of a square of the first army and that
// of a square of the second army. If each army has k squares, the total value of all squares is k
// times the sum of the pair. This total is at most the sum of the values of all diagonals of one
// direction, where a diagonal has the larger of its two possible values. Equal weights alone do not
// exclude assignments that give one army many squares and the other few: on 11 × 11 they leave 100
// times as many nodes.
var weights = [...][2]int{{1, 1}, {2, 1}, {1, 2}, {1, 0}, {0, 1}}

// worth is the total value of the squares of both armies, for each of the weights.
type worth [len(weights)]int

// of returns the total value of this many squares of the first and of the second army.
func of(first, second int) (w worth) {
	for i, weight := range weights {
		w[i] = weight[0]*first + weight[1]*second
	}
	return w
}

// add adds the value of a diagonal on which either the first army has first squares or the second army has
// second squares: for each of the weights, the larger of the two values.
func (w *worth) add(first, second int) {
	for i, weight := range weights {
		w[i] += max(weight[0]*first, weight[1]*second)
	}
}

func (w worth) plus(v worth) worth {
	for i := range w {
		w[i] += v[i]
	}
	return w
}

func (w worth) minus(v worth) worth {
	for i := range w {
		w[i] -= v[i]
	}
	return w
}

// least returns, for each of the weights, the smaller of the two values.
func (w worth) least(v worth) worth {
	for i := range w {
		w[i] = min(w[i], v[i])
	}
	return w
}

// reaches reports whether w is at least v for each of the weights.
func (w worth) reaches(v worth) bool {
	for i := range w {
		if w[i] < v[i] {
			return false
		}
	}
	return true
}

// crossing is a diagonal of one direction, for squares of one colour of the chessboard: the files
// in which each army has a square on it, according to the ranks.
type crossing struct {
	direction, colour int
	open              [2]uint64
}

// cross computes the crossings if the first army has these ranks.
func (a *armies) cross(ranks uint64) {
	n := a.files + a.ranks
	list := make([]crossing, 2*n)
	for army := range 2 {
		for rank, open := range a.open[army] {
			if ranks>>rank&1 != uint64(1-army) {
				continue
			}
			for ; open != 0; open &= open - 1 {
				file := bits.TrailingZeros64(open)
				for direction, d := range [2]int{file + rank, n + file - rank + a.ranks} {
					list[d].direction, list[d].colour = direction, (file+rank)&1
					list[d].open[army] |= 1 << file
				}
			}
		}
	}
	a.crossings = a.crossings[:0]
	for _, c := range list {
		if c.open[0]|c.open[1] != 0 {
			a.crossings = append(a.crossings, c)
		}
	}
}

// most returns, for each colour of the chessboard, an upper bound on the value of the squares of
// both armies if the first army has these files.
func (a *armies) most(files uint64) [2]worth {
	var by [2][2]worth // by direction, then colour
	for i := range a.crossings {
		c := &a.crossings[i]
		by[c.direction][c.colour].add(bits.OnesCount64(c.open[0]&files), bits.OnesCount64(c.open[1]&^files))
	}
	return [2]worth{by[0][0].least(by[1][0]), by[0][1].least(by[1][1])}
}

// half represents the squares of one colour of the chessboard when ranks and files are assigned:
// for each army and each diagonal of the first direction (constant difference), the set of
// diagonals of the second direction (constant sum) that cross it in a square of the army.
//
// The diagonals of the second direction are assigned one by one. Then each diagonal of the first
// direction gives a number of squares either to the one army or to the other; choose finds the
// possible totals as in a knapsack problem. Both steps are pruned by the weights.
type half struct {
	squares [2][maxArmySide]uint64
	open    [2]uint64 // by army: the diagonals of the second direction on which it has squares
	mixed   []uint64  // the diagonals of the second direction on which both armies have squares, one bit each, longest first
	needed  worth     // the minimum value of a division that is passed to keep
	most    worth     // the largest value of the divisions passed to keep
	step    func() bool
	keep    func(first int, d division)
}

// division is an assignment of the diagonals of a half: the number of squares that the second army
// gets, and the diagonals of both directions that belong to the first army. The number of squares
// of the first army is stored beside it.
type division struct {
	squares     int
	sums, diffs uint64
}

// divide calls keep with the assignments of the diagonals of each colour that may be part of a
// solution with the wanted number of squares for each army. It returns false if it finds that there
// is no such solution.
func (a *armies) divide(files, ranks uint64, keep func(colour, first int, d division)) bool {
	wanted, most := of(a.wanted, a.wanted), a.most(files)
	if !most[0].plus(most[1]).reaches(wanted) {
		return false
	}
	a.halve(files, ranks)
	order := [2]int{0, 1}
	if len(a.halves[0].mixed) > len(a.halves[1].mixed) {
		order = [2]int{1, 0}
	}
	for _, colour := range order {
		h := &a.halves[colour]
		h.needed, h.most, h.step = wanted.minus(most[1-colour]), of(-1<<20, -1<<20), a.step
		h.keep = func(first int, d division) { keep(colour, first, d) }
		h.share(h.mixed, h.open[0], h.open[1])
		if most[colour] = h.most; !most[0].plus(most[1]).reaches(wanted) {
			return false
		}
	}
	return true
}

// halve computes the halves if the first army has these files and ranks.
func (a *armies) halve(files, ranks uint64) {
	for i := range a.halves {
		a.halves[i] = half{mixed: a.halves[i].mixed[:0]}
	}
	var length [2 * maxArmySide][2]int
	for army := range 2 {
		for rank, open := range a.open[army] {
			if ranks>>rank&1 != uint64(1-army) {
				continue
			}
			own := files
			if army == 1 {
				own = ^files
			}
			for open &= own; open != 0; open &= open - 1 {
				file := bits.TrailingZeros64(open)
				sum, diff := file+rank, file-rank+a.ranks
				h := &a.halves[sum&1]
				h.squares[army][diff>>1] |= 1 << (sum >> 1)
				h.open[army] |= 1 << (sum >> 1)
				length[sum][army]++
			}
		}
	}
	for longest := max(a.files, a.ranks); longest > 0; longest-- {
		for sum, n := range length {
			if min(n[0], n[1]) == longest {
				h := &a.halves[sum&1]
				h.mixed = append(h.mixed, 1<<(sum>>1))
			}
		}
	}
}

// share tries both assignments of each diagonal in left, to the first and to the second army. They are
// mixed diagonals of the second direction. The first army can still have squares on the diagonals of
// first, the second army on those of second.
func (h *half) share(left []uint64, first, second uint64) {
	var reach worth
	var items [maxArmySide]diagonal
	n, x, to := 0, 0, division{sums: first}
	for d := range items {
		one, two := bits.OnesCount64(h.squares[0][d]&first), bits.OnesCount64(h.squares[1][d]&second)
		reach.add(one, two)
		switch {
		case two == 0:
			x += one
			to.diffs |= 1 << d
		case one == 0:
			to.squares += two
		default:
			items[n] = diagonal{one, two, d}
			n++
		}
	}
	switch {
	case !reach.reaches(h.needed) || !h.step():
	case len(left) == 0:
		h.choose(items[:n], x, to, reach.minus(h.needed))
	default:
		h.share(left[1:], first, second&^left[0])
		h.share(left[1:], first&^left[0], second)
	}
}

// diagonal is a diagonal that gives a number of squares to either the first or the second army.
type diagonal struct{ first, second, diff int }

// choose assigns each of the diagonals to one of the armies. x is the number of squares of the
// first army so far. slack is the difference between the highest total value that is still possible
// and the needed value; choose returns if it is negative.
func (h *half) choose(items []diagonal, x int, to division, slack worth) {
	if !slack.reaches(worth{}) {
		return
	}
	if len(items) == 0 {
		for i, value := range of(x, to.squares) {
			h.most[i] = max(h.most[i], value)
		}
		h.keep(x, to)
		return
	}
	item := items[0]
	var most worth
	most.add(item.first, item.second)
	second := to
	second.squares += item.second
	h.choose(items[1:], x, second, slack.minus(most).plus(of(0, item.second)))
	to.diffs |= 1 << item.diff
	h.choose(items[1:], x+item.first, to, slack.minus(most).plus(of(item.first, 0)))
}
