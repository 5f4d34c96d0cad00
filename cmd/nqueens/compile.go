package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"nqueens"
	"nqueens/backends/sharp"
)

// compiledFormat is the format of encode that needs a search.
const compiledFormat = "ddnnf"

// compile returns a problem as a graph, within the limits.
func (p *program) compile(ctx context.Context, b *problemFlags, problem nqueens.Problem, encoding string) (*sharp.Compiled, error) {
	limits, err := b.limits()
	if err != nil {
		return nil, err
	}
	ctx, cancel := within(ctx, limits.Time)
	defer cancel()
	request := nqueens.Request{Problem: problem, Task: nqueens.CountAll, Encoding: encoding, Memory: limits.Memory}
	c, err := sharp.CompileProblem(ctx, request, sharp.Config{Memory: limits.Memory / 2})
	switch {
	case errors.Is(err, sharp.ErrMemory):
		return nil, &exit{status: limitHit, err: fmt.Errorf("memory-limit: %w; give it more with --memory", err)}
	case ctx.Err() != nil:
		return nil, unanswered(nqueens.Stopped(ctx, 0))
	case err != nil:
		return nil, b.about(err)
	}
	return c, nil
}

// encodeGraph writes a problem as a graph in c2d's format.
func (p *program) encodeGraph(ctx context.Context, b *problemFlags, problem nqueens.Problem, encoding, output string) error {
	ctx = stoppable(ctx)
	c, err := p.compile(ctx, b, problem, encoding)
	if err != nil {
		return err
	}
	if c.Weights != nil {
		fmt.Fprintf(p.err, "note: the weights are not in the graph\n")
	}
	return p.writeTo(ctx, &b.limitFlags, output, func(w io.Writer) error { return c.Graph.WriteNNF(w) })
}
