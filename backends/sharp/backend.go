package sharp

import (
	"context"
	"errors"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/encode"
)

// Backend is the backend "sharp".
type Backend struct{}

// defaultEncoding is an encoding without auxiliary variables.
const defaultEncoding = "pairwise"

// exactVariant is the encoding name that selects pairwise with exact keys of components.
const exactVariant = "exact"

// plain replaces the encoding names "exact" and "native", which only this backend knows, by an encoding
// for clauses. It also reports whether the cache must compare exact keys, and whether linear constraints
// are kept as sums. They are kept unless the request names an encoding for clauses.
func plain(r nqueens.Request) (_ nqueens.Request, exact, sums bool) {
	switch r.Encoding {
	case exactVariant:
		r.Encoding = defaultEncoding
		return r, true, false
	case nativeVariant, "":
		r.Encoding = ""
		return r, false, true
	}
	return r, false, false
}

// maxClauses limits the size of the formula, so that it fits into a few GiB.
const maxClauses int = 10_000_000

// Describe implements backends.Backend.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:      "sharp",
		About:     "our own model counter: component caching and clause learning, guided by a tree decomposition",
		Version:   "1",
		Engine:    "sharp",
		Unreduced: true,
		Weighs:    true,
		Tasks:     []nqueens.Task{nqueens.CountAll},
		Encodings: append(answer.Encodings(defaultEncoding), exactVariant, nativeVariant),
	}
}

// Preference returns a positive number for counting the models of a formula. Exact covers are left to dlx.
func (Backend) Preference(r nqueens.Request) int {
	if r.Task == nqueens.CountAll && !r.Problem.HasBoard() && r.Problem.Formula.Format != encode.ExactCover {
		return 20
	}
	return 0
}

// Supports implements backends.Backend.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	if r.Problem.Goal() != nqueens.NoGoal {
		return errors.New("sharp counts all solutions; it cannot count only the optimal ones")
	}
	r, _, sums := plain(r)
	if sums {
		return checkNative(r)
	}
	return answer.CheckClauses("sharp", r, defaultEncoding, maxClauses)
}

// unprojected returns the formula without its projection if the other variables determine the
// auxiliary ones. The number of models is then the number of solutions, and the counter may branch on
// all variables.
func unprojected(m *nqueens.Model, f *encode.CNF) *encode.CNF {
	if !m.Determined || f.Variables != len(m.Placements) {
		return f
	}
	whole := *f
	whole.Projection = nil
	return &whole
}

// Run implements backends.Backend. The outcome's Stats report the work of the search, the lookups and hits of
// the component cache, and the size of the encoded formula.
func (b Backend) Run(ctx context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	r, exact, native := plain(r)
	watch := nqueens.NewStopwatch()
	model, cnf, sums, err := stated(ctx, r, native)
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	cnf = unprojected(model, cnf)
	c, err := NewWithSums(cnf, sums, Config{Memory: r.Memory / 2, Seed: r.Seed, Exact: exact, Threads: r.Threads})
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	encoded := watch.Lap()
	out := nqueens.Outcome{Status: nqueens.Solved}
	if out.Count, err = c.Count(ctx); err != nil {
		out = answer.Failed(ctx, err, 0)
	}
	out.Phases = nqueens.Phases{Encode: encoded, Solve: watch.Lap()}
	s := c.Stats()
	out.Stats = map[string]int64{
		"decisions":    s.Decisions,
		"propagations": s.Propagations,
		"conflicts":    s.Conflicts,
		"learnt":       s.Learnt,
		"components":   s.Looked,
		"cached":       s.Found,
		"width":        s.Width,
		"variables":    int64(cnf.Variables),
		"clauses":      int64(cnf.NumClauses()),
	}
	if native {
		out.Stats["sums"] = int64(len(sums))
	}
	return out
}
