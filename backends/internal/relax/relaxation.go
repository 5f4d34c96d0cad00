// Package relax is the linear relaxation of a problem: its constraints with variables that
// may take every value from 0 to 1. Where these have no solution the problem has none, and a
// few integers show it without a rounding error.
package relax

import (
	"math"
	"math/rand/v2"

	"nqueens/encode"
	"nqueens/simplex"
)

// Relaxation is that of some constraints, with some variables fixed. Each is 0 or 1 in
// what is sought, so one that is not fixed goes from 0 to 1.
type Relaxation struct {
	Solver      *simplex.Solver
	constraints []encode.PBConstraint
	goal        *encode.PBConstraint // one that is no row but the cost: that a solution is better than another
	cutoff      float64
	fixed       []int8 // by variable: its value, or free
}

const free int8 = -1

// New relaxes constraints. Without a goal the costs are random, which has the solutions be
// as few and as whole as can be.
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
		sum := map[int32]float64{} // a constraint from elsewhere may name a variable twice
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

// SetGoal has only what keeps to one more constraint be sought, and that which does so by
// the most.
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

// Fix gives a variable, counted from 0, a value.
func (r *Relaxation) Fix(variable int, value int8) {
	r.fixed[variable] = value
	r.Solver.SetBounds(variable, float64(value), float64(value))
}

// Free takes it back.
func (r *Relaxation) Free(variable int) {
	r.fixed[variable] = free
	r.Solver.SetBounds(variable, 0, 1)
}

// Value is that of a variable in the solution that Solve has found.
func (r *Relaxation) Value(variable int) float64 {
	if v := r.fixed[variable]; v != free {
		return float64(v)
	}
	return r.Solver.Value(variable)
}

// Fixed reports whether the variable has a value given to it.
func (r *Relaxation) Fixed(variable int) bool { return r.fixed[variable] != free }

// Solve solves the relaxation. If it has no solution it makes a refutation of that, where
// rounding did not go wrong.
func (r *Relaxation) Solve() (status simplex.Status, f Refutation, refuted bool) {
	for range 2 {
		status = r.Solver.Solve(r.cutoff)
		if f, refuted = r.Refute(status); refuted || status == simplex.Optimal || status == simplex.Stopped {
			break
		}
		r.Solver.Refresh() // and once more, without errors that had gathered
	}
	return status, f, refuted
}

// Refutation shows that there is no solution with the variables fixed as they are: that is
// true of the combination, which each solution keeps to.
type Refutation struct {
	Factors      []Factor // of constraints
	Coefficients []int64  // the combination's, by variable: at most the sum of those that help
	Bound        int64    // is below this
	Margin       int64    // by so much
}

// Factor is how often a constraint is taken, and an equality below 0 the other way round.
// The number of constraints stands for the goal.
type Factor struct {
	Constraint int
	Times      int64
}

// finest is how large the largest multiplier becomes at most.
const finest = 1 << 30

// Refute makes of the multipliers with which Solve has ended a refutation in integers, if
// it has ended with Infeasible or Cutoff, and tests it without rounding. The integers are as small
// as powers of two allow.
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

// Broken is the refutation by one constraint that no values of the variables that are not
// fixed satisfy, if there is one: there is if all are fixed, and are no solution.
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

// combine adds up constraints and reports whether the sum is refuted. Where numbers
// could become too large it is not.
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

// Needs reports whether the refutation would not hold with the variable free, and takes
// from its margin what that costs if it would.
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

// Slack is by how much a value may miss a whole number and be taken for it.
const Slack = 1e-6

// Probe fixes variables at 0 with which at 1 the relaxation has no solution, and calls removed
// with each and the refutation, before it is fixed. Those that some solution of the relaxation
// has at 1 are not tried. It reports how many were, and whether any was removed: then others
// may follow, and the relaxation may have no solution any more.
//
// It solves a program for each of some hundred variables. On hard completion problems a search
// should have taken a second before that pays.
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

// FixByCost fixes at 0 the variables that make each solution worse than the goal by the
// reduced costs of the last one (reduced-cost fixing), and calls removed as Probe does.
func (r *Relaxation) FixByCost(removed func(variable int, f Refutation)) {
	for j := range r.fixed {
		if r.Fixed(j) {
			continue
		}
		r.fixed[j] = 1 // for the test alone: the program stays as it is
		f, refuted := r.Refute(simplex.Cutoff)
		if refuted {
			removed(j, f)
		}
		if r.fixed[j] = free; refuted {
			r.Fix(j, 0)
		}
	}
}
