package dlx

import (
	"context"
	"fmt"
)

// SetMultiplicity says that a primary item is to be covered at least and at most so many
// times, where else it is exactly once. It refuses a secondary item, which is covered at
// most once, and bounds that make no sense. An option that holds such an item can be in a
// solution though nothing needs it: with at least 0, whether it is chosen is a choice.
func (p *Problem) SetMultiplicity(item, least, most int) error {
	switch {
	case item < 0 || item >= p.primary:
		return fmt.Errorf("no primary item has the index %d: they are 0 to %d", item, p.primary-1)
	case least < 0 || most < least:
		return fmt.Errorf("item %q cannot be covered %d to %d times", p.names[item], least, most)
	}
	if p.times == nil {
		p.times = make([][2]int, p.primary)
		for i := range p.times {
			p.times[i] = [2]int{1, 1}
		}
	}
	p.times[item] = [2]int{least, most}
	return nil
}

// Multiplicity is how often an item is to be covered: see SetMultiplicity.
func (p *Problem) Multiplicity(item int) (least, most int) {
	switch {
	case item >= p.primary:
		return 0, 1
	case p.times == nil:
		return 1, 1
	}
	return p.times[item][0], p.times[item][1]
}

// SetCost says what an option costs, which is 0 otherwise; less than 0 is a gain. Only
// Search.Cheapest asks.
func (p *Problem) SetCost(option, cost int) error {
	if option < 0 || option >= p.NumOptions() {
		return fmt.Errorf("no option has the index %d: they are 0 to %d", option, p.NumOptions()-1)
	}
	p.costs = append(p.costs, make([]int, max(0, option+1-len(p.costs)))...)
	p.costs[option] = cost
	return nil
}

// Cost is what an option costs.
func (p *Problem) Cost(option int) int {
	if option >= len(p.costs) {
		return 0
	}
	return p.costs[option]
}

// Cheapest returns a solution whose options cost the least together, and what they cost;
// nil if there is no solution. It is branch and bound, in one goroutine: what cannot cost
// less than the best so far is passed over. When ctx ends before that, it returns the best
// so far and the error of ctx.
func (s *Search) Cheapest(ctx context.Context) (options []int, cost int, err error) {
	s.stats = Stats{}
	c, err := newCells(ctx, &s.problem)
	if err != nil {
		return nil, 0, err
	}
	c.cheapest = true
	w, _ := c.search(walk{ctx: ctx, progress: &s.progress, yield: func(solution []int) bool {
		options, cost = append([]int{}, solution...), c.cost
		return true
	}})
	s.stats, s.err = newStats(w.solutions, w.levels), w.err
	return options, cost, s.err
}
