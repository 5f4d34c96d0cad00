package summary

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
)

// cellOf returns a cell of the task count with a limit of ten seconds; times below zero represent
// endings without a time.
func cellOf(problem, backend, encoding string, seconds float64) *Cell {
	c := &Cell{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: backend, Encoding: encoding}, Limit: 10}
	switch seconds {
	case timedOut:
		c.Status, c.Runs = nqueens.Timeout, 1
	case skipped:
		c.Skipped = "timeout at a smaller size"
	case notRun:
		c.Skipped = NotRun
	case wrong:
		c.Status, c.Runs, c.Wrong, c.Seconds.Median = nqueens.Solved, 1, true, 1e-9
	default:
		c.Status, c.Runs, c.Seconds.Median = nqueens.Solved, 1, seconds
	}
	return c
}

// against returns the rankings of cells with the given baseline.
func against(cells []*Cell, baseline string) []Ranking {
	setBaseline(cells, grouped(cells, (*Cell).question), baseline)
	return rankings(cells)
}

const (
	timedOut = -1 - iota
	skipped
	notRun
	wrong
)

// TestRanking checks an example computed by hand: three problems for four contenders, one of which
// is wrong twice, and one contender with fewer problems.
func TestRanking(t *testing.T) {
	cells := []*Cell{
		cellOf("p", "base", "x", 4), cellOf("q", "base", "x", 8), cellOf("r", "base", "x", timedOut), cellOf("s", "base", "x", skipped),
		cellOf("p", "base", "y", 1), cellOf("r", "base", "y", 1),
		cellOf("p", "fast", "", 1), cellOf("q", "fast", "", 0.5), cellOf("r", "fast", "", 3), cellOf("s", "fast", "", notRun),
		cellOf("p", "liar", "", wrong), cellOf("q", "liar", "", 16), cellOf("r", "liar", "", wrong), cellOf("s", "liar", "", skipped),
		cellOf("p", "never", "", timedOut), cellOf("q", "never", "", skipped), cellOf("r", "never", "", skipped), cellOf("s", "never", "", skipped),
	}
	list := against(cells, "base")
	if len(list) != 2 {
		t.Fatalf("%d rankings, want 2", len(list))
	}
	// s is left out for all contenders, since fast has not been run on it.
	r := list[0]
	if fmt.Sprint(r.Problems, r.Of, r.LeftOut, r.Apart) != "[p q r] 4 1 [base/y]" || r.title() !=
		"task count, 3 of 4 problems that all these contenders ran; 1 left out because a contender has no result; 1 contender not ranked because of wrong answers; 1 contender with other problems, ranked apart" {
		t.Errorf("%v of %d, %d left out, %v apart: %s", r.Problems, r.Of, r.LeftOut, r.Apart, r.title())
	}
	infinite := math.Inf(1)
	if fmt.Sprint(r.Wrong) != "[2/3 WRONG]" || r.Wrong[0].Contender != "liar" {
		t.Errorf("wrong: %v", r.Wrong)
	}
	virtual := Score{Solved: 3, PAR2: 1.5, PAR10: 1.5, Median: 1, Ratio: 64.0 / 9, RatioProblems: 3, Speedup: 8, Shared: 2, More: 1}
	// Without fast, the virtual best solver takes 4 and 8 and has no answer to r: 32/3.
	for i, want := range []Score{
		virtual,
		{Contender: "fast", Solved: 3, PAR2: 1.5, PAR10: 1.5, Median: 1, AverageRank: 1, Unique: 1, Marginal: 32.0/3 - 1.5, Ratio: 64.0 / 9, RatioProblems: 3, Speedup: 8, Shared: 2, More: 1}, // √(4·16)
		{Contender: "base/x", Solved: 2, PAR2: 32.0 / 3, PAR10: 112.0 / 3, Median: 8, AverageRank: (2 + 2 + 2.5) / 3.0, Ratio: 1, RatioProblems: 3, Speedup: 1, Shared: 2},
		{Contender: "never", PAR2: 20, PAR10: 100, Median: infinite, AverageRank: (3 + 3 + 2.5) / 3.0, Ratio: 8.0 / 15, RatioProblems: 3, Fewer: 2},
	} {
		want.Searching = want.PAR2
		if got := slices.Concat([]Score{r.Virtual}, r.Scores)[i]; fmt.Sprintf("%.9v", got) != fmt.Sprintf("%.9v", want) {
			t.Errorf("%d: %+v, want %+v", i, got, want)
		}
	}
	if r.Tells || len(r.Scores) != 3 {
		t.Errorf("three problems tell differences, or %d are ranked", len(r.Scores))
	}
	// The problems of base/y were given to all others too.
	if r := list[1]; fmt.Sprint(r.Problems, r.LeftOut, r.Apart, len(r.Scores)) != "[p r] 0 [] 4" || r.Scores[0].Contender != "base/y" {
		t.Errorf("%+v", r)
	}
	for _, r := range against(cells, "") {
		for _, s := range r.Scores {
			if s.Speedup != 0 || s.Ratio != 0 || s.RatioProblems+s.Shared+s.More+s.Fewer != 0 {
				t.Errorf("a speed-up against nothing: %+v", s)
			}
		}
	}
}

// planted returns thirty problems on which a contender as fast as the best is wrong twelve times.
func planted() (cells []*Cell) {
	for i := range 30 {
		p := fmt.Sprintf("p%02d", i)
		lies := 1.0
		if i < 12 {
			lies = wrong
		}
		cells = append(cells, cellOf(p, "liar", "", lies), cellOf(p, "best", "", 1+0.01*float64(1-2*(i%2))), cellOf(p, "slow", "", 3))
	}
	return cells
}

// TestWrongIsNotRanked checks that a contender with a wrong answer is listed below the ranking
// without a rank or a letter, that it is not part of the virtual best solver, and that it does not
// affect which answers of others are unique.
func TestWrongIsNotRanked(t *testing.T) {
	cells := append(planted(), cellOf("q", "liar", "", 0.001), cellOf("q", "best", "", timedOut), cellOf("q", "slow", "", 5))
	s := Summary{Cells: cells, Runs: len(cells)}
	s.compare()
	r := s.Rankings[0]
	if len(r.Scores) != 2 || r.Scores[0].Contender != "best" || r.Scores[1].Unique != 1 || r.Virtual.PAR2 < 1 || r.Virtual.Solved != 31 || fmt.Sprint(r.Wrong) != "[12/31 WRONG]" {
		t.Errorf("%+v", r)
	}
	if !r.Tells || r.Scores[0].Alike(r.Scores[1]) {
		t.Errorf("letters %v and %v", r.Scores[0].Letters, r.Scores[1].Letters)
	}
	var text strings.Builder
	if err := s.WriteText(&text, Style{}); err != nil {
		t.Fatal(err)
	}
	table, sentences := strings.Join(strings.Fields(text.String()), " "), strings.Join(append(s.Sentences(), s.BestLines()...), "\n")
	if strings.Contains(sentences, "liar") || strings.Contains(sentences, "no difference found") || !strings.Contains(table, "liar 12/31 WRONG") {
		t.Errorf("%s\n%s", sentences, &text)
	}
}

// TestWrongBaseline checks that there is no ratio to a baseline with a wrong answer, nor of a
// contender with one, and that no difference from either is found.
func TestWrongBaseline(t *testing.T) {
	for _, baseline := range []string{"liar", "best"} {
		cells := planted()
		for _, c := range cells {
			for i := range 8 {
				c.Times = append(c.Times, c.Seconds.Median*(1+float64(i)/1000))
			}
			c.Seconds.Enough = true
		}
		s := Summary{Cells: cells, Experiment: bench.Experiment{Baseline: baseline}}
		s.compare()
		for _, c := range s.Cells {
			if (c.Speedup.Median != 0) != (baseline == "best" && c.Backend != "liar") || c.Backend == "liar" && (c.Tied || c.TooFewRuns || c.SpeedupP != 0) {
				t.Fatalf("against %s: %+v", baseline, c)
			}
		}
		for _, score := range s.Rankings[0].Scores {
			if (score.Ratio != 0) != (baseline == "best") || (score.Speedup != 0) != (baseline == "best") {
				t.Errorf("against %s: %+v", baseline, score)
			}
		}
		table, _ := s.RankingTable(true, fullWidth)
		if strings.Contains(strings.Join(table.Legend, "\n"), "liar (the baseline) gave wrong answers") != (baseline == "liar") {
			t.Error(table.Legend)
		}
	}
}

// TestSmallestLimit checks that gini with a limit of half a second is not ranked before dlx with a
// limit of five: within half a second dlx is faster, and its later answers are not counted.
func TestSmallestLimit(t *testing.T) {
	limited := func(problem, backend string, limit, seconds float64) *Cell {
		c := cellOf(problem, backend, "", seconds)
		c.Limit, c.Limits.Time = limit, time.Duration(limit*float64(time.Second))
		return c
	}
	var cells []*Cell
	for i := range 10 {
		p := fmt.Sprintf("p%d", i)
		dlx, gini := 0.01, timedOut+0.0
		if i >= 6 {
			dlx, gini = 4, timedOut
		}
		if i%2 == 0 {
			gini = 0.4
		}
		cells = append(cells, limited(p, "dlx", 5, dlx), limited(p, "gini", 0.5, gini))
	}
	s := Summary{Cells: cells}
	s.compare()
	r := s.Rankings[0]
	if len(r.Scores) != 2 || r.Scores[0].Contender != "dlx" || r.Scores[0].Solved != 6 || math.Abs(r.Scores[0].PAR2-(0.6*0.01+0.4)) > 1e-9 || math.Abs(r.Scores[1].PAR2-(0.5*0.4+0.5)) > 1e-9 || r.Virtual.Solved != 8 {
		t.Errorf("%+v", r)
	}
	table, _ := s.RankingTable(true, 1000)
	if !strings.Contains(table.Title, "within 500 ms, the smallest limit") || !strings.Contains(strings.Join(table.Legend, "\n"), "4 answers beyond it do not count") || !strings.Contains(s.BestLines()[0], "within 500 ms") {
		t.Errorf("%s\n%s\n%s", table.Title, table.Legend, s.BestLines())
	}
	// A later repetition would not have been counted either.
	cells[0].Times = []float64{0.01, 0.6}
	if x := NewContest(cells); x.Answered(cells[0]) || !x.Answered(cells[2]) || x.Answered(cells[12]) || x.Late != 5 {
		t.Errorf("%+v", x)
	}
}

// TestOtherLimits checks limits of memory and CPU time: where it is not known how much an answer
// used, contenders are ranked separately. Different numbers of threads under one limit of CPU time
// are the same limit.
func TestOtherLimits(t *testing.T) {
	a, b := cellOf("p", "a", "", 1), cellOf("p", "b", "", 2)
	a.Limits, b.Limits = bench.Limits{Time: 10 * time.Second, Memory: 1 << 20}, bench.Limits{Time: 10 * time.Second}
	b.PeakBytes = 2 << 20
	cells := []*Cell{a, b}
	if list := rankings(cells); len(list) != 1 || list[0].Scores[0].Contender != "a" || list[0].Scores[1].Solved != 0 || !strings.Contains(list[0].title(), "; within 1 MiB, the smallest limit") {
		t.Errorf("%+v", list)
	}
	b.PeakBytes = 0
	if list := rankings(cells); len(list) != 2 || len(list[0].Scores) != 1 || fmt.Sprint(list[0].Others, list[1].Others) != "[b] [a]" {
		t.Errorf("%+v", list)
	}
	a.Limits, b.Limits = bench.Limits{CPU: 4 * time.Second}, bench.Limits{CPU: 8 * time.Second}
	a.CPUSeconds, b.CPUSeconds, a.Limit, b.Limit = 1, 5, 4, 8
	if list := rankings(cells); len(list) != 1 || list[0].Scores[1].Solved != 0 || list[0].Scores[1].PAR2 != 8 {
		t.Errorf("%+v", list)
	}
	b.Limits, b.Threads, b.Limit = a.Limits, 2, 2
	if x := NewContest(cells); !x.Answered(b) || x.Within() != "" || x.penalised(cellOf("p", "c", "", timedOut), 2, false) != 8 {
		t.Errorf("%+v", x)
	}
}

// TestLessStart checks that work which takes less than ten times the start of a process is ranked
// by the time without the start, and that no difference is found within the possible error of the
// starts.
func TestLessStart(t *testing.T) {
	started := func(problem, backend string, floor, net float64) *Cell {
		c := cellOf(problem, backend, "", floor+net)
		c.Floor = floor
		return c
	}
	var cells []*Cell
	for i := range 12 {
		p := fmt.Sprintf("p%02d", i)
		cells = append(cells, started(p, "mysat", 0.03, 0.004), started(p, "mysat-slow", 0.001, 0.0123), started(p, "twin", 0.03, 0.0039+0.00001*float64(i)))
	}
	s := Summary{Cells: cells, Experiment: bench.Experiment{Baseline: "mysat"}}
	s.compare()
	r := s.Rankings[0]
	if r.Scores[0].Contender != "twin" || r.Scores[1].Contender != "mysat" || r.Scores[2].Contender != "mysat-slow" || !r.Contest.Net || r.Scores[1].PAR2 < r.Scores[2].PAR2 {
		t.Errorf("%+v", r)
	}
	if slow, mysat, twin := r.Scores[2], r.Scores[1], r.Scores[0]; slow.Alike(mysat) || !mysat.Alike(twin) || math.Abs(slow.Ratio-4/12.3) > 1e-6 || math.Abs(slow.Speedup-4/12.3) > 1e-6 {
		t.Errorf("%+v", r.Scores)
	}
	if table, _ := s.RankingTable(false, 1000); !strings.Contains(strings.Join(table.Legend, "\n"), "order, VBS, letters and ratios use it") || !strings.Contains(s.BestLines()[0], "mean time minus start 3.9") {
		t.Errorf("%s\n%s", table.Legend, s.BestLines())
	}
	for _, c := range cells {
		if c.Backend == "mysat-slow" && math.Abs(c.Speedup.Median-4/12.3) > 1e-6 {
			t.Fatalf("%+v", c)
		}
		c.Seconds.Median += 10 * c.Floor
	}
	s.compare()
	if r := s.Rankings[0]; r.Contest.Net || r.Scores[0].Contender != "mysat-slow" || r.Contest.PAR2(r.Scores[0]) != r.Scores[0].PAR2 {
		t.Errorf("work of ten times its start: %+v", r)
	}
}

// TestNothingButStart checks that a program whose time is only its start is not ranked before one
// without a start that took less than the error of the start, and that there is no ratio to it.
func TestNothingButStart(t *testing.T) {
	cells := []*Cell{cellOf("p", "program", "", 0.016), cellOf("p", "ours", "", 0.0008)}
	cells[0].Floor = 0.0161
	s := Summary{Cells: cells, Experiment: bench.Experiment{Baseline: "ours"}}
	s.compare()
	if r := s.Rankings[0]; r.Scores[0].Contender != "ours" || math.Abs(r.Scores[1].Searching-0.00161) > 1e-9 || cells[0].Speedup.Median != 0 {
		t.Errorf("%+v", r)
	}
}

// TestPenalised checks that an unanswered problem counts as the given multiple of its limit, and as
// infinity without a limit.
func TestPenalised(t *testing.T) {
	for limit, want := range map[float64]float64{0: math.Inf(1), 0.5: 1, 1: 2, 10: 20} {
		if got := (Contest{}).penalised(&Cell{Status: nqueens.Timeout, Limit: limit}, 2, false); got != want {
			t.Errorf("limit %v: %v", limit, got)
		}
	}
	if got := (Contest{}).penalised(&Cell{Status: nqueens.Solved, Limit: 1, Seconds: bench.Interval{Median: 3}}, 2, false); got != 3 {
		t.Errorf("an answer: %v", got)
	}
	if (&Cell{Status: nqueens.Solved}).Timed() {
		t.Error("an answer without a time is timed")
	}
}

// TestBaselineNames checks that a name chooses the contender with exactly this name first, then one
// that has threads or an encoding in addition, and that an unknown name gives no baseline.
func TestBaselineNames(t *testing.T) {
	two := cellOf("p", "b", "e", 1)
	two.Threads = 2
	cells := []*Cell{two, cellOf("p", "b", "e", 2), cellOf("p", "c", "e", 1), cellOf("p", "c", "", 2)}
	for name, want := range map[string]string{"b/e": "b/e", "b/e x2": "b/e x2", "b x2": "", "b": "b/e x2", "c": "c", "c/e": "c/e", "nobody": "", "": ""} {
		if got := setBaseline(cells, grouped(cells, (*Cell).question), name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

// TestRankingIsOverOneSet checks that a contender that is faster on all common problems is not
// ranked lower because it had fewer problems, and that a contender that solves all 24 does not look
// worse against one that failed on six.
func TestRankingIsOverOneSet(t *testing.T) {
	var cells []*Cell
	for i := range 24 {
		p := fmt.Sprintf("p%02d", i)
		few, all := 1e-3, 0.1
		if i >= 18 {
			few = timedOut
		}
		cells = append(cells, cellOf(p, "few", "", few), cellOf(p, "all", "a", all))
		if i < 3 {
			cells = append(cells, cellOf(p, "all", "b", all/2))
		}
	}
	setBaseline(cells, grouped(cells, (*Cell).question), "few")
	list := rankings(cells)
	r, three := list[0], list[1]
	if r.Scores[0].Contender != "all/a" || r.Scores[0].against("few", 24) != "+6, 50 × faster" || r.Scores[0].whereBothAnswered("few", 24) != "100 × slower on 18" || r.Virtual.Solved != 24 || r.Scores[0].Unique != 6 {
		t.Errorf("%+v", r)
	}
	if three.Scores[1].Contender != "all/b" || three.Scores[1].against("few", 3) != "50 × slower" || three.Scores[2].against("few", 3) != "100 × slower" {
		t.Errorf("%+v", three)
	}
	// Eighteen wins against six, which are the largest, are no difference: 171 of 300 ranks.
	if !r.Tells || !r.Scores[0].Alike(r.Scores[1]) {
		t.Errorf("letters of %+v", r.Scores)
	}
}

// TestSpeedupOfOne checks that one problem that both answered is enough for a ratio.
func TestSpeedupOfOne(t *testing.T) {
	cells := []*Cell{cellOf("p", "base", "", 6), cellOf("p", "other", "", 2), cellOf("q", "base", "", timedOut), cellOf("q", "other", "", 1)}
	r := against(cells, "base")[0]
	if s := r.Scores[0]; s.Shared != 1 || math.Abs(s.Speedup-3) > 1e-9 || s.More != 1 {
		t.Errorf("%+v", s)
	}
}

func TestBestEncodings(t *testing.T) {
	cells := []*Cell{
		// default had the most problems, and on the two common problems it is not the best.
		cellOf("p", "sat", "default", 2), cellOf("q", "sat", "default", 3), cellOf("r", "sat", "default", 1), cellOf("s", "sat", "default", 1),
		cellOf("p", "sat", "late", 1), cellOf("q", "sat", "late", timedOut), cellOf("r", "sat", "late", notRun),
		cellOf("p", "sat", "good", 2.5), cellOf("q", "sat", "good", 2), cellOf("r", "sat", "good", 1),
		cellOf("p", "apart", "a", 2), cellOf("q", "apart", "b", 1),
		cellOf("p", "plain", "", 2),
		// 0.1 s and a time-out, as twice 10 s, are less than twice 12 s; only one of them had the
		// first problem.
		cellOf("a", "twice", "x", 1), cellOf("p", "twice", "x", 0.1), cellOf("q", "twice", "x", timedOut), cellOf("p", "twice", "y", 12), cellOf("q", "twice", "y", 12),
	}
	want := []Choice{
		{"apart", "apart/a", "the first by name of 2 encodings, which share no problem"},
		{"plain", "plain", ""},
		{"sat", "sat/good", "the best of 3 encodings by PAR-2 over the 2 problems that all ran"},
		{"twice", "twice/x", "the best of 2 encodings by PAR-2 over the 2 problems that all ran"},
	}
	for range 2 { // in either order
		if got := BestEncodings(cells); !slices.Equal(got, want) {
			t.Errorf("%+v", got)
		}
		slices.Reverse(cells)
	}
}

// TestSpeedupOfShortTimes checks that times of an external program below 20 ms, which are its
// shortest, are included in its mean like all others.
func TestSpeedupOfShortTimes(t *testing.T) {
	cells := []*Cell{cellOf("p", "ours", "", 0.001), cellOf("q", "ours", "", 0.01), cellOf("p", "other", "", 0.01), cellOf("q", "other", "", 1)}
	for i := range cells {
		cells[i].Started = cells[i].Backend == "other"
	}
	r := against(cells, "ours")[0]
	if s := r.Scores[1]; s.Shared != 2 || math.Abs(s.Speedup-math.Sqrt(0.1*0.01)) > 1e-12 {
		t.Errorf("%+v", s)
	}
}

// TestTooManyComparisons checks that six runs each, however far apart, differ significantly in a
// small table and cannot in a large one, and that they are then not marked as alike.
func TestTooManyComparisons(t *testing.T) {
	for problems, found := range map[int]bool{23: true, 24: false} {
		m := &made{t: t, Experiment: bench.Experiment{Baseline: "base"}}
		for n := range problems {
			p := fmt.Sprintf("queens(%d)", n+1)
			m.add(p, nqueens.CountAll, "base", "", "1", 1, 1.1, 1.2, 1.3, 1.4, 1.5)
			m.add(p, nqueens.CountAll, "slow", "", "1", 9, 9.1, 9.2, 9.3, 9.4, 9.5)
		}
		s := Summarise(m.Experiment, m.records, judge.Judgement{}, nil)
		if !found { // one cell is enough
			s.Cells = slices.DeleteFunc(s.Cells, func(c *Cell) bool { return c.TooFewRuns && c.N > 1 })
		}
		var b textWriter
		s.writeTimes(&b)
		if strings.Contains(b.String(), "unmarked (1): ") == found {
			t.Errorf("%d problems: %s", problems, &b)
		}
		for _, c := range s.Cells {
			if c.Backend == "slow" && (c.Tied || c.TooFewRuns == found || (c.SpeedupP > 0) != found || c.SpeedupP > 0.05) {
				t.Errorf("%d problems, %s: tied %v, untold %v, %v", problems, c.Problem, c.Tied, c.TooFewRuns, c.SpeedupP)
			}
		}
	}
}

// TestRealDifferences checks that ten runs each that do not overlap differ on each of the four
// problems, that identical contenders do not, and that a single run is not tested.
func TestRealDifferences(t *testing.T) {
	m := &made{t: t, Experiment: bench.Experiment{Baseline: "base"}}
	for n := 5; n < 9; n++ {
		var times, twin, slow []float64
		for i := range 10 {
			times, twin, slow = append(times, 1+float64(i)/100), append(twin, 1.001+float64(i)/100), append(slow, 1.2+float64(i)/100)
		}
		p := fmt.Sprintf("queens(%d)", n)
		m.add(p, nqueens.CountAll, "base", "", "1", times...)
		m.add(p, nqueens.CountAll, "twin", "", "1", twin...)
		m.add(p, nqueens.CountAll, "slow", "", "1", slow...)
		m.add(p, nqueens.CountAll, "few", "", "1", slow[0])
	}
	s := Summarise(m.Experiment, m.records, judge.Judgement{}, nil)
	by := map[string]*Cell{}
	for _, c := range s.Cells {
		if c.N == 5 {
			by[c.Backend] = c
		}
	}
	for _, test := range []struct {
		a, b     string
		ok, real bool
	}{{"base", "slow", true, true}, {"twin", "slow", true, true}, {"base", "twin", true, false}, {"base", "few", false, false}, {"base", "base", false, false}} {
		p, ok := s.Difference(by[test.a], by[test.b])
		back, same := s.Difference(by[test.b], by[test.a])
		if ok != test.ok || (ok && p < 0.05) != test.real || p != back || ok != same {
			t.Errorf("%s and %s: %v, %v, and back %v, %v", test.a, test.b, p, ok, back, same)
		}
	}
	for _, c := range s.Cells {
		p := c.SpeedupP
		// 2/C(20, 10) for the smallest of twelve tests with ten runs each, multiplied by 12 less
		// the number of tests before it.
		if ok := map[string]bool{"base": p == 0, "twin": p == 1, "slow": p > 0 && p < 12*2.0/184756+1e-9, "few": p == 0}[c.Backend]; !ok || c.Tied != (c.Backend == "twin") {
			t.Errorf("%s on %s: %v, tied %v", c.Backend, c.Problem, p, c.Tied)
		}
	}
}

// TestIdle distinguishes a process that used the CPU for little of its time from one that used it
// for most. A void run counts as neither.
func TestIdle(t *testing.T) {
	job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"}}
	var records []bench.Record
	for _, r := range []struct{ wall, cpu float64 }{{0.01, 0.002}, {1, 0.95}, {1, 0.5}, {2, 1.39}, {2, 0}} {
		record := madeRecord(job, nqueens.Solved, r.wall)
		record.WallSeconds, record.CPUSeconds = r.wall, r.cpu
		records = append(records, record)
	}
	void := madeRecord(job, nqueens.Void, 0)
	void.Key, void.WallSeconds, void.CPUSeconds = "void", 1, 0.1
	records = append(records, void)
	if s := Summarise(bench.Experiment{Jobs: []bench.Job{job}}, records, judge.Judgement{}, nil); s.Idle != 2 || s.Telling != 3 {
		t.Errorf("%d of %d idle, want 2 of 3", s.Idle, s.Telling)
	}
}

// TestNothingIsAcrossBuilds checks that neither speed-ups nor growth use times of two builds.
func TestNothingIsAcrossBuilds(t *testing.T) {
	var cells []*Cell
	for n := 4; n < 10; n++ {
		for _, backend := range []string{"base", "other"} {
			c := &Cell{Problem: fmt.Sprintf("queens(%d)", n), Family: "queens", N: n, Task: nqueens.CountAll, Contender: backends.Contender{Backend: backend},
				Status: nqueens.Solved, Build: "one", Seconds: bench.Interval{Median: float64(n)}}
			if backend == "other" || n == 9 {
				c.Build = "two"
			}
			cells = append(cells, c)
		}
	}
	setBaseline(cells, grouped(cells, (*Cell).question), "base")
	for _, c := range cells {
		if _, can := c.speedup(); can != (c.Backend == "base" || c.N == 9) {
			t.Errorf("%s by %s of %s: a speed-up: %v", c.Problem, c.Backend, c.Build, can)
		}
	}
	for _, g := range Fit(cells) {
		if g.Contender == "base" && (g.From != 4 || g.To != 8) {
			t.Errorf("growth over two builds: %+v", g)
		}
	}
}

// TestVoid checks that a void run is neither an answer nor a time-out. Where there is no other run,
// the problem is left out for all contenders.
func TestVoid(t *testing.T) {
	m := &made{t: t}
	for _, p := range []string{"queens(5)", "queens(6)"} {
		m.add(p, nqueens.CountAll, "right", "", map[string]string{"queens(5)": "10", "queens(6)": "4"}[p], six(0.1)...)
		m.add(p, nqueens.CountAll, "righttoo", "", map[string]string{"queens(5)": "10", "queens(6)": "4"}[p], six(0.2)...)
	}
	last := &m.records[len(m.records)-1]
	last.Outcome, last.Seconds = nqueens.Fail(nqueens.Void, "starved"), 0
	s := m.summary()
	if c := s.Cells[3]; c.Void != 1 || c.Runs != 5 || !c.Timed() || s.Rankings[0].LeftOut != 0 {
		t.Errorf("%+v", c)
	}
	for i := len(m.records) - 6; i < len(m.records); i++ {
		m.records[i].Outcome, m.records[i].Seconds = last.Outcome, 0
	}
	s = m.summary()
	if r := s.Rankings[0]; s.Cells[3].Timed() || r.LeftOut != 1 || len(r.Problems) != 1 || r.Scores[1].Solved != 1 {
		t.Errorf("%+v", r)
	}
	counted := slices.Clone(m.records)
	for i := range m.records {
		if m.records[i].Backend == "righttoo" {
			m.records[i].Outcome, m.records[i].Seconds = last.Outcome, 0
		}
	}
	// A contender without any other result does not remove the ranking of the others.
	if list := m.summary().Rankings; len(list) != 1 || len(list[0].Scores) != 1 || len(list[0].Problems) != 2 || list[0].LeftOut != 0 || !strings.HasSuffix(list[0].title(), "; 1 contender without any result") {
		t.Errorf("%+v", list)
	}
	m.records = counted
	says := func(want string) {
		t.Helper()
		var b strings.Builder
		if err := m.summary().WriteText(&b, Style{}); err != nil || !strings.Contains(b.String(), "\ndiscarded: "+want) {
			t.Errorf("%v: %s\nwant discarded: %s", err, &b, want)
		}
	}
	says("6 of 24 runs, because the process did not get the CPU or was stopped; they are in no figure; 1 of 4 results have no other run\n")
	for i, again := range slices.Clone(m.records[18:]) {
		again.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(4)}
		again.Seconds = 0.2
		m.records = append(m.records, again)
		if i == 1 {
			says("6 of 26 runs, because the process did not get the CPU or was stopped (2 were repeated); they are in no figure\n")
		}
	}
	says("6 of 30 runs, because the process did not get the CPU or was stopped (all were repeated)\n")
}

// TestFloorInRanking checks that both times are printed: the time that a user waits, and the time
// without the start of a process.
func TestFloorInRanking(t *testing.T) {
	cells := []*Cell{cellOf("p", "ours", "", 1), cellOf("q", "ours", "", 1), cellOf("p", "other", "", 5), cellOf("q", "other", "", 3)}
	cells[2].Floor, cells[3].Floor = 2, 2
	s := Summary{Cells: cells, Rankings: rankings(cells)}
	var b textWriter
	s.writeRankings(&b, true)
	if got := strings.Join(strings.Fields(b.String()), " "); !strings.Contains(got, "mean time minus start PAR-10") || !strings.Contains(got, "other 2 4 s 2 s 4 s") || !strings.Contains(got, "ours (SBS) 2 1 s 1 s") {
		t.Error(b.String())
	}
}

// TestTimesTables checks that there is a row for each contender and a column for each problem, with
// a number if it is not a bare board, and that a table with too many problems is replaced by the
// reason.
func TestTimesTables(t *testing.T) {
	m := &made{t: t, Experiment: bench.Experiment{Baseline: "base"}}
	for n := 8; n > 6; n-- {
		p := fmt.Sprintf("queens(%d)", n)
		m.add(p, nqueens.CountAll, "base", "", "1", 1)
		m.add(p, nqueens.CountAll, "slow", "", string(nqueens.Timeout), 0)
	}
	m.add("queens(6, blocked=a1)", nqueens.CountAll, "slow", "", "1", 2)
	m.add("queens(7)", nqueens.FindAll, "base", "", "1", 3)
	s := Summarise(m.Experiment, m.records, judge.Judgement{}, nil)
	tables := s.TimesTables(3)
	if len(tables) != 2 {
		t.Fatalf("%+v", tables)
	}
	want := [][]string{{"", "7", "8", "6 #1"}, {"base", "1 s*", "1 s*", ""}, {"slow", "timeout", "timeout", "2 s*"}}
	if got := tables[0].Rows; fmt.Sprint(got) != fmt.Sprint(want) || !strings.Contains(tables[0].Notes, " #1: queens(6, blocked=a1).") ||
		tables[0].Title != "queens, task count: median time of one answer [95 % interval]" {
		t.Errorf("%q: %q\n%s", tables[0].Title, got, tables[0].Notes)
	}
	if got := s.TimesTables(2)[0]; got.Rows != nil || !strings.HasPrefix(got.Notes, "3 problems are too many ") {
		t.Errorf("%+v", got)
	}
}
