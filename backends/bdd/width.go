package bdd

import (
	"math"

	"nqueens"
)

// width returns an estimate of the size of the diagram: the logarithm to base 2 of a bound on the
// number of nodes on a level. The bound is the product of the numbers of possible states of the
// constraints that have variables both above and below the level. A line has a state for each
// number of true variables, a sum one for each weight that is still needed, and all clauses
// together at most one for each assignment of their variables above. Real diagrams are much
// smaller, because most combinations of states do not occur.
func width(m *nqueens.Model, o *order) float64 {
	end := o.levels()
	lines := make([]float64, end+1) // by level: the bits of lines and sums that cross it
	clauses := make([]int, end+1)   // by level: the number of variables above it that share a clause with a variable below it
	cross := func(levels []int, least, most int) {
		for k := range len(levels) - 1 {
			states := min(k+1, max(most, least-1)) + 1 // more true variables than most have no path
			if most >= len(levels) {
				states = min(k+1, least) + 1
			}
			for level := levels[k]; level < levels[k+1]; level++ {
				lines[level] += math.Log2(float64(states))
			}
		}
	}
	for _, line := range m.Lines {
		cross(o.of(line.Placements), line.Min, line.Max)
	}
	for _, sum := range m.Sums {
		var literals []nqueens.Literal
		for _, t := range sum.Terms {
			literals = append(literals, t.Literal)
		}
		cross(o.levelsOf(literals), int(min(sum.Min, math.MaxInt32)), math.MaxInt32)
	}
	last := make([]int, end) // by level: the last level that shares a clause with it
	for _, clause := range m.Clauses {
		levels := o.levelsOf(clause.Literals)
		for _, level := range levels {
			last[level] = max(last[level], levels[len(levels)-1])
		}
	}
	for level, to := range last {
		for l := level; l < to; l++ {
			clauses[l]++
		}
	}
	widest := 0.0
	for level := range end {
		bits := min(lines[level]+float64(clauses[level]), float64(level+1), float64(end-level))
		widest = max(widest, bits)
	}
	return widest
}
