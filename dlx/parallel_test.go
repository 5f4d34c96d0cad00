package dlx_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"nqueens/dlx"
)

// sorted returns all solutions in order, each with its options in order.
func sorted(tb testing.TB, s *dlx.Search) (all [][]int) {
	tb.Helper()
	for solution := range s.Solutions(tb.Context()) {
		all = append(all, slices.Sorted(slices.Values(solution)))
	}
	if s.Err() != nil {
		tb.Fatal(s.Err())
	}
	slices.SortFunc(all, slices.Compare)
	return all
}

// The number of threads changes neither the solutions nor the statistics, with any Choice.
func TestThreads(t *testing.T) {
	problems := map[string]*dlx.Problem{
		"queens 4":   queens(t, 4, organPipe(4), nil),
		"queens 9":   queens(t, 9, organPipe(9), nil),
		"Langford 8": langford(t, 8),
		"Sudoku":     sudoku(t, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
		"no option":  build(t),
	}
	for name, p := range problems {
		for _, c := range []dlx.Config{{Engine: dlx.Dancing}, {Engine: dlx.Bits}, {Engine: dlx.Dancing, Choice: dlx.FirstItem}, {Engine: dlx.Bits, Choice: dlx.FirstItem}} {
			if c.Choice == dlx.FirstItem && name == "Sudoku" {
				continue // its tree is too large
			}
			t.Run(fmt.Sprint(name, "/", c.Engine, "/", c.Choice), func(t *testing.T) {
				one := p.NewSearch(c)
				want := sorted(t, one)
				for threads := 2; threads <= 4; threads++ {
					c.Threads = threads
					s := p.NewSearch(c)
					if got := sorted(t, s); !reflect.DeepEqual(got, want) {
						t.Errorf("%d threads: %d solutions, want %d, or others", threads, len(got), len(want))
					}
					if !reflect.DeepEqual(s.Stats(), one.Stats()) {
						t.Errorf("%d threads: %+v, want %+v", threads, s.Stats(), one.Stats())
					}
					n, err := s.Count(t.Context())
					if n != uint64(len(want)) || err != nil || !reflect.DeepEqual(s.Stats(), one.Stats()) || s.Progress() != 1 {
						t.Errorf("%d threads: %d counted, %v, %+v, progress %v", threads, n, err, s.Stats(), s.Progress())
					}
				}
			})
		}
	}
}

// TestThreadsUnequalDepth cuts a rope into pieces of length up to six. Some solutions end above the
// level at which threads share the tree, others far below.
func TestThreadsUnequalDepth(t *testing.T) {
	const length, longest = 15, 6
	var items []string
	ways := []uint64{1} // by length
	for i := range length {
		items = append(items, fmt.Sprint("foot ", i))
		sum := uint64(0)
		for piece := 1; piece <= min(longest, i+1); piece++ {
			sum += ways[i+1-piece]
		}
		ways = append(ways, sum)
	}
	p, err := dlx.NewProblem(items, nil)
	if err != nil {
		t.Fatal(err)
	}
	for piece := 1; piece <= longest; piece++ {
		for from := range length - piece + 1 {
			var option []int
			for i := range piece {
				option = append(option, from+i)
			}
			if err := p.AddOption(option...); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, engine := range engines {
		one := p.NewSearch(dlx.Config{Engine: engine})
		want := sorted(t, one)
		if uint64(len(want)) != ways[length] {
			t.Fatalf("%v: %d covers, should be %d", engine, len(want), ways[length])
		}
		for threads := 2; threads <= 4; threads++ {
			for range 5 { // the assignment of subtrees to threads varies
				s := p.NewSearch(dlx.Config{Engine: engine, Threads: threads})
				if got := sorted(t, s); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(s.Stats(), one.Stats()) {
					t.Fatalf("%v, %d threads: %d covers, want %d, or others; %+v", engine, threads, len(got), len(want), s.Stats())
				}
			}
		}
	}
}

// With multiplicities, threads that search different parts of a large tree use the same order of
// branches: no set of options is missed or found twice.
func TestThreadsMultiplicities(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 4 {
		p, err := dlx.NewProblem([]string{"a", "b", "c", "d", "e", "f"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 16 {
			option := slices.Sorted(slices.Values(random.Perm(6)[:1+random.IntN(3)]))
			if err := p.AddOption(option...); err != nil {
				t.Fatal(err)
			}
		}
		for i := range p.NumPrimary() {
			if err := p.SetMultiplicity(i, 1, 6); err != nil {
				t.Fatal(err)
			}
		}
		one := p.NewSearch(dlx.Config{})
		want := sorted(t, one)
		if len(want) < 5000 {
			t.Fatalf("%d solutions are too few for threads to share", len(want))
		}
		for threads := 2; threads <= 4; threads++ {
			s := p.NewSearch(dlx.Config{Threads: threads})
			if got := sorted(t, s); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(s.Stats(), one.Stats()) {
				t.Errorf("%d threads: %d solutions, want %d, or others; %d nodes, want %d", threads, len(got), len(want), s.Stats().Nodes, one.Stats().Nodes)
			}
		}
	}
}

// The caller can leave a loop over the solutions of several threads, also by a panic.
func TestLeavingThreads(t *testing.T) {
	for _, engine := range engines {
		s := queens(t, 10, organPipe(10), nil).NewSearch(dlx.Config{Engine: engine, Threads: 3})
		for _, n := range []int{1, 2, 300} {
			got, err := s.First(t.Context(), n)
			if len(got) != n || err != nil || s.Stats().Solutions != uint64(n) {
				t.Errorf("%v: %d solutions of %d, error %v, %d in Stats", engine, len(got), n, err, s.Stats().Solutions)
			}
		}
		func() {
			defer func() { _ = recover() }()
			for range s.Solutions(t.Context()) {
				panic("stop")
			}
		}()
		if n, err := s.Count(t.Context()); n != 724 || err != nil {
			t.Errorf("%v: %d solutions and error %v after that", engine, n, err)
		}
	}
}

// Several threads end with their context, and the solutions found are counted.
func TestCancelledThreads(t *testing.T) {
	for _, engine := range engines {
		s := queens(t, 17, organPipe(17), nil).NewSearch(dlx.Config{Engine: engine, Threads: 2})
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		n, err := s.Count(ctx)
		if n != s.Stats().Solutions || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v: %d solutions, %d in Stats, error %v", engine, n, s.Stats().Solutions, err)
		}
		for range s.Solutions(ctx) {
			t.Errorf("%v: a solution after the end", engine)
		}
		if !errors.Is(s.Err(), context.DeadlineExceeded) {
			t.Errorf("%v: error %v", engine, s.Err())
		}
		cancel()
	}
}
