package judge

import (
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

// TestEstimates checks when the misses of an approximate counter are a failure: not one, nor as many
// as delta explains, and not repeated ones from one seed.
func TestEstimates(t *testing.T) {
	problem := nqueens.Problem{Family: family.Queens, N: 8} // 92, published
	for name, c := range map[string]struct {
		hits, misses int
		oneSeed      bool
		delta        float64
		wrong        bool
		notes        string
	}{
		"none":     {20, 0, false, 0.2, false, "all of 20 estimates"},
		"one":      {0, 1, false, 0.2, false, "1 of 1 estimate"},
		"as many":  {16, 4, false, 0.2, false, "4 of 20 estimates"},
		"too many": {8, 12, false, 0.2, true, ""},
		"one seed": {0, 12, true, 0.2, false, "1 of 1 estimate"},
		"rounded":  {3, 1, false, 0, true, ""},
	} {
		job := bench.Job{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "approx"}}
		exact := bench.Job{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}}
		e := bench.Experiment{Jobs: []bench.Job{job, exact}}
		o := bench.Observation{Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(92)}}
		records := []bench.Record{exact.Record(bench.Maker{Version: "1", Repetition: 1}, o)}
		for i := range c.hits + c.misses {
			estimate := nqueens.Estimate{Count: nqueens.NewCount(92), Epsilon: 0.5, Delta: c.delta}
			if i < c.misses {
				estimate.Count = nqueens.NewCount(139) // 138 = 92 · 1.5
			}
			m := bench.Maker{Version: "1", Seed: 1, Repetition: i + 1}
			o := bench.Observation{Outcome: nqueens.Outcome{Status: nqueens.Unknown, Estimate: &estimate}}
			r := job.Record(m, o)
			if c.oneSeed {
				r.Seed = 7
			}
			records = append(records, r)
		}
		j := Judge(e, records, engines)
		if len(j.Estimates) != 1 || j.Estimates[0].Wrong != c.wrong || c.wrong != (len(j.Failures) > 0) {
			t.Errorf("%s: %+v, failures %q", name, j.Estimates, j.Failures)
		}
		if !c.wrong && !strings.Contains(strings.Join(j.Notes, "; "), c.notes) {
			t.Errorf("%s: notes %q", name, j.Notes)
		}
		if v := j.Verdicts[0]; v.Kind != Known || len(v.Engines) != 1 || len(v.Dissent) > 0 {
			t.Errorf("%s: an estimate changed the verdict: %v", name, v)
		}
	}
}

// TestEstimatesAlone checks that estimates are compared with the published number where nothing was counted.
func TestEstimatesAlone(t *testing.T) {
	job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "approx"}}
	o := bench.Observation{Outcome: nqueens.Outcome{Status: nqueens.Unknown, Estimate: &nqueens.Estimate{Count: nqueens.NewCount(90), Epsilon: 0.5, Delta: 0.2}}}
	j := Judge(bench.Experiment{Jobs: []bench.Job{job}}, []bench.Record{job.Record(bench.Maker{Version: "1", Repetition: 1}, o)}, engines)
	if len(j.Estimates) != 1 || j.Estimates[0].Estimates != 1 || j.Estimates[0].Misses != 0 || j.Verdicts[0].Kind != Unanswered {
		t.Errorf("%+v, %v", j.Estimates, j.Verdicts[0])
	}
}
