// Package answer has the code that the Run methods of backends share: from a Problem to an engine's
// own form, and from an engine's results to an Outcome.
package answer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/backends/internal/await"
	"nqueens/backends/trace"
	"nqueens/encode"
	"nqueens/internal/propagate"
)

// Encodings returns the names of all encodings, the backend's own default first.
func Encodings(own string) []string {
	names := []string{own}
	for _, e := range encode.Encodings() {
		if e.Name != own {
			names = append(names, e.Name)
		}
	}
	return names
}

// Outline returns the outline of a problem's Model, or an error if the board is too large for a
// Model.
func Outline(backend string, p nqueens.Problem) (nqueens.Outline, error) {
	if side := p.Board().Side(); side > nqueens.MaxModelSize {
		return nqueens.Outline{}, fmt.Errorf("%s takes boards of up to %d squares a side, not %d", backend, nqueens.MaxModelSize, side)
	}
	return p.Outline()
}

// Bound returns an error if the encoding of the request's problem would exceed the engine's limit.
// size returns the number of units that the engine reads, such as clauses, for the outline o; what
// is their name and most the limit.
func Bound(backend string, r nqueens.Request, o nqueens.Outline, size func(nqueens.Outline) int, most int, what string) error {
	p, n := r.Problem, Size(r, o, size, most)
	if n <= most {
		return nil
	}
	subject := fmt.Sprintf("a board of %d squares a side can become", p.Board().Side())
	if !p.HasBoard() {
		subject = p.Formula.Name + " becomes"
	}
	return fmt.Errorf("%s %d million %s, more than the %d million that %s takes", subject, n/1e6, what, most/1e6, backend)
}

// Size returns the size of the outline. If that exceeds most and the board has pieces on it, it
// returns the size of the reduced problem, which is what the engine gets unless the unreduced
// problem is requested.
func Size(r nqueens.Request, o nqueens.Outline, size func(nqueens.Outline) int, most int) int {
	p, n := r.Problem, size(o)
	if n > most && !r.Unreduced && len(p.Given)+len(p.Others) > 0 {
		if m, err := propagate.Reduced(p); err == nil {
			return size(m.Outline())
		}
	}
	return n
}

// Encode returns the Model of the request's problem, filtered unless the unreduced problem is
// requested, and the result of write for it. That takes seconds for the largest boards, and is
// abandoned when the context ends.
func Encode[T any](ctx context.Context, r nqueens.Request, write func(*nqueens.Model) (T, error)) (*nqueens.Model, T, error) {
	model := propagate.Filtered
	if r.Unreduced {
		model = nqueens.Problem.Model
	}
	return encoded(ctx, r.Problem, model, write)
}

// EncodeToProve does the same as Encode with the Model that proofs refute, which is reduced but not
// filtered: a proof is checked against the rules of the whole problem.
func EncodeToProve[T any](ctx context.Context, r nqueens.Request, write func(*nqueens.Model) (T, error)) (*nqueens.Model, T, error) {
	return encoded(ctx, r.Problem, propagate.Reduced, write)
}

func encoded[T any](ctx context.Context, p nqueens.Problem, model func(nqueens.Problem) (*nqueens.Model, error), write func(*nqueens.Model) (T, error)) (*nqueens.Model, T, error) {
	type made struct {
		model *nqueens.Model
		form  T
		err   error
	}
	out, err := await.Result(ctx, func() (e made) {
		if e.model, e.err = model(p); e.err == nil {
			e.form, e.err = write(e.model)
		}
		return e
	})
	return out.model, out.form, cmp.Or(err, out.err)
}

// Unencoded returns the Outcome for an error of Encode.
func Unencoded(ctx context.Context, err error) nqueens.Outcome {
	if ctx.Err() != nil {
		return nqueens.Stopped(ctx, 0)
	}
	return nqueens.Fail(nqueens.Unsupported, err.Error())
}

// Failed returns the Outcome of a search that ended with an error, the context's or another, after
// finding the given number of solutions.
func Failed(ctx context.Context, err error, found uint64) nqueens.Outcome {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		out := nqueens.Stopped(ctx, found)
		if why := err.Error(); why != ctx.Err().Error() {
			out.Reason = why
		}
		return out
	}
	status := nqueens.Crashed
	if errors.Is(err, trace.ErrFull) {
		status = nqueens.Unknown
	}
	out := nqueens.Fail(status, err.Error())
	out.Partial = nqueens.NewCount(found)
	return out
}

// Solutions collects the solutions of a search for the answer to a task.
type Solutions struct {
	Found uint64 // a search that only counts may add to it

	task   nqueens.Task
	visit  func(nqueens.Solution) bool
	first  nqueens.Solution
	enough bool // visit returned false
	why    string
}

// To returns Solutions for the task. visit is called for nqueens.FindAll only.
func To(task nqueens.Task, visit func(nqueens.Solution) bool) *Solutions {
	return &Solutions{task: task, visit: visit}
}

// Of sets the reason of the answer "no solution" to the one found when Encode made the model, if
// there is one.
func (s *Solutions) Of(m *nqueens.Model) *Solutions {
	s.why = propagate.Why(m)
	return s
}

// Add adds a solution, which it does not keep, and reports whether the search should continue.
func (s *Solutions) Add(solution nqueens.Solution) bool {
	s.Found++
	switch s.task {
	case nqueens.FindFirst:
		s.first = slices.Clone(solution)
		s.first.Sort()
		return false
	case nqueens.FindAll:
		s.enough = !s.visit(solution)
	}
	return !s.enough
}

// Outcome returns the answer of a search that has ended: with an error, because Add returned false,
// or because it was complete.
func (s *Solutions) Outcome(ctx context.Context, err error) nqueens.Outcome {
	switch {
	case s.task == nqueens.FindFirst && s.Found > 0:
		return nqueens.Outcome{Status: nqueens.Solved, Solution: s.first}
	case s.enough:
		return nqueens.Outcome{Status: nqueens.Cancelled, Partial: nqueens.NewCount(s.Found)}
	case err != nil:
		return Failed(ctx, err, s.Found)
	case s.task == nqueens.FindFirst:
		return nqueens.Outcome{Status: nqueens.Unsatisfiable, Note: s.why}
	}
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(s.Found)}
}

// VariableName returns the name of a variable of an encoded model in a trace: the text of its
// placement, or s1, s2, … for the auxiliary variables of the encoding.
func VariableName(m *nqueens.Model, variable int32) string {
	if int(variable) <= len(m.Placements) {
		return m.Placements[variable-1].String()
	}
	return fmt.Sprintf("s%d", int(variable)-len(m.Placements))
}
