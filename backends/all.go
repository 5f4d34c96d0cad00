package backends

import (
	"fmt"
	"slices"

	"nqueens"
	"nqueens/backends/allsat"
	"nqueens/backends/bitmask"
	"nqueens/backends/classic"
	"nqueens/backends/construct"
	"nqueens/backends/cover"
	"nqueens/backends/external"
	"nqueens/backends/orbit"
	"nqueens/backends/quadrant"
	"nqueens/backends/repair"
	"nqueens/backends/sat"
	"nqueens/encode"
)

// All lists every backend of this program: engines for every problem first,
// then what is for some problems only, at the end the programs that others wrote,
// installed or not.
func All() []Backend {
	list := []Backend{
		bitmask.New(),
		cover.Backend{},
		allsat.Backend{},
		sat.Gini(),
		sat.Gophersat(),
		sat.GophersatPB(),
		sat.GophersatModels(),
		sat.GophersatCuttingPlanes(),
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
	return list
}

// Named finds a backend of the list by its name.
func Named(list []Backend, name string) (Backend, error) {
	var names []string
	for _, b := range list {
		n := b.Describe().Name
		if n == name {
			return b, nil
		}
		names = append(names, n)
	}
	return nil, fmt.Errorf("no backend is called %q %s", name, nqueens.Suggest(name, names))
}

// Fastest is the backend that is likely to answer the request first, as far as
// measurements tell. Bare boards of queens are counted by quadrant from 12 to 27
// squares a side, everything else on boards of up to 64 by bitmask, and beyond
// where little is open; symmetric solutions by orbit. On other large boards one
// solution is written down by construct where a formula has one, otherwise found
// soonest by gophersat-pb, from about 200 by gini; whole trees are searched fastest
// by dlx. Formulas go to dlx if they are exact covers, otherwise to allsat, or to
// gini for one solution.
func Fastest(list []Backend, r nqueens.Request) (Backend, error) {
	order := []string{"bitmask", "orbit", "dlx", "allsat"}
	switch {
	case r.Problem.Formula != nil && r.Problem.Formula.Format == encode.ExactCover:
		order = []string{"dlx"}
	case r.Problem.Formula != nil && r.Task == nqueens.FindFirst:
		order = []string{"gini"}
	case r.Problem.Formula != nil:
		order = []string{"allsat"}
	case r.Task == nqueens.FindFirst && r.Problem.N > 200:
		order = []string{"orbit", "construct", "bitmask", "gini"}
	case r.Task == nqueens.FindFirst:
		order = []string{"bitmask", "orbit", "construct", "gophersat-pb", "gini"}
	case r.Task == nqueens.CountAll && r.Problem.N >= 12:
		order = append([]string{"quadrant"}, order...)
	}
	rest := slices.DeleteFunc(slices.Clone(list), func(b Backend) bool { return !b.Describe().Ordinary() })
	for _, name := range order {
		if b, err := Named(rest, name); err == nil && b.Supports(r) == nil {
			return b, nil
		}
	}
	for _, b := range rest {
		if b.Supports(r) == nil {
			return b, nil
		}
	}
	return nil, fmt.Errorf("no backend can do this: %s of %v", r.Task, r.Problem.Short())
}
