package dlx_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"

	"nqueens/dlx"
)

// build returns a problem with these options over a, b, c (primary) and x, y
// (secondary).
func build(t *testing.T, options ...[]int) *dlx.Problem {
	t.Helper()
	p, err := dlx.NewProblem([]string{"a", "b", "c"}, []string{"x", "y"})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range options {
		if err := p.AddOption(o...); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func TestCorners(t *testing.T) {
	none, err := dlx.NewProblem(nil, []string{"x"})
	if err != nil {
		t.Fatal(err)
	}
	if err := none.AddOption(0); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		problem *dlx.Problem
		want    [][]int
	}{
		{"no primary item", none, [][]int{{}}},
		{"no option", build(t), nil},
		{"an item without options", build(t, []int{0, 1}), nil},
		{"one option covers all", build(t, []int{2, 0, 1}), [][]int{{0}}},
		{"the same option twice", build(t, []int{0, 1, 2}, []int{0, 1, 2}), [][]int{{0}, {1}}},
		{"secondary item used once", build(t, []int{0, 3}, []int{1}, []int{2}), [][]int{{0, 1, 2}}},
		{"secondary item wanted twice", build(t, []int{0, 3}, []int{1, 3}, []int{2}), nil},
		{"option of secondary items", build(t, []int{3, 4}, []int{0, 1, 2}, []int{4}), [][]int{{1}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.problem.NewSearch(dlx.Config{}).First(t.Context(), 10)
			if err != nil || !slices.EqualFunc(got, test.want, slices.Equal[[]int]) {
				t.Errorf("solutions %v and error %v, want %v", got, err, test.want)
			}
		})
	}
}

func TestBadProblems(t *testing.T) {
	for _, names := range [][2][]string{
		{{"a", ""}, nil}, {{"a"}, {""}}, {{"a", "b", "a"}, nil}, {{"a"}, {"a"}},
	} {
		if p, err := dlx.NewProblem(names[0], names[1]); err == nil {
			t.Errorf("NewProblem(%q, %q) = %v, want an error", names[0], names[1], p)
		}
	}
	p := build(t, []int{0, 1})
	for _, option := range [][]int{{}, {-1}, {5}, {0, 1, 0}, {2, 7}} {
		if err := p.AddOption(option...); err == nil {
			t.Errorf("AddOption(%v) was accepted", option)
		}
	}
	if err := p.AddNamedOption("a", "z"); err == nil {
		t.Error(`AddNamedOption("a", "z") was accepted`)
	}
	// Rejected options leave no trace.
	if err := p.AddNamedOption("c", "x"); err != nil {
		t.Error(err)
	}
	if p.NumOptions() != 2 || !slices.Equal(p.Option(0), []int{0, 1}) || !slices.Equal(p.Option(1), []int{2, 3}) {
		t.Errorf("%d options, first %v", p.NumOptions(), p.Option(0))
	}
}

// A Search keeps the problem in its state at NewSearch.
func TestSearchIgnoresLaterOptions(t *testing.T) {
	p := build(t, []int{0, 1, 2})
	s := p.NewSearch(dlx.Config{})
	if err := p.AddOption(0, 1, 2); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Count(t.Context()); n != 1 || err != nil {
		t.Errorf("%d solutions and error %v, want 1", n, err)
	}
	if n, err := p.NewSearch(dlx.Config{}).Count(t.Context()); n != 2 || err != nil {
		t.Errorf("%d solutions and error %v, want 2", n, err)
	}
}

// Leaving the loop is not an error, and the next run starts from the beginning.
func TestLeavingTheLoop(t *testing.T) {
	s := langford(t, 7).NewSearch(dlx.Config{})
	all, err := s.First(t.Context(), 100)
	if err != nil || len(all) != 52 {
		t.Fatalf("%d solutions and error %v, want 52", len(all), err)
	}
	for stop := 1; stop <= 52; stop += 17 {
		some, err := s.First(t.Context(), stop)
		if err != nil || !reflect.DeepEqual(some, all[:stop]) {
			t.Errorf("First(%d) = %v and error %v", stop, some, err)
		}
		if st := s.Stats(); st.Solutions != uint64(stop) {
			t.Errorf("First(%d): %d solutions in Stats", stop, st.Solutions)
		}
	}
	if first, err := s.First(t.Context(), 0); first != nil || err != nil {
		t.Errorf("First(0) = %v and error %v", first, err)
	}
	if n, err := s.Count(t.Context()); n != 52 || err != nil || s.Progress() != 1 {
		t.Errorf("%d solutions, error %v, progress %v after all that", n, err, s.Progress())
	}
}

// A panic in the body of the loop propagates and leaves the search usable.
func TestPanicInTheLoop(t *testing.T) {
	s := langford(t, 4).NewSearch(dlx.Config{})
	func() {
		defer func() { _ = recover() }()
		for range s.Solutions(t.Context()) {
			panic("stop")
		}
	}()
	if n, err := s.Count(t.Context()); n != 2 || err != nil {
		t.Errorf("%d solutions and error %v, want 2", n, err)
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := langford(t, 4).NewSearch(dlx.Config{})
	if n, err := s.Count(ctx); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d solutions and error %v", n, err)
	}
	if first, err := s.First(ctx, 1); first != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("First = %v and error %v", first, err)
	}
	if n, err := s.Count(t.Context()); n != 2 || err != nil || s.Err() != nil {
		t.Errorf("%d solutions and error %v after a cancelled run", n, err)
	}
}

// A tiredContext ends after Err has been called left times.
type tiredContext struct {
	context.Context
	left int
}

func (c *tiredContext) Err() error {
	if c.left == 0 {
		return context.DeadlineExceeded
	}
	c.left--
	return nil
}

// A search checks its context often, and keeps the count found until it ends.
func TestCancelledDuring(t *testing.T) {
	s := queens(t, 11, organPipe(11), nil).NewSearch(dlx.Config{})
	for _, asked := range []int{1, 10, 100} {
		n, err := s.Count(&tiredContext{t.Context(), asked})
		st := s.Stats()
		if !errors.Is(err, context.DeadlineExceeded) || !errors.Is(s.Err(), err) {
			t.Errorf("asked %d times: error %v", asked, err)
		}
		if n != st.Solutions || n >= 2680 || asked > 1 && n == 0 {
			t.Errorf("asked %d times: %d solutions, %d in Stats", asked, n, st.Solutions)
		}
		if limit := uint64(asked) * 5000; st.Updates > limit {
			t.Errorf("asked %d times: %d updates, want at most %d", asked, st.Updates, limit)
		}
	}
}

// Linking a large problem checks the context too.
func TestCancelledBeforeTheSearch(t *testing.T) {
	names := make([]string, 10_000)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	p, err := dlx.NewProblem(names, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range names {
		if err := p.AddOption(i); err != nil {
			t.Fatal(err)
		}
	}
	s := p.NewSearch(dlx.Config{})
	for asked := range 3 {
		n, err := s.Count(&tiredContext{t.Context(), asked})
		if n != 0 || !errors.Is(err, context.DeadlineExceeded) || s.Stats().Nodes != 0 {
			t.Errorf("asked %d times: %d solutions, %d nodes, error %v", asked, n, s.Stats().Nodes, err)
		}
	}
}

// Cancelling from another goroutine stops a search that would take years. Until then its progress
// can be read.
func TestCancelledFromOutside(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := langford(t, 32).NewSearch(dlx.Config{})
	var wg sync.WaitGroup
	wg.Go(func() {
		defer cancel()
		for s.Progress() == 0 {
			runtime.Gosched()
		}
	})
	_, err := s.Count(ctx)
	wg.Wait()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if p := s.Progress(); p <= 0 || p >= 1 {
		t.Errorf("progress %v of a search that was cancelled", p)
	}
}

// The progress never falls during a search.
func TestProgressGrows(t *testing.T) {
	s := queens(t, 10, organPipe(10), nil).NewSearch(dlx.Config{})
	last := 0.0
	distinct := 0
	for range s.Solutions(t.Context()) {
		p := s.Progress()
		if p < last || p >= 1 {
			t.Fatalf("progress %v after %v", p, last)
		}
		if p > last {
			distinct++
		}
		last = p
	}
	if distinct < 20 || s.Progress() != 1 {
		t.Errorf("%d values of progress, the last %v", distinct, s.Progress())
	}
}

func TestChoiceNames(t *testing.T) {
	for c, want := range map[dlx.Choice]string{dlx.MRV: "mrv", dlx.FirstItem: "first", dlx.Sharp: "sharp", dlx.Degree: "degree"} {
		if got := c.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := dlx.Choice(7).String(); got != "Choice(7)" {
		t.Errorf("Choice(7) prints as %q", got)
	}
}

// The memory of a search does not grow with the number of solutions.
func TestAllocations(t *testing.T) {
	ctx := t.Context()
	few := langford(t, 5).NewSearch(dlx.Config{})  // none
	many := langford(t, 8).NewSearch(dlx.Config{}) // 300
	count := func(s *dlx.Search) func() {
		return func() { _, _ = s.Count(ctx) }
	}
	iterate := func(s *dlx.Search) func() {
		return func() {
			for range s.Solutions(ctx) {
			}
		}
	}
	for name, runs := range map[string][2]func(){
		"Count":     {count(few), count(many)},
		"Solutions": {iterate(few), iterate(many)},
	} {
		a, b := testing.AllocsPerRun(5, runs[0]), testing.AllocsPerRun(5, runs[1])
		if b > a+20 {
			t.Errorf("%s: %v allocations for 300 solutions, %v for none", name, b, a)
		}
	}
}
