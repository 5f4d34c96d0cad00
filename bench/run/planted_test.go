package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
)

// wrongBackend is a backend that misbehaves on five queens, with the expected result.
type wrongBackend struct {
	name   string
	task   nqueens.Task   // count if empty
	status nqueens.Status // of the record
	says   string         // part of the record's reason, or of the judgement
	do     func(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome
	harm   func() // instead of do: called before a right answer
}

// wrongBackends returns backends that each misbehave in one way.
func wrongBackends() []wrongBackend {
	type visitor = func(nqueens.Solution) bool
	says := func(o nqueens.Outcome) func(context.Context, nqueens.Request, visitor) nqueens.Outcome {
		return func(context.Context, nqueens.Request, visitor) nqueens.Outcome { return o }
	}
	first := func(s ...nqueens.Placement) func(context.Context, nqueens.Request, visitor) nqueens.Outcome {
		return says(nqueens.Outcome{Status: nqueens.Solved, Solution: s})
	}
	shows := func(o nqueens.Outcome, change func([]nqueens.Solution) []nqueens.Solution) func(context.Context, nqueens.Request, visitor) nqueens.Outcome {
		return func(_ context.Context, r nqueens.Request, visit visitor) nqueens.Outcome {
			for _, s := range change(bruteForce(r.Problem)) {
				visit(s)
			}
			return o
		}
	}
	phases := func(p nqueens.Phases) func(context.Context, nqueens.Request, visitor) nqueens.Outcome {
		o := solved(10)
		o.Phases = p
		return says(o)
	}
	forEver := func(w io.Writer) func() {
		return func() {
			for {
				fmt.Fprintln(w, strings.Repeat("still searching ", 1<<8)) //nolint:errcheck // the error would change nothing
			}
		}
	}
	asked := 0
	const none = nqueens.Unsatisfiable
	return []wrongBackend{
		{name: "counts-one-less", status: nqueens.Solved, says: "9, not 10 (−1)", do: says(solved(9))},
		{name: "counts-one-more", status: nqueens.Solved, says: "11, not 10 (+1)", do: says(solved(11))},
		{name: "counts-none", status: nqueens.Solved, says: "0, not 10", do: says(solved(0))},
		{name: "counts-too-many", status: nqueens.Solved, says: "18446744073709551615, not 10", do: says(solved(math.MaxUint64))},
		{name: "gives-no-count", status: nqueens.Solved, says: "says solved and gives no count", do: says(nqueens.Outcome{Status: nqueens.Solved})},
		{name: "partial-for-a-count", status: nqueens.Solved, says: "says solved and gives no count", do: says(nqueens.Outcome{Status: nqueens.Solved, Partial: nqueens.NewCount(10)})},
		{name: "solution-for-a-count", status: nqueens.Solved, says: "says solved and gives no count", do: says(nqueens.Outcome{Status: nqueens.Solved, Solution: nqueens.Solution{nqueens.On(0, 0)}})},
		{name: "no-count-is-none", status: none, says: "0, not 10", do: says(nqueens.Outcome{Status: none})},
		{name: "changes-its-mind", status: nqueens.Solved, says: "says 10, and asked again 9", do: func(context.Context, nqueens.Request, visitor) nqueens.Outcome {
			asked++
			return solved(10 - min(uint64(asked), 3)/3)
		}},
		{name: "despairs-at-once", task: nqueens.FindFirst, status: none, says: "says there is no solution, and there are 10", do: says(nqueens.Outcome{Status: none})},
		{name: "count-for-a-solution", task: nqueens.FindFirst, status: nqueens.Solved, says: "0 pieces stand on the board", do: says(solved(10))},
		{name: "one-piece", task: nqueens.FindFirst, status: nqueens.Solved, says: "1 piece stands on the board", do: first(nqueens.On(0, 0))},
		{name: "attacks", task: nqueens.FindFirst, status: nqueens.Solved, says: "a1 and b1 attack each other", do: first(nqueens.On(0, 0), nqueens.On(1, 0), nqueens.On(2, 1), nqueens.On(3, 2), nqueens.On(4, 3))},
		{name: "one-square-twice", task: nqueens.FindFirst, status: nqueens.Solved, says: "is no solution", do: first(nqueens.On(0, 0), nqueens.On(1, 2), nqueens.On(2, 4), nqueens.On(3, 1), nqueens.On(3, 1))},
		{name: "off-the-board", task: nqueens.FindFirst, status: nqueens.Solved, says: "is no solution", do: first(nqueens.On(0, 0), nqueens.On(1, 2), nqueens.On(2, 4), nqueens.On(3, 1), nqueens.On(4, 9))},
		{name: "below-the-board", task: nqueens.FindFirst, status: nqueens.Crashed, says: "nonsense", do: first(nqueens.On(0, 0), nqueens.On(1, 2), nqueens.On(2, 4), nqueens.On(3, 1), nqueens.On(4, -3))},
		{name: "one-piece-too-many", task: nqueens.FindFirst, status: nqueens.Solved, says: "is no solution", do: first(nqueens.On(0, 0), nqueens.On(1, 2), nqueens.On(2, 4), nqueens.On(3, 1), nqueens.On(4, 3), nqueens.On(4, 4))},
		{name: "shows-one-twice", task: nqueens.FindAll, status: nqueens.Solved, says: "repeated solution", do: shows(solved(11), func(s []nqueens.Solution) []nqueens.Solution { return append(s, s[4]) })},
		{name: "shows-one-for-another", task: nqueens.FindAll, status: nqueens.Solved, says: "repeated solution", do: shows(solved(10), func(s []nqueens.Solution) []nqueens.Solution { s[3] = s[2]; return s })},
		{name: "shows-too-few", task: nqueens.FindAll, status: nqueens.Solved, says: "9, not 10", do: shows(solved(9), func(s []nqueens.Solution) []nqueens.Solution { return s[1:] })},
		{name: "shows-fewer-than-said", task: nqueens.FindAll, status: nqueens.Solved, says: "says 10 and shows 9 solutions", do: shows(solved(10), func(s []nqueens.Solution) []nqueens.Solution { return s[1:] })},
		{name: "shows-nothing", task: nqueens.FindAll, status: nqueens.Solved, says: "says 10 and shows 0 solutions", do: says(solved(10))},
		{name: "shows-and-denies", task: nqueens.FindAll, status: none, says: "says 0 and shows 10 solutions", do: shows(nqueens.Outcome{Status: none}, func(s []nqueens.Solution) []nqueens.Solution { return s })},
		{name: "shows-the-empty-board", task: nqueens.FindAll, status: nqueens.Solved, says: "0 pieces stand on the board", do: shows(solved(10), func(s []nqueens.Solution) []nqueens.Solution { s[0] = nil; return s })},
		{name: "panicking", status: nqueens.Crashed, says: "panic: oh", harm: func() { panic("oh") }},
		{name: "panicking-beside", status: nqueens.Crashed, says: "panic: oh", harm: func() { go panic("oh"); select {} }},
		{name: "panicking-with-nil", status: nqueens.Crashed, says: "panic", harm: func() { var f *fake; f.name = "x" }},
		{name: "without-end", status: nqueens.Crashed, says: "stack", harm: func() { debug.SetMaxStack(1 << 20); println(recurse(1)) }},
		{name: "goes", status: nqueens.Timeout, harm: runtime.Goexit},
		{name: "kills-itself", status: nqueens.Crashed, says: "killed", harm: func() { kill(); select {} }},
		{name: "exits-with-0", status: nqueens.Crashed, says: "printed nonsense instead of a report", harm: func() { os.Exit(0) }},
		{name: "exits-with-3", status: nqueens.Crashed, says: "exit status 3", harm: func() { os.Exit(3) }},
		{name: "reports-a-negative-count", status: nqueens.Crashed, says: "nonsense", harm: func() { fmt.Println(`{"status": "solved", "count": "-10"}`); os.Exit(0) }},
		{name: "reports-negative-seconds", status: nqueens.Crashed, says: "printed nonsense instead of a report", harm: func() { fmt.Println(`{"status": "solved", "count": "10", "seconds": -1}`); os.Exit(0) }},
		{name: "reports-instead", status: nqueens.Crashed, says: "printed nonsense instead of a report", harm: func() { fmt.Println(`{"status": "solved", "count": "9", "seconds": 1e-9}`); os.Exit(0) }},
		{name: "is-great", status: nqueens.Crashed, says: `status "great"`, do: says(nqueens.Outcome{Status: "great", Count: nqueens.NewCount(10)})},
		{name: "has-no-status", status: nqueens.Crashed, says: "nonsense", do: says(nqueens.Outcome{Count: nqueens.NewCount(10)})},
		{name: "before-it-began", status: nqueens.Crashed, says: "phases: encode are -1", do: phases(nqueens.Phases{Encode: -1, Solve: 1, Decode: -2})},
		{name: "an-hour-in-a-moment", status: nqueens.Crashed, says: "phases add up", do: phases(nqueens.Phases{Solve: 3600})},
		{name: "in-no-time", status: nqueens.Crashed, says: "NaN", do: phases(nqueens.Phases{Encode: math.NaN()})},
		{name: "in-all-time", status: nqueens.Crashed, says: "+Inf", do: phases(nqueens.Phases{Encode: math.Inf(1)})},
		{name: "counts-without-an-answer", status: nqueens.Crashed, says: "an answer, but the status crashed", do: says(nqueens.Outcome{Status: nqueens.Crashed, Count: nqueens.NewCount(10), Solution: nqueens.Solution{nqueens.On(0, 0)}})},
		{name: "partial-and-a-count", status: nqueens.Crashed, says: "an answer, but the status timeout", do: says(nqueens.Outcome{Status: nqueens.Timeout, Count: nqueens.NewCount(10), Partial: nqueens.NewCount(10)})},
		{name: "hoards", status: nqueens.MemoryLimit, harm: func() {
			var hoard [][]byte
			for range 1 << 10 {
				block := make([]byte, 4<<20)
				for i := range block {
					block[i] = 1
				}
				hoard = append(hoard, block)
			}
			runtime.KeepAlive(hoard)
		}},
		{name: "sleeps", status: nqueens.Timeout, says: "asleep for most of it", harm: func() { time.Sleep(time.Hour) }},
		{name: "spins", status: nqueens.Timeout, harm: func() {
			for n := 0; ; n++ {
				runtime.KeepAlive(n)
			}
		}},
		{name: "answers-late", status: nqueens.Timeout, do: func(ctx context.Context, _ nqueens.Request, _ visitor) nqueens.Outcome {
			<-ctx.Done()
			time.Sleep(100 * time.Millisecond) // the measured time begins a little later than the process
			return solved(10)
		}},
		{name: "complains-for-ever", status: nqueens.Timeout, harm: forEver(os.Stderr)},
		{name: "multiplies", status: nqueens.Timeout, harm: func() {
			for range 20 {
				exec.Command("sleep", "1000").Start() //nolint:errcheck // the error would change nothing
			}
			select {}
		}},
	}
}

// plantedBackends returns wrongBackends as backends.
func plantedBackends() (all []backends.Backend) {
	for _, w := range wrongBackends() {
		do := w.do
		if w.harm != nil {
			do = func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
				w.harm()
				return solved(10)
			}
		}
		all = append(all, fake{name: w.name, engine: "wrong", isolated: w.harm != nil, do: do})
	}
	return all
}

func kill() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		self.Kill() //nolint:errcheck // the process is dead then
	}
}

// recurse exhausts the stack.
func recurse(n int) int {
	if n == 0 {
		return 0
	}
	return recurse(n+1) + n
}

// TestWrongBackends checks that each misbehaviour gives a record with the expected status and reason, which
// can be written and read. For a wrong answer the judgement names the backend and the reason.
func TestWrongBackends(t *testing.T) {
	for _, w := range wrongBackends() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			r := testRunner(t)
			r.Backends = plantedBackends()
			job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 5}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: w.name}, Limits: bench.Limits{Time: 5 * time.Minute}}
			if w.task != "" {
				job.Task = w.task
			}
			switch w.status {
			case nqueens.Timeout:
				job.Limits.Time = 300 * time.Millisecond
				if w.name == "sleeps" {
					r.Start = asleep(r.Start, func(isolate.Command) bool { return true })
				}
			case nqueens.MemoryLimit:
				job.Limits.Memory = 200 << 20
			}
			record, err := r.Once(t.Context(), job, bench.Experiment{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			line, err := json.Marshal(record)
			if err := errors.Join(err, record.Check()); err != nil {
				t.Errorf("its record cannot be written: %v", err)
			}
			again, err := bench.ParseRecords("record", append(line, '\n'))
			if err != nil || len(again) != 1 {
				t.Fatalf("its record cannot be read: %v", err)
			}
			record = again[0]
			if record.Status != w.status {
				t.Fatalf("%s: %s, want %s", record.Status, record.Reason, w.status)
			}
			j := judge.Judge(bench.Experiment{Jobs: []bench.Job{job}}, again, r.Backends)
			if !record.Status.Answered() {
				if record.Count != nil || record.Solution != nil || record.Seconds != 0 || !strings.Contains(record.Reason, w.says) {
					t.Errorf("%+v\nwant the reason %q", record, w.says)
				}
				if j.Verdicts[0].Kind != judge.Unanswered {
					t.Errorf("%v", j.Verdicts[0])
				}
				return
			}
			if failures := strings.Join(j.Failures, "\n"); !strings.Contains(failures, w.name) || !strings.Contains(failures, w.says) || j.Verdicts[0].Kind != judge.Disagreement {
				t.Errorf("%v: %q, want %q", j.Verdicts[0], failures, w.says)
			}
		})
	}
}
