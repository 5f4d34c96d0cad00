package backends_test

import (
	"sync"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// TestQueensByAnotherName checks that every backend treats a family with the same rules as queens,
// but another name, as it treats queens.
func TestQueensByAnotherName(t *testing.T) {
	for _, b := range allBackends() {
		d := b.Describe()
		mine := nqueens.Problem{Family: familytest.Superiors, N: 8}
		for _, task := range b.Describe().Tasks {
			theirs := nqueens.Problem{Family: family.Queens, N: 8}
			a, b := b.Supports(nqueens.Request{Problem: mine, Task: task}), b.Supports(nqueens.Request{Problem: theirs, Task: task})
			if (a == nil) != (b == nil) && d.Name != "table" { // table knows published counts by the name of the family
				t.Errorf("queens: %v; queens by another name: %v", b, a)
			}
		}
	}
}

// bruteForce caches the solutions of a problem, by the problem's name.
var bruteForce sync.Map

// solutions returns the names of all solutions of a problem, or of the best ones if it has an
// objective, found by brute force.
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
