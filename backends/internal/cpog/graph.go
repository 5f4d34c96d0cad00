package cpog

import "slices"

// define records the node of the proof's graph that a variable represents.
func (p *prover) define(v int32, o operation) {
	at := int(v) - p.formula.Variables - 1
	for len(p.nodes) <= at {
		p.nodes = append(p.nodes, operation{})
	}
	p.nodes[at] = o
}

// at returns the node of the proof's graph that a variable represents.
func (p *prover) at(v int32) *operation {
	at := int(v) - p.formula.Variables - 1
	if at >= len(p.nodes) {
		return new(operation) // for the variable of a residue
	}
	return &p.nodes[at]
}

// product adds the product of the given variables or literals to the proof's graph. It returns the
// product's variable.
func (p *prover) product(parts []int32) int32 {
	v, first := p.steps.product(parts)
	p.define(v, operation{clause: first, parts: parts})
	return v
}

// sum adds the sum of the two branches of a decision to the proof's graph. It returns the sum's variable.
func (p *prover) sum(yes, no, decision int32) int32 {
	var hints []int32
	hint := func(part, l int32) {
		if part != l {
			node := p.at(part)
			hints = append(hints, node.clause+1+int32(slices.Index(node.parts, l)))
		}
	}
	hint(yes, decision)
	hint(no, -decision)
	v, first := p.steps.sum(yes, no, hints)
	p.define(v, operation{clause: first, sum: true, parts: []int32{yes, no}})
	return v
}

// removeFormula writes the deletion of each clause of the formula, with hints that the clause follows from
// the root.
func (p *prover) removeFormula(root, rootClause int32) error {
	r := newRemoval(p, root)
	number := int32(0)
	for c := range p.formula.Clauses() {
		number++
		if err := p.engine.interrupted(); err != nil {
			return err
		}
		if slices.ContainsFunc(c, func(l int32) bool { return slices.Contains(c, -l) }) {
			p.steps.remove(number, nil)
			continue
		}
		hints, ok := r.refute(c)
		if !ok {
			return errModel
		}
		p.steps.remove(number, append(hints, rootClause))
	}
	return nil
}

// A removal finds the nodes that are false if all literals of a clause are false.
type removal struct {
	p        *prover
	root     int32
	offset   int32    // the number of the formula's variables
	about    []uint64 // by node: the set of its variables as a bit set of words words
	words    int
	stamp    []int32
	isFalse  []bool
	round    int32
	literals []bool // of the clause
	clause   []uint64
	hints    []int32
}

func newRemoval(p *prover, root int32) *removal {
	n := int(p.steps.variable) - p.formula.Variables
	r := &removal{
		p: p, root: root, offset: int32(p.formula.Variables) + 1, words: p.formula.Variables/64 + 1,
		stamp: make([]int32, n), isFalse: make([]bool, n), literals: make([]bool, 2*p.formula.Variables+2),
	}
	r.about, r.clause = make([]uint64, n*r.words), make([]uint64, r.words)
	for v := r.offset; v <= p.steps.variable; v++ { // parts come before nodes
		set := r.set(v)
		for _, part := range p.at(v).parts {
			if w := variableOf(part); w < r.offset {
				set[w/64] |= 1 << (w % 64)
			} else {
				for i, b := range r.set(w) {
					set[i] |= b
				}
			}
		}
	}
	return r
}

func (r *removal) set(v int32) []uint64 {
	return r.about[int(v-r.offset)*r.words:][:r.words]
}

// refute returns the hints by which the root is false if all literals of the clause are false. ok is false
// if there are none.
func (r *removal) refute(clause []int32) (hints []int32, ok bool) {
	r.round++
	r.hints = r.hints[:0]
	clear(r.clause)
	for _, l := range clause {
		r.literals[index(l)] = true
		r.clause[variableOf(l)/64] |= 1 << (variableOf(l) % 64)
	}
	ok = r.fails(r.root)
	for _, l := range clause {
		r.literals[index(l)] = false
	}
	return r.hints, ok
}

// fails reports whether a node or a literal is false. If a node is false, fails appends its hint after
// those of its parts. The hints of false parts stay even if the node itself is not false, because other
// nodes may need them.
func (r *removal) fails(v int32) bool {
	if variableOf(v) < r.offset {
		return r.literals[index(v)]
	}
	at := v - r.offset
	if r.stamp[at] == r.round {
		return r.isFalse[at]
	}
	r.stamp[at], r.isFalse[at] = r.round, false
	node := r.p.at(v)
	if node.sum {
		if !r.touches(v) || !r.fails(node.parts[0]) || !r.fails(node.parts[1]) {
			return false
		}
		r.hints = append(r.hints, node.clause)
		r.isFalse[at] = true
		return true
	}
	for i, part := range node.parts {
		if variableOf(part) < r.offset && r.literals[index(part)] {
			r.hints = append(r.hints, node.clause+1+int32(i))
			r.isFalse[at] = true
			return true
		}
	}
	for i, part := range node.parts {
		if variableOf(part) >= r.offset && r.touches(part) && r.fails(part) {
			r.hints = append(r.hints, node.clause+1+int32(i))
			r.isFalse[at] = true
			return true
		}
	}
	return false
}

// touches reports whether a node has a variable of the clause.
func (r *removal) touches(v int32) bool {
	for i, b := range r.set(v) {
		if b&r.clause[i] != 0 {
			return true
		}
	}
	return false
}

// refuted writes the proof of a formula without models. The root is the negation of a node that is always
// true.
func (p *prover) refuted(given []clause) error {
	e := newEngine(p.ctx, p.steps, p.formula.Variables, given)
	p.engine = e
	var number int32
	d := newDerivation()
	if k := e.start(); k >= 0 {
		for _, l := range e.clauses[k].literals {
			e.mark(l)
		}
		e.collect(d)
		d.hints = append(d.hints, e.use(d, k))
	} else {
		var err error
		if d, err = e.refute(nil); err != nil {
			return err
		}
	}
	number, _ = e.add(d)
	s := p.steps
	var always []int32 // hints by which truth is true
	var truth int32
	if p.formula.Variables == 0 {
		var first int32
		truth, first = s.product(nil)
		always = []int32{first}
	} else {
		v, first := s.product([]int32{1})
		var sum int32
		truth, sum = s.sum(v, -1, []int32{first + 1})
		always = []int32{sum + 1, sum + 2, first}
	}
	root, first := s.product([]int32{-truth})
	unit := s.add([]int32{root}, []int32{number})
	s.root(root)
	s.removeAdded(unit)
	for number := range int32(p.formula.NumClauses()) {
		c := p.formula.Clause(int(number))
		if slices.ContainsFunc(c, func(l int32) bool { return slices.Contains(c, -l) }) {
			s.remove(number+1, nil)
			continue
		}
		hints := []int32{unit, first + 1}
		for i, hint := range always {
			// The second hint gives x₁ → truth, the third ¬x₁ → truth. Only one of them applies if the
			// clause fixes x₁.
			if i == 1 && slices.Contains(c, -1) || i == 2 && slices.Contains(c, 1) {
				continue
			}
			hints = append(hints, hint)
		}
		s.remove(number+1, hints)
	}
	return nil
}
