package completable

import (
	"fmt"

	"nqueens"
)

// MaxSize is the largest board size: the squares of a rank fit in 32 bits.
const MaxSize = 32

// MinSize is the smallest board size: there is no solution for 2 and 3 queens.
const MinSize = 4

// board has the attacks of queens and the symmetries of an n × n board. The number of a square is rank·n +
// file.
type board struct {
	n int
	// attacks[s][rank] has the squares of the rank that a queen on s attacks or occupies. With the square
	// transposed, it has those of a file.
	attacks [][MaxSize]uint32
	// orbit[s] is the smallest image of s under the symmetries.
	orbit []uint16
	// image[g][s] is the image of s under the symmetry with number g.
	image [8][]uint16
}

func newBoard(n int) (*board, error) {
	if n < MinSize || n > MaxSize {
		return nil, fmt.Errorf("the board size must be from %d to %d, not %d", MinSize, MaxSize, n)
	}
	b := &board{n: n, attacks: make([][MaxSize]uint32, n*n), orbit: make([]uint16, n*n)}
	for s := range n * n {
		rank, file := s/n, s%n
		for r := range n {
			for _, f := range []int{file, file + r - rank, file - r + rank} {
				if f >= 0 && f < n {
					b.attacks[s][r] |= 1 << f
				}
			}
		}
		b.attacks[s][rank] = 1<<n - 1
	}
	for g, symmetry := range nqueens.Symmetries() {
		b.image[g] = make([]uint16, n*n)
		for s := range n * n {
			b.image[g][s] = uint16(b.number(symmetry.Apply(nqueens.NByN(n), b.square(s))))
		}
	}
	for s := range n * n {
		least := s
		for g := range b.image {
			least = min(least, int(b.image[g][s]))
		}
		b.orbit[s] = uint16(least)
	}
	return b, nil
}

func (b *board) square(s int) nqueens.Square { return nqueens.Square{File: s % b.n, Rank: s / b.n} }
func (b *board) number(s nqueens.Square) int { return s.Rank*b.n + s.File }

func (b *board) attack(s, t int) bool {
	return b.attacks[s][t/b.n]>>(t%b.n)&1 != 0
}

// squares converts numbers of squares to a solution in file order.
func (b *board) squares(numbers []int) nqueens.Solution {
	var list nqueens.Solution
	for _, s := range numbers {
		list = append(list, nqueens.Placement{Square: b.square(s)})
	}
	list.Sort()
	return list
}

// roots returns the smallest square of each orbit.
func (b *board) roots() []int {
	var list []int
	for s, o := range b.orbit {
		if s == int(o) {
			list = append(list, s)
		}
	}
	return list
}

// orbitSize returns the size of a root's orbit.
func (b *board) orbitSize(root int) int {
	size := 0
	for _, o := range b.orbit {
		if int(o) == root {
			size++
		}
	}
	return size
}
