package sharp

// rounds limits the rounds of simplification. Each round can enable the next.
const rounds = 8

// simplify reduces the formula and renumbers its variables. It propagates unit clauses, merges equivalent
// literals, removes subsumed clauses and redundant literals, and eliminates variables that are not projected
// by resolution.
func (f *formula) simplify() {
	p := newSimplifier(f)
	for range rounds {
		if p.done() {
			break
		}
		p.subsume()
		changed := p.reduceSums()
		changed = p.probe() || changed
		changed = p.mergeEquivalent() || changed
		changed = p.eliminate() || changed
		if !changed {
			break
		}
	}
	p.subsume()
	for p.reduceSums() {
		p.subsume()
	}
	if !p.done() {
		p.finish()
	}
}

// A simplifier is a formula with the data for its simplification.
type simplifier struct {
	*formula
	value       []int8    // by literal
	pending     []lit     // true literals that are still in clauses
	occurrences [][]int32 // by literal: the clauses with it, and some that no longer have it
	number      []int     // by literal: the number of clauses with it
	sets        []uint64  // by clause: a 64-bit signature of its variables
	queue       []int32   // clauses that must still be compared with others
	queued      []bool
	stamps      []uint32 // by literal
	stamp       uint32
	gone        []bool // variables that were merged or eliminated
	inSum       []bool // variables of sums
	touched     []bool // variables whose clauses changed since the last attempt to eliminate them
	grown       int    // clauses added by elimination
	mayGrow     int
	work        int // words read by subsume and eliminate
}

// mostWork limits subsumption and elimination in each round.
const mostWork = 100_000_000

func newSimplifier(f *formula) *simplifier {
	n := f.variables
	p := &simplifier{
		formula: f, value: make([]int8, 2*n), occurrences: make([][]int32, 2*n), number: make([]int, 2*n),
		stamps: make([]uint32, 2*n), gone: make([]bool, n), inSum: make([]bool, n), touched: make([]bool, n),
	}
	clauses := f.clauses
	p.mayGrow = 1000 + len(clauses)
	f.clauses = nil
	for _, c := range clauses {
		p.insert(c)
	}
	for _, l := range f.units {
		p.fix(l)
	}
	f.units = nil
	p.settle()
	return p
}

// done reports whether simplification must end: the formula is contradictory, or the count is stopped.
func (p *simplifier) done() bool { return p.contradiction || p.stop.Load() }

// insert adds a clause of at least two literals.
func (p *simplifier) insert(c []lit) {
	k := int32(len(p.clauses))
	p.clauses = append(p.clauses, c)
	p.sets = append(p.sets, set(c))
	p.queued = append(p.queued, true)
	p.queue = append(p.queue, k)
	for _, l := range c {
		p.occurrences[l] = append(p.occurrences[l], k)
		p.number[l]++
		p.touched[l.variable()] = true
	}
}

// set returns a 64-bit signature of the variables of a clause, as in a Bloom filter.
func set(c []lit) (bits uint64) {
	for _, l := range c {
		bits |= 1 << (uint32(l.variable()) * 2654435769 >> 26)
	}
	return bits
}

// remove removes a clause.
func (p *simplifier) remove(k int32) {
	for _, l := range p.clauses[k] {
		p.number[l]--
		p.touched[l.variable()] = true
	}
	p.clauses[k] = nil
}

// shorten removes a literal from a clause.
func (p *simplifier) shorten(k int32, l lit) {
	c := p.clauses[k]
	kept := make([]lit, 0, len(c)-1)
	for _, m := range c {
		if m != l {
			kept = append(kept, m)
		}
		p.touched[m.variable()] = true
	}
	p.number[l]--
	if len(kept) == 1 {
		p.number[kept[0]]--
		p.clauses[k] = nil
		p.fix(kept[0])
		return
	}
	p.clauses[k], p.sets[k] = kept, set(kept)
	if !p.queued[k] {
		p.queued[k] = true
		p.queue = append(p.queue, k)
	}
}

// fix makes a literal true.
func (p *simplifier) fix(l lit) {
	switch p.value[l] {
	case isFalse:
		p.contradiction = true
	case open:
		p.value[l], p.value[l^1] = isTrue, isFalse
		p.pending = append(p.pending, l)
	}
}

// having returns the clauses with a literal.
func (p *simplifier) having(l lit) []int32 {
	list := p.occurrences[l]
	if len(list) == p.number[l] {
		return list
	}
	p.stamp++
	kept := list[:0]
	for _, k := range list {
		if contains(p.clauses[k], l) {
			kept = append(kept, k)
		}
	}
	p.occurrences[l] = kept
	return kept
}

func contains(c []lit, l lit) bool {
	for _, m := range c {
		if m == l {
			return true
		}
	}
	return false
}

// settle removes the clauses that a pending literal makes true, and removes its negation from the others.
func (p *simplifier) settle() {
	for len(p.pending) > 0 && !p.contradiction {
		l := p.pending[len(p.pending)-1]
		p.pending = p.pending[:len(p.pending)-1]
		for _, k := range p.having(l) {
			p.remove(k)
		}
		for _, k := range append([]int32(nil), p.having(l.not())...) {
			if p.clauses[k] != nil {
				p.shorten(k, l.not())
			}
		}
		p.occurrences[l], p.occurrences[l^1] = nil, nil
		p.number[l], p.number[l^1] = 0, 0
	}
}

// subsume compares new clauses with all others. It removes subsumed clauses. A clause loses a literal if
// another clause has that literal negated and otherwise a subset of its literals (self-subsuming resolution).
func (p *simplifier) subsume() {
	p.work = 0
	for i := 0; i < len(p.queue) && !p.contradiction; i++ {
		k := p.queue[i]
		p.queued[k] = false
		if i%64 == 0 && p.stop.Load() {
			return
		}
		if p.clauses[k] == nil || p.work > mostWork {
			continue
		}
		p.compare(k)
		p.settle()
	}
	p.queue = p.queue[:0]
}

// compare compares a clause with those that may contain all its variables.
func (p *simplifier) compare(k int32) {
	c := p.clauses[k]
	rare := c[0]
	for _, l := range c {
		if p.number[l]+p.number[l^1] < p.number[rare]+p.number[rare^1] {
			rare = l
		}
	}
	p.stamp++
	for _, l := range c {
		p.stamps[l] = p.stamp
	}
	bits := p.sets[k]
	type change struct {
		clause int32
		lose   lit
	}
	var changes []change
	for _, l := range []lit{rare, rare.not()} {
		p.work += len(p.occurrences[l])
		for _, other := range p.occurrences[l] {
			d := p.clauses[other]
			if other == k || len(d) < len(c) || bits&^p.sets[other] != 0 {
				continue
			}
			p.work += len(d)
			same, turned := 0, none
			for _, m := range d {
				if p.stamps[m] == p.stamp {
					same++
				} else if p.stamps[m^1] == p.stamp {
					if turned != none {
						turned, same = none, 0
						break
					}
					turned = m
				}
			}
			switch {
			case same == len(c):
				changes = append(changes, change{other, none})
			case same == len(c)-1 && turned != none:
				changes = append(changes, change{other, turned})
			}
		}
	}
	for _, ch := range changes {
		switch d := p.clauses[ch.clause]; {
		case d == nil:
		case ch.lose == none:
			p.remove(ch.clause)
		case contains(d, ch.lose):
			p.shorten(ch.clause, ch.lose)
		}
	}
}

// finish writes the simplified clauses back into the formula, which keeps only the variables of clauses and
// sums. The factor accounts for the others.
func (p *simplifier) finish() {
	f := p.formula
	place := make([]int32, f.variables)
	for v := range place {
		place[v] = -1
	}
	kept := f.clauses[:0]
	var order []int32
	for _, c := range f.clauses {
		if c == nil {
			continue
		}
		kept = append(kept, c)
		for _, l := range c {
			place[l.variable()] = 0
		}
	}
	f.clauses = kept
	for _, s := range f.sums {
		for _, t := range s.terms {
			place[t.literal.variable()] = 0
		}
	}
	free := 0
	for v := range place {
		positive := lit(2 * v)
		switch {
		case place[v] == 0:
			place[v] = int32(len(order))
			order = append(order, int32(v))
		case p.gone[v] || !f.projected[v]:
		case p.value[positive] != open:
			if p.value[positive] == isFalse {
				positive++
			}
			f.fixed = append(f.fixed, positive.dimacs())
			if f.weights != nil {
				f.factor = f.factor.times(f.weights[positive])
			}
		case f.weights != nil:
			f.factor = f.factor.times(f.weights[positive].plus(f.weights[positive+1]))
		default:
			free++
		}
	}
	f.factor = f.factor.shifted(free)
	for _, c := range f.clauses {
		for i, l := range c {
			c[i] = lit(2*place[l.variable()]) | l&1
		}
	}
	for _, s := range f.sums {
		for i, t := range s.terms {
			s.terms[i].literal = lit(2*place[t.literal.variable()]) | t.literal&1
		}
	}
	projected := make([]bool, len(order))
	var weights []number
	for i, v := range order {
		projected[i] = f.projected[v]
		f.names = append(f.names, v+1)
		if f.weights != nil {
			weights = append(weights, f.weights[2*v], f.weights[2*v+1])
		}
	}
	f.variables, f.projected, f.weights = len(order), projected, weights
}
