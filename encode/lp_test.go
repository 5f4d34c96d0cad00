package encode

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// The smallest models: lines of every kind, one that never holds, and no line.
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

func TestMPS(t *testing.T) {
	m := &nqueens.Model{
		Placements: []nqueens.Placement{{Variable: 1}, {Variable: 2}, {Variable: 3}},
		Lines:      []nqueens.Line{{Name: "a", Min: 1, Max: 1, Placements: []int{0, 1}}, {Name: "b", Min: 1, Max: 2, Placements: []int{0, 2}}},
		Clauses:    []nqueens.Clause{{Name: "c", Literals: []nqueens.Literal{nqueens.Chosen(0), nqueens.NotChosen(2)}}},
		Objective:  nqueens.Objective{Goal: nqueens.Most, Over: []int{2}},
	}
	const want = `NAME queens
ROWS
 N cost
 E c1
 G c2
 G c3
COLUMNS
 x1 cost 0
 x1 c1 1
 x1 c2 1
 x1 c3 1
 x2 cost 0
 x2 c1 1
 x3 cost -1
 x3 c2 1
 x3 c3 -1
RHS
 bound c1 1
 bound c2 1
BOUNDS
 BV binary x1
 BV binary x2
 BV binary x3
ENDATA
`
	var text strings.Builder
	if err := WriteMPS(&text, m); err != nil || text.String() != want {
		t.Errorf("%v: got\n%s\nwant\n%s", err, text.String(), want)
	}
}

// glpsol decides whether the texts are valid. It finds the same optimum in both formats.
func TestGlpsolReadsProgrammes(t *testing.T) {
	if _, err := exec.LookPath("glpsol"); err != nil {
		t.Skip("glpsol is not installed")
	}
	models := lpModels()
	best := map[string]string{ // the optimum that glpsol prints
		"at least": "o 1", "most": "o -1", "free": "o -1", "never": "n 0", "nothing": "o 0", "domination(5)": "o 3", "bishops(4)": "o -6", "queens(2, given=a1)": "n 0",
		"queens(30)": "", "domination(12)": "", "queens-pawns(6)": "", "peaceable(4)": "", // read only, not solved
	}
	for text := range best {
		if models[text] != nil {
			continue
		}
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if models[text], err = p.Model(); err != nil {
			t.Fatal(err)
		}
	}
	for flag, write := range map[string]func(io.Writer, *nqueens.Model) error{"--lp": WriteLP, "--freemps": WriteMPS} {
		for name, m := range models {
			file := filepath.Join(t.TempDir(), "problem")
			var text strings.Builder
			if err := errors.Join(write(&text, m), os.WriteFile(file, []byte(text.String()), 0o666)); err != nil {
				t.Fatal(err)
			}
			if best[name] == "" {
				if out, err := exec.Command("glpsol", "--check", flag, file).CombinedOutput(); err != nil {
					t.Errorf("%s %s: %v\n%s", name, flag, err, out)
				}
				continue
			}
			out, err := exec.Command("glpsol", flag, file, "-w", file+".answer").CombinedOutput()
			if err != nil {
				t.Errorf("%s %s: %v\n%s", name, flag, err, out)
			}
			answer, err := os.ReadFile(file + ".answer")
			if err != nil {
				t.Fatal(err)
			}
			_, found, _ := strings.Cut(string(answer), "\ns mip ")
			found, _, _ = strings.Cut(found, "\n")
			if fields := strings.Fields(found); len(fields) != 4 || fields[2]+" "+fields[3] != best[name] {
				t.Errorf("%s %s: %q, want %s", name, flag, found, best[name])
			}
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

// TestLPTerms checks that a variable occurs once in a sum, that a line has at most eight terms, and
// that coefficients which are too large are rejected.
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
		"LP": func(b *strings.Builder) error { return WriteLP(b, m) }, "MPS": func(b *strings.Builder) error { return WriteMPS(b, m) }, "OPB": func(b *strings.Builder) error { return PBFromModel(m).WriteOPB(b) },
	} {
		var b strings.Builder
		if err := write(&b); err == nil || err.Error() != "writing "+format+": constraint 1 has the coefficient 1000000000000000001; at most ±10^18 can be written" || b.Len() > 0 {
			t.Errorf("%s: %v after %d bytes", format, err, b.Len())
		}
	}
}
