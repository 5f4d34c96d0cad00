package sharp

import (
	"context"
	"fmt"
	"math/big"

	"nqueens"
	"nqueens/backends/internal/await"
	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// Config says how to count. Its zero value is right for most formulas.
type Config struct {
	// Memory is how many bytes the cache may take; 0 is 1 GiB.
	Memory int64
	// Seed draws the keys of components.
	Seed uint64
	// Exact compares components whole, which takes more memory, not only their 128-bit keys.
	Exact bool

	forget int // learnt clauses from which on some are forgotten; 0 is as many as there are clauses
}

// Stats is the work that a Counter did. It depends on the formula and the Config, not on the machine.
type Stats struct {
	Variables    int64 // searched, after simplification
	Clauses      int64 // after simplification
	Width        int64 // of the tree decomposition
	Decisions    int64 // branches tried
	Propagations int64 // literals that were true
	Conflicts    int64 // dead ends
	Learnt       int64 // clauses learnt from them
	Forgotten    int64 // of these
	Looked       int64 // components looked for in the cache
	Found        int64 // of these, how many were there
	Entries      int64 // components in the cache at the end
	Evicted      int64 // components that had to make room for others
}

// Counter counts the models of a formula.
type Counter struct {
	cnf    *encode.CNF
	config Config
	stats  Stats
}

// New returns a Counter of the models of f, projected on f.Projection: models that agree on it are one. It
// refuses a projection on what is no variable, and weights of what is not projected. The formula must not be changed afterwards.
func New(f *encode.CNF, c Config) (*Counter, error) {
	for _, v := range f.Projection {
		if v < 1 || int(v) > f.Variables {
			return nil, fmt.Errorf("the projection lists %d, which is none of the variables 1 to %d", v, f.Variables)
		}
	}
	shown := make(map[int32]bool, len(f.Projection))
	for _, v := range f.Projection {
		shown[v] = true
	}
	for v := range f.Weights {
		if v < 1 || int(v) > f.Variables {
			return nil, fmt.Errorf("a weight of %d, which is none of the variables 1 to %d", v, f.Variables)
		}
		if f.Projection != nil && !shown[v] {
			return nil, fmt.Errorf("a weight of variable %d, which is not among those to project on", v)
		}
	}
	return &Counter{cnf: f, config: c}, nil
}

// Stats is the work done by the last Count.
func (c *Counter) Stats() Stats { return c.stats }

// Count returns the number of models or, where the formula has weights, the sum of the weights of all models, that
// of a model being the product of those of its literals. If the context ends first it returns that one's error.
func (c *Counter) Count(ctx context.Context) (*nqueens.Count, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	stop, release := turns.Watch(ctx)
	defer release()
	type answer struct {
		sum   *big.Rat
		stats Stats
		ok    bool
	}
	a, err := await.Result(ctx, func() (a answer) {
		f := load(c.cnf, stop)
		f.simplify()
		a.sum = new(big.Rat)
		if f.contradiction || stop.Load() {
			a.ok = !stop.Load()
			return a
		}
		s := newSearch(f, c.config, stop)
		var total number
		if total, a.ok = s.run(); a.ok {
			a.sum.SetFrac(total.times(f.factor).int(), f.scale.int())
		}
		a.stats = s.work()
		return a
	})
	c.stats = a.stats
	if err == nil && !a.ok {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return nqueens.SumOf(a.sum), nil
}
