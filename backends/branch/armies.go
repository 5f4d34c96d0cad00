package branch

import (
	"math/bits"

	"nqueens"
	"nqueens/backends/internal/turns"
)

// armies are two kinds of pieces in equal numbers, as many as fit, of which no two of
// different kinds share a square or a line in any of the four directions: queens at peace.
//
// They need a search of their own. Each line is one army's, or might as well be, and with
// all lines shared out each army has the squares of which all four lines are its own. So the
// search shares out the ranks and the files, one of each 8 or 16 that symmetries make of each
// other, and then, separately for the squares of either colour of the chessboard, which have
// no diagonal in common, the diagonals of one direction. Of the other direction's each then adds so
// many squares to the one army or so many to the other: what can be had in all is found as
// for a knapsack. Few boards need it: twice the smaller army is no more than both together, for which
// each diagonal adds at most the larger of its two numbers.
type armies struct {
	model        *nqueens.Model
	stop         *turns.Flag
	files, ranks int
	open         [2][]uint64 // by army and rank: the files where its pieces may stand
	symmetric    bool        // nothing is closed
	best         int
	witness      []int32
	nodes        int64
	stopped      bool
}

// maxArmySide is up to how many squares a side lines are shared out.
const maxArmySide = 20

// armiesOf reads a model, if that is all it says.
func armiesOf(m *nqueens.Model, stop *turns.Flag) *armies {
	if m.Objective.Goal != nqueens.Most || m.Objective.Fixed != 0 || m.Auxiliaries+len(m.Chosen)+len(m.Lines) > 0 || len(m.Placements) == 0 {
		return nil
	}
	a := &armies{model: m, stop: stop, best: -1}
	army := make([]int, len(m.Placements))
	first := m.Placements[0].Kind
	var other byte
	for i, p := range m.Placements {
		if p.Kind != first {
			if army[i] = 1; other == 0 {
				other = p.Kind
			}
			if p.Kind != other {
				return nil
			}
		}
		a.files, a.ranks = max(a.files, p.Square.File+1), max(a.ranks, p.Square.Rank+1)
	}
	if max(a.files, a.ranks) > maxArmySide || !a.equal(army) || !a.apart(army) {
		return nil
	}
	a.open = [2][]uint64{make([]uint64, a.ranks), make([]uint64, a.ranks)}
	for i, p := range m.Placements {
		a.open[army[i]][p.Square.Rank] |= 1 << p.Square.File
	}
	a.symmetric = len(m.Placements) == 2*a.files*a.ranks
	return a
}

// equal reports whether the sums say that both armies are as large, and the objective is
// about the first.
func (a *armies) equal(army []int) bool {
	if len(a.model.Sums) != 2 {
		return false
	}
	counted := make([]bool, len(army))
	for _, p := range a.model.Objective.Over {
		counted[p] = true
	}
	for p, c := range counted {
		if c != (army[p] == 0) {
			return false
		}
	}
	for way, sum := range a.model.Sums {
		negative := 0
		for _, t := range sum.Terms {
			// No fewer of the one army than of the other, and the other way round.
			if t.Weight != 1 || t.Literal.Positive() != (army[t.Literal.Placement()] == way) {
				return false
			}
			if !t.Literal.Positive() {
				negative++
			}
		}
		if len(sum.Terms) != len(army) || sum.Min != int64(negative) {
			return false
		}
	}
	return true
}

// apart reports whether the clauses are that no two pieces of different armies share a
// square or a line.
func (a *armies) apart(army []int) bool {
	n := len(army)
	conflicts := make([]bool, n*n)
	for _, c := range a.model.Clauses {
		if len(c.Literals) != 2 || c.Literals[0].Positive() || c.Literals[1].Positive() {
			return false
		}
		p, q := c.Literals[0].Placement(), c.Literals[1].Placement()
		conflicts[p*n+q], conflicts[q*n+p] = true, true
	}
	for i, p := range a.model.Placements {
		for j, q := range a.model.Placements {
			files, ranks := p.Square.File-q.Square.File, p.Square.Rank-q.Square.Rank
			lined := files == 0 || ranks == 0 || files == ranks || files == -ranks
			if conflicts[i*n+j] != (army[i] != army[j] && lined) {
				return false
			}
		}
	}
	return true
}

// share tries all ways to share out ranks and files.
func (a *armies) share() {
	whole := [2]uint64{1<<a.files - 1, 1<<a.ranks - 1}
	for ranks := uint64(0); ranks <= whole[1]; ranks++ {
		for files := uint64(0); files <= whole[0]; files++ {
			if a.symmetric && !a.least(files, ranks) {
				continue
			}
			if a.diagonals(files, ranks); a.stopped {
				return
			}
		}
		if a.stopped = a.stop.Load(); a.stopped {
			return
		}
	}
}

// step counts a node, and reports whether to go on.
func (a *armies) step() bool {
	const checkEvery = 1 << 10 // some hundred microseconds
	a.nodes++
	a.stopped = a.stopped || a.nodes%checkEvery == 0 && a.stop.Load()
	return !a.stopped
}

// least reports whether no symmetry makes a smaller pair of the files and the ranks that
// are the first army's.
func (a *armies) least(files, ranks uint64) bool {
	f, r := 1<<a.files-1, 1<<a.ranks-1
	turned := [2]uint64{bits.Reverse64(files) >> (64 - a.files), bits.Reverse64(ranks) >> (64 - a.ranks)}
	for _, x := range [2]uint64{files, turned[0]} {
		for _, y := range [2]uint64{ranks, turned[1]} {
			for _, swap := range [2]uint64{0, ^uint64(0)} {
				x, y := (x^swap)&uint64(f), (y^swap)&uint64(r)
				if y < ranks || y == ranks && x < files || a.files == a.ranks && (x < ranks || x == ranks && y < files) {
					return false
				}
			}
		}
	}
	return true
}

// half is the squares of one colour of the chessboard that either army has by ranks and
// files: by the diagonal of the one direction, the diagonals of the other.
type half struct {
	squares [2][2 * maxArmySide]uint64
	mixed   uint64 // the diagonals of the other direction on which both have some
	most    int    // no more of both together remain
	front   [maxArmySide*maxArmySide/2 + 1]division
}

// diagonal has so many squares for the first army or so many for the second.
type diagonal struct{ first, second, diff int }

// division says that the second army can have so many squares, at most, where the first has as
// many as the index says, and which diagonals are then the first's.
type division struct {
	squares     int
	sums, diffs uint64
}

// halves are those that these files and ranks of the first army make, and how many squares
// each army has.
func (a *armies) halves(files, ranks uint64) (halves [2]half, total [2]int) {
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
				halves[sum&1].squares[army][diff>>1] |= 1 << (sum >> 1)
				total[army]++
			}
		}
	}
	return halves, total
}

// diagonals tries all ways to share out the diagonals.
func (a *armies) diagonals(files, ranks uint64) {
	halves, total := a.halves(files, ranks)
	if min(total[0], total[1]) <= a.best {
		return
	}
	for i := range halves {
		halves[i].bound()
	}
	wanted := 2 * (a.best + 1)
	if halves[0].most+halves[1].most < wanted {
		return
	}
	for i := range halves {
		h := &halves[i]
		for j := range h.front {
			h.front[j].squares = -1
		}
		h.solve(wanted-halves[1-i].most, a.step, func(first int, d division) {
			if d.squares > h.front[first].squares {
				h.front[first] = d
			}
		})
	}
	for x, one := range halves[0].front {
		if one.squares < 0 {
			continue
		}
		for y, two := range halves[1].front {
			if two.squares < 0 {
				continue
			}
			if size := min(x+y, one.squares+two.squares); size > a.best {
				a.best = size
				a.take(files, ranks, [2]division{one, two})
			}
		}
	}
}

// bound finds the mixed diagonals, and what both armies can have together by the
// diagonals of either direction.
func (h *half) bound() {
	var of [2]uint64
	var most [2]int
	for d := range h.squares[0] {
		x, y := h.squares[0][d], h.squares[1][d]
		of[0], of[1] = of[0]|x, of[1]|y
		most[0] += max(bits.OnesCount64(x), bits.OnesCount64(y))
	}
	h.mixed = of[0] & of[1]
	for all := of[0] | of[1]; all != 0; all &= all - 1 {
		var n [2]int
		for army := range n {
			for _, x := range h.squares[army] {
				n[army] += int(x >> bits.TrailingZeros64(all) & 1)
			}
		}
		most[1] += max(n[0], n[1])
	}
	h.most = min(most[0], most[1])
}

// solve hands to keep each division in which both armies together have so many squares, with
// the first's number.
func (h *half) solve(wanted int, step func() bool, keep func(int, division)) {
	h.most = 0
	// Of the diagonals that are not mixed the army that has squares there has all.
	var own uint64
	for _, x := range h.squares[0] {
		own |= x
	}
	own &^= h.mixed
	for part := h.mixed; step(); part = (part - 1) & h.mixed {
		h.knapsack(own|part, wanted, keep)
		if part == 0 {
			return
		}
	}
}

// knapsack shares out the diagonals of the one direction, where those of the other are the
// first army's or not.
func (h *half) knapsack(sums uint64, wanted int, keep func(int, division)) {
	var items [2 * maxArmySide]diagonal
	n, both := 0, 0
	var x, y int // on diagonals where one army has none
	var diffs uint64
	for d := range h.squares[0] {
		first, second := bits.OnesCount64(h.squares[0][d]&sums), bits.OnesCount64(h.squares[1][d]&^sums)
		both += max(first, second)
		switch {
		case second == 0:
			x += first
			diffs |= 1 << d
		case first == 0:
			y += second
		default:
			items[n] = diagonal{first, second, d}
			n++
		}
	}
	if both < wanted {
		return
	}
	h.most = max(h.most, both)
	choose(items[:n], x, division{y, sums, diffs}, both-wanted, keep)
}

// choose gives each of the diagonals to one of the armies. What both have together may fall
// short by so much of what they could have.
func choose(items []diagonal, x int, to division, slack int, keep func(int, division)) {
	if slack < 0 {
		return
	}
	if len(items) == 0 {
		keep(x, to)
		return
	}
	item := items[0]
	lost := item.first - item.second
	second := to
	second.squares += item.second
	choose(items[1:], x, second, slack-max(0, lost), keep)
	to.diffs |= 1 << item.diff
	choose(items[1:], x+item.first, to, slack+min(0, lost), keep)
}

// take keeps the placements of as many pieces of each army as the best has.
func (a *armies) take(files, ranks uint64, halves [2]division) {
	a.witness = a.witness[:0]
	for _, own := range a.own(files, ranks, halves) {
		a.witness = append(a.witness, own[:a.best]...)
	}
}

// own are the placements that each army can have where all lines are shared out.
func (a *armies) own(files, ranks uint64, halves [2]division) (own [2][]int32) {
	for i, p := range a.model.Placements {
		sum, diff := p.Square.File+p.Square.Rank, p.Square.File-p.Square.Rank+a.ranks
		army := 0
		if p.Kind != a.model.Placements[0].Kind {
			army = 1
		}
		h, white := halves[sum&1], uint64(1-army)
		if files>>p.Square.File&1 == white && ranks>>p.Square.Rank&1 == white && h.sums>>(sum>>1)&1 == white && h.diffs>>(diff>>1)&1 == white {
			own[army] = append(own[army], int32(i))
		}
	}
	return own
}
