package auto

import (
	"cmp"
	"context"
	"slices"

	"nqueens"
)

// Engine is a backend that auto can use; every backend of package backends is one.
type Engine interface {
	Describe() nqueens.Description
	Supports(nqueens.Request) error
	Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome
}

// Ordinary reports whether an engine is ordinary (nqueens.Description.Ordinary). It does not
// describe external solvers, which are read from files, or a portfolio, which describes all of
// them, because that takes longer than solving a small board.
func Ordinary(e Engine) bool {
	program, can := e.(interface{ BuiltIn() bool })
	_, portfolio := e.(interface{ Races(nqueens.Request) bool })
	return !portfolio && !(can && program.BuiltIn()) && e.Describe().Ordinary()
}

// Ranked returns the ordinary engines of the list, those that suit the request best first.
func Ranked[E Engine](list []E, r nqueens.Request) []E {
	ranked := slices.DeleteFunc(slices.Clone(list), func(e E) bool { return !Ordinary(e) })
	slices.SortStableFunc(ranked, func(a, b E) int { return cmp.Compare(preference(b, r), preference(a, r)) })
	return ranked
}

// preference returns the engine's preference for the request, 0 if it has none.
func preference(e Engine, r nqueens.Request) int {
	if p, ok := e.(interface{ Preference(nqueens.Request) int }); ok {
		return p.Preference(r)
	}
	return 0
}
