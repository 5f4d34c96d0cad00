package external

import (
	"fmt"
	"strconv"
	"strings"

	"nqueens"
)

// values are a model's, as far as it has been read.
type values struct {
	written
	of []int8 // of variable i+1: 1 true, −1 false, 0 not said
}

func newValues(w written) *values { return &values{w, make([]int8, w.variables)} }

// set takes in a literal: 3, −3, x3 or −x3.
func (v *values) set(literal string) error {
	text, negative := strings.CutPrefix(literal, "-")
	n, err := strconv.Atoi(strings.TrimPrefix(text, "x"))
	if err != nil || n < 1 || text[0] == '+' {
		return fmt.Errorf("shows %.40q in its model, which is no literal", literal)
	}
	if n > v.variables {
		return fmt.Errorf("gives a value to variable %d, and there are %d", n, v.variables)
	}
	value := int8(1)
	if negative {
		value = -1
	}
	if v.of[n-1] == -value {
		return fmt.Errorf("gives variable %d both values", n)
	}
	v.of[n-1] = value
	return nil
}

// solution is the placements that are chosen. The others must be said not to
// be, but for those that the solver never saw.
func (v *values) solution() (nqueens.Solution, error) {
	for i, value := range v.of[:v.counting()] {
		if value == 0 && v.occurs[i] {
			return nil, fmt.Errorf("gives no value to variable %d in its model", i+1)
		}
	}
	return v.chosen(), nil
}

// chosen is the placements that are said to be.
func (v *values) chosen() nqueens.Solution {
	s := nqueens.Solution{}
	for i, value := range v.of[:v.counting()] {
		if value > 0 {
			s = append(s, v.model.Placements[i])
		}
	}
	s.Sort()
	return s
}

// counting is how many of the first variables solutions are about.
func (v *values) counting() int { return len(v.model.Placements) - v.model.Auxiliaries }
