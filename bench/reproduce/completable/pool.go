package completable

import (
	"context"
	"math"
	"math/rand/v2"
)

// pool is solutions one after the other, each the n squares of its queens.
type pool struct {
	n       int
	squares []uint16
}

func (p *pool) len() int { return len(p.squares) / p.n }

func (p *pool) solution(i int) []uint16 { return p.squares[i*p.n : (i+1)*p.n] }

// coverage is in how many solutions of the pool, with their images, a placement
// stands on average. A share of about e^-coverage is in none and must be
// completed one by one.
const coverage = 16

// placements is about how many placements of k queens there are. Two random
// squares attack each other with probability 10/(3n).
func placements(n, k int) float64 {
	count := 1.0
	for i := range k {
		count *= float64(n*n-i) / float64(i+1) * math.Pow(1-10/(3*float64(n)), float64(i))
	}
	return count
}

// poolSize is how many solutions give that coverage of the placements of k
// queens. One or two queens are so few placements that each is completed by
// itself.
func poolSize(n, k int) int {
	if k <= 2 {
		return 0
	}
	subsets := 1.0
	for i := range k {
		subsets *= float64(n-i) / float64(i+1)
	}
	return int(math.Ceil(coverage * placements(n, k) / subsets / 8))
}

// fill makes a pool of random solutions, fewer if the context ends. The first
// three queens stand on random squares, so that no triple is too rare.
func fill(ctx context.Context, b *board, size int, seed uint64) *pool {
	p := &pool{n: b.n, squares: make([]uint16, 0, size*b.n)}
	s := newSearch(ctx, b)
	s.random = rand.NewPCG(seed, 0)
	var given [3]int
	for p.len() < size {
		if p.len()%1024 == 0 && ctx.Err() != nil {
			break
		}
		k := 0
		for attempts := 0; k < len(given) && attempts < 20; attempts++ {
			q := int(s.random.Uint64() % uint64(b.n*b.n))
			free := true
			for _, g := range given[:k] {
				free = free && !b.attack(g, q)
			}
			if free {
				given[k] = q
				k++
			}
		}
		if s.decide(given[:k]) {
			p.squares = append(p.squares, s.queens[:b.n]...)
		}
	}
	return p
}
