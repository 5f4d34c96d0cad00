package external

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"nqueens"
	"nqueens/backends/isolate"
)

// read takes the answer from what was printed.
func (x *run) read(p printed, visit func(nqueens.Solution) bool) error {
	for _, s := range x.stats {
		if found := s.pattern.FindSubmatch(p.stdout); found != nil {
			if n, err := strconv.ParseInt(string(found[1]), 10, 64); err == nil {
				x.outcome.Stats[s.name] = n
			}
		}
	}
	switch x.request.Task {
	case nqueens.CountAll:
		return x.readCount(p)
	case nqueens.FindAll:
		return x.readAll(p, visit)
	}
	return x.readFirst(p)
}

func (x *run) transcript(p printed) transcript {
	text := p.stdout
	if x.input.dialect.file {
		text = p.answer
	}
	return transcript{text: text, written: x.written, count: x.request.Task != nqueens.FindFirst}
}

// claimed is what the program says, its exit status considered.
func (x *run) claimed(p printed, status nqueens.Status) (nqueens.Status, error) {
	switch {
	case p.exit == exitUnsatisfiable && status == nqueens.Solved, p.exit == exitSatisfiable && status == nqueens.Unsatisfiable:
		return status, fmt.Errorf("says one thing and its exit status %d another", p.exit)
	case status == "" && len(bytes.TrimSpace(p.stdout))+len(p.answer) == 0:
		return status, errors.New("printed nothing")
	case status == "":
		return status, fmt.Errorf("says neither that there is a solution nor that there is none: %s", complaint(isolate.Result{Stdout: p.stdout}))
	}
	return status, nil
}

func (x *run) readFirst(p printed) error {
	var found nqueens.Solution
	status, err := x.input.dialect.read(x.transcript(p), func(s nqueens.Solution) bool {
		found = s
		return false
	})
	if err == nil {
		status, err = x.claimed(p, status)
	}
	switch {
	case err != nil:
		return err
	case status == nqueens.Solved && found == nil:
		return errors.New("says that there is a solution and shows none")
	case status == nqueens.Unsatisfiable && found != nil:
		return errors.New("says that there is no solution and shows one")
	}
	x.outcome.Status, x.outcome.Solution = status, found
	return nil
}

func (x *run) readAll(p printed, visit func(nqueens.Solution) bool) error {
	found, more := uint64(0), true
	status, err := x.input.dialect.read(x.transcript(p), func(s nqueens.Solution) bool {
		found++
		more = visit(s)
		return more
	})
	if err == nil {
		status, err = x.claimed(p, status)
	}
	switch {
	case err != nil:
		return err
	case !more:
		x.outcome.Status, x.outcome.Partial = nqueens.Cancelled, nqueens.NewCount(found)
		return nil
	case (status == nqueens.Solved) != (found > 0):
		return fmt.Errorf("says %s and shows %d solutions", status, found)
	}
	x.outcome.Status, x.outcome.Count = nqueens.Solved, nqueens.NewCount(found)
	return nil
}

func (x *run) readCount(p printed) error {
	found := x.input.counted.FindAllSubmatch(p.stdout, -1)
	if len(found) == 0 && x.input.dialect != nil {
		// MiniZinc prints no statistics when it sees at once that there is nothing.
		status, err := x.input.dialect.read(x.transcript(p), func(nqueens.Solution) bool { return false })
		if err == nil && status == nqueens.Unsatisfiable {
			x.outcome.Status, x.outcome.Count = nqueens.Solved, nqueens.NewCount(0)
			return nil
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("printed no number of solutions: %s", complaint(isolate.Result{Stdout: p.stdout}))
	}
	count, err := nqueens.ParseCount(string(found[len(found)-1][1]))
	if err != nil {
		return err
	}
	x.outcome.Status, x.outcome.Count = nqueens.Solved, count
	return nil
}
