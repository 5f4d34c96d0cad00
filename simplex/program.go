package simplex

import (
	"math"
	"math/rand/v2"
)

// A Program is a linear program: minimise Cost · x over all x between Lower and Upper for which
// each row is between its Low and its High.
type Program struct {
	Lower, Upper, Cost []float64 // by variable; all are finite
	Rows               []Row
}

// A Row is a linear function of the variables with its bounds, which may be infinite.
type Row struct {
	Low, High float64
	Terms     []Term
}

// A Term is a variable and its coefficient. A row has at most one term for each variable.
type Term struct {
	Variable    int
	Coefficient float64
}

// A Status is the outcome of Solve.
type Status uint8

const (
	Optimal    Status = iota // Value returns the solution
	Infeasible               // no x satisfies the bounds
	Cutoff                   // the lowest cost is above the cutoff
	Stopped                  // stopped by Stop, or the limit of steps was reached
)

// A Solver solves a Program whose bounds and costs may change between calls. In addition to the n
// variables it has one for each row: minus the row's value, so that the row equations are [A I] x =
// 0.
type Solver struct {
	Stop   func() bool // called at each step; nil means never stop
	Pivots int64       // total number

	n, m         int
	columns      [][]entry // by variable, without the row variables
	rows         [][]entry
	lower, upper []float64
	cost         []float64 // the given costs plus blur
	blur         []float64 // random perturbations of the costs

	basis
	value   []float64 // of each variable
	reduced []float64 // reduced costs; 0 for basic variables
	high    []bool    // the variable is non-basic and at its upper bound

	ray        []float64 // multipliers of the rows that prove infeasibility, after Infeasible
	edge       []float64 // by variable: the row of the inverse times its column
	candidates []int
	work       []float64 // a value for each row
}

type entry struct {
	at    int
	value float64
}

// blurred is the largest perturbation of a cost, relative to the largest cost.
const blurred = 1e-6

// New returns a solver of a program. The perturbation of the costs is the same each time.
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
		if row.Low > most { // no x satisfies the row
			high = low
		} else if row.High < least {
			low = high
		}
		s.lower, s.upper = append(s.lower, -high), append(s.upper, -low)
	}
	copy(s.reduced, s.cost) // the reduced costs of row variables, which are all basic, are 0
	return s
}

// SetBounds changes the bounds of a variable. They must be within its original bounds.
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

// Value returns the value of a variable in the solution.
func (s *Solver) Value(variable int) float64 { return s.value[variable] }

// Multipliers returns one number for each row that together prove the result of Solve. A positive
// multiplier uses the row's Low bound, a negative one its High bound. A row whose bound holds for
// all x within the program's original bounds contributes nothing. After Infeasible the combined
// inequality exceeds what any x within the bounds reaches. After Optimal and Cutoff, together with
// the bounds, it proves a lower bound of the cost. The slice belongs to the solver and changes with
// the next call.
func (s *Solver) Multipliers() []float64 {
	if s.ray != nil {
		return s.ray
	}
	for i := range s.work {
		s.work[i] = -s.reduced[s.n+i]
	}
	return s.work
}
