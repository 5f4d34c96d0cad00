// Package modeltest generates random models for tests, with their solutions.
package modeltest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
)

// Random returns a random model with lines of all kinds (including bounds that always or never
// hold), clauses with both signs, sometimes sums, auxiliary placements, and placements without
// constraints. Its solutions have different sizes, and some contain others.
func Random(random *rand.Rand) *nqueens.Model {
	n := random.IntN(9)
	m := &nqueens.Model{}
	for i := range n {
		m.Placements = append(m.Placements, nqueens.On(i, 0))
	}
	some := func() (placements []int) {
		for i := range n {
			if random.IntN(2) == 0 {
				placements = append(placements, i)
			}
		}
		return placements
	}
	for i := range random.IntN(5) {
		line := nqueens.Line{Name: fmt.Sprint("line ", i), Placements: some()}
		switch random.IntN(3) {
		case 0:
			line.Min, line.Max = 1, 1
		case 1:
			line.Max = 1
		default:
			line.Min = random.IntN(3)
			line.Max = line.Min + random.IntN(3)
		}
		m.Lines = append(m.Lines, line)
	}
	for i := range random.IntN(5) {
		clause := nqueens.Clause{Name: fmt.Sprint("clause ", i)}
		for _, p := range some() {
			if len(clause.Literals) == 3 {
				break
			}
			if random.IntN(2) == 0 {
				clause.Literals = append(clause.Literals, nqueens.Chosen(p))
			} else {
				clause.Literals = append(clause.Literals, nqueens.NotChosen(p))
			}
		}
		if len(clause.Literals) > 0 || random.IntN(10) == 0 {
			m.Clauses = append(m.Clauses, clause)
		}
	}
	if random.IntN(4) == 0 {
		m.Auxiliaries = random.IntN(n + 1)
	}
	for i := range random.IntN(6) - 3 {
		sum := nqueens.Sum{Name: fmt.Sprint("sum ", i), Min: 1 + random.Int64N(5)}
		for _, p := range some() {
			literal := nqueens.Chosen(p)
			if random.IntN(2) == 0 {
				literal = -literal
			}
			sum.Terms = append(sum.Terms, nqueens.Term{Weight: 1 + random.Int64N(4), Literal: literal})
		}
		m.Sums = append(m.Sums, sum)
	}
	return m
}

// Projected returns the part of a solution that is not auxiliary.
func Projected(m *nqueens.Model, set uint64) uint64 {
	return set & (1<<(len(m.Placements)-m.Auxiliaries) - 1)
}

// BruteForce returns the model's solutions as bit sets.
func BruteForce(m *nqueens.Model) (solutions []uint64) {
	for set := range uint64(1) << len(m.Placements) {
		if _, ok := m.Holds(func(i int) bool { return set>>i&1 == 1 }); ok {
			solutions = append(solutions, set)
		}
	}
	return solutions
}

func Bits(chosen []int) (set uint64) {
	for _, i := range chosen {
		set |= 1 << i
	}
	return set
}

func Placements(set uint64) (chosen []int) {
	for i := range 64 {
		if set>>i&1 == 1 {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

func Agrees(set uint64, l nqueens.Literal) bool {
	return (set>>l.Placement()&1 == 1) == l.Positive()
}

// Agreeing returns the solutions that agree with the literals.
func Agreeing(solutions []uint64, literals []nqueens.Literal) (some []uint64) {
	for _, s := range solutions {
		if !slices.ContainsFunc(literals, func(l nqueens.Literal) bool { return !Agrees(s, l) }) {
			some = append(some, s)
		}
	}
	return some
}

// ForRandom runs the check on n random models with their solutions.
func ForRandom(t *testing.T, n int, check func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64)) {
	for seed := range n {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		m := Random(random)
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			check(t, random, m, BruteForce(m))
		})
	}
}
