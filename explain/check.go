package explain

import (
	"context"
	"errors"
	"fmt"

	"nqueens"
	"nqueens/backends"
)

// ErrWrong is the error of Check for an engine that does not agree.
var ErrWrong = errors.New("the engines do not agree")

// checkers are the engines that check a conflict, in the order in which they are tried. None of them is
// the engine that found it.
var checkers = []string{"branch", "gophersat-pb", "gophersat", "dlx", "allsat"}

// Check verifies with another engine that the statements of a conflict have no common solution. If each is
// set, it also verifies that there is a solution without any one of the statements. It returns the name of
// the engine that refuted the statements, and the number of statements that were verified to be needed;
// when the context ends, that number may be smaller than the conflict.
func (s *System) Check(ctx context.Context, all []backends.Backend, set []int, each bool) (by string, needed int, err error) {
	unsatisfiable, by, err := decide(ctx, all, s.Sub(set))
	if err != nil {
		return "", 0, err
	}
	if !unsatisfiable {
		return by, 0, fmt.Errorf("%w: by %s the statements do not contradict each other", ErrWrong, by)
	}
	if !each {
		return by, 0, nil
	}
	for i := range set {
		rest := append(append([]int(nil), set[:i]...), set[i+1:]...)
		unsatisfiable, other, err := decide(ctx, all, s.Sub(rest))
		if err != nil {
			return by, needed, nil //nolint:nilerr // needed counts the statements checked so far
		}
		if unsatisfiable {
			return by, needed, fmt.Errorf("%w: by %s %s can be left out", ErrWrong, other, s.Statements[set[i]].Name)
		}
		needed++
	}
	return by, needed, nil
}

// decide runs the checkers on a formula until one of them decides it. It checks a solution, and returns
// the name of that checker.
func decide(ctx context.Context, all []backends.Backend, p nqueens.Problem) (unsatisfiable bool, by string, err error) {
	r := nqueens.Request{Problem: p, Task: nqueens.FindFirst, Seed: 1}
	err = errors.New("no engine can check")
	for _, name := range checkers {
		b, err2 := backends.Named(all, name)
		if err2 != nil || b.Supports(r) != nil {
			continue
		}
		o := b.Run(ctx, r, nil)
		switch {
		case o.Status == nqueens.Unsatisfiable:
			return true, name, nil
		case o.Status == nqueens.Solved:
			return false, name, p.Check(o.Solution)
		case ctx.Err() != nil:
			return false, name, ctx.Err()
		}
		err = errors.New(o.Reason)
	}
	return false, "", err
}
