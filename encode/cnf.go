package encode

import (
	"iter"
	"math"
	"slices"

	"nqueens"
)

// A CNF is a formula in conjunctive normal form. Variables are 1, 2, …; a literal is a variable or
// its negative, as in DIMACS. No literal is 0.
type CNF struct {
	// Variables is the number of variables, including those that occur in no clause.
	Variables int
	// Projection lists the variables that define a solution: two models of the formula that agree
	// on them are the same solution. The other variables are auxiliary. If Projection is nil, all
	// variables define a solution.
	Projection []int32
	// Squares[i] is the square of variable i+1. Squares is empty for formulas that do not come from
	// a board.
	Squares []nqueens.Square
	// Chosen are pieces that every solution has and that have no variable. They are written as a
	// comment, which readers ignore.
	Chosen []nqueens.Placement
	// Weights are the weights of projected variables. The weight of a model is the product of the weights
	// of its literals, and a weighted count is the sum of the models' weights. Both literals of a variable
	// without an entry weigh 1.
	Weights map[int32]nqueens.Weight
	// Warnings are the defects of the text that the formula was read from, each with its line,
	// where the meaning is still clear.
	Warnings []string

	literals []int32 // the literals of all clauses, concatenated
	ends     []int   // for each clause the index in literals where it ends
}

// NewCNF returns a formula without clauses over the given number of variables.
func NewCNF(variables int) *CNF { return &CNF{Variables: variables} }

// NewVariable adds a variable and returns it.
func (f *CNF) NewVariable() int32 {
	f.Variables++
	return int32(f.Variables)
}

// Add appends a clause. A clause without literals is the empty clause, which makes the formula
// unsatisfiable. Add copies the literals and raises f.Variables to the highest variable among them.
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

// yes and no stand for a literal that is always true or always false, so that counters need no
// special cases at their edges. Only addFolded accepts them.
const (
	yes int32 = math.MaxInt32
	no  int32 = -yes
)

// addFolded appends a clause whose literals may include yes and no. It omits the clause if it
// contains yes, and omits each no. The variables must exist already.
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

// reserve allocates capacity for this many further clauses and literals.
func (f *CNF) reserve(clauses, literals int) {
	f.ends = slices.Grow(f.ends, clauses)
	f.literals = slices.Grow(f.literals, literals)
}

// NumClauses returns the number of clauses.
func (f *CNF) NumClauses() int { return len(f.ends) }

// NumLiterals returns the total number of literals in all clauses.
func (f *CNF) NumLiterals() int { return len(f.literals) }

// Clause returns clause i, counted from 0. The caller must not change it.
func (f *CNF) Clause(i int) []int32 {
	start := 0
	if i > 0 {
		start = f.ends[i-1]
	}
	return f.literals[start:f.ends[i]:f.ends[i]]
}

// Clauses iterates over the clauses in the order in which they were added. The caller must not
// change them.
func (f *CNF) Clauses() iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		for i := range f.ends {
			if !yield(f.Clause(i)) {
				return
			}
		}
	}
}

// Equal reports whether two formulas have the same variables, projection, squares and clauses, in
// the same order.
func (f *CNF) Equal(g *CNF) bool {
	return f.Variables == g.Variables &&
		(f.Projection == nil) == (g.Projection == nil) && slices.Equal(f.Projection, g.Projection) &&
		slices.Equal(f.Squares, g.Squares) && slices.Equal(f.literals, g.literals) && slices.Equal(f.ends, g.ends)
}
