package nqueens

import (
	"fmt"
	"math/big"
)

// UpToSymmetry is the number of classes of solutions when those that a
// symmetry of the problem maps to each other are one, by Burnside's lemma: the
// mean, over the symmetries g of p (see Problem.Symmetries), of the number of
// solutions that g maps to themselves. fixed gives that number for each g; the
// identity maps all solutions to themselves.
func (p Problem) UpToSymmetry(fixed map[Symmetry]*Count) (*Count, error) {
	group := p.Symmetries()
	sum := NewCount(0)
	for _, g := range group {
		c := fixed[g]
		if c == nil {
			return nil, fmt.Errorf("%v up to symmetry: the number of solutions symmetric under %v is missing", p.Short(), g)
		}
		sum = sum.Plus(c)
	}
	mean, rest := new(Count), new(big.Int)
	mean.n.QuoRem(&sum.n, big.NewInt(int64(len(group))), rest)
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("%v up to symmetry: the counts add up to %v, which is no multiple of the %d symmetries: one of them is wrong", p.Short(), sum, len(group))
	}
	return mean, nil
}
