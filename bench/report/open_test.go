package report_test

import (
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/report"
	"nqueens/bench/summary"
	"nqueens/family"
)

// TestDisputed checks that answers without evidence are called disputed in the page's text and
// data.
func TestDisputed(t *testing.T) {
	p, err := family.All().Parse("queens(5, given=a1)")
	if err != nil {
		t.Fatal(err)
	}
	e := bench.Experiment{Name: "disputed", Repeat: bench.Repeat{Min: 1, Max: 1}}
	var records []bench.Record
	for i, name := range []string{"bitmask", "dlx", "user's"} {
		job := bench.Job{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: name, Unreduced: name == "dlx"}}
		r := job.Record(bench.Maker{Version: "1", Repetition: 1}, bench.Observation{})
		r.Outcome, r.Seconds = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2 + uint64(i/2))}, 1e-3
		e.Jobs, records = append(e.Jobs, job), append(records, r)
	}
	f, err := bench.OpenFolder(t.TempDir(), e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	f.Records, f.Keep = records, true
	r, err := report.RunOf(f, summary.Summarise(e, records, judge.Judge(e, records, backends.All()), nil), backends.All())
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := (report.Page{Runs: []report.Run{r}}).Write(&page); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h3>Wrong or disputed answers</h3>", "1 disputed answer</small>", "alone against 2 independent engines that agree on 2: bitmask, dlx", `"wrong":[0,0,3]`} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %q in the page", want)
		}
	}
}
