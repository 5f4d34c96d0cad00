package propagate

import (
	"slices"

	"nqueens"
)

// A Propagation is a partial assignment of a model's placements, closed under unit propagation:
// whatever a single line or clause forces has been decided. Each step is sound: every solution that
// agrees with the assumptions agrees with the whole trail, and after a conflict there is none.
//
// Lines and clauses are constraints of the form "at least k of these literals are true": a line's
// Min with its placements chosen, its Max with len−Max of them not chosen, and a clause with k = 1.
// One counter for each constraint suffices, the slack: how many more of its literals may become
// false. Only a false literal changes it, and at 0 all literals that are not false are forced. Sums
// are left to the solver; conclusions from the other constraints remain valid.
type Propagation struct {
	Model     *nqueens.Model
	Trail     []nqueens.Literal // the decided literals, in order
	Refuted   bool              // propagation alone shows that the model has no solution
	Projected int               // number of the first placements that are projected on; the others are auxiliary
	Open      int               // number of undecided projected placements
	Literals  int               // in all constraints

	constraints []constraint
	containing  [][]int32    // by code of a literal: the constraints that contain it
	value       []int8       // by placement: 1 chosen, −1 not chosen, 0 open
	head        int          // the length of the trail that the constraints' slacks include
	exact       []exactlyOne // the lines with exactly one placement, and the groups that Group found
}

type constraint struct {
	literals []nqueens.Literal
	slack    int
}

// Of returns the propagation of a model without assumptions.
func Of(m *nqueens.Model) *Propagation {
	p := &Propagation{
		Model:      m,
		containing: make([][]int32, 2*len(m.Placements)),
		value:      make([]int8, len(m.Placements)),
		Trail:      make([]nqueens.Literal, 0, len(m.Placements)),
		Projected:  len(m.Placements) - m.Auxiliaries,
	}
	p.Open = p.Projected
	p.reserve()
	for k, line := range m.Lines {
		if n := len(line.Placements); line.Min == 1 && line.Max == 1 && n > 1 && line.Placements[n-1] < p.Projected {
			p.exact = append(p.exact, exactlyOne{line.Placements, k, int32(len(p.constraints)), int32(len(p.constraints) + 1)})
		}
		if line.Min > 0 {
			p.atLeast(line.Min, Literals(line.Placements, nqueens.Chosen))
		}
		if line.Max < len(line.Placements) {
			p.atLeast(len(line.Placements)-line.Max, Literals(line.Placements, nqueens.NotChosen))
		}
	}
	for _, clause := range m.Clauses {
		p.atLeast(1, clause.Literals)
	}
	for i := range p.constraints {
		if !p.enforce(&p.constraints[i]) {
			p.Refuted = true
			return p
		}
	}
	p.Refuted = !p.close()
	return p
}

// reserve allocates the model's constraints at once.
func (p *Propagation) reserve() {
	number, literals := make([]int, len(p.containing)), 0 // by code of a literal: the number of constraints that contain it
	count := func(code int) {
		number[code]++
		literals++
	}
	constraints := len(p.Model.Clauses)
	for _, line := range p.Model.Lines {
		if line.Min > 0 {
			constraints++
			for _, i := range line.Placements {
				count(code(nqueens.Chosen(i)))
			}
		}
		if line.Max < len(line.Placements) {
			constraints++
			for _, i := range line.Placements {
				count(code(nqueens.NotChosen(i)))
			}
		}
	}
	for _, clause := range p.Model.Clauses {
		for _, l := range clause.Literals {
			count(code(l))
		}
	}
	p.constraints = make([]constraint, 0, constraints)
	room := make([]int32, literals)
	for code, n := range number {
		p.containing[code], room = room[:0:n], room[n:]
	}
}

// Literals returns the literals of placements, chosen or not.
func Literals(placements []int, literal func(int) nqueens.Literal) []nqueens.Literal {
	out := make([]nqueens.Literal, len(placements))
	for k, i := range placements {
		out[k] = literal(i)
	}
	return out
}

func (p *Propagation) atLeast(k int, literals []nqueens.Literal) {
	for _, l := range literals {
		p.containing[code(l)] = append(p.containing[code(l)], int32(len(p.constraints)))
	}
	p.constraints = append(p.constraints, constraint{literals, len(literals) - k})
	p.Literals += len(literals)
}

func code(l nqueens.Literal) int {
	if l.Positive() {
		return 2 * l.Placement()
	}
	return 2*l.Placement() + 1
}

// Value returns the value of a placement: 1 chosen, −1 not chosen, 0 open.
func (p *Propagation) Value(placement int) int8 { return p.value[placement] }

// valueOf returns 1, −1 or 0 if the literal is true, false or open.
func (p *Propagation) valueOf(l nqueens.Literal) int8 {
	if l.Positive() {
		return p.value[l.Placement()]
	}
	return -p.value[l.Placement()]
}

// Assume decides an open literal and propagates. It returns false on a conflict; the caller must
// then call Undo.
func (p *Propagation) Assume(l nqueens.Literal) bool {
	p.set(l)
	return p.close()
}

func (p *Propagation) set(l nqueens.Literal) {
	p.value[l.Placement()] = 1
	if !l.Positive() {
		p.value[l.Placement()] = -1
	}
	if l.Placement() < p.Projected {
		p.Open--
	}
	p.Trail = append(p.Trail, l)
}

func (p *Propagation) close() bool {
	for p.head < len(p.Trail) {
		weakened := p.containing[code(-p.Trail[p.head])]
		p.head++
		// All counters first, so that Undo can rely on them even after a conflict in the loop
		// below.
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

// enforce decides the literals that the constraint forces. It returns false on a conflict.
func (p *Propagation) enforce(c *constraint) bool {
	if c.slack == 0 {
		for _, l := range c.literals {
			if p.valueOf(l) == 0 {
				p.set(l)
			}
		}
	}
	return c.slack >= 0
}

// Undo restores the state in which the trail had the given length.
func (p *Propagation) Undo(length int) {
	for i := len(p.Trail) - 1; i >= length; i-- {
		l := p.Trail[i]
		p.value[l.Placement()] = 0
		if l.Placement() < p.Projected {
			p.Open++
		}
		if i < p.head {
			for _, c := range p.containing[code(-l)] {
				p.constraints[c].slack++
			}
		}
	}
	p.Trail = p.Trail[:length]
	p.head = min(p.head, length)
}

// An exactlyOne is a set of projected placements of which exactly one is chosen, as two
// constraints: at least one, and at most one. line is its line, or −1.
type exactlyOne struct {
	placements  []int
	line        int
	least, most int32
}

// Tightest returns the placements of the first undecided line or group with the fewest open ones,
// and their number, which is at least 2. If there is none, it returns 0.
func (p *Propagation) Tightest() (placements []int, ways int) {
	for _, l := range p.exact {
		if p.constraints[l.most].slack == 0 {
			continue // it has its placement
		}
		if n := p.constraints[l.least].slack + 1; ways == 0 || n < ways {
			placements, ways = l.placements, n
		}
	}
	return placements, ways
}

// groupEffort is the largest number of literals that Group decides to find groups.
const groupEffort = 1 << 24

// Group finds clauses of which exactly one placement must be chosen, as in lines. The clause says
// at least one, and propagation excludes all others if one is chosen. This recognises lines in
// problems given as clauses, under any encoding of at most one that propagates. Tightest then also
// considers these groups. There must be no assumptions.
func (p *Propagation) Group() {
	effort := 0
	first := len(p.constraints) - len(p.Model.Clauses) // index of the first clause's constraint
	for k, c := range p.Model.Clauses {
		open := p.choices(c)
		ok := len(open) > 1 && !p.Refuted
		for i := 0; ok && i < len(open) && effort < groupEffort; i++ {
			root := len(p.Trail)
			if p.Assume(nqueens.Chosen(open[i])) {
				for _, other := range open {
					ok = ok && (other == open[i] || p.value[other] < 0)
				}
			}
			effort += len(p.Trail) - root
			p.Undo(root)
		}
		if ok && effort < groupEffort {
			p.exact = append(p.exact, exactlyOne{open, -1, int32(first + k), int32(len(p.constraints))})
			p.atLeast(len(open)-1, Literals(open, nqueens.NotChosen))
			p.Literals -= len(open) // solvers do not get it
		}
	}
}

// choices returns the open placements of an unsatisfied clause, if it has only positive projected
// literals without repetition. A repeated one would count twice in the group's constraints.
func (p *Propagation) choices(c nqueens.Clause) (open []int) {
	for _, l := range c.Literals {
		switch {
		case p.valueOf(l) < 0:
		case !l.Positive() || l.Placement() >= p.Projected || p.valueOf(l) > 0:
			return nil
		default:
			open = append(open, l.Placement())
		}
	}
	if sorted := slices.Sorted(slices.Values(open)); len(slices.Compact(sorted)) < len(open) {
		return nil
	}
	return open
}
