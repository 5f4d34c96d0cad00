package fleet

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/family"
)

// TestSplit checks that the tasks of any board add up to its count.
func TestSplit(t *testing.T) {
	t.Parallel()
	by, err := InTasks(bitmask.New())
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"queens(1)": "", "queens(8)": "92", "queens(12)": "14200", "queens(9, given=a1+c2)": "3", "queens(10, given=c4, blocked=d1+d2)": "",
		"torus(11)": "88", "superqueens(10)": "4", "rooks(6)": "720", "queens(8, excluded=sum:7)": "",
	} {
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(text, err)
		}
		r := nqueens.Request{Problem: p, Task: nqueens.CountAll, Threads: 2}
		n, cost, err := by.Tasks(r)
		if err != nil {
			if !strings.Contains(err.Error(), "only boards with a line that holds one piece") {
				t.Error(text, err)
			}
			continue
		}
		whole := bitmask.New().Run(t.Context(), r, nil).Count
		var tasks []int
		for task := range n {
			tasks = append(tasks, task)
			if cost(task) <= 0 {
				t.Error(text, cost(task))
			}
		}
		sum := nqueens.NewCount(0)
		if err := by.CountTasks(t.Context(), r, tasks, func(_ int, o nqueens.Outcome) { sum = sum.Plus(o.Count) }); err != nil {
			t.Fatal(text, err)
		}
		if sum.Cmp(whole) != 0 || want != "" && sum.String() != want {
			t.Errorf("%s: %d tasks found %v, the whole is %v", text, n, sum, whole)
		}
	}
	writes, err := backends.Named(backends.All(), "construct")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := InTasks(writes); err == nil {
		t.Error("what does not count counts in tasks")
	}
}

// A board that cannot be divided into tasks leaves the cached tasks of the previous one unchanged.
func TestSplitAfterRefusal(t *testing.T) {
	by, err := InTasks(bitmask.New())
	if err != nil {
		t.Fatal(err)
	}
	count := func(problem nqueens.Problem) (int, error) {
		n, _, err := by.Tasks(nqueens.Request{Problem: problem, Task: nqueens.CountAll})
		return n, err
	}
	eight := nqueens.Problem{Family: family.Queens, N: 8}
	want, err := count(eight)
	if err != nil || want < 2 {
		t.Fatal(want, err)
	}
	if n, err := count(nqueens.Problem{Family: family.Queens, N: 1}); err == nil {
		t.Fatalf("one square is cut in %d tasks", n)
	}
	if got, err := count(eight); got != want || err != nil {
		t.Errorf("%d tasks, %v; want %d as before", got, err, want)
	}
}

// TestDivisions checks that a version divides a count into the same tasks forever, because parts of
// existing lists are ranges of them. After an intended change the version must change too.
func TestDivisions(t *testing.T) {
	for _, c := range []struct{ engine, version, problem, digest string }{
		{"quadrant", "3", "queens(8)", "7a08a201a80dca03"},
		{"quadrant", "3", "queens(9)", "97f9da28a39b6b1a"},
		{"bitmask", " split 1", "queens(7)", "af8bc5a218aeab9d"},
		{"bitmask", " split 1", "queens(7, given=c4, blocked=d1+d2)", "03b03da883d07462"},
		{"bitmask", " split 1", "torus(7)", "2ca2d98f8804cf2d"},
	} {
		b, err := backends.Named(backends.All(), c.engine)
		if err != nil {
			t.Fatal(err)
		}
		by, err := InTasks(b)
		if err != nil {
			t.Fatal(err)
		}
		p, err := family.All().Parse(c.problem)
		if err != nil {
			t.Fatal(err)
		}
		r := nqueens.Request{Problem: p, Task: nqueens.CountAll}
		n, _, err := by.Tasks(r)
		if err != nil {
			t.Fatal(err)
		}
		hash := sha256.New()
		for task := range n {
			summands, err := by.(backends.Recountable).TaskProblems(r, task)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range summands {
				slices.SortFunc(s.Problem.Blocked, func(a, b nqueens.Square) int { return cmp.Or(a.File-b.File, a.Rank-b.Rank) })
				fmt.Fprintln(hash, task, s.Problem, s.Times)
			}
		}
		if digest := fmt.Sprintf("%x", hash.Sum(nil)[:8]); digest != c.digest || !strings.HasSuffix(backends.Version(by), c.version) {
			t.Errorf("%s %s: %s in %d tasks, digest %s; it was version %s with %s", c.engine, backends.Version(by), c.problem, n, digest, c.version, c.digest)
		}
	}
}

// stubborn counts its calls and ignores the context.
type stubborn struct {
	backends.Backend
	asked *int
	end   context.CancelFunc
}

func (s stubborn) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	*s.asked++
	s.end()
	return nqueens.Fail(nqueens.Cancelled, "stopped")
}

// TestSplitStopped checks that no tasks are started after the context has ended.
func TestSplitStopped(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	asked := 0
	by, err := InTasks(stubborn{bitmask.New(), &asked, end})
	if err != nil {
		t.Fatal(err)
	}
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll}
	err = by.CountTasks(ctx, r, []int{0, 1, 2, 3}, func(int, nqueens.Outcome) {})
	if !errors.Is(err, context.Canceled) || asked != 1 {
		t.Errorf("%d of 4 tasks were begun after the end: %v", asked-1, err)
	}
}
