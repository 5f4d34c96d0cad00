package external

import (
	"testing"

	"nqueens"
	"nqueens/encode"
)

// TestValues checks the answers smt and values: spacing, values of variables that do not matter, and
// contradictions.
func TestValues(t *testing.T) {
	m := &nqueens.Model{Placements: []nqueens.Placement{{Variable: 1}, {Variable: 2}, {Variable: 3}}}
	w := encode.Statement{Model: m, Variables: 3}
	var words statusWords
	for to, pattern := range map[*linePattern]string{&words.Optimal: "^Actual", &words.Solved: "^sat$", &words.Unsatisfiable: "infeasible|^unsat$", &words.Unknown: "gave up"} {
		if err := to.UnmarshalText([]byte(pattern)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		answer, text string
		status       nqueens.Status
		solution     string
		wrong        bool
	}{
		{"smt", "sat\n(\n  (define-fun x1 () Bool\n    true)\n  (define-fun x2 () Bool false)\n)\n", nqueens.Solved, "1", false},
		{"smt", "sat\n((define-fun x3 () Bool true))\n", nqueens.Solved, "3", false},
		{"smt", "unsat\n", nqueens.Unsatisfiable, "", false},
		{"smt", "unknown\n", nqueens.Unknown, "", false},
		{"smt", "sat\nunsat\n", "", "", true},
		{"smt", "sat\n((define-fun x9 () Bool true))\n", "", "", true},
		{"smt", "(error \"out of memory\")\n", "", "", false},
		{tableOfValues, "sat\nx1 1\nx2 0\nx3 x\n", nqueens.Solved, "1", false},
		{tableOfValues, "Actual values of the variables:\nx1      1\nx2 = 0\nx3: 1.0000\n\nActual values of the constraints:\nR1   7\n", nqueens.Solved, "1,3", false},
		{tableOfValues, "This problem is infeasible\n", nqueens.Unsatisfiable, "", false},
		{tableOfValues, "I gave up\n", nqueens.Unknown, "", false},
		{tableOfValues, "sat\nx1 0.5\n", "", "", true},
		{tableOfValues, "sat\nx1 1\nx1 0\n", "", "", true},
		{tableOfValues, "nothing\n", "", "", false},
	} {
		var d dialect
		if err := d.UnmarshalText([]byte(c.answer)); err != nil {
			t.Fatal(err)
		}
		shown := ""
		says, err := d.read(transcript{text: []byte(c.text), statement: w, words: words}, func(s nqueens.Solution) bool {
			shown = s.String()
			return true
		})
		if (err != nil) != c.wrong || !c.wrong && (says.status != c.status || shown != c.solution) {
			t.Errorf("%s of %q: %q, %q, %v", c.answer, c.text, says.status, shown, err)
		}
	}
}
