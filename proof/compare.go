package proof

import (
	"context"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/encode"
)

// Comparison is how a formula was found to forbid no solution of a problem.
type Comparison struct {
	Clauses int `json:"clauses"` // of the formula
	// Auxiliaries is how many variables that stand for no square were eliminated.
	Auxiliaries int `json:"auxiliaries"`
	// Derived is how many clauses, of the formula or left by its auxiliaries, are
	// not among those that the rules of the piece give, but follow from them.
	Derived int `json:"derived"`
}

// A Mismatch is a formula that does not say what a problem says.
type Mismatch struct{ Why string }

func (m *Mismatch) Error() string { return m.Why }

// Compare checks that a formula forbids no solution of a board problem, whatever
// its encoding, so that the formula's being unsatisfiable shows that there is
// none. It writes the formula a second time, from the rules of the piece alone.
// Clauses on squares must be among what the rules give or follow from it by
// unit propagation. Auxiliary variables are eliminated first (Davis, Putnam, 1960):
// what then remains says of the squares just what the formula says, and must follow
// likewise. Whether the formula allows more than the problem is not asked.
//
// The formula must have Squares: those where a piece may stand, rank by rank from
// a1, as the first variables. One that does not say what the problem says is a
// *Mismatch; any other error means that the two could not be compared.
func Compare(ctx context.Context, p nqueens.Problem, f *encode.CNF) (Comparison, error) {
	rules, err := fromRules(ctx, p)
	if err != nil {
		return Comparison{}, err
	}
	if !slices.Equal(f.Squares, rules.Squares) {
		return Comparison{}, &Mismatch{fmt.Sprintf("its comments \"c squares\" should name the %d squares of %v where a piece may stand, from a1 rank by rank", len(rules.Squares), p)}
	}
	c, err := load(ctx, rules)
	if err != nil {
		return Comparison{}, err
	}
	d := derivation{ctx: ctx, rules: c, squares: f.Squares}
	d.Clauses = f.NumClauses()
	err = d.derive(f)
	return d.Comparison, err
}

// derivation derives clauses from the rules.
type derivation struct {
	ctx     context.Context
	rules   *checker
	squares []nqueens.Square
	Comparison
}

func (d *derivation) derive(f *encode.CNF) error {
	e := elimination{derivation: d, seen: map[string]bool{}, with: map[int32][]int32{}, known: map[int32]bool{}}
	n := 0
	for clause := range f.Clauses() {
		if n++; n%1024 == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		switch {
		case d.rules.refuted:
			return nil // the rules allow nothing, so nothing is too much
		case slices.ContainsFunc(clause, d.auxiliary):
		case !d.follows(clause):
			return &Mismatch{fmt.Sprintf("clause %d, %s, does not follow from the rules of the piece by unit propagation", n, text(clause))}
		}
	}
	// What is known of the squares by now makes more of the others superfluous.
	n = 0
	for clause := range f.Clauses() {
		if n++; n%1024 == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		if slices.ContainsFunc(clause, d.auxiliary) {
			if err := e.add(slices.Clone(clause)); err != nil {
				return err
			}
		}
	}
	return e.run()
}

// auxiliary reports whether a literal's variable stands for no square.
func (d *derivation) auxiliary(l int32) bool { return int(max(l, -l)) > len(d.squares) }

// follows reports whether a clause on squares is one of the rules' or follows from
// them by unit propagation; from then on it counts as one.
func (d *derivation) follows(clause []int32) bool {
	c := d.rules
	if c.refuted {
		return true
	}
	trivial, _ := c.take(clause, true)
	if trivial {
		return true
	}
	if _, found := c.find(c.clause, c.marked); found {
		return true
	}
	if !c.implied() {
		return false
	}
	d.Derived++
	c.attach(false)
	return true
}
