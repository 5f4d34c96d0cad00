package report

import (
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench/diagram"
	"nqueens/bench/judge"
	"nqueens/internal/lazyregexp"
)

// dissenters holds the wrong answers of one contender for a page.
type dissenters struct {
	ID        string
	Contender string
	Expected  bool // the plan expects all of them
	Answers   int
	Open      int     // answers that only differ from others, without evidence
	Shown     []wrong // smallest problems first
	Folded    []wrong
	More      int // number of answers that are not shown
}

// Word returns the word for the answers: wrong, disputed or both.
func (g *dissenters) Word() string {
	switch g.Open {
	case 0:
		return "wrong"
	case g.Answers:
		return "disputed"
	}
	return "wrong or disputed"
}

// wrong is one wrong answer with its evidence.
type wrong struct {
	Problem, Task    string
	Says, Right, Why string
	Expected         bool
	Evidence         string        // the solution in words, and what is wrong with it
	Board            template.HTML // the solution, with attacking pieces marked
}

// The largest numbers of wrong answers of a contender that are shown at once, and folded.
const (
	mostShown  = 3
	mostFolded = 9
)

// evidence finds and draws the evidence against answers.
type evidence struct {
	run  Run
	jobs map[string][]int // by problem
	id   string           // prefix of the names in pictures
	made int
}

// wrongs returns the contenders with wrong answers, unexpected ones first.
func wrongs(r Run, id string) (list []*dissenters) {
	e := evidence{run: r, jobs: map[string][]int{}, id: id}
	disputed := r.Summary.Judgement.BySize((*judge.Verdict).Disputed)
	if len(disputed) == 0 {
		return nil
	}
	for i := range r.Summary.Experiment.Jobs {
		name := r.Summary.Experiment.Jobs[i].ProblemName()
		e.jobs[name] = append(e.jobs[name], i)
	}
	for _, v := range disputed {
		for _, d := range v.Dissent {
			who := d.Contender.String()
			i := slices.IndexFunc(list, func(x *dissenters) bool { return x.Contender == who && x.Expected == d.Expected })
			if i < 0 {
				i = len(list)
				list = append(list, &dissenters{ID: fmt.Sprintf("%s-wrong-%d", id, i+1), Contender: who, Expected: d.Expected})
			}
			g := list[i]
			g.Open += number(d.Open)
			switch g.Answers++; {
			case len(g.Shown) < mostShown:
				g.Shown = append(g.Shown, e.of(&v, d))
			case len(g.Folded) < mostFolded:
				g.Folded = append(g.Folded, e.of(&v, d))
			default:
				g.More++
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *dissenters) int { return number(a.Expected) - number(b.Expected) })
	return list
}

func (e *evidence) of(v *judge.Verdict, d judge.Dissent) wrong {
	w := wrong{Problem: v.Name, Task: string(d.Task), Says: e.says(v, d), Right: verdictWords(v), Why: d.Why, Expected: d.Expected}
	solution, why := e.witness(v, d)
	if len(solution) == 0 {
		return w
	}
	w.Evidence = judge.ShortSolution(solution)
	if why != "" {
		w.Evidence += ": " + why
	}
	board := diagram.Board{Problem: *v.Problem, Solution: solution}
	var broken *nqueens.Violation
	if v.Problem.HasBoard() && errors.As(v.Problem.Check(solution), &broken) {
		for _, p := range broken.Placements {
			board.Marked = append(board.Marked, p.Square)
		}
	}
	if svg, err := (diagram.Page{Boards: []diagram.Board{board}}).SVG(); err == nil { // without a drawing only words are shown
		e.made++
		w.Board = template.HTML(ownNames(string(svg), fmt.Sprintf("%s-evidence-%d-", e.id, e.made)))
	}
	return w
}

// says returns the answer in words.
func (e *evidence) says(v *judge.Verdict, d judge.Dissent) string {
	optimum, none := "", false
	for _, i := range e.jobs[v.Name] {
		if j := &e.run.Summary.Experiment.Jobs[i]; j.Task == d.Task && j.Contender == d.Contender {
			optimum, none = e.run.answers[i].optimum, e.run.Summary.Cells[i].Status == nqueens.Unsatisfiable
		}
	}
	switch {
	case none:
		return "no solution"
	case d.Count != nil && optimum != "":
		return d.Count.String() + ", with " + optimum
	case d.Count != nil:
		return d.Count.String()
	case optimum != "":
		return optimum
	}
	return "a solution"
}

// witness returns a solution as evidence against an answer, and the reason: a false solution of the
// contender, a solution missing from its list, or a solution found by another contender.
func (e *evidence) witness(v *judge.Verdict, d judge.Dissent) (nqueens.Solution, string) {
	if d.Fault != nil {
		return d.Fault.Solution, d.Fault.Why
	}
	listed := ""
	for _, w := range e.run.Summary.Witnesses {
		if w.Problem == v.Name && w.Contender == d.Contender.String() {
			if len(w.Solution) > 0 {
				return w.Solution, w.Why
			}
			listed = w.Why
		}
	}
	if d.Count != nil && d.Count.Cmp(nqueens.NewCount(0)) != 0 && v.Optimum == nil {
		return nil, listed // one solution does not determine the number
	}
	for _, i := range e.jobs[v.Name] {
		by, a := e.run.Summary.Experiment.Jobs[i].Contender, e.run.answers[i]
		wrong := slices.ContainsFunc(v.Dissent, func(o judge.Dissent) bool { return o.Contender == by })
		if wrong || len(a.shown) == 0 || v.Optimum != nil && a.optimum != optimumWords(*v.Optimum) || v.Problem.Check(a.shown[0]) != nil {
			continue
		}
		why := "found by " + by.String()
		if v.Optimum != nil {
			why += ", with " + a.optimum
		}
		return a.shown[0], why
	}
	return nil, listed
}

// expectedLine returns a sentence with the number of wrong answers that the plan expects and their
// contenders.
func expectedLine(list []*dissenters) string {
	n, who := 0, []string(nil)
	for _, g := range list {
		if g.Expected {
			n += g.Answers
			who = append(who, g.Contender)
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "1 answer is wrong as the plan expects, by " + who[0]
	}
	return fmt.Sprintf("%d answers are wrong as the plan expects, by %s", n, strings.Join(who, ", "))
}

var svgNames = lazyregexp.New(`(id="|href="#)`)

// ownNames adds a prefix to the names in a picture, so that they are unique in the page.
func ownNames(svg, beginning string) string {
	return svgNames.Get().ReplaceAllString(svg, "${1}"+beginning)
}
