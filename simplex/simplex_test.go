package simplex_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"nqueens/simplex"
)

// TestAgreesWithGonum solves random programs, changes their bounds and costs repeatedly, and
// compares each result with gonum's primal simplex. It checks multipliers by the bound that they
// prove.
func TestAgreesWithGonum(t *testing.T) {
	solved := map[simplex.Status]int{}
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 5))
		p := randomProgram(random)
		s := simplex.New(p)
		for step := range 8 {
			if step > 0 {
				j := random.IntN(len(p.Lower))
				switch random.IntN(4) {
				case 0:
					p.Lower[j], p.Upper[j] = 0, 1
				case 1:
					p.Lower[j], p.Upper[j] = 0, 0
				case 2:
					p.Lower[j], p.Upper[j] = 1, 1
				case 3:
					p.Cost[j] = float64(random.IntN(9) - 4)
					s.SetCosts(p.Cost)
				}
				s.SetBounds(j, p.Lower[j], p.Upper[j])
			}
			status := s.Solve(math.Inf(1))
			solved[status]++
			want, err := reference(t, p)
			name := fmt.Sprintf("seed %d, step %d", seed, step)
			switch {
			case err == nil && status == simplex.Optimal:
				cost := 0.0
				for j, c := range p.Cost {
					x := s.Value(j)
					cost += c * x
					if x < p.Lower[j]-1e-6 || x > p.Upper[j]+1e-6 {
						t.Errorf("%s: x%d = %v is not between %v and %v", name, j, x, p.Lower[j], p.Upper[j])
					}
				}
				for i, r := range p.Rows {
					if v := activity(r, s.Value); v < r.Low-1e-6 || v > r.High+1e-6 {
						t.Errorf("%s: row %d is %v, not between %v and %v", name, i, v, r.Low, r.High)
					}
				}
				if bound, _ := provedBound(p, s.Multipliers(), 1); math.Abs(cost-want) > 1e-3 || math.Abs(bound-want) > 1e-3 {
					t.Errorf("%s: the cost is %v, by the multipliers at least %v, and should be %v", name, cost, bound, want)
				}
				if want < 50 && s.Solve(want-0.5) != simplex.Cutoff {
					t.Errorf("%s: no cutoff at %v", name, want-0.5)
				} else if bound, _ := provedBound(p, s.Multipliers(), 1); want < 50 && bound < want-0.501 {
					t.Errorf("%s: cut off, and the multipliers say %v of %v", name, bound, want)
				}
			case err != nil && status == simplex.Infeasible:
				if by, _ := provedBound(p, s.Multipliers(), 0); by < 1e-6 {
					t.Errorf("%s: the multipliers show by %v that there is no solution", name, by)
				}
			default:
				t.Errorf("%s: status %d, gonum %v, %v", name, status, want, err)
			}
		}
	}
	if solved[simplex.Optimal] < 500 || solved[simplex.Infeasible] < 500 {
		t.Errorf("%v: too few to tell", solved)
	}
}

func activity(r simplex.Row, x func(int) float64) (v float64) {
	for _, t := range r.Terms {
		v += t.Coefficient * x(t.Variable)
	}
	return v
}

// provedBound returns the lower bound of cost times the objective that the multipliers and the bounds prove.
func provedBound(p *simplex.Program, multipliers []float64, cost float64) (least float64, rows []float64) {
	d := make([]float64, len(p.Cost))
	for j, c := range p.Cost {
		d[j] = cost * c
	}
	for i, y := range multipliers {
		r := p.Rows[i]
		lowest, highest := 0.0, 0.0 // with all variables between 0 and 1
		for _, t := range r.Terms {
			lowest, highest = lowest+min(0, t.Coefficient), highest+max(0, t.Coefficient)
		}
		switch {
		case y > 0 && r.Low > lowest:
			least += y * r.Low
		case y < 0 && r.High < highest:
			least += y * r.High
		default:
			continue
		}
		for _, t := range r.Terms {
			d[t.Variable] -= y * t.Coefficient
		}
	}
	for j, v := range d {
		least += min(v*p.Lower[j], v*p.Upper[j])
	}
	return least, d
}

// randomProgram returns a random program with rows of all kinds, many of them similar.
func randomProgram(random *rand.Rand) *simplex.Program {
	n, m := 1+random.IntN(12), random.IntN(12)
	p := &simplex.Program{}
	for range n {
		p.Lower, p.Upper, p.Cost = append(p.Lower, 0), append(p.Upper, 1), append(p.Cost, float64(random.IntN(9)-4))
	}
	for range m {
		r := simplex.Row{Low: math.Inf(-1), High: math.Inf(1)}
		switch bound := float64(random.IntN(3)); random.IntN(4) {
		case 0:
			r.Low = bound
		case 1:
			r.High = bound
		case 2:
			r.Low, r.High = bound, bound
		case 3:
			r.Low, r.High = bound-1, bound+1
		}
		for j := range n {
			if random.IntN(2) == 0 {
				r.Terms = append(r.Terms, simplex.Term{Variable: j, Coefficient: []float64{1, 1, 1, -1, 2}[random.IntN(5)]})
			}
		}
		p.Rows = append(p.Rows, r)
	}
	return p
}

// reference returns the lowest cost computed by gonum, with a slack variable for each bound.
func reference(t *testing.T, p *simplex.Program) (float64, error) {
	t.Helper()
	n, shift := len(p.Cost), 0.0
	var rows [][]float64 // each row is at most its bound
	var bounds []float64
	atMost := func(terms []simplex.Term, sign, bound float64) {
		if math.IsInf(bound, 0) {
			return
		}
		row := make([]float64, n)
		for _, x := range terms {
			row[x.Variable] = sign * x.Coefficient
			bound -= sign * x.Coefficient * p.Lower[x.Variable]
		}
		rows, bounds = append(rows, row), append(bounds, bound)
	}
	for _, r := range p.Rows {
		atMost(r.Terms, 1, r.High)
		atMost(r.Terms, -1, -r.Low)
	}
	for j := range n {
		atMost([]simplex.Term{{Variable: j, Coefficient: 1}}, 1, p.Upper[j])
		shift += p.Cost[j] * p.Lower[j]
	}
	a := mat.NewDense(len(rows), n+len(rows), nil)
	for i, row := range rows {
		for j, v := range row {
			a.Set(i, j, v)
		}
		a.Set(i, n+i, 1)
	}
	cost := append(append([]float64{}, p.Cost...), make([]float64, len(rows))...)
	least, _, err := lp.Simplex(cost, a, bounds, 1e-9, nil)
	if err != nil && !errors.Is(err, lp.ErrInfeasible) {
		t.Fatal(err)
	}
	return least + shift, err
}
