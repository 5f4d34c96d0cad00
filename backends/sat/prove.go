package sat

import (
	"context"
	"fmt"
	"io"

	"github.com/crillab/gophersat/solver"

	"nqueens"
	"nqueens/backends/internal/await"
	"nqueens/encode"
)

// Prover is a Backend that can also write proofs: gophersat.
type Prover struct{ Backend }

// ProofEncoding implements backends.Prover: the formula is the one that it would
// solve.
func (p Prover) ProofEncoding(r nqueens.Request) (string, error) {
	if err := p.Supports(r); err != nil {
		return "", err
	}
	e, err := p.encoding(r)
	return e.Name, err
}

// Prove implements backends.Prover. The proof is gophersat's certificate: the
// clauses that it learnt, in text, each following from those before by unit
// propagation, and no deletions. Where unit propagation alone refutes the formula
// it is the empty clause.
func (p Prover) Prove(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
	if err := p.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	watch := nqueens.NewStopwatch()
	e, err := p.encoding(r)
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	c := certificate{ctx: ctx, proof: proof, s: stats{}}
	m, err := await.Try(ctx, func() (*nqueens.Model, error) {
		m, err := r.Problem.Model()
		if err == nil {
			c.load(m, e)
		}
		return m, err
	})
	if err != nil {
		return failed(ctx, err, 0)
	}
	encoded := watch.Lap()
	status, err := c.solve()
	out := nqueens.Outcome{Stats: c.s}
	if err == nil {
		out.Status, err = statusOf(status)
	}
	switch {
	case err != nil:
		out = failed(ctx, err, 0)
	case out.Status == nqueens.Solved:
		solution := c.e.solver.Model()
		for i, placement := range m.Placements[:len(m.Placements)-m.Auxiliaries] {
			if solution[i] {
				out.Solution = append(out.Solution, placement)
			}
		}
		out.Solution.Sort()
	}
	out.Phases = nqueens.Phases{Encode: encoded, Solve: watch.Lap()}
	return out
}

// statusOf is the answer that gophersat's status is. Only its word for it makes a
// problem unsatisfiable.
func statusOf(status solver.Status) (nqueens.Status, error) {
	switch status {
	case solver.Sat:
		return nqueens.Solved, nil
	case solver.Unsat:
		return nqueens.Unsatisfiable, nil
	}
	return "", fmt.Errorf("gophersat ended without an answer, with the status %v", status)
}

// certificate is a search that says what it learns.
type certificate struct {
	ctx   context.Context
	proof io.Writer
	e     *gophersatEngine
	s     stats
}

func (c *certificate) load(m *nqueens.Model, e encode.Encoding) {
	c.e = loadClauses(encode.FromModel(m, e))
	c.e.solver.Certified = true
	c.e.solver.CertChan = make(chan string, 1024) // without one it prints
	c.s.atLeast("variables", c.e.variables)
	c.s.atLeast("clauses", c.e.clauses)
	c.s.atLeast("literals", c.e.literals)
}

// solve searches. When the context ends, or the proof cannot be written, the search
// is abandoned, with a reader for what it still has to say, for it would wait for
// one for ever.
func (c *certificate) solve() (solver.Status, error) {
	if c.e.unsatisfiable {
		_, err := io.WriteString(c.proof, "0\n")
		return solver.Unsat, err
	}
	if err := lockGophersat(c.ctx); err != nil {
		return solver.Indet, err
	}
	lines := c.e.solver.CertChan
	var status solver.Status
	var err error
	go func() {
		defer unlockGophersat()
		defer close(lines) // publishes status and err
		status, err = await.Contain(c.e.solver.Solve)
	}()
	abandon := func(err error) (solver.Status, error) {
		go func() {
			for range lines { //nolint:revive // nobody wants them any more
			}
		}()
		return solver.Indet, err
	}
	for {
		select {
		case line, more := <-lines:
			if !more {
				c.e.effort(c.s)
				return status, err
			}
			if _, err := io.WriteString(c.proof, line+"\n"); err != nil {
				return abandon(err)
			}
		case <-c.ctx.Done():
			return abandon(c.ctx.Err())
		}
	}
}
