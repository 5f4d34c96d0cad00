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

// Config configures a Counter. Its zero value suits most formulas.
type Config struct {
	// Memory limits the size of the cache in bytes; 0 stands for 1 GiB. Compile divides
	// the memory between the cache and the graph.
	Memory int64
	// Seed is the seed of the random keys of components.
	Seed uint64
	// Exact compares whole components, not only their 128-bit keys. It takes more memory.
	Exact bool
	// Threads is the number of threads of Count. A formula whose tree decomposition is narrow takes one.
	Threads int

	alone  int64 // decisions before a search is shared between threads; 0 stands for a default
	forget int   // number of learnt clauses at which some are deleted first; 0 stands for the number of clauses
}

// Stats reports the work of a Counter. It depends on the formula and the Config, not on the machine.
type Stats struct {
	Variables    int64 // after simplification
	Clauses      int64 // after simplification
	Width        int64 // of the tree decomposition
	Decisions    int64 // branches tried
	Propagations int64 // literals that were assigned
	Conflicts    int64
	Learnt       int64 // clauses learnt from conflicts
	Forgotten    int64 // learnt clauses that were deleted
	Looked       int64 // cache lookups of components
	Found        int64 // cache hits
	Entries      int64 // components in the cache at the end
	Evicted      int64 // components evicted from the cache
}

// Counter counts the models of a formula.
type Counter struct {
	cnf    *encode.CNF
	sums   []nqueens.Sum
	config Config
	stats  Stats
}

// New returns a Counter of the models of f, projected on f.Projection: models that agree on the projected
// variables count once. It returns an error if the projection lists a number that is no variable, or if a
// weight belongs to a variable that is not projected. The formula must not be changed afterwards.
func New(f *encode.CNF, c Config) (*Counter, error) {
	for _, v := range f.Projection {
		if v < 1 || int(v) > f.Variables {
			return nil, fmt.Errorf("the projection lists %d, but the variables are 1 to %d", v, f.Variables)
		}
	}
	shown := make(map[int32]bool, len(f.Projection))
	for _, v := range f.Projection {
		shown[v] = true
	}
	for v := range f.Weights {
		if v < 1 || int(v) > f.Variables {
			return nil, fmt.Errorf("there is a weight for %d, but the variables are 1 to %d", v, f.Variables)
		}
		if f.Projection != nil && !shown[v] {
			return nil, fmt.Errorf("there is a weight for variable %d, which is not projected", v)
		}
	}
	return &Counter{cnf: f, config: c}, nil
}

// NewWithSums returns a Counter of the models of f that satisfy the sums too. The placements of the sums'
// literals are the variables of f, from the first on. Compile and Certify do not support sums.
func NewWithSums(f *encode.CNF, sums []nqueens.Sum, config Config) (*Counter, error) {
	for _, s := range sums {
		for _, t := range s.Terms {
			if v := t.Literal.Placement() + 1; v > f.Variables {
				return nil, fmt.Errorf("%s has variable %d, but the variables are 1 to %d", s.Name, v, f.Variables)
			}
		}
	}
	c, err := New(f, config)
	if err == nil {
		c.sums = sums
	}
	return c, err
}

// Stats returns the work done by the last Count.
func (c *Counter) Stats() Stats { return c.stats }

// Count returns the number of models. If the formula has weights, it returns the sum of the models' weights,
// where the weight of a model is the product of the weights of its literals. If the context ends first, it
// returns the context's error.
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
		f := load(c.cnf, c.sums, stop)
		f.simplify()
		a.sum = new(big.Rat)
		if f.contradiction || stop.Load() {
			a.ok = !stop.Load()
			return a
		}
		var total number
		if total, a.stats, a.ok = c.countOn(f, stop); a.ok {
			a.sum.SetFrac(total.times(f.factor).int(), f.scale.int())
		}
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
