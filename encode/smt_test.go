package encode

import (
	"bytes"
	"strings"
	"testing"

	"nqueens"
)

// TestWriteSMT checks the forms of lines, clauses and sums.
func TestWriteSMT(t *testing.T) {
	m := &nqueens.Model{
		Placements: []nqueens.Placement{{Variable: 1}, {Variable: 2}, {Variable: 3}},
		Lines: []nqueens.Line{
			{Name: "exactly", Min: 1, Max: 1, Placements: []int{0, 1}},
			{Name: "at most", Max: 1, Placements: []int{0, 1, 2}},
			{Name: "at least", Min: 2, Max: 3, Placements: []int{0, 1, 2}},
			{Name: "between", Min: 1, Max: 2, Placements: []int{0, 1, 2}},
			{Name: "none", Min: 0, Max: 0, Placements: []int{2}},
			{Name: "never", Min: 0, Max: -1, Placements: []int{2}},
			{Name: "always", Max: 3, Placements: []int{0, 1, 2}},
			{Name: "empty", Min: 1, Max: 1},
		},
		Clauses: []nqueens.Clause{
			{Literals: []nqueens.Literal{nqueens.Chosen(0), nqueens.NotChosen(1)}}, {Literals: []nqueens.Literal{nqueens.NotChosen(2)}}, {},
		},
		Sums: []nqueens.Sum{{Min: 5, Terms: []nqueens.Term{{Weight: 3, Literal: nqueens.Chosen(0)}, {Weight: 4, Literal: nqueens.NotChosen(2)}}}},
	}
	want := `(set-logic QF_LIA)
(declare-fun x1 () Bool)
(declare-fun x2 () Bool)
(declare-fun x3 () Bool)
(assert (= (+ (ite x1 1 0) (ite x2 1 0)) 1))
(assert (<= (+ (ite x1 1 0) (ite x2 1 0) (ite x3 1 0)) 1))
(assert (<= 2 (+ (ite x1 1 0) (ite x2 1 0) (ite x3 1 0))))
(assert (<= 1 (+ (ite x1 1 0) (ite x2 1 0) (ite x3 1 0)) 2))
(assert (= (ite x3 1 0) 0))
(assert (<= (ite x3 1 0) (- 1)))
(assert (= 0 1))
(assert (or x1 (not x2)))
(assert (not x3))
(assert false)
(assert (<= 5 (+ (ite x1 3 0) (ite x3 0 4))))
(check-sat)
(exit)
`
	var text bytes.Buffer
	if err := WriteSMT(&text, m); err != nil || text.String() != want {
		t.Errorf("%v\n%s", err, text.String())
	}
	f := NewCNF(2)
	f.Add(1, -2)
	f.Add()
	text.Reset()
	if err := f.WriteSMT(&text); err != nil || !strings.Contains(text.String(), "(set-logic QF_BV)") || !strings.Contains(text.String(), "(assert (or x1 (not x2)))\n(assert false)\n") {
		t.Errorf("%v\n%s", err, text.String())
	}
}
