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

// checkers are the engines that repeat a claim, in this order; none is the one that found it.
var checkers = []string{"branch", "gophersat-pb", "gophersat", "dlx", "allsat"}

// Check lets another engine decide the statements of a conflict, and the conflict without each of
// its members if each is set. It returns the name of the engine that refuted the statements, and
// the number of members without which a solution was found. It stops with the context.
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
			return by, needed, nil //nolint:nilerr // fewer members are checked, which the number says
		}
		if unsatisfiable {
			return by, needed, fmt.Errorf("%w: by %s %s can be left out", ErrWrong, other, s.Statements[set[i]].Name)
		}
		needed++
	}
	return by, needed, nil
}

// decide lets the first checker that can decide a formula. Its solution is checked.
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
