package reproduce

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/run"
	"nqueens/bench/summary"
	"nqueens/family"
	"nqueens/internal/starts"
)

// TestMain lets the test binary be the harness's child.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "measure-child" {
		starts.Note()
		if err := run.ServeChild(context.Background(), os.Stdin, os.Stdout, all(), family.All()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// all returns this program's backends, and fakes that are right, wrong and slow.
func all() []backends.Backend {
	return append(backends.All(),
		fake{name: "right", plus: 0}, fake{name: "wrong", plus: 1}, fake{name: "slow", each: 50 * time.Millisecond})
}

// fake counts by backtracking, adds a number to the count, and takes a given time.
type fake struct {
	name string
	plus uint64
	each time.Duration // multiplied by n
}

func (f fake) Describe() nqueens.Description {
	return nqueens.Description{Name: f.name, Engine: f.name, Version: "1", Tasks: []nqueens.Task{nqueens.CountAll}}
}

func (f fake) Supports(r nqueens.Request) error { return f.Describe().Accepts(r) }

func (f fake) Run(ctx context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	select {
	case <-ctx.Done():
		return nqueens.Stopped(ctx, 0)
	case <-time.After(f.each * time.Duration(r.Problem.N)):
	}
	n := r.Problem.N
	var count func(row, files, left, right int) uint64
	count = func(row, files, left, right int) (sum uint64) {
		if row == n {
			return 1
		}
		for free := (1<<n - 1) &^ (files | left | right); free != 0; free &= free - 1 {
			bit := free & -free
			sum += count(row+1, files|bit, (left|bit)<<1, (right|bit)>>1)
		}
		return sum
	}
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(count(0, 0, 0, 0) + f.plus), Stats: map[string]int64{"nodes": int64(n)}}
}

// session returns a session with a new folder that answers in this process.
func session(t *testing.T, budget time.Duration) Session {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Session{Runner: run.Runner{Backends: all(), Child: []string{self, "measure-child"}, Start: run.Within(self, all(), family.All()), Busy: true, MinTime: time.Millisecond}, Dir: t.TempDir(), Budget: budget}
}

// made has synthetic records for a reproduction.
type made struct {
	t       *testing.T
	r       Reproduction
	records []bench.Record
}

// add adds the answer of a backend to a problem, with a count and a time.
func (m *made) add(p nqueens.Problem, task nqueens.Task, backend, count string, seconds float64, stats map[string]int64) {
	m.t.Helper()
	c, err := nqueens.ParseCount(count)
	if err != nil {
		m.t.Fatal(err)
	}
	backend, encoding, _ := strings.Cut(backend, "/")
	repetition := 1
	for _, r := range m.records {
		if r.Problem == p.String() && r.Backend == backend {
			repetition++
		}
	}
	m.records = append(m.records, bench.Record{
		Key: fmt.Sprint(len(m.records)), Problem: p.String(), Task: task, Contender: backends.Contender{Backend: backend, Encoding: encoding}, Version: "1", Repetition: repetition,
		Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: c, Stats: stats}, Seconds: seconds, WallSeconds: seconds + 0.03, CPUSeconds: seconds + 0.02,
	})
}

// page writes the page from the records, and returns it with its text.
func (m *made) page(budget time.Duration) (string, *page.Page) {
	m.t.Helper()
	experiment := m.r.experiment()
	var imagined []backends.Backend
	for _, j := range experiment.Jobs {
		imagined = append(imagined, fake{name: j.Backend})
	}
	judgement := judge.Judge(experiment, m.records, imagined)
	e := evidence{
		Summary: summary.Summarise(experiment, m.records, judgement, nil),
		Records: m.records, Budget: budget,
	}
	var p page.Page
	if err := m.r.report(context.Background(), &p, e); err != nil {
		m.t.Fatal(err)
	}
	return m.r.frame(e, "a machine").Markdown(&p), &p
}

// kindOf returns the kind of the verdict on a subject.
func kindOf(t *testing.T, p *page.Page, what string) page.Kind {
	t.Helper()
	for _, v := range p.Verdicts() {
		if v.What == what {
			return v.Kind
		}
	}
	t.Fatalf("no verdict on %q", what)
	return ""
}
