package branch

import "math/bits"

// weights are pairs of values, of a square for the first and for the second army. If each army has
// k squares, their total value is k times the sum of the pair. It is at most the sum, over the
// diagonals of one direction, of the larger of the two values that the diagonal can have. Equal
// weights alone do not exclude assignments that give one army many squares and the other few: on 11
// × 11 they leave 100 times as many nodes.
var weights = [...][2]int{{1, 1}, {2, 1}, {1, 2}, {1, 0}, {0, 1}}

// worth is the value of the squares of both armies together, by each of the weights.
type worth [len(weights)]int

// of returns the value of the given numbers of squares.
func of(first, second int) (w worth) {
	for i, weight := range weights {
		w[i] = weight[0]*first + weight[1]*second
	}
	return w
}

// add adds a diagonal on which either army, but not both, can have the given number of squares.
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

// least returns the smaller value by each of the weights.
func (w worth) least(v worth) worth {
	for i := range w {
		w[i] = min(w[i], v[i])
	}
	return w
}

// reaches reports whether w is at least v by all of the weights.
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

// most returns an upper bound on the value of the squares of each colour if the first army has
// these files.
func (a *armies) most(files uint64) [2]worth {
	var by [2][2]worth // direction, colour
	for i := range a.crossings {
		c := &a.crossings[i]
		by[c.direction][c.colour].add(bits.OnesCount64(c.open[0]&files), bits.OnesCount64(c.open[1]&^files))
	}
	return [2]worth{by[0][0].least(by[1][0]), by[0][1].least(by[1][1])}
}

// half is the set of squares of one colour of the chessboard that each army has according to ranks
// and files: for each diagonal of one direction, the diagonals of the other.
//
// The diagonals of the other direction are assigned one by one. Each diagonal of the first
// direction then adds a number of squares to the one army or to the other: the possible totals are
// found as for a knapsack. Both steps are pruned by the weights.
type half struct {
	squares [2][maxArmySide]uint64
	open    [2]uint64 // the diagonals of the other direction on which each has squares
	mixed   []uint64  // those on which both have squares, one bit each, longest first
	needed  worth     // the value that a kept division needs
	most    worth     // the largest value of a kept division
	step    func() bool
	keep    func(first int, d division)
}

// division is the number of squares of the second army for a given number of squares of the first,
// and the diagonals that are then the first's.
type division struct {
	squares     int
	sums, diffs uint64
}

// divide calls keep with the assignments of diagonals, for the squares of each colour separately,
// that may be part of a solution with the wanted number of squares for each army. It returns false
// if it finds that there is none.
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

// share assigns the remaining mixed diagonals of the other direction. The first army can have
// squares on the diagonals of first, the second on those of second. A diagonal that is not mixed
// belongs to the army that has squares on it.
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

// choose assigns each of the diagonals to one of the armies. slack is by how much the total value
// may be below its maximum.
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
