package reproduce

import (
	"testing"
	"time"

	"nqueens"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/golden"
)

// counted makes the records of the right answers to n = most.
func counted(t *testing.T, most int) *made {
	m := &made{t: t, r: counts()}
	for _, j := range m.r.experiment().Jobs {
		if j.Problem.N > most || j.Backend == "gini" && j.Problem.N > 8 {
			continue
		}
		known, ok := j.Problem.Known()
		if !ok {
			t.Fatalf("%v is not known", j.Problem)
		}
		m.add(j.Problem, j.Task, j.Backend, known.Count.String(), 0.001, nil)
	}
	return m
}

func TestCountsPage(t *testing.T) {
	text, p := counted(t, 13).page(3 * time.Minute)
	golden.Equal(t, "counts.golden", text)
	for _, v := range p.Verdicts() {
		if v.Kind != page.SameValue {
			t.Errorf("%s: %v", v.What, v)
		}
	}
}

// TestCountsWrong: one wrong count among right ones, and a wrong number of
// symmetric solutions.
func TestCountsWrong(t *testing.T) {
	for _, test := range []struct {
		problem nqueens.Problem
		what    string
	}{
		{queensProblem(9), "number of solutions"},
		{queensProblem(9).SymmetricUnder(nqueens.HalfTurn), "number of fundamental solutions"},
	} {
		m := counted(t, 10)
		for i := range m.records {
			if m.records[i].Problem == test.problem.String() {
				m.records[i].Count = m.records[i].Count.Plus(nqueens.NewCount(1))
				break
			}
		}
		text, p := m.page(time.Minute)
		if got := kindOf(t, p, test.what); got != page.Wrong {
			t.Errorf("%v wrong: %s\n%s", test.problem, got, text)
		}
	}
}

// TestBurnside: 12 fundamental solutions for 8 queens, and sums that cannot be.
func TestBurnside(t *testing.T) {
	n := nqueens.NewCount
	if got, err := burnside(queensProblem(8), n(92), n(4), n(0)); err != nil || got.Cmp(n(12)) != 0 {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := burnside(queensProblem(1), n(1), n(1), n(1)); err != nil || got.Cmp(n(1)) != 0 {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := burnside(queensProblem(8), n(93), n(4), n(0)); err == nil {
		t.Errorf("93 solutions of 8 queens make %v", got)
	}
}

// TestListFundamental against OEIS A002562.
func TestListFundamental(t *testing.T) {
	for n := 1; n <= 9; n++ {
		known, _ := queensProblem(n).KnownUpToSymmetry()
		if got, err := listFundamental(t.Context(), queensProblem(n)); err != nil || got.Cmp(known.Count) != 0 {
			t.Errorf("n = %d: %v, want %v (%v)", n, got, known.Count, err)
		}
	}
}
