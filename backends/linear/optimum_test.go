package linear

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/branch"
	"nqueens/backends/internal/relax"
	"nqueens/encode"
	"nqueens/family"
)

func problem(t *testing.T, text string) nqueens.Problem {
	t.Helper()
	p, err := family.All().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestGivenPiecesCount checks that the optimum includes the given pieces, and those that follow
// from them.
func TestGivenPiecesCount(t *testing.T) {
	fixed := 0
	for _, text := range []string{
		"domination(5, given=a1)", "domination(6, given=c3+d5)", "independent-domination(6, given=b2)", "king-domination(5, given=e5)",
		"kings(5, given=c3)", "knights(4, given=a1)", "bishops(5, given=a1+c2)", "bishops(4, blocked=a1+b2)", "kings(1)",
	} {
		r := nqueens.Request{Problem: problem(t, text), Task: nqueens.Optimise}
		want, got := branch.Backend{}.Run(t.Context(), r, nil), Backend{}.Run(t.Context(), r, nil)
		if got.Status != nqueens.Solved || got.Optimum == nil || want.Optimum == nil || *got.Optimum != *want.Optimum || *got.Optimum != r.Problem.Counted(got.Solution) {
			t.Errorf("%s: %+v, branch says %+v", text, got, want)
		}
		if searchOf(t, text).model.Objective.Fixed > 0 {
			fixed++
		}
	}
	if fixed < 6 {
		t.Errorf("%d problems with pieces that are fixed: too few to tell", fixed)
	}
}

// TestRemovedByCost checks that removal by reduced costs keeps the best solution.
func TestRemovedByCost(t *testing.T) {
	for _, text := range []string{"fewest-pawns(7, blocked=g1)", "fewest-pawns(7, blocked=g1+a6+b3)"} {
		s := searchOf(t, text)
		if !s.run() || s.value != 1 || s.removed == 0 {
			t.Errorf("%s: the best has %d pawns, and %d placements are removed", text, s.value, s.removed)
		}
	}
}

// TestRootBoundOfRelaxation checks that the root's bound is the value of the relaxation, rounded to
// the next possible value.
func TestRootBoundOfRelaxation(t *testing.T) {
	rounded := 0
	for _, text := range []string{
		"domination(6)", "domination(7)", "domination(8)", "domination(9)", "domination(8, given=c3)", "independent-domination(7)",
		"total-domination(6)", "king-domination(7)", "knight-domination(6)", "bishop-domination(6)", "torus-domination(6)",
		"kings(7)", "knights(5)", "bishops(6)", "bishops(7, given=a1)", "dragon-kings(6)", "queens-3d(3)", "torus-max(6)",
		// Rounding leaves the value of these a little above an integer.
		"bishop-domination(7, blocked=a1)", "bishop-domination(7, blocked=d5+g2)", "bishop-domination(8, blocked=d4)",
	} {
		s := searchOf(t, text)
		objective := s.model.Objective
		s.relaxation.SetGoal(s.better())
		if s.infeasible() {
			t.Fatalf("%s: the relaxation has no solution", text)
		}
		value := 0.0
		for _, i := range objective.Over {
			value += s.relaxation.Value(i)
		}
		want := int(math.Ceil(value - 1e-3))
		if objective.Goal == nqueens.Most {
			want = int(math.Floor(value + 1e-3))
		}
		if math.Abs(value-float64(want)) > 0.1 {
			rounded++
		}
		if bound := s.rootBound(); bound == nil || *bound != want {
			t.Errorf("%s: the relaxation comes to %v, and the bound is %v, not %d", text, value, bound, want)
		}
	}
	if rounded < 5 {
		t.Errorf("%d bounds are rounded: too few to tell", rounded)
	}
}

// TestKnownSoFar checks that the report before the end includes the given pieces.
func TestKnownSoFar(t *testing.T) {
	bound := 2
	for goal, than := range map[nqueens.Goal]string{nqueens.Fewest: "fewer", nqueens.Most: "more"} {
		for _, test := range []struct {
			chosen []bool
			bound  *int
			found  string
			says   string
		}{
			{nil, nil, "", ""},
			{[]bool{true}, nil, " has 8 pieces", ""},
			{nil, &bound, "", "no solution has " + than + " than 7"},
			{[]bool{true}, &bound, " has 8 pieces; ", "no solution has " + than + " than 7"},
		} {
			s := &search{model: &nqueens.Model{Objective: nqueens.Objective{Goal: goal, Fixed: 5}}, chosen: test.chosen, value: 3, bound: test.bound}
			if got := s.knownSoFar(); !strings.Contains(got, test.found) || !strings.Contains(got, test.says) || (got == "") != (test.found+test.says == "") {
				t.Errorf("%v: %q", goal, got)
			}
		}
	}
}

// TestStopped checks that a stopped search reports its progress.
func TestStopped(t *testing.T) {
	for _, steps := range []int{0, 1, 50, 400} {
		p, polls := problem(t, "domination(9, given=d4)"), 0
		s := searchOf(t, p.String())
		s.stop = func() bool { polls++; return polls > steps }
		s.relaxation.Solver.Stop = s.stop
		ended := s.run()
		ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
		o := s.outcome(ctx, ended)
		cancel()
		if ended || o.Status != nqueens.Timeout || o.Note != s.knownSoFar() || o.Solution != nil || o.Optimum != nil {
			t.Errorf("%d steps: %+v", steps, o)
		}
		if polls > steps+30 {
			t.Errorf("it goes on for %d steps", polls-steps)
		}
		if known := s.bound != nil; known != (steps == 400) {
			t.Errorf("%d steps: a bound is known: %v", steps, known)
		}
	}
}

// TestRefutedAtRoot checks that the refutation at the root is reported only if the search ended
// there.
func TestRefutedAtRoot(t *testing.T) {
	f := &relax.Refutation{Factors: make([]relax.Factor, 2), Bound: 7, Margin: 3}
	for nodes, want := range map[int64]string{1: "a sum of 2 constraints should be at least 7 and is at most 4", 2: ""} {
		s := &search{model: &nqueens.Model{}, root: f, nodes: nodes}
		if o := s.outcome(t.Context(), true); o.Status != nqueens.Unsatisfiable || !strings.HasSuffix(o.Note, want) || (o.Note == "") != (want == "") {
			t.Errorf("%d nodes: %+v", nodes, o)
		}
	}
}

// TestOnlyBetter checks that a solution that is not better than the best so far is not recorded.
func TestOnlyBetter(t *testing.T) {
	for _, better := range []bool{false, true} {
		s := searchOf(t, "king-domination(5)")
		s.relaxation.SetGoal(s.better())
		if s.infeasible() {
			t.Fatal("the relaxation has no solution")
		}
		if !s.solution() || s.value != 4 {
			t.Fatalf("it is no solution: %d", s.value)
		}
		before := make([]bool, len(s.chosen))
		if s.chosen = before; better {
			s.value++
		}
		value := s.value
		if s.solution() != better || (s.value < value) != better || (&s.chosen[0] != &before[0]) != better {
			t.Errorf("better: %v: the value %d becomes %d", better, value, s.value)
		}
	}
}

// TestRows checks that the reported number of constraints is the number in the problem; an equality
// counts once.
func TestRows(t *testing.T) {
	for _, text := range []string{
		"queens(6)", "torus(5)", "rooks(4)", "kings(4)", "domination(5)", "peaceable(3)", "latin-queens(4, extra=1)", "no-three-in-line(4)",
		"queens(6, pieces=4)", "queens-3d(3)", "fewest-pawns(4)", "magic(5)",
	} {
		p := problem(t, text)
		o, err := p.Outline()
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Model()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := rows(o), len(encode.PBFromModel(m).Constraints()); got != want {
			t.Errorf("%s: %d rows, %d constraints", text, got, want)
		}
	}
}

// TestMostRows checks the maximum number of constraints, and one more.
func TestMostRows(t *testing.T) {
	for _, n := range []int{maxRows, maxRows + 1} {
		m := &nqueens.Model{Placements: []nqueens.Placement{{Variable: 1}}}
		for range n {
			m.Clauses = append(m.Clauses, nqueens.Clause{Literals: []nqueens.Literal{nqueens.Chosen(0)}})
		}
		r := nqueens.Request{Problem: nqueens.NewFormula(nqueens.Formula{Name: "x.cnf"}, m), Task: nqueens.FindFirst}
		if err := (Backend{}).Supports(r); (err == nil) != (n <= maxRows) {
			t.Errorf("%d constraints: %v", n, err)
		}
	}
}

// TestCancelledWithoutAnswer checks that a search that ends without an answer, and was not stopped,
// is a crash.
func TestCancelledWithoutAnswer(t *testing.T) {
	s := searchOf(t, "queens(4)")
	if o := s.outcome(t.Context(), false); o.Status != nqueens.Crashed {
		t.Errorf("%+v", o)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if o := s.outcome(ctx, false); o.Status != nqueens.Cancelled {
		t.Errorf("%+v", o)
	}
}
