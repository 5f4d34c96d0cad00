package sharp

import (
	"context"
	"errors"
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
}

// Weights are those of the literals of a formula's variables. A variable that is not there has 1 and 1.
type Weights map[int32]Weight

// Weight is what a model is multiplied by where a variable is true in it, and where it is false.
type Weight struct{ True, False *big.Rat }

// Stats is the work that a Counter did. It depends on the formula and the Config, not on the machine.
type Stats struct {
	Variables    int64 // searched, after simplification
	Clauses      int64 // after simplification
	Width        int64 // of the tree decomposition
	Decisions    int64 // branches tried
	Propagations int64 // literals that were true
	Conflicts    int64 // dead ends
	Learnt       int64 // clauses learnt from them
	Looked       int64 // components looked for in the cache
	Found        int64 // of these, how many were there
	Entries      int64 // components in the cache at the end
	Evicted      int64 // components that had to make room for others
}

// Counter counts the models of a formula.
type Counter struct {
	cnf     *encode.CNF
	config  Config
	weights Weights
	stats   Stats
}

// New returns a Counter of the models of f, projected on f.Projection: models that agree on it are one. It
// refuses a projection on what is no variable. The formula must not be changed afterwards.
func New(f *encode.CNF, c Config) (*Counter, error) {
	for _, v := range f.Projection {
		if v < 1 || int(v) > f.Variables {
			return nil, fmt.Errorf("the projection lists %d, which is none of the variables 1 to %d", v, f.Variables)
		}
	}
	return &Counter{cnf: f, config: c}, nil
}

// Weigh gives variables weights. Each must be of the projection.
func (c *Counter) Weigh(w Weights) error {
	shown := make(map[int32]bool, len(c.cnf.Projection))
	for _, v := range c.cnf.Projection {
		shown[v] = true
	}
	for v := range w {
		if v < 1 || int(v) > c.cnf.Variables {
			return fmt.Errorf("a weight of %d, which is none of the variables 1 to %d", v, c.cnf.Variables)
		}
		if c.cnf.Projection != nil && !shown[v] {
			return fmt.Errorf("a weight of variable %d, which is not among those to project on", v)
		}
	}
	c.weights = w
	return nil
}

// Stats is the work done by the last Count or Sum.
func (c *Counter) Stats() Stats { return c.stats }

// errWeighted says that a number is asked for that is none.
var errWeighted = errors.New("the models have weights: they are summed and not counted")

// Count returns the number of models, or the context's error if that ends first.
func (c *Counter) Count(ctx context.Context) (*nqueens.Count, error) {
	if c.weights != nil {
		return nil, errWeighted
	}
	sum, err := c.Sum(ctx)
	if err != nil {
		return nil, err
	}
	return nqueens.ParseCount(sum.Num().String())
}

// Sum returns the sum of the weights of all models, that of a model being the product of those of its literals.
func (c *Counter) Sum(ctx context.Context) (*big.Rat, error) {
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
		f := load(c.cnf, c.weights, stop)
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
	return a.sum, err
}
