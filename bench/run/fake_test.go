package run

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/family"
	"nqueens/internal/cputime"
	"nqueens/internal/progress"
	"nqueens/internal/starts"
)

// TestMain lets the test binary be the harness's child.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "measure-child" {
		starts.Note()
		if err := ServeChild(context.Background(), os.Stdin, os.Stdout, served(), family.All()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil { // these tests mostly wait for time limits
		panic(err)
	}
	os.Exit(m.Run())
}

// served returns the backends that a child knows.
func served() []backends.Backend {
	return slices.Concat(fakes(), reducers(), provers(), plantedBackends(), printingBackends(), []backends.Backend{moody, boaster, seeded, roomy}, backends.All())
}

// unlessIsolated returns a Runner.Start that answers in this process, except where the backend needs
// one of its own, the backend starts an external solver, or the test gives its children another argument.
func unlessIsolated(self string) starter {
	isolated := map[string]bool{}
	for _, b := range served() {
		if f, ok := b.(interface{ needsProcess() bool }); ok && f.needsProcess() {
			isolated[b.Describe().Name] = true
		}
	}
	return func(ctx context.Context, c isolate.Command) (isolate.Result, error) {
		var a assignment
		if c.Path != self || len(c.Args) > 1 || json.Unmarshal(c.Stdin, &a) != nil || a.Solver != nil || isolated[a.Backend] {
			return isolate.Run(ctx, c)
		}
		return Within(self, served(), family.All())(ctx, c) // a new process would have no state of the backends either
	}
}

// testRunner returns a Runner that answers in this process where possible, and runs other children in this
// test binary. No test depends on the time of a run.
func testRunner(t testing.TB) *Runner {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &Runner{Backends: fakes(), Child: []string{self, "measure-child"}, Start: unlessIsolated(self), Busy: true, MinTime: time.Millisecond, Warn: func(text string) {
		if text == "" {
			t.Error("a warning without a word")
		}
	}}
}

// asleep returns a starter like start that reports no CPU time for commands that sleep, because the CPU time
// for starting a process depends on the machine.
func asleep(start starter, sleeps func(isolate.Command) bool) starter {
	return func(ctx context.Context, c isolate.Command) (isolate.Result, error) {
		result, err := start(ctx, c)
		if sleeps(c) {
			result.CPU, result.Waited, result.Stolen = 0, 0, 0
		}
		return result, err
	}
}

// takeTurn reports whether a turn is left: the file named by a child's last argument has one byte for each
// turn left.
func takeTurn() bool {
	name := os.Args[len(os.Args)-1]
	info, err := os.Stat(name)
	return err == nil && len(os.Args) > 2 && info.Size() > 0 && os.Truncate(name, info.Size()-1) == nil
}

// turns gives the runner's children a number of turns, and returns a function that returns how many are left.
func turns(t *testing.T, r *Runner, times int) (left func() int) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "turns")
	if err := os.WriteFile(name, make([]byte, times), 0o666); err != nil {
		t.Fatal(err)
	}
	r.Child = append(r.Child, name)
	return func() int {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		return len(content)
	}
}

// fake is a backend that misbehaves in one way. Otherwise it tries every placement of pieces.
type fake struct {
	name, engine string
	version      string // "1" if empty
	external     string // as in nqueens.Description; its time is then the sum of its phases
	unreduced    bool   // as in nqueens.Description
	isolated     bool   // needs its own process, because it harms the process or uses standard output
	do           func(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome
}

func (f fake) Describe() nqueens.Description {
	return nqueens.Description{Name: f.name, Engine: f.engine, Version: cmp.Or(f.version, "1"), Tasks: nqueens.Tasks(), External: f.external, Unreduced: f.unreduced}
}

func (f fake) needsProcess() bool { return f.isolated }

func (f fake) Supports(r nqueens.Request) error { return f.Describe().Accepts(r) }

func (f fake) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	return f.do(ctx, r, visit)
}

func fakes() []backends.Backend {
	var wavered uint64
	answers := func(change func([]nqueens.Solution) []nqueens.Solution) func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
		return func(_ context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
			return give(r, change(bruteForce(r.Problem)), visit)
		}
	}
	same := func(s []nqueens.Solution) []nqueens.Solution { return s }
	return []backends.Backend{
		fake{name: "right", engine: "one", do: answers(same)},
		fake{name: "righttoo", engine: "two", do: answers(same)},
		fake{name: "doubles", engine: "three", do: answers(func(s []nqueens.Solution) []nqueens.Solution { return append(s, s[len(s)-1]) })},
		fake{name: "misses", engine: "four", do: answers(func(s []nqueens.Solution) []nqueens.Solution { return s[:len(s)-1] })},
		fake{name: "swaps", engine: "five", do: answers(func(s []nqueens.Solution) []nqueens.Solution {
			s[0] = nqueens.Solution{nqueens.On(0, 0), nqueens.On(1, 1)}
			return s
		})},
		fake{name: "despairs", engine: "ten", do: answers(func([]nqueens.Solution) []nqueens.Solution { return nil })},
		// Its answers are short, and are therefore repeated on any machine.
		fake{name: "wavers", engine: "eleven", external: "a fake", do: func(_ context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
			wavered++
			return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(9 + wavered), Phases: nqueens.Phases{Solve: 1e-4}}
		}},
		fake{name: "late", engine: "six", do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			for begun := cputime.Used(); cputime.Used()-begun < 100*time.Millisecond; { // independent of the load of the machine
			}
			return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
		}},
		fake{name: "dawdles", engine: "thirteen", do: func(_ context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
			time.Sleep(400 * time.Millisecond)
			return give(r, bruteForce(r.Problem), visit)
		}},
		fake{name: "naps", isolated: true, engine: "twelve", do: func(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
			if stopOnce() {
				return nqueens.Fail(nqueens.Timeout, "it was stopped")
			}
			s := bruteForce(r.Problem)
			return give(r, s[:len(s)-1], visit)
		}},
		// It answers after its progress was read twice.
		fake{name: "tells", engine: "six", do: func(ctx context.Context, _ nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
			asked := make(chan bool)
			if progress.Report(ctx, func() float64 { asked <- true; return 0.25 }) {
				<-asked
				<-asked
				go func() {
					for range asked {
					}
				}()
			}
			return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
		}},
		fake{name: "hangs", isolated: true, engine: "six", do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			time.Sleep(time.Hour)
			return nqueens.Outcome{}
		}},
		fake{name: "obeys", engine: "six", do: func(ctx context.Context, _ nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
			<-ctx.Done()
			return nqueens.Stopped(ctx, 7)
		}},
		fake{name: "leaks", isolated: true, engine: "seven", do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			var hoard [][]byte
			for {
				block := make([]byte, 4<<20)
				for i := range block {
					block[i] = 1
				}
				hoard = append(hoard, block)
				if len(hoard) > 1<<14 {
					return nqueens.Outcome{}
				}
			}
		}},
		fake{name: "panics", isolated: true, engine: "eight", do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			panic("a bug in a backend")
		}},
		fake{name: "dies", isolated: true, engine: "eight", do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				self.Kill()
			}
			select {}
		}},
		fake{name: "forges", isolated: true, engine: "nine", do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			fmt.Println(`{"status": "solved", "count": "10", "seconds": 1e-9}`)
			return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
		}},
		fake{name: "usurps", isolated: true, engine: "nine", do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			fmt.Println(`{"nonce": "", "status": "solved", "count": "10", "seconds": 1e-9}`)
			os.Exit(0)
			panic("it is gone")
		}},
		fake{name: "babbles", isolated: true, engine: "nine", do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			fmt.Println("solving…")
			return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
		}},
	}
}

// give answers a task with the given solutions.
func give(r nqueens.Request, all []nqueens.Solution, visit func(nqueens.Solution) bool) nqueens.Outcome {
	switch {
	case r.Task == nqueens.FindFirst && len(all) == 0:
		return nqueens.Outcome{Status: nqueens.Unsatisfiable}
	case r.Task == nqueens.FindFirst:
		return nqueens.Outcome{Status: nqueens.Solved, Solution: all[0]}
	case r.Task == nqueens.FindAll:
		for _, s := range all {
			visit(s)
		}
	}
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(uint64(len(all)))}
}

// bruteForce returns all solutions among the placements of one piece in each file.
func bruteForce(p nqueens.Problem) []nqueens.Solution {
	var found []nqueens.Solution
	s := make(nqueens.Solution, 0, p.N)
	var place func()
	place = func() {
		if len(s) == p.N {
			if p.Check(s) == nil {
				found = append(found, append(nqueens.Solution(nil), s...))
			}
			return
		}
		for rank := range p.N {
			s = append(s, nqueens.On(len(s), rank))
			place()
			s = s[:len(s)-1]
		}
	}
	place()
	return found
}

// planned returns the experiment of a plan over the fakes.
func planned(t *testing.T, yaml string) bench.Experiment {
	t.Helper()
	plan, err := plan.Read("plan.yaml", []byte(strings.TrimSpace(yaml)), family.All())
	if err != nil {
		t.Fatal(err)
	}
	e, err := plan.Experiment(fakes())
	if err != nil {
		t.Fatal(err)
	}
	return e
}
