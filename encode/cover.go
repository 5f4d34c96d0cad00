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

// ErrNotExactCover is wrapped by CoverFromModel when a model says what no cover can.
var ErrNotExactCover = errors.New("an exact cover cannot say this")

// CoverFromModel says a model as an exact cover with secondary items and, where there is
// need of them, multiplicities. Option i is placement i. A line that holds exactly one
// placement is a primary item, one that holds at most one a secondary item, any other a
// primary item that is covered as often as its bounds say; a line that always holds is
// left out. A clause "not both a1 and b3" is a secondary item of both options, one of
// several placements a primary item covered once or more, and a sum whose weights are all
// the same counts likewise. The objective is left to who searches: see dlx.Problem.SetCost.
//
// Three kinds of placement and one of clause bring slack options, all of which
// come after the placements' own. Which of them a solution has follows from its placements, so
// they do not change counts; a reader of solutions passes over them.
//
//   - A placement on no primary item. An option without a primary item is never
//     chosen, so this one is given the item "a1-or-not", which the slack option
//     covers in its stead.
//   - A placement that a long clause or a sum wants not to be chosen: the slack option of
//     its "a1-or-not" is then the literal.
//   - A placement that must not be chosen. The slack option alone covers the
//     primary item "not-a1", is therefore in every solution, and excludes the
//     placement by a secondary item that both have.
//   - A clause "a1 not without b3" (see implies).
//
// Auxiliaries, which would be counted, and a sum that is no count of literals give an error that
// wraps ErrNotExactCover. Items are named after their line or clause, with dashes for the
// characters that mean something else in Knuth's format.
func CoverFromModel(m *nqueens.Model) (*dlx.Problem, error) {
	if err := checkCover(m.Outline()); err != nil {
		return nil, err
	}
	c := newCover(m)
	c.addSlack()
	return c.problem()
}

// CheckCover says why a problem is no exact cover, or nil: what CoverFromModel
// would say, for less work.
func CheckCover(p nqueens.Problem) error {
	o, err := p.Outline()
	if err != nil {
		return err
	}
	return checkCover(o)
}

func checkCover(o nqueens.Outline) error {
	if o.Auxiliaries > 0 {
		return fmt.Errorf("%s beside those of the solution: %w", table.Plural(o.Auxiliaries, "variable"), ErrNotExactCover)
	}
	for _, s := range o.Sums {
		if _, _, err := s.AtLeast(); err != nil {
			return fmt.Errorf("%s %w: %w", s.Name, err, ErrNotExactCover)
		}
	}
	return nil
}

func newCover(m *nqueens.Model) *cover {
	c := &cover{options: make([]option, len(m.Placements)), taken: map[string]int{}, times: map[int][2]int{}}
	for i, s := range m.Placements {
		c.options[i].name = s.String()
	}
	for _, line := range m.Lines {
		c.line(line)
	}
	for _, clause := range m.Clauses {
		c.clause(clause)
	}
	for _, sum := range m.Sums {
		literals, least, _ := sum.AtLeast()
		c.atLeast(sum.Name, literals, least)
	}
	return c
}

// cover is an exact cover in the making. Only its end shows how many primary
// items there are, which secondary items come after.
type cover struct {
	primary, secondary []string
	times              map[int][2]int // of primary items that are not covered just once
	taken              map[string]int // 0 for a free name, else the last suffix tried
	options            []option
}

type option struct {
	name               string
	primary, secondary []int
	barred             bool
	not                int // the slack option chosen in its stead, or 0
}

func (c *cover) line(l nqueens.Line) {
	n := len(l.Placements)
	switch {
	case l.Trivial():
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

// atLeast says that so many of the literals are true.
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

// notChosen is the slack option that is chosen where the placement is not.
func (c *cover) notChosen(i int) int {
	if c.options[i].not == 0 {
		c.options[i].not = len(c.options)
		c.options = append(c.options, option{name: "not " + c.options[i].name})
		c.exactlyOne(c.options[i].name+"-or-not", []int{i, c.options[i].not})
	}
	return c.options[i].not
}

// several is an item that is covered by least of the options, at least, and by most.
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

// implies says that a is not chosen without b. Item "then" is covered by b, item
// "if" by a; one slack option covers both, another "if" alone: neither, and b
// without a. With a and without b nothing is left to cover "then".
func (c *cover) implies(name string, a, b int) {
	neither := len(c.options)
	c.options = append(c.options, option{name: name + " neither"}, option{name: name + " only"})
	c.exactlyOne(name+"-then", []int{b, neither})
	c.exactlyOne(name+"-if", []int{a, neither, neither + 1})
}

func (c *cover) atMostOne(name string, options []int) {
	for _, i := range options {
		c.options[i].secondary = append(c.options[i].secondary, len(c.secondary))
	}
	c.secondary = append(c.secondary, c.itemName(name))
}

func (c *cover) bar(options []int) {
	for _, i := range options {
		c.options[i].barred = true
	}
}

// addSlack adds the items and options that placements barred or without a
// primary item need.
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

// itemName makes a name fit for Knuth's format, where blanks end a name and
// colons, bars and sharps have a meaning, and unlike those before it.
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
		for _, i := range o.secondary {
			items = append(items, len(c.primary)+i)
		}
		if err := p.AddOption(items...); err != nil {
			return nil, fmt.Errorf("option of %s: %w", o.name, err)
		}
	}
	return p, nil
}
