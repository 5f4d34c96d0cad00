package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"nqueens/bench/reproduce/page"

	"nqueens"
)

// symmetriesTo is the largest board on which symmetric solutions are counted.
const symmetriesTo = 8

// turns and reflections stand for all symmetries but the identity: what is not
// here is one of them seen from another side of the board.
var (
	turns       = []nqueens.Symmetry{nqueens.HalfTurn, nqueens.QuarterTurn}
	reflections = []nqueens.Symmetry{nqueens.MirrorFiles, nqueens.Transpose}
)

// reportSymmetric tests that no reflection maps a solution to itself.
func reportSymmetric(p *page.Page, e Evidence) {
	p.Heading("Symmetric solutions")
	p.Text("How many solutions a symmetry maps to themselves, each counted by backends that are given the symmetry as a part of the problem. The two reflections stand for all four: seen from another side of the board one becomes another. The turns are compared with A032522 and A033148; for reflections 0 is published, because two queens would share a line, a queen and its image or two on the axis.")
	rows := [][]string{{"n"}}
	for _, g := range slices.Concat(turns, reflections) {
		rows[0] = append(rows[0], g.String())
	}
	rows[0] = append(rows[0], "engines")
	for n := 2; n <= symmetriesTo; n++ {
		row := []string{fmt.Sprint(n)}
		engines := []string{"dlx", "gini"}
		for _, g := range slices.Concat(turns, reflections) {
			t := e.tally(queensProblem(n).SymmetricUnder(g))
			row = append(row, t.String())
			engines = slices.DeleteFunc(engines, func(name string) bool { return !slices.Contains(t.engines, name) })
		}
		rows = append(rows, append(row, strings.Join(engines, ", ")))
	}
	p.Table(rows)
	p.Verdict(
		symmetricCounts(e, "solutions equal to their own half or quarter turn", turns),
		symmetricCounts(e, "no solution equals its own reflection", reflections))
}

// symmetricCounts compares the counts under some symmetries with the published
// ones; of reflections it is none.
func symmetricCounts(e Evidence, what string, list []nqueens.Symmetry) page.Verdict {
	var run []int
	var wrong []string
	for n := 2; n <= symmetriesTo; n++ {
		counted := 0
		for _, g := range list {
			p := queensProblem(n).SymmetricUnder(g)
			published := nqueens.NewCount(0)
			if known, ok := p.Known(); ok {
				published = known.Count
			}
			switch t := e.tally(p); {
			case t.dissent != "" || t.count != nil && t.count.Cmp(published) != 0:
				wrong = append(wrong, fmt.Sprintf("%d (%s)", n, g))
			case t.count != nil:
				counted++
			}
		}
		if counted == len(list) {
			run = append(run, n)
		}
	}
	return exact(what, "n", run, wrong)
}
