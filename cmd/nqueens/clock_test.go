package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/run"
	"nqueens/family"
)

// TestChooseClock checks that a run on a busy machine starts with the CPU clock and prints a note,
// and that a continued run keeps its clock.
func TestChooseClock(t *testing.T) {
	dir := t.TempDir()
	var said bytes.Buffer
	p := newProgram(nil, io.Discard, &said, nil, family.All())
	measured := 0
	share := 0.15
	p.busyness = func() bench.Busyness { measured++; return bench.Busyness{Share: share, Cores: 2} }
	e := bench.Experiment{Name: "x", Jobs: []bench.Job{{
		Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"}, Limits: bench.Limits{Time: time.Second},
	}}}
	choose := func() bench.Experiment {
		t.Helper()
		chosen, err := p.chooseClock(e, dir)
		if err != nil {
			t.Fatal(err)
		}
		return chosen
	}
	busy := choose()
	if busy.Clock != bench.CPUClock || busy.Busy == nil || busy.Busy.Share != 0.15 || said.Len() > 0 {
		t.Errorf("%+v; said %q", busy, said.String())
	}
	share = 1
	if quiet := choose(); quiet.Clock != "" || quiet.Busy == nil {
		t.Errorf("%+v", quiet)
	}
	p.busy = true
	if told := choose(); told.Clock != "" || told.Busy != nil || measured != 2 {
		t.Errorf("--busy: %+v, measured %d times", told, measured)
	}
	p.busy = false
	f, err := bench.OpenFolder(dir, busy)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if again := choose(); again.Clock != bench.CPUClock || measured != 2 {
		t.Errorf("on going on: clock %q, measured %d times", again.Clock, measured)
	}
}

// TestReproductionsClock checks that reproduce chooses the clock as bench does and measures the
// load of the machine once.
func TestReproductionsClock(t *testing.T) {
	var said bytes.Buffer
	p := newProgram(nil, io.Discard, &said, backends.All(), family.All())
	measured := 0
	p.busyness = func() bench.Busyness { measured++; return bench.Busyness{Share: 0.15, Cores: 2} }
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // the clock is chosen before anything runs
	p.execute(ctx, []string{"reproduce", "search-sizes", "-o", t.TempDir()})
	if strings.Count(said.String(), "times are CPU time: the machine was busy") != 1 || measured != 1 {
		t.Errorf("measured %d times; said %q", measured, said.String())
	}
}

// TestProgressLines checks the line that shows the progress of a run every half a minute without a
// terminal.
func TestProgressLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		r := &run.Runner{Budget: 5 * time.Minute * 5 / 4}
		finish := watch(r, &said)
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "slow"}}
		r.Starting(job)
		time.Sleep(31 * time.Second)
		r.Progress(run.Progress{Done: 11, Total: 41, Discarded: 3})
		time.Sleep(30 * time.Second)
		r.Progress(run.Progress{Done: 40, Total: 41, Discarded: 3})
		time.Sleep(30 * time.Second)
		finish()
		finish()
		time.Sleep(time.Minute)
		want := []string{
			"30s: queens(8) count slow; no run done yet, 4m30s of the budget left",
			"1m0s: queens(8) count slow; 11 of 41 runs done, 3 discarded, 4m0s of the budget left",
			"1m30s: queens(8) count slow; 40 of 41 runs done, 3 discarded, about 3.0 s left",
		}
		if got := strings.TrimSpace(said.String()); got != strings.Join(want, "\n") {
			t.Errorf("said\n%s", got)
		}
	})
}

// TestBadClock checks the errors for an invalid clock or budget.
func TestBadClock(t *testing.T) {
	for flag, want := range map[string]string{
		"--clock=sun": `--clock "sun": write one of auto, wall, cpu, process`, "--budget=soon": `--budget "soon": write a time above zero, as in 5m, or none`, "--budget=-1s": "write a time above zero",
	} {
		var said bytes.Buffer
		if status := newProgram(nil, io.Discard, &said, backends.All(), family.All()).execute(t.Context(), []string{"bench", "--dry-run", flag}); status != badInput || !strings.Contains(said.String(), want) {
			t.Errorf("%s: status %d, %s", flag, status, said.String())
		}
	}
}
