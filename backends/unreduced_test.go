package backends_test

import (
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
)

// TestUnreduced checks that backends with Description.Unreduced search the unreduced problem on
// request and find the same answers as on the reduced one, and that the others refuse.
func TestUnreduced(t *testing.T) {
	sizes := []string{"options", "variables"} // statistics that show the size of the search, if the backend reports them
	seen := map[string]bool{}
	for _, name := range []string{"queens(7, given=a1)", "queens(6, given=a1+b2)", "kings(5, given=c3)", "queens(5, symmetric=quarter-turn)", "bishops(4, blocked=a1)"} {
		p, err := family.All().Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range backends.All() {
			d := b.Describe()
			if d.External != "" {
				continue // package external tests the text that these programs read
			}
			for _, task := range d.Tasks {
				whole := nqueens.Request{Problem: p, Task: task, Seed: 1, Unreduced: true}
				reduced := whole
				reduced.Unreduced = false
				if b.Supports(reduced) != nil {
					continue
				}
				if err := b.Supports(whole); (err == nil) != d.Unreduced {
					t.Errorf("%s of %s by %s: %v", task, name, d.Name, err)
				}
				if !d.Unreduced || d.Caution != "" {
					continue
				}
				var found [2]nqueens.Fingerprint
				var out [2]nqueens.Outcome
				for i, r := range []nqueens.Request{whole, reduced} {
					out[i] = b.Run(t.Context(), r, func(s nqueens.Solution) bool {
						s = append(nqueens.Solution(nil), s...)
						s.Sort()
						if err := p.Check(s); err != nil {
							t.Errorf("%s by %s: %v: %v", name, d.Name, s, err)
						}
						found[i].Add(s)
						return true
					})
					if s := out[i].Solution; task.FindsOne() && out[i].Status == nqueens.Solved && p.Check(s) != nil {
						t.Errorf("%s by %s: %v: %v", name, d.Name, s, p.Check(s))
					}
				}
				a, b := out[0], out[1]
				if a.Status != b.Status || (a.Count == nil) != (b.Count == nil) || a.Count != nil && a.Count.Cmp(b.Count) != 0 || found[0] != found[1] {
					t.Errorf("%s of %s by %s: %s %v %s, and reduced %s %v", task, name, d.Name, a.Status, a.Count, a.Reason, b.Status, b.Count)
				}
				if a.Optimum != nil && (b.Optimum == nil || *a.Optimum != *b.Optimum) {
					t.Errorf("%s of %s by %s: %d, and reduced %v", task, name, d.Name, *a.Optimum, b.Optimum)
				}
				for _, size := range sizes {
					if n, told := a.Stats[size]; told && len(p.Given) > 0 {
						seen[d.Name] = true
						if n <= b.Stats[size] {
							t.Errorf("%s of %s by %s: %d %s, and reduced %d", task, name, d.Name, n, size, b.Stats[size])
						}
					}
				}
			}
		}
	}
	if !seen["dlx"] || !seen["allsat"] || len(seen) < 3 {
		t.Errorf("of %v is seen that they search more", seen)
	}
}
