package backends

import (
	"fmt"
	"slices"

	"nqueens"
	"nqueens/backends/allsat"
	"nqueens/backends/auto"
	"nqueens/backends/bdd"
	"nqueens/backends/bitmask"
	"nqueens/backends/branch"
	"nqueens/backends/classic"
	"nqueens/backends/construct"
	"nqueens/backends/cover"
	"nqueens/backends/external"
	"nqueens/backends/linear"
	"nqueens/backends/orbit"
	"nqueens/backends/quadrant"
	"nqueens/backends/repair"
	"nqueens/backends/sat"
	"nqueens/backends/sharp"
	"nqueens/internal/suggest"
)

// All returns every backend of this program, in the order in which they are listed: the portfolio,
// the engines for every problem, the engines for some problems only, the newer ones, and the
// external programs, installed or not.
func All() []Backend {
	list := []Backend{
		bitmask.New(),
		cover.Backend{},
		allsat.Backend{},
		branch.Backend{},
		sat.Gini(),
		sat.Gophersat(),
		sat.GophersatPB(),
		sat.GophersatModels{},
		sat.GophersatCuttingPlanes(),
		linear.Backend{},
		quadrant.New(),
		orbit.Backend{},
		construct.Backend{},
		repair.MinConflicts(),
		repair.SosicGu(),
		repair.Genetic(),
	}
	for _, method := range classic.All() {
		list = append(list, method)
	}
	// The look of a backend in charts depends on its place in this list. Add new ones at the end, so
	// that the others keep theirs.
	list = append(list,
		sharp.Backend{},
		sat.Cores(),
		bdd.Backend{},
		sat.GophersatMaxSAT(),
	)
	for _, solver := range external.Solvers() {
		list = append(list, solver)
	}
	return slices.Insert(list, 0, Backend(auto.New(list)))
}

// Named returns the backend of the list that has the name.
func Named(list []Backend, name string) (Backend, error) {
	return suggest.Named("backend", name, list, NameOf)
}

// NameOf returns the name of a backend. It avoids Describe where the backend has a method Name: the
// portfolio describes all backends, which takes time and adds to the memory of a measured process.
func NameOf(b Backend) string {
	if b, ok := b.(interface{ Name() string }); ok {
		return b.Name()
	}
	return b.Describe().Name
}

// Fastest returns the ordinary backend that is likely to serve the request first: of the backends
// that support it, the one with the highest preference, otherwise the first of the list. It calls
// Supports, which may build a Model, only until it has found one.
func Fastest(list []Backend, r nqueens.Request) (Backend, error) {
	for _, b := range auto.Ranked(list, r) {
		if b.Supports(r) == nil {
			return b, nil
		}
	}
	return nil, fmt.Errorf("no backend can do this: %s of %v", r.Task, r.Problem.Short())
}
