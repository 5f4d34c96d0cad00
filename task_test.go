package nqueens

import (
	"context"
	"maps"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Each lap is the time since the one before.
func TestStopwatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := NewStopwatch()
		for _, want := range []float64{2, 0, 3} {
			time.Sleep(time.Duration(want) * time.Second)
			if got := w.Lap(); got != want {
				t.Errorf("a lap of %v s took %v s", want, got)
			}
		}
	})
}

// A sum that does not fit is the largest number, and what is less than nothing is taken off.
func TestAddStats(t *testing.T) {
	to := map[string]int64{"nodes": 5, "most": math.MaxInt64 - 2, "over": math.MaxInt64 - 2, "less": math.MaxInt64}
	AddStats(to, map[string]int64{"nodes": 3, "new": 4, "most": 2, "over": 3, "less": -1})
	want := map[string]int64{"nodes": 8, "new": 4, "most": math.MaxInt64, "over": math.MaxInt64, "less": math.MaxInt64 - 1}
	if !maps.Equal(to, want) {
		t.Errorf("%v, want %v", to, want)
	}
}

// Who ran out of time says so, and what was found by then is no count.
func TestStopped(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	for want, ctx := range map[Status]context.Context{Cancelled: cancelled, Timeout: late} {
		o := Stopped(ctx, 7)
		if o.Status != want || o.Partial.String() != "7" || o.Count != nil || o.Status.Answered() || !o.Status.Valid() {
			t.Errorf("%+v, want %s", o, want)
		}
	}
	if Status("great").Valid() || !Unsatisfiable.Answered() {
		t.Error("great is a status, or unsatisfiable no answer")
	}
}

// A backend takes its tasks, its encodings and what these can go on with, and nothing else.
func TestAccepts(t *testing.T) {
	d := Description{
		Name: "some", Tasks: []Task{FindFirst, Optimise}, Encodings: []string{"pairwise", "product"},
		Refinements: []string{"+totalizer"}, Defaults: map[Task]string{Optimise: "product"},
	}
	bare := Description{Name: "bare", Tasks: []Task{FindFirst}}
	nameless := Description{Name: "nameless", Tasks: []Task{FindFirst}, Encodings: []string{"", "other"}}
	queens, bishops := Problem{Family: Queens, N: 8}, Problem{Family: Bishops, N: 8}
	for _, test := range []struct {
		d       Description
		r       Request
		refused string
	}{
		{d, Request{Problem: queens, Task: FindFirst}, ""},
		{d, Request{Problem: queens, Task: FindFirst, Encoding: "product"}, ""},
		{d, Request{Problem: queens, Task: FindFirst, Encoding: "product+totalizer"}, ""},
		{d, Request{Problem: queens, Task: FindFirst, Encoding: "product+other"}, `some has no encoding "product+other" (`},
		{d, Request{Problem: queens, Task: FindFirst, Encoding: "+totalizer"}, `some has no encoding "+totalizer" (`},
		{d, Request{Problem: queens, Task: FindFirst, Encoding: "pairwse"}, `some has no encoding "pairwse" (did you mean "pairwise"?)`},
		{d, Request{Problem: queens, Task: CountAll}, `some does not do the task "count" (it does first, optimise)`},
		{d, Request{Problem: queens, Task: Optimise}, "the family queens has no objective: there is nothing to optimise"},
		{d, Request{Problem: bishops, Task: Optimise}, ""},
		{d, Request{Problem: bishops.WithPieces(Range{3, 3}), Task: Optimise}, "bishops(8, pieces=3) says how many pieces there are, so nothing is left to optimise"},
		{d, Request{Problem: oneOrTwo(0), Task: Optimise}, "a formula has no objective: there is nothing to optimise"},
		{bare, Request{Problem: queens, Task: FindFirst, Encoding: "product"}, `bare takes no encoding, so "product" has no meaning for it`},
		{nameless, Request{Problem: queens, Task: FindFirst, Encoding: "other"}, ""},
		{nameless, Request{Problem: queens, Task: FindFirst, Encoding: "xyz"}, `nameless has no encoding "xyz" (there is only other)`},
	} {
		switch err := test.d.Accepts(test.r); {
		case err == nil && test.refused != "", err != nil && (test.refused == "" || !strings.HasPrefix(err.Error(), test.refused)):
			t.Errorf("%s, %v: %v, want %q", test.d.Name, test.r, err, test.refused)
		}
	}
	for task, want := range map[Task]string{FindFirst: "pairwise", Optimise: "product", "": "pairwise"} {
		if got := d.DefaultEncoding(task); got != want {
			t.Errorf("the default encoding for %q is %q, want %q", task, got, want)
		}
	}
	if bare.DefaultEncoding(FindFirst) != "" {
		t.Errorf("who takes no encoding has %q for a default", bare.DefaultEncoding(FindFirst))
	}
}

// Those meant by "all" search themselves.
func TestOrdinary(t *testing.T) {
	for want, list := range map[bool][]Description{
		true: {{Name: "a"}}, false: {{External: "cadical"}, {Caution: "wrong"}, {Portfolio: true}},
	} {
		for _, d := range list {
			if d.Ordinary() != want {
				t.Errorf("%+v is ordinary: %v", d, !want)
			}
		}
	}
}
