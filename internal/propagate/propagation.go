package propagate

import (
	"slices"

	"nqueens"
)

// Propagation is a partial choice of a model's placements, closed under unit
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
type Propagation struct {
	Model     *nqueens.Model
	Trail     []nqueens.Literal // what has been decided, in that order
	Refuted   bool              // the model has no solution, as propagation alone shows
	Projected int               // the first so many placements are projected on; the others are auxiliary
	Open      int               // how many of the projected ones are not decided
	Literals  int               // in all constraints

	constraints []constraint
	containing  [][]int32    // by code of a literal: the constraints that contain it
	value       []int8       // by placement: 1 chosen, −1 not chosen, 0 open
	head        int          // how much of the trail the constraints know of
	exact       []exactlyOne // the lines of which exactly one placement is chosen, and what Group found
}

type constraint struct {
	literals []nqueens.Literal
	slack    int
}

// Of closes the empty choice.
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

// reserve makes room for the model's constraints, all at once.
func (p *Propagation) reserve() {
	number, literals := make([]int, len(p.containing)), 0 // by code of a literal: the constraints that contain it
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

// Literals are those of placements, chosen or not.
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

// Value is that of a placement: 1 chosen, −1 not chosen, 0 open.
func (p *Propagation) Value(placement int) int8 { return p.value[placement] }

// valueOf is 1, −1 or 0 when the literal is true, false or open.
func (p *Propagation) valueOf(l nqueens.Literal) int8 {
	if l.Positive() {
		return p.value[l.Placement()]
	}
	return -p.value[l.Placement()]
}

// Assume decides an open literal and closes the choice again. It reports false
// on a conflict; then only Undo makes sense.
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
		// All counters first, so that Undo knows them to be right even after
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

// Undo takes the choice back to the time when the trail had the given length.
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

// exactlyOne is projected placements, exactly one of them chosen, of a line or of none
// (−1), as two constraints: at least one, and at most one.
type exactlyOne struct {
	placements  []int
	line        int
	least, most int32
}

// Tightest is the placements of the first of the undecided lines, or clauses that say as
// much, with the fewest open ones, 2 or more since p is closed, and how many they are. If
// there is none it says 0.
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

// groupEffort is how many literals Group decides at most, to look for groups.
const groupEffort = 1 << 24

// Group looks for clauses that want exactly one of their placements, as lines do: at
// least one is what a clause says, and it is enough that propagation excludes all others
// where one is chosen. So are lines written where a problem comes as clauses, under any
// encoding of at most one that propagates. From then on Tightest chooses among these too.
// Nothing may have been assumed.
func (p *Propagation) Group() {
	effort := 0
	first := len(p.constraints) - len(p.Model.Clauses) // where the clauses' begin
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
			p.Literals -= len(open) // solvers are not given it
		}
	}
}

// choices are the open placements of a clause that does not hold and in which there
// are only those, all of them projected and none twice, which would count twice in the
// group's constraints.
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
