package fuzz

import (
	"context"
	"errors"
	"fmt"

	"nqueens"
	"nqueens/backends"
)

// A Library is a function of a solver's library other than the tasks of a backend, such as the search
// for an unsatisfiable core. Its input is a formula in clauses. Its results are tested by their definition.
type Library struct {
	Name, About, Version string
	// Test returns why the result for a formula is wrong, or "". It returns an error if the function does
	// not apply to this formula. Test may panic or run forever.
	Test func(*Clauses) (wrong string, err error)
}

// A library is a Library as a backend, for the list of solvers under test.
type library struct{ Library }

// Describe implements backends.Backend.
func (l library) Describe() nqueens.Description {
	return nqueens.Description{Name: l.Name, About: l.About, Version: l.Version, Engine: l.Name, Tasks: []nqueens.Task{nqueens.FindFirst}, Unreduced: true}
}

// Supports implements backends.Backend.
func (l library) Supports(r nqueens.Request) error {
	if r.Problem.HasBoard() {
		return fmt.Errorf("%s takes clauses", l.Name)
	}
	return l.Describe().Accepts(r)
}

// Run implements backends.Backend. It returns no answer, because only fuzz tests a library.
func (l library) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return nqueens.Fail(nqueens.Unsupported, l.Name+" answers no request")
}

var errNotAbout = errors.New("the function does not apply to this formula")

// test runs the library's function on a form. The status is unsupported if the function does not
// apply to it.
func (l library) test(ctx context.Context, f Form) (a Answer) {
	c, ok := f.(*Clauses)
	if !ok || c.Projected {
		return failed(nqueens.Unsupported, errNotAbout.Error())
	}
	done := make(chan Answer, 1)
	go func() {
		var a Answer
		defer func() {
			if why := recover(); why != nil {
				a = failed(nqueens.Crashed, fmt.Sprintf("panic: %v", why))
			}
			done <- a
		}()
		wrong, err := l.Test(c)
		if err != nil {
			a = failed(nqueens.Unsupported, err.Error())
			return
		}
		a.Status, a.Contradiction = nqueens.Solved, wrong
	}()
	select {
	case a := <-done:
		return a
	case <-ctx.Done():
		return failed(nqueens.Timeout, "")
	}
}

// examineLibrary tests a library's function, whose result needs no reference.
func (x *Examiner) examineLibrary(ctx context.Context, t Trial, p nqueens.Problem) (e Examination) {
	q := t.Asked[0]
	a := x.answer(ctx, t.Form, p, q)
	r := x.job(p, q).Record(recordMaker(q), a.Observation)
	r.Outcome = a.Outcome // the checks of records do not apply to such a result
	e.Answers = append(e.Answers, r)
	class, why := WrongResult, a.Contradiction
	if a.Status == nqueens.Crashed {
		class, why = Crash, a.Reason
	}
	if ctx.Err() == nil && why != "" {
		e.Findings = []Finding{{Trial: t, Class: class, Why: why, Answer: r}}
	}
	return e
}

// isLibrary reports whether a backend is a Library.
func isLibrary(b backends.Backend) bool {
	_, is := b.(library)
	return is
}
