package run

import (
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestAskedAgain checks how a changed answer is described: by its number, or by whether there is a solution.
func TestAskedAgain(t *testing.T) {
	queens := nqueens.Problem{Family: family.Queens, N: 4}
	found := nqueens.Outcome{Status: nqueens.Solved, Solution: nqueens.Solution{nqueens.On(0, 1), nqueens.On(1, 3), nqueens.On(2, 0), nqueens.On(3, 2)}}
	none := nqueens.Outcome{Status: nqueens.Unsatisfiable}
	counted := nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
	for _, test := range []struct {
		task        nqueens.Task
		first, next nqueens.Outcome
		want        string
	}{
		{nqueens.FindFirst, found, none, "says that there is a solution, and asked again that there is no solution"},
		{nqueens.FindFirst, none, found, "says that there is no solution, and asked again that there is a solution"},
		{nqueens.CountAll, counted, none, "says 2, and asked again 0"},
		{nqueens.FindFirst, found, nqueens.Outcome{Status: nqueens.Timeout}, "says solved, and asked again timeout"},
		{nqueens.FindFirst, found, found, ""},
	} {
		in := inspection{request: nqueens.Request{Problem: queens, Task: test.task}}
		in.again(test.first, test.next)
		if in.contradiction != test.want {
			t.Errorf("%s: %q, want %q", test.task, in.contradiction, test.want)
		}
	}
}
