package classic

import (
	"context"
	"fmt"

	"nqueens"
)

// Method is a published method as a backend.
type Method struct {
	nqueens.Description
	refuse func(nqueens.Problem) error
	answer func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome
}

// All lists the methods in the order in which they are best read.
func All() []*Method {
	return []*Method{
		Naive(), Symmetric(), Marks(), Available(), BitmaskStack(),
		Permutations(), Place(), Wirth(), Dijkstra(), RecursiveBitmask(),
		Determinant(), BitSolver(), Table(),
	}
}

// newMethod returns a method that searches bare boards of queens.
func newMethod(name, about string, limit limit, run func(*search), tasks ...nqueens.Task) *Method {
	return &Method{
		Description: nqueens.Description{Name: name, About: about, Version: "1", Engine: name, Tasks: tasks},
		refuse:      func(p nqueens.Problem) error { return limit.refuse(name, p) },
		answer: func(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
			return answer(ctx, r, visit, run)
		},
	}
}

// limit is the largest board of a method.
type limit struct {
	side int
	why  string // what the method does that sets the limit
}

var (
	// bytes is the limit of the methods with arrays: a sum of two coordinates
	// must fit; see squares.
	bytes = limit{128, "counts in bytes"}
	// words is the limit of the bit patterns as published: a word has the files
	// of a rank and one bit to spare, since a full rank is written 1<<n − 1.
	words = limit{31, "holds a rank in a 32-bit word"}
)

func (l limit) refuse(name string, p nqueens.Problem) error {
	switch {
	case p.Family != nqueens.Queens:
		return fmt.Errorf("%s knows only how queens move: queens(%d), not %v", name, p.N, p)
	case !p.Bare():
		return fmt.Errorf("%s takes an empty board and asks for no symmetry: queens(%d), not %v", name, p.N, p)
	case p.N > l.side:
		return fmt.Errorf("%s %s: boards to %d squares a side, not %d", name, l.why, l.side, p.N)
	}
	return nil
}

// sharing names the engine of methods that have code in common, whose answers
// do not confirm each other.
func (m *Method) sharing(engine string) *Method {
	m.Engine = engine
	return m
}

// Describe says what the method is and does.
func (m *Method) Describe() nqueens.Description { return m.Description }

// Supports refuses what the method, as published, does not do.
func (m *Method) Supports(r nqueens.Request) error {
	if err := m.Accepts(r); err != nil {
		return err
	}
	if err := r.Problem.Validate(); err != nil {
		return err
	}
	return m.refuse(r.Problem)
}

// Run answers the request on one thread.
func (m *Method) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := m.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	return m.answer(ctx, r, visit)
}
