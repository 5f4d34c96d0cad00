package fleet

import (
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
)

// TestSplit: what the tasks of any board find adds up to its count.
func TestSplit(t *testing.T) {
	by, err := InTasks(bitmask.New())
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"queens(1)": "", "queens(8)": "92", "queens(12)": "14200", "queens(9, given=a1+c2)": "3", "queens(10, given=c4, blocked=d1+d2)": "",
		"torus(11)": "88", "superqueens(10)": "4", "rooks(6)": "720", "queens(8, excluded=sum:7)": "",
	} {
		p, err := nqueens.ParseProblem(text)
		if err != nil {
			t.Fatal(text, err)
		}
		r := nqueens.Request{Problem: p, Task: nqueens.CountAll, Threads: 2}
		n, cost, err := by.Tasks(r)
		if err != nil {
			if !strings.Contains(err.Error(), "only boards with a line that holds one piece") {
				t.Error(text, err)
			}
			continue
		}
		whole := bitmask.New().Run(t.Context(), r, nil).Count
		var tasks []int
		for task := range n {
			tasks = append(tasks, task)
			if cost(task) <= 0 {
				t.Error(text, cost(task))
			}
		}
		sum := nqueens.NewCount(0)
		if err := by.CountTasks(t.Context(), r, tasks, func(_ int, o nqueens.Outcome) { sum = sum.Plus(o.Count) }); err != nil {
			t.Fatal(text, err)
		}
		if sum.Cmp(whole) != 0 || want != "" && sum.String() != want {
			t.Errorf("%s: %d tasks found %v, the whole is %v", text, n, sum, whole)
		}
	}
	writes, err := backends.Named(backends.All(), "construct")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := InTasks(writes); err == nil {
		t.Error("what does not count counts in tasks")
	}
}
