package bdd

import (
	"cmp"
	"slices"

	"nqueens"
)

// order assigns a level of the diagram to each placement of a model.
type order struct {
	placement []int // by level; the level of a model without placements has −1
	level     []int // by placement
	projected int   // number of placements that are not auxiliary, the first ones
}

// orderOf returns an order of a model's placements. If moved is set, the order is computed from the
// constraints; otherwise it is the order of the model.
func orderOf(m *nqueens.Model, moved bool) *order {
	o := &order{projected: len(m.Placements) - m.Auxiliaries, level: make([]int, len(m.Placements))}
	for i := range m.Placements {
		o.placement = append(o.placement, i)
	}
	if moved {
		o.placement = best(groups(m), o.placement, o.projected)
	}
	for level, i := range o.placement {
		o.level[i] = level
	}
	if len(o.placement) == 0 {
		o.placement = []int{-1}
	}
	return o
}

func (o *order) levels() int { return len(o.placement) }

// auxiliary reports whether the level is not part of solutions.
func (o *order) auxiliary(level int) bool {
	return o.placement[level] < 0 || o.placement[level] >= o.projected
}

// of returns the levels of placements, ascending.
func (o *order) of(placements []int) []int {
	levels := make([]int, len(placements))
	for k, i := range placements {
		levels[k] = o.level[i]
	}
	slices.Sort(levels)
	return levels
}

// sorted returns literals by their levels, ascending.
func (o *order) sorted(literals []nqueens.Literal) []nqueens.Literal {
	return slices.SortedFunc(slices.Values(literals), func(a, b nqueens.Literal) int {
		return cmp.Compare(o.level[a.Placement()], o.level[b.Placement()])
	})
}

// levelsOf returns the levels of literals, ascending and each once.
func (o *order) levelsOf(literals []nqueens.Literal) []int {
	var placements []int
	for _, l := range literals {
		placements = append(placements, l.Placement())
	}
	return slices.Compact(o.of(placements))
}

// groups returns the placements of each line, clause and sum.
func groups(m *nqueens.Model) (all [][]int) {
	for _, line := range m.Lines {
		all = append(all, line.Placements)
	}
	for _, clause := range m.Clauses {
		var group []int
		for _, l := range clause.Literals {
			group = append(group, l.Placement())
		}
		all = append(all, group)
	}
	for _, sum := range m.Sums {
		var group []int
		for _, t := range sum.Terms {
			group = append(group, t.Literal.Placement())
		}
		all = append(all, group)
	}
	return slices.DeleteFunc(all, func(group []int) bool { return len(group) == 0 })
}

// best returns the order with the smallest separation. It prefers the given order, with the
// auxiliary variables moved between the others: another order is used only if its separation is
// smaller by at least a quarter.
func best(groups [][]int, given []int, projected int) []int {
	given = between(groups, given, projected)
	wait := separation(groups, given)
	chosen := given
	for _, start := range [][]int{given, breadthFirst(groups, len(given))} {
		order, _ := force(groups, start)
		if w := separation(groups, order); 4*w < 3*wait {
			chosen, wait = order, w*4/3
		}
	}
	return chosen
}

// separation returns the cost of an order. At each level it counts the variables above that share a
// group with a variable below. The cost is the largest of these numbers.
func separation(groups [][]int, order []int) (most int) {
	place := make([]int, len(order))
	for at, i := range order {
		place[i] = at
	}
	last := make([]int, len(order)) // by place
	for _, group := range groups {
		end := 0
		for _, i := range group {
			end = max(end, place[i])
		}
		for _, i := range group {
			last[place[i]] = max(last[place[i]], end)
		}
	}
	ends := make([]int, len(order)+1)
	waiting := 0
	for at, end := range last {
		waiting -= ends[at]
		if end > at {
			waiting++
			ends[end]++
		}
		most = max(most, waiting)
	}
	return most
}

// between returns an order of the placements. The projected placements, which are the first in
// order, keep their relative order. The auxiliary placements move between them, each to the mean
// position of its groups.
func between(groups [][]int, order []int, projected int) []int {
	if projected == len(order) {
		return order
	}
	place := make([]float64, len(order))
	for at, i := range order {
		place[i] = float64(at)
	}
	pull, number := make([]float64, len(order)), make([]float64, len(order))
	for range roundsBetween {
		clear(pull)
		clear(number)
		for _, group := range groups {
			sum := 0.0
			for _, i := range group {
				sum += place[i]
			}
			for _, i := range group {
				if i >= projected && len(group) > 1 {
					pull[i] += (sum - place[i]) / float64(len(group)-1)
					number[i]++
				}
			}
		}
		for i := projected; i < len(order); i++ {
			if number[i] > 0 {
				place[i] = pull[i] / number[i]
			}
		}
	}
	return slices.SortedStableFunc(slices.Values(order), func(i, j int) int { return cmp.Compare(place[i], place[j]) })
}

// roundsBetween is the number of rounds in which auxiliary variables move. After a few rounds the
// order hardly changes.
const roundsBetween = 30

// breadthFirst returns the members in the order of a search breadth first, where members of a group
// are neighbours. The search of each component begins at an end: the member that an earlier search
// reached last (E. Cuthill and J. McKee, "Reducing the bandwidth of sparse symmetric matrices", 1969).
func breadthFirst(groups [][]int, n int) []int {
	containing := make([][]int, n)
	for k, group := range groups {
		for _, i := range group {
			containing[i] = append(containing[i], k)
		}
	}
	reached, used := make([]int, n), make([]int, len(groups)) // the number of the last search that reached them
	search := 0
	from := func(i int) []int {
		search++
		list := []int{i}
		reached[i] = search
		for at := 0; at < len(list); at++ {
			for _, k := range containing[list[at]] {
				if used[k] == search {
					continue
				}
				used[k] = search
				for _, j := range groups[k] {
					if reached[j] != search {
						reached[j] = search
						list = append(list, j)
					}
				}
			}
		}
		return list
	}
	var order []int
	for i := range n {
		if reached[i] == 0 {
			component := from(i)
			component = from(component[len(component)-1])
			order = append(order, from(component[len(component)-1])...)
		}
	}
	return order
}

// mostRounds limits the rounds of force. The order of ten thousand variables stops changing in
// fewer rounds.
const mostRounds = 100

// force improves an order (F. Aloul, I. Markov and K. Sakallah, GLSVLSI 2003). In each round a group
// is at the mean place of its members, and a member moves to the mean place of its groups. Rounds
// end when the spans of the groups no longer shrink. force returns the best order and its spans.
func force(groups [][]int, start []int) (best []int, shortest float64) {
	place := make([]float64, len(start)) // by member
	span := func(members []int) (total float64) {
		for at, i := range members {
			place[i] = float64(at)
		}
		for _, group := range groups {
			first, last := place[group[0]], place[group[0]]
			for _, i := range group {
				first, last = min(first, place[i]), max(last, place[i])
			}
			total += last - first
		}
		return total
	}
	best, shortest = start, span(start)
	for range mostRounds {
		pull, number := make([]float64, len(start)), make([]float64, len(start))
		for _, group := range groups {
			centre := 0.0
			for _, i := range group {
				centre += place[i] / float64(len(group))
			}
			for _, i := range group {
				pull[i] += centre
				number[i]++
			}
		}
		for i := range pull {
			if number[i] == 0 {
				pull[i], number[i] = place[i], 1
			}
		}
		next := slices.SortedStableFunc(slices.Values(best), func(i, j int) int { return cmp.Compare(pull[i]/number[i], pull[j]/number[j]) })
		length := span(next)
		if length >= shortest {
			break
		}
		best, shortest = next, length
	}
	return best, shortest
}
