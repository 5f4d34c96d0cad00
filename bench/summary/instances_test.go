package summary

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"nqueens"
	"nqueens/bench"
)

// instance has a contender answer the task first on an instance: "sat",
// "unsat", another status, or "" if it is not run yet.
func (m *made) instance(i int, backend, answer string, seconds float64) *bench.Record {
	m.t.Helper()
	var r *bench.Record
	status := nqueens.Status(answer)
	switch answer {
	case "sat":
		status = nqueens.Solved
	case "unsat":
		status = nqueens.Unsatisfiable
	}
	if answer == "" {
		m.add(fmt.Sprintf("queens(8, given=a%d)", i), nqueens.FindFirst, backend, "", "")
	} else {
		r = m.add(fmt.Sprintf("queens(8, given=a%d)", i), nqueens.FindFirst, backend, "", string(status), seconds)
	}
	job := &m.Jobs[len(m.Jobs)-1]
	job.Instance = fmt.Sprintf("blocked-8-%d.param", i)
	if r != nil {
		r.Problem, r.Instance = job.ProblemName(), job.Instance
	}
	return r
}

// TestSummaryOverInstances pins what a run over files says: a row for each
// contender, with every way to end, beside a bare board with its own table.
func TestSummaryOverInstances(t *testing.T) {
	m := &made{t: t, Experiment: bench.Experiment{Name: "files", Baseline: "right"}}
	for i, line := range []struct {
		right, righttoo, leaks, despairs string
	}{
		{"sat", "sat", "memory-limit", "unsat"},
		{"sat", "sat", "sat", "unsat"},
		{"unsat", "unsat", "crashed", "unsat"},
		{"unsat", "timeout", "crashed", "unsat"},
		{"timeout", "timeout", "crashed", "timeout"},
		{"sat", "", "", ""},
	} {
		m.instance(i+1, "right", line.right, 0.1)
		m.instance(i+1, "righttoo", line.righttoo, 0.2*float64(i+1))
		if r := m.instance(i+1, "leaks", line.leaks, 1e-3); r != nil && r.Status == nqueens.Crashed {
			r.Reason = "killed by signal 11"
		}
		m.instance(i+1, "despairs", line.despairs, 1e-2)
	}
	m.add("queens(5)", nqueens.CountAll, "right", "", "10", six(1e-3)...)
	s := m.summary()
	var text, csv bytes.Buffer
	if err := s.WriteText(&text, Style{Full: true}); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	golden(t, "instances.golden", text.Bytes())
	golden(t, "instances.csv.golden", csv.Bytes())
}

// TestScoreCountsEverything: what is skipped, void or wrong on the way ends no counting.
func TestScoreCountsEverything(t *testing.T) {
	void := cellOf("v", "b", "", timedOut)
	void.Status = nqueens.Void
	var s InstanceScore
	s.gather([]*Cell{cellOf("p", "b", "", skipped), void, cellOf("q", "b", "", wrong), cellOf("r", "b", "", timedOut), cellOf("s", "b", "", 2)}, map[question]float64{})
	if s.NotRun != 2 || s.Wrong != 1 || s.Timeouts != 1 || s.With+s.Without != 1 {
		t.Errorf("%+v", s)
	}
}

// TestInstanceMedian: what was not answered counts as longer than any answer.
func TestInstanceMedian(t *testing.T) {
	infinite := math.Inf(1)
	for _, test := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{3, 1, 2}, 2}, {[]float64{4, 1, 2, 3}, 2.5}, {[]float64{infinite, 1, 2}, 2},
		{[]float64{infinite, 1, 2, infinite}, infinite}, {[]float64{infinite}, infinite},
	} {
		if got := medianOf(test.values); got != test.want {
			t.Errorf("%v: %v, want %v", test.values, got, test.want)
		}
	}
	if got := medianOf(nil); !math.IsNaN(got) {
		t.Errorf("nothing: %v", got)
	}
}
