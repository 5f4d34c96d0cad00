package chart

import (
	"slices"

	"nqueens/bench/summary"
)

// instances are the cells whose problems came from files.
func instances(cells []summary.Cell) []summary.Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c summary.Cell) bool { return c.Instance == "" })
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
