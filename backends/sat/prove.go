package sat

import (
	"context"
	"fmt"
	"io"

	"github.com/crillab/gophersat/solver"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/await"
	"nqueens/encode"
)

// Prover is a Backend that can also write proofs: gophersat.
type Prover struct{ Backend }

// ProofEncoding implements backends.Prover: the formula is the same as for Run.
func (p Prover) ProofEncoding(r nqueens.Request) (string, error) {
	if err := p.Supports(r); err != nil {
		return "", err
	}
	e, err := p.encoding(r)
	return e.Name, err
}

// Prove implements backends.Prover. The proof is gophersat's certificate: the learnt clauses, in
// text, each of which follows from those before by unit propagation, without deletions. If unit
// propagation alone refutes the formula, it is the empty clause.
func (p Prover) Prove(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
	if err := p.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	watch := nqueens.NewStopwatch()
	e, err := p.encoding(r)
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	m, engine, err := answer.EncodeToProve(ctx, r, func(m *nqueens.Model) (*gophersatEngine, error) {
		return loadClauses(encode.FromModel(m, e)), nil
	})
	if err != nil {
		return answer.Failed(ctx, err, 0)
	}
	encoded := watch.Lap()
	s := stats{}
	s.loaded(engine)
	status, err := engine.prove(ctx, proof, s)
	out := nqueens.Outcome{Stats: s}
	if err == nil {
		out.Status, err = statusOf(status)
	}
	switch {
	case err != nil:
		out = answer.Failed(ctx, err, 0)
	case out.Status == nqueens.Solved:
		d := newDecoder(m)
		out.Solution = d.decode(engine.solver.Model())
		out.Solution.Sort()
	}
	out.Phases = nqueens.Phases{Encode: encoded, Solve: watch.Lap()}
	return out
}

// statusOf converts gophersat's status. It returns an error unless gophersat answered explicitly
// that the formula is satisfiable or unsatisfiable.
func statusOf(status solver.Status) (nqueens.Status, error) {
	switch status {
	case solver.Sat:
		return nqueens.Solved, nil
	case solver.Unsat:
		return nqueens.Unsatisfiable, nil
	}
	return "", fmt.Errorf("gophersat ended without an answer, with the status %v", status)
}

// prove searches, and writes the learnt clauses. If the context ends, or the proof cannot be
// written, the search is abandoned, with a goroutine that receives its remaining clauses; otherwise
// it would block for ever.
func (e *gophersatEngine) prove(ctx context.Context, proof io.Writer, s stats) (solver.Status, error) {
	if e.unsatisfiable {
		_, err := io.WriteString(proof, "0\n")
		return solver.Unsat, err
	}
	if err := lockGophersat(ctx); err != nil {
		return solver.Indet, err
	}
	lines := make(chan string, 1024)
	e.solver.Certified, e.solver.CertChan = true, lines // without a channel it prints
	var status solver.Status
	var err error
	go func() {
		defer unlockGophersat()
		defer close(lines) // publishes status and err
		status, err = await.Contain(e.solver.Solve)
	}()
	for {
		select {
		case line, more := <-lines:
			if !more {
				e.effort(s)
				return status, err
			}
			if _, err := io.WriteString(proof, line+"\n"); err != nil {
				go drain(lines)
				return solver.Indet, err
			}
		case <-ctx.Done():
			go drain(lines)
			return solver.Indet, ctx.Err()
		}
	}
}
