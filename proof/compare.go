package proof

import (
	"cmp"
	"container/heap"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/propagate"
)

// A Comparison describes how a formula was shown to forbid no solution of a problem.
type Comparison struct {
	Clauses int `json:"clauses"` // of the formula
	// Auxiliaries is the number of variables without a square that were eliminated.
	Auxiliaries int `json:"auxiliaries"`
	// Derived is the number of clauses, of the formula or from eliminating auxiliaries, that the
	// rules of the piece do not contain but imply.
	Derived int `json:"derived"`
}

// A Mismatch is the error for a formula that does not express the problem.
type Mismatch struct{ Why string }

func (m *Mismatch) Error() string { return m.Why }

// Compare checks that a formula, under any encoding, forbids no solution of a board problem. If so,
// its unsatisfiability shows that the problem has no solution. Compare writes a second formula from
// the rules of the piece alone. Clauses on squares must be among those of the rules or follow from
// them by unit propagation. Auxiliary variables are eliminated first (Davis, Putnam, 1960): the
// remaining clauses express the same about the squares, and must also follow. Compare does not
// check whether the formula allows more than the problem.
//
// The first variables of the formula must be its Squares: the squares where a piece may stand, rank
// by rank from a1. Squares that the givens decide may be missing, as in a reduced formula. Clauses
// of a reduced formula follow from the rules too, because the givens are unit clauses of the rules
// and propagate first. A refutation of it therefore refutes the whole problem.
//
// If the formula does not express the problem, the error is a *Mismatch. Any other error means that
// the comparison was not possible.
func Compare(ctx context.Context, p nqueens.Problem, f *encode.CNF) (Comparison, error) {
	rules, err := fromRules(ctx, p)
	if err != nil {
		return Comparison{}, err
	}
	d := derivation{ctx: ctx, squares: rules.Squares}
	if d.rules, err = load(ctx, rules); err != nil {
		return Comparison{}, err
	}
	if !d.name(f) {
		return Comparison{}, &Mismatch{fmt.Sprintf("its comments \"c squares\" should name the %d squares of %v where a piece may stand, from a1 rank by rank, except those that its given pieces decide", len(rules.Squares), p)}
	}
	d.Clauses = f.NumClauses()
	err = d.derive(f)
	return d.Comparison, err
}

// PBOf returns the model of a problem, simplified by unit propagation (propagate.Reduced), as
// pseudo-Boolean constraints.
func PBOf(p nqueens.Problem) (*encode.PB, error) {
	m, err := propagate.Reduced(p)
	if err != nil {
		return nil, err
	}
	return encode.PBFromModel(m), nil
}

// ComparePB checks that constraints are those of a problem's Model, reduced or not. It also checks,
// with Compare, that the Model as clauses forbids no solution. It therefore trusts
// encode.PBFromModel in addition to what Compare trusts.
func ComparePB(ctx context.Context, p nqueens.Problem, f *encode.PB) (Comparison, error) {
	reduced, err := PBOf(p)
	if err != nil {
		return Comparison{}, err
	}
	if !reduced.Equal(f) {
		if m, err := p.Model(); err != nil {
			return Comparison{}, err
		} else if !encode.PBFromModel(m).Equal(f) {
			return Comparison{}, &Mismatch{fmt.Sprintf("its constraints are not those of %v, whole or reduced, as encode --format opb writes them", p.Short())}
		}
	}
	e, err := encode.EncodingNamed("pairwise")
	if err != nil {
		return Comparison{}, err
	}
	clauses, err := encode.FromProblem(p, e)
	if err != nil {
		return Comparison{}, err
	}
	return Compare(ctx, p, clauses)
}

// A derivation derives clauses from the rules.
type derivation struct {
	ctx     context.Context
	rules   *checker
	squares []nqueens.Square // the squares of the rules' variables
	named   []int32          // by variable of the formula with a square: the rules' variable
	Comparison
}

// name maps the formula's squares to the rules' variables. The formula may omit squares that the
// rules decide. name returns false if the squares do not match otherwise.
func (d *derivation) name(f *encode.CNF) bool {
	left := f.Squares
	for i, s := range d.squares {
		v := int32(i + 1)
		if len(left) > 0 && left[0] == s {
			d.named, left = append(d.named, v), left[1:]
		} else if l, known := d.rules.known(v); !d.rules.refuted && (!known || d.rules.values[l] == 0) {
			return false
		}
	}
	return len(left) == 0
}

// inRules converts a clause of the formula to the variables of the rules. Auxiliary variables get
// the numbers after these.
func (d *derivation) inRules(clause []int32) []int32 {
	out := make([]int32, len(clause))
	for i, l := range clause {
		v := max(l, -l)
		if int(v) <= len(d.named) {
			v = d.named[v-1]
		} else {
			v += int32(len(d.squares) - len(d.named))
		}
		if out[i] = v; l < 0 {
			out[i] = -v
		}
	}
	return out
}

func (d *derivation) derive(f *encode.CNF) error {
	e := elimination{derivation: d, seen: map[string]bool{}, with: map[int32][]int32{}, known: map[int32]bool{}}
	var auxiliary [][]int32 // clauses with auxiliary variables
	n := 0
	for clause := range f.Clauses() {
		if n++; n%1024 == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		said := clause
		clause = d.inRules(clause)
		switch {
		case d.rules.refuted:
			return nil // the rules have no solution, so no clause forbids one
		case slices.ContainsFunc(clause, d.auxiliary):
			auxiliary = append(auxiliary, clause)
		case !d.follows(clause):
			return &Mismatch{fmt.Sprintf("clause %d, %s, does not follow from the rules of the piece by unit propagation", n, text(said))}
		}
	}
	// The clauses on squares known by now make more of the others redundant.
	for _, clause := range auxiliary {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		if err := e.add(clause); err != nil {
			return err
		}
	}
	return e.run()
}

// auxiliary reports whether a literal's variable has no square.
func (d *derivation) auxiliary(l int32) bool { return int(max(l, -l)) > len(d.squares) }

// follows reports whether a clause on squares is one of the rules' or follows from them by unit
// propagation. If it follows, it is added to the rules.
func (d *derivation) follows(clause []int32) bool {
	c := d.rules
	if c.refuted {
		return true
	}
	trivial, _ := c.setClause(clause, true)
	if trivial {
		return true
	}
	if _, found := c.find(c.clause, c.marked); found {
		return true
	}
	if !c.isRUP() {
		return false
	}
	d.Derived++
	c.attach(false)
	return true
}

// Limits of an elimination, in resolvents and in their literals. For an encoding it is about as
// large as the pairwise formula.
const (
	mostResolvents        = 1 << 26
	mostResolventLiterals = 1 << 28
	// lookLiterals is the number of literals between two checks of the context.
	lookLiterals = 1 << 18
)

// An elimination eliminates the auxiliary variables one after the other. All clauses with a
// variable are replaced by all their resolvents on it, which express the same about the other
// variables. A clause whose literals on squares alone follow from the rules is dropped, because it
// forbids nothing.
type elimination struct {
	*derivation
	clauses  [][]int32         // sorted; nil if dropped
	with     map[int32][]int32 // by auxiliary literal: the clauses that contain it or contained it before they were dropped
	seen     map[string]bool   // clauses that need not be added again
	known    map[int32]bool    // auxiliaries that are or were in order
	order    variables         // by estimated number of resolvents
	squared  []int32           // the literals on squares of a clause
	resolved int
	literals int // of the resolvents
	looked   int // the value of literals at the last check of the context
}

// add adds a clause, which the caller must not use afterwards.
func (e *elimination) add(clause []int32) error {
	slices.Sort(clause)
	clause = slices.Compact(clause)
	var key []byte
	for _, l := range clause {
		if _, both := slices.BinarySearch(clause, -l); both {
			return nil
		}
		key = binary.AppendVarint(key, int64(l))
	}
	if e.seen[string(key)] {
		return nil
	}
	e.seen[string(key)] = true
	e.squared = e.squared[:0]
	for _, l := range clause {
		if !e.auxiliary(l) {
			e.squared = append(e.squared, l)
		}
	}
	switch free := len(clause) - len(e.squared); {
	case free == 0 && !e.follows(clause):
		return &Mismatch{fmt.Sprintf("its auxiliary variables imply %s, which does not follow from the rules of the piece by unit propagation", e.inWords(clause))}
	case free == 0, len(e.squared) > 1 && e.follows(e.squared):
		return nil
	}
	for _, l := range clause {
		if e.auxiliary(l) {
			e.with[l] = append(e.with[l], int32(len(e.clauses)))
			if v := max(l, -l); !e.known[v] {
				e.known[v] = true
				heap.Push(&e.order, weighed{variable: v})
			}
		}
	}
	e.clauses = append(e.clauses, clause)
	return nil
}

// run eliminates all auxiliaries, those with few resolvents first.
func (e *elimination) run() error {
	for len(e.order) > 0 {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		next := heap.Pop(&e.order).(weighed)
		v := next.variable
		if now := len(e.alive(v)) * len(e.alive(-v)); now > next.resolvents {
			// The number of resolvents has grown since: insert it again.
			heap.Push(&e.order, weighed{v, now})
			continue
		}
		e.Auxiliaries++
		if err := e.eliminate(v); err != nil {
			return err
		}
	}
	return nil
}

// alive returns the clauses that contain a literal.
func (e *elimination) alive(l int32) []int32 {
	e.with[l] = slices.DeleteFunc(e.with[l], func(i int32) bool { return e.clauses[i] == nil })
	return e.with[l]
}

func (e *elimination) eliminate(v int32) error {
	with, without := e.with[v], e.with[-v]
	for _, i := range with {
		for _, j := range without {
			if err := e.spend(len(e.clauses[i]) + len(e.clauses[j])); err != nil {
				return err
			}
			both := slices.Concat(e.clauses[i], e.clauses[j])
			if err := e.add(slices.DeleteFunc(both, func(l int32) bool { return l == v || l == -v })); err != nil {
				return err
			}
		}
	}
	for _, i := range slices.Concat(with, without) {
		e.clauses[i] = nil
	}
	delete(e.with, v)
	delete(e.with, -v)
	return nil
}

// spend counts a resolvent of at most this many literals against the limits.
func (e *elimination) spend(literals int) error {
	e.resolved++
	e.literals += literals
	if e.resolved > mostResolvents || e.literals > mostResolventLiterals {
		return errors.New("the formula's auxiliary variables are too entangled for it to be compared with the rules of the piece")
	}
	if e.literals-e.looked < lookLiterals {
		return nil
	}
	e.looked = e.literals
	return e.ctx.Err()
}

// inWords returns a clause and the squares of its variables as text.
func (e *elimination) inWords(clause []int32) string {
	if len(clause) == 0 {
		return "that there is no solution"
	}
	var squares []nqueens.Square
	literals := slices.Clone(clause) // in the formula's variables
	for i, l := range clause {
		v := int32(slices.Index(e.named, max(l, -l)) + 1)
		if literals[i] = v; l < 0 {
			literals[i] = -v
		}
		if i < shown {
			squares = append(squares, e.squares[max(l, -l)-1])
		}
	}
	return fmt.Sprintf("%s on the squares %v", text(literals), squares)
}

// variables is a heap of the variables to be eliminated.
type variables []weighed

type weighed struct {
	variable   int32
	resolvents int // at the last check
}

func (v variables) Len() int      { return len(v) }
func (v variables) Swap(i, j int) { v[i], v[j] = v[j], v[i] }
func (v *variables) Push(x any)   { *v = append(*v, x.(weighed)) }

func (v variables) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(v[i].resolvents, v[j].resolvents), cmp.Compare(v[i].variable, v[j].variable)) < 0
}

func (v *variables) Pop() any {
	last := (*v)[len(*v)-1]
	*v = (*v)[:len(*v)-1]
	return last
}
