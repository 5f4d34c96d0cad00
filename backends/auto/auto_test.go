package auto

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/backends/internal/turns"
)

// planted is an engine that does what a test wants.
type planted struct {
	name       string
	refuses    bool
	asked      *int // how often what it supports
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

// after works for a while of its own turns, in steps of a millisecond, and then says so.
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

// request asks about a board with a blocked square.
func request(task nqueens.Task) nqueens.Request {
	return nqueens.Request{Problem: nqueens.Problem{Family: nqueens.Queens, N: 8, Blocked: []nqueens.Square{{}}}, Task: task}
}

// racing is a backend whose engines race in this order on the request above.
func racing(t *testing.T, task nqueens.Task, racers string, engines ...planted) Backend {
	t.Helper()
	rules, err := ParseRules(fmt.Sprintf("%s blocked\t%s\n", task, racers))
	if err != nil {
		t.Fatal(err)
	}
	return New(engines).With(rules)
}

// Time in these races is that of synctest's clock, so that they are always the same.
func TestTurns(t *testing.T) {
	for _, test := range []struct {
		about, racers string
		threads       int
		work          [3]time.Duration // a, b and c answer after so much
		by            string
		within        time.Duration
	}{
		{"the first alone", "a:10ms:1 b:0s:1", 1, [3]time.Duration{8 * time.Millisecond, never, never}, "a", 10 * time.Millisecond},
		{"the second after the first", "a:10ms:1 b:10ms:1", 1, [3]time.Duration{never, 9 * time.Millisecond, never}, "b", 30 * time.Millisecond},
		{"half the time each", "a:10ms:1 b:0s:1", 1, [3]time.Duration{never, time.Second, never}, "b", 2200 * time.Millisecond},
		{"a fifth for the last", "a:10ms:3 b:0s:1 c:0s:1", 1, [3]time.Duration{never, never, time.Second}, "c", 5500 * time.Millisecond},
		{"three fifths for the first", "a:10ms:3 b:0s:1 c:0s:1", 1, [3]time.Duration{time.Second, never, never}, "a", 1850 * time.Millisecond},
		{"nearly all for the first", "a:15ms:39 b:0s:1 c:0s:1", 1, [3]time.Duration{time.Second, never, never}, "a", 1065 * time.Millisecond},
		{"side by side", "a:10ms:3 b:0s:1 c:0s:1", 3, [3]time.Duration{never, never, time.Second}, "c", 1010 * time.Millisecond},
		{"two at a time", "a:10ms:1 b:0s:1 c:0s:1", 2, [3]time.Duration{never, never, time.Second}, "c", 1700 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			var engines []planted
			for i, work := range test.work {
				engines = append(engines, planted{name: string(rune('a' + i)), run: after(work, none)})
			}
			r := request(nqueens.FindFirst)
			r.Threads = test.threads
			start := time.Now()
			o := racing(t, r.Task, test.racers, engines...).Run(t.Context(), r, nil)
			if took := time.Since(start); o.Status != nqueens.Unsatisfiable || o.By != test.by || took > test.within {
				t.Errorf("%s: %s by %q after %v, not by %q within %v", test.about, o.Status, o.By, took, test.by, test.within)
			}
			if alone := test.about == "the first alone"; alone != (o.Stats["racers"] == 0) {
				t.Errorf("%s: stats %v", test.about, o.Stats)
			}
		})
	}
}

// Who refuses, panics, ends with nonsense or without memory is out, and the race goes on;
// when all racers have failed others are asked.
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
		{"a is nonsense", planted{run: says("fine")}, planted{run: after(0, none)}, planted{}, "b", `a ended with crashed: it ended with the status "fine", which is none`, nqueens.Unsatisfiable},
		{"a is out of memory", planted{run: says(nqueens.MemoryLimit)}, planted{run: after(0, none)}, planted{}, "b", "a ended with memory-limit: why", nqueens.Unsatisfiable},
		{"a cannot, once asked", planted{run: says(nqueens.Unsupported)}, planted{run: after(0, none)}, planted{}, "b", "", nqueens.Unsatisfiable},
		{"a refuses", planted{refuses: true}, planted{run: after(0, none)}, planted{refuses: true}, "b", "", nqueens.Unsatisfiable},
		{"both fail", planted{run: panics}, planted{run: says(nqueens.Crashed)}, planted{run: after(0, none)}, "c", "a ended with crashed: the engine panicked: index out of range; b ended with crashed: why", nqueens.Unsatisfiable},
		{"neither is asked", planted{refuses: true}, planted{refuses: true}, planted{run: after(0, none)}, "c", "", nqueens.Unsatisfiable},
		{"all fail", planted{refuses: true}, planted{run: panics}, planted{run: panics}, "b", "c ended with crashed: the engine panicked: index out of range", nqueens.Crashed},
		{"both fail, and the third cannot", planted{run: panics}, planted{run: says(nqueens.Crashed)}, planted{refuses: true}, "b", "a ended with crashed: the engine panicked: index out of range; b ended with crashed: why", nqueens.Crashed},
		{"nobody can", planted{refuses: true}, planted{refuses: true}, planted{refuses: true}, "", "", nqueens.Unsupported},
	} {
		synctest.Test(t, func(t *testing.T) {
			test.a.name, test.b.name, test.c.name = "a", "b", "c"
			r := request(nqueens.FindFirst)
			o := racing(t, r.Task, "a:10ms:1 b:0s:1", test.a, test.b, test.c).Run(t.Context(), r, nil)
			if o.Status != test.status || o.By != test.by || o.Note != test.note {
				t.Errorf("%s: %s by %q, note %q; want %s by %q, note %q", test.about, o.Status, o.By, o.Note, test.status, test.by, test.note)
			}
		})
	}
}

// Those without a share are not even asked what they can do: to say so may take a model of the problem.
func TestReserveUnasked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		r := request(nqueens.FindFirst)
		o := racing(t, r.Task, "a:10ms:1", planted{name: "a", run: after(0, none)}, planted{name: "b", run: after(0, none), asked: &asked}).Run(t.Context(), r, nil)
		if o.Status != nqueens.Unsatisfiable || o.By != "a" || asked != 0 {
			t.Errorf("%s by %q, b asked %d times", o.Status, o.By, asked)
		}
	})
}

// Two that answer differently before the second can be stopped.
func TestDisagreement(t *testing.T) {
	for _, test := range []struct {
		task nqueens.Task
		a, b nqueens.Outcome
		want string
	}{
		{nqueens.FindFirst, none, found, "b says a solution, a no solution"},
		{nqueens.FindFirst, none, none, ""},
		{nqueens.FindFirst, found, found, ""},
		{nqueens.CountAll, counted(92), counted(40), "b says 40, a 92"},
		{nqueens.CountAll, counted(92), counted(92), ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			deaf := func(context.Context, nqueens.Request) nqueens.Outcome {
				time.Sleep(50 * time.Millisecond) // and does not hear that it is to stop
				return test.a
			}
			r := request(test.task)
			r.Threads = 2
			o := racing(t, r.Task, "a:10ms:1 b:0s:1", planted{name: "a", run: deaf}, planted{name: "b", run: after(time.Millisecond, test.b)}).Run(t.Context(), r, nil)
			if o.By != "b" || o.Status != test.b.Status || o.Against != test.want {
				t.Errorf("%s by %q against %q; want %q", o.Status, o.By, o.Against, test.want)
			}
		})
	}
}

// The end of the context ends all racers, those too that wait for their turn.
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
		b := racing(t, r.Task, "a:10ms:1 b:0s:1 c:0s:1", planted{name: "a", run: counts}, planted{name: "b", run: counts}, planted{name: "c", run: counts})
		if o := b.Run(ctx, r, nil); o.Status != nqueens.Timeout || ended.Load() != 3 {
			t.Errorf("%s %s, %d ended", o.Status, o.Reason, ended.Load())
		}
	})
}

// What was found by the end of the context is told, and so is an answer that came just then.
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
			if o := New([]planted{a, {name: "b"}}).With(nil).Run(ctx, r, nil); o.Status != test.status || o.By != "a" || o.Partial != test.a.Partial || o.Count != test.a.Count {
				t.Errorf("%s: %s by %q, %v, %v", test.about, o.Status, o.By, o.Partial, o.Count)
			}
			b := planted{name: "b", run: after(never, none)}
			o := racing(t, r.Task, "a:10ms:1 b:0s:1", a, b).Run(ctx, r, nil)
			if o.Status != test.status || fmt.Sprint(o.Partial) != fmt.Sprint(test.a.Partial) {
				t.Errorf("%s, in a race: %s by %q, %v", test.about, o.Status, o.By, o.Partial)
			}
		})
	}
}

// A racer that does not hear that it is to stop holds up the race for less than a backend may take.
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
		o := racing(t, r.Task, "a:10ms:1 b:0s:1", planted{name: "a", run: deaf}, planted{name: "b", run: after(never, none)}).Run(ctx, r, nil)
		if took := time.Since(start); o.Status != nqueens.Timeout || took >= 1100*time.Millisecond {
			t.Errorf("%s after %v", o.Status, took)
		}
		time.Sleep(2 * time.Second) // the deaf one ends too
	})
}

// Threads and memory are the request's in all.
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
	go racing(t, r.Task, "a:10ms:1 b:0s:1 c:0s:1", planted{name: "a", run: run}, planted{name: "b", run: run}, planted{name: "c", run: run}).Run(ctx, r, nil)
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

// A racer that takes the memory of all is ended, not the race.
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
	o := racing(t, r.Task, "a:10ms:1 b:0s:1", planted{name: "a", run: waits}, planted{name: "b", run: func(ctx context.Context, r nqueens.Request) nqueens.Outcome {
		defer close(ended)
		return hoards(ctx, r)
	}}).Run(t.Context(), r, nil)
	if want := "b ended with memory-limit: the race may take 134217728 bytes"; o.Status != nqueens.Unsatisfiable || o.By != "a" || o.Note != want {
		t.Errorf("%s by %q: %q, not %q", o.Status, o.By, o.Note, want)
	}
}

// While one that was ended still holds its memory nobody else has to go.
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
	o := racing(t, r.Task, "a:0s:1 b:0s:1 c:0s:1", planted{name: "a", run: after(200*time.Millisecond, none)},
		planted{name: "b", run: after(100*time.Millisecond, none)}, planted{name: "c", run: hoards}).Run(t.Context(), r, nil)
	if want := "c ended with memory-limit: the race may take 134217728 bytes"; o.By != "b" || o.Note != want {
		t.Errorf("%s by %q: %q, not %q", o.Status, o.By, o.Note, want)
	}
}

// For who cannot race whoever is preferred does, in the same way.
func TestStandIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := request(nqueens.FindFirst)
		o := racing(t, r.Task, "a:10ms:3 b:0s:1", planted{name: "a", refuses: true}, planted{name: "b", run: after(never, none)},
			planted{name: "c", run: after(never, none)}, planted{name: "d", preference: 1, run: after(time.Second, none)}).Run(t.Context(), r, nil)
		if o.By != "d" || o.Stats["racers"] != 2 {
			t.Errorf("by %q, %v", o.By, o.Stats)
		}
	})
}

// program is an engine in a process of its own.
type program struct{ planted }

func (p program) Describe() nqueens.Description {
	d := p.planted.Describe()
	d.External = "program"
	return d
}

func (program) BuiltIn() bool { return true }

// A program that is named races with the engine that is preferred where the rules name no racers.
func TestProgramOfNoRules(t *testing.T) {
	for _, test := range []struct {
		ours, program time.Duration
		refuses       bool
		threads       int
		by            string
		racers        int64
	}{
		{10 * time.Millisecond, never, false, 1, "b", 0}, // before the program is started
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
				r := nqueens.Request{Problem: nqueens.Problem{Family: nqueens.Queens, N: 8}, Task: task, Encoding: "p", Threads: test.threads}
				o := New(engines).Run(t.Context(), r, nil)
				if o.By != test.by || o.Stats["racers"] != test.racers {
					t.Errorf("%+v, %s: by %q, %v %s", test, task, o.By, o.Stats, o.Reason)
				}
			}
		})
	}
}

// Bare boards have no race, a board of which a family is unknown to those that race goes
// to whoever knows it, and every solution comes from one engine.
func TestNoRace(t *testing.T) {
	b := racing(t, nqueens.FindFirst, "a:10ms:1 b:0s:1",
		planted{name: "a", refuses: true}, planted{name: "b", refuses: true},
		planted{name: "c", run: after(0, none)}, planted{name: "d", preference: 1, run: after(0, none)})
	for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll, nqueens.FindAll} {
		r := request(task)
		if o := b.Run(t.Context(), r, nil); o.By != "d" || o.Stats["racers"] > 0 {
			t.Errorf("%s: by %q, %v", task, o.By, o.Stats)
		}
		if bare := (nqueens.Request{Problem: nqueens.Problem{Family: nqueens.Queens, N: 8}, Task: task}); b.Races(bare) {
			t.Errorf("%s: a race on a bare board", task)
		}
	}
	crashes := planted{name: "a", run: func(context.Context, nqueens.Request) nqueens.Outcome { return nqueens.Fail(nqueens.Crashed, "") }}
	r := request(nqueens.FindAll)
	b = racing(t, r.Task, "a:0s:1 b:0s:1", crashes, planted{name: "b", run: after(0, counted(1))})
	if o := b.Run(t.Context(), r, nil); o.By != "a" || o.Status != nqueens.Crashed {
		t.Errorf("%s: by %q, %s, after solutions of another", r.Task, o.By, o.Status)
	}
}

func TestRules(t *testing.T) {
	rules := Measured()
	again, err := ParseRules(rules.String())
	if err != nil || again.String() != rules.String() || len(rules) == 0 {
		t.Errorf("the table is read as\n%swant\n%s%v", again, rules, err)
	}
	for _, table := range []string{"first given", "first given\ta", "first given\ta:1:1", "first given\ta:1ms:0", "first given\ta:-1ms:1", "first given\ta:1ms:x"} {
		if _, err := ParseRules(table); err == nil || !strings.HasPrefix(err.Error(), "line 1: ") {
			t.Errorf("%q: %v", table, err)
		}
	}
}

func TestClasses(t *testing.T) {
	for text, want := range map[string]string{
		"queens(8)":                                  "",
		"queens(8, symmetric=half-turn)":             "",
		"queens(8, given=a1)":                        "first given 8 4,first given",
		"queens(8, given=a1, blocked=b3)":            "first blocked 8 4,first blocked",
		"queens(9, excluded=diff:0+sum:3, given=c4)": "first excluded 16 4,first excluded",
		"queens(500, given=a1)":                      "first given",
		"queens(4, given=a1+b2)":                     "first given 0 0,first given",
		"disjoint-queens(2)":                         "first kinds 0 0,first kinds",
		"peaceable(8)":                               "",
		"peaceable(8, pieces=9)":                     "first pair 64,first pair",
		"queens-pawns(8, pawns=1)":                   "first pair 64,first pair",
		"magic(5)":                                   "",
	} {
		p, err := nqueens.ParseProblem(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Classes(p, nqueens.FindFirst), ","); got != want {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}
