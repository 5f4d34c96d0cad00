package summary

import (
	"fmt"
	"math"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
)

// cellOf is a cell of the task count with a limit of ten seconds; times below
// zero stand for what is not a time.
func cellOf(problem, backend, encoding string, seconds float64) Cell {
	c := Cell{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: backend, Encoding: encoding}, Limit: 10}
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

const (
	timedOut = -1 - iota
	skipped
	notRun
	wrong
)

func TestScores(t *testing.T) {
	cells := []Cell{
		cellOf("p", "base", "x", 4), cellOf("q", "base", "x", 8), cellOf("r", "base", "x", timedOut), cellOf("s", "base", "x", skipped),
		cellOf("p", "base", "y", 1), cellOf("r", "base", "y", 1),
		cellOf("p", "fast", "", 1), cellOf("q", "fast", "", 0.5), cellOf("r", "fast", "", 3), cellOf("s", "fast", "", notRun),
		cellOf("p", "liar", "", wrong), cellOf("q", "liar", "", 16), cellOf("r", "liar", "", wrong),
		cellOf("p", "never", "", timedOut), cellOf("q", "never", "", skipped),
	}
	// The baseline is a backend of two encodings: the first of them counts, also
	// where it has no time.
	want := map[string]Score{
		"base/x": {Asked: 4, Solved: 2, PAR2: (4 + 8 + 20 + 20) / 4.0, Speedup: 1, Shared: 2},
		"base/y": {Asked: 2, Solved: 2, PAR2: 1, Speedup: 4, Shared: 1},
		"fast":   {Asked: 3, Solved: 3, PAR2: 1.5, Speedup: 8, Shared: 2}, // √(4·16)
		"liar":   {Asked: 3, Solved: 1, Wrong: 2, PAR2: (16 + 20 + 20) / 3.0, Speedup: 0.5, Shared: 1},
		"never":  {Asked: 2, PAR2: 20},
	}
	got := scores(newBaseline(bench.Experiment{Baseline: "base"}, cells), cells)
	if len(got) != len(want) {
		t.Errorf("%d scores, want %d", len(got), len(want))
	}
	for i, s := range got {
		w := want[s.Contender]
		w.Task, w.Contender = nqueens.CountAll, s.Contender
		if math.Abs(s.Speedup-w.Speedup) < 1e-12 {
			s.Speedup = w.Speedup // a product of roots
		}
		if s != w {
			t.Errorf("%+v, want %+v", s, w)
		}
		if i > 0 && s.Speedup > got[i-1].Speedup {
			t.Errorf("%s comes after %s", s.Contender, got[i-1].Contender)
		}
	}

	exact := newBaseline(bench.Experiment{Baseline: "base/y"}, cells)
	if ratio, ok := exact.speedup(cells[0]); !ok || ratio.Median != 0.25 {
		t.Errorf("against base/y: %v, %v", ratio, ok)
	}
	for _, c := range []Cell{cells[1], cells[10]} {
		if ratio, ok := exact.speedup(c); ok {
			t.Errorf("%+v is %v times as fast as base/y", c, ratio)
		}
	}
	for _, s := range scores(newBaseline(bench.Experiment{}, cells), cells) {
		if s.Speedup != 0 || s.Shared != 0 {
			t.Errorf("a speed-up against nothing: %+v", s)
		}
	}
}

// TestStarved tells a process that waited for its core from one that had it.
func TestStarved(t *testing.T) {
	job := bench.Job{Problem: nqueens.Problem{Family: nqueens.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"}}
	var records []bench.Record
	for _, r := range []struct{ wall, cpu float64 }{{0.05, 0.01}, {1, 0.95}, {1, 0.5}, {2, 1.39}, {2, 0}} {
		record := madeRecord(job, nqueens.Solved, r.wall)
		record.WallSeconds, record.CPUSeconds = r.wall, r.cpu
		records = append(records, record)
	}
	if s := Summarise(bench.Experiment{Jobs: []bench.Job{job}}, records, judge.Judgement{}, nil); s.Starved != 2 || s.Telling != 3 {
		t.Errorf("%d of %d starved, want 2 of 3", s.Starved, s.Telling)
	}
}

// TestNothingIsAcrossBuilds: neither speed-ups nor growth are of two builds.
func TestNothingIsAcrossBuilds(t *testing.T) {
	var cells []Cell
	for n := 4; n < 10; n++ {
		for _, backend := range []string{"base", "other"} {
			c := Cell{Problem: fmt.Sprintf("queens(%d)", n), Family: "queens", N: n, Task: nqueens.CountAll, Contender: backends.Contender{Backend: backend},
				Status: nqueens.Solved, Build: "one", Seconds: bench.Interval{Median: float64(n)}}
			if backend == "other" || n == 9 {
				c.Build = "two"
			}
			cells = append(cells, c)
		}
	}
	against := newBaseline(bench.Experiment{Baseline: "base"}, cells)
	for _, c := range cells {
		if _, can := against.speedup(c); can != (c.Backend == "base" || c.N == 9) {
			t.Errorf("%s by %s of %s: a speed-up: %v", c.Problem, c.Backend, c.Build, can)
		}
	}
	for _, g := range Fit(cells) {
		if g.Contender == "base" && (g.From != 4 || g.To != 8) {
			t.Errorf("growth over two builds: %+v", g)
		}
	}
}
