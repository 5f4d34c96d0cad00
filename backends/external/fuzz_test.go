package external

import (
	"nqueens/encode"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// FuzzAnswers checks that every dialect turns any output into squares of the board or an error.
func FuzzAnswers(f *testing.F) {
	for _, text := range []string{
		"s SATISFIABLE\nv 1 -2 x3 -x4 0\n", "s UNSATISFIABLE\n", "SAT\n1 -2 3 4 0\n", "UNSAT\n", "Answer: 1\nx(1) x(4)\nSATISFIABLE\n",
		"a1,b2\n----------\n==========\n", "=====UNSATISFIABLE=====", "no solution\n", "+", "v\nv 0 0\ns SATISFIABLE", "v - 0", "Answer: ", "x(9999999999999999999)",
	} {
		f.Add(text)
	}
	m := family.Queens.Model(2)
	w := encode.Statement{Model: m, Variables: len(m.Placements) + 1, Occurs: make([]bool, len(m.Placements)+1)}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range dialects() {
			for _, count := range []bool{false, true} {
				shown := 0
				says, err := d.read(transcript{text: []byte(text), statement: w, count: count}, func(s nqueens.Solution) bool {
					if shown++; s == nil {
						t.Error("a solution is nil")
					}
					return shown < 3
				})
				if shown > 3 || err == nil && says.status != "" && says.status != nqueens.Unknown && !says.status.Answered() {
					t.Errorf("%s: %d shown, %s", d.name, shown, says.status)
				}
			}
		}
	})
}

// FuzzDescription checks that any text is either a description or refused in one line with its
// place, and that parsing a description's text again gives the same description.
func FuzzDescription(f *testing.F) {
	for _, s := range Solvers() {
		f.Add(string(s.text()))
	}
	f.Add(sound)
	f.Add("name: [x]\ninputs: {format: &a dimacs}\n")
	f.Add("inputs:\n- ? x\n: - y")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSolver("mine.yaml", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "mine.yaml:") {
				t.Errorf("%v", err)
			}
			return
		}
		if d := s.Describe(); d.Name == "" || d.External == "" || len(d.Tasks) == 0 || len(d.Encodings) == 0 {
			t.Errorf("%+v", d)
		}
		if _, err := ParseSolver(s.Definition()); err != nil {
			t.Error(err)
		}
	})
}
