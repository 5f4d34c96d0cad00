package dlx

import (
	"context"
	"fmt"
)

// SetMultiplicity sets how often a primary item is covered: at least least and at most most times;
// the default is exactly once. It returns an error for a secondary item, which is covered at most
// once, and for bounds that are negative or reversed. If least is 0, an option of the item may be
// in a solution or not although no item needs it.
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

// Multiplicity returns how often an item is covered: see SetMultiplicity.
func (p *Problem) Multiplicity(item int) (least, most int) {
	switch {
	case item >= p.primary:
		return 0, 1
	case p.times == nil:
		return 1, 1
	}
	return p.times[item][0], p.times[item][1]
}

// SetCost sets the cost of an option. The default is 0; a negative cost is a gain. Only
// Search.Cheapest uses costs.
func (p *Problem) SetCost(option, cost int) error {
	if option < 0 || option >= p.NumOptions() {
		return fmt.Errorf("no option has the index %d: they are 0 to %d", option, p.NumOptions()-1)
	}
	p.costs = append(p.costs, make([]int, max(0, option+1-len(p.costs)))...)
	p.costs[option] = cost
	return nil
}

// Cost returns the cost of an option.
func (p *Problem) Cost(option int) int {
	if option >= len(p.costs) {
		return 0
	}
	return p.costs[option]
}

// Cheapest returns a solution of least total cost and that cost, or nil if there is no solution. It
// is a branch-and-bound search in one goroutine. If ctx ends first, Cheapest returns the best
// solution so far and the error of ctx.
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
