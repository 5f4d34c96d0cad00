package plan

import (
	"errors"

	"nqueens/bench"
	"nqueens/instance"
)

// locating makes a sweep of each recipe whose runs locate the value of a parameter at which a share of the
// instances has a solution.
func (r *reader) locating(said text, from instance.Sweep, recipes []instance.Recipe, s *Section) {
	var l bench.Locate
	parse(r, &l, said, bench.ParseLocate)
	var err error
	if l.Parameter, err = varying(recipes); err != nil {
		r.fail(said.Place, "locate: %w", err)
	}
	switch {
	case !r.sweeping:
		r.fail(said.Place, "locate runs each instance once with the task first, one thread and no proof: leave out other tasks, repetitions, threads and proofs")
	case from.Count < 10:
		r.fail(said.Place, "locate: count is the most instances at one value, %d: write at least 10", from.Count)
	}
	if r.err != nil {
		return
	}
	r.swept += len(recipes) * from.Count
	// Instances of one seed share excluded diagonals. With the same seeds the shares at two values would have
	// correlated errors, and the interval would be too short. Therefore each value has its own seeds.
	apart := uint64(1)
	for apart < 10*uint64(from.Count) { // allow for seeds on which the generator gives up
		apart *= 10
	}
	for i := range recipes {
		s.Sweeps = append(s.Sweeps, Sweep{bench.NewInstances(recipes[i:i+1], from.Seed+uint64(i)*apart), from.Count, &l, said.Place})
	}
}

// varying returns the only parameter besides n that has several values at some size.
func varying(recipes []instance.Recipe) (parameter string, err error) {
	for _, name := range recipes[0].Kind.Parameters() {
		for i, recipe := range recipes[1:] {
			if last := recipes[i]; last.N == recipe.N && last.Parameter(name) != recipe.Parameter(name) {
				if parameter != "" && parameter != name {
					return "", errors.New("both " + parameter + " and " + name + " vary; leave one with a single value")
				}
				parameter = name
			}
		}
	}
	if parameter == "" {
		return "", errors.New("no parameter varies; write a range, as in " + recipes[0].Kind.Counts() + ": 8..14")
	}
	return parameter, nil
}
