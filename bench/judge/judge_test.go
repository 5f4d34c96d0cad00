package judge

import (
	"context"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// engine is a backend that has a name and an engine, and answers nothing.
type engine struct{ name, engine string }

var engines = []backends.Backend{engine{"right", "one"}, engine{"righttoo", "two"}}

func (e engine) Describe() nqueens.Description {
	return nqueens.Description{Name: e.name, Engine: e.engine}
}

func (e engine) Supports(nqueens.Request) error { return nil }

func (e engine) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return nqueens.Outcome{}
}

// TestSetsAreCompared gives the right number of valid solutions twice, but not
// the same ones: only fingerprints tell.
func TestSetsAreCompared(t *testing.T) {
	problem, err := nqueens.ParseProblem("queens(5, given=a1)")
	if err != nil {
		t.Fatal(err)
	}
	var e bench.Experiment
	var records []bench.Record
	for i, name := range []string{"right", "righttoo"} {
		e.Jobs = append(e.Jobs, bench.Job{Problem: problem, Task: nqueens.FindAll, Contender: backends.Contender{Backend: name}})
		solution, err := nqueens.ParseSolution([]string{"a1,b3,c5,d2,e4", "a1,b4,c2,d5,e3"}[i])
		if err != nil {
			t.Fatal(err)
		}
		var set nqueens.Fingerprint
		set.Add(solution)
		records = append(records, bench.Record{
			Problem: problem.String(), Task: nqueens.FindAll, Contender: backends.Contender{Backend: name}, Fingerprint: &set,
			Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(1)},
		})
	}
	j := Judge(e, records, engines)
	if j.Verdicts[0].Kind != Disagreement || len(j.Failures) != 2 {
		t.Errorf("%v, failures %q", j.Verdicts[0], j.Failures)
	}
	// Where one is expected to be wrong, the other is right.
	e.Jobs[1].ExpectDisagreement = true
	j = Judge(e, records, engines)
	if v := j.Verdicts[0]; v.Kind != Alone || len(v.Dissent) != 1 || v.Dissent[0].Backend != "righttoo" || len(j.Failures) != 0 {
		t.Errorf("%v, failures %q", j.Verdicts[0], j.Failures)
	}
}

// TestLatestVersionIsJudged: what an older version of a backend said is not judged.
func TestLatestVersionIsJudged(t *testing.T) {
	problem := nqueens.Problem{Family: nqueens.Queens, N: 5}
	e := bench.Experiment{Jobs: []bench.Job{{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}}}}
	var records []bench.Record
	for i, count := range []uint64{9, 10, 10} {
		records = append(records, bench.Record{
			Problem: "queens(5)", Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}, Version: []string{"1", "2", "2"}[i], Seconds: float64(i),
			Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(count)},
		})
	}
	j := Judge(e, records, engines)
	if j.Verdicts[0].Kind != Known || len(j.Failures) > 0 {
		t.Errorf("%v, failures %q", j.Verdicts[0], j.Failures)
	}
}

func TestRepetitionsMustAgree(t *testing.T) {
	problem, err := nqueens.ParseProblem("queens(5, given=a1)")
	if err != nil {
		t.Fatal(err)
	}
	e := bench.Experiment{Jobs: []bench.Job{{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}}}}
	var records []bench.Record
	for _, count := range []uint64{2, 3} {
		records = append(records, bench.Record{
			Problem: problem.String(), Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"},
			Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(count)},
		})
	}
	j := Judge(e, records, engines)
	if len(j.Failures) != 1 || !strings.Contains(j.Failures[0], "its repetitions differ: 2, then 3") {
		t.Errorf("failures %q", j.Failures)
	}
}

func TestVerdictText(t *testing.T) {
	for want, v := range map[string]Verdict{
		"verdict: known, 10 (OEIS A000170); 2 engines agree: a, b": {Kind: Known, Count: nqueens.NewCount(10), Source: "OEIS A000170", Engines: []string{"a", "b"}},
		"verdict: alone, 2; one engine: a":                         {Kind: Alone, Count: nqueens.NewCount(2), Engines: []string{"a"}},
		"verdict: unanswered":                                      {Kind: Unanswered, Count: nqueens.NewCount(2)},
	} {
		if got := v.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
