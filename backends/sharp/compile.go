package sharp

import (
	"cmp"
	"context"
	"errors"

	"nqueens/backends/internal/await"
	"nqueens/backends/internal/cpog"
	"nqueens/backends/internal/turns"
	"nqueens/ddnnf"
)

// ErrSums is the error of Compile and Certify for a formula with sums.
var ErrSums = errors.New("a graph of the models is made from clauses alone, but the formula has sums")

// Compile compiles the formula into a graph (d-DNNF) with the same projected models. It ignores weights. It
// skips simplifications that would remove a projected variable. It returns ErrMemory if the graph becomes too
// large, and the context's error if the context ends first.
func (c *Counter) Compile(ctx context.Context) (*ddnnf.Graph, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	stop, release := turns.Watch(ctx)
	defer release()
	type answer struct {
		graph *ddnnf.Graph
		stats Stats
		err   error
	}
	a, err := await.Result(ctx, func() (a answer) {
		var t cpog.Trace
		t, a.stats, a.err = c.compile(ctx, stop)
		a.graph = t.Graph
		return a
	})
	c.stats = a.stats
	if err == nil {
		err = a.err
	}
	if err != nil {
		return nil, err
	}
	return a.graph, nil
}

func (c *Counter) compile(ctx context.Context, stop *turns.Flag) (t cpog.Trace, work Stats, err error) {
	g := ddnnf.New(c.cnf.Variables, c.cnf.Projection)
	if c.sums != nil {
		return t, work, ErrSums
	}
	f := load(c.cnf, nil, stop)
	f.weights, f.whole = nil, true
	f.simplify()
	switch {
	case stop.Load():
		return t, work, ctx.Err()
	case f.contradiction:
		return cpog.Trace{Graph: g}, work, nil
	}
	t = cpog.Trace{Graph: g, Units: f.fixed, Clauses: f.named()}
	config := c.config
	half := max(cmp.Or(config.Memory, 1<<30)/2, 1)
	config.Memory = half
	s := newSearch(f, config, stop)
	s.trace = &trace{graph: g, most: half, names: f.names}
	root, ok := s.run()
	switch {
	case !ok && stop.Load():
		return t, s.work(), ctx.Err()
	case !ok:
		return t, s.work(), ErrMemory
	case !root.isZero():
		g.Root = g.And(f.fixed, []ddnnf.Node{ddnnf.Node(root.word)})
	}
	return t, s.work(), nil
}

// named returns the simplified clauses, with the variable numbers of the formula before simplification.
func (f *formula) named() [][]int32 {
	out := make([][]int32, len(f.clauses))
	for i, c := range f.clauses {
		for _, l := range c {
			name := f.names[l.variable()]
			if l&1 == 1 {
				name = -name
			}
			out[i] = append(out[i], name)
		}
	}
	return out
}
