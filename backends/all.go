package backends

import (
	"fmt"
	"slices"

	"nqueens"
	"nqueens/backends/allsat"
	"nqueens/backends/auto"
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
)

// All lists every backend of this program: who has the others answer, engines for every
// problem, then what is for some problems only, at the end the programs that others wrote,
// installed or not.
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
	for _, solver := range external.Solvers() {
		list = append(list, solver)
	}
	return slices.Insert(list, 0, Backend(auto.New(list)))
}

// Named finds a backend of the list by its name.
func Named(list []Backend, name string) (Backend, error) {
	return nqueens.Named("backend", name, list, NameOf)
}

// NameOf returns the name of a backend. One that has others answer describes all of them,
// which takes time and stays in the memory of a process that is measured; so it has a name
// beside its description.
func NameOf(b Backend) string {
	if b, ok := b.(interface{ Name() string }); ok {
		return b.Name()
	}
	return b.Describe().Name
}

// Fastest returns the ordinary backend that is likely to serve the request first: of
// those that can, the one that prefers it most, otherwise the first of the list.
// Only as many are asked whether they can as it takes to find it: that may build a Model.
func Fastest(list []Backend, r nqueens.Request) (Backend, error) {
	for _, b := range auto.Ranked(list, r) {
		if b.Supports(r) == nil {
			return b, nil
		}
	}
	return nil, fmt.Errorf("no backend can do this: %s of %v", r.Task, r.Problem.Short())
}
