package sharp_test

import (
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/sharp"
	"nqueens/encode"
	"nqueens/family"
)

// TestDetermined checks that an exclusive-or of 100 variables, whose clauses have further variables
// that the others determine, is counted by few decisions.
func TestDetermined(t *testing.T) {
	var text strings.Builder
	text.WriteString("p cnf 100 1\nx")
	for v := range 100 {
		fmt.Fprintf(&text, "%d ", v+1)
	}
	text.WriteString("0\n")
	p, err := encode.ReadProblem(family.Queens, "x.cnf", strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	out := sharp.Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
	if out.Count.String() != "633825300114114700748351602688" || out.Stats["decisions"] > 10000 {
		t.Errorf("%v after %d decisions", out.Count, out.Stats["decisions"])
	}
}
