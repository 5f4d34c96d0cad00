package cpog

import (
	"context"
	"encoding/binary"
	"slices"
)

// An engine derives clauses from a formula by unit propagation or, if that does not suffice, by a search
// that learns clauses. Literals are numbers as in DIMACS.
type engine struct {
	ctx   context.Context
	steps *steps

	clauses []clause
	plain   int // number of clauses of the formula; the others are derived
	watches [][]int32
	value   []int8
	level   []int32 // of each variable that has a value
	place   []int32 // of each variable that has a value: its index in the trail
	reason  []int32 // of each variable that has a value: the index of the clause that implied it, or −1 for a decision
	trail   []int32
	head    int
	levels  []int // where each level begins in the trail; levels are counted from 1
	frame   *frame
	frames  int32

	occurrences [][]int32 // by variable: the indices of the formula's clauses that contain it
	stamp       int32
	reached     []int32 // by variable: the value of stamp when open last listed it
	marked      []bool
	activity    []float64
	bump        float64

	residues map[string]int32  // by the remaining literals of a clause: the variable of the residue
	defined  map[int32]int32   // by variable of a residue: the number of the first clause that defines it
	left     map[int32][]int32 // by variable of a residue: the negated remaining literals
	helpers  map[[2]int32]int32
	work     int
}

// A clause is a clause of the formula or a derived clause. A derived clause holds if its residues hold.
type clause struct {
	literals []int32 // the first two are watched
	number   int32
	frame    int32 // the frame in which it was derived; −1 if it holds in all frames
	residues []residue
}

// A residue is a clause of the formula, given by its index, without the literals that were false before
// the current frame. variable is true if the remaining literals are all false.
type residue struct{ clause, variable int32 }

// A frame is the derivation of a lemma. The derivation must not use assignments that were made before it.
type frame struct {
	number   int32
	start    int // length of the trail at its beginning
	level    int // number of levels at its beginning, with its own first level
	residues map[int32]int32
	derived  []int32 // the derived clauses that are deleted when the frame ends
	before   *frame
}

func newEngine(ctx context.Context, s *steps, variables int, numbered []clause) *engine {
	e := &engine{
		ctx: ctx, steps: s, watches: make([][]int32, 2*variables+2), value: make([]int8, 2*variables+2),
		level: make([]int32, variables+1), place: make([]int32, variables+1), reason: make([]int32, variables+1),
		reached: make([]int32, variables+1), marked: make([]bool, variables+1), activity: make([]float64, variables+1), bump: 1,
		occurrences: make([][]int32, variables+1),
		residues:    map[string]int32{}, defined: map[int32]int32{}, left: map[int32][]int32{}, helpers: map[[2]int32]int32{},
	}
	e.frame = &frame{residues: map[int32]int32{}}
	e.frames = 1
	for _, c := range numbered {
		c.frame = -1
		k := e.attach(c)
		for _, l := range c.literals {
			e.occurrences[variableOf(l)] = append(e.occurrences[variableOf(l)], k)
		}
	}
	e.plain = len(e.clauses)
	return e
}

func variableOf(l int32) int32 { return max(l, -l) }

// index returns the index of a literal in lists by literal.
func index(l int32) int32 {
	if l < 0 {
		return -2*l + 1
	}
	return 2 * l
}

func (e *engine) attach(c clause) int32 {
	k := int32(len(e.clauses))
	e.clauses = append(e.clauses, c)
	for _, l := range c.literals[:min(2, len(c.literals))] {
		e.watches[index(l)] = append(e.watches[index(l)], k)
	}
	return k
}

func (e *engine) assign(l, reason int32) {
	v := variableOf(l)
	e.value[index(l)], e.value[index(-l)] = 1, -1
	e.level[v], e.place[v], e.reason[v] = int32(len(e.levels)), int32(len(e.trail)), reason
	e.trail = append(e.trail, l)
}

func (e *engine) decide(l int32) {
	e.levels = append(e.levels, len(e.trail))
	e.assign(l, -1)
}

// retreat undoes all levels above the given one.
func (e *engine) retreat(level int) {
	if level >= len(e.levels) {
		return
	}
	begin := e.levels[level]
	for _, l := range e.trail[begin:] {
		e.value[index(l)], e.value[index(-l)] = 0, 0
	}
	e.trail, e.levels = e.trail[:begin], e.levels[:level]
	e.head = begin
}

// usable reports whether a derived clause, whose literals are all false except one, may imply that one in
// the current frame.
func (e *engine) usable(c *clause) bool {
	if c.frame >= 0 || e.frame.start == 0 {
		return true
	}
	for _, l := range c.literals {
		if e.value[index(l)] < 0 && int(e.place[variableOf(l)]) < e.frame.start {
			return false
		}
	}
	return true
}

// propagate performs unit propagation. It returns the index of a clause whose literals are all false, or
// −1.
func (e *engine) propagate() int32 {
	for e.head < len(e.trail) {
		false_ := -e.trail[e.head]
		e.head++
		e.work++
		list := e.watches[index(false_)]
		kept := list[:0]
		conflict := int32(-1)
	watches:
		for i, k := range list {
			c := &e.clauses[k]
			if c.literals == nil {
				continue // deleted
			}
			if c.frame >= 0 && c.frame != e.frame.number {
				kept = append(kept, k)
				continue
			}
			if c.literals[0] == false_ && len(c.literals) > 1 {
				c.literals[0], c.literals[1] = c.literals[1], false_
			}
			first := c.literals[0]
			if e.value[index(first)] > 0 {
				kept = append(kept, k)
				continue
			}
			for j := 2; j < len(c.literals); j++ {
				if l := c.literals[j]; e.value[index(l)] >= 0 {
					c.literals[1], c.literals[j] = l, false_
					e.watches[index(l)] = append(e.watches[index(l)], k)
					continue watches
				}
			}
			kept = append(kept, k)
			if int(k) >= e.plain && !e.usable(c) {
				continue
			}
			if e.value[index(first)] == 0 {
				e.assign(first, k)
				continue
			}
			kept = append(kept, list[i+1:]...)
			conflict = k
			break
		}
		e.watches[index(false_)] = kept
		if conflict >= 0 {
			return conflict
		}
	}
	return -1
}

// enter begins a frame, which leave ends.
func (e *engine) enter() {
	e.levels = append(e.levels, len(e.trail))
	e.frame = &frame{number: e.frames, start: len(e.trail), level: len(e.levels), residues: map[int32]int32{}, before: e.frame}
	e.frames++
}

func (e *engine) leave() {
	for _, k := range e.frame.derived {
		e.clauses[k].literals = nil
	}
	e.retreat(e.frame.level - 1)
	e.frame = e.frame.before
}

// A state is a copy of the trail, the levels and the reasons, made by save.
type state struct {
	trail, level, reason []int32
	levels               []int
}

// save copies the current assignments, undoes them and assigns only the given literals. If only these are
// assigned already, it changes nothing and returns nil.
func (e *engine) save(literals []int32) *state {
	if len(e.trail) == len(literals) {
		return nil
	}
	s := &state{trail: slices.Clone(e.trail), levels: slices.Clone(e.levels)}
	for _, l := range s.trail {
		v := variableOf(l)
		s.level, s.reason = append(s.level, e.level[v]), append(s.reason, e.reason[v])
	}
	e.clear()
	for _, l := range literals {
		e.assign(l, -1)
	}
	e.head = 0
	return s
}

// restore restores the assignments that save copied. Clauses may watch other literals than at that time,
// so that the next propagation starts at the beginning of the trail.
func (e *engine) restore(s *state) {
	if s == nil {
		return
	}
	e.clear()
	e.levels = append(e.levels, s.levels...)
	for i, l := range s.trail {
		e.assign(l, s.reason[i])
		e.level[variableOf(l)] = s.level[i]
	}
	e.head = 0
}

func (e *engine) clear() {
	for _, l := range e.trail {
		e.value[index(l)], e.value[index(-l)] = 0, 0
	}
	e.trail, e.levels, e.head = e.trail[:0], e.levels[:0], 0
}

// lost reports whether a literal was false before the current frame.
func (e *engine) lost(l int32) bool {
	return e.value[index(l)] < 0 && int(e.place[variableOf(l)]) < e.frame.start
}

// residue returns the variable of the residue that the clause with index k has in the current frame. It
// returns 0 if no literal of the clause was false before the frame.
func (e *engine) residue(k int32) int32 {
	if v, known := e.frame.residues[k]; known {
		return v
	}
	v := int32(0)
	c := &e.clauses[k]
	if slices.ContainsFunc(c.literals, e.lost) {
		var left []int32
		for _, l := range c.literals {
			if !e.lost(l) {
				left = append(left, -l)
			}
		}
		slices.Sort(left)
		key := make([]byte, 0, 4*len(left))
		for _, l := range left {
			key = binary.LittleEndian.AppendUint32(key, uint32(l))
		}
		var known bool
		if v, known = e.residues[string(key)]; !known {
			var first int32
			v, first = e.steps.product(left)
			e.residues[string(key)], e.defined[v], e.left[v] = v, first, left
		}
	}
	e.frame.residues[k] = v
	return v
}

// A derivation collects the parts of a derivation step: the hints, the decisions and the residues on which
// the derived clause depends.
type derivation struct {
	assumed  []int32 // literals that need no reason
	residues map[residue]bool
	hints    []int32
	clause   []int32 // the negations of the decisions
}

// use adds the residues of the clause with index k to the derivation, and returns the hint for the clause.
func (e *engine) use(d *derivation, k int32) (hint int32) {
	c := &e.clauses[k]
	if int(k) >= e.plain {
		for _, r := range c.residues {
			d.residues[r] = true
		}
		return c.number
	}
	if v := e.residue(k); v != 0 {
		d.residues[residue{k, v}] = true
		return e.defined[v]
	}
	return c.number
}

// has reports whether the derivation depends on a residue with the given variable.
func (d *derivation) has(variable int32) bool {
	for r := range d.residues {
		if r.variable == variable {
			return true
		}
	}
	return false
}

// mark marks the variable of a literal on which the derivation depends, if it was assigned in the current
// frame.
func (e *engine) mark(l int32) {
	if v := variableOf(l); int(e.place[v]) >= e.frame.start {
		e.marked[v] = true
	}
}

// collect adds to the derivation, in the order of the trail, the reasons of all marked variables and of
// the variables on which these depend. It adds the negations of the decisions among them to d.clause.
func (e *engine) collect(d *derivation) {
	begin := len(d.hints)
	for i := len(e.trail) - 1; i >= e.frame.start; i-- {
		l := e.trail[i]
		v := variableOf(l)
		if !e.marked[v] {
			continue
		}
		e.marked[v] = false
		k := e.reason[v]
		if k < 0 || slices.Contains(d.assumed, l) {
			d.clause = append(d.clause, -l)
			continue
		}
		d.hints = append(d.hints, e.use(d, k))
		for _, o := range e.clauses[k].literals {
			if o != l {
				e.mark(o)
			}
		}
	}
	slices.Reverse(d.hints[begin:])
}

// add writes the derived clause, which consists of the given literals, the negated decisions and the
// variables of the residues. It returns the clause's number and the residues, sorted by the index of their
// clause.
func (e *engine) add(d *derivation, literals ...int32) (number int32, residues []residue) {
	all := append(literals, d.clause...)
	for r := range d.residues {
		residues = append(residues, r)
	}
	slices.SortFunc(residues, func(a, b residue) int { return int(a.clause - b.clause) })
	seen := map[int32]bool{}
	for _, r := range residues {
		if !seen[r.variable] {
			seen[r.variable] = true
			all = append(all, r.variable)
		}
	}
	return e.steps.add(all, d.hints), residues
}

func newDerivation() *derivation { return &derivation{residues: map[residue]bool{}} }

// keep adds a derived clause to those that propagate. A clause that depends on residues is deleted when
// the frame ends. It returns the clause's index.
func (e *engine) keep(c clause) int32 {
	c.frame = e.frame.number
	if len(c.residues) == 0 {
		c.frame = -1
	}
	k := e.attach(c)
	if c.frame >= 0 {
		e.frame.derived = append(e.frame.derived, k)
	}
	return k
}
