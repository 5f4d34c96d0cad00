package backends_test

import (
	"sync"
	"testing"

	"nqueens"
	"nqueens/internal/familytest"
)

// Queens by another name go through every backend as queens do.
func TestQueensByAnotherName(t *testing.T) {
	for _, b := range everyone() {
		d := b.Describe()
		mine := nqueens.Problem{Family: familytest.Superiors, N: 8}
		for _, task := range b.Describe().Tasks {
			theirs := nqueens.Problem{Family: nqueens.Queens, N: 8}
			a, b := b.Supports(nqueens.Request{Problem: mine, Task: task}), b.Supports(nqueens.Request{Problem: theirs, Task: task})
			if (a == nil) != (b == nil) && d.Name != "table" { // which has published counts
				t.Errorf("queens: %v; queens by another name: %v", b, a)
			}
		}
	}
}

// bruteForce has for the name of a problem what finds its solutions, once.
var bruteForce sync.Map

// solutions are those of a problem, the best ones if it has an objective, by name: found by
// trying everything.
func solutions(t *testing.T, p nqueens.Problem) map[string]bool {
	t.Helper()
	once, _ := bruteForce.LoadOrStore(p.String(), sync.OnceValues(func() (map[string]bool, error) {
		found, err := familytest.Solutions(p)
		right := map[string]bool{}
		for _, s := range found {
			right[s.String()] = true
		}
		return right, err
	}))
	right, err := once.(func() (map[string]bool, error))()
	if err != nil {
		t.Fatal(err)
	}
	return right
}
