package encode

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
)

// The smallest models: lines of every kind, what never holds and nothing at all.
func lpModels() map[string]*nqueens.Model {
	two := make([]nqueens.Placement, 2)
	return map[string]*nqueens.Model{
		"at least": {Placements: two, Lines: []nqueens.Line{{Name: "a", Min: 1, Max: 2, Placements: []int{0, 1}}}, Objective: nqueens.Objective{Goal: nqueens.Fewest, Over: []int{0, 1}}},
		"most":     {Placements: two, Lines: []nqueens.Line{{Name: "a", Max: 1, Placements: []int{0, 1}}}, Objective: nqueens.Objective{Goal: nqueens.Most, Over: []int{0, 1}}},
		"free":     {Placements: two, Objective: nqueens.Objective{Goal: nqueens.Most, Over: []int{1}}},
		"never":    {Placements: two, Clauses: []nqueens.Clause{{Name: "never"}}},
		"nothing":  {},
	}
}

func lpText(t *testing.T, m *nqueens.Model) string {
	t.Helper()
	var text strings.Builder
	if err := WriteLP(&text, m); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestLP(t *testing.T) {
	want := "Minimize\n cost: + 1 x1 + 1 x2\nSubject To\n c1: + 1 x1 + 1 x2 >= 1\nBinary\n x1\n x2\nEnd\n"
	m := lpModels()["at least"]
	m.Placements = []nqueens.Placement{{Variable: 1}, {Variable: 2}}
	if got := lpText(t, m); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// glpsol is the judge of what it reads; lines are no longer than it takes.
func TestGlpsolReadsLP(t *testing.T) {
	if _, err := exec.LookPath("glpsol"); err != nil {
		t.Skip("glpsol is not installed")
	}
	models := lpModels()
	for _, text := range []string{"queens(30)", "domination(12)", "queens-pawns(6)", "peaceable(4)", "bishops(7)", "queens(2, given=a1)"} {
		p, err := nqueens.ParseProblem(text)
		if err != nil {
			t.Fatal(err)
		}
		if models[text], err = p.Model(); err != nil {
			t.Fatal(err)
		}
	}
	for name, m := range models {
		file := filepath.Join(t.TempDir(), "problem.lp")
		if err := os.WriteFile(file, []byte(lpText(t, m)), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("glpsol", "--check", "--lp", file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

func TestWCNF(t *testing.T) {
	m := &nqueens.Model{
		Placements: []nqueens.Placement{nqueens.On(0, 0), nqueens.On(1, 0), nqueens.On(2, 0)},
		Lines:      []nqueens.Line{{Name: "a", Min: 1, Max: 3, Placements: []int{0, 1, 2}}},
		Objective:  nqueens.Objective{Goal: nqueens.Fewest, Over: []int{0, 2}},
	}
	for goal, want := range map[nqueens.Goal]string{
		nqueens.Fewest: "p wcnf 3 3 3\n3 1 2 3 0\n1 -1 0\n1 -3 0\n",
		nqueens.Most:   "p wcnf 3 3 3\n3 1 2 3 0\n1 1 0\n1 3 0\n",
		nqueens.NoGoal: "p wcnf 3 1 1\n1 1 2 3 0\n",
	} {
		if m.Objective.Goal = goal; goal == nqueens.NoGoal {
			m.Objective.Over = nil
		} else {
			m.Objective.Over = []int{0, 2}
		}
		s, err := stateWCNF(m, sequentialEncoding())
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := s.Write(&text); err != nil {
			t.Fatal(err)
		}
		if _, got, _ := strings.Cut(text.String(), "\np"); "p"+got != want {
			t.Errorf("%v: %q, want %q", goal, "p"+got, want)
		}
	}
}

// TestLPTerms: a variable stands once in a sum, eight terms are a line, and what cannot be written is refused.
func TestLPTerms(t *testing.T) {
	m := &nqueens.Model{Sums: []nqueens.Sum{{Name: "s", Min: 2, Terms: []nqueens.Term{
		{Weight: 2, Literal: nqueens.Chosen(0)}, {Weight: 1, Literal: nqueens.NotChosen(8)}, {Weight: 3, Literal: nqueens.Chosen(0)}, {Weight: 1, Literal: nqueens.Chosen(1)},
	}}}}
	for v := range 9 {
		m.Placements = append(m.Placements, nqueens.Placement{Variable: v + 1})
	}
	want := "Minimize\n cost: + 0 x1 + 0 x2 + 0 x3 + 0 x4 + 0 x5 + 0 x6 + 0 x7 + 0 x8\n + 0 x9\nSubject To\n c1: + 5 x1 - 1 x9 + 1 x2 >= 1\nBinary\n"
	if got := lpText(t, m); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for name, want := range map[string]string{
		"most": "Minimize\n cost: - 1 x1 - 1 x2\nSubject To\n c1: - 1 x1 - 1 x2 >= -1\n", "free": "Minimize\n cost: + 0 x1 - 1 x2\nSubject To\n c1: + 0 x1 >= 0\n",
		"never": "Minimize\n cost: + 0 x1 + 0 x2\nSubject To\n c1: + 1 x1 >= 2\n", "nothing": "Minimize\n cost: + 0 x1\nSubject To\n c1: + 0 x1 >= 0\nBinary\n x1\nEnd\n",
	} {
		if got := lpText(t, lpModels()[name]); !strings.Contains(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
	m.Sums[0].Terms[0].Weight = maxNumber + 1
	for format, write := range map[string]func(*strings.Builder) error{
		"LP": func(b *strings.Builder) error { return WriteLP(b, m) }, "OPB": func(b *strings.Builder) error { return PBFromModel(m).WriteOPB(b) },
	} {
		var b strings.Builder
		if err := write(&b); err == nil || err.Error() != "writing "+format+": constraint 1 has the coefficient 1000000000000000001; at most ±10^18 can be written" || b.Len() > 0 {
			t.Errorf("%s: %v after %d bytes", format, err, b.Len())
		}
	}
}
