package branch

import "math/bits"

// weights are what a square is worth for either army. With k squares each, both have at least
// k times the sum of the weights, and what they can have is no more than the sum, over the
// diagonals of one direction, of what each is worth to the army to which it is worth more. Equal
// weights alone let pass what gives one army much and the other little: on 11 × 11 they
// leave 100 times as many nodes.
var weights = [...][2]int{{1, 1}, {2, 1}, {1, 2}, {1, 0}, {0, 1}}

// worth is what the squares of both armies are worth together, by each of the weights.
type worth [len(weights)]int

// of is what so many squares are worth.
func of(first, second int) (w worth) {
	for i, weight := range weights {
		w[i] = weight[0]*first + weight[1]*second
	}
	return w
}

// add adds a diagonal on which either army can have so many squares, but not both.
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

// least is the smaller by each of the weights.
func (w worth) least(v worth) worth {
	for i := range w {
		w[i] = min(w[i], v[i])
	}
	return w
}

// reaches reports whether it is not less than another by any of the weights.
func (w worth) reaches(v worth) bool {
	for i := range w {
		if w[i] < v[i] {
			return false
		}
	}
	return true
}

// crossing is a diagonal of one direction, for squares of one colour of the chessboard: in which files
// either army has a square on it by the ranks.
type crossing struct {
	direction, colour int
	open              [2]uint64
}

// cross makes the crossings where these ranks are the first army's.
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

// most is no less than what the squares of either colour are worth if these files are the
// first army's.
func (a *armies) most(files uint64) [2]worth {
	var by [2][2]worth // direction, colour
	for i := range a.crossings {
		c := &a.crossings[i]
		by[c.direction][c.colour].add(bits.OnesCount64(c.open[0]&files), bits.OnesCount64(c.open[1]&^files))
	}
	return [2]worth{by[0][0].least(by[1][0]), by[0][1].least(by[1][1])}
}

// half is the squares of one colour of the chessboard that either army has by ranks and
// files: by the diagonal of the one direction, the diagonals of the other.
//
// The diagonals of the other direction are shared out one by one. Of those of the one each then adds
// so many squares to the one army or so many to the other: what can be had in all is found as
// for a knapsack. Before and within both, what the weights leave no hope for is cut off.
type half struct {
	squares [2][maxArmySide]uint64
	open    [2]uint64 // the diagonals of the other direction on which they have some
	mixed   []uint64  // those on which both have some, a bit each, longest first
	needed  worth     // by what is kept
	most    worth     // that any kept is worth
	step    func() bool
	keep    func(first int, d division)
}

// division says how many squares the second army has where the first has a given number, and
// which diagonals are then the first's.
type division struct {
	squares     int
	sums, diffs uint64
}

// divide hands to keep the ways to share out the diagonals, of the squares of either colour by
// themselves, that may be part of one in which both armies have as many squares as wanted. It
// reports false once it sees that there is none.
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

// halve makes the halves that these files and ranks of the first army make.
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

// share shares out the mixed diagonals of the other direction that are left, where the first army can
// have squares on those of first and the second on those of second. Of the diagonals that are
// not mixed the army that has squares there has all.
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

// diagonal has so many squares for the first army or so many for the second.
type diagonal struct{ first, second, diff int }

// choose gives each of the diagonals to one of the armies. What both have together may fall
// short by so much of what they could have.
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
