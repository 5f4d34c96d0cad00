package dlx

import (
	"errors"
	"fmt"
	"slices"
)

// A colour is an index in Problem.palette plus 1, or 0 for none.
type colour uint32

// AddColouredOption adds an option, as AddOption does, that gives its secondary items colours:
// colours[k] is the colour of items[k], or "" if it has none. If colours is nil, no item has one.
// An item covered without a colour is in one option of a solution at most. An item covered with a
// colour may be in any number of options that all give it this colour. It returns an error, and
// leaves the problem unchanged, if a primary item has a colour.
func (p *Problem) AddColouredOption(items []int, colours []string) error {
	if len(items) == 0 {
		return errors.New("an option needs at least one item")
	}
	if colours != nil && len(colours) != len(items) {
		return fmt.Errorf("%d colours for %d items", len(colours), len(items))
	}
	p.calls++
	for k, i := range items {
		switch {
		case i < 0 || i >= len(p.names):
			return fmt.Errorf("no item has the index %d: the items are 0 to %d", i, len(p.names)-1)
		case p.seen[i] == p.calls:
			return fmt.Errorf("item %q is twice in one option", p.names[i])
		case colours != nil && colours[k] != "" && i < p.primary:
			return fmt.Errorf("item %q is primary: only secondary items have colours", p.names[i])
		}
		p.seen[i] = p.calls
	}
	if p.colours == nil && slices.ContainsFunc(colours, func(c string) bool { return c != "" }) {
		p.colours = make([]colour, len(p.items))
		p.shades = map[string]colour{}
	}
	if p.colours != nil {
		for k := range items {
			if colours == nil {
				p.colours = append(p.colours, 0)
			} else {
				p.colours = append(p.colours, p.shade(colours[k]))
			}
		}
	}
	p.items = append(p.items, items...)
	p.start = append(p.start, len(p.items))
	return nil
}

// shade returns the colour of this name, a new one if needed.
func (p *Problem) shade(name string) colour {
	if name == "" {
		return 0
	}
	c, ok := p.shades[name]
	if !ok {
		p.palette = append(p.palette, name)
		c = colour(len(p.palette))
		p.shades[name] = c
	}
	return c
}

// HasColours reports whether an option gives a colour.
func (p *Problem) HasColours() bool { return p.colours != nil }

// Colour returns the colour that option i gives to its k-th item, counted from 0, or "" if it gives
// none.
func (p *Problem) Colour(i, k int) string {
	if p.colours == nil || p.colours[p.start[i]+k] == 0 {
		return ""
	}
	return p.palette[p.colours[p.start[i]+k]-1]
}

// Colours returns the colours of the items of option i, in the form that AddColouredOption takes:
// nil if the problem has no colours.
func (p *Problem) Colours(i int) []string {
	if p.colours == nil {
		return nil
	}
	colours := make([]string, len(p.Option(i)))
	for k := range colours {
		colours[k] = p.Colour(i, k)
	}
	return colours
}

// coloured returns the items to which some option gives a colour, by index, or nil if there are
// none. Options without primary items are left out, because they are in no solution.
func (p *Problem) coloured() []bool {
	if p.colours == nil {
		return nil
	}
	items := make([]bool, p.NumItems())
	for o := range p.NumOptions() {
		for k := p.start[o]; k < p.start[o+1]; k++ {
			if p.colours[k] != 0 && p.hasPrimary(o) {
				items[p.items[k]] = true
			}
		}
	}
	return items
}
