package proof

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"nqueens/encode"
)

// A Conclusion is the statement that a cutting-planes proof has shown.
type Conclusion struct {
	Unsatisfiable bool   `json:"unsatisfiable,omitempty"` // there is no solution
	Optimum       *int64 `json:"optimum,omitempty"`       // the least value of the objective, without its constant
	Solutions     *int64 `json:"solutions,omitempty"`     // the number of solutions, which the proof lists
}

// solutions holds the solutions that a proof has stated so far.
type solutions struct {
	given     []*plane // the constraints of the formula, including those that were deleted
	variables int      // number of the formula's variables; the proof may define more
	objective []planeTerm
	optimises bool
	preserved []int32 // variables whose values make solutions different

	best  *int64 // the least value of a solution stated with soli
	visit func(values []int8) error
	seen  map[string]struct{} // the values of the preserved variables of the solutions stated with solx
}

// state records the formula and its constraints before the proof is read.
func (s *solutions) state(f *encode.PB, constraints []*plane) error {
	s.given, s.variables = slices.Clone(constraints), f.Variables
	s.optimises = f.Objective != nil
	size := int64(0)
	for _, t := range f.Objective {
		if t.Variable < 1 || int(t.Variable) > f.Variables || t.Coefficient > largest-size || t.Coefficient < size-largest {
			return fmt.Errorf("the objective has the term %d x%d, which is too large or of no variable", t.Coefficient, t.Variable)
		}
		size += max(t.Coefficient, -t.Coefficient)
		s.objective = append(s.objective, planeTerm{t.Variable - 1, t.Coefficient})
	}
	for _, v := range f.Preserved {
		if v < 1 || int(v) > f.Variables {
			return fmt.Errorf("the preserved variable x%d is no variable", v)
		}
		s.preserved = append(s.preserved, v-1)
	}
	if f.Preserved != nil && s.preserved == nil {
		s.preserved = []int32{}
	}
	return nil
}

// improvement applies a rule soli: it reads a solution that is better than all before it, and adds
// the constraint that later solutions are better still.
func (r *veriPB) improvement() error {
	switch {
	case !r.optimises:
		return r.wrong("soli: the formula has no objective")
	case len(r.seen) > 0:
		return r.wrong("soli: after solx, which lists solutions of any value")
	}
	var value int64
	err := r.solution(func() error {
		for _, t := range r.objective {
			switch r.values[t.variable] {
			case 0:
				return r.wrong("the solution leaves x%d of the objective open", t.variable+1)
			case 1:
				value += t.coefficient
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case r.best != nil && value >= *r.best:
		return r.wrong("the solution has the value %d, which is not below %d, the value of one before", value, *r.best)
	}
	if r.word == ":" {
		if r.next(); r.word != strconv.FormatInt(value, 10) {
			return r.wrong("%q: the solution has the value %d", r.word, value)
		}
		r.next()
	}
	if r.word != ";" {
		return r.wrong("%q: should be the ; that ends the solution", r.word)
	}
	r.best = &value
	s := r.sum()
	for _, t := range r.objective {
		s.term(int(t.variable), t.coefficient, -1)
	}
	s.least(-1, value-1)
	return r.derived(s)
}

// exclusion applies a rule solx: it reads a solution that differs from those before it in the
// preserved variables, and adds the constraint that excludes it.
func (r *veriPB) exclusion() error {
	switch {
	case r.preserved == nil:
		return r.wrong("solx: the formula has no line preserved:, which says in which variables solutions differ")
	case r.best != nil:
		return r.wrong("solx: after soli, which excludes the solutions that are not better")
	}
	values := make([]int8, len(r.preserved))
	err := r.solution(func() error {
		for i, v := range r.preserved {
			if values[i] = r.values[v]; values[i] == 0 {
				return r.wrong("the solution leaves the preserved x%d open", v+1)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if r.word != ";" {
		return r.wrong("%q: should be the ; that ends the solution", r.word)
	}
	if key := packed(values); r.seen == nil {
		r.seen = map[string]struct{}{key: {}}
	} else if _, twice := r.seen[key]; twice {
		return r.wrong("an earlier solution has the same values of the preserved variables")
	} else {
		r.seen[key] = struct{}{}
	}
	if r.visit != nil {
		if err := r.visit(values); err != nil {
			return r.wrong("%v", err)
		}
	}
	s := r.sum()
	s.least(1, 1)
	for i, v := range r.preserved {
		s.term(int(v), -int64(values[i]), 1)
		if values[i] > 0 { // ~x is 1 - x
			s.least(-1, 1)
		}
	}
	return r.derived(s)
}

// packed returns the values, each 1 or −1, as a string with one bit for each value.
func packed(values []int8) string {
	words := make([]byte, 0, len(values)/8+8)
	word := uint64(0)
	for i, v := range values {
		if v > 0 {
			word |= 1 << (i % 64)
		}
		if i%64 == 63 || i == len(values)-1 {
			words = binary.LittleEndian.AppendUint64(words, word)
			word = 0
		}
	}
	return string(words)
}

// solution reads the literals of a solution, up to the first word that is no literal, and
// propagates them. The constraints of the formula must hold whatever values the open variables
// have. solution calls look while the solution is assigned.
func (r *veriPB) solution(look func() error) error {
	mark := len(r.trail)
	defer r.retreat(mark)
	for {
		r.next()
		variable, negated, ok := r.literal()
		if !ok {
			break
		}
		value := int8(1)
		if negated {
			value = -1
		}
		switch r.values[variable] {
		case -value:
			return r.wrong("%s is false by the constraints and the literals before", r.word)
		case 0:
			r.values[variable] = value
			r.trail = append(r.trail, int32(variable))
			if !r.propagate() {
				return r.wrong("the solution violates a constraint")
			}
		}
	}
	for _, p := range r.given {
		sure := int64(0)
		for _, t := range p.terms {
			switch r.values[t.variable] {
			case 1:
				sure += t.coefficient
			case 0:
				sure += min(t.coefficient, 0)
			}
		}
		if sure < p.bound {
			return r.wrong("the solution violates a constraint of the formula or leaves it open")
		}
	}
	return look()
}

// definition applies a rule red: it adds a constraint that a new variable satisfies with the value
// that the rule states. Neither the formula nor its objective may contain the variable. The
// constraints that contain it must hold with that value too, or follow from the negation of the new
// constraint.
func (r *veriPB) definition() error {
	s := r.sum()
	defer func() { r.release(s) }()
	r.defines = true
	err := r.inequality(s)
	r.defines = false
	if err != nil {
		return err
	}
	if r.word != ":" {
		return r.wrong("%q: should be the : before the variable and its value", r.word)
	}
	r.next()
	variable, negated, ok := r.literal()
	switch {
	case !ok || negated:
		return r.wrong("%q: should be a variable", r.word)
	case variable < r.variables:
		return r.wrong("%s is a variable of the formula: only a new one can be defined", r.word)
	}
	if r.next(); r.word == "->" {
		r.next()
	}
	value := int8(1)
	switch r.word {
	case "0":
		value = -1
	case "1":
	default:
		return r.wrong("%q: should be the value 0 or 1 of the variable", r.word)
	}
	if err := r.expect(";"); err != nil {
		return err
	}
	if r.values[variable] == -value {
		return r.wrong("the variable has the other value already")
	}
	c := r.sum()
	c.with(s)
	c.set(variable, value > 0)
	holds := c.trivial()
	if r.release(c); !holds {
		return r.wrong("the constraint does not hold for this value of the variable")
	}
	for side := range r.uses {
		for _, u := range r.uses[side][variable] {
			if u.gone {
				continue
			}
			d := r.sum()
			for _, t := range u.terms {
				d.term(int(t.variable), t.coefficient, 1)
			}
			d.least(1, u.bound)
			d.set(variable, value > 0)
			holds := d.trivial()
			if !holds { // its negation and that of the new constraint must contradict each other
				d.negate()
				s.negate()
				fits := d.with(s)
				s.negate()
				holds = fits && d.contradictory()
			}
			if r.release(d); !holds {
				return r.wrong("an earlier constraint with the variable need not hold for this value")
			}
		}
	}
	done := s
	s = nil
	return r.derived(done)
}

// bounds checks a conclusion BOUNDS, which must state the optimum: the value of the best solution, twice, or INF if
// there is no solution.
func (r *veriPB) bounds() error {
	if !r.optimises {
		return r.wrong("BOUNDS: the formula has no objective")
	}
	if len(r.seen) > 0 {
		return r.wrong("BOUNDS: after solx, which excludes solutions of any value")
	}
	want := "INF"
	if r.best != nil {
		want = strconv.FormatInt(*r.best, 10)
	}
	if r.next(); r.word != want {
		return r.wrong("%q: the lower bound should be %s, the value of the best solution in the proof", r.word, want)
	}
	if err := r.contradiction(); err != nil {
		return err
	}
	if r.word != want {
		return r.wrong("%q: the upper bound should be %s, the value of the best solution in the proof", r.word, want)
	}
	if r.next(); r.word == ":" && r.best != nil { // the best solution again
		for r.next() != ";" && r.word != "" {
			if _, _, ok := r.literal(); !ok {
				return r.wrong("%q: should be a literal", r.word)
			}
		}
	}
	r.Conclusion = Conclusion{Optimum: r.best, Unsatisfiable: r.best == nil}
	return nil
}

// enumeration checks a conclusion ENUMERATION_COMPLETE: the stated number of solutions must have
// been listed, and a contradiction must show that there are no others.
func (r *veriPB) enumeration() error {
	switch {
	case r.preserved == nil:
		return r.wrong("ENUMERATION_COMPLETE: the formula has no line preserved:, which says in which variables solutions differ")
	case r.best != nil:
		return r.wrong("ENUMERATION_COMPLETE: after soli, which excludes the solutions that are not better")
	}
	n := int64(len(r.seen))
	if r.next(); r.word != strconv.FormatInt(n, 10) {
		return r.wrong("%q: the proof lists %d solutions", r.word, n)
	}
	if err := r.contradiction(); err != nil {
		return err
	}
	r.Conclusion = Conclusion{Solutions: &n}
	return nil
}
