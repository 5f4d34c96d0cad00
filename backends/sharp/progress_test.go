package sharp

import (
	"math/rand/v2"
	"testing"

	"nqueens/backends/internal/turns"
)

// TestProgress checks that the estimate of a search grows from 0 to nearly 1.
func TestProgress(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		f := load(threeSAT(random, 30, 60, 30), nil, &turns.Flag{})
		f.simplify()
		s := newSearch(f, Config{}, &turns.Flag{})
		last, steps := 0.0, 0
		for ended := !s.start(); !ended; steps++ {
			done := s.progress()
			if done < last-1e-9 || done > 1 {
				t.Fatalf("step %d: the estimate changes from %v to %v", steps, last, done)
			}
			last = done
			_, ended = s.step()
		}
		if last < 0.9 {
			t.Errorf("after %d steps the estimate is %v at the end", steps, last)
		}
	}
}
