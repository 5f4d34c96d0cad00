package bench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"nqueens"
	"nqueens/instance"
)

// Instances is a sequence of random instances of recipes in a fixed order: the first of each recipe, then the
// second of each, and so on. They are generated on demand and not stored.
type Instances struct {
	// Name identifies the sequence: sequences with the same name have the same problems.
	Name    string            `json:"name"`
	Recipes []instance.Recipe `json:"recipes,omitempty"`
	// Seed is the first seed tried for each recipe. Seeds on which the generator gives up are skipped.
	Seed uint64 `json:"seed,omitempty"`
	// Starts has the first seed tried for each recipe, instead of Seed.
	Starts []uint64 `json:"starts,omitempty"`
	// Made returns the i-th instance if there are no recipes, from the user's files.
	Made func(i int) (nqueens.Problem, error) `json:"-"`

	seeds [][]uint64   // by recipe: the known seeds of its instances
	whole wholeProblem // with all diagonals excluded
}

// NewInstances returns instances with a name derived from the recipes and the seed.
func NewInstances(recipes []instance.Recipe, seed uint64) *Instances {
	in := &Instances{Recipes: recipes, Seed: seed}
	text, err := json.Marshal(in)
	if err != nil {
		panic(err) // numbers always marshal
	}
	sum := sha256.Sum256(text)
	in.Name = fmt.Sprintf("%s(%d) %s", recipes[0].Kind, recipes[0].N, hex.EncodeToString(sum[:4]))
	return in
}

// wholeProblem caches the latest instance with all diagonals excluded. Instances with fewer exclude the first
// ones in its order.
type wholeProblem struct {
	instance.Origin
	problem nqueens.Problem
	err     error
}

// Points returns the number of recipes, 1 if there is none.
func (in *Instances) Points() int { return max(1, len(in.Recipes)) }

// maxGivenUp limits the consecutive seeds on which the generator gives up.
const maxGivenUp = 100_000

// Problem returns the i-th instance and, if it is generated, its origin.
func (in *Instances) Problem(i int) (nqueens.Problem, *instance.Origin, error) {
	return in.ProblemWithin(context.Background(), i)
}

// ProblemWithin does what Problem does, and returns the context's error if the context ends first.
func (in *Instances) ProblemWithin(ctx context.Context, i int) (nqueens.Problem, *instance.Origin, error) {
	if len(in.Recipes) == 0 {
		if in.Made == nil {
			return nqueens.Problem{}, nil, fmt.Errorf("the instances %q come from files that are not available here", in.Name)
		}
		p, err := in.Made(i)
		return p, nil, err
	}
	point, number := i%len(in.Recipes), i/len(in.Recipes)
	tried := in.tried(point)
	if number < len(*tried) {
		o := instance.Origin{Recipe: in.Recipes[point], Seed: (*tried)[number]}
		p, err := in.make(ctx, o)
		return p, &o, err
	}
	o := instance.Origin{Recipe: in.Recipes[point], Seed: in.next(point, len(*tried))}
	for gaveUp := 0; ; o.Seed++ {
		p, err := in.make(ctx, o)
		if errors.As(err, new(*instance.GaveUp)) && gaveUp < maxGivenUp && ctx.Err() == nil {
			gaveUp++
			continue
		}
		if err != nil {
			return p, nil, fmt.Errorf("%s, problem %d: %w", in.Name, i, err)
		}
		gaveUp, *tried = 0, append(*tried, o.Seed)
		if len(*tried) > number {
			return p, &o, nil
		}
	}
}

// tried returns the known seeds of a recipe's instances.
func (in *Instances) tried(point int) *[]uint64 {
	if in.seeds == nil {
		in.seeds = make([][]uint64, len(in.Recipes))
	}
	return &in.seeds[point]
}

// next returns the first seed to try for an instance of a recipe, by its number, if the seeds of the
// instances before it are known.
func (in *Instances) next(point, number int) uint64 {
	switch {
	case number > 0:
		return (*in.tried(point))[number-1] + 1
	case in.Starts != nil:
		return in.Starts[point]
	}
	return in.Seed
}

// After returns the instances from the i-th on as a separate sequence, so that another process can generate
// them without the earlier ones.
func (in *Instances) After(i int) (*Instances, error) {
	after := &Instances{Name: in.Name}
	for k := i; k < i+len(in.Recipes); k++ {
		point, number := k%len(in.Recipes), k/len(in.Recipes)
		if known := len(*in.tried(point)); known < number {
			if _, _, err := in.Problem(k - len(in.Recipes)); err != nil {
				return nil, err
			}
		}
		after.Recipes, after.Starts = append(after.Recipes, in.Recipes[point]), append(after.Starts, in.next(point, number))
	}
	return after, nil
}

// Know records the seed of the i-th instance, which another process generated.
func (in *Instances) Know(i int, seed uint64) {
	if tried := in.tried(i % len(in.Recipes)); len(*tried) == i/len(in.Recipes) {
		*tried = append(*tried, seed)
	}
}

// make generates an instance. Instances with excluded diagonals are derived from the one with all.
func (in *Instances) make(ctx context.Context, o instance.Origin) (nqueens.Problem, error) {
	if o.Kind != instance.ExcludedDiagonals || o.Size == instance.All {
		return o.Make(ctx, o.Seed)
	}
	all := o
	all.Size = instance.All
	if w := &in.whole; w.Origin != all {
		w.Origin = all
		w.problem, w.err = all.Make(ctx, all.Seed)
	}
	if in.whole.err != nil {
		return nqueens.Problem{}, in.whole.err
	}
	return instance.FirstDiagonals(in.whole.problem, o.Size)
}
