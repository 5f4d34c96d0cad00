package run

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
)

// TestFloorOfAnswers: a floor is the median of the runs that were answered.
func TestFloorOfAnswers(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	file := programs(t, map[string]string{"good": `test $1 = 5 && echo 10 && exit; echo x >> ` + log + `; test $(wc -l < ` + log + `) -gt 3 && echo 1`, "bad": "test $1 = 1 && echo 1"})
	_, f, _ := runPlan(t, file, `
repetitions: {warmup: 0, min: 1, max: 1}
external: {good: "./good {n}", bad: "./bad {n}"}
runs: [{problems: [queens(5)], backends: [good, bad]}]
`, t.TempDir())
	for _, r := range f.Records {
		if r.Status.Answered() != (r.Backend == "good") || (r.FloorSeconds > 0) != (r.Backend == "good") { // without a time there is nothing of one
			t.Errorf("%+v", r)
		}
	}
}

// TestVoidFloor: runs for a floor that are void are made again, three times as many in all, and
// where none is left the floor is measured before the next run; what has none is in no median.
func TestVoidFloor(t *testing.T) {
	t.Parallel()
	e := bench.Experiment{Name: "dozes", Seed: 1, Clock: bench.ProcessClock, Repeat: bench.Repeat{Min: 2, Max: 2}, Jobs: []bench.Job{{
		Problem: nqueens.Problem{Family: nqueens.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "dozes"}, Limits: bench.Limits{Time: time.Minute},
	}}}
	for dozed, missing := range map[int]int{attempts*floorRuns - 1: 0, attempts * floorRuns: 1} {
		r := testRunner(t)
		r.Backends = []backends.Backend{dozes(dozed)}
		r.Start = Within(r.Child[0], r.Backends)
		f := carryOutBy(t, r, e, t.TempDir())
		for i, record := range f.Records {
			if (record.FloorSeconds > 0) != (i >= missing) || record.Status != nqueens.Solved {
				t.Errorf("%d dozed: run %d has the floor %v, %s", dozed, i, record.FloorSeconds, record.Status)
			}
		}
		if c := summary.Cells(e, f.Records, judge.Judge(e, f.Records, r.Backends))[0]; c.Floor != f.Records[1].FloorSeconds {
			t.Errorf("%d dozed: a floor of %v, want %v", dozed, c.Floor, f.Records[1].FloorSeconds)
		}
	}
}

// An external program has its floor in every record, measured once; a backend of
// ours has one only where its whole process is timed, and answers once in it.
func TestFloors(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	file := programs(t, map[string]string{"good": `echo $1 >> ` + log + `; case $1 in 1) echo 1;; *) echo 10;; esac`})
	const plan = `
repetitions: {warmup: 0, min: 2, max: 2}
external: {good: "./good {n}"}
runs:
  - problems: [queens(5)]
    backends: [right, good]
  - {problems: [queens(5)], tasks: all, backends: right}
`
	for _, clock := range []string{"", bench.ProcessClock} {
		text := plan
		if clock != "" {
			text += "clock: " + clock + "\n"
		}
		_, f, s := runPlan(t, file, text, t.TempDir())
		for _, r := range f.Records {
			wants := r.Backend == "good" || clock != ""
			if (r.FloorSeconds > 0) != wants || r.FloorSeconds > r.WallSeconds*100 {
				t.Errorf("clock %q, %s: floor %v s", clock, r.Backend, r.FloorSeconds)
			}
			if r.Task == nqueens.FindAll && r.Phases.Check <= 0 {
				t.Errorf("looking at ten solutions took %v s", r.Phases.Check)
			}
			if whole := r.Iterations == 1 && math.Abs(r.Seconds+r.Phases.Check-r.WallSeconds) < 1e-9; clock != "" && r.Backend == "right" && !whole {
				t.Errorf("%d answers, %v of %v s", r.Iterations, r.Seconds, r.WallSeconds)
			}
		}
		for _, c := range s.Cells {
			if wants := c.Backend == "good" || clock != ""; (c.Floor > 0) != wants || c.Searching() > c.Seconds.Median {
				t.Errorf("%s: floor %v, searching %v of %v", c.Backend, c.Floor, c.Searching(), c.Seconds.Median)
			}
		}
		var csv strings.Builder
		if err := s.WriteCSV(&csv); err != nil || !strings.Contains(csv.String(), ",floorSeconds,searchingSeconds") {
			t.Error(err, csv.String())
		}
	}
}
