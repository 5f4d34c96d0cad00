package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"nqueens"
	"nqueens/encode"
)

// TestCheckPBRefused checks the error of each rule for missing operands, and the limits.
func TestCheckPBRefused(t *testing.T) {
	const all = "pol 1 2 + 3 + 4 + 5 +;"
	operands := func(n int) string { return "pol" + strings.Repeat(" 1", n) + strings.Repeat(" +", n-1) + ";" }
	for _, c := range []struct{ steps, wrong string }{
		{all + "output NONE;conclusion UNSAT : 8; end pseudo-Boolean proof;", ""},
		{"f;" + all + proofEnd(8), ""},
		{"f seven;", `"seven": should be a number`},
		{"f 7 8;", `"8": should be ";"`},
		{"pol 1 +;", "+ has too few operands"},
		{"pol 1 *;", "* has too few operands"},
		{"pol s;", "s has too few operands"},
		{"pol 1 s;" + all + proofEnd(9), ""},
		{"pol 1 1 2 + d;", "d should come after a number above 0"},
		{"pol 1 x1 d;", "d should come after a number above 0"},
		{"pol 1 0 d;", "d should come after a number above 0"},
		{"pol 1 1 d;" + all + proofEnd(9), ""},
		{"pol 1 ~x1 w;", "w should come after a variable"},
		{"pol 1 2 w;", "w should come after a variable"},
		{"pol 1 2 3 + w;", "w should come after a variable"},
		{"pol 9 1 +;", "constraint 9: there are 7"},
		{"pol 9 1 2 + +;", "constraint 9: there are 7"},
		{"pol 1 9 +;", "constraint 9: there are 7"},
		{"pol 9;", "constraint 9: there are 7"},
		{"pol 0;", "constraint 0: there are 7"},
		{"pol -8;", "constraint -8: there are 7"},
		{"pol -7;" + all + proofEnd(9), ""},
		{"pol x8;", "should be a constraint's number, a literal of x1 to x7"},
		{"pol x0;", "should be a constraint's number"},
		{"pol x;", "should be a constraint's number"},
		{"pol ~;", "should be a constraint's number"},
		{"pol y1;", "should be a constraint's number"},
		{operands(100) + all + proofEnd(9), ""},
		{operands(101), "more than 100 operands wait to be added"},
		{"pol 1 4611686018427387904 *;pol 1;", "become larger"},
		{"pol 1 4611686018427387905 *;", "should be a constraint's number"},
		{"rup many x1 >= 1;", `"many": should be a number`},
		{"rup 1 x1 >= one;", `"one": should be a number`},
		{"rup 1 x1 >= 1 1;", `"1": should be the ; that ends the rule`},
		{"rup 1 x1 1 x2 >= 1 : 1 2", `"": should be the ; that ends the rule`},
		{"rup 1 x1 1 x2 >= 1 : 1 2;" + all + proofEnd(9), ""},
		{"rup 4000000000000000000 ~x1 >= -4000000000000000000;", "become larger"},
		{"rup 4000000000000000000 ~x1 4000000000000000000 ~x2 >= 0;", "become larger"},
		{"del 1;", `"1": should be "id"`},
		{"del id one;", `"one": should be a number`},
		{"del id 8;", "constraint 8: there are 7"},
		{"del id 1 1;", "constraint 1 was deleted"},
		{all + "output NONE;conclusion UNSAT : last;", `"last": should be a number`},
		{all + "del id 8;output NONE;conclusion UNSAT : 8;", "constraint 8 was deleted"},
		{all + "output NONE;conclusion UNSAT : 8 9;", `"9": should be the ; that ends the conclusion`},
		{all + "output NONE;conclusion UNSAT : 8; end proof;", `"proof": should be "pseudo-Boolean"`},
		{"output NONE;conclusion UNSAT;", "the constraints are no contradiction by unit propagation"},
		{"rup 1 ~x1 >= 1;output NONE;conclusion UNSAT; end pseudo-Boolean proof;", ""},
		{strings.Repeat("p", 64) + ";", `p": should be a rule`},
		{strings.Repeat("p", 65) + ";", "a word is longer than 64 bytes"}, // longer than any word
	} {
		result, err := CheckPB(t.Context(), pigeons(), strings.NewReader("pseudo-Boolean proof version 3.0\n"+c.steps))
		if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) || result.Verified != (err == nil) {
			t.Errorf("%s: %+v, %v, should be %q", c.steps, result, err, c.wrong)
		}
	}
	if result, err := CheckPB(t.Context(), pigeons(), iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(proofHead)))); !errors.Is(err, iotest.ErrTimeout) || result.Verified || !strings.HasPrefix(err.Error(), "reading the proof: ") {
		t.Errorf("a reader that fails: %+v, %v", result, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if result, err := CheckPB(ended, pigeons(), strings.NewReader(proofHead+all+proofEnd(8))); !errors.Is(err, context.Canceled) || result.Verified {
		t.Errorf("it has ended: %+v, %v", result, err)
	}
}

// TestCheckPBCounts checks the counts in the Result.
func TestCheckPBCounts(t *testing.T) {
	text := proofHead + "pol 1 2 + 3 + 4 + 5 +;\npol 1;\ndel id 1 9;\nrup 1 x3 1 x4 >= 1;\n" + proofEnd(8)
	result, err := CheckPB(t.Context(), pigeons(), strings.NewReader(text))
	result.Propagations = 0
	want := Result{Verified: true, Format: VeriPB, Lines: 9, Steps: 6, Bytes: int64(len(text)) - 1, Additions: 3, Deletions: 2, Clauses: 9}
	if err != nil || result != want {
		t.Errorf("%+v, %v\nwant %+v", result, err, want)
	}
	wrong := &Error{}
	_, err = CheckPB(t.Context(), pigeons(), strings.NewReader(proofHead+"pol 1;\npol 9;"))
	if !errors.As(err, &wrong) || wrong.Line != 4 || wrong.Step != 3 || err.Error() != "proof, line 4: constraint 9: there are 8" || wrong.In("p.pbp") != "p.pbp:4: constraint 9: there are 8" {
		t.Errorf("%+v", wrong)
	}
	binary := &Error{Format: Binary, Step: 3, Offset: 17, Why: "so"}
	if binary.Error() != "proof, step 3 at byte 17: so" || binary.In("p.drat") != "p.drat: step 3 at byte 17: so" {
		t.Errorf("%v, %s", binary, binary.In("p.drat"))
	}
}

// TestNoFormula checks constraints and clauses that cannot be loaded.
func TestNoFormula(t *testing.T) {
	for _, c := range []struct {
		term  encode.PBTerm
		bound int64
		equal bool
		wrong string
	}{
		{encode.PBTerm{Coefficient: 1, Variable: 3}, 1, false, "a constraint has the term 1 x3, which is too large or of no variable"},
		{encode.PBTerm{Coefficient: 1, Variable: 0}, 1, false, "a constraint has the term 1 x0, which is too large or of no variable"},
		{encode.PBTerm{Coefficient: math.MaxInt64, Variable: 1}, 1, false, "which is too large"},
		{encode.PBTerm{Coefficient: 1, Variable: 1}, math.MaxInt64, false, "a constraint has the bound 9223372036854775807, which is too large"},
		{encode.PBTerm{Coefficient: 1, Variable: 2}, 1, true, "the proof ends without a conclusion"},
	} {
		f := encode.NewPB(2)
		f.Add(encode.PBConstraint{Terms: []encode.PBTerm{c.term}, Bound: c.bound, Equal: c.equal})
		f.Variables = 2 // independent of its terms
		if result, err := CheckPB(t.Context(), f, strings.NewReader("pseudo-Boolean proof version 3.0\n")); err == nil || !strings.Contains(err.Error(), c.wrong) || result.Verified {
			t.Errorf("%+v: %v, should be %q", c, err, c.wrong)
		}
	}
	for _, l := range []int32{0, math.MinInt32} {
		f := encode.NewCNF(2)
		f.Add(1, l)
		if _, err := Check(t.Context(), f, strings.NewReader("0\n")); err == nil || err.Error() != fmt.Sprintf("the formula has the literal %d, which no variable has", l) {
			t.Error(err)
		}
	}
}

// TestLongClauses checks that a message shows the first literals of a clause.
func TestLongClauses(t *testing.T) {
	clause := []int32{1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
	for n, want := range map[int]string{0: "the empty clause", 2: "clause 1 -2 0", 12: "clause 1 -2 3 4 5 6 7 8 9 10 11 12 0", 13: "clause 1 -2 3 4 5 6 7 8 9 10 11 12 … (13 literals)"} {
		if got := text(clause[:n]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestFits checks the limits of the length of a clause and of all clauses together.
func TestFits(t *testing.T) {
	t.Parallel()
	c := newClauses()
	for n, want := range map[int]bool{0: true, maxLength: true, maxLength + 1: false} {
		if c.fits(n) != want {
			t.Errorf("a clause of %d literals: %v", n, !want)
		}
	}
}

// TestComparePB checks that the constraints of a problem, whole and reduced, are accepted, and no
// others.
func TestComparePB(t *testing.T) {
	for _, name := range []string{"queens(5)", "queens(5, given=a1)", "torus(5, given=a1)"} {
		p := problem(t, name)
		m, err := p.Model()
		if err != nil {
			t.Fatal(err)
		}
		reduced, err := PBOf(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []*encode.PB{encode.PBFromModel(m), reduced} {
			if c, err := ComparePB(t.Context(), p, f); err != nil || c.Clauses == 0 {
				t.Errorf("%s: %+v, %v", name, c, err)
			}
		}
		more := encode.PBFromModel(m)
		more.Add(encode.PBConstraint{Terms: []encode.PBTerm{{Coefficient: 1, Variable: 1}}, Bound: 1})
		if _, err := ComparePB(t.Context(), p, more); err == nil || !errors.As(err, new(*Mismatch)) || !strings.HasPrefix(err.Error(), "its constraints are not those of "+p.Short()) {
			t.Errorf("%s with a constraint more: %v", name, err)
		}
	}
	if _, err := ComparePB(t.Context(), problem(t, "queens(6)"), encode.NewPB(36)); !errors.As(err, new(*Mismatch)) {
		t.Errorf("no constraints: %v", err)
	}
	bare := problem(t, "peaceable(3)")
	f, err := PBOf(bare)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ComparePB(t.Context(), bare, f); err == nil || errors.As(err, new(*Mismatch)) {
		t.Errorf("what no rules tell is compared: %v", err)
	}
}

// TestCoveringRefused checks problems for which no cutting-planes certificate can be made, and that
// nothing written remains.
func TestCoveringRefused(t *testing.T) {
	dominated := problem(t, "domination(4)")
	failed := errors.New("nothing found")
	none := func() (nqueens.Solution, error) { return nil, failed }
	empty := func() (nqueens.Solution, error) { return nqueens.Solution{}, nil }
	ended, end := context.WithCancel(t.Context())
	end()
	folder := filepath.Join(t.TempDir(), "certificate")
	for want, try := range map[string]func() error{
		"the family queens has no objective": func() error {
			_, err := CoveringCertificate(t.Context(), folder, problem(t, "queens(4)"), none, false, Split{})
			return err
		},
		"asks for the most pieces": func() error {
			_, err := CoveringCertificate(t.Context(), folder, problem(t, "peaceable(4)"), none, false, Split{})
			return err
		},
		"nothing found": func() error {
			_, err := CoveringCertificate(t.Context(), folder, dominated, none, false, Split{})
			return err
		},
		"the best number of pieces is 0": func() error {
			_, err := CoveringCertificate(t.Context(), folder, dominated, empty, false, Split{})
			return err
		},
		"context canceled": func() error {
			_, err := CoveringCertificate(ended, folder, dominated, func() (nqueens.Solution, error) { return parse(t, "a1,c3"), nil }, true, Split{})
			return err
		},
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%s: something stays in the folder", want)
		}
	}
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := CoveringCertificate(t.Context(), full, dominated, none, false, Split{}); !errors.Is(err, ErrNotEmpty) {
		t.Error(err)
	}
	f, err := newPlanesOf(t.Context(), dominated)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.block(parse(t, "e5")); err == nil || f.solutions != 0 || !strings.HasSuffix(err.Error(), "has a piece on e5, which is closed") {
		t.Errorf("%v, %d", err, f.solutions)
	}
	cut := errors.New("no room")
	if err := (&certificate{path: t.TempDir()}).write("x", func(io.Writer) error { return cut }); !errors.Is(err, cut) {
		t.Error(err)
	}
}
