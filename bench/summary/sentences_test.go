package summary

import (
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
)

// TestSentences checks the sentences about what was compared, which answers are wrong or missing,
// and which contenders are best.
func TestSentences(t *testing.T) {
	cell := func(backend, encoding, problem, family string, status nqueens.Status) *Cell {
		return &Cell{Problem: problem, Family: family, Task: nqueens.CountAll, Contender: backends.Contender{Backend: backend, Encoding: encoding}, Status: status}
	}
	skipped := cell("gini", "product", "queens(9)", "queens", "")
	skipped.Skipped = "timeout at queens(8)"
	waiting := cell("gini", "product", "queens(10)", "queens", "")
	waiting.Skipped = NotRun
	s := Summary{
		Runs: 12,
		Cells: []*Cell{
			cell("gini", "product", "queens(8)", "queens", nqueens.Timeout), cell("gini", "pairwise", "queens(8)", "queens", nqueens.Timeout),
			cell("dlx", "", "torus(5)", "torus", nqueens.Crashed), skipped, waiting,
		},
		Rankings: []Ranking{{
			Task: nqueens.CountAll, Problems: []string{"queens(8)", "torus(5)"}, Of: 2,
			Scores: []Score{{Contender: "dlx", Solved: 2, Letters: []string{"a"}}, {Contender: "gini/product", Letters: []string{"a"}}, {Contender: "gini/pairwise", Letters: []string{"b"}}},
			Tells:  true,
		}},
	}
	want := `2 backends in 3 variants (encodings, threads) answered 4 problems of queens and torus, task count: 5 results, 12 runs.
No answer is wrong; without an answer: 2 time-outs, 1 crash, 1 skipped after a limit on a smaller board and 1 not run yet.
Best mean time (PAR-2: an unsolved problem counts as twice the limit): dlx (task count, 2 problems; no significant difference from 1 other).`
	if got := strings.Join(s.Sentences(), "\n"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	dissent := func(expected ...bool) (list []judge.Dissent) {
		for _, e := range expected {
			list = append(list, judge.Dissent{Expected: e})
		}
		return list
	}
	for _, c := range []struct {
		dissent []judge.Dissent
		failed  string
		want    string
	}{
		{nil, "", "No answer is wrong, and nothing timed out or crashed."},
		{dissent(true), "", "No answer is wrong except 1 that the plan expects to be wrong, and nothing timed out or crashed."},
		{dissent(true, true), "", "No answer is wrong except 2 that the plan expects to be wrong, and nothing timed out or crashed."},
		{dissent(true, false), "a", "1 answer disagrees with other contenders or with published values, and nothing timed out or crashed."},
		{dissent(false, false), "a", "2 answers disagree with other contenders or with published values, and nothing timed out or crashed."},
		{nil, "dlx was expected to disagree", "The run failed: dlx was expected to disagree, and nothing timed out or crashed."},
	} {
		s := Summary{Judgement: judge.Judgement{Verdicts: []judge.Verdict{{Dissent: c.dissent}}}}
		if c.failed != "" {
			s.Judgement.Failures = []string{c.failed}
		}
		got := s.Sentences()
		if got[1] != c.want {
			t.Errorf("%s, want %s", got[1], c.want)
		}
		if got[2] != "No two contenders can be ranked." {
			t.Error(got[2])
		}
	}
}

// TestSentencesOfBinaries checks that another build of the program does not count as a further
// backend and is not named as the best.
func TestSentencesOfBinaries(t *testing.T) {
	cell := func(backend string) *Cell {
		return &Cell{Problem: "queens(8)", Family: "queens", Task: nqueens.CountAll, Contender: backends.Contender{Backend: backend}, Status: nqueens.Solved}
	}
	s := Summary{Runs: 6, Cells: []*Cell{cell("bitmask"), cell("dlx"), cell("a: b"), cell("old:bitmask"), cell("old:dlx")}}
	s.Experiment.Binaries = []string{"old"}
	s.Rankings = []Ranking{{Task: nqueens.CountAll, Problems: []string{"queens(8)"}, Of: 1, Scores: []Score{{Contender: "old:bitmask", Solved: 1}, {Contender: "bitmask", Solved: 1}, {Contender: "dlx", Solved: 1}}}}
	got := s.Sentences()
	if want := "3 backends of this program and of old answered 1 problem of queens, task count: 5 results, 6 runs."; got[0] != want {
		t.Errorf("%s\nwant %s", got[0], want)
	}
	if want := "Best mean time (PAR-2: an unsolved problem counts as twice the limit): bitmask (task count, 1 problem); too few problems for a test of differences."; got[2] != want {
		t.Errorf("%s\nwant %s", got[2], want)
	}
}

// TestSentencesOfNoRun checks that a run without records has no answers.
func TestSentencesOfNoRun(t *testing.T) {
	cell := func(backend string) *Cell {
		return &Cell{Problem: "queens(8)", Family: "queens", Task: nqueens.CountAll, Contender: backends.Contender{Backend: backend}}
	}
	for want, cells := range map[string][]*Cell{
		"1 backend has not yet answered 1 problem of queens, task count: 1 result, 0 runs.":    {cell("dlx")},
		"2 backends have not yet answered 1 problem of queens, task count: 2 results, 0 runs.": {cell("dlx"), cell("bitmask")},
	} {
		if got := (Summary{Cells: cells}).Sentences()[0]; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// TestTooFewIsSaidOnce checks that the remark about too few problems is at the end of the sentence.
func TestTooFewIsSaidOnce(t *testing.T) {
	of := func(task nqueens.Task, letters ...[]string) Ranking {
		r := Ranking{Task: task, Problems: []string{"queens(8)"}, Of: 1, Scores: []Score{{Contender: "a", Solved: 1}, {Contender: "b"}}, Tells: len(letters) > 0}
		for i := range letters {
			r.Scores[i].Letters = letters[i]
		}
		return r
	}
	const best = "Best mean time (PAR-2: an unsolved problem counts as twice the limit): "
	for want, rankings := range map[string][]Ranking{
		"a (task first, 1 problem) and a (task count, 1 problem); too few problems for a test of differences.": {of(nqueens.FindFirst), of(nqueens.CountAll)},
		"a (task first, 1 problem; no significant difference from 1 other) and a (task count, 1 problem); too few problems for a test of differences: task count, 1 problem.": {
			of(nqueens.FindFirst, []string{"a"}, []string{"a"}), of(nqueens.CountAll)},
		// Rankings without a comparison are left out.
		"a (task all, 1 problem); too few problems for a test of differences.": {
			{Task: nqueens.FindFirst, Of: 1, Scores: []Score{{Contender: "alone", Solved: 1}}},
			{Task: nqueens.CountAll, Of: 1, Scores: []Score{{Contender: "lost"}, {Contender: "beaten"}}}, of(nqueens.FindAll)},
	} {
		if got := (Summary{Rankings: rankings}).Sentences()[2]; got != best+want {
			t.Errorf("%s\nwant %s", got, best+want)
		}
	}
}

// TestMarkdownEscapes checks that names are shown unchanged in every table and line.
func TestMarkdownEscapes(t *testing.T) {
	const evil = "a|b`c`<script>[x](y)*"
	var cells []*Cell
	for _, problem := range []string{"queens(8)", evil + "\n# d"} {
		for _, who := range []string{"dlx", evil} {
			c := &Cell{Problem: problem, Family: "queens", N: 8, Task: nqueens.CountAll, Contender: backends.Contender{Backend: who}, Status: nqueens.Crashed, Reason: evil, Limit: 1}
			if problem == "queens(8)" {
				c.Status, c.Reason, c.Seconds = nqueens.Solved, "", bench.Interval{Median: 1}
			}
			cells = append(cells, c)
		}
	}
	s := Summary{Cells: cells, Judgement: judge.Judgement{Failures: []string{evil}, Notes: []string{evil}}}
	s.baseline = setBaseline(cells, grouped(cells, (*Cell).question), evil)
	s.Rankings = rankings(cells)
	for i := range cells {
		cells[i].Speedup, _ = cells[i].speedup()
	}
	var b strings.Builder
	if err := s.WriteText(&b, Style{Full: true, Markdown: true}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if strings.Contains(line, "<script") || strings.Contains(line, "a|b") || strings.Contains(line, "b`c") || strings.Contains(line, "[x]") || strings.HasPrefix(line, "# d") {
			t.Errorf("%s", line)
		}
	}
	if n := strings.Count(b.String(), "&lt;script&gt;"); n < 8 {
		t.Errorf("%d names in %s", n, b.String())
	}
}
