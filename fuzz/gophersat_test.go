package fuzz

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens/backends"
	"nqueens/backends/allsat"
	"nqueens/bench"
)

// defective are the libraries with a known defect.
var defective = []string{"gophersat-mus", "gophersat-wcnf", "gophersat-wcnf-lines", "gophersat-unsat"}

// TestLibraries checks that each known defect of gophersat's functions is found and becomes a small formula, and
// that nothing is found in the other functions.
func TestLibraries(t *testing.T) {
	for _, b := range Libraries() {
		name := backends.NameOf(b)
		f := newFuzzer(t, b, 0)
		f.Trials, f.UntilFailure, f.References = 60, true, nil
		found, s := run(t, f)
		if !slices.Contains(defective, name) {
			if len(found) > 0 || s.Solvers[name].Some < 5 {
				t.Errorf("%s: %+v, %+v", name, found, s.Solvers[name])
			}
			continue
		}
		if len(found) != 1 || found[0].Class != WrongResult {
			t.Errorf("%s: %+v", name, found)
			continue
		}
		if c := found[0].Trial.Form.(*Clauses); len(c.List) > 4 || c.Variables > 3 {
			t.Errorf("%s: not small: %s", name, c.Text())
		}
	}
}

// TestSeveralLibraries checks that each of several libraries and backends gets trials of its own.
func TestSeveralLibraries(t *testing.T) {
	list := append(Libraries(), allsat.Backend{})
	chosen, err := backends.Selection{Backends: []string{"gophersat-subset", "gophersat-mus-deletion", "allsat"}}.Choose(list)
	if err != nil {
		t.Fatal(err)
	}
	f := &Fuzzer{Examiner: Examiner{Solvers: list}, Candidates: chosen, Seed: 3}
	asked := map[string]int{}
	for number := range 60 {
		trial, ok := f.Trial(number + 1)
		if !ok || len(trial.Asked) != 1 {
			t.Fatalf("%v, %+v", ok, trial.Asked)
		}
		asked[trial.Asked[0].Backend]++
	}
	for _, c := range chosen {
		if asked[c.Contender.Backend] < 5 {
			t.Errorf("%v", asked)
			break
		}
	}
}

// TestNotCore checks the test of unsatisfiable cores.
func TestNotCore(t *testing.T) {
	list := [][]int32{{1}, {-1, 2}, {-2}, {2}}
	for _, test := range []struct {
		core    [][]int32
		minimal bool
		want    string
	}{
		{[][]int32{{-2}, {2}}, true, ""},
		{[][]int32{{1}, {2, -1}, {-2}}, true, ""},
		{list, true, "not minimal"},
		{list, false, ""},
		{[][]int32{{1}, {-2}}, false, "satisfiable"},
		{[][]int32{{1}, {-1}}, true, "not in the formula"},
	} {
		if got := notCore(list, test.core, test.minimal); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
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
