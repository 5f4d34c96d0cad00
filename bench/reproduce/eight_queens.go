package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/diagram"
	"nqueens/bench/reproduce/page"
)

func eightQueens() Reproduction {
	return Reproduction{
		Name:   "eight-queens",
		About:  "The 12 fundamental solutions of 8 queens",
		Source: "F. Nauck, Illustrirte Zeitung, 1850, who gave all 92 solutions; the 12 that no rotation or reflection makes of each other, and which of them are symmetric or have three queens in a straight line, stand in many books since",
		Takes:  "2 s",
		experiment: func() bench.Experiment {
			e := bench.Experiment{Seed: 1, Repeat: bench.Repeat{Min: 1, Max: 1}}
			for _, n := range []int{5, 8} {
				e.Jobs = append(e.Jobs, jobs(queensProblem(n), nqueens.FindAll, time.Minute, listers...)...)
			}
			for n := 2; n <= symmetriesTo; n++ {
				for _, g := range slices.Concat(turns, reflections) {
					e.Jobs = append(e.Jobs, jobs(queensProblem(n).SymmetricUnder(g), nqueens.CountAll, time.Minute, "dlx", "gini")...)
				}
			}
			return e
		},
		report: reportEight,
	}
}

// listers are the backends that list all solutions.
var listers = []string{"bitmask", "dlx"}

func reportEight(ctx context.Context, p *page.Page, e evidence) error {
	p.Heading("The solutions of 8 queens")
	all, set, err := listAll(ctx, queensProblem(8))
	if err != nil {
		return err
	}
	eight := classes(8, all)
	p.Text("The solutions are listed here, in this process by package bitmask, and compared as a set with those that backends listed in this run. Of the images of a solution under the eight symmetries of the board the first stands for all: the one that has the lowest queen in file a, and so on.")
	p.Boards("eight", boardsOf("The 12 fundamental solutions of 8 queens", 8, eight))
	p.Table(classTable(8, eight))
	p.Verdict(sameSet(e, 8, len(all), set),
		holds("12 fundamental solutions", len(eight) == 12, "there are %d", len(eight)),
		holds("11 of them have 8 images and one has 4, 11 · 8 + 1 · 4 = 92", orbits(8, eight) == "11 × 8, 1 × 4" && len(all) == 92, "the images are %s, %d in all", orbits(8, eight), len(all)),
		symmetricOnes(8, eight, 4, nqueens.HalfTurn),
		noThree(eight))
	p.Heading("5 queens")
	all, set, err = listAll(ctx, queensProblem(5))
	if err != nil {
		return err
	}
	five := classes(5, all)
	p.Boards("five", boardsOf("The fundamental solutions of 5 queens", 5, five))
	p.Table(classTable(5, five))
	p.Verdict(sameSet(e, 5, len(all), set), symmetricOnes(5, five, 2, nqueens.QuarterTurn))
	reportSymmetric(p, e)
	return nil
}

// classes returns the solutions that come first among their images, in order.
func classes(n int, all []nqueens.Solution) []nqueens.Solution {
	var first []nqueens.Solution
	for _, s := range all {
		if s.Fundamental(n) {
			first = append(first, s)
		}
	}
	slices.SortFunc(first, nqueens.Solution.Compare)
	return first
}

func classTable(n int, list []nqueens.Solution) [][]string {
	rows := [][]string{{"no.", "rank of the queen in each file", "images", "equal to its own", "three in a straight line"}}
	for i, s := range list {
		rows = append(rows, []string{
			fmt.Sprint(i + 1), rankList(s), fmt.Sprint(len(s.Orbit(n))), own(n, s), threeInLine(s),
		})
	}
	return rows
}

// boardsOf returns pictures of the classes with their properties.
func boardsOf(title string, n int, list []nqueens.Solution) diagram.Page {
	d := diagram.Page{Title: title, Columns: 4}
	for i, s := range list {
		caption := []string{fmt.Sprintf("%d: %s", i+1, rankList(s))}
		if images := len(s.Orbit(n)); images < 8 {
			caption = append(caption, fmt.Sprintf("%d images, equal to its own %s", images, own(n, s)))
		}
		if _, found := s.ThreeInLine(); !found {
			caption = append(caption, "no three queens in a straight line")
		}
		d.Boards = append(d.Boards, diagram.Board{Problem: queensProblem(n), Solution: s, Caption: caption})
	}
	return d
}

// rankList formats a solution like published lists.
func rankList(s nqueens.Solution) string { return strings.Trim(fmt.Sprint(s.Numbers()), "[]") }

// own returns the names of the symmetries, except the identity, that map the solution to itself.
func own(n int, s nqueens.Solution) string {
	var names []string
	for _, g := range nqueens.Symmetries()[1:] {
		if s.Has(nqueens.NByN(n), g) {
			names = append(names, g.String())
		}
	}
	if names == nil {
		return "–"
	}
	return strings.Join(names, ", ")
}

func threeInLine(s nqueens.Solution) string {
	three, found := s.ThreeInLine()
	if !found {
		return "none"
	}
	return fmt.Sprintf("%v, %v, %v", three[0], three[1], three[2])
}

// orbits describes the number of classes of each size: "11 × 8, 1 × 4".
func orbits(n int, list []nqueens.Solution) string {
	var parts []string
	for _, size := range []int{8, 4, 2, 1} {
		if count := len(numbers(list, func(s nqueens.Solution) bool { return len(s.Orbit(n)) == size })); count > 0 {
			parts = append(parts, fmt.Sprintf("%d × %d", count, size))
		}
	}
	return strings.Join(parts, ", ")
}

// holds returns the verdict on a statement that must be true.
func holds(what string, is bool, why string, args ...any) page.Verdict {
	if is {
		return page.Verdict{Kind: page.SameValue, What: what}
	}
	return page.Verdict{Kind: page.Wrong, What: what, Why: fmt.Sprintf(why, args...)}
}

// sameSet compares the set of solutions listed here with those that backends listed.
func sameSet(e evidence, n, count int, set nqueens.Fingerprint) page.Verdict {
	v := page.Verdict{What: fmt.Sprintf("the set of the %d solutions of %s", count, queens(n))}
	var same, differ []string
	for _, b := range listers {
		for _, r := range e.of(queens(n), nqueens.FindAll, b) {
			switch {
			case r.Fingerprint == nil: // no answer
			case *r.Fingerprint == set:
				same = append(same, b)
			default:
				differ = append(differ, b)
			}
		}
	}
	switch {
	case len(differ) > 0:
		v.Kind, v.Why = page.Wrong, fmt.Sprintf("the fingerprint of what %s listed is not %v", strings.Join(differ, " and "), set)
	case len(same) == 0:
		v.Kind, v.Why = page.Untested, "no backend listed them"
	default:
		v.Kind, v.Why = page.SameValue, fmt.Sprintf("the fingerprint of what %s listed is %v too", strings.Join(same, " and "), set)
	}
	return v
}

// numbers returns the numbers of the classes with a property: "no. 10".
func numbers(list []nqueens.Solution, is func(nqueens.Solution) bool) []string {
	var out []string
	for i, s := range list {
		if is(s) {
			out = append(out, fmt.Sprintf("no. %d", i+1))
		}
	}
	return out
}

// symmetricOnes returns the verdict on whether exactly one class has the given number of images, and whether
// it is the only one equal to its own image under g.
func symmetricOnes(n int, list []nqueens.Solution, images int, g nqueens.Symmetry) page.Verdict {
	few := numbers(list, func(s nqueens.Solution) bool { return len(s.Orbit(n)) == images })
	equal := numbers(list, func(s nqueens.Solution) bool { return s.Has(nqueens.NByN(n), g) })
	v := holds(fmt.Sprintf("one has %d images, the only one equal to its own %s", images, g), len(few) == 1 && slices.Equal(few, equal),
		"%d images: %v; equal to its own %s: %v", images, few, g, equal)
	if v.Kind == page.SameValue {
		v.Why = few[0]
	}
	return v
}

// noThree returns the verdict on whether exactly one class has no three queens in a straight line.
func noThree(list []nqueens.Solution) page.Verdict {
	without := numbers(list, func(s nqueens.Solution) bool {
		_, found := s.ThreeInLine()
		return !found
	})
	v := holds("exactly one has no three queens in a straight line of any slope", len(without) == 1, "%v have none", without)
	if v.Kind == page.SameValue {
		v.Why = without[0]
	}
	return v
}

// symmetriesTo is the largest board on which symmetric solutions are counted.
const symmetriesTo = 8

// Symmetries to count solutions for. The others are equivalent to one of these after turning or reflecting
// the board.
var (
	turns       = []nqueens.Symmetry{nqueens.HalfTurn, nqueens.QuarterTurn}
	reflections = []nqueens.Symmetry{nqueens.MirrorFiles, nqueens.Transpose}
)

// reportSymmetric compares counts of symmetric solutions, and checks that no solution equals its reflection.
func reportSymmetric(p *page.Page, e evidence) {
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

// symmetricCounts compares the counts under some symmetries with the published ones, which are 0 for
// reflections.
func symmetricCounts(e evidence, what string, list []nqueens.Symmetry) page.Verdict {
	var compared comparison
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
				compared.wrong = append(compared.wrong, fmt.Sprintf("%d (%s)", n, g))
			case t.count != nil:
				counted++
			}
		}
		if counted == len(list) {
			compared.same = append(compared.same, n)
		}
	}
	return compared.exact(what)
}
