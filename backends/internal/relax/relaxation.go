// Package relax has the linear relaxation of a problem: its constraints with variables that may
// have any value from 0 to 1. If these have no solution the problem has none, and a few integers
// prove that without rounding errors.
package relax

import (
	"math"
	"math/rand/v2"

	"nqueens/encode"
	"nqueens/simplex"
)

// Relaxation is the linear relaxation of some constraints, with some variables fixed. Variables are
// 0 or 1 in the problem, so one that is not fixed ranges from 0 to 1.
type Relaxation struct {
	Solver      *simplex.Solver
	constraints []encode.PBConstraint
	goal        *encode.PBConstraint // a constraint that is not a row of the program; Solve maximises the distance from its bound
	cutoff      float64
	fixed       []int8 // by variable: its value, or free
}

const free int8 = -1

// New returns the relaxation of constraints. Without a goal the costs are random, because solutions
// then have few non-zero values, and more of these are integers.
func New(pb *encode.PB) *Relaxation {
	r := &Relaxation{constraints: pb.Constraints(), fixed: make([]int8, pb.Variables), cutoff: math.Inf(1)}
	p := simplex.Program{}
	random := rand.New(rand.NewPCG(3, 4))
	for j := range r.fixed {
		r.fixed[j] = free
		p.Lower, p.Upper, p.Cost = append(p.Lower, 0), append(p.Upper, 1), append(p.Cost, random.Float64())
	}
	for _, c := range r.constraints {
		row := simplex.Row{Low: float64(c.Bound), High: math.Inf(1)}
		if c.Equal {
			row.High = row.Low
		}
		sum := map[int32]float64{} // a constraint from a file may name a variable twice
		for _, t := range c.Terms {
			sum[t.Variable] += float64(t.Coefficient)
		}
		for _, t := range c.Terms {
			if a := sum[t.Variable]; a != 0 {
				row.Terms = append(row.Terms, simplex.Term{Variable: int(t.Variable) - 1, Coefficient: a})
				delete(sum, t.Variable)
			}
		}
		p.Rows = append(p.Rows, row)
	}
	r.Solver = simplex.New(&p)
	return r
}

// SetGoal adds a constraint that solutions must satisfy, and makes Solve maximise the distance from
// its bound.
func (r *Relaxation) SetGoal(goal encode.PBConstraint) {
	cost := make([]float64, len(r.fixed))
	for _, t := range goal.Terms {
		cost[t.Variable-1] -= float64(t.Coefficient)
	}
	if r.goal == nil {
		r.Solver.SetCosts(cost)
	}
	r.goal, r.cutoff = &goal, -float64(goal.Bound)+0.01
}

// Fix sets a variable, counted from 0, to a value.
func (r *Relaxation) Fix(variable int, value int8) {
	r.fixed[variable] = value
	r.Solver.SetBounds(variable, float64(value), float64(value))
}

// Free gives a variable that Fix has fixed the bounds 0 and 1 again.
func (r *Relaxation) Free(variable int) {
	r.fixed[variable] = free
	r.Solver.SetBounds(variable, 0, 1)
}

// Value returns the value of a variable in the solution that Solve has found.
func (r *Relaxation) Value(variable int) float64 {
	if v := r.fixed[variable]; v != free {
		return float64(v)
	}
	return r.Solver.Value(variable)
}

// Fixed reports whether the variable is fixed.
func (r *Relaxation) Fixed(variable int) bool { return r.fixed[variable] != free }

// Solve solves the relaxation. If it is infeasible, Solve returns a refutation, unless rounding
// errors prevent that.
func (r *Relaxation) Solve() (status simplex.Status, f Refutation, refuted bool) {
	for range 2 {
		status = r.Solver.Solve(r.cutoff)
		if f, refuted = r.Refute(status); refuted || status == simplex.Optimal || status == simplex.Stopped {
			break
		}
		r.Solver.Refresh() // and once more, without accumulated errors
	}
	return status, f, refuted
}

// Refutation proves that there is no solution with the present fixed variables: every solution
// satisfies the combination of constraints, which is impossible.
type Refutation struct {
	Factors      []Factor // of constraints
	Coefficients []int64  // coefficients of the combination, by variable; the combination is at most the sum of the positive coefficients
	Bound        int64    // the combination must be at least this bound, which is larger
	Margin       int64    // the difference between the bound and that sum
}

// Factor is the multiple of a constraint in a combination. The multiple may be negative if the
// constraint is an equality. The goal has the number that follows those of all constraints.
type Factor struct {
	Constraint int
	Times      int64
}

// finest is the largest factor by which Refute scales multipliers before it rounds them to integers.
const finest = 1 << 30

// Refute converts the multipliers of Solve to a refutation in integers, if Solve ended with
// Infeasible or Cutoff, and checks it without rounding. The integers are as small as scaling by
// powers of two permits.
func (r *Relaxation) Refute(status simplex.Status) (Refutation, bool) {
	if status != simplex.Infeasible && status != simplex.Cutoff {
		return Refutation{}, false
	}
	multipliers, largest := r.Solver.Multipliers(), 0.0
	if status == simplex.Cutoff {
		largest = 1
	}
	for _, y := range multipliers {
		largest = max(largest, math.Abs(y))
	}
	for scale := 1.0; scale <= finest; scale *= 2 {
		var factors []Factor
		for i, y := range multipliers {
			if times := int64(math.Round(y / largest * scale)); times > 0 || times < 0 && r.constraints[i].Equal {
				factors = append(factors, Factor{i, times})
			}
		}
		if status == simplex.Cutoff {
			factors = append(factors, Factor{len(r.constraints), int64(math.Round(scale / largest))})
		}
		if f, ok := r.combine(factors); ok {
			return f, true
		}
	}
	return Refutation{}, false
}

// Broken returns a refutation by one constraint that no values of the free variables satisfy, if
// there is one. There is one if all variables are fixed and are not a solution.
func (r *Relaxation) Broken() (Refutation, bool) {
	for i, c := range r.constraints {
		for times := int64(1); times == 1 || times == -1 && c.Equal; times -= 2 {
			if f, ok := r.combine([]Factor{{i, times}}); ok {
				return f, true
			}
		}
	}
	if r.goal != nil {
		return r.combine([]Factor{{len(r.constraints), 1}})
	}
	return Refutation{}, false
}

// combine adds up constraints and reports whether the sum is refuted. If numbers could become too
// large, it is not.
func (r *Relaxation) combine(factors []Factor) (f Refutation, ok bool) {
	f = Refutation{Factors: factors, Coefficients: make([]int64, len(r.fixed))}
	size := 0.0 // of all numbers together, to less than one part in a million
	for _, factor := range factors {
		c := r.goal
		if factor.Constraint < len(r.constraints) {
			c = &r.constraints[factor.Constraint]
		}
		times := math.Abs(float64(factor.Times))
		if size += times * math.Abs(float64(c.Bound)); size > 1<<61 {
			return f, false
		}
		for _, t := range c.Terms {
			if size += times * math.Abs(float64(t.Coefficient)); size > 1<<61 {
				return f, false
			}
			f.Coefficients[t.Variable-1] += factor.Times * t.Coefficient
		}
		f.Bound += factor.Times * c.Bound
	}
	f.Margin = f.Bound
	for j, a := range f.Coefficients {
		if value := r.fixed[j]; value == 1 || value == free && a > 0 {
			f.Margin -= a
		}
	}
	return f, f.Margin > 0
}

// Needs reports whether the refutation would be invalid with the variable free. If it would be
// valid, Needs subtracts the cost of freeing it from the margin.
func (r *Relaxation) Needs(f *Refutation, variable int) bool {
	lost := int64(0)
	if a := f.Coefficients[variable]; r.fixed[variable] == 1 {
		lost = max(-a, 0)
	} else {
		lost = max(a, 0)
	}
	if lost >= f.Margin {
		return true
	}
	f.Margin -= lost
	return false
}

// Slack is the largest distance from an integer at which a value counts as that integer.
const Slack = 1e-6

// Probe fixes variables at 0 for which the relaxation with the variable at 1 is infeasible, and
// calls removed with each and the refutation before fixing it. Variables that are 1 in some
// solution of the relaxation are not tried. It returns the number of variables tried, and whether
// any was removed: then others may follow, and the relaxation may have become infeasible.
//
// It solves a program for each of some hundred variables. On hard completion problems that is
// worthwhile only after a search of about a second.
func (r *Relaxation) Probe(stop func() bool, removed func(variable int, f Refutation)) (probes int, any bool) {
	possible := make([]bool, len(r.fixed)) // some solution has it at 1
	for j := range r.fixed {
		if possible[j] || r.Fixed(j) || stop() {
			continue
		}
		probes++
		r.Fix(j, 1)
		status, refutation, refuted := r.Solve()
		if refuted {
			removed(j, refutation)
			r.Fix(j, 0)
			any = true
			continue
		}
		for i := range possible {
			possible[i] = possible[i] || status == simplex.Optimal && r.Value(i) > 1-Slack
		}
		r.Free(j)
	}
	return probes, any
}

// FixByCost fixes at 0 each variable that, according to its reduced cost in the last solution,
// cannot be 1 in a solution that satisfies the goal (reduced-cost fixing). It calls removed as
// Probe does.
func (r *Relaxation) FixByCost(removed func(variable int, f Refutation)) {
	for j := range r.fixed {
		if r.Fixed(j) {
			continue
		}
		r.fixed[j] = 1 // only for the test: the program stays unchanged
		f, refuted := r.Refute(simplex.Cutoff)
		if refuted {
			removed(j, f)
		}
		if r.fixed[j] = free; refuted {
			r.Fix(j, 0)
		}
	}
}
