package dlx

import (
	"errors"
	"fmt"
	"slices"
)

// A Problem is an exact-cover problem: items to be covered, and options that
// each cover some of them. A solution is a set of options that covers every
// primary item exactly once and every secondary item at most once.
//
// Items and options are known by their index, counted from 0 in the order in
// which they were given; the primary items come before the secondary ones.
type Problem struct {
	names   []string
	index   map[string]int
	primary int

	items []int // the items of all options, one option after the other
	start []int // option i is items[start[i]:start[i+1]]

	times [][2]int // of each primary item, nil where all are covered once
	costs []int    // of the first options

	seen  []int // the last call of AddOption, counted from 1, that named each item
	calls int   // calls of AddOption so far
}

// NewProblem returns a problem with these items and no options yet. It refuses
// an empty name and a name given twice. The order of the primary items matters
// to a search: it breaks ties (see Choice).
func NewProblem(primary, secondary []string) (*Problem, error) {
	p := &Problem{
		names:   slices.Concat(primary, secondary),
		primary: len(primary),
		start:   []int{0},
	}
	p.index = make(map[string]int, len(p.names))
	p.seen = make([]int, len(p.names))
	for i, name := range p.names {
		if name == "" {
			return nil, fmt.Errorf("item %d has an empty name", i)
		}
		if first, ok := p.index[name]; ok {
			return nil, fmt.Errorf("items %d and %d have the same name %q", first, i, name)
		}
		p.index[name] = i
	}
	return p, nil
}

// AddOption adds the option that covers these items, in this order. It refuses
// an option without items, an index that is no item and an item given twice,
// and then leaves the problem as it was.
//
// An option of secondary items only is kept and counted, but is in no solution:
// options are chosen to cover primary items, and such an option covers none.
func (p *Problem) AddOption(items ...int) error {
	if len(items) == 0 {
		return errors.New("an option needs at least one item")
	}
	p.calls++
	for _, i := range items {
		if i < 0 || i >= len(p.names) {
			return fmt.Errorf("no item has the index %d: the items are 0 to %d", i, len(p.names)-1)
		}
		if p.seen[i] == p.calls {
			return fmt.Errorf("item %q is twice in one option", p.names[i])
		}
		p.seen[i] = p.calls
	}
	p.items = append(p.items, items...)
	p.start = append(p.start, len(p.items))
	return nil
}

// AddNamedOption is AddOption with the items given by name.
func (p *Problem) AddNamedOption(names ...string) error {
	items := make([]int, len(names))
	for k, name := range names {
		i, ok := p.index[name]
		if !ok {
			return fmt.Errorf("no item is called %q", name)
		}
		items[k] = i
	}
	return p.AddOption(items...)
}

// Items returns the names of all items, primary items first.
func (p *Problem) Items() []string { return slices.Clone(p.names) }

// ItemName returns the name of item i.
func (p *Problem) ItemName(i int) string { return p.names[i] }

// Item returns the index of the item with this name, and whether there is one.
func (p *Problem) Item(name string) (int, bool) {
	i, ok := p.index[name]
	return i, ok
}

// NumPrimary returns the number of primary items: they are 0 to NumPrimary()-1.
func (p *Problem) NumPrimary() int { return p.primary }

// NumItems returns the number of items, primary and secondary.
func (p *Problem) NumItems() int { return len(p.names) }

// NumOptions returns the number of options.
func (p *Problem) NumOptions() int { return len(p.start) - 1 }

// Option returns the items of option i in the order in which they were given.
// The slice is the problem's own and must not be changed.
func (p *Problem) Option(i int) []int {
	return p.items[p.start[i]:p.start[i+1]:p.start[i+1]]
}

// hasPrimary tells whether option i covers any primary item.
func (p *Problem) hasPrimary(i int) bool {
	return slices.ContainsFunc(p.Option(i), func(item int) bool { return item < p.primary })
}
