package opttest

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A Problem is an optimisation problem over the variables 1 to Variables, none of which is above
// 20.
type Problem struct {
	Variables   int
	Constraints []Constraint
	Maximise    bool
	Objective   []Term // nil if the soft constraints are the objective, or if there is no objective
	Top         *big.Int
	Soft        bool // the format has soft constraints, even if this text contains none
}

// A Term is a coefficient and the literals whose product it multiplies.
type Term struct {
	Coefficient *big.Int
	Literals    []int
}

// A Constraint compares a sum with a bound. An exclusive-or holds if an odd number of its terms'
// literals is true; it has no bound.
type Constraint struct {
	Terms     []Term
	Relation  string // "<=", ">=", "=" or "xor"
	Bound     *big.Int
	Cost      *big.Rat // of violating a soft constraint; nil for a hard one
	IsAClause bool     // the terms have coefficients 1 and the bound is 1
}

// An Assignment has bit i−1 set if variable i is true.
type Assignment uint64

func (a Assignment) true(literal int) bool {
	if literal < 0 {
		return a>>(-literal-1)&1 == 0
	}
	return a>>(literal-1)&1 == 1
}

// Value returns the value of a sum.
func (a Assignment) Value(terms []Term) *big.Int {
	sum := new(big.Int)
	for _, t := range terms {
		if !slices.ContainsFunc(t.Literals, func(l int) bool { return !a.true(l) }) {
			sum.Add(sum, t.Coefficient)
		}
	}
	return sum
}

// Holds reports whether an assignment satisfies the constraint.
func (c Constraint) Holds(a Assignment) bool {
	value := a.Value(c.Terms)
	switch c.Relation {
	case "xor":
		return value.Bit(0) == 1
	case "<=":
		return value.Cmp(c.Bound) <= 0
	case ">=":
		return value.Cmp(c.Bound) >= 0
	}
	return value.Cmp(c.Bound) == 0
}

// Value returns the value of the objective, or false if the assignment is no solution.
func (p Problem) Value(a Assignment) (*big.Rat, bool) {
	cost := new(big.Rat).SetInt(a.Value(p.Objective))
	for _, c := range p.Constraints {
		switch {
		case c.Holds(a):
		case c.Cost == nil:
			return nil, false
		default:
			cost.Add(cost, c.Cost)
		}
	}
	if p.Top != nil && cost.Cmp(new(big.Rat).SetInt(p.Top)) >= 0 {
		return nil, false
	}
	return cost, true
}

// Optimises reports whether the problem has an objective.
func (p Problem) Optimises() bool { return p.Objective != nil || p.Soft }

// Best returns the best value and the number of solutions that have it. Without an objective it
// returns nil and the number of all solutions.
func (p Problem) Best() (best *big.Rat, solutions uint64) {
	for a := range Assignment(1) << p.Variables {
		value, ok := p.Value(a)
		if !ok {
			continue
		}
		if !p.Optimises() {
			solutions++
			continue
		}
		better := -1
		if p.Maximise {
			better = 1
		}
		switch {
		case best == nil || value.Cmp(best) == better:
			best, solutions = value, 1
		case value.Cmp(best) == 0:
			solutions++
		}
	}
	return best, solutions
}

// NumberOf returns the number of a variable from its name in a text, such as y_3.
func NumberOf(name string) int {
	n, err := strconv.Atoi(strings.TrimLeft(name, "xy_"))
	if err != nil {
		panic(name + " is not a name of a variable")
	}
	return n
}
