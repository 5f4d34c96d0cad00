package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/backends/quadrant"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/fleet"
)

// faulty is a backend that panics or returns an invalid status.
type faulty struct {
	backends.Backend
	run func() nqueens.Outcome
}

func (f faulty) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return f.run()
}

// TestFaultyBackend checks that a fault of a backend in the program's own process prints one line
// and ends with the status of a crash.
func TestFaultyBackend(t *testing.T) {
	for want, run := range map[string]func() nqueens.Outcome{
		"nqueens: no answer: crashed: panic: two; lines\n":                                func() nqueens.Outcome { panic("two\nlines") },
		"nqueens: no answer: crashed: the backend returned the unknown status \"\"\n":     func() nqueens.Outcome { return nqueens.Outcome{} },
		"nqueens: no answer: crashed: the backend returned the unknown status \"done\"\n": func() nqueens.Outcome { return nqueens.Outcome{Status: "done"} },
	} {
		for _, args := range [][]string{{"count", "6"}, {"solve", "6"}, {"solve", "6", "--all"}} {
			var out, errs bytes.Buffer
			p := newProgram(&bytes.Buffer{}, &out, &errs, []backends.Backend{faulty{bitmask.New(), run}}, family.All())
			if status := p.execute(t.Context(), args); status != failedCheck || errs.String() != want || out.Len() > 0 {
				t.Errorf("%v: status %d, %s%s, want %s", args, status, out.String(), errs.String(), want)
			}
		}
	}
}

// TestBackendThatDoesNotStop checks that the program does not wait for a backend that ignores the
// end of its context, and drops its later solutions.
func TestBackendThatDoesNotStop(t *testing.T) {
	for name, test := range map[string]struct {
		limit time.Duration
		goOn  bool // what visit returns
		want  nqueens.Status
		shown int
	}{
		"limit": {3 * time.Second, true, nqueens.Timeout, 5}, "enough": {time.Hour, false, nqueens.Cancelled, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			shown, over := 0, false
			ctx, cancel := context.WithTimeout(t.Context(), test.limit)
			defer cancel()
			o := backends.Guarded(ctx, deaf{bitmask.New()}, nqueens.Request{}, func(nqueens.Solution) bool {
				if over {
					t.Errorf("%s: shown when it was over", name)
				}
				shown++
				return test.goOn
			})
			over = true
			if o.Status != test.want || shown != test.shown || o.Partial.Cmp(nqueens.NewCount(uint64(shown))) != 0 || o.Reason != "bitmask did not stop within 2s and was left behind" {
				t.Errorf("%s: %+v, %d were shown", name, o, shown)
			}
			time.Sleep(2 * time.Hour)
		})
	}
}

// deaf is a backend that finds one solution a second, for an hour, and ignores its context.
type deaf struct{ backends.Backend }

func (deaf) Run(_ context.Context, _ nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	for range 3600 {
		time.Sleep(990 * time.Millisecond)
		visit(nil)
	}
	return nqueens.Outcome{Status: nqueens.Solved}
}

// TestRowWithoutAnswer checks that a row without an answer shows the reason and the partial result.
func TestRowWithoutAnswer(t *testing.T) {
	for want, o := range map[string]nqueens.Outcome{
		"timeout":                      {Status: nqueens.Timeout},
		"timeout: asleep":              {Status: nqueens.Timeout, Reason: "asleep"},
		"timeout; gini is out":         {Status: nqueens.Timeout, Note: "gini is out"},
		"timeout: asleep; gini is out": {Status: nqueens.Timeout, Reason: "asleep", Note: "gini is out"},
	} {
		if got := answerText(nqueens.Problem{}, bench.Record{Outcome: o}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestRowWithoutCount checks the row of a solved count without a number.
func TestRowWithoutCount(t *testing.T) {
	for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindAll} {
		if got := answerText(nqueens.Problem{}, bench.Record{Task: task, Outcome: nqueens.Outcome{Status: nqueens.Solved}}); got != "solved without a count" {
			t.Errorf("%s: %q", task, got)
		}
	}
}

// TestOtherVersion checks that a list which a worker of this program refuses is not served either,
// and that its finished parts can be read.
func TestOtherVersion(t *testing.T) {
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll}
	list, err := fleet.Plan{Parts: 2, Pilot: time.Millisecond}.Make(t.Context(), quadrant.New(), request)
	if err != nil {
		t.Fatal(err)
	}
	const version, problem = "is of quadrant none, but this program has quadrant ", `is of "unheard(8)", which this program does not know`
	for i, change := range []func(){func() { list.Version = "none" }, func() { list.Problem = "unheard(8)" }} {
		change()
		dir := t.TempDir()
		if err := list.Write(dir); err != nil {
			t.Fatal(err)
		}
		for args, want := range map[string]int{
			"work": badInput, "serve --listen 127.0.0.1:0 --http none": badInput, "slurm": badInput,
			"kubernetes --image x --claim y": badInput, "sum": limitHit, "status": 0,
		} {
			var out, said bytes.Buffer
			p := newProgram(strings.NewReader(""), &out, &said, backends.All(), family.All())
			status := p.execute(t.Context(), append(strings.Fields(args), dir))
			if status != want || !strings.Contains(said.String(), []string{version, problem}[i]) {
				t.Errorf("%s: status %d, %s", args, status, &said)
			}
		}
	}
}

// TestReached checks that the URL for workers has the machine's name if the server listens on all
// addresses.
func TestReached(t *testing.T) {
	name, err := os.Hostname()
	if err != nil || name == "" {
		t.Skip("the machine has no name")
	}
	for where, want := range map[string]string{
		"tls://0.0.0.0:5223": "tls://" + name + ":5223", "tls://[::]:5223": "tls://" + name + ":5223",
		"nats://127.0.0.1:4222": "nats://127.0.0.1:4222", "nats://a:1,nats://b:2": "nats://a:1,nats://b:2",
	} {
		if got := reachableURL(where); got != want {
			t.Errorf("%s: %s, want %s", where, got, want)
		}
	}
}
