package run

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/isolate"
	"nqueens/bench"
)

// TestTurns checks that after the first run repetitions of short work share processes, five at a time, and
// that each has its seed, its time and its part of the process's resources.
func TestTurns(t *testing.T) {
	t.Parallel()
	e := planned(t, `
seed: 7
clock: cpu
limits: {time: 10m} # of CPU time of this process, in which other tests run too
repetitions: {warmup: 0, min: 8, max: 8}
runs: [{problems: queens(4), backends: right, tasks: [first, count]}]
`)
	r := testRunner(t)
	r.MinTime = 0 // as in a timed run
	f := carryOutBy(t, r, e, t.TempDir())
	turns := map[nqueens.Task][]int{}
	for _, record := range f.Records {
		turns[record.Task] = append(turns[record.Task], record.Turn)
		// The CPU time of this process includes that of other tests, so the part of a repetition may be 0.
		if record.Seed != 7+uint64(record.Repetition)-1 || record.Seconds <= 0 || record.CPUSeconds < 0 || record.PeakBytes == 0 || record.Iterations < 1 {
			t.Errorf("%+v: seed %d, %v s, %v s of CPU time, %d bytes, %d answers", record, record.Seed, record.Seconds, record.CPUSeconds, record.PeakBytes, record.Iterations)
		}
	}
	for task, got := range turns {
		if len(got) != 8 {
			t.Errorf("%s: %v", task, got)
		}
		for i, turn := range got {
			if want := []int{0, 1, 2, 3, 4, 5, 1, 2}[i]; turn != want {
				t.Errorf("%s: run %d has turn %d of %v", task, i, turn, got)
			}
		}
	}
}

// TestFurther checks which repetitions share a process.
func TestFurther(t *testing.T) {
	e := planned(t, "repetitions: {warmup: 0, min: 8, max: 8}\nruns: [{problems: queens(4), backends: right}]\n")
	r := testRunner(t)
	r.versions = map[string]string{}
	for name, test := range map[string]struct {
		change     func(*bench.Experiment, *bench.Job)
		took       time.Duration
		runs       int
		repetition int
		want       int
	}{
		"short work":              {took: bench.ShortWork - 1, runs: 1, repetition: 2, want: 4},
		"the first run":           {took: bench.ShortWork - 1, runs: 0, repetition: 1},
		"long work":               {took: bench.ShortWork, runs: 1, repetition: 2},
		"nothing known":           {runs: 0, repetition: 2},
		"one more is needed":      {took: 1, runs: 7, repetition: 8},
		"two more are needed":     {took: 1, runs: 6, repetition: 7, want: 1},
		"whole processes":         {took: 1, runs: 1, repetition: 2, change: func(e *bench.Experiment, _ *bench.Job) { e.Clock = bench.ProcessClock }},
		"two builds side by side": {took: 1, runs: 1, repetition: 2, change: func(e *bench.Experiment, _ *bench.Job) { e.Binaries = []string{"old"} }},
		"with a proof":            {took: 1, runs: 1, repetition: 2, change: func(_ *bench.Experiment, j *bench.Job) { j.Proof = true }},
	} {
		e, job := e, e.Jobs[0]
		if test.change != nil {
			test.change(&e, &job)
		}
		state := bench.NewSchedule(e)
		for i := range test.runs {
			record := job.Record(bench.Maker{Seed: e.Seed, Repetition: i + 1}, bench.Observation{})
			record.Status, record.Seconds = nqueens.Solved, test.took.Seconds()
			state.Add(record)
		}
		asked, err := r.trial(job)
		if err != nil {
			t.Fatal(err)
		}
		walk := tour{runner: r, folder: &bench.Folder{Experiment: e}, state: state, recorded: map[string]bool{}}
		got := walk.further(asked, test.repetition)
		if len(got) != test.want {
			t.Errorf("%s: %d further repetitions, want %d", name, len(got), test.want)
		}
		for i, repetition := range got {
			if repetition != test.repetition+1+i {
				t.Errorf("%s: repetition %d", name, repetition)
			}
		}
		if len(got) > 0 {
			walk.recorded[r.maker(asked, e, got[0]).Key(job)] = true
			if len(walk.further(asked, test.repetition)) > 0 {
				t.Errorf("%s: one that is recorded is made again", name)
			}
		}
	}
}

// TestReadReports checks that all repetitions that a process finished have their reports, and that the next
// one records how the process ended.
func TestReadReports(t *testing.T) {
	line := func(i int, status nqueens.Status) string {
		text, err := json.Marshal(report{Nonce: "n", Observation: bench.Observation{Outcome: nqueens.Outcome{Status: status}}, Index: i, Process: &used{Wall: float64(i + 1), CPU: 1}})
		if err != nil {
			t.Fatal(err)
		}
		return string(text) + "\n"
	}
	solved := func(i int) string { return line(i, nqueens.Solved) }
	for name, test := range map[string]struct {
		stdout string
		result isolate.Result
		want   string
	}{
		"all":              {stdout: solved(0) + solved(1) + solved(2), want: "solved solved solved"},
		"gives up":         {stdout: solved(0) + line(1, nqueens.Timeout), want: "solved timeout"},
		"killed":           {stdout: solved(0), result: isolate.Result{Outcome: isolate.Crashed}, want: "solved crashed"},
		"killed at once":   {result: isolate.Result{Outcome: isolate.MemoryLimit}, want: "memory-limit"},
		"fails in the end": {stdout: solved(0) + solved(1) + solved(2), result: isolate.Result{Outcome: isolate.Exited, Exit: 3}, want: "solved solved crashed"},
		"stops":            {stdout: solved(0), want: "solved crashed"},
		"another's report": {stdout: solved(0) + solved(2) + solved(1), want: "solved crashed"},
		"more than asked":  {stdout: solved(0) + solved(1) + solved(2) + "x", want: "solved solved crashed"},
		"cut off":          {stdout: solved(0) + strings.TrimSpace(solved(1)), want: "solved crashed"},
	} {
		if test.result.Outcome == "" {
			test.result.Outcome = isolate.Exited
		}
		test.result.Stdout = []byte(test.stdout)
		var got []string
		for _, r := range readReports(test.result, "n", 3) {
			got = append(got, string(r.Status))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q, want %s", name, got, test.want)
		}
	}
}

// TestParts checks that the repetitions' times add up to the process's, and that the first includes its
// start.
func TestParts(t *testing.T) {
	at := func(wall, cpu float64) report { return report{Process: &used{wall, cpu}} }
	result := isolate.Result{Wall: 10 * time.Second, CPU: 5 * time.Second}
	wall, cpu := parts(result, []report{at(2, 1), at(3, 1.5), at(5, 3.5)})
	for i, want := range [][2]float64{{7, 2.5}, {1, 0.5}, {2, 2}} {
		if math.Abs(wall[i]-want[0])+math.Abs(cpu[i]-want[1]) > 1e-9 {
			t.Errorf("repetition %d: %v s, %v s of CPU time, want %v", i, wall[i], cpu[i], want)
		}
	}
	if wall, cpu := parts(result, []report{at(2, 1), {}}); wall[0] != 10 || cpu[0] != 5 || wall[1] != 0 {
		t.Errorf("%v, %v", wall, cpu)
	}
	if wall, _ := parts(result, []report{{}}); wall[0] != 10 {
		t.Errorf("alone: %v", wall)
	}
}
