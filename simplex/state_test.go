package simplex

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// anyProgram returns a random program with rows of all kinds over variables between 0 and 1.
func anyProgram(random *rand.Rand, n, m int) *Program {
	p := &Program{}
	for range n {
		p.Lower, p.Upper, p.Cost = append(p.Lower, 0), append(p.Upper, 1), append(p.Cost, float64(random.IntN(9)-4))
	}
	for range m {
		r := Row{Low: math.Inf(-1), High: math.Inf(1)}
		for j := range n {
			if random.IntN(3) == 0 {
				r.Terms = append(r.Terms, Term{j, []float64{1, 1, 1, -1, 2}[random.IntN(5)]})
			}
		}
		switch bound := float64(1 + random.IntN(2)); random.IntN(3) {
		case 0:
			r.Low = bound
		case 1:
			r.High = bound
		case 2:
			r.Low, r.High = bound, bound
		}
		p.Rows = append(p.Rows, r)
	}
	return p
}

// priced returns the reduced costs computed from the costs and the inverse of the basis.
func priced(s *Solver) []float64 {
	reduced := slices.Clone(s.cost)
	for i, j := range s.inBasis {
		for k, v := range s.row(i) {
			y := s.cost[j] * v
			reduced[s.n+k] -= y
			for _, e := range s.rows[k] {
				reduced[e.at] -= y * e.value
			}
		}
	}
	return reduced
}

// wrong returns the first violated invariant of a solver's state between two steps, or "".
func wrong(s *Solver) string {
	for i := range s.m {
		length := 0.0
		for _, v := range s.row(i) {
			length += v * v
		}
		if math.Abs(s.lengths[i]-length) > 1e-6*(1+length) {
			return fmt.Sprintf("row %d of the inverse has the length %v, not %v", i, length, s.lengths[i])
		}
	}
	for j, d := range priced(s) {
		switch {
		case math.Abs(d-s.reduced[j]) > 1e-6:
			return fmt.Sprintf("the reduced cost of %d is %v, not %v", j, s.reduced[j], d)
		case s.place[j] < 0 && s.lower[j] < s.upper[j] && s.reduced[j] != 0 && (s.reduced[j] < 0) != s.high[j]:
			return fmt.Sprintf("the reduced cost of %d is %v at the bound that is high: %v", j, s.reduced[j], s.high[j])
		case s.place[j] >= 0 && s.inBasis[s.place[j]] != j:
			return fmt.Sprintf("%d is not in its place", j)
		}
	}
	if s.updates > max(renewal, s.m) {
		return fmt.Sprintf("the inverse was updated %d times", s.updates)
	}
	return ""
}

// TestState checks at every step that the reduced costs match the costs, have the right signs, that
// the row lengths are right, and that the inverse is recomputed in time.
func TestState(t *testing.T) {
	pivots, all := int64(0), 0
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 7))
		n, m := 10+random.IntN(30), 5+random.IntN(20)
		s := New(anyProgram(random, n, m))
		last, renewed := int64(0), 0
		s.Stop = func() bool { return s.Pivots > last } // after one
		for solve := 0; solve < 400 && renewed < 2; solve++ {
			for status := Stopped; status == Stopped; last = s.Pivots {
				before := s.updates
				status = s.Solve(math.Inf(1))
				if why := wrong(s); why != "" {
					t.Fatalf("seed %d, pivot %d: %s", seed, s.Pivots, why)
				}
				if s.updates < before {
					renewed++
				}
			}
			j := random.IntN(n)
			if low := float64(random.IntN(2)); random.IntN(3) == 0 {
				s.SetBounds(j, low, low)
			} else {
				s.SetBounds(j, 0, 1)
			}
			if seed%2 == 1 && random.IntN(8) == 0 {
				before := slices.Sorted(slices.Values(s.inBasis))
				s.Refresh()
				if after := slices.Sorted(slices.Values(s.inBasis)); !slices.Equal(before, after) || s.updates != 0 || wrong(s) != "" {
					t.Fatalf("seed %d: made anew the basis %v is %v, %d updates, %s", seed, before, after, s.updates, wrong(s))
				}
			}
			if random.IntN(8) == 0 {
				cost := make([]float64, n)
				for j := range cost {
					cost[j] = float64(random.IntN(9) - 4)
				}
				s.SetCosts(cost)
			}
		}
		pivots, all = pivots+s.Pivots, all+renewed
	}
	if pivots < 20*renewal || all < 10 {
		t.Errorf("%d pivots, and the inverse was made anew %d times: too few to tell", pivots, all)
	}
}

// choice returns a program with two variables of costs 1 and 2 whose sum must be at least 1, and a
// third variable of cost 3 without constraints.
func choice() *Solver {
	return New(&Program{
		Lower: make([]float64, 3), Upper: []float64{2, 2, 2}, Cost: []float64{1, 2, 3},
		Rows: []Row{{Low: 1, High: math.Inf(1), Terms: []Term{{0, 1}, {1, 1}}}, {Low: 0, High: 1, Terms: []Term{{2, 1}}}},
	})
}

// enter replaces the first row's variable, which is above its upper bound, by another in the basis.
func enter(s *Solver, enters int) {
	leaves := s.inBasis[0]
	s.edges(s.row(0))
	s.reduce(leaves, enters)
	s.high[leaves] = true
	s.enter(enters, 0, slices.Clone(s.solve(enters)))
}

// TestCostShift checks that a cost is shifted if its reduced cost has, or would get, the wrong
// sign.
func TestCostShift(t *testing.T) {
	for name, change := range map[string]func(*Solver) (enters int){
		"none":                               func(*Solver) int { return 0 },
		"of the one that enters":             func(s *Solver) int { s.cost[0], s.reduced[0] = -0.25, -0.25; return 0 },
		"of another":                         func(*Solver) int { return 1 }, // the cost of variable 0 is lower
		"of one that enters from its upper":  func(s *Solver) int { s.high[0] = true; return 0 },
		"of another that is fixed, and none": func(s *Solver) int { s.SetBounds(0, 0, 0); return 1 },
	} {
		s := choice()
		enter(s, change(s))
		if why := wrong(s); why != "" {
			t.Errorf("%s: %s", name, why)
		}
		if fixed := s.lower[0] == s.upper[0]; fixed != (math.Abs(s.cost[0]-1) < 1e-5 && s.reduced[0] < 0) {
			t.Errorf("%s: a fixed variable has the cost %v and the reduced cost %v", name, s.cost[0], s.reduced[0])
		}
	}
}

// TestLeaving checks that the variable with the largest violation relative to the length of its row
// leaves, and that violations within the tolerance are ignored.
func TestLeaving(t *testing.T) {
	for _, test := range []struct {
		out, lengths [2]float64
		want         int
	}{
		{[2]float64{0, 0}, [2]float64{1, 1}, -1},
		{[2]float64{1, 2}, [2]float64{1, 1}, 1},
		{[2]float64{2, 1}, [2]float64{1, 1}, 0},
		{[2]float64{1, 2}, [2]float64{1, 16}, 0}, // the second counts a quarter
		{[2]float64{2, 1}, [2]float64{16, 1}, 1},
		{[2]float64{1, 2}, [2]float64{1, 3}, 1},
		{[2]float64{tolerance / 2, 0}, [2]float64{1e-9, 1}, -1},
		{[2]float64{tolerance * 2, 0}, [2]float64{1, 1}, 0},
	} {
		for _, above := range []bool{false, true} {
			s := choice()
			for i, j := range s.inBasis {
				s.lengths[i] = test.lengths[i]
				if s.value[j] = s.lower[j] - test.out[i]; above {
					s.value[j] = s.upper[j] + test.out[i]
				}
			}
			if got := s.leaving(); got != test.want {
				t.Errorf("%v out of their bounds, lengths %v: %d leaves, not %d", test.out, test.lengths, got, test.want)
			}
		}
	}
}

// TestDrift checks that errors in the inverse are detected from the values, and that the inverse is
// recomputed.
func TestDrift(t *testing.T) {
	for _, off := range []float64{1e-5, 0.01, 0.4} {
		s := choice()
		if status := s.Solve(math.Inf(1)); status != Optimal || s.updates == 0 || math.Abs(s.Value(0)-1) > tolerance {
			t.Fatalf("status %d after %d updates: %v", status, s.updates, s.Value(0))
		}
		s.inverse[0] += off
		if status := s.Solve(math.Inf(1)); status != Optimal || math.Abs(s.Value(0)-1) > tolerance || s.updates > 0 {
			t.Errorf("an error of %v in the inverse: status %d, %v after %d updates", off, status, s.Value(0), s.updates)
		}
		if s.Solve(math.Inf(1)); wrong(s) != "" {
			t.Errorf("an error of %v in the inverse: %s", off, wrong(s))
		}
	}
}

// TestRefresh checks that Refresh recomputes an inverse with errors and leaves one without updates
// unchanged.
func TestRefresh(t *testing.T) {
	s := choice()
	s.Solve(math.Inf(1))
	s.inverse[0] += 0.25
	s.reduced[1] += 0.25
	s.Refresh()
	if why := wrong(s); why != "" || s.updates != 0 || math.Abs(s.Value(0)-1) > tolerance {
		t.Errorf("after %d updates: %s, %v", s.updates, why, s.Value(0))
	}
	before := slices.Clone(s.inBasis)
	if s.Refresh(); !slices.Equal(s.inBasis, before) {
		t.Errorf("the basis %v became %v", before, s.inBasis)
	}
}

// TestBlur checks that each cost is perturbed by a small positive amount, that the amount stays the
// same after SetCosts, and that all amounts differ.
func TestBlur(t *testing.T) {
	for _, largest := range []float64{0, 1, 1000} {
		p := &Program{Lower: make([]float64, 5), Upper: []float64{1, 1, 1, 1, 1}, Cost: []float64{0, -largest, largest, largest / 2, 0}}
		s := New(p)
		given := p.Cost
		blur := map[float64]bool{}
		for _, change := range []float64{0, 3} {
			for j := range given {
				more := s.cost[j] - given[j]
				if more < blurred/3*max(largest, 1) || more > blurred*1.001*max(largest, 1) {
					t.Errorf("the cost %v became %v, of costs up to %v", given[j], s.cost[j], largest)
				}
				blur[math.Round(more*1e12/max(largest, 1))] = true
			}
			given = slices.Clone(given)
			for j := range given {
				given[j] += change
			}
			s.SetCosts(given)
		}
		if len(blur) < 5 {
			t.Errorf("of costs up to %v some are blurred alike: %v", largest, blur)
		}
	}
}

// TestEntering checks that the variable whose reduced cost reaches 0 first enters, that the largest
// pivot decides among nearly equal ones, and that fixed variables do not enter.
func TestEntering(t *testing.T) {
	for _, test := range []struct {
		coefficients, reduced [2]float64
		fixed                 bool // the first variable is fixed
		want                  int
	}{
		{[2]float64{1, 1}, [2]float64{1, 2}, false, 0},
		{[2]float64{1, 1}, [2]float64{2, 1}, false, 1},
		{[2]float64{1, 1}, [2]float64{1, 2}, true, 1},
		{[2]float64{1, 2}, [2]float64{1, 2}, false, 1},
		{[2]float64{2, 1}, [2]float64{2, 1}, false, 0},
		{[2]float64{1, 2}, [2]float64{1, 2.0000000001}, false, 1},
		{[2]float64{1, 2}, [2]float64{1, 2.1}, false, 0},
		{[2]float64{-1, 1}, [2]float64{0, 5}, false, 1}, // the first would increase the violation
		{[2]float64{-1, 0}, [2]float64{0, 0}, false, -1},
	} {
		s := choice()
		copy(s.edge, []float64{test.coefficients[0], test.coefficients[1], 0, 1, 0})
		copy(s.reduced, test.reduced[:])
		if test.fixed {
			s.SetBounds(0, 0, 0)
		}
		if got := s.entering(1); got != test.want {
			t.Errorf("coefficients %v, reduced costs %v: %d enters, not %d", test.coefficients, test.reduced, got, test.want)
		}
	}
}

// TestStop checks that a stopped solver makes no step and continues from the same state.
func TestStop(t *testing.T) {
	s := choice()
	s.Stop = func() bool { return true }
	if status := s.Solve(math.Inf(1)); status != Stopped || s.Pivots != 0 {
		t.Errorf("status %d after %d pivots", status, s.Pivots)
	}
	s.Stop = nil
	if status := s.Solve(math.Inf(1)); status != Optimal || math.Abs(s.Value(0)-1) > tolerance {
		t.Errorf("status %d, %v", status, s.Value(0))
	}
}
