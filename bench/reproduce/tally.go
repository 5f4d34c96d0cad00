package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/bench/judge"
)

// tally has the counts of one problem.
type tally struct {
	count   *nqueens.Count // nil without a count, or if the answers differ
	engines []string       // engines with the same answer
	dissent string         // the wrong answers, or ""
}

func (e evidence) tally(p nqueens.Problem) (t tally) {
	i := slices.IndexFunc(e.Summary.Judgement.Verdicts, func(v judge.Verdict) bool { return v.Problem.String() == p.String() })
	if i < 0 {
		return t
	}
	v := e.Summary.Judgement.Verdicts[i]
	if t.engines = v.Engines; len(v.Engines) > 0 {
		t.count = v.Count
	}
	var said []string
	for _, d := range v.Dissent {
		if d.Count != nil {
			said = append(said, fmt.Sprintf("%v by %s", d.Count, d.Contender.String()))
		} else {
			said = append(said, "a wrong answer by "+d.Contender.String())
		}
	}
	t.dissent = strings.Join(said, ", ")
	return t
}

// String returns the count, or the wrong answers.
func (t tally) String() string {
	switch {
	case t.dissent != "":
		return t.dissent
	case t.count == nil:
		return "–"
	}
	return t.count.String()
}

// eachSolution lists all solutions of a problem in this process with package bitmask, each in file order.
func eachSolution(ctx context.Context, p nqueens.Problem, visit func(nqueens.Solution)) error {
	o := bitmask.New().Run(ctx, nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(s nqueens.Solution) bool {
		s = slices.Clone(s)
		s.Sort()
		visit(s)
		return true
	})
	if o.Status.Answered() {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("listing the solutions of %v: %s: %s", p, o.Status, o.Reason)
}

func listAll(ctx context.Context, p nqueens.Problem) (all []nqueens.Solution, set nqueens.Fingerprint, err error) {
	err = eachSolution(ctx, p, func(s nqueens.Solution) {
		set.Add(s)
		all = append(all, s)
	})
	return all, set, err
}

// listFundamental lists all solutions and counts those that come first among their images.
func listFundamental(ctx context.Context, p nqueens.Problem) (*nqueens.Count, error) {
	var found uint64
	err := eachSolution(ctx, p, func(s nqueens.Solution) {
		if s.Fundamental(p.N) {
			found++
		}
	})
	return nqueens.NewCount(found), err
}
