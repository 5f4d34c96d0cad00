package allsat

import (
	"context"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/encode"
)

// Backend is the backend "allsat".
type Backend struct{}

// defaultEncoding is the fastest to write for boards that can be counted. All encodings give about
// the same clauses once auxiliary variables are eliminated.
const defaultEncoding = "pairwise"

// maxClauses limits the formula, so that it fits in a few GiB.
const maxClauses int = 20_000_000

// Describe implements backends.Backend.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:      "allsat",
		About:     "enumerator of the models of any formula, of this project: bit sets with closed implications, lookahead or clause learning",
		Version:   "2",
		Engine:    "allsat",
		Unreduced: true,
		Tasks:     nqueens.Tasks(),
		Encodings: answer.Encodings(defaultEncoding),
	}
}

// Preference is positive for one solution of a formula, and for their number. On formulas that take
// milliseconds learning has more overhead; on the others this backend gets turns in a race.
func (Backend) Preference(r nqueens.Request) int {
	switch {
	case r.Problem.HasBoard():
	case r.Task == nqueens.FindFirst:
		return 15
	case r.Task == nqueens.CountAll && r.Problem.Formula.Format != encode.ExactCover:
		return 10
	}
	return 0
}

// Supports implements backends.Backend.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	r = answer.Step(r)
	return answer.CheckClauses("allsat", r, defaultEncoding, maxClauses)
}

// Run implements backends.Backend. Its statistics are the decisions, propagations and conflicts of
// the search, the clauses learnt, and the size of the encoded formula.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	if r.Problem.Goal() != nqueens.NoGoal {
		return answer.Optimise(ctx, r, nil, b.Run, visit)
	}
	watch := nqueens.NewStopwatch()
	model, cnf, err := answer.Clauses(ctx, r, defaultEncoding)
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	e, err := New(cnf, Config{Threads: r.Threads})
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	encoded := watch.Lap()

	out := do(ctx, r, e, model, visit)
	out.Phases = nqueens.Phases{Encode: encoded, Solve: watch.Lap()}
	s := e.Stats()
	if s.Engine != Auto && out.Note == "" {
		out.Note = "searched by the engine " + string(s.Engine)
	}
	out.Stats = map[string]int64{
		"decisions":    s.Decisions,
		"propagations": s.Propagations,
		"conflicts":    s.Conflicts,
		"learnt":       s.Learnt,
		"variables":    int64(cnf.Variables),
		"clauses":      int64(cnf.NumClauses()),
	}
	return out
}

// do runs the enumerator for the request's task and returns the outcome. It passes solutions to visit.
func do(ctx context.Context, r nqueens.Request, e *Enumerator, m *nqueens.Model, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if r.Task == nqueens.CountAll {
		count, err := e.Count(ctx)
		if err != nil {
			out := answer.Failed(ctx, err, 0)
			out.Partial = count
			return out
		}
		return nqueens.Outcome{Status: nqueens.Solved, Count: count}
	}
	solutions := answer.To(r.Task, visit).Of(m)
	var solution nqueens.Solution
	for literals := range e.Models(ctx) {
		solution = append(solution[:0], m.Chosen...)
		for i, l := range literals {
			if l > 0 {
				solution = append(solution, m.Placements[i])
			}
		}
		if !solutions.Add(solution) {
			break
		}
	}
	return solutions.Outcome(ctx, e.Err())
}
