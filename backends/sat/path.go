package sat

import (
	"errors"
	"slices"

	"nqueens"
)

var errNoSolution = errors.New("the solver's answer does not satisfy the model")

// path is a way down the tree of solutions of one cube, by literals of
// placements that count. Where a step is first taken a solution has been found
// below it; where it is turned, those below its other side have all been found.
//
// The search is thus chronological backtracking whose decisions come from the
// solver's solutions, and which asks the solver whether there is anything below
// a turned step before it goes there. No clause that excludes a solution is
// ever added, so neither time nor memory grows with the solutions found.
type path []step

type step struct {
	literal nqueens.Literal
	mark    int // length of the trail before
	turned  bool
}

// follow extends the path along a solution until propagation from it decides
// every placement that counts: it is then the only solution below. It chooses in
// the lines with the fewest ways first, as cubes do; that saves a third of the
// questions that the solver answers with no. Where no such line is left it
// takes the chosen placements first, since they decide more than the others.
func (t path) follow(p *propagation, solution []bool) (path, error) {
	take := func(i int) bool {
		l := nqueens.Chosen(i)
		if !solution[i] {
			l = -l
		}
		t = append(t, step{literal: l, mark: len(p.trail)})
		return p.assume(l)
	}
	for {
		line, ways := p.tightestLine()
		if ways == 0 {
			break
		}
		at := slices.IndexFunc(line.Placements, func(i int) bool { return solution[i] && p.value[i] == 0 })
		if at < 0 || !take(line.Placements[at]) {
			return t, errNoSolution
		}
	}
	for _, chosen := range []bool{true, false} {
		for i := 0; i < p.counting && p.open > 0; i++ {
			if p.value[i] == 0 && solution[i] == chosen && !take(i) {
				return t, errNoSolution
			}
		}
	}
	return t, nil
}

// turn goes back to the last step whose other side has not been looked at and
// is not refuted by propagation, and takes that. The path is empty if there is
// none.
func (t path) turn(p *propagation) path {
	for len(t) > 0 {
		last := &t[len(t)-1]
		p.undo(last.mark)
		if !last.turned {
			last.literal, last.turned = -last.literal, true
			if p.assume(last.literal) {
				return t
			}
			p.undo(last.mark)
		}
		t = t[:len(t)-1]
	}
	return t
}
