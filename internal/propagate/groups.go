package propagate

import (
	"slices"

	"nqueens"
)

// groupEffort is how many literals Group decides at most, to look for groups.
const groupEffort = 1 << 24

// Group looks for clauses that want exactly one of their placements, as lines do: at
// least one is what a clause says, and it is enough that propagation excludes all others
// where one is chosen. So are lines written where a problem comes as clauses, under any
// encoding of at most one that propagates. From then on Tightest chooses among these too.
// Nothing may have been assumed.
func (p *Propagation) Group() {
	effort := 0
	first := len(p.constraints) - len(p.Model.Clauses) // where the clauses' begin
	for k, c := range p.Model.Clauses {
		open := p.choices(c)
		ok := len(open) > 1 && !p.Refuted
		for i := 0; ok && i < len(open) && effort < groupEffort; i++ {
			root := len(p.Trail)
			if p.Assume(nqueens.Chosen(open[i])) {
				for _, other := range open {
					ok = ok && (other == open[i] || p.value[other] < 0)
				}
			}
			effort += len(p.Trail) - root
			p.Undo(root)
		}
		if ok && effort < groupEffort {
			p.exact = append(p.exact, exactlyOne{open, -1, int32(first + k), int32(len(p.constraints))})
			p.atLeast(len(open)-1, Literals(open, nqueens.NotChosen))
			p.Literals -= len(open) // solvers are not given it
		}
	}
}

// choices are the open placements of a clause that does not hold and in which there
// are only those, all of them projected and none twice, which would count twice in the
// group's constraints.
func (p *Propagation) choices(c nqueens.Clause) (open []int) {
	for _, l := range c.Literals {
		switch {
		case p.valueOf(l) < 0:
		case !l.Positive() || l.Placement() >= p.Projected || p.valueOf(l) > 0:
			return nil
		default:
			open = append(open, l.Placement())
		}
	}
	if sorted := slices.Sorted(slices.Values(open)); len(slices.Compact(sorted)) < len(open) {
		return nil
	}
	return open
}
