package auto

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/family"
)

// planted is an engine with the behaviour that a test sets.
type planted struct {
	name       string
	refuses    bool
	asked      *int // number of calls of Supports
	preference int
	run        func(context.Context, nqueens.Request) nqueens.Outcome
}

func (p planted) Describe() nqueens.Description {
	return nqueens.Description{Name: p.name, Engine: p.name, Tasks: nqueens.Tasks()}
}

func (p planted) Supports(r nqueens.Request) error {
	if p.asked != nil {
		*p.asked++
	}
	if p.refuses {
		return fmt.Errorf("%s does not know %v", p.name, r.Problem.Family.Name)
	}
	return nil
}

func (p planted) Preference(nqueens.Request) int { return p.preference }

func (p planted) Run(ctx context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	if err := p.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	return p.run(ctx, r)
}

// after returns a run that works for the given time of its turns, in steps of a millisecond, and
// then answers.
func after(work time.Duration, o nqueens.Outcome) func(context.Context, nqueens.Request) nqueens.Outcome {
	return func(ctx context.Context, _ nqueens.Request) nqueens.Outcome {
		flag, release := turns.Watch(ctx)
		defer release()
		for range work / time.Millisecond {
			if flag.Load() {
				return nqueens.Stopped(ctx, 0)
			}
			time.Sleep(time.Millisecond)
		}
		return o
	}
}

const never = 1000 * time.Hour

var (
	none  = nqueens.Outcome{Status: nqueens.Unsatisfiable}
	found = nqueens.Outcome{Status: nqueens.Solved, Solution: nqueens.Solution{nqueens.On(0, 0)}}
)

func counted(n uint64) nqueens.Outcome {
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(n)}
}

// request returns a request for a board with a blocked square.
func request(task nqueens.Task) nqueens.Request {
	return nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 8, Blocked: []nqueens.Square{{}}}, Task: task}
}

// racersOf returns racers with equal shares.
func racersOf(r nqueens.Request, engines ...planted) (list []*racer) {
	for _, e := range engines {
		list = append(list, &racer{name: e.name, engine: e, request: r, alone: 10 * time.Millisecond, share: 1})
	}
	return list
}

// raced returns the outcome of a race of the engines.
func raced(ctx context.Context, r nqueens.Request, engines ...planted) nqueens.Outcome {
	return race(ctx, r, racersOf(r, engines...), nil, nil)
}

// TestTurns checks races on synctest's clock, on which they are deterministic.
func TestTurns(t *testing.T) {
	for _, test := range []struct {
		about   string
		shares  string // of a, b and c
		threads int
		work    [3]time.Duration // time after which a, b and c answer
		by      string
		within  time.Duration
	}{
		{"the first alone", "1 1", 1, [3]time.Duration{8 * time.Millisecond, never, never}, "a", 10 * time.Millisecond},
		{"the second after the first", "1 1", 1, [3]time.Duration{never, 9 * time.Millisecond, never}, "b", 30 * time.Millisecond},
		{"half the time each", "1 1", 1, [3]time.Duration{never, time.Second, never}, "b", 2200 * time.Millisecond},
		{"a fifth for the last", "3 1 1", 1, [3]time.Duration{never, never, time.Second}, "c", 5500 * time.Millisecond},
		{"three fifths for the first", "3 1 1", 1, [3]time.Duration{time.Second, never, never}, "a", 1850 * time.Millisecond},
		{"nearly all for the first", "39 1 1", 1, [3]time.Duration{time.Second, never, never}, "a", 1070 * time.Millisecond},
		{"side by side", "3 1 1", 3, [3]time.Duration{never, never, time.Second}, "c", 1010 * time.Millisecond},
		{"two at a time", "1 1 1", 2, [3]time.Duration{never, never, time.Second}, "c", 1700 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := request(nqueens.FindFirst)
			r.Threads = test.threads
			var racers []*racer
			for i, share := range strings.Fields(test.shares) {
				one := racersOf(r, planted{name: string(rune('a' + i)), run: after(test.work[i], none)})[0]
				one.share, _ = strconv.ParseFloat(share, 64)
				racers = append(racers, one)
			}
			start := time.Now()
			o := race(t.Context(), r, racers, nil, nil)
			if took := time.Since(start); o.Status != nqueens.Unsatisfiable || o.By != test.by || took > test.within {
				t.Errorf("%s: %s by %q after %v, not by %q within %v", test.about, o.Status, o.By, took, test.by, test.within)
			}
			if alone := test.about == "the first alone"; alone != (o.Stats["racers"] == 0) {
				t.Errorf("%s: stats %v", test.about, o.Stats)
			}
		})
	}
}

// TestEstimates checks that a racer that expects to end much sooner than another gets nearly all of the
// time, even if its share is smaller.
func TestEstimates(t *testing.T) {
	estimating := func(work time.Duration, done func(steps int) float64) func(context.Context, nqueens.Request) nqueens.Outcome {
		return func(ctx context.Context, _ nqueens.Request) nqueens.Outcome {
			flag, release := turns.Watch(ctx)
			defer release()
			steps := 0
			flag.Estimate(func() float64 { return done(steps) })
			for ; time.Duration(steps)*time.Millisecond < work; steps++ {
				if flag.Load() {
					return nqueens.Stopped(ctx, 0)
				}
				time.Sleep(time.Millisecond)
			}
			return none
		}
	}
	synctest.Test(t, func(t *testing.T) {
		r := request(nqueens.CountAll)
		racers := racersOf(r,
			planted{name: "slow", run: estimating(never, func(steps int) float64 { return float64(steps) * 1e-6 })},
			planted{name: "fast", run: estimating(time.Second, func(steps int) float64 { return float64(steps) / 1000 })})
		racers[0].share = 2
		racers[0].alone, racers[1].alone = 40*time.Millisecond, 30*time.Millisecond
		start := time.Now()
		o := race(t.Context(), r, racers, nil, nil)
		if took := time.Since(start); o.By != "fast" || took > 1300*time.Millisecond {
			t.Errorf("%s by %q after %v", o.Status, o.By, took)
		}
	})
}

// TestFailures checks that a racer that refuses, panics, ends with an invalid status or runs out of
// memory is removed, that the race continues, and that the reserve is used when all racers have
// failed.
func TestFailures(t *testing.T) {
	panics := func(context.Context, nqueens.Request) nqueens.Outcome { panic("index out of range") }
	says := func(status nqueens.Status) func(context.Context, nqueens.Request) nqueens.Outcome {
		return func(context.Context, nqueens.Request) nqueens.Outcome { return nqueens.Fail(status, "why") }
	}
	for _, test := range []struct {
		about    string
		a, b, c  planted
		by, note string
		status   nqueens.Status
	}{
		{"a panics", planted{run: panics}, planted{run: after(0, none)}, planted{}, "b", "a ended with crashed: the engine panicked: index out of range", nqueens.Unsatisfiable},
		{"a panics when it is to stop", planted{run: func(ctx context.Context, _ nqueens.Request) nqueens.Outcome { <-ctx.Done(); panic("late") }},
			planted{run: after(0, none)}, planted{}, "b", "a ended with crashed: the engine panicked: late", nqueens.Unsatisfiable},
		{"a is nonsense", planted{run: says("fine")}, planted{run: after(0, none)}, planted{}, "b", `a ended with crashed: it ended with the invalid status "fine"`, nqueens.Unsatisfiable},
		{"a is out of memory", planted{run: says(nqueens.MemoryLimit)}, planted{run: after(0, none)}, planted{}, "b", "a ended with memory-limit: why", nqueens.Unsatisfiable},
		{"a cannot, once asked", planted{run: says(nqueens.Unsupported)}, planted{run: after(0, none)}, planted{}, "b", "", nqueens.Unsatisfiable},
		{"a refuses", planted{refuses: true}, planted{run: after(0, none)}, planted{refuses: true}, "b", "", nqueens.Unsatisfiable},
		{"both fail", planted{run: panics}, planted{run: says(nqueens.Crashed)}, planted{run: after(0, none)}, "c", "a ended with crashed: the engine panicked: index out of range; b ended with crashed: why", nqueens.Unsatisfiable},
		{"neither is asked", planted{refuses: true}, planted{refuses: true}, planted{run: after(0, none)}, "c", "", nqueens.Unsatisfiable},
		{"all fail", planted{refuses: true}, planted{run: panics}, planted{run: panics}, "c", "b ended with crashed: the engine panicked: index out of range", nqueens.Crashed},
		{"both fail, and the third cannot", planted{run: panics}, planted{run: says(nqueens.Crashed)}, planted{refuses: true}, "b", "a ended with crashed: the engine panicked: index out of range; b ended with crashed: why", nqueens.Crashed},
		{"nobody can", planted{refuses: true}, planted{refuses: true}, planted{refuses: true}, "a", "", nqueens.Unsupported},
	} {
		synctest.Test(t, func(t *testing.T) {
			test.a.name, test.b.name, test.c.name = "a", "b", "c"
			r := request(nqueens.FindFirst)
			list := racersOf(r, test.a, test.b, test.c)
			o := race(t.Context(), r, list[:2], list[2:], nil)
			if o.Status != test.status || o.By != test.by || o.Note != test.note {
				t.Errorf("%s: %s by %q, note %q; want %s by %q, note %q", test.about, o.Status, o.By, o.Note, test.status, test.by, test.note)
			}
		})
	}
}

// TestReserveUnasked checks that Supports is not called for engines in reserve: it may build a
// model of the problem.
func TestReserveUnasked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		r := request(nqueens.FindFirst)
		o := New([]planted{
			{name: "a", preference: sure, run: after(0, none)}, {name: "b", run: after(0, none), asked: &asked},
		}).Run(t.Context(), r, nil)
		if o.Status != nqueens.Unsatisfiable || o.By != "a" || asked != 0 {
			t.Errorf("%s by %q, b asked %d times", o.Status, o.By, asked)
		}
	})
}

// TestDisagreement checks two racers that answer differently before the second can be stopped.
func TestDisagreement(t *testing.T) {
	for _, test := range []struct {
		task nqueens.Task
		a, b nqueens.Outcome
		want string
	}{
		{nqueens.FindFirst, none, found, "b says a solution, a says no solution"},
		{nqueens.FindFirst, none, none, ""},
		{nqueens.FindFirst, found, found, ""},
		{nqueens.CountAll, counted(92), counted(40), "b says 40, a says 92"},
		{nqueens.CountAll, counted(92), counted(92), ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			deaf := func(context.Context, nqueens.Request) nqueens.Outcome {
				time.Sleep(50 * time.Millisecond) // and ignores that it should stop
				return test.a
			}
			r := request(test.task)
			r.Threads = 2
			o := raced(t.Context(), r, planted{name: "a", run: deaf}, planted{name: "b", run: after(time.Millisecond, test.b)})
			if o.By != "b" || o.Status != test.b.Status || o.Against != test.want {
				t.Errorf("%s by %q against %q; want %q", o.Status, o.By, o.Against, test.want)
			}
		})
	}
}

// TestStops checks that the end of the context stops all racers, including those that wait for
// their turn.
func TestStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		var ended atomic.Int32
		counts := func(ctx context.Context, r nqueens.Request) nqueens.Outcome {
			defer ended.Add(1)
			return after(never, none)(ctx, r)
		}
		r := request(nqueens.FindFirst)
		o := raced(ctx, r, planted{name: "a", run: counts}, planted{name: "b", run: counts}, planted{name: "c", run: counts})
		if o.Status != nqueens.Timeout || ended.Load() != 3 {
			t.Errorf("%s %s, %d ended", o.Status, o.Reason, ended.Load())
		}
	})
}

// TestStopsWithPart checks that a partial count at the end of the context is reported, and so is an
// answer that arrives just then.
func TestStopsWithPart(t *testing.T) {
	for _, test := range []struct {
		about  string
		a      nqueens.Outcome // when it is stopped
		status nqueens.Status
	}{
		{"a part", nqueens.Outcome{Status: nqueens.Timeout, Partial: nqueens.NewCount(7)}, nqueens.Timeout},
		{"an answer", counted(92), nqueens.Solved},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), time.Second)
			defer stop()
			a := planted{name: "a", preference: 1, run: func(ctx context.Context, _ nqueens.Request) nqueens.Outcome {
				<-ctx.Done()
				time.Sleep(time.Millisecond)
				return test.a
			}}
			r := request(nqueens.CountAll)
			if o := New([]planted{a, {name: "b"}}).Run(ctx, r, nil); o.Status != test.status || o.By != "a" || o.Partial != test.a.Partial || o.Count != test.a.Count {
				t.Errorf("%s: %s by %q, %v, %v", test.about, o.Status, o.By, o.Partial, o.Count)
			}
			b := planted{name: "b", run: after(never, none)}
			o := raced(ctx, r, a, b)
			if o.Status != test.status || fmt.Sprint(o.Partial) != fmt.Sprint(test.a.Partial) {
				t.Errorf("%s, in a race: %s by %q, %v", test.about, o.Status, o.By, o.Partial)
			}
		})
	}
}

// TestDeafRacer checks that a racer that ignores its stop delays the end of the race by less than 0.1 s.
func TestDeafRacer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		deaf := func(context.Context, nqueens.Request) nqueens.Outcome {
			time.Sleep(2 * time.Second)
			return none
		}
		r := request(nqueens.FindFirst)
		start := time.Now()
		o := raced(ctx, r, planted{name: "a", run: deaf}, planted{name: "b", run: after(never, none)})
		if took := time.Since(start); o.Status != nqueens.Timeout || took >= 1100*time.Millisecond {
			t.Errorf("%s after %v", o.Status, took)
		}
		time.Sleep(2 * time.Second) // until the racer that ignores its stop ends
	})
}

// TestShares checks that the racers together use the request's threads and memory.
func TestShares(t *testing.T) {
	got := make(chan nqueens.Request, 3)
	run := func(ctx context.Context, r nqueens.Request) nqueens.Outcome {
		got <- r
		<-ctx.Done()
		return nqueens.Stopped(ctx, 0)
	}
	ctx, stop := context.WithCancel(t.Context())
	r := request(nqueens.FindFirst)
	r.Threads, r.Memory = 5, 3<<30
	go raced(ctx, r, planted{name: "a", run: run}, planted{name: "b", run: run}, planted{name: "c", run: run})
	threads, memory := 0, int64(0)
	for range 3 {
		r := <-got
		threads, memory = threads+r.Threads, memory+r.Memory
	}
	stop()
	if threads != 5 || memory != 3<<30 {
		t.Errorf("%d threads and %d bytes", threads, memory)
	}
}

// TestMemory checks that a racer that uses too much memory is stopped, but not the race.
func TestMemory(t *testing.T) {
	hoards := func(ctx context.Context, _ nqueens.Request) nqueens.Outcome {
		flag, release := turns.Watch(ctx)
		defer release()
		var hoard [][]byte
		for !flag.Load() {
			hoard = append(hoard, make([]byte, 1<<20))
			time.Sleep(time.Millisecond / 8)
		}
		return nqueens.Fail(nqueens.Cancelled, fmt.Sprint(len(hoard)))
	}
	ended := make(chan bool)
	waits := func(ctx context.Context, r nqueens.Request) nqueens.Outcome {
		flag, release := turns.Watch(ctx)
		defer release()
		for !flag.Load() {
			select {
			case <-ended:
				return none
			case <-time.After(time.Millisecond):
			}
		}
		return nqueens.Stopped(ctx, 0)
	}
	r := request(nqueens.FindFirst)
	r.Memory = 128 << 20
	o := raced(t.Context(), r, planted{name: "a", run: waits}, planted{name: "b", run: func(ctx context.Context, r nqueens.Request) nqueens.Outcome {
		defer close(ended)
		return hoards(ctx, r)
	}})
	if want := "b ended with memory-limit: the race reached its memory limit of 134217728 bytes"; o.Status != nqueens.Unsatisfiable || o.By != "a" || o.Note != want {
		t.Errorf("%s by %q: %q, not %q", o.Status, o.By, o.Note, want)
	}
}

// TestMemoryOfOne checks that no other racer is stopped while a stopped one still holds its memory.
func TestMemoryOfOne(t *testing.T) {
	hoards := func(ctx context.Context, _ nqueens.Request) nqueens.Outcome {
		hoard := make([]byte, 96<<20)
		<-ctx.Done()
		time.Sleep(40 * time.Millisecond) // some turns
		runtime.KeepAlive(hoard)
		return nqueens.Stopped(ctx, 0)
	}
	r := request(nqueens.FindFirst)
	r.Memory, r.Threads = 128<<20, 3
	o := raced(t.Context(), r, planted{name: "a", run: after(200*time.Millisecond, none)},
		planted{name: "b", run: after(100*time.Millisecond, none)}, planted{name: "c", run: hoards})
	if want := "c ended with memory-limit: the race reached its memory limit of 134217728 bytes"; o.By != "b" || o.Note != want {
		t.Errorf("%s by %q: %q, not %q", o.Status, o.By, o.Note, want)
	}
}

// TestField checks which engines race: the most preferred of those that support the request, and
// only one if it is sure to be the fastest.
func TestField(t *testing.T) {
	for _, test := range []struct {
		text        string
		task        nqueens.Task
		preferences [4]int // of a to d; b refuses
		want        string
	}{
		{"queens(8, blocked=a1)", nqueens.FindFirst, [4]int{0, 0, 0, 0}, "a c d"},
		{"queens(8, given=a1)", nqueens.FindFirst, [4]int{0, sure, 0, 20}, "d a c"},
		{"queens(9, excluded=diff:0)", nqueens.FindFirst, [4]int{0, 0, sure - 1, 20}, "c d a"},
		{"queens(8, blocked=a1)", nqueens.FindFirst, [4]int{0, 0, 0, sure}, "d"},
		{"queens(8, blocked=a1, symmetric=half-turn)", nqueens.FindFirst, [4]int{}, "a"},
		{"queens(8, blocked=a1)", nqueens.CountAll, [4]int{}, "a"},
		{"queens(8)", nqueens.FindFirst, [4]int{}, "a"},
		{"disjoint-queens(2)", nqueens.FindFirst, [4]int{0, 0, 0, sure}, "d a c"},
		{"peaceable(8, pieces=9)", nqueens.FindFirst, [4]int{0, 0, 0, sure}, "d a c"},
		{"peaceable(8)", nqueens.FindFirst, [4]int{0, 0, 0, sure}, "d"},
		{"formula(f, variables=3, digest=0123456789abcdef)", nqueens.CountAll, [4]int{10, 0, 0, 20}, "d a"},
		{"formula(f, variables=3, digest=0123456789abcdef)", nqueens.CountAll, [4]int{}, "a"},
		{"formula(f, variables=3, digest=0123456789abcdef)", nqueens.FindFirst, [4]int{}, "a c d"},
	} {
		p, err := family.All().Parse(test.text)
		if err != nil {
			t.Fatal(err)
		}
		var engines []planted
		for i, preference := range test.preferences {
			engines = append(engines, planted{name: string(rune('a' + i)), preference: preference, refuses: i == 1})
		}
		r := nqueens.Request{Problem: p, Task: test.task}
		b := New(engines)
		f, err := b.field(r, true)
		var names []string
		for _, one := range f.racers {
			names = append(names, one.name)
		}
		if got := strings.Join(names, " "); err != nil || got != test.want || b.Races(r) != (len(names) > 1) {
			t.Errorf("%s, %s: %s race, want %s; %v", test.text, test.task, got, test.want, err)
		}
	}
}

// program is an engine that runs in another process.
type program struct{ planted }

func (p program) Describe() nqueens.Description {
	d := p.planted.Describe()
	d.External = "program"
	return d
}

func (program) BuiltIn() bool { return true }

// TestProgramBesideOne checks a race between an external program, requested by name, and the preferred
// engine. Without the program there would be no race.
func TestProgramBesideOne(t *testing.T) {
	for _, test := range []struct {
		ours, program time.Duration
		refuses       bool
		threads       int
		by            string
		racers        int64
	}{
		{8 * time.Millisecond, never, false, 1, "b", 0}, // before the program is started
		{50 * time.Millisecond, never, false, 1, "b", 2},
		{50 * time.Millisecond, never, false, 2, "b", 2},
		{never, 50 * time.Millisecond, false, 2, "p", 2},
		{0, 50 * time.Millisecond, true, 1, "p", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			engines := []Engine{
				planted{name: "a", run: after(never, none), refuses: test.refuses},
				planted{name: "b", run: after(test.ours, none), refuses: test.refuses, preference: 1},
				program{planted{name: "p", run: after(test.program, none)}},
			}
			for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll} {
				r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: task, Encoding: "p", Threads: test.threads}
				o := New(engines).Run(t.Context(), r, nil)
				if o.By != test.by || o.Stats["racers"] != test.racers {
					t.Errorf("%+v, %s: by %q, %v %s", test, task, o.By, o.Stats, o.Reason)
				}
			}
		})
	}
}

// TestAllOfOne checks that all solutions come from one engine.
func TestAllOfOne(t *testing.T) {
	crashes := planted{name: "a", run: func(context.Context, nqueens.Request) nqueens.Outcome { return nqueens.Fail(nqueens.Crashed, "") }}
	r := request(nqueens.FindAll)
	b := New([]planted{crashes, {name: "b", run: after(0, counted(1))}})
	if o := b.Run(t.Context(), r, nil); o.By != "a" || o.Status != nqueens.Crashed {
		t.Errorf("%s: by %q, %s, after solutions of another", r.Task, o.By, o.Status)
	}
}
