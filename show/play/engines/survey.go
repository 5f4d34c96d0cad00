package engines

import (
	"context"
	"slices"
	"strings"
	"time"

	"nqueens"
)

// A Survey is the knowledge about a position so far.
type Survey struct {
	Problem string `json:"problem"` // its name
	Command string `json:"command"` // counts its solutions on the command line
	// Attacks are the pairs of given pieces that attack each other.
	Attacks [][2]string `json:"attacks,omitempty"`
	// Attacked are the free squares that a given piece attacks.
	Attacked []string `json:"attacked,omitempty"`
	// Count is the number of solutions, or of those found so far.
	Count string `json:"count,omitempty"`
	// Complete is set if Count is the number of all solutions.
	Complete bool `json:"complete,omitempty"`
	// Squares is the number of the counted solutions with a piece on each square, row by row from
	// a1.
	Squares []int64 `json:"squares,omitempty"`
	// Dead are the free squares with a piece in no solution, and Backbone those with a piece in
	// every solution. Undecided are the squares for which neither is known yet.
	Dead      []string `json:"dead,omitempty"`
	Backbone  []string `json:"backbone,omitempty"`
	Undecided int      `json:"undecided"`
	// Optimum is the number of pieces in the best solutions of a problem with an objective.
	Optimum *int `json:"optimum,omitempty"`
	// Reason states why there is no solution, or no answer.
	Reason string `json:"reason,omitempty"`
}

// surveySolutions is the number of solutions that a survey enumerates before it stops counting.
const surveySolutions = 1 << 24

// reportEvery is the time between two reports of a survey.
const reportEvery = 50 * time.Millisecond

// Survey calls report with the knowledge about a position, and again whenever there is more. It
// counts solutions until the limit, and then decides single squares for at most the same time; 0
// means no limit.
func (p Position) Survey(limit time.Duration, report func(Survey)) error {
	problem, err := p.Problem()
	if err != nil {
		return err
	}
	s := surveyor{problem: problem, board: problem.Board(), limit: limit, most: surveySolutions, report: report, begun: time.Now()}
	s.Problem, s.Command = problem.String(), "nqueens count "+strings.Join(problem.Arguments(), " ")
	s.run()
	return nil
}

type surveyor struct {
	Survey
	problem nqueens.Problem
	board   nqueens.Board
	limit   time.Duration
	most    int64 // number of solutions after which the count stops
	report  func(Survey)
	found   int64
	begun   time.Time
	last    time.Time // of the last report
}

// within reports whether less time has passed than a number of limits.
func (s *surveyor) within(limits int) bool {
	return s.limit == 0 || time.Since(s.begun) < time.Duration(limits)*s.limit
}

// due reports whether it is time for another report.
func (s *surveyor) due() bool {
	if time.Since(s.last) < reportEvery {
		return false
	}
	s.last = time.Now()
	return true
}

func (s *surveyor) run() {
	s.attacks()
	s.report(s.Survey)
	s.count()
}

// attacks finds the attacks between given pieces, and the free squares that they attack.
func (s *surveyor) attacks() {
	attacks, given := s.problem.Family.Attacks, s.problem.Given
	if attacks == nil || s.problem.Family.Objective == nqueens.Fewest {
		return // pieces that must attack each square may attack each other
	}
	for i, a := range given {
		for _, b := range given[:i] {
			if a != b && attacks(s.board, a, b) {
				s.Attacks = append(s.Attacks, [2]string{b.String(), a.String()})
			}
		}
	}
	taken := append(slices.Clone(given), s.problem.Blocked...)
	for _, square := range s.board.Squares() {
		if !slices.Contains(taken, square) && slices.ContainsFunc(given, func(a nqueens.Square) bool { return attacks(s.board, a, square) }) {
			s.Attacked = append(s.Attacked, square.String())
		}
	}
}

// count enumerates the solutions. If there are too many, it decides each square by itself.
func (s *surveyor) count() {
	r := nqueens.Request{Problem: s.problem, Task: nqueens.FindAll}
	b := fastest(r)
	if b == nil {
		s.Reason = "no engine of the page supports this problem"
		s.report(s.Survey)
		return
	}
	s.Squares = make([]int64, s.board.Size())
	out := b.Run(context.Background(), r, func(solution nqueens.Solution) bool {
		s.add(solution)
		if s.found%1024 == 0 && s.due() {
			s.publish(false)
		}
		return s.found < s.most && (s.found%1024 != 0 || s.within(1))
	})
	s.Optimum = out.Optimum
	if s.found == 0 {
		s.Reason = out.Reason
		if s.Reason == "" {
			s.Reason = out.Note
		}
	}
	s.publish(out.Status.Answered())
	if !out.Status.Answered() {
		s.decide()
	}
}

func (s *surveyor) add(solution nqueens.Solution) {
	s.found++
	for _, at := range solution {
		s.Squares[s.board.Index(at.Square)]++
	}
}

// publish reports the numbers found so far.
func (s *surveyor) publish(complete bool) {
	s.Count, s.Complete = nqueens.NewCount(uint64(s.found)).String(), complete
	if complete {
		s.Dead, s.Backbone, s.Undecided = nil, nil, 0
		for i, square := range s.board.Squares() {
			switch {
			case s.taken(square) || s.found == 0:
			case s.Squares[i] == 0:
				s.Dead = append(s.Dead, square.String())
			case s.Squares[i] == s.found:
				s.Backbone = append(s.Backbone, square.String())
			}
		}
	}
	s.report(s.Survey)
}

// taken reports whether a square has a given piece or is blocked.
func (s *surveyor) taken(square nqueens.Square) bool {
	return slices.Contains(s.problem.Given, square) || slices.Contains(s.problem.Blocked, square) ||
		slices.ContainsFunc(s.problem.Others, func(at nqueens.Placement) bool { return at.Square == square })
}

// decide finds the dead squares and the backbone without counting. A square is dead if the problem
// with a piece on it has no solution; decide tests squares that are empty in all solutions found so
// far. A square is in the backbone if the problem with that square blocked has no solution; decide
// tests squares that have a piece in all of them. For several kinds of pieces or an objective it
// leaves all squares undecided, because a solution of such a changed problem need not be a solution
// of the position.
func (s *surveyor) decide() {
	if s.problem.Family.Kinds != nil || s.problem.Goal() != nqueens.NoGoal {
		s.Undecided = s.board.Size()
		s.report(s.Survey)
		return
	}
	counted, of := slices.Clone(s.Squares), s.found
	seen := func(i int) (some, all bool) { return counted[i] > 0, counted[i] == of }
	open := func() (n int) {
		for i, square := range s.board.Squares() {
			if some, all := seen(i); (!some || all) && !s.taken(square) {
				n++
			}
		}
		return n - len(s.Dead) - len(s.Backbone)
	}
	for i, square := range s.board.Squares() {
		some, all := seen(i)
		if s.taken(square) || some && !all {
			continue
		}
		changed := s.problem
		if some {
			changed.Blocked = append(slices.Clone(changed.Blocked), square)
		} else {
			changed.Given = append(slices.Clone(changed.Given), square)
		}
		out := first(changed)
		switch {
		case out.Status == nqueens.Unsatisfiable && some:
			s.Backbone = append(s.Backbone, square.String())
		case out.Status == nqueens.Unsatisfiable:
			s.Dead = append(s.Dead, square.String())
		case out.Status == nqueens.Solved:
			of++
			for _, at := range out.Solution {
				counted[s.board.Index(at.Square)]++
			}
		}
		s.Undecided = open()
		if s.due() || !s.within(2) {
			s.report(s.Survey)
		}
		if !s.within(2) {
			return
		}
	}
	s.Undecided = 0
	s.report(s.Survey)
}
