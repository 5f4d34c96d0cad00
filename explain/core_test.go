package explain

import (
	"context"
	"errors"
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
	"nqueens/family"
)

// finder is a CoreFinder that returns the values of its fields.
type finder struct {
	backends.Backend
	answer func(f *encode.CNF, assumptions []int32) (bool, []int32)
}

func (finder) Describe() nqueens.Description { return nqueens.Description{Name: "finder"} }
func (finder) FindsCores() error             { return nil }
func (x finder) Core(_ context.Context, f *encode.CNF, assumptions []int32) (bool, []int32, error) {
	satisfiable, core := x.answer(f, assumptions)
	return satisfiable, core, nil
}

// TestConflictFrom checks that the conflict is made from the core of another solver, and that a wrong core
// or status is an ErrWrong.
func TestConflictFrom(t *testing.T) {
	unsolvable := nqueens.Problem{Family: family.Queens, N: 3}
	solvable := nqueens.Problem{Family: family.Queens, N: 4}
	all := func(_ *encode.CNF, assumptions []int32) (bool, []int32) { return false, assumptions }
	for name, c := range map[string]struct {
		problem nqueens.Problem
		answer  func(f *encode.CNF, assumptions []int32) (bool, []int32)
		err     error
	}{
		"right":             {unsolvable, all, nil},
		"none":              {unsolvable, func(*encode.CNF, []int32) (bool, []int32) { return false, nil }, ErrWrong},
		"satisfiable":       {unsolvable, func(*encode.CNF, []int32) (bool, []int32) { return true, nil }, ErrWrong},
		"not assumed":       {unsolvable, func(*encode.CNF, []int32) (bool, []int32) { return false, []int32{1} }, ErrWrong},
		"solvable":          {solvable, func(*encode.CNF, []int32) (bool, []int32) { return true, nil }, ErrSolvable},
		"wrongly no answer": {solvable, all, ErrWrong},
	} {
		s, err := NewSystem(c.problem)
		if err != nil {
			t.Fatal(err)
		}
		set, core, size, err := s.ConflictFrom(t.Context(), finder{answer: func(f *encode.CNF, assumptions []int32) (bool, []int32) {
			if len(assumptions) != len(s.Statements) {
				t.Errorf("%s: %d assumptions for %d statements", name, len(assumptions), len(s.Statements))
			}
			for clause := range f.Clauses() {
				if slices.ContainsFunc(clause, func(l int32) bool { return int(max(l, -l)) > f.Variables }) {
					t.Fatalf("%s: the clause %v has a variable above %d", name, clause, f.Variables)
				}
			}
			return c.answer(f, assumptions)
		}})
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v, not %v", name, err, c.err)
		}
		if c.err == nil && (len(core) != len(s.Statements) || size == Reduced || len(set) == 0 || len(set) >= len(core)) {
			t.Errorf("%s: %d statements of %d, size %v", name, len(set), len(core), size)
		}
	}
}
