package bench

import (
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
)

// TestRecord checks the corrections in a record: an answer after the limit is a time-out, impossible values
// are a crash, and only right answers, time-outs and "unknown" can be discarded.
func TestRecord(t *testing.T) {
	job := Job{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"}, Limits: Limits{Time: time.Second}}
	two := nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
	late, void, odd := two, two, two
	late.Note, void.Void = "n", "it slept"
	odd.Phases.Solve = -1
	crashed := nqueens.Fail(nqueens.Crashed, "why")
	crashed.Void = "it slept"
	for name, test := range map[string]struct {
		o      Observation
		status nqueens.Status
		reason string
		void   string
		kept   nqueens.Status
	}{
		"right":        {Observation{Outcome: two, Seconds: 0.5, Spent: 0.5}, nqueens.Solved, "", "", nqueens.Solved},
		"not measured": {Observation{Outcome: two, Seconds: 2}, nqueens.Solved, "", "", nqueens.Solved},
		"late":         {Observation{Outcome: late, Seconds: 2, Spent: 2, Contradiction: "odd"}, nqueens.Timeout, "answered after 2 s, limit 1s", "", nqueens.Timeout},
		"asleep":       {Observation{Outcome: nqueens.Fail(nqueens.Timeout, "late"), Asleep: true}, nqueens.Timeout, "late, asleep for most of it", "", nqueens.Timeout},
		"void":         {Observation{Outcome: void, Seconds: 0.5}, nqueens.Solved, "", "it slept", nqueens.Void},
		"void, wrong":  {Observation{Outcome: void, Contradiction: "odd"}, nqueens.Solved, "", "", nqueens.Solved},
		"void, dead":   {Observation{Outcome: crashed}, nqueens.Crashed, "why", "", nqueens.Crashed},
		"nonsense":     {Observation{Outcome: odd, Seconds: 1, PeakBytes: 5}, nqueens.Crashed, "reported nonsense: phases: solve are -1", "", nqueens.Crashed},
	} {
		r := job.Record(Maker{Version: "1", Build: "b", Seed: 5, Repetition: 3}, test.o)
		if r.Status != test.status || r.Reason != test.reason || r.Void != test.void || r.Kept().Status != test.kept || r.Check() != nil {
			t.Errorf("%s: %s %q, void %q, kept %s, %v", name, r.Status, r.Reason, r.Void, r.Kept().Status, r.Check())
		}
		if r.Key != job.Key("1", "b", 5, 3) || r.Seed != 7 || !r.Status.Answered() && (r.Seconds != 0 || r.Note != "" || r.Contradiction != "") {
			t.Errorf("%s: %+v", name, r)
		}
	}
	none := job.Record(Maker{Repetition: 1}, Observation{Outcome: nqueens.Outcome{Status: nqueens.Unsatisfiable}, FloorSeconds: 1})
	if none.Proof.Kind != Unproved || none.FloorSeconds != 0 {
		t.Errorf("no solution: %+v", none)
	}
	long := Record{Outcome: nqueens.Outcome{Solution: make(nqueens.Solution, mostKept+1)}}
	if short := long.Kept(); short.Solution != nil || len(long.Solution) == 0 {
		t.Error("a long solution is kept")
	}
}

// TestTallied checks that the sum of all parts is a count and that of some parts is not.
func TestTallied(t *testing.T) {
	stats := map[string]int64{"nodes": 7}
	whole := Job{}.Tallied(Tally{Count: nqueens.NewCount(2), Tasks: 3, Stats: stats})
	some := Job{}.Tallied(Tally{Count: nqueens.NewCount(2), Stopped: nqueens.Fail(nqueens.Timeout, "late")})
	if whole.Status != nqueens.Solved || whole.Count.String() != "2" || whole.Stats["tasks"] != 3 || whole.Stats["nodes"] != 7 || stats["tasks"] != 0 {
		t.Errorf("%+v", whole)
	}
	if some.Status != nqueens.Timeout || some.Count != nil || some.Partial.String() != "2" || some.Stats != nil {
		t.Errorf("%+v", some)
	}
}
