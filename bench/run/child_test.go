package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/family"
)

// TestFormulaInChild checks that a child reads the formula of its job from the file, under its name in the
// run, and refuses another formula.
func TestFormulaInChild(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "two.cnf")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("p cnf 2 1\n1 2 0\n")
	p, err := encode.Reading{}.File(family.Queens, file)
	if err != nil {
		t.Fatal(err)
	}
	p.Formula.Name = "of-the-plan.cnf"
	r := testRunner(t)
	r.Backends = backends.All()
	job := bench.Job{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "allsat"}, Limits: bench.Limits{Time: time.Minute}}
	asked, err := r.trial(job)
	if err != nil {
		t.Fatal(err)
	}
	a := newAssignment(asked, 1)
	if read, err := a.problem(nil); err != nil || read.String() != p.String() || !read.Formula.Read() || read.Formula.Path != file {
		t.Errorf("%v, %v", read, err)
	}
	record, err := r.Once(t.Context(), job, bench.Experiment{})
	if err != nil || record.Status != nqueens.Solved || record.Count.String() != "3" {
		t.Errorf("%+v, %v", record, err)
	}
	write("p cnf 2 1\n-1 2 0\n")
	if record, err = r.Once(t.Context(), job, bench.Experiment{}); err != nil || record.Status != nqueens.Crashed || !strings.HasSuffix(record.Reason, file+" has changed: it no longer holds "+p.String()) {
		t.Errorf("another formula: %+v, %v", record, err)
	}
	write(".Q\n..\n")
	if _, err := a.problem(nil); err == nil || !strings.Contains(err.Error(), " has changed") {
		t.Errorf("a board: %v", err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := a.problem(nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
}

// TestServeChildRefuses checks that an assignment that a child cannot carry out is an error without a report.
func TestServeChildRefuses(t *testing.T) {
	four := assignment{Problem: "queens(4)", Task: nqueens.CountAll, Backend: "right", Threads: 1, Time: time.Minute}
	with := func(change func(*assignment)) string {
		a := four
		change(&a)
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, test := range []struct{ in, want string }{
		{"{", "reading the assignment: unexpected EOF"},
		{with(func(a *assignment) { a.Backend = "nobody" }), `no backend is called "nobody"`},
		{with(func(a *assignment) { a.Problem = "queens" }), `problem "queens": `},
		{with(func(a *assignment) { a.Problems = []string{"queens"} }), `problem "queens": `},
		{with(func(a *assignment) { a.Solver = &definition{"mine.yaml", "name: ["} }), "mine.yaml:"},
		{with(func(a *assignment) { a.Proof = true }), "right writes no proofs"},
		{with(func(a *assignment) { a.List, a.Backend = true, "despairing" }), "unsupported: it lists nothing"},
	} {
		despairing := fake{name: "despairing", do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			return nqueens.Fail(nqueens.Unsupported, "it lists nothing")
		}}
		var out bytes.Buffer
		if err := ServeChild(t.Context(), strings.NewReader(test.in), &out, append(fakes(), despairing), family.All()); err == nil || !strings.HasPrefix(err.Error(), test.want) || out.Len() > 0 {
			t.Errorf("%s: %v, %q, want %s", test.in, err, out.String(), test.want)
		}
	}
}

// TestListIsSorted checks that solutions are listed in file order, and that the backend's own solution is not
// modified.
func TestListIsSorted(t *testing.T) {
	shown := nqueens.Solution{nqueens.On(3, 2), nqueens.On(0, 1), nqueens.On(2, 0), nqueens.On(1, 3)}
	b := fake{name: "shuffles", do: func(_ context.Context, _ nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
		for range 2 {
			if !visit(shown) {
				return nqueens.Outcome{Status: nqueens.Cancelled}
			}
		}
		return solved(2)
	}}
	var out bytes.Buffer
	if err := list(t.Context(), b, five(nqueens.FindAll), &out); err != nil || out.String() != "a2,b4,c1,d3\na2,b4,c1,d3\n" || fmt.Sprint(shown) != "d3,a2,c1,b4" {
		t.Errorf("%q, %v; %v", out.String(), err, shown)
	}
	b.do = func(_ context.Context, _ nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
		for range 10_000 {
			if !visit(shown) {
				return nqueens.Outcome{Status: nqueens.Cancelled}
			}
		}
		t.Error("it goes on though nobody reads")
		return solved(0)
	}
	if err := list(t.Context(), b, five(nqueens.FindAll), broken{}); err != errBroken {
		t.Error(err)
	}
}

var errBroken = errors.New("nobody reads")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }
