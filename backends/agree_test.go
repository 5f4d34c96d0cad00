package backends_test

import (
	"context"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/construct"
	"nqueens/backends/internal/simplest"
	"nqueens/backends/ipasir"
	"nqueens/family"
	"nqueens/internal/starts"
)

// TestMain makes garbage collection less frequent: thousands of small problems produce much
// garbage. This program is also the child process in which solvers that are libraries run.
func TestMain(m *testing.M) {
	if ipasir.Serving(os.Args) {
		starts.Note()
		os.Exit(ipasir.Serve(os.Args, os.Stdout, os.Stderr))
	}
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// allBackends returns all backends except external programs, and the worked example.
var allBackends = sync.OnceValue(func() []backends.Backend {
	ours := slices.DeleteFunc(backends.All(), func(b backends.Backend) bool { return b.Describe().External != "" })
	return append(ours, simplest.Backend{})
})

// incomplete lists the backends that cannot prove that there is no solution.
var incomplete = map[string]bool{"min-conflicts": true, "sosic-gu": true, "genetic": true}

func randomProblem(random *rand.Rand, f *nqueens.Family, n int) nqueens.Problem {
	p := nqueens.Problem{Family: f, N: n}
	square := func() nqueens.Square { return nqueens.Square{File: random.IntN(n), Rank: random.IntN(n)} }
	for random.IntN(3) == 0 {
		p.Given = append(p.Given, square())
	}
	for random.IntN(2) == 0 {
		p.Blocked = append(p.Blocked, square())
	}
	for random.IntN(3) == 0 {
		d := nqueens.Diagonal{Sum: random.IntN(2) == 0, Value: random.IntN(2*n - 1)}
		if !d.Sum {
			d.Value -= n - 1
		}
		p.Excluded = append(p.Excluded, d)
	}
	return p
}

// TestDescriptions checks that every backend's description is complete.
func TestDescriptions(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range allBackends() {
		d := b.Describe()
		for what, missing := range map[string]bool{
			"a Name": d.Name == "", "About": d.About == "", "an Engine": d.Engine == "", "a Version": d.Version == "", "Tasks": len(d.Tasks) == 0,
		} {
			if missing {
				t.Errorf("the description of %T, %q, lacks %s", b, d.Name, what)
			}
		}
		if seen[d.Name] {
			t.Errorf("two backends are called %q, one of them %T", d.Name, b)
		}
		seen[d.Name] = true
		if len(d.Tasks) == 0 {
			continue
		}
		p := nqueens.Problem{Family: family.Queens, N: 8}
		for _, r := range []nqueens.Request{
			{Problem: p, Task: "guess"},
			{Problem: p, Task: d.Tasks[0], Encoding: "runes"},
			{Problem: nqueens.Problem{Family: family.Queens, N: 0}, Task: d.Tasks[0]},
		} {
			if b.Supports(r) == nil {
				t.Errorf("%s supports %v with %q of a board of %d", d.Name, r.Task, r.Encoding, r.Problem.N)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			if o := b.Run(ctx, r, nil); o.Status != nqueens.Unsupported || o.Reason == "" {
				t.Errorf("%s answers what it does not support: %s %s", d.Name, o.Status, o.Reason)
			}
		}
	}
}

// unasked is a backend whose Supports must not be called.
type unasked struct {
	backends.Backend
	t *testing.T
}

func (u unasked) Supports(r nqueens.Request) error {
	u.t.Errorf("%s was asked about %v", u.Describe().Name, r.Problem)
	return nil
}

func TestFastest(t *testing.T) {
	first, err := backends.Named(backends.All(), "dlx")
	if err != nil {
		t.Fatal(err)
	}
	large := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 100}, Task: nqueens.FindFirst}
	if b, err := backends.Fastest([]backends.Backend{unasked{first, t}, construct.Backend{}}, large); err != nil || b.Describe().Name != "construct" {
		t.Error(b, err)
	}
	for text, want := range map[string]string{"queens(8)": "bitmask", "superqueens(64)": "bitmask", "queens(65)": "construct", "queens(1000000000)": "construct",
		"queens(65, given=a1)": "bitmask", "queens(70, given=a1)": "gophersat-pb", "queens(300, given=a1)": "gini", "queens(20, symmetric=half-turn)": "orbit",
		"dragon-kings-pawns(9, pawns=3)": "branch", "queens-pawns(9, pawns=1)": "bitmask", "magic(13)": "construct"} {
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := backends.Fastest(backends.All(), nqueens.Request{Problem: p, Task: nqueens.FindFirst})
		if err != nil || b.Describe().Name != want {
			t.Errorf("%s: %v, %v; want %s", text, b, err, want)
		}
	}
	for text, want := range map[string]string{"queens(8)": "bitmask", "queens(18)": "quadrant", "queens(28)": "quadrant", "queens(29)": "bitmask", "torus(18)": "bitmask",
		"queens(18, given=a1)": "bitmask", "queens(65, given=a1)": "bitmask", "queens(70, given=a1)": "dlx"} {
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := backends.Fastest(backends.All(), nqueens.Request{Problem: p, Task: nqueens.CountAll})
		if err != nil || b.Describe().Name != want {
			t.Errorf("counting %s: %v, %v; want %s", text, b, err, want)
		}
	}
	p := nqueens.Problem{Family: family.Rooks, N: 100_000}
	if b, err := backends.Fastest(backends.All(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}); err == nil {
		t.Errorf("%v takes a board of 100,000", b)
	}
}
