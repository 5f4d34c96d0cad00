package fuzz

import (
	"errors"

	"nqueens"
	"nqueens/backends"
)

// variant returns the backend of a question, which gets the text of the form or has another command if the
// question requires that. The output of an external solver is read strictly.
func (x *Examiner) variant(f Form, q Question) (backends.Backend, error) {
	b := x.backend(q.Backend)
	if b == nil {
		return nil, errors.New("there is no backend " + q.Backend)
	}
	v, ok := b.(backends.Adjustable)
	switch {
	case !ok && (q.Command != "" || q.Verbatim):
		return nil, errors.New(q.Backend + " has no command")
	case !ok:
		return b, nil
	}
	v = v.Strict()
	if q.Command != "" {
		other, err := v.WithCommand(q.Command)
		if err != nil {
			return nil, err
		}
		v = other
	}
	if q.Verbatim {
		c, clauses := f.(*Clauses)
		if !clauses || c.Projected {
			return nil, errors.New("the form is not a formula in clauses without a projection")
		}
		v = v.Verbatim(c.Text())
	}
	return v, nil
}

// commanded returns the external solver of a trial's first question and the request, or false if the solver has no
// command.
func (x *Examiner) commanded(t Trial) (backends.Adjustable, nqueens.Request, bool) {
	b, err := x.variant(t.Form, t.Asked[0])
	v, ok := b.(backends.Adjustable)
	if err != nil || !ok || t.Asked[0].Prove { // the command that writes a proof is another one
		return nil, nqueens.Request{}, false
	}
	p, err := t.Form.Problem()
	return v, x.request(p, t.Asked[0]), err == nil
}

// commandLine returns the command line of an external solver for a trial, or "".
func (x *Examiner) commandLine(t Trial) string {
	if v, r, ok := x.commanded(t); ok {
		return v.Command(r)
	}
	return ""
}

// simplerCommands returns the command lines of an external solver with one option less than in the trial.
func (x *Examiner) simplerCommands(t Trial) []string {
	if v, r, ok := x.commanded(t); ok {
		return v.Simpler(r)
	}
	return nil
}
