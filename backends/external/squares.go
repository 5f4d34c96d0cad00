package external

import (
	"errors"
	"fmt"
	"strings"

	"nqueens"
	"nqueens/backends/isolate"
)

// readMiniZinc reads what our models have MiniZinc print: a solution, which is
// a line of squares, ends with ten dashes; ten equal signs say that there are no more.
func readMiniZinc(t transcript, visit func(nqueens.Solution) bool) (status nqueens.Status, err error) {
	line, all, shown, more, unknown := "", false, false, true, false
	for next := range t.lines() {
		switch {
		case strings.HasPrefix(next, "%"): // a comment
		case next == "----------":
			var s nqueens.Solution
			if s, err = solutionText(line); err != nil {
				return status, err
			}
			shown = true
			if err = claim(&status, nqueens.Solved); err == nil && more {
				more = visit(s)
			}
		case next == "==========":
			all = true
		case next == "=====UNSATISFIABLE=====":
			err = claim(&status, nqueens.Unsatisfiable)
		case next == "=====UNKNOWN=====":
			unknown = true
		default:
			line = next
		}
		if err != nil {
			return status, err
		}
	}
	if t.count && shown && !all {
		return "", nil // there may be more
	}
	return orUnknown(status, unknown), nil
}

// saysAll reports whether MiniZinc says that there are no more solutions than those
// that it has found.
func saysAll(t transcript) bool {
	for line := range t.lines() {
		if line == "==========" || line == "=====UNSATISFIABLE=====" {
			return true
		}
	}
	return false
}

// readSquares reads a solution a line, as the text of a Solution, or "no
// solution".
func readSquares(t transcript, visit func(nqueens.Solution) bool) (status nqueens.Status, err error) {
	more := true
	for line := range t.lines() {
		if strings.TrimSpace(line) == "no solution" {
			err = claim(&status, nqueens.Unsatisfiable)
		} else {
			var s nqueens.Solution
			if s, err = solutionText(line); err == nil {
				if err = claim(&status, nqueens.Solved); err == nil && more {
					more = visit(s)
				}
			}
		}
		if err != nil {
			return status, err
		}
	}
	return status, nil
}

// solutionText reads a line of squares, or of numbers of variables; a line of
// nothing is a solution in which none is chosen.
func solutionText(line string) (nqueens.Solution, error) {
	s := nqueens.Solution{}
	if strings.TrimSpace(line) == "" {
		return s, nil
	}
	err := s.UnmarshalText([]byte(line))
	if err == nil && len(s) == 0 {
		err = errors.New("it names no square")
	}
	if err != nil {
		return nil, fmt.Errorf("printed %.60q where a solution was expected: %s", line, isolate.Said(err.Error()))
	}
	s.Sort()
	return s, nil
}
