package fuzz

import (
	"strings"
	"testing"
	"time"

	"nqueens/backends"
	"nqueens/bench"
)

// TestLibraries checks that each known defect of gophersat's functions is found and becomes a small formula.
func TestLibraries(t *testing.T) {
	for _, b := range Libraries() {
		name := backends.NameOf(b)
		f := newFuzzer(t, b, 0)
		f.Trials, f.UntilFailure, f.References = 60, true, nil
		found, _ := run(t, f)
		if len(found) != 1 || found[0].Class != WrongResult {
			t.Errorf("%s: %+v", name, found)
			continue
		}
		if c := found[0].Trial.Form.(*Clauses); len(c.List) > 4 || c.Variables > 3 {
			t.Errorf("%s: not small: %s", name, c.Text())
		}
	}
}

// TestNotMinimal checks the test of unsatisfiable cores.
func TestNotMinimal(t *testing.T) {
	list := [][]int32{{1}, {-1, 2}, {-2}, {2}}
	for _, test := range []struct {
		core [][]int32
		want string
	}{
		{[][]int32{{-2}, {2}}, ""},
		{[][]int32{{1}, {2, -1}, {-2}}, ""},
		{list, "not minimal"},
		{[][]int32{{1}, {-2}}, "satisfiable"},
		{[][]int32{{1}, {-1}}, "not in the formula"},
	} {
		if got := notMinimal(list, test.core); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%v: %q, want %q", test.core, got, test.want)
		}
	}
}

// TestLibraryPanics checks that a panic of a function is a crash, and that a function that does not end is
// stopped.
func TestLibraryPanics(t *testing.T) {
	form := &Clauses{Variables: 1, List: [][]int32{{1}}}
	forever := make(chan int)
	for name, test := range map[string]struct {
		call  func(*Clauses) (string, error)
		want  Class
		limit time.Duration
	}{
		"panics":  {func(*Clauses) (string, error) { panic("index") }, Crash, time.Minute},
		"forever": {func(*Clauses) (string, error) { <-forever; return "", nil }, "", 10 * time.Millisecond},
		"right":   {func(*Clauses) (string, error) { return "", nil }, "", time.Minute},
	} {
		b := library{Library{name, "", "1", test.call}}
		x := &Examiner{Solvers: []backends.Backend{b}, Limits: bench.Limits{Time: test.limit}}
		e := x.Examine(t.Context(), Trial{Form: form, Asked: []Question{{Task: "first", Contender: backends.Contender{Backend: name}}}})
		var got Class
		if len(e.Findings) > 0 {
			got = e.Findings[0].Class
		}
		if got != test.want || name == "forever" && e.Answers[0].Status != "timeout" {
			t.Errorf("%s: %q, %+v", name, got, e.Answers)
		}
	}
}
