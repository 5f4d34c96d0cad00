package fuzz

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// TestTextAfterAnswer checks that text after an answer is a finding. The instance is an exact cover, which
// the solver gets as clauses; shrinking turns it into clauses.
func TestTextAfterAnswer(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	solver, err := backends.ParseSolver("mine.yaml", []byte(`name: mine
about: prints too much
inputs:
  - {format: dimacs, answer: competition, first: "sh -c 'echo s UNSATISFIABLE; echo bye' {input}"}
`))
	if err != nil {
		t.Fatal(err)
	}
	x := &Examiner{Solvers: []backends.Backend{solver}, References: referencesForTests(), Limits: bench.Limits{Time: time.Minute}}
	e := x.Examine(t.Context(), Trial{
		Form:  &Cover{Items: []Item{{Name: "a"}, {Name: "b"}}, Options: [][]Entry{{{Item: 0}}}},
		Asked: []Question{{Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "mine", Encoding: "pairwise"}}},
	})
	if len(e.Findings) != 1 || e.Findings[0].Class != Crash || !strings.Contains(e.Findings[0].Why, `printed "bye" after its answer`) {
		t.Fatalf("%+v", e)
	}
	if s := x.Shrink(t.Context(), e.Findings[0], 1); s.Trial.Form.Extension() != ".cnf" {
		t.Errorf("%s", s.Trial.Form.Text())
	}
}

// TestOptionsAreShrunk checks that the options of an external solver which the failure does not need are removed,
// and that a text which reaches the solver unchanged has its tautologies.
func TestOptionsAreShrunk(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	script := `for last; do :; done
case "$*" in *--wrong*) if grep -q '^1 -1 0' "$last"; then echo s UNSATISFIABLE; exit; fi;; esac
echo s UNKNOWN
`
	if err := os.WriteFile(filepath.Join(dir, "solver.sh"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	solver, err := backends.ParseSolver(filepath.Join(dir, "mine.yaml"), []byte(`name: mine
about: wrong with an option
inputs:
  - format: dimacs
    answer: competition
    first: sh {folder}/solver.sh --fast=2 --wrong --seed={seed} -n 7 {input}
`))
	if err != nil {
		t.Fatal(err)
	}
	x := &Examiner{Solvers: []backends.Backend{solver}, References: referencesForTests(), Limits: bench.Limits{Time: time.Minute}}
	trial := Trial{
		Form:  &Clauses{Variables: 3, List: [][]int32{{2, 3}, {1, -1}, {-2, 1}}},
		Asked: []Question{{Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "mine", Encoding: "pairwise"}, Seed: 3, Verbatim: true}},
	}
	e := x.Examine(t.Context(), trial)
	if len(e.Findings) != 1 || e.Findings[0].Class != WrongNone {
		t.Fatalf("%+v", e)
	}
	s := x.Shrink(t.Context(), e.Findings[0], 2)
	q := s.Trial.Asked[0]
	if q.Command != "sh {folder}/solver.sh --wrong {input}" || !q.Verbatim || q.Seed != 0 || !s.Minimal {
		t.Errorf("%+v", q)
	}
	if text := string(s.Trial.Form.Text()); text != "p cnf 1 1\n1 -1 0\n" {
		t.Errorf("not the smallest: %s", text)
	}
	f := &Folder{Dir: t.TempDir(), Versions: map[string]string{}}
	if err := f.Open(); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	written, err := f.Write(t.Context(), x, s)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(written.Folder, "README.md"))
	if want := "`sh {folder}/solver.sh --wrong {input}`; `input.cnf` is its input, unchanged."; err != nil || !strings.Contains(string(page), want) {
		t.Errorf("the README lacks %q: %v\n%s", want, err, page)
	}
	again, err := f.Corpus()
	if err != nil || len(again) != 1 || again[0].Asked[0] != q {
		t.Errorf("%v: %+v", err, again)
	}
}
