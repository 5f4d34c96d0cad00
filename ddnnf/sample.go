package ddnnf

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"nqueens"
)

// ErrNone is the error for a graph without models, or without models of positive weight.
var ErrNone = errors.New("there is no solution")

// precision is the number of bits of the probabilities. The error of each operation is 2^−192 of its result, so that
// for up to 2^40 nodes all of the 64 bits of a probability are right except the last.
const precision = 192

// A Sampler draws models of a graph. The probability of a model is its weight divided by the sum of the
// weights of all models; without weights all models are equally likely. The probability of each decision
// is rounded to 64 bits and compared with 64 random bits.
type Sampler struct {
	graph  *Graph
	shown  []int32
	choose []uint64         // by disjunction: the probability of its child yes, in units of 2^−64
	coins  map[int32]uint64 // by variable with a weight: the probability that it is true in a model whose other literals do not determine it, in units of 2^−64
	random *rand.PCG
	model  []bool
	stack  []Node
}

// NewSampler returns a Sampler of the graph's models. It returns an error for negative weights, and ErrNone if there is no model
// to draw.
func NewSampler(g *Graph, weights map[int32]nqueens.Weight, seed uint64) (*Sampler, error) {
	s := &Sampler{
		graph: g, shown: g.Shown(), choose: make([]uint64, g.Len()), coins: map[int32]uint64{},
		random: rand.NewPCG(seed, 0x73616d706c65), model: make([]bool, g.Variables+1),
	}
	half := number().SetFloat64(0.5)
	probability := map[int32]*big.Float{} // by literal
	for v, w := range weights {
		if w.Chosen.Sign() < 0 || w.NotChosen.Sign() < 0 {
			return nil, fmt.Errorf("variable %d has a negative weight, which is not a probability", v)
		}
		yes, no := number().SetRat(w.Chosen), number().SetRat(w.NotChosen)
		sum := number().Add(yes, no)
		if sum.Sign() == 0 {
			return nil, ErrNone
		}
		probability[v], probability[-v] = number().Quo(yes, sum), number().Quo(no, sum)
		s.coins[v] = share(yes, no)
	}
	of := func(l int32) *big.Float {
		if p, ok := probability[l]; ok {
			return p
		}
		return half
	}
	reached := g.Reachable()
	sums := make([]*big.Float, g.Len())
	sums[False], sums[True] = number(), number().SetInt64(1)
	for n := True + 1; int(n) < g.Len(); n++ {
		if !reached[n] {
			continue
		}
		sum := number()
		if _, yes, no, ok := g.Decision(n); ok {
			sum.Add(sums[yes], sums[no])
			s.choose[n] = share(sums[yes], sums[no])
		} else {
			literals, children := g.Conjunction(n)
			sum.SetInt64(1)
			for _, l := range literals {
				sum.Mul(sum, of(l))
			}
			for _, c := range children {
				sum.Mul(sum, sums[c])
			}
		}
		sums[n] = sum
	}
	if sums[g.Root].Sign() == 0 {
		return nil, ErrNone
	}
	return s, nil
}

func number() *big.Float { return new(big.Float).SetPrec(precision) }

// always is the largest probability that share returns. decide returns true for it without drawing.
const always = ^uint64(0)

// share returns a/(a+b) in units of 2^−64.
func share(a, b *big.Float) uint64 {
	if b.Sign() == 0 {
		return always
	}
	part := number().Quo(a, number().Add(a, b))
	part.SetMantExp(part, 64)
	n, _ := part.Uint64()
	return min(n, always-1)
}

// decide returns true with the given probability, in units of 2^−64.
func (s *Sampler) decide(probability uint64) bool {
	return probability == always || s.random.Uint64() < probability
}

// Draw returns a random model: by index in Shown, whether the variable is true. The result is valid until
// the next call.
func (s *Sampler) Draw() []bool {
	// All variables get a random value first. The literals of the graph then overwrite the values that it
	// determines.
	bits, left := uint64(0), 0
	for _, v := range s.shown {
		if left == 0 {
			bits, left = s.random.Uint64(), 64
		}
		s.model[v] = bits&1 == 1
		bits >>= 1
		left--
	}
	if len(s.coins) > 0 {
		for _, v := range s.shown {
			if p, ok := s.coins[v]; ok {
				s.model[v] = s.decide(p)
			}
		}
	}
	s.stack = append(s.stack[:0], s.graph.Root)
	for len(s.stack) > 0 {
		n := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if _, yes, no, ok := s.graph.Decision(n); ok {
			if !s.decide(s.choose[n]) {
				yes = no
			}
			s.stack = append(s.stack, yes)
			continue
		}
		literals, children := s.graph.Conjunction(n)
		for _, l := range literals {
			if l > 0 {
				s.model[l] = true
			} else {
				s.model[-l] = false
			}
		}
		for _, c := range children {
			s.stack = append(s.stack, Node(c))
		}
	}
	return s.model
}
