package reproduce

import (
	"context"
	"errors"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/construct"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/golden"
)

// constructed returns records of the backend, which is fast enough to be run.
func constructed(t *testing.T) *made {
	m := &made{t: t, r: constructions()}
	for i, j := range m.r.experiment().Jobs {
		o := construct.Backend{}.Run(t.Context(), nqueens.Request{Problem: j.Problem, Task: j.Task, Encoding: j.Encoding}, nil)
		if o.Status != nqueens.Solved {
			t.Fatalf("%v by %s: %s: %s", j.Problem, j.Contender.String(), o.Status, o.Reason)
		}
		o.Phases = nqueens.Phases{}
		m.records = append(m.records, bench.Record{
			Key: string(rune('a' + i)), Problem: j.Problem.String(), Task: j.Task, Contender: backends.Contender{Backend: j.Backend, Encoding: j.Encoding},
			Version: "1", Repetition: 1, Outcome: o, Seconds: 0.001, WallSeconds: 0.01, CPUSeconds: 0.01,
		})
	}
	return m
}

// briefly is a budget for boards of a few hundred squares a side.
const briefly = 100 * time.Millisecond

func TestConstructionsPage(t *testing.T) {
	text, p := constructed(t).page(briefly)
	golden.Equal(t, "constructions.golden", text)
	drawsBoards(t, p, "constructions")
	for _, v := range p.Verdicts() {
		if v.Kind != page.SameValue {
			t.Errorf("%s: %v", v.What, v)
		}
	}
}

// TestClaimsWrong checks that a claim that is too strong or too weak fails at the first board that
// contradicts it.
func TestClaimsWrong(t *testing.T) {
	for _, test := range []struct {
		claim claim
		want  int
	}{
		{claim{"A", 2, 0, []int{2}}, 0},
		{claim{"A", 2, 0, nil}, 8},
		{claim{"A", 2, 0, []int{2, 4}}, 4},
		{claim{"B", 2, 0, []int{2}}, 6},
		{claim{"B4", 4, 3, nil}, 7},
		{claim{"bernhardsson", 1, 0, []int{5}}, 5},
		{claim{"polya", 1, 0, []int{0, 2, 4}}, 9},
	} {
		form, err := construct.FormNamed(test.claim.form)
		if err != nil {
			t.Fatal(err)
		}
		got, err := test.claim.try(t.Context(), form, 40)
		if err != nil || got.against != test.want {
			t.Errorf("%v: against is m = %d (%v), want %d", test.claim, got.against, err, test.want)
		}
		if kind := test.claim.verdict(got, 40).Kind; (kind == page.Wrong) != (test.want > 0) {
			t.Errorf("%v: %s", test.claim, kind)
		}
	}
}

// TestSolves compares with a check of all pairs of queens.
func TestSolves(t *testing.T) {
	for _, form := range construct.Forms() {
		for m := 4; m <= 60; m++ {
			var s nqueens.Solution
			for k := range form.Numbers(m) {
				s = append(s, nqueens.On(len(s), k-1))
			}
			want := nqueens.Problem{Family: form.Family, N: m}.Check(s) == nil
			if got, err := solves(form, m); got != want || err != nil {
				t.Errorf("%s for m = %d: %v, %v, want %v", form.Name, m, got, err, want)
			}
		}
	}
}

// TestConstructionsStops checks that no page is written from unfinished work.
func TestConstructionsStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := reportConstructions(ctx, new(page.Page), evidence{Budget: time.Hour}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestOneList checks a missing list for some m, and a list that is no solution.
func TestOneList(t *testing.T) {
	attempts := make([]attempt, len(claims))
	for i := range attempts {
		attempts[i].solved = make([]bool, 21)
		for m := range attempts[i].solved {
			attempts[i].solved[m] = true
		}
	}
	if v := oneList(attempts, 20); v.Kind != page.SameValue {
		t.Errorf("%v", v)
	}
	for i, c := range claims {
		if c.form == "B2" {
			attempts[i].solved[14] = false
		}
	}
	if v := oneList(attempts, 20); v.Kind != page.Wrong || v.Why != "for m = 14 there are 1, of which 0 solve it" {
		t.Errorf("%v", v)
	}
}

// TestConstructionsInHarness checks an invalid solution of the backend.
func TestConstructionsInHarness(t *testing.T) {
	m := constructed(t)
	m.records[5].Fault = &bench.Fault{Solution: m.records[5].Solution, Why: "for the test"}
	_, p := m.page(briefly)
	if got := kindOf(t, p, "solutions of the backend construct"); got != page.Wrong {
		t.Errorf("%s", got)
	}
}

func TestBernhardssonsExamples(t *testing.T) {
	for _, test := range []struct {
		list string
		want page.Kind
	}{{"2 4 6 8 3 1 7 5", page.SameValue}, {"2 4 6 8 1 3 7 5", page.Wrong}} {
		var p page.Page
		if err := reportBernhardsson(&p, []listed{{8, test.list}}); err != nil {
			t.Fatal(err)
		}
		if got := kindOf(t, &p, "Bernhardsson's lists"); got != test.want {
			t.Errorf("%s: %s, want %s", test.list, got, test.want)
		}
	}
}
