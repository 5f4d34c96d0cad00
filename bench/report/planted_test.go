package report_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/report"
	"nqueens/bench/summary"
	"nqueens/family"
)

// TestWrongIsNoHeadline checks that a solver that is as fast as the best but wrong on twelve of
// thirty problems is in no sentence about the best contender, and is listed below the ranking.
func TestWrongIsNoHeadline(t *testing.T) {
	e := bench.Experiment{Name: "planted", Repeat: bench.Repeat{Min: 1, Max: 1}}
	var records []bench.Record
	for n := 4; n < 34; n++ {
		for i, backend := range []string{"liar", "bitmask", "dlx"} {
			job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: backend}, Limits: bench.Limits{Time: 10 * time.Second}}
			e.Jobs = append(e.Jobs, job)
			r := job.Record(bench.Maker{Version: "1", Seed: 1, Repetition: 1}, bench.Observation{})
			r.Outcome = nqueens.Outcome{Status: nqueens.Solved}
			r.Seconds = []float64{1, 1 + 0.01*float64(1-2*(n%2)), 5}[i]
			if backend == "liar" && n < 16 {
				r.Fault = &bench.Fault{Solution: solution(t, "a1,b2"), Why: "a1 and b2 attack each other"}
			}
			records = append(records, r)
		}
	}
	f, err := bench.OpenFolder(t.TempDir(), e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() }) //nolint:errcheck // nothing was written
	run, err := report.RunOf(f, summary.Summarise(e, records, judge.Judge(e, records, backends.All()), nil), backends.All())
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := (report.Page{Runs: []report.Run{run}}).Write(&page); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	sentences := text[strings.Index(text, `class="sentences"`):]
	sentences = sentences[:strings.Index(sentences, "</div>")]
	if !strings.Contains(sentences, "bitmask (task first, 30 problems)") || strings.Contains(sentences, "liar") || strings.Contains(sentences, "no significant difference") {
		t.Error(sentences)
	}
	if row := regexp.MustCompile(`(?s)<tr>[^/]*liar.*?</tr>`).FindString(text); !strings.Contains(row, "12/30 WRONG") {
		t.Errorf("the row of the liar: %s", row)
	}
}
