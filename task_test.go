package nqueens_test

import (
	"context"
	"maps"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/family"
)

// TestStopwatch checks that each lap is the time since the previous one.
func TestStopwatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := nqueens.NewStopwatch()
		for _, want := range []float64{2, 0, 3} {
			time.Sleep(time.Duration(want) * time.Second)
			if got := w.Lap(); got != want {
				t.Errorf("a lap of %v s took %v s", want, got)
			}
		}
	})
}

// TestAddStats checks that a sum that is too large becomes the largest number, and that negative
// numbers are subtracted.
func TestAddStats(t *testing.T) {
	to := map[string]int64{"nodes": 5, "most": math.MaxInt64 - 2, "over": math.MaxInt64 - 2, "less": math.MaxInt64}
	nqueens.AddStats(to, map[string]int64{"nodes": 3, "new": 4, "most": 2, "over": 3, "less": -1})
	want := map[string]int64{"nodes": 8, "new": 4, "most": math.MaxInt64, "over": math.MaxInt64, "less": math.MaxInt64 - 1}
	if !maps.Equal(to, want) {
		t.Errorf("%v, want %v", to, want)
	}
}

// TestStopped checks that a run which reached its time limit has that status, and that the
// solutions found until then are no count.
func TestStopped(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	for want, ctx := range map[nqueens.Status]context.Context{nqueens.Cancelled: cancelled, nqueens.Timeout: late} {
		o := nqueens.Stopped(ctx, 7)
		if o.Status != want || o.Partial.String() != "7" || o.Count != nil || o.Status.Answered() || !o.Status.Valid() {
			t.Errorf("%+v, want %s", o, want)
		}
	}
	if nqueens.Status("great").Valid() || !nqueens.Unsatisfiable.Answered() {
		t.Error("great is a status, or unsatisfiable no answer")
	}
}

// TestAccepts checks that a backend accepts exactly its tasks, encodings and refinements.
func TestAccepts(t *testing.T) {
	d := nqueens.Description{
		Name: "some", Tasks: []nqueens.Task{nqueens.FindFirst, nqueens.Optimise}, Encodings: []string{"pairwise", "product"},
		Refinements: []string{"+totalizer"}, Defaults: map[nqueens.Task]string{nqueens.Optimise: "product"},
	}
	bare := nqueens.Description{Name: "bare", Tasks: []nqueens.Task{nqueens.FindFirst}}
	nameless := nqueens.Description{Name: "nameless", Tasks: []nqueens.Task{nqueens.FindFirst}, Encodings: []string{"", "other"}}
	queens, bishops := nqueens.Problem{Family: family.Queens, N: 8}, nqueens.Problem{Family: family.Bishops, N: 8}
	for _, test := range []struct {
		d       nqueens.Description
		r       nqueens.Request
		refused string
	}{
		{d, nqueens.Request{Problem: queens, Task: nqueens.FindFirst}, ""},
		{d, nqueens.Request{Problem: queens, Task: nqueens.FindFirst, Encoding: "product"}, ""},
		{d, nqueens.Request{Problem: queens, Task: nqueens.FindFirst, Encoding: "product+totalizer"}, ""},
		{d, nqueens.Request{Problem: queens, Task: nqueens.FindFirst, Encoding: "product+other"}, `some has no encoding "product+other" (`},
		{d, nqueens.Request{Problem: queens, Task: nqueens.FindFirst, Encoding: "+totalizer"}, `some has no encoding "+totalizer" (`},
		{d, nqueens.Request{Problem: queens, Task: nqueens.FindFirst, Encoding: "pairwse"}, `some has no encoding "pairwse" (did you mean "pairwise"?)`},
		{d, nqueens.Request{Problem: queens, Task: nqueens.CountAll}, `some does not do the task "count" (it does first, optimise)`},
		{d, nqueens.Request{Problem: queens, Task: nqueens.Optimise}, "the family queens has no objective: there is nothing to optimise"},
		{d, nqueens.Request{Problem: bishops, Task: nqueens.Optimise}, ""},
		{d, nqueens.Request{Problem: bishops.WithPieces(nqueens.Range{Min: 3, Max: 3}), Task: nqueens.Optimise}, "bishops(8, pieces=3) says how many pieces there are, so nothing is left to optimise"},
		{d, nqueens.Request{Problem: oneOrTwo(0), Task: nqueens.Optimise}, "a formula has no objective: there is nothing to optimise"},
		{bare, nqueens.Request{Problem: queens, Task: nqueens.FindFirst, Encoding: "product"}, `bare takes no encoding, so "product" has no meaning for it`},
		{nameless, nqueens.Request{Problem: queens, Task: nqueens.FindFirst, Encoding: "other"}, ""},
		{nameless, nqueens.Request{Problem: queens, Task: nqueens.FindFirst, Encoding: "xyz"}, `nameless has no encoding "xyz" (there is only other)`},
	} {
		switch err := test.d.Accepts(test.r); {
		case err == nil && test.refused != "", err != nil && (test.refused == "" || !strings.HasPrefix(err.Error(), test.refused)):
			t.Errorf("%s, %v: %v, want %q", test.d.Name, test.r, err, test.refused)
		}
	}
	for task, want := range map[nqueens.Task]string{nqueens.FindFirst: "pairwise", nqueens.Optimise: "product", "": "pairwise"} {
		if got := d.DefaultEncoding(task); got != want {
			t.Errorf("the default encoding for %q is %q, want %q", task, got, want)
		}
	}
	if bare.DefaultEncoding(nqueens.FindFirst) != "" {
		t.Errorf("who takes no encoding has %q for a default", bare.DefaultEncoding(nqueens.FindFirst))
	}
}

// TestOrdinary checks that "all" only includes backends that search themselves.
func TestOrdinary(t *testing.T) {
	for want, list := range map[bool][]nqueens.Description{
		true: {{Name: "a"}}, false: {{External: "cadical"}, {Caution: "wrong"}, {Portfolio: true}},
	} {
		for _, d := range list {
			if d.Ordinary() != want {
				t.Errorf("%+v is ordinary: %v", d, !want)
			}
		}
	}
}
