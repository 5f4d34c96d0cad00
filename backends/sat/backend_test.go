package sat

import (
	"context"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// TestMain makes garbage collection less frequent: thousands of small problems produce much
// garbage.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// backend has the methods of backends.Backend.
type backend interface {
	Describe() nqueens.Description
	Supports(nqueens.Request) error
	Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome
}

// exact returns the backends whose answers are correct.
func exact() []Backend { return []Backend{Gini(), Gophersat().Backend, GophersatPB()} }

func parse(tb testing.TB, text string) nqueens.Problem {
	tb.Helper()
	p, err := family.All().Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// all enumerates the solutions, checks each, fails on duplicates, and returns their number.
func all(t *testing.T, b backend, p nqueens.Problem, encoding string) int {
	t.Helper()
	seen := map[string]bool{}
	out := b.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll, Encoding: encoding}, func(s nqueens.Solution) bool {
		if err := p.Check(s); err != nil {
			t.Errorf("%s: %v: %v", encoding, s, err)
		}
		s = slices.Clone(s)
		s.Sort()
		if seen[s.String()] {
			t.Errorf("%s: %v twice", encoding, s)
		}
		seen[s.String()] = true
		return true
	})
	if out.Status != nqueens.Solved || out.Count.Cmp(nqueens.NewCount(uint64(len(seen)))) != 0 {
		t.Errorf("%s: all: %+v with %d solutions", encoding, out, len(seen))
	}
	return len(seen)
}

// checkAnswers compares the answers of all three tasks with the true number of solutions.
func checkAnswers(t *testing.T, b backend, p nqueens.Problem, encoding string, want *nqueens.Count) {
	t.Helper()
	out := b.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll, Encoding: encoding}, nil)
	if out.Status != nqueens.Solved || out.Count == nil || out.Count.Cmp(want) != 0 {
		t.Errorf("%v, %s: count is %+v, want %v", p, encoding, out, want)
	}
	if n := all(t, b, p, encoding); nqueens.NewCount(uint64(n)).Cmp(want) != 0 {
		t.Errorf("%v, %s: %d solutions, want %v", p, encoding, n, want)
	}
	out = b.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: encoding}, nil)
	switch {
	case want.String() == "0":
		if out.Status != nqueens.Unsatisfiable {
			t.Errorf("%v, %s: first is %+v, and there is none", p, encoding, out)
		}
	case out.Status != nqueens.Solved || p.Check(out.Solution) != nil:
		t.Errorf("%v, %s: first is %+v: %v", p, encoding, out, p.Check(out.Solution))
	case !slices.IsSortedFunc(out.Solution, func(a, b nqueens.Placement) int { return a.Square.File - b.Square.File }):
		t.Errorf("%v is not in file order", out.Solution)
	}
}

func TestKnownCounts(t *testing.T) {
	for _, b := range exact() {
		encodings := b.Describe().Encodings
		if len(encodings) == 0 {
			encodings = []string{""}
		}
		for _, problem := range []string{
			"queens(1)", "queens(2)", "queens(3)", "queens(4)", "queens(5)", "queens(6)", "queens(7)", "queens(8)",
			"torus(4)", "torus(5)", "superqueens(1)", "superqueens(5)", "superqueens(10)", "rooks(1)", "rooks(4)", "rooks(5)",
		} {
			t.Run(b.Describe().Name+"/"+problem, func(t *testing.T) {
				p := parse(t, problem)
				known, ok := p.Known()
				if !ok {
					t.Fatal("not known")
				}
				for _, encoding := range encodings {
					checkAnswers(t, b, p, encoding, known.Count)
				}
			})
		}
	}
}

// TestEdges checks problems whose givens and blocked squares leave no placements, a single one, or
// a formula that is decided while it is read.
func TestEdges(t *testing.T) {
	for problem, want := range map[string]uint64{
		"queens(1, given=a1)":                         1,
		"queens(1, blocked=a1)":                       0,
		"queens(1, given=a1, blocked=a1)":             0,
		"queens(2, blocked=a1+a2+b1+b2)":              0,
		"queens(4, given=a1+b2)":                      0, // they attack each other
		"queens(4, given=a2)":                         1,
		"queens(4, given=a2+b4+c1+d3)":                1,
		"queens(5, blocked=a1+b1+c1+d1)":              2, // e1
		"queens(6, given=a1)":                         0,
		"queens(6, excluded=sum:5+diff:0)":            4,
		"rooks(3, blocked=a1+b2+c3)":                  2, // derangements
		"rooks(3, blocked=a1+a2+a3)":                  0,
		"rooks(2, given=a1)":                          1,
		"queens(12, given=a1+b3+c5+d8+e10+f12)":       1,
		"superqueens(10, given=a4)":                   1,
		"torus(5, given=a1+b3)":                       1,
		"queens(8, given=a1+b5+c8+d6+e3+f7+g2+h4)":    1,
		"queens(8, given=a1+b5+c8+d6+e3+f7+g2+h4+a2)": 0,
	} {
		t.Run(problem, func(t *testing.T) {
			p := parse(t, problem)
			for _, b := range exact() {
				checkAnswers(t, b, p, "", nqueens.NewCount(want))
			}
			out := GophersatModels{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
			if want == 0 && (out.Status != nqueens.Solved || out.Count.String() != "0") {
				t.Errorf("gophersat-models: %+v", out)
			}
		})
	}
}

// permutations counts by trying every way to put one piece in each file.
func permutations(p nqueens.Problem) (n uint64) {
	var extend func(s nqueens.Solution, used int)
	extend = func(s nqueens.Solution, used int) {
		if len(s) == p.N {
			if p.Check(s) == nil {
				n++
			}
			return
		}
		for rank := range p.N {
			if used>>rank&1 == 0 {
				extend(append(s, nqueens.On(len(s), rank)), used|1<<rank)
			}
		}
	}
	extend(nil, 0)
	return n
}

func TestRestrictedProblems(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	for range 150 {
		p := nqueens.Problem{Family: familytest.Permuting()[random.IntN(4)], N: 1 + random.IntN(6)}
		square := func() nqueens.Square { return nqueens.Square{File: random.IntN(p.N), Rank: random.IntN(p.N)} }
		for range random.IntN(3) {
			p.Given = append(p.Given, square())
		}
		for range random.IntN(4) {
			p.Blocked = append(p.Blocked, square())
		}
		if random.IntN(2) == 0 {
			p.Excluded = append(p.Excluded, nqueens.Diagonal{Sum: true, Value: random.IntN(2*p.N - 1)})
		}
		t.Run(p.String(), func(t *testing.T) {
			want := nqueens.NewCount(permutations(p))
			for _, b := range exact() {
				for range 2 {
					checkAnswers(t, b, p, anyEncoding(b, random), want)
				}
			}
		})
	}
}

func TestDescribe(t *testing.T) {
	for _, b := range exact() {
		d := b.Describe()
		if n := len(d.Encodings); n > 0 && n != len(encode.Encodings()) {
			t.Errorf("%s: %d encodings of %d", d.Name, n, len(encode.Encodings()))
		}
		for _, e := range d.Encodings {
			if _, err := encode.EncodingNamed(e); err != nil {
				t.Errorf("%s: %v", d.Name, err)
			}
		}
		if d.Caution != "" {
			t.Errorf("%s: %s", d.Name, d.Caution)
		}
	}
	if (GophersatModels{}).Describe().Caution == "" {
		t.Error("gophersat-models does not say that it is wrong")
	}
}

func TestSupports(t *testing.T) {
	for _, test := range []struct {
		b        backend
		problem  string
		task     nqueens.Task
		encoding string
		want     bool
	}{
		{Gini(), "queens(8)", nqueens.FindAll, "", true},
		{Gini(), "queens(8)", nqueens.FindAll, "unary", false},
		{Gini(), "queens(200)", nqueens.FindFirst, "pairwise", true},
		{Gini(), "queens(300)", nqueens.FindFirst, "pairwise", false},
		{Gini(), "queens(500)", nqueens.FindFirst, "", true},
		{Gini(), "queens(1000)", nqueens.FindFirst, "sequential", true},
		{Gini(), "queens(1000000)", nqueens.FindFirst, "", false},
		{Gophersat().Backend, "queens(200)", nqueens.FindFirst, "pairwise", true},
		{Gophersat().Backend, "queens(250)", nqueens.FindFirst, "pairwise", false},
		{GophersatPB(), "queens(1000)", nqueens.FindFirst, "", true},
		{GophersatPB(), "queens(8)", nqueens.FindFirst, "pairwise", false},
		{GophersatModels{}, "queens(8)", nqueens.FindFirst, "", false},
		{GophersatModels{}, "queens(8)", nqueens.CountAll, "pairwise", true},
		{GophersatModels{}, "queens(8)", nqueens.CountAll, "ladder", false},
	} {
		r := nqueens.Request{Problem: parse(t, test.problem), Task: test.task, Encoding: test.encoding}
		err := test.b.Supports(r)
		if (err == nil) != test.want {
			t.Errorf("%s, %s of %s, %s: %v", test.b.Describe().Name, test.task, test.problem, test.encoding, err)
		}
		if err != nil && test.b.Run(t.Context(), r, nil).Status != nqueens.Unsupported {
			t.Errorf("%v, and it runs", err)
		}
	}
}

// TestFormulaSize checks that the size that Supports uses is never below the true one.
func TestFormulaSize(t *testing.T) {
	for _, f := range append(family.All(), familytest.All()...) {
		for n := 1; n < 40; n += 3 {
			p := nqueens.Problem{Family: f, N: n}
			if n > 9 && (f.MaxSide > 0 || len(f.Kinds) > 0) {
				continue // large models
			}
			m, err := p.Model()
			if err != nil {
				t.Fatal(err)
			}
			outline, err := p.Outline()
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range encode.Encodings() {
				if got, bound := encode.FromModel(m, e).NumClauses(), size(outline, e); got > bound {
					t.Errorf("%s(%d), %s: %d clauses, bound %d", f.Name, n, e.Name, got, bound)
				}
			}
		}
	}
}

// TestNearlyFullBoardIsSmall checks that the size of a nearly full board is that of the open
// squares.
func TestNearlyFullBoardIsSmall(t *testing.T) {
	const n = 400
	p := nqueens.Problem{Family: family.Queens, N: n}
	r := nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: "pairwise"}
	if err := Gini().Supports(r); err == nil {
		t.Fatal("the bare board is taken, and is to be too large")
	}
	for file := range n - 6 { // a solution: every second rank, then the others
		r.Problem.Given = append(r.Problem.Given, nqueens.Square{File: file, Rank: (2*file + 1) % (n + 1)})
	}
	if err := Gini().Supports(r); err != nil {
		t.Error(err)
	}
	if out := Gini().Run(t.Context(), r, nil); out.Status != nqueens.Solved || r.Problem.Check(out.Solution) != nil {
		t.Errorf("%v %s", out.Status, out.Reason)
	}
}
