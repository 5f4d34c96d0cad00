package external

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/encode"
)

// values collects the model that a solver prints.
type values struct {
	statement encode.Statement
	of        []int8 // value of variable i+1: 1 true, −1 false, 0 not given
}

func newValues(s encode.Statement) *values { return &values{s, make([]int8, s.Variables)} }

// set records a literal: 3, −3, x3 or −x3.
func (v *values) set(literal string) error {
	text, negative := strings.CutPrefix(literal, "-")
	n, err := strconv.Atoi(strings.TrimPrefix(text, "x"))
	if err != nil || n < 1 || text[0] == '+' {
		return fmt.Errorf("showed %.40q in its model, which is no literal", literal)
	}
	if n > v.statement.Variables {
		return fmt.Errorf("gave a value to variable %d of %d", n, v.statement.Variables)
	}
	value := int8(1)
	if negative {
		value = -1
	}
	if v.of[n-1] == -value {
		return fmt.Errorf("gave variable %d both values", n)
	}
	v.of[n-1] = value
	return nil
}

// number records a variable and its value, which must be close to 0 or 1.
func (v *values) number(variable, value string) error {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || math.Abs(x-math.Round(x)) > 1e-5 || math.Abs(x-0.5) > 0.6 {
		return fmt.Errorf("gave the variable %.40q the value %.40q, which is neither 0 nor 1", variable, value)
	}
	if math.Round(x) == 0 {
		variable = "-" + variable
	}
	return v.set(variable)
}

// solution returns the chosen placements. It returns an error if the model leaves out a variable
// that occurs in the formula.
func (v *values) solution() (nqueens.Solution, error) {
	for i, value := range v.of[:solutionVariables(v.statement)] {
		if value == 0 && (v.statement.Occurs == nil || v.statement.Occurs[i]) {
			return nil, fmt.Errorf("gave no value to variable %d in its model", i+1)
		}
	}
	return v.chosen(), nil
}

// chosen returns the placements whose variables are true.
func (v *values) chosen() nqueens.Solution {
	s := append(nqueens.Solution{}, v.statement.Model.Chosen...)
	for i, value := range v.of[:solutionVariables(v.statement)] {
		if value > 0 {
			s = append(s, v.statement.Model.Placements[i])
		}
	}
	s.Sort()
	return s
}

// solutionVariables returns how many of the variables, the first ones, are part of solutions.
func solutionVariables(s encode.Statement) int {
	return len(s.Model.Placements) - s.Model.Auxiliaries
}
