package linear_test

import (
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/linear"
	"nqueens/encode"
	"nqueens/family"
)

// TestLargeNumbers checks that numbers near the limits of float64 give an answer and no crash.
func TestLargeNumbers(t *testing.T) {
	p, err := encode.ReadProblem(family.Queens, "x.opb", strings.NewReader("* #variable= 4 #constraint= 1\n+948779710442 ~x4 -560499901225 ~x3 +355393590141 ~x2 = 445700604548 ;\n"))
	if err != nil {
		t.Fatal(err)
	}
	out := linear.Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
	if out.Status != nqueens.Unsatisfiable {
		t.Error(out.Status, out.Reason)
	}
}
