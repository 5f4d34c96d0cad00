package report_test

import (
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

// disputed returns a run in which a contender is wrong in each way: a solution with attacking
// queens, "no solution" where there is one, and a wrong count; one answer is expected to be wrong.
func disputed(t *testing.T) report.Run {
	t.Helper()
	e := bench.Experiment{Name: "disputed", Repeat: bench.Repeat{Min: 1, Max: 1}}
	var records []bench.Record
	add := func(backend string, n int, task nqueens.Task, expected bool, change func(*bench.Record)) {
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: task, Contender: backends.Contender{Backend: backend}, Limits: bench.Limits{Time: time.Second}, ExpectDisagreement: expected}
		e.Jobs = append(e.Jobs, job)
		r := job.Record(bench.Maker{Version: "1", Seed: 0, Repetition: 1}, bench.Observation{})
		r.Outcome, r.Seconds = nqueens.Outcome{Status: nqueens.Solved}, 1e-3
		change(&r)
		records = append(records, r)
	}
	right := map[int]string{4: "a2,b4,c1,d3", 5: "a1,b3,c5,d2,e4", 6: "a2,b4,c6,d1,e3,f5"}
	for n, text := range right {
		add("bitmask", n, nqueens.FindFirst, false, func(r *bench.Record) { r.Solution = solution(t, text) })
		add("denies", n, nqueens.FindFirst, false, func(r *bench.Record) { r.Status = nqueens.Unsatisfiable })
	}
	add("attacked", 4, nqueens.FindFirst, false, func(r *bench.Record) {
		r.Fault = &bench.Fault{Solution: solution(t, "a1,b2,c4,d3"), Why: "a1 and b2 attack each other"}
	})
	for n := range 12 {
		add("miscounts", n+1, nqueens.CountAll, false, func(r *bench.Record) { r.Count = nqueens.NewCount(7_777) })
	}
	add("expected", 4, nqueens.CountAll, true, func(r *bench.Record) { r.Count = nqueens.NewCount(3) })
	f, err := bench.OpenFolder(t.TempDir(), e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	f.Records, f.Keep = records, true
	missed := judge.Witness{Problem: "queens(5)", Contender: "miscounts", Solution: solution(t, right[5]), Why: "missed; found by bitmask"}
	r, err := report.RunOf(f, summary.Summarise(e, records, judge.Judge(e, records, backends.All()), []judge.Witness{missed}), backends.All())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEvidence checks that a wrong answer is shown beside the verdict with its evidence, that of
// many wrong answers of a contender three are shown and the others folded, and that an expected one
// is a line with a link.
func TestEvidence(t *testing.T) {
	page := written(t, report.Page{Runs: []report.Run{disputed(t)}})
	charts := strings.Index(page, `class="charts"`)
	above, below := page[:charts], page[charts:]
	card := func(who, problem string) string {
		t.Helper()
		_, group, found := strings.Cut(page, "<bdi>"+who+"</bdi> <small>")
		_, text, there := strings.Cut(group, "<h5><bdi>"+problem+"</bdi>")
		text, _, _ = strings.Cut(text, "</article>")
		if !found || !there {
			t.Fatalf("no card of %s on %s", who, problem)
		}
		return text
	}
	red := regexp.MustCompile(`#b00020`)
	for _, c := range []struct {
		who, problem, says, shows string
		marked                    bool
	}{
		{"attacked", "queens(4)", "a solution", "a1,b2,c4,d3: a1 and b2 attack each other", true},
		{"denies", "queens(5)", "no solution", "a1,b3,c5,d2,e4: found by bitmask", false},
		{"miscounts", "queens(5)", "7777", "a1,b3,c5,d2,e4: missed; found by bitmask", false},
	} {
		text := card(c.who, c.problem)
		if !strings.Contains(text, "<dt>answer</dt><dd>"+c.says+"</dd>") || !strings.Contains(text, "<dt>verdict</dt><dd>disagreement; one engine: bitmask</dd>") || !strings.Contains(text, "<dd>"+c.shows+"</dd>") ||
			!strings.Contains(text, "<svg") || red.MatchString(text) != c.marked {
			t.Errorf("%s on %s: %s", c.who, c.problem, regexp.MustCompile(`(?s)<svg.*</svg>`).ReplaceAllString(text, "…"))
		}
	}
	_, group, _ := strings.Cut(above, "<bdi>miscounts</bdi> <small>")
	shown, folded, _ := strings.Cut(group, "<details>")
	folded, _, _ = strings.Cut(folded, "</details>")
	if n, m := strings.Count(shown, "<article"), strings.Count(folded, "<article"); n != 3 || m < 3 {
		t.Errorf("%d shown, %d folded", n, m)
	}
	if strings.Contains(above, "<bdi>expected</bdi>") || !strings.Contains(above, `1 answer is wrong as the plan expects, by expected: <a href="#run-1-expected">`) || !strings.Contains(below, `id="run-1-expected"`) {
		t.Error("what the plan expects is not a line above and a card below the charts")
	}
}
