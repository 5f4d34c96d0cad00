package branch

import (
	"context"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
)

// Backend is the backend "branch".
type Backend struct{}

// Describe implements backends.Backend.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:      "branch",
		About:     "native search of any problem: branch and bound over sets of bits, with a cache of what is left",
		Version:   "1",
		Engine:    "branch",
		Unreduced: true,
		Tasks:     nqueens.Tasks(),
	}
}

// Preference is positive for counting, listing and objectives on boards without exactly one piece
// in each rank and file. For one solution with pieces of several kinds and no known construction it
// is higher than the preference of the backends with cardinality constraints. Other requests have
// faster engines.
func (Backend) Preference(r nqueens.Request) int {
	p := r.Problem
	rule := p.Rule()
	switch first := r.Task == nqueens.FindFirst && p.Goal() == nqueens.NoGoal; {
	case !p.HasBoard() || rule != nil && rule.Permutes():
		return 0
	case !first:
		return 10
	case len(p.Family.Kinds) > 0 && !p.Constructed():
		return 40
	}
	return 0
}

// These limits keep the search within a few hundred MiB.
const (
	maxPlacements = 1 << 14
	maxEntries    = 16 << 20
	cacheBytes    = 256 << 20
)

// Supports implements backends.Backend.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	r = answer.Step(r)
	o, err := answer.Outline("branch", r.Problem)
	if err != nil {
		return err
	}
	if err := answer.Bound("branch", r, o, func(o nqueens.Outline) int { return o.Placements }, maxPlacements, "placements"); err != nil {
		return err
	}
	return answer.Bound("branch", r, o, nqueens.Outline.Entries, maxEntries, "entries of lines and clauses")
}

// Run implements backends.Backend. Its statistics are the nodes of the search, the nodes that the
// cache saved, and the number of steps to the optimum.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	if p := r.Problem; p.Formula != nil && p.Goal() != nqueens.NoGoal {
		if o, err := p.Outline(); err == nil && (o.Objective.Weights != nil || p.Wide()) { // the search itself supports no weights
			return answer.Optimise(ctx, r, nil, b.Run, visit)
		}
	}
	watch := nqueens.NewStopwatch()
	model, _, err := answer.Encode(ctx, r, func(*nqueens.Model) (struct{}, error) { return struct{}{}, nil })
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	stop, release := turns.Watch(ctx)
	defer release()
	run := run{ctx: ctx, model: model, stop: stop, cacheBytes: cacheBytes}
	if r.Memory > 0 {
		run.cacheBytes = min(cacheBytes, r.Memory/4)
	}
	encoded := watch.Lap()
	out := run.answer(r.Task, visit)
	out.Phases = nqueens.Phases{Encode: encoded + run.encode.Seconds(), Solve: watch.Lap() - run.encode.Seconds()}
	out.Stats = map[string]int64{"nodes": run.nodes, "saved": run.saved, "steps": run.steps}
	return out
}

// answer answers the task. If the model has an objective, only its best solutions count.
func (r *run) answer(task nqueens.Task, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if task == nqueens.Optimise {
		task = nqueens.FindFirst
	}
	solutions := answer.To(task, visit).Of(r.model)
	goal := r.model.Objective
	if goal.Goal == nqueens.NoGoal && task != nqueens.FindAll && r.trace == nil {
		if f, err := r.filling(); err != nil {
			return solutions.Outcome(r.ctx, err)
		} else if f != nil {
			return r.fill(f, task, solutions)
		}
	}
	if goal.Goal == nqueens.NoGoal {
		return r.solutions(task, nil, solutions)
	}
	most := goal.Goal == nqueens.Most
	if a := armiesOf(r.model, r.stop); a != nil && r.trace == nil && (task == nqueens.FindFirst || a.files+a.ranks <= maxPeaceful) {
		return r.peace(a, task, solutions)
	}
	best, exists, err := r.optimum(goal.Over, most)
	if err != nil || !exists {
		return solutions.Outcome(r.ctx, err)
	}
	line := asGood(goal.Over, most, best)
	out := r.solutions(task, &line, solutions)
	if out.Status == nqueens.Solved {
		best += goal.Fixed
		out.Optimum = &best
	}
	return out
}

// solutions answers the task for the solutions of the model that also satisfy the line more, if
// more is not nil.
func (r *run) solutions(task nqueens.Task, more *nqueens.Line, solutions *answer.Solutions) nqueens.Outcome {
	var visit func([]int32, []int) bool
	if task != nqueens.CountAll {
		visit = lister(r.model, solutions)
	}
	_, err := r.search(more, task == nqueens.FindAll, visit)
	out := solutions.Outcome(r.ctx, err)
	return r.counted(task, out, err)
}

// counted returns the outcome with its count, or with the partial count after an error.
func (r *run) counted(task nqueens.Task, out nqueens.Outcome, err error) nqueens.Outcome {
	if task == nqueens.CountAll {
		if out.Partial = r.found.count(); err == nil {
			out.Count, out.Partial = r.latest.count(), nil
		}
	}
	return out
}

// lister returns a function that passes on the solutions of a search: the chosen placements with
// each subset of the free ones.
func lister(m *nqueens.Model, solutions *answer.Solutions) func(chosen []int32, free []int) bool {
	var solution nqueens.Solution
	projected := len(m.Placements) - m.Auxiliaries
	return func(chosen []int32, free []int) bool {
		solution = append(solution[:0], m.Chosen...)
		for _, p := range chosen {
			if int(p) < projected {
				solution = append(solution, m.Placements[p])
			}
		}
		var subsets func(free []int) bool
		subsets = func(free []int) bool {
			if len(free) == 0 {
				return solutions.Add(solution)
			}
			if !subsets(free[1:]) {
				return false
			}
			solution = append(solution, m.Placements[free[0]])
			more := subsets(free[1:])
			solution = solution[:len(solution)-1]
			return more
		}
		return subsets(free)
	}
}
