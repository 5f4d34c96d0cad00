package fuzz

import (
	"bytes"
	"context"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/proof"
)

// An Answer is the answer of a backend, after its solutions and its proof were checked.
type Answer struct {
	bench.Observation
	// Listed are the solutions of the task all, sorted, if there are few.
	Listed []nqueens.Solution `json:"listed,omitempty"`
	// Proof is the proof that there is no solution, if one was requested. Refused states why the proof is
	// not valid.
	Proof   []byte `json:"proof,omitempty"`
	Refused string `json:"refused,omitempty"`
}

// Terms are the time limit of an answer and whether a proof is requested.
type Terms struct {
	Limit time.Duration `json:"limit"`
	Prove bool          `json:"prove,omitempty"` // with a proof that there is no solution
}

// An Asker runs backends.
type Asker interface {
	// Ask returns the backend's answer to the request, whose problem is the one that the form states. It returns
	// after the time limit, even if the backend does not stop.
	Ask(ctx context.Context, b backends.Backend, f Form, r nqueens.Request, t Terms) Answer
}

// Here is the Asker that runs backends in this process.
type Here struct{}

const (
	mostListed = 200_000 // a list stops after so many solutions
	mostKept   = 4096    // a longer list is not kept
)

// Ask implements Asker. It returns without waiting for a backend that does not stop.
func (Here) Ask(ctx context.Context, b backends.Backend, f Form, r nqueens.Request, t Terms) (a Answer) {
	ctx, cancel := context.WithTimeout(ctx, t.Limit)
	defer cancel()
	if l, is := b.(library); is {
		return l.test(ctx, f)
	}
	in, listed := bench.NewInspection(r), 0
	var visit func(nqueens.Solution) bool
	if r.Task == nqueens.FindAll {
		visit = func(s nqueens.Solution) bool {
			in.Visit(s)
			if listed++; listed <= mostKept {
				a.Listed = append(a.Listed, append(nqueens.Solution{}, s...))
			}
			return listed < mostListed
		}
	}
	var written bytes.Buffer
	prover, proves := b.(backends.Prover)
	if proves = proves && t.Prove; proves {
		b = proving{prover, &written}
	}
	begun := time.Now()
	a.Outcome = backends.Guarded(ctx, b, r, visit)
	if proves && a.Status == nqueens.Unsatisfiable {
		a.Proof, a.Refused = written.Bytes(), refused(ctx, prover, r, written.Bytes())
	}
	a.Solution.Sort()
	in.Conclude(a.Outcome)
	in.Report(&a.Observation)
	if listed > mostKept {
		a.Listed = nil
	}
	for _, s := range a.Listed {
		s.Sort()
	}
	if a.Status.Answered() {
		a.Seconds = time.Since(begun).Seconds()
	}
	return a
}

// proving is a prover as a backend: its Run calls Prove.
type proving struct {
	backends.Prover
	proof *bytes.Buffer
}

func (p proving) Run(ctx context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	return p.Prove(ctx, r, p.proof)
}

// provesClauses reports whether the backend writes DRAT for the request.
func provesClauses(b backends.Backend, r nqueens.Request) bool {
	if r.Task != nqueens.FindFirst || r.Problem.Goal() != nqueens.NoGoal {
		return false
	}
	encoding, err := backends.ProofEncoding(b, r)
	return err == nil && encoding != proof.PseudoBoolean
}

// refused returns why a text does not prove that the problem has no solution, or "" if it does.
func refused(ctx context.Context, b backends.Prover, r nqueens.Request, text []byte) string {
	name, err := b.ProofEncoding(r)
	if err != nil {
		return err.Error()
	}
	e, err := encode.EncodingNamed(name)
	if err != nil {
		return "" // the problem has no clauses, so the proof is of another kind
	}
	f, err := encode.FromProblem(r.Problem, e)
	if err != nil {
		return ""
	}
	if _, err := proof.Check(ctx, f, bytes.NewReader(text)); err != nil && ctx.Err() == nil {
		return err.Error()
	}
	return ""
}
