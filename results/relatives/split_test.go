package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
	"nqueens/family"
)

// TestSplit checks that the formula's model splits 12 × 12, that 8 × 8 cannot be split, and that an invalid
// model gives an error.
func TestSplit(t *testing.T) {
	gini, err := backends.Named(backends.All(), "gini")
	if err != nil {
		t.Fatal(err)
	}
	for s, status := range map[split]nqueens.Status{{12, 3}: nqueens.Solved, {8, 2}: nqueens.Unsatisfiable} {
		var text bytes.Buffer
		pairwise, err := encode.EncodingNamed("pairwise")
		if err == nil {
			err = encode.FromModel(s.model(), pairwise).WriteDIMACS(&text)
		}
		if err != nil {
			t.Fatal(err)
		}
		p, err := encode.ReadProblem(family.Queens, "split.cnf", &text)
		if err != nil {
			t.Fatal(err)
		}
		o := gini.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
		if o.Status != status {
			t.Errorf("%v: %v %s", s, o.Status, o.Reason)
		}
		if o.Status != nqueens.Solved {
			continue
		}
		model := "s SATISFIABLE\nv"
		for _, at := range o.Solution {
			model += fmt.Sprint(" ", at.Variable)
		}
		board, err := s.drawn(strings.NewReader(model + strings.Repeat(" -1", 50_000) + "\nv 0\n")) // some solvers break no lines
		if err == nil {
			err = splits(board)
		}
		if err != nil {
			t.Errorf("%v: %v\n%s", s, err, board)
		}
	}
	for _, wrong := range []string{"", "s UNSATISFIABLE\n", "v 1 2 3 0\n", "v one\n"} {
		if board, err := (split{12, 3}).drawn(strings.NewReader(wrong)); err == nil {
			t.Errorf("%q is drawn as\n%s", wrong, board)
		}
	}
}

// TestParse checks the errors for sizes that cannot be split, which state what can be.
func TestParse(t *testing.T) {
	for line, want := range map[string]string{
		"18 3": "{18 3} <nil>", "34 8 drawn": "{34 8} <nil>", "2 0": "{2 0} <nil>",
		"18": "the board's files and the families are wanted", "18 3 shown": "and whether to draw", "18 3 drawn twice": "are wanted",
		"17 3": `an even number of files from 2 to 34, not "17"`, "36 3": `not "36"`, "0 0": `not "0"`, "x 3": `not "x"`,
		"18 5": `0 to 4 families of four`, "18 -1": `not "-1"`, "18 x": `not "x"`,
	} {
		s, err := parse(strings.Fields(line))
		if got := fmt.Sprint(s, " ", err); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestCommitted checks that the boards of new-terms.md are splits with each square in one solution.
func TestCommitted(t *testing.T) {
	names, err := filepath.Glob("a171760-*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err == nil {
			err = splits(string(text))
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// splits returns an error unless the text is a board divided into as many disjoint solutions as it has ranks.
func splits(text string) error {
	p, err := nqueens.ReadBoard(family.DisjointQueens, text)
	if err != nil {
		return err
	}
	s := append(nqueens.Placed(p.Given), p.Others...)
	return nqueens.Problem{Family: p.Family, N: p.N, Pieces: nqueens.Exactly(p.N)}.Check(s)
}
