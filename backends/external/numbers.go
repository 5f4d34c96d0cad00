package external

import (
	"fmt"
	"strconv"

	"nqueens"
)

// largestSum is the largest number that a program holds, if its description has the key
// largest-sum; otherwise 0.
type largestSum int64

func (l *largestSum) UnmarshalText(text []byte) error {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is not a whole number from 1 to 2^63 − 1", text)
	}
	*l = largestSum(n)
	return nil
}

// check returns an error for a problem in which the weights of a constraint or of an objective add up to
// more than the program holds, or a bound is larger. If clauses is set, the format has no linear
// constraints, and check considers only the objectives.
func (l largestSum) check(p nqueens.Problem, clauses bool) error {
	if l == 0 {
		return nil
	}
	o, err := p.Outline()
	if err != nil {
		return err
	}
	for _, goal := range append([]nqueens.Objective{o.Objective}, o.Then...) {
		total := uint64(0)
		for k := range goal.Over {
			w := goal.Weight(k)
			total += uint64(max(w, -w)) // at most 2^62 in all: see package encode
		}
		if total > uint64(l) {
			return fmt.Errorf("holds weights that add up to at most %d, and those of the objective add up to %d", l, total)
		}
	}
	if clauses {
		return nil
	}
	for _, sum := range o.Sums {
		total := uint64(0)
		for _, t := range sum.Terms {
			total += uint64(t.Weight)
		}
		if most := max(total, uint64(max(0, sum.Min))); most > uint64(l) {
			return fmt.Errorf("holds weights that add up to at most %d, and the weights or the bound of %s reach %d", l, sum.Name, most)
		}
	}
	return nil
}
