package allsat

import (
	"context"
	"testing"
	"time"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// TestKnownCounts counts and lists under every encoding.
func TestKnownCounts(t *testing.T) {
	largest := map[string]int{"queens": 8, "torus": 7, "rooks": 6, "superqueens": 10}
	for _, family := range familytest.Permuting() {
		for n := 1; n <= largest[family.Name]; n++ {
			p := nqueens.Problem{Family: family, N: n}
			known, ok := p.Known()
			if !ok {
				t.Fatalf("%v: nothing is published", p)
			}
			for _, e := range encode.Encodings() {
				for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindAll} {
					var set nqueens.Fingerprint
					distinct := map[nqueens.Fingerprint]bool{}
					out := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: task, Encoding: e.Name}, func(s nqueens.Solution) bool {
						s.Sort()
						if err := p.Check(s); err != nil {
							t.Fatalf("%v under %s: %v: %v", p, e.Name, s, err)
						}
						distinct[set.Add(s)] = true
						return true
					})
					if out.Status != nqueens.Solved || out.Count.Cmp(known.Count) != 0 {
						t.Errorf("%v under %s, %s: %s %v, and %s says %v", p, e.Name, task, out.Status, out.Count, known.Source, known.Count)
					}
					if task == nqueens.FindAll && nqueens.NewCount(uint64(len(distinct))).Cmp(known.Count) != 0 {
						t.Errorf("%v under %s: %d different solutions were shown, and there are %v", p, e.Name, len(distinct), known.Count)
					}
				}
			}
		}
	}
}

func TestStops(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 18}
	for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindAll} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		out := Backend{}.Run(ctx, nqueens.Request{Problem: p, Task: task}, func(nqueens.Solution) bool { return true })
		cancel()
		if out.Status != nqueens.Timeout || out.Count != nil || out.Partial == nil {
			t.Errorf("%s: %s, count %v, partial %v", task, out.Status, out.Count, out.Partial)
		}
	}
	out := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(nqueens.Solution) bool { return false })
	if out.Status != nqueens.Cancelled || out.Partial.String() != "1" {
		t.Errorf("after one solution: %s %v", out.Status, out.Partial)
	}
}
