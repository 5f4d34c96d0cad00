package answer

import (
	"context"
	"fmt"
	"slices"

	"nqueens"
)

// Step returns a request of the form that Optimise passes to run in each step. A backend's Supports
// checks it in place of a request with an objective.
func Step(r nqueens.Request) nqueens.Request {
	if r.Problem.Goal() == nqueens.NoGoal {
		return r
	}
	if r.Task == nqueens.Optimise {
		r.Task = nqueens.FindFirst
	}
	span := r.Problem.Span()
	r.Problem = r.Problem.WithPieces(*nqueens.Exactly(span.Min + (span.Max-span.Min)/2)) // the widest counter
	return r
}

// Optimise answers a request for a problem with an objective. If the engine supports objectives,
// best returns a best solution. Otherwise best is nil, and Optimise searches for a solution, then
// for one that is better by at least one piece, until there is none. Then it answers the task for
// solutions with the best number of pieces. Each step calls run for a problem with Pieces. The
// statistics are totals over all steps, sizes are those of the largest, and "steps" is the number
// of steps.
//
// If the problem is Wide, it does this for each objective in turn.
func Optimise(ctx context.Context, r nqueens.Request, best func(nqueens.Request) nqueens.Outcome, run func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome, visit func(nqueens.Solution) bool) nqueens.Outcome {
	goal, whole := r.Problem.Goal(), nqueens.Outcome{Stats: map[string]int64{}}
	take := func(out nqueens.Outcome) nqueens.Outcome {
		whole.Phases.Encode += out.Phases.Encode
		whole.Phases.Solve += out.Phases.Solve
		whole.Phases.Decode += out.Phases.Decode
		whole.ProgramCPU += out.ProgramCPU
		for name, n := range out.Stats {
			if slices.Contains(sizes, name) {
				whole.Stats[name] = max(whole.Stats[name], n)
			} else {
				whole.Stats[name] += n
			}
		}
		whole.Stats["steps"]++
		if whole.Void == "" {
			whole.Void = out.Void
		}
		return out
	}
	ask := func(r nqueens.Request, task nqueens.Task, pieces nqueens.Range) nqueens.Outcome {
		step := r
		step.Task, step.Problem = task, r.Problem.WithPieces(pieces)
		return take(run(ctx, step, visit))
	}
	end := func(out nqueens.Outcome) nqueens.Outcome {
		out.Phases, out.Stats, out.Void, out.ProgramCPU = whole.Phases, whole.Stats, whole.Void, whole.ProgramCPU
		return out
	}
	var before []int // the best values of the objectives before
	reached := func(known nqueens.Outcome, optimum int) (nqueens.Outcome, bool) {
		if before = append(before, optimum); r.Problem.Wide() {
			r.Problem = r.Problem.Next(optimum)
			return known, false
		}
		out := atOptimum(r, known, optimum, ask)
		if len(before) > 1 && out.Status == nqueens.Solved {
			out.Optimum, out.Cost = nil, r.Problem.CostOf(before...)
		}
		return end(out), true
	}
	var known nqueens.Outcome
	optimum, span := 0, r.Problem.Span()
	for better := (nqueens.Range{Min: span.Min, Max: nqueens.Unbounded}); ; {
		var out nqueens.Outcome
		if best != nil {
			step := r
			step.Task = nqueens.Optimise
			out = take(best(step))
		} else {
			out = ask(r, nqueens.FindFirst, better)
		}
		switch {
		case out.Status == nqueens.Unsatisfiable && known.Status == nqueens.Solved:
			out, last := reached(known, optimum)
			if last {
				return out
			}
			optimum, span = r.Problem.Counted(known.Solution), r.Problem.Span()
			better = betterThan(goal, optimum, span)
			continue
		case out.Status == nqueens.Unsatisfiable && r.Task.FindsOne():
			return end(out)
		case out.Status == nqueens.Unsatisfiable:
			return end(nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(0)})
		case out.Status != nqueens.Solved:
			if known.Status == nqueens.Solved && len(before) == 0 && !r.Problem.Wide() {
				out.Note = "the best solution found has " + r.Problem.Worth(optimum)
			}
			if out.Partial != nil {
				out.Partial = nqueens.NewCount(0) // none is known to be best
			}
			return end(out)
		}
		found := r.Problem.Counted(out.Solution)
		if known.Status == nqueens.Solved && !goal.Better(found, optimum) {
			return end(nqueens.Fail(nqueens.Crashed, fmt.Sprintf("it returned a solution with %[2]d pieces, but the step required %[1]v", better, found)))
		}
		known, optimum = out, found
		better = betterThan(goal, found, span)
		for best != nil || better.Max < span.Min || better.Min > span.Max {
			out, last := reached(known, optimum)
			if last {
				return out
			}
			optimum, span = r.Problem.Counted(known.Solution), r.Problem.Span()
			if better = betterThan(goal, optimum, span); best != nil {
				known = nqueens.Outcome{} // the program finds the best solution by itself
				break
			}
		}
	}
}

// betterThan returns the range of the values that are better than value, given the span of all
// possible values. It can be empty.
func betterThan(goal nqueens.Goal, value int, span nqueens.Range) nqueens.Range {
	if goal == nqueens.Most {
		return nqueens.Range{Min: value + 1, Max: nqueens.Unbounded}
	}
	return nqueens.Range{Min: span.Min, Max: value - 1}
}

// sizes are the names of the statistics that describe the size of a problem. Optimise does not add
// these up over its steps.
var sizes = []string{"variables", "clauses", "parities", "literals", "constraints", "items", "options", "peak-bytes"}

// atOptimum answers the task for the solutions with the best number of pieces.
func atOptimum(r nqueens.Request, known nqueens.Outcome, optimum int, ask func(nqueens.Request, nqueens.Task, nqueens.Range) nqueens.Outcome) nqueens.Outcome {
	out := known
	if !r.Task.FindsOne() {
		out = ask(r, r.Task, *nqueens.Exactly(optimum))
	}
	if out.Status == nqueens.Solved {
		out.Optimum = &optimum
	}
	return out
}
