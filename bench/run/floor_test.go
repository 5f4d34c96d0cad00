package run

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/family"
)

// TestFloorEnds checks that runs for a floor have a short limit, and that a run without an answer, or stopped
// by a signal, ends the measurement without a floor.
func TestFloorEnds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name        string
		answered    int // runs before one that does not count
		how         isolate.Result
		floors      int // all runs for the floor
		limit, want time.Duration
	}{
		{"answers", floorRuns, isolate.Result{}, floorRuns, time.Minute, floorLimit},
		{"hangs", 0, isolate.Result{Outcome: isolate.Timeout, Exit: -1}, 1, time.Minute, floorLimit},
		{"hangs later", 2, isolate.Result{Outcome: isolate.Timeout, Exit: -1}, 3, time.Minute, floorLimit},
		{"fails", 0, isolate.Result{Outcome: isolate.Exited, Exit: 7}, 1, time.Minute, floorLimit},
		{"stops itself", 0, isolate.Result{Outcome: isolate.Timeout, Exit: -1, Stopped: true, Halted: true}, 1, time.Minute, floorLimit},
		{"stops and goes on", 0, isolate.Result{Outcome: isolate.Exited, Stopped: true}, 1, time.Minute, floorLimit},
		{"short limit", 0, isolate.Result{Outcome: isolate.Timeout, Exit: -1}, 1, time.Second, time.Second},
	} {
		r := testRunner(t)
		floors := 0
		r.Start = func(ctx context.Context, c isolate.Command) (isolate.Result, error) {
			var a assignment
			if err := json.Unmarshal(c.Stdin, &a); err != nil {
				return isolate.Result{}, err
			}
			how := isolate.Result{Outcome: isolate.Exited}
			if a.Problem == "queens(1)" {
				if a.Time != test.want || c.Wall > test.want+grace {
					t.Errorf("%s: a limit of %v, %v outside; want %v", test.name, a.Time, c.Wall, test.want)
				}
				if floors++; floors > test.answered {
					how = test.how
				}
			}
			how.Wall = time.Millisecond
			if how.Outcome == isolate.Exited && how.Exit == 0 {
				how.Stdout = fmt.Appendf(nil, `{"nonce": %q, "status": "solved", "count": "2", "seconds": 0.001, "iterations": 1}`, a.Nonce)
			}
			return how, nil
		}
		e := bench.Experiment{Name: "floors", Seed: 1, Clock: bench.ProcessClock, Repeat: bench.Repeat{Min: 2, Max: 2}, Jobs: []bench.Job{{
			Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}, Limits: bench.Limits{Time: test.limit},
		}}}
		f := carryOutBy(t, r, e, t.TempDir())
		if floors != test.floors || len(f.Records) != 2 {
			t.Errorf("%s: %d runs for the floor, %d others; want %d, 2", test.name, floors, len(f.Records), test.floors)
		}
		for _, record := range f.Records {
			if record.Status != nqueens.Solved || (record.FloorSeconds > 0) != (test.name == "answers") {
				t.Errorf("%s: %s, a floor of %v", test.name, record.Status, record.FloorSeconds)
			}
		}
	}
}

// TestVoidFloor checks that discarded runs for a floor are repeated, up to three attempts in all, and are not
// part of the median. If all were discarded, the floor is measured before the next run.
func TestVoidFloor(t *testing.T) {
	t.Parallel()
	e := bench.Experiment{Name: "dozes", Seed: 1, Clock: bench.ProcessClock, Repeat: bench.Repeat{Min: 2, Max: 2}, Jobs: []bench.Job{{
		Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "dozes"}, Limits: bench.Limits{Time: time.Minute},
	}}}
	for dozed, missing := range map[int]int{attempts*floorRuns - 1: 0, attempts * floorRuns: 1} {
		r := testRunner(t)
		r.Backends = []backends.Backend{dozes(dozed)}
		r.Start = Within(r.Child[0], r.Backends, family.All())
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

// TestFloors checks that an external program has its floor in every record, measured once. A built-in backend
// has one only with ProcessClock, and then answers once.
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
