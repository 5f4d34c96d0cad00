package summary

import (
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
)

// TestLeftOut checks that a summary lists the jobs of a plan with a budget that were never run, and
// counts the missing repetitions of the others. A failed job lacks no repetition, and neither does
// a plan without a budget.
func TestLeftOut(t *testing.T) {
	e := bench.Experiment{Name: "x", Budget: 5 * time.Minute, Clock: bench.CPUClock, Repeat: bench.Repeat{Min: 3, Max: 3}}
	var records []bench.Record
	for n := 4; n <= 8; n++ {
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"}, Limits: bench.Limits{Time: time.Second}}
		e.Jobs = append(e.Jobs, job)
		for repetition := 1; repetition <= map[int]int{4: 3, 5: 1, 6: 1}[n]; repetition++ {
			r := job.Record(bench.Maker{Version: "1", Seed: 1, Repetition: repetition}, bench.Observation{})
			r.Status, r.Count, r.Seconds = nqueens.Solved, nqueens.NewCount(map[int]uint64{4: 2, 5: 10, 6: 4}[n]), 1
			records = append(records, r)
		}
	}
	crashed := e.Jobs[4].Record(bench.Maker{Version: "1", Seed: 1, Repetition: 1}, bench.Observation{})
	crashed.Status = nqueens.Crashed
	summary := func() Summary {
		all := append(records, crashed)
		return Summarise(e, all, judge.Judge(e, all, nil), nil)
	}
	s := summary()
	if l := s.LeftOut; l.Runs != 4 || l.Fewer != 2 || len(l.Jobs) != 1 || strings.Join(l.Jobs[0].Questions, ", ") != "queens(7), task count" {
		t.Errorf("%+v", l)
	}
	var text strings.Builder
	if err := s.WriteText(&text, Style{}); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitN(text.String(), "\n", 5)
	for i, want := range []string{"no answer is wrong", "times are CPU time", "not run within the budget of 5m: 1 job, and 4 repetitions of 2 jobs", "not run: b: queens(7), task count"} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d is %q, want %q", i, lines[i], want)
		}
	}
	if n := strings.Count(text.String(), "times are CPU time"); n != 1 {
		t.Errorf("said %d times", n)
	}
	e.Budget = 0
	if s := summary(); len(s.LeftOut.Lines()) > 0 || s.LeftOut.Runs > 0 {
		t.Errorf("without a budget: %+v", s.LeftOut)
	}
}
