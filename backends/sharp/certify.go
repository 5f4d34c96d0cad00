package sharp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"nqueens"
	"nqueens/backends/internal/cpog"
	"nqueens/backends/internal/turns"
)

// ErrProjected is the error for a certificate of a projected count.
var ErrProjected = errors.New("a CPOG proof is about the models over all variables, but this formula is projected on some")

// Certify compiles the formula, returns what Count returns, and writes a proof that the graph has its models, in the format CPOG, which package proof checks.
func (c *Counter) Certify(ctx context.Context, w io.Writer) (*nqueens.Count, error) {
	switch {
	case c.projects():
		return nil, ErrProjected
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	stop, release := turns.Watch(ctx)
	defer release()
	// What writes to w must have ended when Certify returns, so that it is not abandoned.
	t, stats, err := c.compile(ctx, stop)
	if c.stats = stats; err != nil {
		return nil, err
	}
	err = cpog.Write(ctx, w, c.cnf, t, cmp.Or(c.config.Memory, 1<<30)/2)
	switch {
	case errors.Is(err, cpog.ErrMemory):
		return nil, fmt.Errorf("%w: %w", ErrMemory, err)
	case err != nil:
		return nil, err
	}
	return c.Count(ctx)
}

// projects reports whether some variable is not projected on.
func (c *Counter) projects() bool {
	if c.cnf.Projection == nil {
		return false
	}
	shown := map[int32]bool{}
	for _, v := range c.cnf.Projection {
		shown[v] = true
	}
	return len(shown) < c.cnf.Variables
}
