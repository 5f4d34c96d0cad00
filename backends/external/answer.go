package external

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"nqueens"
)

// read reads the answer from the output.
func (x *run) read(p printed, visit func(nqueens.Solution) bool) error {
	for _, s := range x.solver.description().Stats {
		if found := s.Value.re.FindSubmatch(p.stdout); found != nil {
			if n, err := strconv.ParseInt(string(found[1]), 10, 64); err == nil {
				x.outcome.Stats[s.Key] = n
			}
		}
	}
	if err := x.checkComplete(p); err != nil {
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

// checkComplete returns an error if a search for all solutions was stopped early, which each kind
// of program reports in its own way. Such a search may have found some solutions.
func (x *run) checkComplete(p printed) error {
	if x.request.Task.FindsOne() {
		return nil
	}
	switch x.kind() {
	case asp:
		if p.exit == exitSatisfiable {
			return fmt.Errorf("stopped before it found all solutions: its exit status is %d, not %d", exitSatisfiable, exitAll)
		}
	case minizinc:
		if x.request.Task == nqueens.CountAll && !reportsAll(x.transcript(p)) {
			if says, err := (dialect{parse: parseMiniZinc}).read(x.transcript(p), func(nqueens.Solution) bool { return true }); err == nil && says.unknown() != nil {
				return says.unknown()
			}
			return fmt.Errorf("did not print the ten equal signs of a complete count: %s", complaint(nil, p.stdout))
		}
	}
	return nil
}

// kind returns the name of the dialect of the program's messages. An input that only counts has no
// dialect; then the format of the input determines it.
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
	var words statusWords
	if x.input.Status != nil {
		words = *x.input.Status
	}
	return transcript{
		text: text, statement: x.statement, words: words, strict: x.solver.strict,
		count: !x.request.Task.FindsOne(), best: x.request.Task == nqueens.Optimise && x.hasObjective(),
	}
}

// hasObjective reports whether one solution can be better than another. If no remaining placement
// is counted, clingo and MiniSat+ see no objective, and call a solution satisfiable, not optimal.
func (x *run) hasObjective() bool {
	return x.statement.Model == nil || len(x.statement.Model.Objective.Over) > 0
}

// checkClaim returns an error if the program reports neither a solution nor that there is none, or
// if its output contradicts its exit status.
func (x *run) checkClaim(p printed, says claim) error {
	switch status := says.status; {
	case p.exit == exitUnsatisfiable && status != "" && status != nqueens.Unsatisfiable, p.exit == exitSatisfiable && status != "" && status != nqueens.Solved:
		return fmt.Errorf("contradicts its exit status %d in its output", p.exit)
	case status == nqueens.Unknown:
		return says.unknown()
	case status == "" && len(bytes.TrimSpace(p.stdout))+len(p.answer) == 0:
		return errors.New("printed nothing")
	case status == "":
		return x.unclear(p, "reported neither a solution nor that there is none")
	}
	return nil
}

// readSolutions reads solutions from the output and passes each to visit.
func (x *run) readSolutions(p printed, visit func(nqueens.Solution) bool) error {
	found, more := uint64(0), true
	says, err := x.input.Answer.read(x.transcript(p), func(s nqueens.Solution) bool {
		found++
		more = visit(s)
		return more && x.request.Task != nqueens.FindFirst
	})
	if err == nil {
		err = x.checkClaim(p, says)
	}
	switch {
	case err != nil:
		return err
	case !more:
		x.outcome.Status, x.outcome.Partial = nqueens.Cancelled, nqueens.NewCount(found)
	case says.status == nqueens.Solved && found == 0:
		return errors.New("reported a solution but did not show it")
	case says.status == nqueens.Unsatisfiable && found > 0:
		return errors.New("reported that there is no solution but showed one")
	case x.request.Task == nqueens.FindAll:
		x.outcome.Status, x.outcome.Count = nqueens.Solved, nqueens.NewCount(found)
	default:
		x.outcome.Status = says.status
	}
	return nil
}

// readNoCount handles output without a number. If the program reports that there is no solution,
// the count is 0: MiniZinc prints no statistics if it finds that at once. Otherwise readNoCount
// returns an error.
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
	return x.unclear(p, "printed no number of solutions")
}
