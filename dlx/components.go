package dlx

import (
	"cmp"
	"maps"
	"slices"
)

// Components returns the independent problems that p consists of, those with the fewest primary
// items first. No option covers primary items of two components, but options of two components may
// share secondary items. A solution of p restricted to a component is a solution of it. So p has no
// solution if a component has none, which a search of p that begins in another component may not
// detect in reasonable time. If p is a single component, Components returns p itself. Otherwise the
// components have no costs.
func (p *Problem) Components() []*Problem {
	root := make([]int, p.primary) // of the union-find forest of primary items
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	trees := p.primary
	for o := 0; o < p.NumOptions() && trees > 1; o++ {
		first := -1
		for _, i := range p.Option(o) {
			if i >= p.primary {
				continue
			}
			if tree := find(i); first < 0 {
				first = tree
			} else if tree != first {
				root[tree] = first
				trees--
			}
		}
	}
	if trees == 1 {
		return []*Problem{p}
	}
	items, options := map[int][]int{}, map[int][]int{} // by root
	for i := range p.primary {
		items[find(i)] = append(items[find(i)], i)
	}
	for o := range p.NumOptions() {
		if k := slices.IndexFunc(p.Option(o), func(i int) bool { return i < p.primary }); k >= 0 {
			i := find(p.Option(o)[k])
			options[i] = append(options[i], o)
		}
	}
	var parts []*Problem
	number := make([]int, len(p.names))
	for i := range p.primary {
		if items[i] != nil {
			parts = append(parts, p.part(items[i], options[i], number))
		}
	}
	slices.SortStableFunc(parts, func(a, b *Problem) int { return cmp.Compare(a.primary, b.primary) })
	return parts
}

// part returns the problem of some primary items and some options that cover no other primary
// items, with the secondary items of these options. It sets number[i] to the part's index of item
// i.
func (p *Problem) part(primary, options, number []int) *Problem {
	var secondary []int
	for _, o := range options {
		for _, i := range p.Option(o) {
			if i >= p.primary {
				secondary = append(secondary, i)
			}
		}
	}
	slices.Sort(secondary)
	secondary = slices.Compact(secondary)
	size := len(primary) + len(secondary)
	part := &Problem{primary: len(primary), start: []int{0}, index: make(map[string]int, size), seen: make([]int, size)}
	if p.colours != nil {
		part.colours, part.palette, part.shades = []colour{}, slices.Clip(p.palette), maps.Clone(p.shades)
	}
	for _, items := range [][]int{primary, secondary} {
		for _, i := range items {
			number[i] = len(part.names)
			part.index[p.names[i]] = len(part.names)
			part.names = append(part.names, p.names[i])
		}
	}
	if p.times != nil {
		for _, i := range primary {
			part.times = append(part.times, p.times[i])
		}
	}
	for _, o := range options {
		for _, i := range p.Option(o) {
			part.items = append(part.items, number[i])
		}
		if p.colours != nil {
			part.colours = append(part.colours, p.colours[p.start[o]:p.start[o+1]]...)
		}
		part.start = append(part.start, len(part.items))
	}
	return part
}
