package sharp

import (
	"context"
	"math/rand/v2"
	"testing"

	"nqueens"
)

// TestThreads compares counts on several threads, which share the search after different numbers of
// decisions, with brute force.
func TestThreads(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 4))
	for i := range 400 {
		f := randomFormula(random, 12)
		var sums []nqueens.Sum
		if i%2 == 1 {
			sums = randomSums(random, f.Variables)
		}
		want := nqueens.SumOf(bruteForce(withSums(f, sums)))
		c, err := NewWithSums(f, sums, Config{Seed: uint64(i), Threads: 2 + i%3, alone: int64(1 + i%5), Exact: i%7 == 0})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.Count(t.Context()); err != nil || got.Cmp(want) != 0 {
			t.Fatalf("%d: %v, %v; want %v\n%s%v", i, got, err, want, text(f), sums)
		}
	}
}

// TestThreadsOnLarger compares counts of larger formulas on several threads with those on one.
func TestThreadsOnLarger(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 4))
	shared := 0
	for range 40 {
		f := threeSAT(random, 40, 80+random.IntN(80), 40)
		want, alone := count(t, f, Config{})
		got, work := count(t, f, Config{Threads: 3, alone: 10})
		if got.Cmp(want) != 0 {
			t.Fatalf("%v on three threads, %v on one\n%s", got, want, text(f))
		}
		if again, same := count(t, f, Config{Threads: 3, alone: 10}); again.Cmp(want) != 0 || same != work {
			t.Errorf("%v, %+v; again %v, %+v", got, work, again, same)
		}
		if work != alone {
			shared++
		}
	}
	if shared < 30 {
		t.Errorf("only %d searches were shared", shared)
	}
}

// TestThreadsStop checks that a shared search ends with its context.
func TestThreadsStop(t *testing.T) {
	f := threeSAT(rand.New(rand.NewPCG(1, 1)), 200, 400, 200)
	c, err := New(f, Config{Threads: 3, alone: 10, Memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := c.Count(ctx)
		ended <- err
	}()
	stop()
	if err := <-ended; err != context.Canceled {
		t.Errorf("%v", err)
	}
}
