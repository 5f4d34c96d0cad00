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
	read        int               // how much of the trail the constraints know of
	refuted     bool              // the model has no solution, as propagation alone shows
	counting    int               // so many placements, the first, count; the others are auxiliary
	open        int               // how many of those that count are not decided
	exact       []oneOf           // the lines of which exactly one placement is chosen
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
		counting:   len(m.Placements) - m.Auxiliaries,
	}
	p.open = p.counting
	for k, line := range m.Lines {
		if n := len(line.Placements); line.Min == 1 && line.Max == 1 && n > 1 && line.Placements[n-1] < p.counting {
			p.exact = append(p.exact, oneOf{int32(k), int32(len(p.constraints)), int32(len(p.constraints) + 1)})
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
	if l.Placement() < p.counting {
		p.open--
	}
	p.trail = append(p.trail, l)
}

func (p *propagation) close() bool {
	for p.read < len(p.trail) {
		weakened := p.containing[code(-p.trail[p.read])]
		p.read++
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
		if l.Placement() < p.counting {
			p.open++
		}
		if i < p.read {
			for _, c := range p.containing[code(-l)] {
				p.constraints[c].slack++
			}
		}
	}
	p.trail = p.trail[:length]
	p.read = min(p.read, length)
}
