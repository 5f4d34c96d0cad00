package chart

import (
	"slices"

	"nqueens/bench"
)

// instances are the cells whose problems came from files.
func instances(cells []bench.Cell) []bench.Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c bench.Cell) bool { return c.Instance == "" })
}

// instanceKinds are the kinds of instances, by what is known of them.
var instanceKinds = []string{"with a solution", "without", "undecided"}

// decided says for each instance, by the answers that are not wrong, which of
// the kinds it is.
func decided(cells []bench.Cell) map[string]int {
	kinds := map[string]int{}
	for _, c := range cells {
		if c.Instance == "" {
			continue
		}
		if _, seen := kinds[c.Problem]; !seen {
			kinds[c.Problem] = 2
		}
		switch {
		case !c.Timed():
		case c.Empty():
			kinds[c.Problem] = 1
		default:
			kinds[c.Problem] = 0
		}
	}
	return kinds
}

// pairsOver are the contenders to draw against each other over instances: the
// baseline, or else the best, against each of the others, best first.
func pairsOver(list []series, baseline string) [][2]string {
	list = slices.SortedFunc(slices.Values(list), byMerit)
	first := max(0, slices.IndexFunc(list, func(s series) bool { return s.name == baseline }))
	var pairs [][2]string
	for i, s := range list {
		if i != first && len(pairs) < fewLines {
			pairs = append(pairs, [2]string{s.name, list[first].name})
		}
	}
	return pairs
}
