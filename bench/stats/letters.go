package stats

import (
	"cmp"
	"slices"
	"strconv"
)

// compactGroups returns groups of indices. Two indices are in a common group exactly if they are not
// different. The groups, and the members of each, are in the given order. It is the insert-and-absorb
// algorithm with a final sweep that removes redundant members (H.-P. Piepho, J. Comput. Graph. Stat. 13
// (2004) 456–466).
func compactGroups(different [][]bool, order []int) [][]int {
	n := len(order)
	all := make(column, n)
	for i := range all {
		all[i] = true
	}
	columns := []column{all}
	most := 4 * n
	for i := range n {
		for j := range i {
			if !different[order[i]][order[j]] {
				continue
			}
			var split []column
			columns = slices.DeleteFunc(columns, func(c column) bool {
				if !c[i] || !c[j] {
					return false
				}
				split = append(split, c.without(i), c.without(j))
				return true
			})
			for _, c := range split {
				columns = absorb(columns, c)
			}
			if len(columns) > most { // after a sweep there are at most as many columns as pairs
				columns = sweep(columns)
				most = 2*len(columns) + 4*n
			}
		}
	}
	columns = sweep(columns)
	slices.SortFunc(columns, func(a, b column) int { return slices.Compare(a.members(), b.members()) })
	groups := make([][]int, len(columns))
	for k, c := range columns {
		for _, i := range c.members() {
			groups[k] = append(groups[k], order[i])
		}
	}
	return groups
}

// A column represents a group: for each position in the order, whether its index is a member.
type column []bool

func (c column) without(i int) column {
	c = slices.Clone(c)
	c[i] = false
	return c
}

func (c column) members() (list []int) {
	for i, in := range c {
		if in {
			list = append(list, i)
		}
	}
	return list
}

// within reports whether all members of c are members of the other column.
func (c column) within(other column) bool {
	for i, in := range c {
		if in && !other[i] {
			return false
		}
	}
	return true
}

// absorb adds a column unless another column contains it, and removes the columns that it contains.
func absorb(columns []column, c column) []column {
	if slices.ContainsFunc(columns, c.within) {
		return columns
	}
	return append(slices.DeleteFunc(columns, func(other column) bool { return other.within(c) }), c)
}

// sweep removes redundant members from each column, and then the empty columns. A member is
// redundant in a column if each pair that it forms with a member of the column is also in another
// column.
func sweep(columns []column) []column {
	if len(columns) == 0 {
		return nil
	}
	n := len(columns[0])
	shared := make([]int, n*n) // by pair, including pairs of equal members: the number of columns that contain it
	for _, c := range columns {
		for _, i := range c.members() {
			for _, j := range c.members() {
				shared[i*n+j]++
			}
		}
	}
	for _, c := range columns {
		for i := range n {
			members := c.members()
			needed := !c[i] || slices.ContainsFunc(members, func(j int) bool { return shared[i*n+j] == 1 })
			if needed {
				continue
			}
			for _, j := range members {
				shared[i*n+j]--
				if i != j {
					shared[j*n+i]--
				}
			}
			c[i] = false
		}
	}
	return slices.DeleteFunc(columns, func(c column) bool { return len(c.members()) == 0 })
}

// byRank returns the indices of the ranks, the best first.
func byRank(ranks []float64) []int {
	order := make([]int, len(ranks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ranks[i], ranks[j]) })
	return order
}

// Letter returns the name of the group with an index: a to z, A to Z, then a1 to Z1, a2, …, so that
// the names of several groups can be joined to one word.
func Letter(group int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	name := letters[group%len(letters) : group%len(letters)+1]
	if round := group / len(letters); round > 0 {
		name += strconv.Itoa(round)
	}
	return name
}

// Letters returns the names of a contender's groups.
func (c Comparison) Letters(contender int) (names []string) {
	for k, group := range c.Groups {
		if slices.Contains(group, contender) {
			names = append(names, Letter(k))
		}
	}
	return names
}
