package fuzz

import (
	"context"
	"fmt"

	"nqueens"
)

const bruteForceName = "brute-force"

// mostTried is the largest number of placements of a problem that bruteForce solves.
const mostTried = 10

// bruteForce is a reference backend that tries every choice of placements and checks each by the rules
// of the problem. It shares no code with an engine or an encoding.
type bruteForce struct{}

// Describe implements backends.Backend.
func (bruteForce) Describe() nqueens.Description {
	return nqueens.Description{
		Name: bruteForceName, About: "tries every choice and checks it by the rules", Version: "1", Engine: "brute-force",
		Tasks: nqueens.Tasks(), Unreduced: true,
	}
}

// choices returns the placements from which solutions of a problem are chosen, or an error if there
// are too many.
func choices(p nqueens.Problem) ([]nqueens.Placement, error) {
	if p.HasBoard() && p.Board().Size() > mostTried || !p.HasBoard() && p.N > mostTried {
		return nil, fmt.Errorf("%v has more than %d placements to try", p.Short(), mostTried)
	}
	bare := p
	if p.HasBoard() {
		bare = p.Empty() // the placements on closed squares too
	}
	m, err := bare.Model()
	if err != nil {
		return nil, err
	}
	list := m.Placements[:len(m.Placements)-m.Auxiliaries]
	if len(list) > mostTried || len(m.Chosen) > 0 {
		return nil, fmt.Errorf("%v has more than %d placements to try", p.Short(), mostTried)
	}
	return list, nil
}

// Supports implements backends.Backend.
func (b bruteForce) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	_, err := choices(r.Problem)
	return err
}

// Run implements backends.Backend.
func (b bruteForce) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	list, err := choices(r.Problem)
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	p := r.Problem
	goal := p.Goal()
	var best []nqueens.Solution
	for choice := range 1 << len(list) {
		if ctx.Err() != nil {
			return nqueens.Stopped(ctx, 0)
		}
		var s nqueens.Solution
		for i, at := range list {
			if choice>>i&1 == 1 {
				s = append(s, at)
			}
		}
		s.Sort()
		if p.Check(s) != nil {
			continue
		}
		if goal != nqueens.NoGoal && len(best) > 0 {
			switch value, so := p.Counted(s), p.Counted(best[0]); {
			case goal.Better(value, so):
				best = nil
			case value != so:
				continue
			}
		}
		best = append(best, s)
		if goal == nqueens.NoGoal && r.Task == nqueens.FindFirst {
			break
		}
	}
	o := nqueens.Outcome{Status: nqueens.Solved}
	if goal != nqueens.NoGoal && len(best) > 0 {
		value := p.Counted(best[0])
		o.Optimum = &value
	}
	if r.Task.FindsOne() {
		if len(best) == 0 {
			o.Status = nqueens.Unsatisfiable
			return o
		}
		o.Solution = best[0]
		return o
	}
	if r.Task == nqueens.FindAll {
		for _, s := range best {
			if !visit(s) {
				return nqueens.Stopped(ctx, 0)
			}
		}
	}
	o.Count = nqueens.NewCount(uint64(len(best)))
	return o
}
