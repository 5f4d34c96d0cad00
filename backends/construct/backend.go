package construct

import (
	"context"
	"fmt"

	"nqueens"
)

// Backend is the backend "construct". Its zero value is ready for use. The encodings of a request
// are the names of the forms, or "auto" for the best.
type Backend struct{}

// MaxSize is the largest board side. Written as text, a solution of this size takes 16 petabytes,
// more than any disk.
const MaxSize int64 = 1e15

// MaxHeld is the largest board side for which Run stores the solution in memory, 16 bytes a queen.
// Stream writes larger ones.
const MaxHeld = 1 << 25

const auto = "auto"

// Describe implements backends.Backend.
func (Backend) Describe() nqueens.Description {
	encodings := []string{auto}
	for _, f := range append(Forms(), klarner()) {
		encodings = append(encodings, f.Name)
	}
	return nqueens.Description{
		Name:      "construct",
		About:     "one solution by formula, of any size, without a search",
		Version:   "1",
		Engine:    "construct",
		Tasks:     []nqueens.Task{nqueens.FindFirst},
		Encodings: encodings,
	}
}

// Supports returns an error for boards that no formula, or not the requested one, solves.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	if p := r.Problem; p.Family.Construct != nil {
		_, err := p.Family.Construct(p)
		return err
	}
	_, err := form(r)
	return err
}

// Preference is high for a first solution, which a formula gives without a search.
func (Backend) Preference(r nqueens.Request) int {
	if r.Task == nqueens.FindFirst {
		return 30
	}
	return 0
}

// form returns the form that answers the request.
func form(r nqueens.Request) (Form, error) {
	p := r.Problem
	if err := p.Validate(); err != nil {
		return Form{}, err
	}
	best, err := Best(p)
	switch layered := klarner(); {
	case p.Family == layered.Family && (r.Encoding == "" || r.Encoding == auto || r.Encoding == layered.Name):
		return layered, fillsLayers(p)
	case r.Encoding == layered.Name:
		return Form{}, fmt.Errorf("%s is for three dimensions: %s", layered.Name, layered.Family.Name)
	case !p.Bare():
		return Form{}, fmt.Errorf("construct has formulas for empty boards only, not for %v", p.Short())
	case int64(p.N) > MaxSize:
		return Form{}, fmt.Errorf("construct takes boards of up to %d squares a side, not %d", MaxSize, p.N)
	case err != nil:
		return Form{}, err
	case r.Encoding == "" || r.Encoding == auto:
		return best, nil
	}
	f, err := FormNamed(r.Encoding)
	if err != nil {
		return Form{}, err
	}
	if p.Rule().Wrap && !f.Family.Rule.Wrap {
		return Form{}, fmt.Errorf("%s is for boards with edges, not for the torus", f.Name)
	}
	return f, f.Why(p.N)
}

// Run answers a request for the first solution; it does not call visit. Boards larger than MaxHeld
// have the status unsupported.
func (b Backend) Run(ctx context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	if p := r.Problem; p.Family.Construct != nil {
		watch := nqueens.NewStopwatch()
		s, _ := p.Family.Construct(p) // Supports has refused other problems
		return nqueens.Outcome{Status: nqueens.Solved, Solution: s, Phases: nqueens.Phases{Solve: watch.Lap()}}
	}
	f, _ := form(r) // Supports has refused other problems
	n := r.Problem.N
	if n > MaxHeld {
		return nqueens.Fail(nqueens.Unsupported, fmt.Sprintf(
			"construct stores solutions of up to %d queens in memory, not %d; it can write larger ones only as a stream, one number a line (--as lines)", MaxHeld, n))
	}
	watch := nqueens.NewStopwatch()
	s := make(nqueens.Solution, 0, n)
	for k := range f.Numbers(n) {
		if len(s)%(1<<16) == 0 && ctx.Err() != nil {
			return nqueens.Stopped(ctx, 0)
		}
		s = append(s, nqueens.On(len(s), k-1))
	}
	o := solved(f, len(s))
	if o.Solution = s; r.Problem.Goal() != nqueens.NoGoal { // klarner's: one in each file, and no more fit
		o.Optimum = new(len(s))
	}
	o.Phases.Solve = watch.Lap()
	return o
}

func solved(f Form, n int) nqueens.Outcome {
	return nqueens.Outcome{
		Status: nqueens.Solved,
		Note:   f.Source,
		Stats:  map[string]int64{"queens": int64(n)},
	}
}
