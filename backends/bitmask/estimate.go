package bitmask

import (
	"math/bits"
	"math/rand/v2"

	"nqueens/backends/internal/turns"
)

// estimate is how many nodes an explorer of the board is likely to visit, from so many random
// descents: at each the number of squares to choose from says how many others there are like it
// (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975). Stopped, it has fewer.
func (p *packed) estimate(descents int, seed uint64, stop *turns.Flag) float64 {
	e := newExplorer(p, stop, nil)
	random := rand.New(rand.NewPCG(seed, uint64(p.n)))
	root, alive := e.root()
	if !alive {
		return 0
	}
	sum := 0.0
	squares := make([]uint16, 0, p.n)
	for made := range descents {
		if stop.Load() {
			return sum / float64(max(1, made))
		}
		like := 1.0
		for at, alive := root, true; alive; {
			choices := bits.OnesCount64(at.free)
			for range random.IntN(choices) {
				at.free &= at.free - 1
			}
			like *= float64(choices)
			sum += like
			square := e.numbers[64*at.word+bits.TrailingZeros64(at.free)]
			squares = append(squares, square)
			at, alive = e.place(square)
		}
		for ; len(squares) > 0; squares = squares[:len(squares)-1] {
			e.remove(squares[len(squares)-1])
		}
	}
	return sum / float64(descents)
}
