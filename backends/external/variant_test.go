package external

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
)

func variantForTests(t *testing.T, inputs string) *Solver {
	t.Helper()
	s, err := ParseSolver("mine.yaml", []byte("name: mine\nabout: nothing\ninputs:\n"+inputs))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSimpler checks that Simpler returns each command with one argument less, and that WithCommand replaces
// the command of the description.
func TestSimpler(t *testing.T) {
	s := variantForTests(t, "  - {format: dimacs, answer: competition, first: \"sh -c 'a b' -n 0 --seed={seed} {input} -o {input}\"}\n")
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.FindFirst}
	want := []string{
		"sh -n 0 --seed={seed} {input} -o {input}",
		"sh 'a b' -n 0 --seed={seed} {input} -o {input}",
		"sh -c 'a b' --seed={seed} {input} -o {input}",
		"sh -c 'a b' 0 --seed={seed} {input} -o {input}",
		"sh -c 'a b' -n 0 {input} -o {input}",
		"sh -c 'a b' -n 0 --seed={seed} {input} {input}",
	}
	if got := s.Simpler(r); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	simpler, err := s.WithCommand(want[0])
	if err != nil {
		t.Fatal(err)
	}
	if got := simpler.Simpler(r); simpler.Command(r) != want[0] || len(got) != 4 || s.Command(r) == want[0] {
		t.Errorf("%q of %q", got, simpler.Command(r))
	}
	if _, err := s.WithCommand("sh --no-input"); err == nil {
		t.Error("a command without an input is accepted")
	}
}

// TestStrict checks outputs that are accepted as an answer, but not in strict mode.
func TestStrict(t *testing.T) {
	list := dialects()
	answered := func(name, text string, strict bool) error {
		i := slices.IndexFunc(list, func(d dialect) bool { return d.name == name })
		m := &nqueens.Model{Placements: []nqueens.Placement{{Variable: 1}, {Variable: 2}}}
		_, err := list[i].read(transcript{text: []byte(text), strict: strict, statement: encode.Statement{Model: m, Variables: 2}}, func(nqueens.Solution) bool { return false })
		return err
	}
	for _, test := range []struct {
		name, text string
		wrong      string // the error in strict mode
	}{
		{"competition", "c hello\ns SATISFIABLE\no 3\nv 1\nv 2 0\nc bye\n\n", ""},
		{"competition", "hello\ns UNSATISFIABLE\n", ""},
		{"competition", "s UNSATISFIABLE\nhello\n", `printed "hello" after its answer`},
		{"competition", "s SATISFIABLE\nv 1 2 0\nv -1 2 0\n", "two solutions"},
		{"minisat", "SAT\n1 2 0\n", ""},
		{"minisat", "SAT\n1 2 0\n-1 2 0\n", "after its answer"},
	} {
		if err := answered(test.name, test.text, false); err != nil {
			t.Errorf("%q: %v", test.text, err)
		}
		if err := answered(test.name, test.text, true); (err == nil) != (test.wrong == "") || err != nil && !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("%q, strict: %v, want %q", test.text, err, test.wrong)
		}
	}
}

// TestVerbatim checks that a solver writes the given text, and which requests it does not support then.
func TestVerbatim(t *testing.T) {
	text := "p cnf 2 2\n1 1 -2 0\n2 -2 0\n"
	p, err := encode.Reading{Format: encode.DIMACS}.Problem(family.Queens, "input.cnf", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	s := variantForTests(t, "  - {format: dimacs, answer: competition, first: 'sh {input}', all: 'sh {input}'}\n  - {format: opb, answer: competition, first: 'sh {input}'}\n").Verbatim([]byte(text))
	r := nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: "pairwise"}
	if err := s.Supports(r); err != nil {
		t.Fatal(err)
	}
	in, encoding := s.input(r)
	x := run{solver: s, request: r, input: in, folder: t.TempDir()}
	x.outcome.Stats = map[string]int64{}
	file := filepath.Join(x.folder, "problem.cnf")
	if err := x.write(t.Context(), file, encoding); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != text || x.statement.Variables != 2 {
		t.Errorf("%q, %v, %d variables", got, err, x.statement.Variables)
	}
	for name, change := range map[string]func(*nqueens.Request){
		"all solutions":  func(r *nqueens.Request) { r.Task = nqueens.FindAll },
		"another format": func(r *nqueens.Request) { r.Encoding = "opb" },
		"a board":        func(r *nqueens.Request) { r.Problem = nqueens.Problem{Family: family.Queens, N: 4} },
	} {
		other := r
		change(&other)
		if s.Supports(other) == nil {
			t.Errorf("%s: supported", name)
		}
	}
}
