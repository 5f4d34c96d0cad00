package cpog

import (
	"context"
	"fmt"
	"io"
	"slices"

	"nqueens/ddnnf"
	"nqueens/encode"
)

// A Trace is a graph with the simplified formula from which the compiler made it.
type Trace struct {
	Graph *ddnnf.Graph
	// Units are the literals that simplification fixed, and Clauses the remaining clauses. Together they
	// have the same variables and the same models as the formula before simplification.
	Units   []int32
	Clauses [][]int32
}

// Write writes a proof that the graph has the models of the formula. The formula must not be projected. The hints that are kept in memory take at
// most the given number of bytes; beyond that Write returns ErrMemory. It also returns an error if the graph does not have the formula's models.
func Write(ctx context.Context, w io.Writer, f *encode.CNF, t Trace, memory int64) error {
	s := newSteps(w, f.Variables, f.NumClauses(), memory)
	p := &prover{ctx: ctx, steps: s, formula: f, graph: t.Graph}
	if err := p.prove(t); err != nil {
		return err
	}
	return s.finish()
}

// A prover writes the proof for one graph.
type prover struct {
	ctx     context.Context
	steps   *steps
	formula *encode.CNF
	graph   *ddnnf.Graph
	engine  *engine

	parents []int32              // by node: the number of its parents
	names   map[ddnnf.Node]int32 // by node: its variable or literal in the proof
	nodes   []operation          // by variable after the formula's last one: the node that it represents; empty for variables of residues
	lemmas  map[ddnnf.Node]lemma // by node with several parents
	path    []int32              // the literals of the conjunctions between the root and the current node
}

// An operation is a node of the proof's graph.
type operation struct {
	clause int32 // the number of the first clause that defines it
	sum    bool
	parts  []int32
}

// A lemma states that a node of the graph holds if some decisions and some residues hold. name is the
// node's variable or literal in the proof, and number the number of the derived clause. If the node is the
// literal of a decision, the lemma is trivial: it has no clause, and number is 0.
type lemma struct {
	name      int32
	number    int32
	decisions []int32 // negated
	residues  []residue
}

func (p *prover) prove(t Trace) error {
	numbered, err := p.simplified(t)
	if err != nil {
		return err
	}
	if t.Graph.Root == ddnnf.False {
		return p.refuted(numbered)
	}
	p.names, p.lemmas = map[ddnnf.Node]int32{}, map[ddnnf.Node]lemma{}
	p.countParents()
	p.engine = newEngine(p.ctx, p.steps, p.formula.Variables, numbered)
	if p.engine.start() >= 0 {
		return errModel
	}
	root, err := p.node(t.Graph.Root)
	if err != nil {
		return err
	}
	if len(root.decisions)+len(root.residues) > 0 {
		return errModel
	}
	top := root.name
	if int(variableOf(top)) <= p.formula.Variables { // the root is a literal
		top = p.product([]int32{root.name})
		root.number = p.steps.add([]int32{top}, []int32{root.number, p.at(top).clause})
	}
	p.steps.root(top)
	p.steps.removeAdded(root.number)
	return p.removeFormula(top, root.number)
}

// simplified derives the clauses of the simplified formula from the original clauses. It returns them with
// their numbers in the proof.
func (p *prover) simplified(t Trace) ([]clause, error) {
	var given []clause
	known := map[string]int32{}
	number := int32(0)
	for c := range p.formula.Clauses() {
		number++
		c := slices.Compact(slices.Sorted(slices.Values(c)))
		always := slices.ContainsFunc(c, func(l int32) bool { return l < 0 && slices.Contains(c, -l) })
		if !always {
			given = append(given, clause{literals: c, number: number})
			known[fmt.Sprint(c)] = number
		}
	}
	if t.Graph.Root == ddnnf.False {
		return given, nil
	}
	p.engine = newEngine(p.ctx, p.steps, p.formula.Variables, given)
	if p.engine.start() >= 0 {
		return nil, errModel
	}
	var out []clause
	for _, l := range t.Units {
		c := []int32{l}
		n, err := p.derive(c, known)
		if err != nil {
			return nil, err
		}
		out = append(out, clause{literals: c, number: n})
	}
	for _, literals := range t.Clauses {
		c := slices.Sorted(slices.Values(literals))
		n, err := p.derive(c, known)
		if err != nil {
			return nil, err
		}
		out = append(out, clause{literals: c, number: n})
	}
	return out, nil
}

// derive derives a clause from the formula, unless the formula contains it.
func (p *prover) derive(c []int32, known map[string]int32) (number int32, err error) {
	if n, there := known[fmt.Sprint(c)]; there {
		return n, nil
	}
	e := p.engine
	if err := e.interrupted(); err != nil {
		return 0, err
	}
	assumptions := make([]int32, len(c))
	for i, l := range c {
		assumptions[i] = -l
	}
	d, err := e.refute(assumptions)
	if err != nil {
		return 0, err
	}
	if number, _ = e.add(d); len(d.clause) < len(c) {
		number = p.steps.add(c, []int32{number})
	}
	known[fmt.Sprint(c)] = number
	k := e.keep(clause{literals: slices.Clone(c), number: number})
	if len(c) == 1 && e.value[index(c[0])] == 0 {
		e.assign(c[0], k)
		if e.propagate() >= 0 {
			return 0, errModel
		}
	}
	return number, nil
}

// start assigns the literals of unit clauses and propagates them. It returns the index of a clause whose
// literals are all false, or −1.
func (e *engine) start() int32 {
	for k, c := range e.clauses {
		switch {
		case len(c.literals) == 0:
			return int32(k)
		case len(c.literals) > 1:
		case e.value[index(c.literals[0])] < 0:
			return int32(k)
		case e.value[index(c.literals[0])] == 0:
			e.assign(c.literals[0], int32(k))
		}
	}
	return e.propagate()
}

func (p *prover) countParents() {
	p.parents = make([]int32, p.graph.Len())
	reached := p.graph.Reachable()
	for n := range ddnnf.Node(p.graph.Len()) {
		if !reached[n] {
			continue
		}
		if _, yes, no, ok := p.graph.Decision(n); ok {
			p.parents[yes]++
			p.parents[no]++
			continue
		}
		_, children := p.graph.Conjunction(n)
		for _, c := range children {
			p.parents[c]++
		}
	}
}

// node derives a clause which states that the graph node n holds under the current decisions. For a node
// with several parents it returns the same lemma for each parent.
func (p *prover) node(n ddnnf.Node) (lemma, error) {
	if p.parents[n] < 2 {
		return p.derivedNode(n)
	}
	if l, known := p.lemmas[n]; known {
		return l, nil
	}
	// By learnt clauses, propagation may have assigned more literals than the compiler knew here. The
	// lemma must not depend on them, because they may be unassigned under another parent.
	saved := p.engine.save(p.path)
	p.engine.enter()
	l, err := p.derivedNode(n)
	p.engine.leave()
	p.engine.restore(saved)
	p.lemmas[n] = l
	return l, err
}

func (p *prover) derivedNode(n ddnnf.Node) (lemma, error) {
	if err := p.engine.interrupted(); err != nil {
		return lemma{}, err
	}
	variable, yes, no, ok := p.graph.Decision(n)
	if !ok {
		return p.conjunction(n)
	}
	a, err := p.branch(variable, yes)
	if err != nil {
		return lemma{}, err
	}
	b, err := p.branch(-variable, no)
	if err != nil {
		return lemma{}, err
	}
	sum := p.sum(a.name, b.name, variable)
	first := p.at(sum).clause
	// If the sum is false, both branches are false. A branch whose lemma needs its decision then makes the
	// decision false.
	d := newDerivation()
	branch := func(l lemma, hint int32, decision int32) bool {
		d.hints = append(d.hints, hint)
		if l.number == 0 {
			return false
		}
		d.hints = append(d.hints, l.number)
		for _, r := range l.residues {
			d.residues[r] = true
		}
		needed := false
		for _, o := range l.decisions {
			if o == -decision {
				needed = true
			} else if !slices.Contains(d.clause, o) {
				d.clause = append(d.clause, o)
			}
		}
		return !needed
	}
	if !branch(a, first+1, variable) {
		branch(b, first+2, -variable)
	}
	out := lemma{name: sum, decisions: d.clause}
	out.number, out.residues = p.engine.add(d, sum)
	return out, nil
}

// branch derives the child n of a decision node while the literal decision is true.
func (p *prover) branch(decision int32, n ddnnf.Node) (lemma, error) {
	e := p.engine
	level := len(e.levels)
	defer e.retreat(level)
	if e.value[index(decision)] != 0 {
		return lemma{}, errModel
	}
	e.decide(decision)
	if e.propagate() >= 0 {
		return lemma{}, errModel
	}
	return p.conjunction(n)
}

// conjunction derives the conjunction node n under the current decisions.
func (p *prover) conjunction(n ddnnf.Node) (lemma, error) {
	e := p.engine
	literals, children := p.graph.Conjunction(n)
	if err := p.imply(literals); err != nil {
		return lemma{}, err
	}
	d := newDerivation()
	if len(literals) == 1 && len(children) == 0 {
		l := literals[0]
		out := lemma{name: l}
		e.mark(l)
		e.collect(d)
		if len(d.hints) == 0 { // the decision itself
			return out, nil
		}
		out.decisions = d.clause
		out.number, out.residues = e.add(d, l)
		return out, nil
	}
	parts := slices.Clone(literals)
	above := len(p.path)
	p.path = append(p.path, literals...)
	defer func() { p.path = p.path[:above] }()
	below := make([]lemma, len(children))
	for i, c := range children {
		var err error
		if below[i], err = p.node(ddnnf.Node(c)); err != nil {
			return lemma{}, err
		}
		parts = append(parts, below[i].name)
	}
	var uses []use // these hints follow the hints for the literals
	for _, l := range below {
		uses = append(uses, p.apply(d, l)...)
	}
	name, known := p.names[n]
	if !known {
		name = p.product(parts)
		p.names[n] = name
	}
	for _, l := range literals {
		e.mark(l)
	}
	e.collect(d)
	for _, u := range uses {
		if u.refutes == 0 || !d.has(u.refutes) {
			d.hints = append(d.hints, u.hint)
		}
	}
	d.hints = append(d.hints, p.at(name).clause)
	out := lemma{name: name, decisions: d.clause}
	out.number, out.residues = e.add(d, name)
	return out, nil
}

// A use is a hint in the derivation of a conjunction. If refutes is not 0, the hint serves to make that
// variable of a residue false. It is left out if the derived clause contains the variable.
type use struct{ hint, refutes int32 }

// apply returns the hints by which a child of the current node follows from the child's lemma. It marks
// the variables on which the hints depend.
func (p *prover) apply(d *derivation, l lemma) (uses []use) {
	e := p.engine
	if int(variableOf(l.name)) <= p.formula.Variables && e.value[index(l.name)] > 0 {
		e.mark(l.name)
		return nil
	}
	for _, o := range l.decisions {
		e.mark(o)
	}
	done := map[int32]bool{} // several clauses can have the same literals left
	for _, r := range l.residues {
		if e.residue(r.clause) == r.variable {
			d.residues[r] = true
			done[r.variable] = true
		}
	}
	for _, r := range l.residues {
		if done[r.variable] {
			continue
		}
		done[r.variable] = true
		v := e.residue(r.clause)
		uses = append(uses, use{p.helper(r, v), r.variable})
		if v != 0 {
			d.residues[residue{r.clause, v}] = true
		}
		for _, o := range e.clauses[r.clause].literals {
			if !slices.Contains(e.left[r.variable], -o) {
				e.mark(o) // it is false
			}
		}
	}
	return append(uses, use{hint: l.number})
}

// helper derives that the residue r holds if a longer residue of the same clause holds and the literals by
// which they differ are false. more is the variable of the longer residue, or 0 for the whole clause. It
// returns the number of the derived clause.
func (p *prover) helper(r residue, more int32) int32 {
	e := p.engine
	c := &e.clauses[r.clause]
	key := [2]int32{r.variable, more}
	if more == 0 {
		key[1] = -c.number
	}
	if h, known := e.helpers[key]; known {
		return h
	}
	literals := []int32{-r.variable}
	var hints []int32
	left := e.left[r.variable]
	for _, l := range c.literals {
		if !e.lost(l) && !slices.Contains(left, -l) {
			literals = append(literals, l)
		}
	}
	for i := range left {
		hints = append(hints, e.defined[r.variable]+1+int32(i))
	}
	last := c.number
	if more != 0 {
		literals = append(literals, more)
		last = e.defined[more]
	}
	h := p.steps.add(literals, append(hints, last))
	e.helpers[key] = h
	return h
}

// imply derives and assigns the literals that propagation has not assigned.
func (p *prover) imply(literals []int32) error {
	e := p.engine
	for {
		missing, failed := int32(0), false
		for _, l := range literals {
			switch v := e.value[index(l)]; {
			case v < 0:
				return errModel
			case v > 0 || failed:
				continue
			}
			level := len(e.levels)
			e.decide(-l)
			conflict := e.propagate()
			e.retreat(level)
			if conflict >= 0 {
				if err := p.assert(l); err != nil {
					return err
				}
				failed = true
			} else if missing == 0 {
				missing = l
			}
		}
		switch {
		case failed:
		case missing == 0:
			return nil
		default:
			if err := p.assert(missing); err != nil {
				return err
			}
		}
	}
}

// assert derives a clause that makes the literal true, and assigns the literal.
func (p *prover) assert(l int32) error {
	e := p.engine
	d, err := e.refute([]int32{-l})
	if err != nil {
		return err
	}
	if e.value[index(l)] == 0 {
		literals := slices.Clone(d.clause)
		i := slices.Index(literals, l)
		if i < 0 {
			return errModel
		}
		literals[0], literals[i] = literals[i], literals[0]
		number, residues := e.add(d)
		for i, o := range literals {
			if i > 0 && e.level[variableOf(o)] > e.level[variableOf(literals[1])] {
				literals[1], literals[i] = literals[i], literals[1]
			}
		}
		e.assign(l, e.keep(clause{literals: literals, number: number, residues: residues}))
	}
	if e.propagate() >= 0 {
		return errModel
	}
	return nil
}
