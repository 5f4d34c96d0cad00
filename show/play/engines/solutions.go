package engines

import (
	"context"
	"slices"
	"strings"

	"nqueens"
)

// Solutions are the first solutions of a position.
type Solutions struct {
	// List has the solutions, each with its pieces in file order.
	List [][]string `json:"list"`
	// Class is the number of each solution's class, from 0: two solutions that a symmetry of the
	// problem maps to each other are in the same class. The first of each class represents it.
	Class    []int `json:"class"`
	Classes  int   `json:"classes"`
	Complete bool  `json:"complete"` // these are all solutions
	// Reason states why there are none.
	Reason string `json:"reason,omitempty"`
}

// Solutions returns at most the given number of solutions, in lexicographic order.
func (p Position) Solutions(most int) (Solutions, error) {
	problem, err := p.Problem()
	if err != nil {
		return Solutions{}, err
	}
	r := nqueens.Request{Problem: problem, Task: nqueens.FindAll}
	b := fastest(r)
	if b == nil {
		return Solutions{Reason: "no engine of the page supports this problem"}, nil
	}
	var found []nqueens.Solution
	out := b.Run(context.Background(), r, func(solution nqueens.Solution) bool {
		if len(found) == most {
			return false
		}
		solution = slices.Clone(solution)
		solution.Sort()
		found = append(found, solution)
		return true
	})
	slices.SortFunc(found, nqueens.Solution.Compare)
	s := Solutions{List: [][]string{}, Class: []int{}, Complete: out.Status.Answered(), Reason: out.Reason}
	group, board, classes := problem.Group(), problem.Board(), map[string]int{}
	for _, solution := range found {
		representative := solution.OrbitUnder(board, group)[0].String()
		class, known := classes[representative]
		if !known {
			class = len(classes)
			classes[representative] = class
		}
		s.List, s.Class = append(s.List, texts(solution)), append(s.Class, class)
	}
	s.Classes = len(classes)
	return s, nil
}

// One returns a solution of the position, or the reason why there is none.
func (p Position) One() (solution []string, reason string, err error) {
	problem, err := p.Problem()
	if err != nil {
		return nil, "", err
	}
	out := first(problem)
	reason = strings.TrimSpace(out.Reason)
	if out.Solution == nil && reason == "" {
		reason = out.Note
	}
	return texts(out.Solution), reason, nil
}

func texts(s nqueens.Solution) (list []string) {
	for _, at := range s {
		list = append(list, at.String())
	}
	return list
}
