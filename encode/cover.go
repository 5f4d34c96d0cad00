package encode

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"nqueens"
	"nqueens/dlx"
	"nqueens/internal/table"
)

// ErrNotExactCover is wrapped by the error of CoverFromModel if a model cannot be expressed as an
// exact cover.
var ErrNotExactCover = errors.New("this cannot be expressed as an exact cover")

// CoverFromModel converts a model to an exact cover with secondary items and, where needed,
// multiplicities. Option i is placement i. The constraints become items:
//
//   - A line that holds exactly one placement is a primary item.
//   - A line that holds at most one placement is a secondary item.
//   - Any other line is a primary item with the line's bounds as multiplicity. A line that always
//     holds is omitted.
//   - A clause "not both a1 and b3" is a secondary item of both options.
//   - A clause of several placements is a primary item that is covered at least once.
//   - Auxiliaries that mean "one of these placements is chosen", on lines of at most one, are the
//     colours that these placements give to the secondary item of the line.
//   - A sum whose weights are all equal is a primary item with a multiplicity.
//
// The objective is not converted: see dlx.Problem.SetCost.
//
// The following constraints need slack options, which come after the options of the placements. The
// placements of a solution determine its slack options, so these do not change counts. Readers of
// solutions ignore them.
//
//   - A placement on no primary item. An option without a primary item is never chosen, so this
//     option gets the primary item "a1-or-not". The slack option covers that item when the
//     placement is not chosen.
//   - A negated placement in a long clause or in a sum. The slack option of its item "a1-or-not"
//     stands for the literal.
//   - A placement that must not be chosen. The slack option alone covers the primary item "not-a1",
//     so every solution contains it. It shares a secondary item with the placement, which is
//     therefore excluded.
//   - A clause "a1 not without b3" (see implies).
//
// CoverFromModel returns an error that wraps ErrNotExactCover if the model has other auxiliaries,
// which would be counted, or a sum with different weights. Items have the name of their line or clause,
// with dashes in place of the characters that have a meaning in Knuth's format.
func CoverFromModel(m *nqueens.Model) (*dlx.Problem, error) {
	colours, ok := colouringOf(m)
	if err := checkCover(m.Outline(), ok); err != nil {
		return nil, err
	}
	c := newCover(m, colours)
	c.addSlack()
	return c.problem()
}

// CheckCover returns the error that CoverFromModel would return for a problem, or nil, without
// building the model.
func CheckCover(p nqueens.Problem) error {
	o, err := p.Outline()
	if err != nil {
		return err
	}
	coloured := false
	if o.Auxiliaries > 0 && !p.HasBoard() {
		m, err := p.Model()
		if err != nil {
			return err
		}
		_, coloured = colouringOf(m)
	}
	return checkCover(o, coloured)
}

// checkCover returns the error for a model with this outline. If coloured is set, its auxiliaries
// are colours.
func checkCover(o nqueens.Outline, coloured bool) error {
	if o.Auxiliaries > 0 && !coloured {
		return fmt.Errorf("the model has %s besides those of the solution: %w", table.Plural(o.Auxiliaries, "variable"), ErrNotExactCover)
	}
	for _, s := range o.Sums {
		if _, _, err := s.AtLeast(); err != nil {
			return fmt.Errorf("%s %w: %w", s.Name, err, ErrNotExactCover)
		}
	}
	return nil
}

func newCover(m *nqueens.Model, colours colouring) *cover {
	c := &cover{options: make([]option, colours.first), taken: map[string]int{}, times: map[int][2]int{}}
	for i, s := range m.Placements[:colours.first] {
		c.options[i].name = s.String()
	}
	for _, line := range m.Lines {
		if slices.ContainsFunc(line.Placements, func(i int) bool { return i >= colours.first }) && !line.Trivial() {
			colours.item(c, line)
		} else if !line.Trivial() {
			c.line(line)
		}
	}
	for k, clause := range m.Clauses {
		if !colours.clauses[k] {
			c.clause(clause)
		}
	}
	for _, sum := range m.Sums {
		literals, least, _ := sum.AtLeast()
		c.atLeast(sum.Name, literals, least)
	}
	return c
}

// cover is an exact cover under construction. The number of primary items, which precede the
// secondary items, is known only at the end.
type cover struct {
	primary, secondary []string
	times              map[int][2]int // by primary item, if the item is not covered exactly once
	taken              map[string]int // 0 for an unused name, otherwise the last suffix tried
	options            []option
}

type option struct {
	name      string
	primary   []int
	secondary []use
	barred    bool
	not       int // the slack option that is chosen if this option is not, or 0 if there is none
}

// A use is a secondary item of an option, and the colour that the option gives to it, or "".
type use struct {
	item   int
	colour string
}

func (c *cover) line(l nqueens.Line) {
	n := len(l.Placements)
	switch {
	case l.Max < 0 || l.Min > l.Max || l.Min > n:
		c.exactlyOne(l.Name, nil)
	case l.Max == 0:
		c.bar(l.Placements)
	case l.Min == 1 && (l.Max == 1 || n == 1):
		c.exactlyOne(l.Name, l.Placements)
	case l.Min <= 0 && l.Max == 1:
		c.atMostOne(l.Name, l.Placements)
	case l.Min == n:
		for _, i := range l.Placements {
			c.exactlyOne(l.Name, []int{i})
		}
	default:
		c.several(l.Name, l.Placements, max(0, l.Min), min(l.Max, n))
	}
}

func (c *cover) clause(clause nqueens.Clause) {
	literals := slices.Compact(slices.Sorted(slices.Values(clause.Literals)))
	switch {
	case slices.ContainsFunc(literals, func(l nqueens.Literal) bool { return slices.Contains(literals, -l) }): // always holds
	case len(literals) == 0:
		c.exactlyOne(clause.Name, nil)
	case len(literals) == 1 && literals[0].Positive():
		c.exactlyOne(clause.Name, []int{literals[0].Placement()})
	case len(literals) == 1:
		c.bar([]int{literals[0].Placement()})
	case len(literals) == 2 && !literals[0].Positive() && !literals[1].Positive():
		c.atMostOne(clause.Name, []int{literals[0].Placement(), literals[1].Placement()})
	case len(literals) == 2 && !literals[0].Positive():
		c.implies(clause.Name, literals[0].Placement(), literals[1].Placement())
	default:
		c.atLeast(clause.Name, literals, 1)
	}
}

// atLeast adds an item that requires at least least of the literals to be true.
func (c *cover) atLeast(name string, literals []nqueens.Literal, least int) {
	options := make([]int, len(literals))
	for k, l := range literals {
		if options[k] = l.Placement(); !l.Positive() {
			options[k] = c.notChosen(l.Placement())
		}
	}
	slices.Sort(options)
	if least > len(options) {
		c.exactlyOne(name, nil)
		return
	}
	c.several(name, options, least, len(options))
}

// notChosen returns the slack option that is chosen exactly if placement i is not, and adds it if
// needed.
func (c *cover) notChosen(i int) int {
	if c.options[i].not == 0 {
		c.options[i].not = len(c.options)
		c.options = append(c.options, option{name: "not " + c.options[i].name})
		c.exactlyOne(c.options[i].name+"-or-not", []int{i, c.options[i].not})
	}
	return c.options[i].not
}

// several adds a primary item that between least and most of the options cover.
func (c *cover) several(name string, options []int, least, most int) {
	c.times[len(c.primary)] = [2]int{least, most}
	c.exactlyOne(name, options)
}

func (c *cover) exactlyOne(name string, options []int) {
	for _, i := range options {
		c.options[i].primary = append(c.options[i].primary, len(c.primary))
	}
	c.primary = append(c.primary, c.itemName(name))
}

// implies adds items that allow a only together with b. Option b covers the item "then" and option
// a covers the item "if". One slack option covers both items (neither a nor b is chosen), and
// another covers "if" only (b without a). With a and without b no option is left to cover "then".
func (c *cover) implies(name string, a, b int) {
	neither := len(c.options)
	c.options = append(c.options, option{name: name + " neither"}, option{name: name + " only"})
	c.exactlyOne(name+"-then", []int{b, neither})
	c.exactlyOne(name+"-if", []int{a, neither, neither + 1})
}

func (c *cover) atMostOne(name string, options []int) {
	for _, i := range options {
		c.options[i].secondary = append(c.options[i].secondary, use{item: len(c.secondary)})
	}
	c.secondary = append(c.secondary, c.itemName(name))
}

func (c *cover) bar(options []int) {
	for _, i := range options {
		c.options[i].barred = true
	}
}

// addSlack adds the items and options for placements that are barred or have no primary item.
func (c *cover) addSlack() {
	for i := range c.options[:len(c.options):len(c.options)] {
		name, barred, wanted := c.options[i].name, c.options[i].barred, len(c.options[i].primary) > 0
		if !barred && wanted {
			continue
		}
		if !barred {
			c.notChosen(i)
			continue
		}
		slack := len(c.options)
		c.options = append(c.options, option{})
		c.exactlyOne("not-"+name, []int{slack})
		c.atMostOne(name+"-barred", []int{i, slack})
	}
}

// itemName returns a name for an item that is valid in Knuth's format and different from all
// earlier names. In that format blanks end a name, and colons, bars and sharps have a meaning.
func (c *cover) itemName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(":|#", r) || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return '-'
		}
		return r
	}, name)
	if name == "" {
		name = "item"
	}
	unlike := name
	for c.taken[unlike] > 0 {
		c.taken[name]++
		unlike = fmt.Sprintf("%s-%d", name, c.taken[name])
	}
	c.taken[unlike] = 1
	return unlike
}

func (c *cover) problem() (*dlx.Problem, error) {
	p, err := dlx.NewProblem(c.primary, c.secondary)
	if err != nil {
		return nil, fmt.Errorf("items of the exact cover: %w", err)
	}
	for item, times := range c.times {
		if err := p.SetMultiplicity(item, times[0], times[1]); err != nil {
			return nil, fmt.Errorf("items of the exact cover: %w", err)
		}
	}
	for _, o := range c.options {
		items := slices.Clone(o.primary)
		colours := make([]string, len(items), len(items)+len(o.secondary))
		for _, u := range o.secondary {
			items = append(items, len(c.primary)+u.item)
			colours = append(colours, u.colour)
		}
		if err := p.AddColouredOption(items, colours); err != nil {
			return nil, fmt.Errorf("option of %s: %w", o.name, err)
		}
	}
	return p, nil
}
