package branch

import (
	"math/big"
	"math/bits"
	"slices"
)

// peace enumerates all solutions in which both armies have the given size. A solution fits many
// assignments of lines, because some lines have no piece. So peace accepts it with only one of
// these: among the lines on which both armies could have pieces, the first army has exactly those
// with one of its pieces.
type peace struct {
	*armies
	size  int
	visit func(chosen []int32) bool // nil to only count
	found total
	fits  [2][]shared // by colour of the chessboard: the assignments of diagonals for the current files and ranks
}

// shared is one assignment of the diagonals of a half, with which the first army has the given
// number of squares.
type shared struct {
	first int
	division
}

// every enumerates all solutions of a size, until visit or the flag ends it, and returns their
// number.
func (a *armies) every(size int, visit func(chosen []int32) bool) total {
	p := &peace{armies: a, size: size, visit: visit}
	a.wanted = size
	for ranks := range uint64(1) << a.ranks {
		a.cross(ranks)
		for files := range uint64(1) << a.files {
			ways := uint64(1)
			if a.symmetric && visit == nil {
				ways = a.images(files, ranks)
			}
			if ways > 0 {
				p.found = p.found.plus(p.under(files, ranks).times(total{low: ways}))
			}
			if a.stopped {
				return p.found
			}
		}
		if a.stopped = a.stop.Load(); a.stopped {
			break
		}
	}
	return p.found
}

// images returns the number of pairs to which the symmetries of the board map a pair of files and
// ranks, or 0 if one of these is smaller.
func (a *armies) images(files, ranks uint64) uint64 {
	var list [][2]uint64
	for _, x := range [2]uint64{files, bits.Reverse64(files) >> (64 - a.files)} {
		for _, y := range [2]uint64{ranks, bits.Reverse64(ranks) >> (64 - a.ranks)} {
			list = append(list, [2]uint64{x, y})
			if a.files == a.ranks {
				list = append(list, [2]uint64{y, x})
			}
		}
	}
	compare := func(p, q [2]uint64) int { return slices.Compare(p[:], q[:]) }
	slices.SortFunc(list, compare)
	if list[0] != [2]uint64{files, ranks} {
		return 0
	}
	return uint64(len(slices.Compact(list)))
}

// under returns the number of solutions in which the first army has these files and ranks.
func (p *peace) under(files, ranks uint64) (sum total) {
	p.fits[0], p.fits[1] = p.fits[0][:0], p.fits[1][:0]
	if !p.divide(files, ranks, func(colour, first int, d division) {
		p.fits[colour] = append(p.fits[colour], shared{first, d})
	}) {
		return sum
	}
	for _, one := range p.fits[0] {
		for _, two := range p.fits[1] {
			if min(one.first+two.first, one.squares+two.squares) >= p.size && p.step() {
				sum = sum.plus(p.within(files, ranks, [2]division{one.division, two.division}))
			}
		}
	}
	return sum
}

// maxPeaceful is the largest sum of files and ranks with which all diagonals fit in a word.
const maxPeaceful = 33

// lines is a set of files and ranks, and of diagonals of both directions, one bit each.
type lines struct{ straight, diagonal uint64 }

func (l lines) with(m lines) lines { return lines{l.straight | m.straight, l.diagonal | m.diagonal} }
func (l lines) without(m lines) lines {
	return lines{l.straight &^ m.straight, l.diagonal &^ m.diagonal}
}

// lines returns the sets of the lines through a square.
func (a *armies) lines(x, y int) lines {
	sides := a.files + a.ranks
	return lines{1<<x | 1<<(a.files+y), 1<<(x+y) | 1<<(sides-1+x-y+a.ranks-1)}
}

// needed returns the lines of the first army on which the second army could have squares. The first
// army must have a piece on each of them, so that each solution is found with only one assignment
// of lines.
func (p *peace) needed(files, ranks uint64, to [2]division) lines {
	needed := lines{straight: files | ranks<<p.files}
	sides := p.files + p.ranks
	for colour, d := range to {
		h := &p.halves[colour]
		for sums := d.sums & h.open[0] & h.open[1]; sums != 0; sums &= sums - 1 {
			needed.diagonal |= 1 << (2*bits.TrailingZeros64(sums) + colour)
		}
		for diffs := d.diffs; diffs != 0; diffs &= diffs - 1 {
			if i := bits.TrailingZeros64(diffs); h.squares[1][i]&^d.sums != 0 {
				needed.diagonal |= 1 << (sides - 2 + 2*i + (colour+p.ranks)&1)
			}
		}
	}
	return needed
}

// within returns the number of solutions for a complete assignment.
func (p *peace) within(files, ranks uint64, to [2]division) (sum total) {
	own := p.own(files, ranks, to)
	ways := total{high: new(big.Int).Binomial(int64(len(own[1])), int64(p.size))}
	reached := make([]lines, len(own[0]))
	later := make([]lines, len(own[0])+1) // from here on
	for i := len(reached) - 1; i >= 0; i-- {
		at := p.model.Placements[own[0][i]].Square
		reached[i] = p.lines(at.File, at.Rank)
		later[i] = later[i+1].with(reached[i])
	}
	chosen := make([]int32, 0, 2*p.size)
	var second func(from int)
	second = func(from int) {
		if len(chosen) == 2*p.size {
			p.stopped = p.stopped || !p.visit(chosen)
			return
		}
		for i := from; len(own[1])-i >= 2*p.size-len(chosen) && p.step(); i++ {
			chosen = append(chosen, own[1][i])
			second(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	var first func(from int, needed lines)
	first = func(from int, needed lines) {
		switch {
		case needed.without(later[from]) != lines{} || !p.step():
		case len(chosen) < p.size:
			for i := from; len(own[0])-i >= p.size-len(chosen) && !p.stopped; i++ {
				chosen = append(chosen, own[0][i])
				first(i+1, needed.without(reached[i]))
				chosen = chosen[:len(chosen)-1]
			}
		case needed != lines{}:
		case p.visit == nil:
			sum = sum.plus(ways)
		default:
			second(0)
		}
	}
	first(0, p.needed(files, ranks, to))
	return sum
}
