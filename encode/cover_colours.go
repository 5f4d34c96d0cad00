package encode

import (
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/dlx"
)

// A colouring describes the auxiliaries of a model as colours of an exact cover. It exists if each
// auxiliary is chosen exactly when at least one of its placements is chosen. In the cover, the auxiliary
// is a colour, its placements are the options that give this colour to an item, and the item is a line of
// at most one placement that contains the auxiliary.
type colouring struct {
	first   int      // the first auxiliary
	options [][]int  // by auxiliary: its placements
	names   []string // by auxiliary: the name of the clause that lists its placements
	clauses []bool   // by clause: whether it defines an auxiliary
}

// colouringOf returns the colouring of a model, and false if there is none. The clauses of an auxiliary a
// with the placements o1, o2 are "o1 or o2 or not a", "a or not o1" and "a or not o2".
func colouringOf(m *nqueens.Model) (c colouring, ok bool) {
	c = colouring{first: len(m.Placements) - m.Auxiliaries, clauses: make([]bool, len(m.Clauses))}
	if m.Auxiliaries == 0 {
		return c, true
	}
	c.options, c.names = make([][]int, m.Auxiliaries), make([]string, m.Auxiliaries)
	listed := make([]bool, m.Auxiliaries)
	implied := make([][]int, m.Auxiliaries)
	for k, clause := range m.Clauses {
		at := slices.IndexFunc(clause.Literals, func(l nqueens.Literal) bool { return l.Placement() >= c.first })
		if at < 0 {
			continue
		}
		c.clauses[k] = true
		literal := clause.Literals[at]
		auxiliary := literal.Placement() - c.first
		var others []int
		for i, l := range clause.Literals {
			if i == at {
				continue
			}
			if l.Placement() >= c.first || l.Positive() == literal.Positive() {
				return c, false
			}
			others = append(others, l.Placement())
		}
		switch {
		case literal.Positive() && len(others) == 1:
			implied[auxiliary] = append(implied[auxiliary], others[0])
		case literal.Positive() || listed[auxiliary]:
			return c, false
		default:
			c.options[auxiliary], c.names[auxiliary], listed[auxiliary] = others, clause.Name, true
		}
	}
	for a := range listed {
		slices.Sort(c.options[a])
		slices.Sort(implied[a])
		if !listed[a] || !slices.Equal(slices.Compact(c.options[a]), slices.Compact(implied[a])) {
			return c, false
		}
		c.options[a] = slices.Compact(c.options[a])
	}
	isAuxiliary := func(i int) bool { return i >= c.first }
	if slices.ContainsFunc(m.Objective.Over, isAuxiliary) {
		return c, false
	}
	for _, s := range m.Sums {
		if slices.ContainsFunc(s.Terms, func(t nqueens.Term) bool { return isAuxiliary(t.Literal.Placement()) }) {
			return c, false
		}
	}
	for _, l := range m.Lines {
		if slices.ContainsFunc(l.Placements, isAuxiliary) && !l.Trivial() && (l.Min > 0 || l.Max != 1 || c.repeats(l)) {
			return c, false
		}
	}
	return c, true
}

// repeats reports whether a placement occurs twice in the line: by itself and as a placement of an
// auxiliary, or as a placement of two auxiliaries.
func (c colouring) repeats(l nqueens.Line) bool {
	seen := map[int]bool{}
	for _, i := range l.Placements {
		options := []int{i}
		if i >= c.first {
			options = c.options[i-c.first]
		}
		for _, o := range options {
			if seen[o] {
				return true
			}
			seen[o] = true
		}
	}
	return false
}

// item adds the secondary item of a line with auxiliaries to the cover. The options of an auxiliary's
// placements give the item the auxiliary's colour.
func (c colouring) item(cover *cover, l nqueens.Line) {
	shades := c.shades(l)
	item := len(cover.secondary)
	for _, i := range l.Placements {
		options, shade := []int{i}, ""
		if i >= c.first {
			options, shade = c.options[i-c.first], shades[i]
		}
		for _, o := range options {
			cover.options[o].secondary = append(cover.options[o].secondary, use{item, shade})
		}
	}
	cover.secondary = append(cover.secondary, cover.itemName(l.Name))
}

// shades returns the colours of the auxiliaries of a line, by index of the auxiliary. On the line x, an
// auxiliary whose clause has the name x:red has the colour red. If some clause has a name of another form,
// all colours are numbers.
func (c colouring) shades(l nqueens.Line) map[int]string {
	names, numbers := map[int]string{}, map[int]string{}
	seen := map[string]bool{}
	named := true
	for _, i := range l.Placements {
		if i < c.first {
			continue
		}
		name, ok := strings.CutPrefix(c.names[i-c.first], l.Name+":")
		named = named && ok && name != "" && !seen[name] && !strings.ContainsAny(name, ":| \t\n\v\f\r")
		seen[name] = true
		names[i], numbers[i] = name, strconv.Itoa(i-c.first+1)
	}
	if named {
		return names
	}
	return numbers
}

// addColours changes the lines of m that represent coloured items of p. For each colour that two or more
// options give to an item it adds an auxiliary, which is chosen exactly if one of these options is, and
// puts it into the item's line in place of the options. A colour of only one option needs no auxiliary:
// the option itself is in the line.
func addColours(m *nqueens.Model, p *dlx.Problem, room int64) error {
	type shade struct {
		name    string
		options []int
	}
	items := make([][]shade, p.NumItems()) // by item, its colours in the order of the options
	index := make([]map[string]int, p.NumItems())
	for o := range p.NumOptions() {
		for k, i := range p.Option(o) {
			name := p.Colour(o, k)
			if index[i] == nil {
				index[i] = map[string]int{}
			}
			at, known := index[i][name]
			if !known || name == "" {
				at = len(items[i])
				items[i] = append(items[i], shade{name: name})
				index[i][name] = at
			}
			items[i][at].options = append(items[i][at].options, o)
		}
	}
	for i, shades := range items {
		if !slices.ContainsFunc(shades, func(s shade) bool { return len(s.options) > 1 }) {
			continue // no colour is shared: modelOfCover's line for the item is right
		}
		line := &m.Lines[i]
		line.Placements = nil
		if len(shades) == 1 {
			continue // all options give the same colour, so that the item restricts nothing
		}
		for _, s := range shades {
			if len(s.options) == 1 {
				line.Placements = append(line.Placements, s.options[0])
				continue
			}
			a := len(m.Placements)
			m.Placements = append(m.Placements, nqueens.Placement{Variable: a + 1})
			m.Auxiliaries, m.Determined = m.Auxiliaries+1, true
			line.Placements = append(line.Placements, a)
			name := p.ItemName(i) + ":" + s.name
			all := nqueens.Clause{Name: name, Literals: []nqueens.Literal{nqueens.NotChosen(a)}}
			for _, o := range s.options {
				all.Literals = append(all.Literals, nqueens.Chosen(o))
				m.Clauses = append(m.Clauses, nqueens.Clause{Name: name, Literals: []nqueens.Literal{nqueens.NotChosen(o), nqueens.Chosen(a)}})
			}
			m.Clauses = append(m.Clauses, all)
		}
		slices.Sort(line.Placements)
	}
	return roomFor(len(m.Placements), room)
}
