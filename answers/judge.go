package answers

import (
	"slices"

	"nqueens"
)

// A Report is the judgement of a list.
type Report struct {
	Wrong   []Wrong
	Doubled [][2]int           // pairs of equal answers: the index of an answer, and that of the earlier one
	Twins   [][2]int           // pairs of answers that a symmetry of the board maps to each other: the index of an answer, and that of the earlier one
	Right   int                // number of different right answers
	Given   []nqueens.Solution // the different answers that could be read, right or not
	right   map[string]bool
}

// Wrong is an answer that is wrong or cannot be read.
type Wrong struct {
	Answer int
	Why    string
}

// Judge judges answers by the rules of the game.
func Judge(list []Answer, p nqueens.Problem) Report {
	r := Report{right: map[string]bool{}}
	seen, twins := map[string]int{}, map[string]int{}
	group, board := p.Group(), p.Board()
	for i, a := range list {
		if a.Err != nil {
			r.Wrong = append(r.Wrong, Wrong{i, a.Err.Error()})
			continue
		}
		name := a.Solution.String()
		if earlier, twice := seen[name]; twice {
			r.Doubled = append(r.Doubled, [2]int{i, earlier})
			continue
		}
		seen[name] = i
		r.Given = append(r.Given, a.Solution)
		if err := p.Check(a.Solution); err != nil {
			r.Wrong = append(r.Wrong, Wrong{i, err.Error()})
			continue
		}
		r.Right++
		r.right[name] = true
		class := a.Solution.OrbitUnder(board, group)[0].String()
		if earlier, known := twins[class]; known {
			r.Twins = append(r.Twins, [2]int{i, earlier})
		} else {
			twins[class] = i
		}
	}
	return r
}

// Has reports whether the list has the solution.
func (r Report) Has(s nqueens.Solution) bool {
	s = slices.Clone(s)
	s.Sort()
	return r.right[s.String()]
}

// Fits reports whether every answer of the list solves a problem.
func (r Report) Fits(p nqueens.Problem) bool {
	return len(r.Given) > 0 && !slices.ContainsFunc(r.Given, func(s nqueens.Solution) bool { return p.Check(s) != nil })
}
