package encode

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"nqueens"
	"nqueens/dlx"
	"nqueens/internal/propagate"
)

// FromProblem encodes the reduced model of a problem (see propagate.Reduced). This is the formula
// that every SAT solver gets and that proofs refer to.
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

// FromModel encodes a model. Variable i+1 means that placement i is chosen. The formula's models,
// projected on the variables of non-auxiliary placements, are the model's solutions. A line that
// cannot be satisfied becomes the empty clause; a line that always holds adds nothing. Lines share
// no auxiliaries. Sums become clauses in the same way under every encoding.
func FromModel(m *nqueens.Model, e Encoding) *CNF {
	f := NewCNF(len(m.Placements))
	f.Squares, f.Chosen = squares(m), m.Chosen
	f.Projection = make([]int32, len(m.Placements)-m.Auxiliaries)
	for i := range f.Projection {
		f.Projection[i] = int32(i + 1)
	}

	for i, w := range m.Weights {
		if f.Weights == nil {
			f.Weights = make(map[int32]nqueens.Weight, len(m.Weights))
		}
		f.Weights[int32(i+1)] = w
	}

	outline := m.Outline()
	clauses := e.SizeOf(outline).Clauses
	// Most clauses have two literals. An at-least-one clause is as long as its line.
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

// SizeOf returns an upper bound of what FromModel adds for a model with this outline.
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

// squares returns the squares of the placements that are pieces.
func squares(m *nqueens.Model) []nqueens.Square { return nqueens.Solution(m.Placements).Squares() }

// variableBytes is the memory for a variable of a formula, here and in its model, in bytes.
const variableBytes = 128

// roomFor returns errTooLarge if so many variables take more memory than the room. A negative room
// is no limit. The header of a file can claim more variables than fit in memory.
func roomFor(variables int, room int64) error {
	if room >= 0 && int64(variables) > room/variableBytes {
		return fmt.Errorf("%w: %d variables", errTooLarge, variables)
	}
	return nil
}

// variables returns n placements that are plain variables, those of the projection first, and for
// each variable its placement's index plus 1.
func variables(n int, projection []int32, room int64) (placements []nqueens.Placement, index []int, err error) {
	if err := roomFor(n, room); err != nil {
		return nil, nil, err
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

// model returns the model of a formula. It removes repeated literals and omits clauses that always
// hold.
func (f *constrainedCNF) model(room int64) (*nqueens.Model, error) {
	projection := f.Projection
	if projection != nil {
		projection = slices.Compact(slices.Sorted(slices.Values(projection)))
		projection = append([]int32{}, projection...) // an empty one differs from none
	}
	b, index, err := newBuilder(f.Variables, projection, room)
	if err != nil {
		return nil, err
	}
	for v, w := range f.Weights {
		if b.m.Weights == nil {
			b.m.Weights = make(map[int]nqueens.Weight, len(f.Weights))
		}
		b.m.Weights[index[v]-1] = w
	}
	b.clauses(f.CNF, index)
	f.tautologies, f.repeating = b.tautologies, b.repeating
	for k, c := range f.exclusive {
		b.exclusive(named("exclusive-or", k+1, c.line), literalsOf(c.literals, index))
	}
	for k, c := range f.bounds {
		var terms []wideTerm
		for _, l := range literalsOf(c.literals, index) {
			terms = append(terms, wideTerm{big.NewInt(1), l})
		}
		b.constrain(named("constraint", k+1, c.line), terms, c.is, big.NewInt(c.bound))
	}
	return b.model()
}

// clauses adds the clauses of a formula. It removes repeated literals and omits clauses that always
// hold.
func (b *builder) clauses(f *CNF, index []int) {
	m := b.m
	m.Clauses = make([]nqueens.Clause, 0, f.NumClauses())
	literals := make([]nqueens.Literal, 0, f.NumLiterals())
	has := make([]int32, 2*f.Variables+1) // indexed by literal + Variables: the number, from 1, of the last clause that contains the literal
clauses:
	for k := range f.ends {
		begin := len(literals)
		repeats := false
		for _, l := range f.Clause(k) {
			switch {
			case has[f.Variables-int(l)] == int32(k+1): // the clause always holds
				literals = literals[:begin]
				b.tautologies++
				continue clauses
			case has[f.Variables+int(l)] != int32(k+1):
				has[f.Variables+int(l)] = int32(k + 1)
				literals = append(literals, literalOf(l, index))
			default:
				repeats = true
			}
		}
		if repeats {
			b.repeating++
		}
		m.Clauses = append(m.Clauses, nqueens.Clause{Name: fmt.Sprintf("clause %d", k+1), Literals: slices.Clip(literals[begin:])})
	}
}

func literalOf(l int32, index []int) nqueens.Literal {
	if l < 0 {
		return nqueens.NotChosen(index[-l] - 1)
	}
	return nqueens.Chosen(index[l] - 1)
}

// literalsOf returns the placements' literals of a list.
func literalsOf(list []int32, index []int) []nqueens.Literal {
	out := make([]nqueens.Literal, len(list))
	for i, l := range list {
		out[i] = literalOf(l, index)
	}
	return out
}

// addConstraint adds a constraint on the placements to the model: a line if it bounds how many of
// some placements are chosen, otherwise a clause or one or two sums. Variable i+1 is placement i.
func addConstraint(m *nqueens.Model, name string, c PBConstraint) {
	terms, bound := normal(c.Terms, c.Bound)
	if line, ok := lineOf(name, terms, bound, c.Equal); ok {
		m.Lines = append(m.Lines, line)
		return
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

// objectiveOf returns the objective of a text. If the text gives the squares of its variables and
// all coefficients are −1, the goal is the most pieces, because the OPB writer expresses it that
// way.
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

// largestSum is the limit for the sum of the absolute values of a constraint's numbers. Below it no
// partial sum overflows 64 bits.
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

// normal rewrites a sum that is at least bound with positive weights. It adds up the coefficients
// of a variable that occurs several times, and turns −3x into 3(¬x) − 3.
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

// lineOf returns a constraint as a line. It returns false unless all weights are equal and all
// literals have the same sign.
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
		return l, false // it never holds, and becomes two sums
	}
	// least is the number of literals that must be true.
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

// addLeast adds a sum to the model, as a clause if that is equivalent.
func addLeast(m *nqueens.Model, s nqueens.Sum) {
	clause := true
	for i, t := range s.Terms {
		clause = clause && t.Weight >= s.Min
		s.Terms[i].Weight = min(t.Weight, max(s.Min, 1))
	}
	switch {
	case s.Min <= 0: // it always holds
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

// modelOfCover returns the model of an exact cover, and the text of each option. Each option is a
// placement and each item a line: see addColours for items with colours. An option that has only
// secondary items is never chosen.
func modelOfCover(p *dlx.Problem, room int64) (m *nqueens.Model, options []string, err error) {
	placements, _, err := variables(p.NumOptions(), nil, room)
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
		for k, i := range p.Option(o) {
			name := p.ItemName(i)
			if colour := p.Colour(o, k); colour != "" {
				name += ":" + colour
			}
			names = append(names, name)
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
	return m, options, addColours(m, p, room)
}
