package sat

import (
	"context"
	"maps"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/branch"
	"nqueens/encode"
	"nqueens/family"
)

// TestOptimumAgreesWithBranch checks for every family with an objective that the backends find the
// same optimum and number of best solutions as branch, with any counter of pieces.
func TestOptimumAgreesWithBranch(t *testing.T) {
	encodings := []string{"", "pairwise", "bimander+network@hilbert", "sequential@degree"}
	for i, family := range family.All() {
		for n := 1; n <= 4; n++ {
			p := nqueens.Problem{Family: family, N: n}
			if p.Goal() == nqueens.NoGoal || p.Validate() != nil || p.Board().Size() > 30 {
				continue
			}
			for _, task := range []nqueens.Task{nqueens.Optimise, nqueens.CountAll} {
				want := branch.Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: task}, nil)
				for _, b := range exact() {
					r := nqueens.Request{Problem: p, Task: task}
					if len(b.description.Encodings) > 0 {
						r.Encoding = encodings[(i+n)%len(encodings)]
					}
					if b.Supports(r) != nil {
						continue // gophersat-pb and sums
					}
					got := b.Run(t.Context(), r, nil)
					if got.Status != want.Status || (got.Optimum == nil) != (want.Optimum == nil) || (got.Count == nil) != (want.Count == nil) ||
						got.Optimum != nil && *got.Optimum != *want.Optimum || got.Count != nil && got.Count.Cmp(want.Count) != 0 {
						t.Errorf("%s: %v, %v: %+v, by branch %+v", b.description.Name, p, task, got, want)
					}
					if got.Solution != nil && p.Check(got.Solution) != nil {
						t.Errorf("%s: %v: %v", b.description.Name, p, p.Check(got.Solution))
					}
				}
			}
		}
	}
}

// TestOptimiseDefault checks that without a named encoding each step uses the default of the task,
// not that of one solution.
func TestOptimiseDefault(t *testing.T) {
	for _, b := range []Backend{Gini(), Gophersat().Backend} {
		stats := func(encoding string) map[string]int64 {
			out := b.Run(t.Context(), nqueens.Request{Problem: parse(t, "domination(5)"), Task: nqueens.Optimise, Encoding: encoding}, nil)
			return out.Stats
		}
		if got, want := stats(""), stats(b.description.DefaultEncoding(nqueens.Optimise)); !maps.Equal(got, want) {
			t.Errorf("%s: %v, with its default %v", b.description.Name, got, want)
		}
		if maps.Equal(stats(""), stats(defaultEncoding)) {
			t.Errorf("%s: the pieces are counted as to find one solution", b.description.Name)
		}
	}
}

// interrupted ends the context in the middle of a step.
type interrupted struct {
	engine
	steps  *int
	cancel func()
}

func (e interrupted) solve(ctx context.Context, assumptions []nqueens.Literal) (bool, error) {
	if *e.steps--; *e.steps == 0 {
		e.cancel()
	}
	return e.engine.solve(ctx, assumptions)
}

// TestOptimumCancelled checks that gini, cancelled in any step, reports the best solution so far,
// and no optimum.
func TestOptimumCancelled(t *testing.T) {
	request := nqueens.Request{Problem: parse(t, "domination(5)"), Task: nqueens.Optimise}
	steps := int(Gini().Run(t.Context(), request, nil).Stats["steps"])
	if steps < 3 {
		t.Fatalf("%d steps are too few to stop one in the middle", steps)
	}
	for at := 1; at <= steps; at++ {
		ctx, cancel := context.WithCancel(t.Context())
		b, left := Gini(), at
		load := b.load
		b.load = func(m *nqueens.Model, e encode.Encoding) engine { return interrupted{load(m, e), &left, cancel} }
		out := b.Run(ctx, request, nil)
		cancel()
		if out.Status != nqueens.Cancelled || out.Optimum != nil || out.Solution != nil || out.Partial.String() != "0" {
			t.Errorf("step %d: %+v", at, out)
		}
		if strings.Contains(out.Note, "the best solution found has") != (at > 1) {
			t.Errorf("step %d: the note is %q", at, out.Note)
		}
	}
}
