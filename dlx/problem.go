package dlx

import (
	"fmt"
	"slices"
	"strings"
)

// A Problem is an exact-cover problem: items to be covered, and options that each cover some of
// them. A solution is a set of options that covers every primary item exactly once and every
// secondary item at most once, or any number of times in one colour.
//
// Items and options have indices, counted from 0 in the order in which they were given; the primary
// items come before the secondary ones.
type Problem struct {
	names   []string
	index   map[string]int
	primary int

	items []int // the items of all options, concatenated
	start []int // option i is items[start[i]:start[i+1]]

	colours []colour          // of each entry of items; nil if no option gives a colour
	palette []string          // the names of the colours, from colour 1 on
	shades  map[string]colour // the inverse of palette

	times [][2]int // the multiplicity of each primary item; nil if all are covered once
	costs []int    // of the options up to the last with a cost

	seen  []int // by item, the last check of an option, counted from 1, that met it
	calls int   // the number of checks
}

// NewProblem returns a problem with these items and no options. It returns an error for an empty
// name or a repeated name. The order of the primary items matters to a search, because it breaks
// ties (see Choice).
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

// AddOption adds an option that covers these items, in this order, without colours. It returns an
// error, and leaves the problem unchanged, if there are no items, if an index is out of range, or if
// an item occurs twice.
//
// An option of secondary items only is stored and counted but is in no solution, because options
// are chosen to cover primary items.
func (p *Problem) AddOption(items ...int) error { return p.AddColouredOption(items, nil) }

// AddNamedOption adds an option with its items given by name. The name of a secondary item may end
// with a colon and a colour, as in x:red: see AddColouredOption. An item whose own name is x:red
// goes before item x with the colour red.
func (p *Problem) AddNamedOption(names ...string) error {
	items := make([]int, len(names))
	var colours []string
	for k, name := range names {
		i, ok := p.index[name]
		if plain, colour, coloured := strings.Cut(name, ":"); !ok && coloured {
			if colour == "" {
				return fmt.Errorf("no item is called %q, and no colour follows its colon", name)
			}
			if i, ok = p.index[plain]; ok && colours == nil {
				colours = make([]string, len(names))
			}
			if ok {
				colours[k] = colour
			}
		}
		if !ok {
			return fmt.Errorf("no item is called %q", name)
		}
		items[k] = i
	}
	return p.AddColouredOption(items, colours)
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

// NumPrimary returns the number of primary items, which are the items 0 to NumPrimary()-1.
func (p *Problem) NumPrimary() int { return p.primary }

// NumItems returns the number of items, primary and secondary.
func (p *Problem) NumItems() int { return len(p.names) }

// NumOptions returns the number of options.
func (p *Problem) NumOptions() int { return len(p.start) - 1 }

// Option returns the items of option i in the order in which they were given. The caller must not
// change the slice.
func (p *Problem) Option(i int) []int {
	return p.items[p.start[i]:p.start[i+1]:p.start[i+1]]
}

// hasPrimary reports whether option i covers a primary item.
func (p *Problem) hasPrimary(i int) bool {
	return slices.ContainsFunc(p.Option(i), func(item int) bool { return item < p.primary })
}
