package instance

import (
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestConversion checks the errors of Conversion and the mapping of solutions.
func TestConversion(t *testing.T) {
	p, err := family.All().Parse("queens(5, excluded=diff:3+sum:5)")
	if err != nil {
		t.Fatal(err)
	}
	var s nqueens.Solution
	if err := s.UnmarshalText([]byte("a1,b3,c5,d2,e4")); err != nil {
		t.Fatal(err)
	}
	to, err := Conversion{To: Completion, Diagonals: All}.Convert(p)
	if err != nil || to.Format.Name != "completion" {
		t.Fatal(to.Format.Name, err)
	}
	large, err := to.Solution(s)
	if err != nil || to.Problem.Check(large) != nil {
		t.Error(large, err)
	}
	if _, err := to.Solution(large); err == nil {
		t.Error("what is no solution of the problem was mapped")
	}
	same, err := Conversion{Diagonals: 1}.Convert(p)
	if mapped, wrong := same.Solution(s); err != nil || wrong != nil || mapped.Compare(s) != 0 || len(same.Problem.Excluded) != 1 {
		t.Error(same.Problem, mapped, err, wrong)
	}
	for want, c := range map[string]Conversion{
		"translating to blocked: problems": {To: Blocked, Diagonals: All},
		"translating to excluded":          {To: ExcludedDiagonals, Diagonals: All},
		`no instance format is called "x"`: {Format: "x", Diagonals: All},
		"writing completion: the format":   {Format: "completion", Diagonals: All},
	} {
		if _, err := c.Convert(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", c, err, want)
		}
	}
}
