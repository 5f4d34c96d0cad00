package external

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"nqueens"
)

// read takes the answer from what was printed.
func (x *run) read(p printed, visit func(nqueens.Solution) bool) error {
	for _, s := range x.solver.description().Stats {
		if found := s.Value.re.FindSubmatch(p.stdout); found != nil {
			if n, err := strconv.ParseInt(string(found[1]), 10, 64); err == nil {
				x.outcome.Stats[s.Key] = n
			}
		}
	}
	if err := x.finished(p); err != nil {
		return err
	}
	switch x.request.Task {
	case nqueens.CountAll:
		return x.readCount(p)
	case nqueens.FindAll:
		return x.readSolutions(p, visit)
	}
	return x.readSolutions(p, func(s nqueens.Solution) bool {
		x.outcome.Solution = s
		return true
	})
}

// finished is the error of a search for all solutions that says, in the way of its
// kind, that it ended before. It can have found some of them by then.
func (x *run) finished(p printed) error {
	if x.request.Task.FindsOne() {
		return nil
	}
	switch x.kind() {
	case asp:
		if p.exit == exitSatisfiable {
			return fmt.Errorf("stopped before it had all solutions: its exit status is %d, not %d", exitSatisfiable, exitAll)
		}
	case minizinc:
		if x.request.Task == nqueens.CountAll && !saysAll(x.transcript(p)) {
			if says, err := (dialect{parse: parseMiniZinc}).read(x.transcript(p), func(nqueens.Solution) bool { return true }); err == nil && says.unknown() != nil {
				return says.unknown()
			}
			return fmt.Errorf("does not say that it has counted all solutions, with ten equal signs: %s", complaint(nil, p.stdout))
		}
	}
	return nil
}

// kind is the dialect that the program's messages are in. Where only counts are
// asked for its input's format tells.
func (x *run) kind() string {
	switch {
	case x.input.Answer != nil:
		return x.input.Answer.name
	case x.input.Format.Name == aspif:
		return asp
	}
	return x.input.Format.Name
}

func (x *run) transcript(p printed) transcript {
	text := p.stdout
	if x.input.Answer != nil && x.input.Answer.file {
		text = p.answer
	}
	return transcript{text: text, statement: x.statement, count: !x.request.Task.FindsOne(), best: x.request.Task == nqueens.Optimise && x.tellsApart()}
}

// tellsApart reports whether one solution can be better than another, as far as the statement
// shows. Where no placement that is left is counted, clingo and MiniSat+ see no objective, and call
// a solution satisfiable, not the best.
func (x *run) tellsApart() bool {
	return x.statement.Model == nil || len(x.statement.Model.Objective.Over) > 0
}

// doubt is the error of a program that claims nothing of use, or one thing in what
// it prints and another by its exit status.
func (x *run) doubt(p printed, says claim) error {
	switch status := says.status; {
	case p.exit == exitUnsatisfiable && status != "" && status != nqueens.Unsatisfiable, p.exit == exitSatisfiable && status != "" && status != nqueens.Solved:
		return fmt.Errorf("says one thing and its exit status %d another", p.exit)
	case status == nqueens.Unknown:
		return says.unknown()
	case status == "" && len(bytes.TrimSpace(p.stdout))+len(p.answer) == 0:
		return errors.New("printed nothing")
	case status == "":
		return fmt.Errorf("says neither that there is a solution nor that there is none: %s", complaint(nil, p.stdout))
	}
	return nil
}

// readSolutions takes what visit is shown as the answer.
func (x *run) readSolutions(p printed, visit func(nqueens.Solution) bool) error {
	found, more := uint64(0), true
	says, err := x.input.Answer.read(x.transcript(p), func(s nqueens.Solution) bool {
		found++
		more = visit(s)
		return more && x.request.Task != nqueens.FindFirst
	})
	if err == nil {
		err = x.doubt(p, says)
	}
	switch {
	case err != nil:
		return err
	case !more:
		x.outcome.Status, x.outcome.Partial = nqueens.Cancelled, nqueens.NewCount(found)
	case says.status == nqueens.Solved && found == 0:
		return errors.New("says that there is a solution and shows none")
	case says.status == nqueens.Unsatisfiable && found > 0:
		return errors.New("says that there is no solution and shows one")
	case x.request.Task == nqueens.FindAll:
		x.outcome.Status, x.outcome.Count = nqueens.Solved, nqueens.NewCount(found)
	default:
		x.outcome.Status = says.status
	}
	return nil
}

func (x *run) readCount(p printed) error {
	found := x.input.Counted.re.FindAllSubmatch(p.stdout, -1)
	if len(found) == 0 {
		return x.readNoCount(p)
	}
	count, err := nqueens.ParseCount(string(found[len(found)-1][1]))
	if err != nil {
		return err
	}
	x.outcome.Status, x.outcome.Count = nqueens.Solved, count
	return nil
}

// readNoCount takes no number for an answer where the program says what it means by
// that: MiniZinc prints no statistics when it sees at once that there is nothing.
func (x *run) readNoCount(p printed) error {
	if x.input.Answer != nil {
		switch says, err := x.input.Answer.read(x.transcript(p), func(nqueens.Solution) bool { return false }); {
		case err == nil && says.status == nqueens.Unsatisfiable:
			x.outcome.Status, x.outcome.Count = nqueens.Solved, nqueens.NewCount(0)
			return nil
		case err == nil && says.status == nqueens.Unknown:
			return says.unknown()
		}
	}
	return fmt.Errorf("printed no number of solutions: %s", complaint(nil, p.stdout))
}
