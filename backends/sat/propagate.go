package sat

import "nqueens"

// propagation is a partial choice of a model's placements, closed under unit
// propagation: whatever a line or a clause forces by itself has been decided.
// Each step is sound, so every solution that agrees with what was assumed
// agrees with all of the trail, and after a conflict there is none.
//
// All that lines and clauses say is "at least k of these literals are true": a line's
// Min with its placements chosen, its Max with len−Max of them not chosen, a
// clause with k = 1. One counter a constraint is therefore enough, the slack:
// how many more of its literals may become false. Only a false literal changes
// it, and at 0 all literals that are not false are forced. Sums are left to the
// solver: what follows from the rest still follows.
type propagation struct {
	model       *nqueens.Model
	constraints []constraint
	containing  [][]int32         // by code of a literal: the constraints that contain it
	value       []int8            // by placement: 1 chosen, −1 not chosen, 0 open
	trail       []nqueens.Literal // what has been decided, in that order
	head        int               // how much of the trail the constraints know of
	refuted     bool              // the model has no solution, as propagation alone shows
	projected   int               // the first so many placements are projected on; the others are auxiliary
	open        int               // how many of the projected ones are not decided
	exact       []exactlyOne      // the lines of which exactly one placement is chosen
	literals    int               // in all constraints
}

type constraint struct {
	literals []nqueens.Literal
	slack    int
}

// propagate closes the empty choice.
func propagate(m *nqueens.Model) *propagation {
	p := &propagation{
		model:      m,
		containing: make([][]int32, 2*len(m.Placements)),
		value:      make([]int8, len(m.Placements)),
		trail:      make([]nqueens.Literal, 0, len(m.Placements)),
		projected:  len(m.Placements) - m.Auxiliaries,
	}
	p.open = p.projected
	for k, line := range m.Lines {
		if n := len(line.Placements); line.Min == 1 && line.Max == 1 && n > 1 && line.Placements[n-1] < p.projected {
			p.exact = append(p.exact, exactlyOne{int32(k), int32(len(p.constraints)), int32(len(p.constraints) + 1)})
		}
		if line.Min > 0 {
			p.atLeast(line.Min, literals(line.Placements, nqueens.Chosen))
		}
		if line.Max < len(line.Placements) {
			p.atLeast(len(line.Placements)-line.Max, literals(line.Placements, nqueens.NotChosen))
		}
	}
	for _, clause := range m.Clauses {
		p.atLeast(1, clause.Literals)
	}
	for i := range p.constraints {
		if !p.enforce(&p.constraints[i]) {
			p.refuted = true
			return p
		}
	}
	p.refuted = !p.close()
	return p
}

func literals(placements []int, literal func(int) nqueens.Literal) []nqueens.Literal {
	out := make([]nqueens.Literal, len(placements))
	for k, i := range placements {
		out[k] = literal(i)
	}
	return out
}

func (p *propagation) atLeast(k int, literals []nqueens.Literal) {
	for _, l := range literals {
		p.containing[code(l)] = append(p.containing[code(l)], int32(len(p.constraints)))
	}
	p.constraints = append(p.constraints, constraint{literals, len(literals) - k})
	p.literals += len(literals)
}

func code(l nqueens.Literal) int {
	if l.Positive() {
		return 2 * l.Placement()
	}
	return 2*l.Placement() + 1
}

// valueOf is 1, −1 or 0 when the literal is true, false or open.
func (p *propagation) valueOf(l nqueens.Literal) int8 {
	if l.Positive() {
		return p.value[l.Placement()]
	}
	return -p.value[l.Placement()]
}

// assume decides an open literal and closes the choice again. It reports false
// on a conflict; then only undo makes sense.
func (p *propagation) assume(l nqueens.Literal) bool {
	p.set(l)
	return p.close()
}

func (p *propagation) set(l nqueens.Literal) {
	p.value[l.Placement()] = 1
	if !l.Positive() {
		p.value[l.Placement()] = -1
	}
	if l.Placement() < p.projected {
		p.open--
	}
	p.trail = append(p.trail, l)
}

func (p *propagation) close() bool {
	for p.head < len(p.trail) {
		weakened := p.containing[code(-p.trail[p.head])]
		p.head++
		// All counters first, so that undo knows them to be right even after
		// a conflict half-way.
		for _, c := range weakened {
			p.constraints[c].slack--
		}
		for _, c := range weakened {
			if !p.enforce(&p.constraints[c]) {
				return false
			}
		}
	}
	return true
}

// enforce sets what the constraint forces, or reports a conflict.
func (p *propagation) enforce(c *constraint) bool {
	if c.slack == 0 {
		for _, l := range c.literals {
			if p.valueOf(l) == 0 {
				p.set(l)
			}
		}
	}
	return c.slack >= 0
}

// undo takes the choice back to the time when the trail had the given length.
func (p *propagation) undo(length int) {
	for i := len(p.trail) - 1; i >= length; i-- {
		l := p.trail[i]
		p.value[l.Placement()] = 0
		if l.Placement() < p.projected {
			p.open++
		}
		if i < p.head {
			for _, c := range p.containing[code(-l)] {
				p.constraints[c].slack++
			}
		}
	}
	p.trail = p.trail[:length]
	p.head = min(p.head, length)
}

// remainder is what a model still asks when some placements are decided and
// propagation has come to an end: a model of the open placements, in which no
// line or clause is empty or forces anything by itself. A sum may.
type remainder struct {
	model   *nqueens.Model
	whole   []int // by placement of the remainder: the same in the whole model
	part    []int // by placement of the whole model: the same in the remainder, where it is open
	decided []int // those decided to be chosen, in the whole model
}

func (p *propagation) remainder() remainder {
	r := remainder{model: &nqueens.Model{}, part: make([]int, len(p.value))}
	for i, v := range p.value {
		switch v {
		case 0:
			r.part[i] = len(r.whole)
			r.whole = append(r.whole, i)
			r.model.Placements = append(r.model.Placements, p.model.Placements[i])
			if i >= p.projected {
				r.model.Auxiliaries++
			}
		case 1:
			r.decided = append(r.decided, i)
		}
	}
	for _, line := range p.model.Lines {
		var open []int
		for _, i := range line.Placements {
			switch p.value[i] {
			case 0:
				open = append(open, r.part[i])
			case 1:
				line.Min--
				line.Max--
			}
		}
		line.Placements = open
		if !line.Trivial() {
			r.model.Lines = append(r.model.Lines, line)
		}
	}
clauses:
	for _, clause := range p.model.Clauses {
		var open []nqueens.Literal
		for _, l := range clause.Literals {
			switch p.valueOf(l) {
			case 1:
				continue clauses
			case 0:
				open = append(open, r.literal(l))
			}
		}
		clause.Literals = open
		r.model.Clauses = append(r.model.Clauses, clause)
	}
	for _, sum := range p.model.Sums {
		var open []nqueens.Term
		for _, t := range sum.Terms {
			switch p.valueOf(t.Literal) {
			case 1:
				sum.Min -= t.Weight
			case 0:
				open = append(open, nqueens.Term{Weight: t.Weight, Literal: r.literal(t.Literal)})
			}
		}
		if sum.Terms = open; sum.Min > 0 {
			r.model.Sums = append(r.model.Sums, sum)
		}
	}
	return r
}

// literal is what the remainder calls a literal of an open placement.
func (r remainder) literal(l nqueens.Literal) nqueens.Literal {
	if l.Positive() {
		return nqueens.Chosen(r.part[l.Placement()])
	}
	return nqueens.NotChosen(r.part[l.Placement()])
}
