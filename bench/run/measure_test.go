package run

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

var byWall = stopwatch{}

// scripted is a backend with a given sequence of outcomes, the last of which repeats. It visits the same
// solutions each time.
type scripted struct {
	fake
	outcomes []nqueens.Outcome
	shows    []nqueens.Solution
	takes    time.Duration
	runs     int
}

func (s *scripted) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	o := s.outcomes[min(s.runs, len(s.outcomes)-1)]
	s.runs++
	if r.Task == nqueens.FindAll {
		for _, found := range s.shows {
			if !visit(found) {
				break
			}
		}
	}
	select {
	case <-ctx.Done():
		return nqueens.Stopped(ctx, 0)
	case <-time.After(s.takes):
	}
	if o.Phases == (nqueens.Phases{}) {
		o.Phases = nqueens.Phases{Encode: 1, Solve: 2, Decode: 3}
	}
	return o
}

// outside is a scripted backend that is external.
type outside struct{ scripted }

func (o *outside) Describe() nqueens.Description {
	d := o.scripted.Describe()
	d.External = "true"
	return d
}

func solved(count uint64) nqueens.Outcome {
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(count)}
}

func five(task nqueens.Task) nqueens.Request {
	return nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 5}, Task: task}
}

// TestMeasureRepeatsShortWork uses a clock that only the work advances.
func TestMeasureRepeatsShortWork(t *testing.T) { synctest.Test(t, measureRepeatsShortWork) }

func measureRepeatsShortWork(t *testing.T) {
	for _, test := range []struct {
		name    string
		takes   time.Duration
		warmup  int
		timed   int // timed answers
		untimed int
	}{
		{name: "long work is timed once, at first", takes: bench.ShortWork, warmup: 3, timed: 1},
		{name: "short work until it is enough", takes: bench.ShortWork / 10, warmup: 3, timed: 10, untimed: 3},
		{name: "no warm-up but the inspection", takes: bench.ShortWork / 10, warmup: 0, timed: 10, untimed: 1},
		{name: "work too short to time", takes: 1, warmup: 1, timed: maxIterations, untimed: 1},
	} {
		b := &scripted{outcomes: []nqueens.Outcome{solved(10)}, takes: test.takes}
		r := byWall.measure(t.Context(), b, five(nqueens.CountAll), test.warmup, bench.ShortWork)
		if r.Iterations != test.timed || b.runs != r.Iterations+test.untimed {
			t.Errorf("%s: %d timed of %d answers", test.name, r.Iterations, b.runs)
		}
		// The times are means.
		if math.Abs(r.Seconds-test.takes.Seconds()) > 1e-12 || r.Phases.Encode != 1 || r.Phases.Solve != 2 || r.Phases.Decode != 3 {
			t.Errorf("%s: %v s, phases %+v", test.name, r.Seconds, r.Phases)
		}
		if r.PeakBytes < 1<<20 && runtime.GOOS == "linux" {
			t.Errorf("%s: this process held %d bytes", test.name, r.PeakBytes)
		}
	}
}

// TestMeasureExternal checks that the time of an external solver is the sum of its phases, and that it
// answers once if its process is timed.
func TestMeasureExternal(t *testing.T) { synctest.Test(t, measureExternal) }

func measureExternal(t *testing.T) {
	x := &outside{scripted{outcomes: []nqueens.Outcome{solved(10)}, takes: time.Minute}}
	if r := byWall.measure(t.Context(), x, five(nqueens.CountAll), 1, bench.ShortWork); r.Seconds != 6 {
		t.Errorf("%v s, want those of its phases", r.Seconds)
	}
	quick := solved(10)
	quick.Phases.Solve = 0.5
	x = &outside{scripted{outcomes: []nqueens.Outcome{quick}, takes: time.Minute}}
	if r := byWall.measure(t.Context(), x, five(nqueens.CountAll), 1, bench.ShortWork); r.Seconds != 0.5 {
		t.Errorf("%v s, want those of its phases", r.Seconds)
	}
	quick.Stats = map[string]int64{backends.PeakBytes: 77}
	x.outcomes = []nqueens.Outcome{quick}
	if r := byWall.measure(t.Context(), x, five(nqueens.CountAll), 1, bench.ShortWork); r.PeakBytes != 77 {
		t.Errorf("%d bytes, want the solver's", r.PeakBytes)
	}
	b := &scripted{outcomes: []nqueens.Outcome{solved(10)}, takes: time.Microsecond}
	if r := byWall.measure(t.Context(), b, five(nqueens.CountAll), 5, 0); b.runs != 1 || r.Iterations != 1 {
		t.Errorf("%d answers, %d timed", b.runs, r.Iterations)
	}
}

// TestVoidRepeatedAnswer checks that a run is discarded if any of its repeated answers is discarded, with the
// first reason.
func TestVoidRepeatedAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		void := func(why string) nqueens.Outcome {
			o := solved(10)
			o.Void = why
			return o
		}
		for want, outcomes := range map[string][]nqueens.Outcome{
			"":       {solved(10)},
			"first":  {void("first"), void("second")},
			"second": {solved(10), void("second"), void("third")},
		} {
			b := &scripted{outcomes: outcomes, takes: time.Millisecond}
			if r := byWall.measure(t.Context(), b, five(nqueens.CountAll), 1, bench.ShortWork); r.Void != want || b.runs < 3 {
				t.Errorf("%q of %d answers, want %q", r.Void, b.runs, want)
			}
		}
	})
}

func TestMeans(t *testing.T) {
	var times totals
	for i := range 4 {
		times.add(timed{took: time.Duration(i) * time.Second, outcome: nqueens.Outcome{Phases: nqueens.Phases{Encode: 1, Solve: float64(i), Decode: 2 * float64(i)}}})
	}
	var r report
	times.mean(&r)
	if r.Seconds != 1.5 || r.Iterations != 4 || r.Phases != (nqueens.Phases{Encode: 1, Solve: 1.5, Decode: 3}) {
		t.Errorf("%+v", r)
	}
}

// TestMeasureKeepsToTheLimit checks that warm-up and repetition do not turn an answer within the limit into a
// time-out.
func TestMeasureKeepsToTheLimit(t *testing.T) { synctest.Test(t, measureKeepsToTheLimit) }

func measureKeepsToTheLimit(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 32*time.Millisecond)
	defer cancel()
	b := &scripted{outcomes: []nqueens.Outcome{solved(10)}, takes: bench.ShortWork / 4}
	r := byWall.measure(ctx, b, five(nqueens.CountAll), 1000, bench.ShortWork)
	if r.Status != nqueens.Solved || r.Iterations != 1 || r.Seconds != 0.005 || r.Contradiction != "" {
		t.Errorf("%s after %d answers, %v s over %d, %q", r.Status, b.runs, r.Seconds, r.Iterations, r.Contradiction)
	}
	if b.runs != 8 { // one every 5 ms, and one more of each kind that was stopped
		t.Errorf("%d answers", b.runs)
	}
}

func TestMeasureFindsContradictions(t *testing.T) {
	synctest.Test(t, measureFindsContradictions)
}

func measureFindsContradictions(t *testing.T) {
	all := bruteForce(five(nqueens.FindAll).Problem)
	bad := nqueens.Solution{nqueens.On(0, 0), nqueens.On(1, 1)}
	first := func(s nqueens.Solution) nqueens.Outcome {
		return nqueens.Outcome{Status: nqueens.Solved, Solution: append(nqueens.Solution(nil), s...)}
	}
	for _, test := range []struct {
		name          string
		task          nqueens.Task
		outcomes      []nqueens.Outcome
		shows         []nqueens.Solution
		contradiction string
		fault         string
		duplicates    uint64
	}{
		{name: "right", task: nqueens.FindAll, outcomes: []nqueens.Outcome{solved(10)}, shows: all},
		{name: "a count that changes", task: nqueens.CountAll, outcomes: []nqueens.Outcome{solved(9), solved(9), solved(9), solved(10)},
			contradiction: "says 9, and asked again 10"},
		{name: "an answer that crashes later", task: nqueens.CountAll, outcomes: []nqueens.Outcome{solved(9), solved(9), nqueens.Fail(nqueens.Crashed, "")},
			contradiction: "says 9, and asked again crashed"},
		{name: "a count of what was not shown", task: nqueens.FindAll, outcomes: []nqueens.Outcome{solved(10)}, shows: all[:8],
			contradiction: "says 10 and shows 8 solutions"},
		{name: "none, and shows some", task: nqueens.FindAll, outcomes: []nqueens.Outcome{{Status: nqueens.Unsatisfiable}}, shows: all[:1],
			contradiction: "says 0 and shows 1 solution"},
		{name: "duplicates", task: nqueens.FindAll, outcomes: []nqueens.Outcome{solved(12)}, shows: append(all[:10:10], all[3], all[1]),
			fault: all[1].String() + " found twice", duplicates: 2},
		{name: "an invalid one", task: nqueens.FindAll, outcomes: []nqueens.Outcome{solved(2)}, shows: []nqueens.Solution{all[0], bad},
			fault: "a1,b2 a1 and b2 attack each other"},
		{name: "first", task: nqueens.FindFirst, outcomes: []nqueens.Outcome{first(all[0]), first(all[1])}},
		{name: "an invalid first", task: nqueens.FindFirst, outcomes: []nqueens.Outcome{first(bad)},
			fault: "a1,b2 a1 and b2 attack each other"},
		{name: "no first", task: nqueens.FindFirst, outcomes: []nqueens.Outcome{first(nil)},
			fault: " 0 pieces stand on the board, not 5"},
		{name: "an invalid one later", task: nqueens.FindFirst, outcomes: []nqueens.Outcome{first(all[0]), first(all[0]), first(bad)},
			fault: "a1,b2 a1 and b2 attack each other"},
	} {
		b := &scripted{outcomes: test.outcomes, shows: test.shows}
		r := byWall.measure(t.Context(), b, five(test.task), 1, bench.ShortWork)
		fault := ""
		if r.Fault != nil {
			fault = r.Fault.Solution.String() + " " + r.Fault.Why
		}
		if r.Contradiction != test.contradiction || fault != test.fault {
			t.Errorf("%s: %q, fault %q", test.name, r.Contradiction, fault)
		}
		enumerated := test.task == nqueens.FindAll
		if (r.Duplicates != nil) != enumerated || enumerated && *r.Duplicates != test.duplicates {
			t.Errorf("%s: duplicates %v", test.name, r.Duplicates)
		}
		if (r.Fingerprint != nil) != enumerated || enumerated && *r.Fingerprint != fingerprint(test.shows...) {
			t.Errorf("%s: fingerprint %v", test.name, r.Fingerprint)
		}
	}
}

// TestVisitingIsNotTheBackendsTime checks that the visitor's time is subtracted from the backend's time and
// its solve phase.
func TestVisitingIsNotTheBackendsTime(t *testing.T) {
	b := &scripted{outcomes: []nqueens.Outcome{solved(2)}, shows: make([]nqueens.Solution, 2)}
	a := byWall.answer(t.Context(), b, five(nqueens.FindAll), func(nqueens.Solution) time.Duration { return time.Second / 2 })
	if a.visiting != time.Second || a.took > -time.Second/2 || a.outcome.Phases.Solve != 1 {
		t.Errorf("%+v", a)
	}
}

func TestUnansweredHasNoTime(t *testing.T) {
	b := &scripted{outcomes: []nqueens.Outcome{nqueens.Fail(nqueens.Unsupported, "too large")}}
	r := byWall.measure(t.Context(), b, five(nqueens.FindAll), 1, bench.ShortWork)
	if r.Seconds != 0 || r.Iterations != 0 || r.Fingerprint != nil || b.runs != 1 || !strings.Contains(r.Reason, "large") {
		t.Errorf("%+v", r)
	}
}

func fingerprint(solutions ...nqueens.Solution) nqueens.Fingerprint {
	var set nqueens.Fingerprint
	for _, s := range solutions {
		set.Add(s)
	}
	return set
}

// TestVisitingIsNotTimed checks that the visitor's time is not the backend's and never ends the search.
func TestVisitingIsNotTimed(t *testing.T) { synctest.Test(t, visitingIsNotTimed) }

func visitingIsNotTimed(t *testing.T) {
	shows := []nqueens.Solution{{nqueens.On(0, 0)}, {nqueens.On(0, 1)}, {nqueens.On(0, 2)}}
	visit := func(took time.Duration) func(nqueens.Solution) time.Duration {
		return func(nqueens.Solution) time.Duration { time.Sleep(took); return took }
	}
	ours := &scripted{outcomes: []nqueens.Outcome{solved(3)}, takes: time.Minute, shows: shows}
	theirs := &outside{*ours}
	for _, test := range []struct {
		by       backends.Backend
		visiting time.Duration // for each solution
		took     time.Duration
		phases   nqueens.Phases
	}{
		{ours, time.Second / 2, time.Minute, nqueens.Phases{Encode: 1, Solve: 0.5, Decode: 3}},
		{ours, time.Second, time.Minute, nqueens.Phases{Encode: 1, Decode: 3}},
		{theirs, time.Second / 2, 4500 * time.Millisecond, nqueens.Phases{Encode: 1, Solve: 2, Decode: 1.5}},
		{theirs, 2 * time.Second, 3 * time.Second, nqueens.Phases{Encode: 1, Solve: 2}},
	} {
		a := byWall.answer(t.Context(), test.by, five(nqueens.FindAll), visit(test.visiting))
		if a.took != test.took || a.visiting != 3*test.visiting || a.outcome.Phases != test.phases {
			t.Errorf("%T, %v a visit: %v and %v of visiting, phases %+v", test.by, test.visiting, a.took, a.visiting, a.outcome.Phases)
		}
	}
}

// TestChildKnowsLimits checks that a child knows the limits of its job, and collects garbage well below the memory
// limit.
func TestChildKnowsLimits(t *testing.T) {
	for _, memory := range []int64{0, 1 << 30} {
		var told nqueens.Request
		var collecting int64
		var until time.Duration
		b := fake{name: "listens", engine: "one", do: func(ctx context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
			deadline, _ := ctx.Deadline()
			told, collecting, until = r, debug.SetMemoryLimit(-1), time.Until(deadline)
			return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
		}}
		r := testRunner(t)
		r.Backends = []backends.Backend{b}
		job := bench.Job{
			Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll,
			Contender: backends.Contender{Backend: "listens", Threads: 1000}, Limits: bench.Limits{Time: 24 * time.Hour, Memory: memory},
		}
		a := newAssignment(trial{Job: job}, 7)
		a.Once = true
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		before := debug.SetMemoryLimit(-1)
		var out bytes.Buffer
		err = ServeChild(t.Context(), bytes.NewReader(text), &out, r.Backends, family.All())
		debug.SetMemoryLimit(before)
		if err != nil {
			t.Fatal(err)
		}
		want := before
		if memory > 0 {
			want = memory / 10 * 8
		}
		if told.Memory != memory || told.Seed != 7 || told.Threads != runtime.NumCPU() || told.Task != nqueens.CountAll || told.Problem.N != 4 ||
			collecting != want || until > 24*time.Hour || until < time.Hour {
			t.Errorf("told %+v with %v left, garbage below %d", told, until, collecting)
		}
	}
}

// startsProgram is a backend whose answers each use the same CPU time of a program.
type startsProgram struct{ backends.Backend }

func (startsProgram) Describe() nqueens.Description {
	return nqueens.Description{Name: "starts", External: "a program"}
}

func (startsProgram) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2), Phases: nqueens.Phases{Solve: 0.125}, ProgramCPU: 0.0625}
}

// TestProgramCPU checks that a program's CPU time is that of the timed answers, separate from the process
// that started it.
func TestProgramCPU(t *testing.T) {
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll}
	for enough, want := range map[time.Duration]float64{0: 0.0625, time.Second: 8 * 0.0625} {
		if r := (stopwatch{}).measure(t.Context(), startsProgram{}, request, 1, enough); r.ProgramCPU != want || r.ProgramCPU != 0.0625*float64(r.Iterations) {
			t.Errorf("%v: %v s over %d answers, want %v", enough, r.ProgramCPU, r.Iterations, want)
		}
	}
	for _, test := range []struct{ all, solver, cpu, other float64 }{{3, 1, 1, 2}, {3, 0, 3, 0}, {1, 2, 2, 0}} {
		if cpu, other := parted(test.all, test.solver); cpu != test.cpu || other != test.other {
			t.Errorf("%+v: %v and %v", test, cpu, other)
		}
	}
}
