package backends

import (
	"fmt"
	"slices"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/backends/cover"
	"nqueens/backends/sat"
)

// All lists every backend of this program, ours first.
func All() []Backend {
	return []Backend{
		bitmask.New(),
		cover.Backend{},
		sat.Gini(),
		sat.Gophersat(),
		sat.GophersatPB(),
		sat.GophersatModels(),
	}
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
// measurements tell: bitmask wherever it can, to 64 squares a side. Beyond, one
// solution is found soonest by gophersat-pb, from about 200 by gini, and whole
// trees are searched fastest by dlx.
func Fastest(list []Backend, r nqueens.Request) (Backend, error) {
	order := []string{"bitmask", "dlx"}
	if r.Task == nqueens.FindFirst {
		order = []string{"bitmask", "gophersat-pb", "gini"}
		if r.Problem.N > 200 {
			order = []string{"gini"}
		}
	}
	rest := slices.DeleteFunc(slices.Clone(list), func(b Backend) bool { return b.Describe().Caution != "" })
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
	return nil, fmt.Errorf("no backend can do this: %s of %v", r.Task, r.Problem)
}
