package dlx

import (
	"cmp"
	"slices"
)

// Components are the problems that p falls into, those with the fewest primary items first:
// no option covers primary items of two of them, though options of two may share secondary
// items, which each component has all of. A solution of p is one of every component, so
// that p has none if one has none; a search of p that begins in another may need for ever
// to see it. Costs are left out.
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
	for o := range p.NumOptions() {
		first := -1
		for _, i := range p.Option(o) {
			if i < p.primary && first < 0 {
				first = find(i)
			} else if i < p.primary {
				root[find(i)] = first
			}
		}
	}
	of := map[int][]int{} // the items of each root
	for i := range p.primary {
		of[find(i)] = append(of[find(i)], i)
	}
	var parts []*Problem
	for i := range p.primary {
		if items := of[i]; items != nil {
			parts = append(parts, p.part(items, func(item int) bool { return find(item) == i }))
		}
	}
	slices.SortStableFunc(parts, func(a, b *Problem) int { return cmp.Compare(a.primary, b.primary) })
	return parts
}

// part has some of the primary items, all secondary ones, and the options that cover any
// of the former.
func (p *Problem) part(primary []int, in func(item int) bool) *Problem {
	part := &Problem{
		primary: len(primary), start: []int{0},
		index: map[string]int{}, seen: make([]int, len(primary)+len(p.names)-p.primary),
	}
	number := make([]int, len(p.names))
	add := func(item int) {
		number[item] = len(part.names)
		part.index[p.names[item]] = len(part.names)
		part.names = append(part.names, p.names[item])
	}
	for _, i := range primary {
		add(i)
		if p.times != nil {
			part.times = append(part.times, p.times[i])
		}
	}
	for i := p.primary; i < len(p.names); i++ {
		add(i)
	}
	for o := range p.NumOptions() {
		if !slices.ContainsFunc(p.Option(o), func(i int) bool { return i < p.primary && in(i) }) {
			continue
		}
		for _, i := range p.Option(o) {
			part.items = append(part.items, number[i])
		}
		part.start = append(part.start, len(part.items))
	}
	return part
}
