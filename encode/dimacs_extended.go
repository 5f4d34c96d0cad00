package encode

import (
	"io"
	"slices"
)

// A constrainedCNF is a formula with constraints that are not clauses.
type constrainedCNF struct {
	*CNF
	exclusive []listing // an odd number of the literals is true
	bounds    []listing // bounds on the number of true literals; a literal that occurs twice counts twice

	tautologies, repeating int // set by model: see nqueens.Formula
}

// A listing is a list of literals in a constraint.
type listing struct {
	line     int
	literals []int32
	is       relation // to bound, for bounds
	bound    int64
}

// readExtended reads a formula as readDIMACS does, and exclusive-ors: "x1 2 -3 0" and "x 1 2 -3 0"
// of CryptoMiniSat. With plus the text is in MiniCARD's format: its header is "p cnf+", and a
// constraint "1 2 3 <= 2" or "1 2 3 >= 2", which has no final 0, says how many literals are true.
func readExtended(r io.Reader, plus bool, room int64) (*constrainedCNF, error) {
	operators, header := "", "cnf"
	if plus {
		operators, header = "<>=", "cnf+"
	}
	f := &constrainedCNF{CNF: NewCNF(0)}
	d := dimacsReader{scanner: newScanner(r, "DIMACS", operators, "", room), f: f.CNF, extended: f, kind: header}
	if err := d.read(); err != nil {
		return nil, err
	}
	return f, nil
}

// readOther reads a word that begins an exclusive-or, and the relation with the bound that end a
// cardinality constraint. It reports false for another word.
func (d *dimacsReader) readOther() (done bool, err error) {
	switch {
	case d.header && d.word[0] == 'x' && len(d.clause) == 0 && !d.odd:
		d.odd = true
		d.word = d.word[1:]
		return len(d.word) == 0, nil
	case d.kind != "cnf+" || !d.header || d.kinds[d.word[0]] != operatorByte:
		return false, nil
	}
	c := listing{line: d.at.Line}
	switch relation := string(d.word); relation {
	case "<=":
		c.is = atMost
	case ">=":
		c.is = atLeast
	case "=", "==":
		c.is = equal
	default:
		return true, d.wrong("%q: should be <= or >=, and a number", relation)
	}
	if !d.next() {
		return true, d.wrong("the text ends too early; next should be a number")
	}
	bound, ok := d.integer()
	if !ok || d.odd {
		return true, d.wrong("%s: should be the number that bounds how many literals are true", d.quoted())
	}
	c.bound, c.literals = bound, slices.Clone(d.clause)
	d.bounded = d.at.Line
	for _, l := range c.literals {
		d.f.Variables = max(d.f.Variables, int(l), int(-l))
	}
	d.extended.bounds = append(d.extended.bounds, c)
	d.clause = d.clause[:0]
	d.spend(constraintBytes)
	return true, nil
}
