package fuzz

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/allsat"
	"nqueens/backends/branch"
	"nqueens/backends/sat"
	"nqueens/backends/sharp"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/internal/jsonfile"
)

// distorted is a backend whose answers are changed.
type distorted struct {
	name   string
	engine backends.Backend
	change func(nqueens.Request, *nqueens.Outcome)
}

func (d distorted) Describe() nqueens.Description {
	of := d.engine.Describe()
	of.Name, of.Engine, of.Around = d.name, d.name, ""
	return of
}

func (d distorted) Supports(r nqueens.Request) error { return d.engine.Supports(r) }

func (d distorted) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	o := d.engine.Run(ctx, r, visit)
	d.change(r, &o)
	return o
}

// model returns the model of a request's problem.
func model(r nqueens.Request) *nqueens.Model {
	m, err := r.Problem.Model()
	if err != nil {
		panic(err)
	}
	return m
}

// referencesForTests returns engines of this program that answer every kind of instance.
func referencesForTests() []backends.Backend {
	return []backends.Backend{allsat.Backend{}, branch.Backend{}, sharp.Backend{}}
}

// newFuzzer returns a fuzzer of one backend. Its clock advances by a second with each look at it.
func newFuzzer(t *testing.T, b backends.Backend, budget time.Duration) *Fuzzer {
	t.Helper()
	list := []backends.Backend{b}
	chosen, err := backends.Selection{Backends: []string{b.Describe().Name}}.Choose(list)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(0, 0)
	f := &Fuzzer{
		Examiner:   Examiner{Solvers: list, References: referencesForTests(), Limits: bench.Limits{Time: time.Minute}},
		Candidates: chosen, Seed: 7, Budget: budget,
		Folder: &Folder{Dir: t.TempDir(), Command: "nqueens fuzz test", Versions: map[string]string{}, Catalogue: family.All()},
		Now:    func() time.Time { now = now.Add(time.Second); return now },
	}
	if err := f.Folder.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Folder.Close() })
	return f
}

// run runs the fuzzer and returns the findings.
func run(t *testing.T, f *Fuzzer) (list []Written, s Summary) {
	t.Helper()
	f.Found = func(w Written) { list = append(list, w) }
	s, err := f.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return list, s
}

// oneMore returns a backend that counts one solution too many if the problem has at least two clauses
// with a negative literal, one of which is of the length three or more.
func oneMore() backends.Backend {
	return distorted{"one-more", sharp.Backend{}, func(r nqueens.Request, o *nqueens.Outcome) {
		if o.Status != nqueens.Solved || r.Problem.HasBoard() {
			return
		}
		negative, long := 0, false
		for _, c := range model(r).Clauses {
			if slices.ContainsFunc(c.Literals, func(l nqueens.Literal) bool { return !l.Positive() }) {
				negative++
				long = long || len(c.Literals) >= 3
			}
		}
		if negative >= 2 && long {
			o.Count = o.Count.Plus(nqueens.NewCount(1))
		}
	}}
}

// TestRightEngine checks that nothing is found in right engines.
func TestRightEngine(t *testing.T) {
	for _, b := range []backends.Backend{allsat.Backend{}, sharp.Backend{}} {
		f := newFuzzer(t, b, 0)
		f.Trials = 150
		found, s := run(t, f)
		for _, w := range found {
			t.Errorf("%s: %s in %s", w.Class, w.Why, w.Trial.Form.Text())
		}
		if s.Trials != 150 || s.Solvers[b.Describe().Name].Some < 40 || s.Solvers[b.Describe().Name].None < 15 {
			t.Errorf("%+v", s)
		}
	}
}

// TestWrongCount checks that a wrong count is found and shrunk to the smallest instance that has it, with
// one trial at a time and with several, and that its folder has all files.
func TestWrongCount(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		f := newFuzzer(t, oneMore(), 0)
		f.Trials = 80
		f.Jobs = jobs
		found, s := run(t, f)
		i := slices.IndexFunc(found, func(w Written) bool { return w.Class == WrongCount && w.Trial.Form.Extension() == ".cnf" })
		if i < 0 || s.Findings != len(found) || s.Repeated == 0 {
			t.Fatalf("%d findings of %+v", len(found), s)
		}
		w := found[i]
		c, ok := w.Trial.Form.(*Clauses)
		if !ok || w.Class != WrongCount || len(c.List) != 2 {
			t.Fatalf("%s: %s", w.Class, w.Trial.Form.Text())
		}
		literals := 0
		for _, clause := range c.List {
			literals += len(clause)
		}
		if literals != 4 || c.Projected {
			t.Errorf("not the smallest: %s", c.Text())
		}
		if q := w.Trial.Asked[0]; q.Seed != 0 || q.Threads != 0 || q.Unreduced || q.Encoding != "pairwise" {
			t.Errorf("the options are left: %+v", q)
		}
		text, err := os.ReadFile(filepath.Join(w.Folder, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"one-more: counts wrongly", "p cnf", "nqueens count --file input.cnf --backend one-more", "solutions.txt", "no single further removal"} {
			if !strings.Contains(string(text), part) {
				t.Errorf("the README lacks %q:\n%s", part, text)
			}
		}
		for _, name := range []string{"input.cnf", "solutions.txt", "trial.json"} {
			if _, err := os.Stat(filepath.Join(w.Folder, name)); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestAgain checks that a further run repeats the corpus first, goes on with the next trial, and reports
// a finding of the corpus only while it fails.
func TestAgain(t *testing.T) {
	f := newFuzzer(t, oneMore(), 300*time.Second)
	f.UntilFailure = true
	_, first := run(t, f)
	f.Folder.Close()

	again := newFuzzer(t, oneMore(), 300*time.Second)
	again.Folder.Close()
	again.Folder, again.UntilFailure = &Folder{Dir: f.Folder.Dir, Catalogue: family.All()}, true
	if err := again.Folder.Open(); err != nil {
		t.Fatal(err)
	}
	if err := (&Folder{Dir: f.Folder.Dir}).Open(); err == nil {
		t.Error("a folder is open twice")
	}
	found, s := run(t, again)
	if len(found) != 1 || !found[0].Again || s.Again != 1 || s.Findings != 0 || s.Trials != first.Trials || s.Replayed != 1 {
		t.Errorf("%+v after %+v, %d findings", s, first, len(found))
	}
	again.Folder.Close()

	mended := newFuzzer(t, distorted{"one-more", sharp.Backend{}, func(nqueens.Request, *nqueens.Outcome) {}}, 3*time.Second)
	mended.Folder.Close()
	mended.Folder = again.Folder
	if err := mended.Folder.Open(); err != nil {
		t.Fatal(err)
	}
	if found, s := run(t, mended); len(found) > 0 || s.Replayed != 1 || s.Trials <= first.Trials {
		t.Errorf("mended: %+v, %d findings", s, len(found))
	}
}

// TestCorpusFile checks that an instance that the user puts into the corpus is tried with each task.
func TestCorpusFile(t *testing.T) {
	f := newFuzzer(t, oneMore(), time.Second)
	text := "p cnf 3 3\nc p show 1 2 0\n1 -2 3 0\n-1 -3 0\n2 0\n"
	if err := os.WriteFile(filepath.Join(f.Folder.Dir, corpusFolder, "mine.cnf"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	found, s := run(t, f)
	if len(found) != 1 || found[0].Folder != "mine" || s.Replayed == 0 {
		t.Errorf("%d findings, %+v", len(found), s)
	}
}

// TestLostFailure checks that a failure which does not occur again is kept as it was found.
func TestLostFailure(t *testing.T) {
	failures := 1
	f := newFuzzer(t, distorted{"flaky", sharp.Backend{}, func(_ nqueens.Request, o *nqueens.Outcome) {
		if o.Status == nqueens.Solved && failures > 0 {
			failures--
			o.Count = o.Count.Plus(nqueens.NewCount(1))
		}
	}}, 300*time.Second)
	f.UntilFailure = true
	found, _ := run(t, f)
	if len(found) != 1 {
		t.Fatal(len(found))
	}
	text, err := os.ReadFile(filepath.Join(found[0].Folder, "README.md"))
	if err != nil || !strings.Contains(string(text), "Shrinking lost the failure: the failure did not occur when the trial was repeated") {
		t.Errorf("%v: %s", err, text)
	}
}

// TestClasses checks the class of each kind of failure.
func TestClasses(t *testing.T) {
	two := &Clauses{Variables: 2, List: [][]int32{{1, 2}}}
	none := &Clauses{Variables: 1, List: [][]int32{{1}, {-1}}}
	for _, test := range []struct {
		form   Form
		task   nqueens.Task
		change func(nqueens.Request, *nqueens.Outcome)
		want   Class
	}{
		{two, nqueens.FindFirst, func(_ nqueens.Request, o *nqueens.Outcome) { *o = nqueens.Outcome{Status: nqueens.Unsatisfiable} }, WrongNone},
		{none, nqueens.FindFirst, func(_ nqueens.Request, o *nqueens.Outcome) { *o = nqueens.Outcome{Status: nqueens.Solved} }, NoSolution},
		{two, nqueens.CountAll, func(_ nqueens.Request, o *nqueens.Outcome) { o.Count = nqueens.NewCount(4) }, WrongCount},
		{two, nqueens.FindAll, func(_ nqueens.Request, o *nqueens.Outcome) { o.Count = nqueens.NewCount(4) }, Inconsistent},
		{two, nqueens.FindFirst, func(nqueens.Request, *nqueens.Outcome) { panic("no") }, Crash},
		{two, nqueens.FindFirst, func(_ nqueens.Request, o *nqueens.Outcome) { o.Status = "great" }, Crash},
		{two, nqueens.CountAll, func(_ nqueens.Request, o *nqueens.Outcome) { *o = nqueens.Fail(nqueens.Timeout, "") }, NoAnswer},
		{two, nqueens.CountAll, func(_ nqueens.Request, o *nqueens.Outcome) { *o = nqueens.Fail(nqueens.Unknown, "") }, NoAnswer},
		{two, nqueens.CountAll, func(nqueens.Request, *nqueens.Outcome) {}, ""},
		{two, nqueens.FindAll, func(nqueens.Request, *nqueens.Outcome) {}, ""},
	} {
		b := distorted{"changed", allsat.Backend{}, test.change}
		x := &Examiner{Solvers: []backends.Backend{b}, References: referencesForTests(), Limits: bench.Limits{Time: time.Minute}}
		e := x.Examine(t.Context(), Trial{Form: test.form, Asked: []Question{{Task: test.task, Contender: backends.Contender{Backend: "changed"}}}})
		var got Class
		if len(e.Findings) > 0 {
			got = e.Findings[0].Class
		}
		if got != test.want || len(e.Findings) > 1 {
			t.Errorf("%s of %s: %q in %d findings, want %q", test.task, test.form.Text(), got, len(e.Findings), test.want)
		}
	}
}

// TestAlike checks which failures count as the same failure while an instance is shrunk.
func TestAlike(t *testing.T) {
	crash := Finding{Class: Crash, Why: `mine ended with exit status 134: line 12, "x9" is wrong`}
	for _, test := range []struct {
		other Finding
		want  bool
	}{
		{Finding{Class: Crash, Why: `mine ended with exit status 134: line 3, "x" is wrong`}, true},
		{Finding{Class: Crash, Why: "mine ended with exit status 1: usage"}, false},
		{Finding{Class: NoAnswer, Why: crash.Why}, false},
	} {
		if alike(crash, test.other) != test.want {
			t.Errorf("%+v", test.other)
		}
	}
	if !alike(Finding{Class: WrongCount, Why: "3"}, Finding{Class: WrongCount, Why: "four"}) {
		t.Error("two wrong counts differ")
	}
}

// TestRepeatedSolution checks that a solution that is listed twice is found.
func TestRepeatedSolution(t *testing.T) {
	b := repeats{distorted{"repeats", allsat.Backend{}, func(_ nqueens.Request, o *nqueens.Outcome) { o.Count = o.Count.Plus(nqueens.NewCount(1)) }}}
	x := &Examiner{Solvers: []backends.Backend{b}, References: referencesForTests(), Limits: bench.Limits{Time: time.Minute}}
	e := x.Examine(t.Context(), Trial{Form: &Clauses{Variables: 1}, Asked: []Question{{Task: nqueens.FindAll, Contender: backends.Contender{Backend: "repeats"}}}})
	if len(e.Findings) != 1 || e.Findings[0].Class != Duplicates {
		t.Errorf("%+v", e.Findings)
	}
}

// repeats lists the first solution twice.
type repeats struct{ distorted }

func (r repeats) Run(ctx context.Context, q nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	first := true
	return r.distorted.Run(ctx, q, func(s nqueens.Solution) bool {
		if first {
			first = false
			visit(s)
		}
		return visit(s)
	})
}

// liar is a prover that refutes formulas by an empty proof, and some that have solutions.
type liar struct {
	backends.Prover
	always bool
}

func (l liar) Describe() nqueens.Description {
	d := l.Prover.Describe()
	d.Name, d.Engine, d.Around = "liar", "liar", ""
	return d
}

func (l liar) Prove(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
	if l.always {
		return nqueens.Outcome{Status: nqueens.Unsatisfiable}
	}
	return l.Prover.Prove(ctx, r, io.Discard)
}

// TestProofs checks the finding for a refused proof: a bad proof if the answer is right, and otherwise a
// wrong answer.
func TestProofs(t *testing.T) {
	hard := pigeonholes(rand.New(rand.NewPCG(3, 3)))
	for seed := uint64(0); !strings.Contains(string(hard.Text()), "p cnf 12 "); seed++ { // four pigeons in three holes, which propagation does not refute
		hard = pigeonholes(rand.New(rand.NewPCG(seed, 3)))
	}
	for _, test := range []struct {
		b    backends.Backend
		form Form
		want Class
	}{
		{sat.Gophersat(), hard, ""},
		{liar{sat.Gophersat(), false}, hard, BadProof},
		{liar{sat.Gophersat(), true}, &Clauses{Variables: 2, List: [][]int32{{1, 2}}}, WrongNone},
	} {
		name := test.b.Describe().Name
		x := &Examiner{Solvers: []backends.Backend{test.b}, References: referencesForTests(), Limits: bench.Limits{Time: time.Minute}}
		trial := Trial{Form: test.form, Asked: []Question{{Task: nqueens.FindFirst, Prove: true, Contender: backends.Contender{Backend: name, Encoding: "pairwise"}}}}
		e := x.Examine(t.Context(), trial)
		var got Class
		if len(e.Findings) > 0 {
			got = e.Findings[0].Class
		}
		if got != test.want {
			t.Errorf("%s of %s: %q, want %q: %+v", name, test.form.Size(), got, test.want, e.Answers)
		}
	}
}

// TestStopped checks that a run that is stopped keeps its findings and its place, and that one that is
// killed loses at most the trials of some seconds.
func TestStopped(t *testing.T) {
	f := newFuzzer(t, oneMore(), 0)
	ctx, stop := context.WithCancel(t.Context())
	trials := 0
	f.Progress = func(s Summary) {
		if trials = s.Trials; trials == 15 {
			var stored Summary
			if err := jsonfile.Read(filepath.Join(f.Folder.Dir, stateFile), &stored); err != nil || stored.Trials < 5 || stored.Trials > 15 {
				t.Errorf("after %d trials %+v is on the disk: %v", trials, stored, err)
			}
			stop()
		}
	}
	s, err := f.Run(ctx)
	if err != nil || s.Trials != 15 || s.Findings == 0 {
		t.Errorf("%+v: %v", s, err)
	}
	f.Folder.Close()
	again := &Folder{Dir: f.Folder.Dir, Catalogue: family.All()}
	if err := again.Open(); err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	corpus, err := again.Corpus()
	if err != nil || len(corpus) != s.Findings || again.Summary().Trials != s.Trials {
		t.Errorf("%d trials in the corpus of %+v, %+v is stored: %v", len(corpus), s, again.Summary(), err)
	}
}

// TestHang checks that a solver that never answers is a finding, and that the examiner does not wait for it.
func TestHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := deaf{distorted{"deaf", allsat.Backend{}, nil}}
		x := &Examiner{Solvers: []backends.Backend{b}, Limits: bench.Limits{Time: time.Minute}}
		begun := time.Now()
		e := x.Examine(t.Context(), Trial{Form: &Clauses{Variables: 2}, Asked: []Question{{Task: nqueens.CountAll, Contender: backends.Contender{Backend: "deaf"}}}})
		if len(e.Findings) != 1 || e.Findings[0].Class != NoAnswer || time.Since(begun) > 2*time.Minute {
			t.Errorf("after %v: %+v", time.Since(begun), e)
		}
		time.Sleep(2 * time.Hour) // until the abandoned call has ended
	})
}

// deaf ignores the end of its context for an hour.
type deaf struct{ distorted }

func (deaf) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	time.Sleep(time.Hour)
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(4)}
}

// refuses is a backend that supports no instance.
type refuses struct{ distorted }

func (refuses) Supports(nqueens.Request) error { return errors.New("no") }

// TestNothingSupported checks that a run ends if the solver supports no instance.
func TestNothingSupported(t *testing.T) {
	f := newFuzzer(t, refuses{distorted{"refuses", allsat.Backend{}, nil}}, 0)
	if _, err := f.Run(t.Context()); !errors.Is(err, ErrNothingToAsk) {
		t.Error(err)
	}
}
