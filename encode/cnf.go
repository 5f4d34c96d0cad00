package encode

import (
	"iter"
	"math"
	"slices"

	"nqueens"
)

// CNF is a formula in conjunctive normal form. Variables are 1, 2, …; a
// literal is a variable or its negative, as in DIMACS; none is 0.
type CNF struct {
	// Variables is the number of variables, those that occur in no clause included.
	Variables int
	// Projection lists the variables that a model is about: two models that
	// agree on them are one solution. The rest are auxiliary. Nil means all.
	Projection []int32
	// Squares names variable i+1 by the square it stands for; empty for
	// formulas that came from no board.
	Squares []nqueens.Square
	// Chosen are pieces beside these that every solution has: a comment of what is
	// written, which reading passes over.
	Chosen []nqueens.Placement
	// Warnings are what was wrong with the text that it was read from, though its
	// meaning is clear: where and with the numbers.
	Warnings []string

	literals []int32 // every clause's literals, one clause after the other
	ends     []int   // where each clause ends in literals
}

// NewCNF returns a formula without clauses over the given number of variables.
func NewCNF(variables int) *CNF { return &CNF{Variables: variables} }

// NewVariable adds a variable and returns it.
func (f *CNF) NewVariable() int32 {
	f.Variables++
	return int32(f.Variables)
}

// Add appends a clause; without literals it is the empty clause, which makes
// the formula unsatisfiable. The literals are copied. Variables above
// f.Variables raise it.
func (f *CNF) Add(literals ...int32) {
	for _, l := range literals {
		f.Variables = max(f.Variables, int(l), int(-l))
	}
	f.literals = append(f.literals, literals...)
	f.ends = append(f.ends, len(f.literals))
}

// newVariables adds n variables and returns them.
func (f *CNF) newVariables(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = f.NewVariable()
	}
	return out
}

// yes and no stand for a true and a false literal, so that the edges of a
// counter need no cases of their own. Only addFolded understands them.
const (
	yes int32 = math.MaxInt32
	no  int32 = -yes
)

// addFolded appends a clause of literals among which may be yes, which makes
// it superfluous, and no, which is left out. Its variables must exist.
func (f *CNF) addFolded(literals ...int32) {
	if slices.Contains(literals, yes) {
		return
	}
	for _, l := range literals {
		if l != no {
			f.literals = append(f.literals, l)
		}
	}
	f.ends = append(f.ends, len(f.literals))
}

// reserve makes room for clauses and literals to come.
func (f *CNF) reserve(clauses, literals int) {
	f.ends = slices.Grow(f.ends, clauses)
	f.literals = slices.Grow(f.literals, literals)
}

// NumClauses is the number of clauses.
func (f *CNF) NumClauses() int { return len(f.ends) }

// NumLiterals is the number of literals in all clauses together.
func (f *CNF) NumLiterals() int { return len(f.literals) }

// Clause returns the i-th clause, counted from 0. It must not be changed.
func (f *CNF) Clause(i int) []int32 {
	start := 0
	if i > 0 {
		start = f.ends[i-1]
	}
	return f.literals[start:f.ends[i]:f.ends[i]]
}

// Clauses iterates over the clauses in the order they were added. They must
// not be changed.
func (f *CNF) Clauses() iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		for i := range f.ends {
			if !yield(f.Clause(i)) {
				return
			}
		}
	}
}

// Equal reports whether two formulas have the same variables, projection and
// clauses in the same order.
func (f *CNF) Equal(g *CNF) bool {
	return f.Variables == g.Variables &&
		(f.Projection == nil) == (g.Projection == nil) && slices.Equal(f.Projection, g.Projection) &&
		slices.Equal(f.Squares, g.Squares) && slices.Equal(f.literals, g.literals) && slices.Equal(f.ends, g.ends)
}
