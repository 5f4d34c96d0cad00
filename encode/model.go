package encode

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"nqueens"
	"nqueens/dlx"
	"nqueens/internal/propagate"
)

// FromProblem encodes what a problem leaves open, under Reduced: the formula that
// every solver of clauses gets, and that proofs are about.
func FromProblem(p nqueens.Problem, e Encoding) (*CNF, error) {
	m, err := propagate.Reduced(p)
	if err == nil {
		err = CheckClauses(m.Outline())
	}
	if err != nil {
		return nil, err
	}
	return FromModel(m, e), nil
}

// FromModel encodes a model: variable i+1 says that placement i is chosen, and
// the formula's models, projected on those that are no auxiliaries, are the
// model's solutions. A line that nothing can fulfil gives the empty clause, a
// line that always holds gives none. Lines share no auxiliaries. Sums, which
// boards have none of, become clauses in one way whatever the encoding.
func FromModel(m *nqueens.Model, e Encoding) *CNF {
	f := NewCNF(len(m.Placements))
	f.Squares, f.Chosen = squares(m), m.Chosen
	f.Projection = make([]int32, len(m.Placements)-m.Auxiliaries)
	for i := range f.Projection {
		f.Projection[i] = int32(i + 1)
	}

	outline := m.Outline()
	clauses := e.SizeOf(outline).Clauses
	// Most clauses have two literals, at most one is as long as its line.
	f.reserve(clauses, 2*clauses+outline.Entries())

	var buffer []int32
	places := e.places(m)
	for _, line := range m.Lines {
		if places != nil {
			line.Placements = slices.SortedFunc(slices.Values(line.Placements), func(i, j int) int { return places[i] - places[j] })
		}
		buffer = buffer[:0]
		for _, i := range line.Placements {
			buffer = append(buffer, int32(nqueens.Chosen(i)))
		}
		e.Bounds(f, buffer, line.Min, line.Max)
	}
	for _, clause := range m.Clauses {
		buffer = buffer[:0]
		for _, l := range clause.Literals {
			buffer = append(buffer, int32(l))
		}
		f.Add(buffer...)
	}
	for _, s := range m.Sums {
		addSum(f, s)
	}
	return f
}

// SizeOf is what FromModel adds at most for a model of that outline.
func (e Encoding) SizeOf(o nqueens.Outline) Size {
	total := Size{Clauses: o.Clauses}
	for _, l := range o.Lines {
		size := e.Size(l.Length, l.Min, l.Max)
		total = total.plus(Size{l.Number * size.Auxiliaries, l.Number * size.Clauses})
	}
	for _, s := range o.Sums {
		nodes := sumSize(s)
		total = total.plus(Size{nodes, 1 + 2*nodes})
	}
	return total
}

// squares are those of the model's placements that are pieces.
func squares(m *nqueens.Model) []nqueens.Square { return nqueens.Solution(m.Placements).Squares() }

// maxVariables is how many variables a formula may have. A file's header can
// promise more than any memory holds.
const maxVariables = 1 << 22

// variables are n placements that are variables, those of the projection first.
func variables(n int, projection []int32) (placements []nqueens.Placement, index []int, err error) {
	if n > maxVariables {
		return nil, nil, fmt.Errorf("%d variables: at most %d can be solved for", n, maxVariables)
	}
	index = make([]int, n+1) // by variable
	add := func(v int) {
		if index[v] == 0 {
			placements = append(placements, nqueens.Placement{Variable: v})
			index[v] = len(placements)
		}
	}
	for _, v := range projection {
		add(int(v))
	}
	for v := range n {
		add(v + 1)
	}
	return placements, index, nil
}

// modelOfCNF has each clause once name a literal, and leaves out those that hold always.
func modelOfCNF(f *CNF) (*nqueens.Model, error) {
	projection := slices.Compact(slices.Sorted(slices.Values(f.Projection)))
	placements, index, err := variables(f.Variables, projection)
	if err != nil {
		return nil, err
	}
	m := &nqueens.Model{Placements: placements}
	if f.Projection != nil {
		m.Auxiliaries = f.Variables - len(projection)
	}
	m.Clauses = make([]nqueens.Clause, 0, f.NumClauses())
	literals := make([]nqueens.Literal, 0, f.NumLiterals())
	has := make([]int32, 2*f.Variables+1) // by literal, from −Variables: the last clause that has it, from 1
clauses:
	for k := range f.ends {
		begin := len(literals)
		for _, l := range f.Clause(k) {
			switch {
			case has[f.Variables-int(l)] == int32(k+1): // holds always
				literals = literals[:begin]
				continue clauses
			case has[f.Variables+int(l)] != int32(k+1):
				has[f.Variables+int(l)] = int32(k + 1)
				literals = append(literals, literalOf(l, index))
			}
		}
		m.Clauses = append(m.Clauses, nqueens.Clause{Name: fmt.Sprintf("clause %d", k+1), Literals: slices.Clip(literals[begin:])})
	}
	return m, nil
}

func literalOf(l int32, index []int) nqueens.Literal {
	if l < 0 {
		return nqueens.NotChosen(index[-l] - 1)
	}
	return nqueens.Chosen(index[l] - 1)
}

// modelOfPB says each constraint in the simplest way there is: as a line where
// it bounds how many of some variables are true, as a clause, or as one or two
// sums.
func modelOfPB(p *PB) (*nqueens.Model, error) {
	placements, _, err := variables(p.Variables, nil)
	if err != nil {
		return nil, err
	}
	m := &nqueens.Model{Placements: placements}
	wrong := func(at Place, format string, args ...any) error {
		return &SyntaxError{"OPB", at, fmt.Sprintf(format, args...)}
	}
	for k, c := range p.Constraints() {
		name := fmt.Sprintf("constraint %d", k+1)
		if k < len(p.places) {
			name = fmt.Sprintf("constraint %d (line %d)", k+1, p.places[k].Line)
		}
		if !fits(c) {
			return nil, wrong(p.places[k], "constraint %d: its coefficients and its bound add up to more than %d; divide them by a common factor", k+1, int64(largestSum))
		}
		terms, bound := normal(c.Terms, c.Bound)
		if line, ok := lineOf(name, terms, bound, c.Equal); ok {
			m.Lines = append(m.Lines, line)
			continue
		}
		least := []nqueens.Sum{{Name: name, Terms: terms, Min: bound}}
		if c.Equal {
			turned := make([]PBTerm, len(c.Terms))
			for i, t := range c.Terms {
				turned[i] = PBTerm{-t.Coefficient, t.Variable}
			}
			terms, bound := normal(turned, -c.Bound)
			least = append(least, nqueens.Sum{Name: name, Terms: terms, Min: bound})
		}
		for _, s := range least {
			addLeast(m, s)
		}
	}
	if p.Objective != nil {
		if !fits(PBConstraint{Terms: p.Objective, Bound: p.Constant}) {
			return nil, wrong(p.objective, "the objective: its coefficients add up to more than %d; divide them by a common factor", int64(largestSum))
		}
		m.Objective = objectiveOf(p)
	}
	return m, nil
}

// objectiveOf is the objective as the text has it, or the most or the fewest pieces where
// the text says which squares its variables stand for: to choose as many as can be
// is written as the fewest times −1.
func objectiveOf(p *PB) nqueens.Objective {
	goal := nqueens.Objective{Goal: nqueens.Fewest, Fixed: int(p.Constant)}
	costs := map[int32]int64{}
	for _, t := range p.Objective {
		costs[t.Variable] += t.Coefficient
	}
	pieces, ones := p.pieces && p.Constant <= 0, true
	for _, v := range slices.Sorted(maps.Keys(costs)) {
		if cost := costs[v]; cost != 0 {
			goal.Over, goal.Weights = append(goal.Over, int(v)-1), append(goal.Weights, cost)
			pieces, ones = pieces && cost == -1, ones && cost == 1
		}
	}
	if p.Most || pieces && (len(goal.Over) > 0 || p.Constant < 0) {
		goal.Goal, goal.Fixed, ones = nqueens.Most, -goal.Fixed, true
		for i, w := range goal.Weights {
			goal.Weights[i] = -w
			ones = ones && w == -1
		}
	}
	if ones {
		goal.Weights = nil
	}
	return goal
}

// largestSum is what the sizes of a constraint's numbers may add up to, so that
// no sum of some of them leaves 64 bits.
const largestSum = 1 << 62

func fits(c PBConstraint) bool {
	size := uint64(max(c.Bound, -c.Bound))
	for _, t := range c.Terms {
		if size += uint64(max(t.Coefficient, -t.Coefficient)); size > largestSum {
			return false
		}
	}
	return size <= largestSum
}

// normal writes a sum of at least the bound with positive weights: a variable
// that comes several times is taken together, and −3x is 3(¬x) − 3.
func normal(terms []PBTerm, bound int64) ([]nqueens.Term, int64) {
	weights := map[int32]int64{}
	var order []int32
	for _, t := range terms {
		if _, known := weights[t.Variable]; !known {
			order = append(order, t.Variable)
		}
		weights[t.Variable] += t.Coefficient
	}
	var out []nqueens.Term
	for _, v := range order {
		switch w, i := weights[v], int(v)-1; {
		case w > 0:
			out = append(out, nqueens.Term{Weight: w, Literal: nqueens.Chosen(i)})
		case w < 0:
			out = append(out, nqueens.Term{Weight: -w, Literal: nqueens.NotChosen(i)})
			bound -= w
		}
	}
	return out, bound
}

// lineOf is the constraint as a line, if all its weights are the same and all
// its literals have one sign.
func lineOf(name string, terms []nqueens.Term, bound int64, equal bool) (nqueens.Line, bool) {
	l := nqueens.Line{Name: name}
	if len(terms) == 0 {
		return l, false
	}
	weight, positive := terms[0].Weight, terms[0].Literal.Positive()
	for _, t := range terms {
		if t.Weight != weight || t.Literal.Positive() != positive {
			return l, false
		}
		l.Placements = append(l.Placements, t.Literal.Placement())
	}
	if equal && bound%weight != 0 {
		return l, false // never: two sums say so
	}
	// At least this many literals are true.
	n := int64(len(terms))
	least := min(max((bound+weight-1)/weight, 0), n+1)
	if bound <= 0 {
		least = 0
	}
	most := n
	if equal {
		if bound < 0 || bound/weight > n {
			return l, false
		}
		most = least
	}
	if !positive {
		least, most = n-most, n-least
	}
	l.Min, l.Max = int(least), int(most)
	slices.Sort(l.Placements)
	return l, true
}

// addLeast adds a sum, as a clause where it is one.
func addLeast(m *nqueens.Model, s nqueens.Sum) {
	clause := true
	for i, t := range s.Terms {
		clause = clause && t.Weight >= s.Min
		s.Terms[i].Weight = min(t.Weight, max(s.Min, 1))
	}
	switch {
	case s.Min <= 0: // holds always
	case clause:
		c := nqueens.Clause{Name: s.Name}
		for _, t := range s.Terms {
			c.Literals = append(c.Literals, t.Literal)
		}
		m.Clauses = append(m.Clauses, c)
	default:
		m.Sums = append(m.Sums, s)
	}
}

// modelOfCover says an exact cover with an option as a placement and an item as
// a line. An option of secondary items only is never chosen.
func modelOfCover(p *dlx.Problem) (m *nqueens.Model, options []string, err error) {
	placements, _, err := variables(p.NumOptions(), nil)
	if err != nil {
		return nil, nil, err
	}
	m = &nqueens.Model{Placements: placements, Lines: make([]nqueens.Line, p.NumItems())}
	for i := range m.Lines {
		m.Lines[i].Name = p.ItemName(i)
		m.Lines[i].Min, m.Lines[i].Max = p.Multiplicity(i)
	}
	for o := range p.NumOptions() {
		var names []string
		wanted := false
		for _, i := range p.Option(o) {
			names = append(names, p.ItemName(i))
			m.Lines[i].Placements = append(m.Lines[i].Placements, o)
			wanted = wanted || i < p.NumPrimary()
		}
		options = append(options, strings.Join(names, " "))
		if !wanted {
			m.Clauses = append(m.Clauses, nqueens.Clause{
				Name: fmt.Sprintf("option %d covers no primary item", o+1), Literals: []nqueens.Literal{nqueens.NotChosen(o)},
			})
		}
	}
	return m, options, nil
}
