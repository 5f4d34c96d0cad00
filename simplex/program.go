package simplex

import (
	"math"
	"math/rand/v2"
)

// Program is a linear program: to find, of all x between Lower and Upper for which each
// row is between its Low and its High, one with the least Cost · x.
type Program struct {
	Lower, Upper, Cost []float64 // by variable; all are finite
	Rows               []Row
}

// Row is a linear function of the variables and its bounds, infinite where there is none.
type Row struct {
	Low, High float64
	Terms     []Term
}

// Term is a variable's coefficient; a row has at most one for each.
type Term struct {
	Variable    int
	Coefficient float64
}

// Status is how Solve ended.
type Status uint8

const (
	Optimal    Status = iota // Value is the solution
	Infeasible               // no x keeps to the bounds
	Cutoff                   // the least cost is above the cutoff
	Stopped                  // by Stop, or it went on for too long
)

// Solver solves a Program, whose bounds and costs may change from one time to the next.
// Beside the variables, of which there are n, it has one for each row: minus the row's
// value, so that the rows say [A I] x = 0.
type Solver struct {
	Stop   func() bool // asked at each step; nil never stops
	Pivots int64       // in all

	n, m         int
	columns      [][]entry // by variable, those of rows left out
	rows         [][]entry
	lower, upper []float64
	cost         []float64 // as they were given, and a little more
	blur         []float64 // the little more

	basis
	value   []float64 // of each variable
	reduced []float64 // its cost when the basis changes with it; 0 in the basis
	high    []bool    // it is not in the basis, and at its upper bound

	ray        []float64 // what is wrong with the rows, after Infeasible
	edge       []float64 // by variable: the row of the inverse times its column
	candidates []int
	work       []float64 // a value for each row
}

type entry struct {
	at    int
	value float64
}

// blurred is by how much a cost differs from what is given, at most, in units of the
// largest cost.
const blurred = 1e-6

// New makes a solver of a program. The costs are blurred in the same way each time.
func New(p *Program) *Solver {
	n, m := len(p.Lower), len(p.Rows)
	s := &Solver{
		n: n, m: m, columns: make([][]entry, n), rows: make([][]entry, m),
		lower: append(make([]float64, 0, n+m), p.Lower...), upper: append(make([]float64, 0, n+m), p.Upper...),
		cost: make([]float64, n+m), blur: make([]float64, n), basis: newBasis(n, m),
		value: make([]float64, n+m), reduced: make([]float64, n+m), high: make([]bool, n+m),
		edge: make([]float64, n+m), work: make([]float64, m),
	}
	largest := 0.0
	for _, c := range p.Cost {
		largest = max(largest, math.Abs(c))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for j, c := range p.Cost {
		s.blur[j] = (0.5 + random.Float64()/2) * blurred * max(largest, 1)
		s.cost[j] = c + s.blur[j]
	}
	for i, row := range p.Rows {
		least, most := 0.0, 0.0
		for _, t := range row.Terms {
			j, a := t.Variable, t.Coefficient
			s.columns[j] = append(s.columns[j], entry{i, a})
			s.rows[i] = append(s.rows[i], entry{j, a})
			least += min(a*p.Lower[j], a*p.Upper[j])
			most += max(a*p.Lower[j], a*p.Upper[j])
		}
		low, high := max(row.Low, least), min(row.High, most)
		if row.Low > most { // no x will do
			high = low
		} else if row.High < least {
			low = high
		}
		s.lower, s.upper = append(s.lower, -high), append(s.upper, -low)
	}
	copy(s.reduced, s.cost) // those of the rows, which are all in the basis, are 0
	return s
}

// SetBounds changes the bounds of a variable, within those that the program had.
func (s *Solver) SetBounds(variable int, lower, upper float64) {
	s.lower[variable], s.upper[variable] = lower, upper
}

// SetCosts changes the costs of all variables.
func (s *Solver) SetCosts(cost []float64) {
	for j, c := range cost {
		s.cost[j] = c + s.blur[j]
	}
	s.price()
}

// Value is that of a variable in the solution.
func (s *Solver) Value(variable int) float64 { return s.value[variable] }

// Multipliers are, by row, the reason of what Solve has found: a positive one takes its
// row times that to be at least Low, a negative one at most High; one whose bound all x between
// the program's first bounds keep to says nothing. After Infeasible their sum is more than
// any x between the bounds reaches. After Optimal and Cutoff it says, with
// the bounds, that the cost is no less than it is. They are the solver's own, and change
// as it goes on.
func (s *Solver) Multipliers() []float64 {
	if s.ray != nil {
		return s.ray
	}
	for i := range s.work {
		s.work[i] = -s.reduced[s.n+i]
	}
	return s.work
}
