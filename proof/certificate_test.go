package proof

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
)

func certify(t testing.TB, name string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "certificate")
	if _, err := CountCertificate(context.Background(), folder, problem(t, name), nil, nil); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestCertificate(t *testing.T) {
	for name, want := range map[string]int64{
		"queens(1)": 1, "queens(2)": 0, "queens(3)": 0, "queens(4)": 2, "queens(6)": 4, "queens(8)": 92, // A000170
		"torus(5)": 10, "torus(6)": 0, "torus(7)": 28, // A007705, and Pólya
		"rooks(5)": 120, "superqueens(8)": 0, "superqueens(10)": 4, // A000142, A051223
		"queens(8, symmetric=half-turn)":  4, // A032522
		"queens(8, given=a1)":             4, // the published solutions with a queen in the corner
		"queens(4, given=a1)":             0,
		"queens(4, given=a2, blocked=a2)": 0,
	} {
		folder := certify(t, name)
		got, err := VerifyCount(context.Background(), folder, family.All())
		if err != nil || got.Solutions != want || !got.Proof.Verified || got.Formula.Derived != 0 || got.Problem.String() != name {
			t.Errorf("%s: %+v, %v; want %d", name, got, err, want)
		}
	}
}

func read(t testing.TB, folder, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Errors in a certificate of six queens, and the message for each.
func TestCertificateRefused(t *testing.T) {
	const solutions = "a2,b4,c6,d1,e3,f5\na3,b6,c2,d5,e1,f4\na4,b1,c5,d2,e6,f3\na5,b3,c1,d6,e4,f2\n"
	folder := certify(t, "queens(6)")
	if got := strings.Split(strings.TrimSpace(read(t, folder, SolutionsFile)), "\n"); strings.Join(slices.Sorted(slices.Values(got)), "\n")+"\n" != solutions {
		t.Fatalf("solutions\n%q", got)
	}
	replace := func(old, new string) func(string) string {
		return func(s string) string { return strings.Replace(s, old, new, 1) }
	}
	always := func(s string) func(string) string { return func(string) string { return s } }
	for _, test := range []struct {
		file   string
		change func(string) string
		want   string
	}{
		{SolutionsFile, replace("a3,b6,c2,d5,e1,f4\n", ""), "proof.drat: proof, line "},
		{SolutionsFile, always(""), "proof.drat: proof, line "},
		{SolutionsFile, replace("a3,b6,c2,d5,e1,f4", "b4,a2,c6,d1,e3,f5"), "solutions.txt: line "},
		{SolutionsFile, replace("a3,b6,c2,d5,e1,f4", "a3,b6,c2,d5,e1,f5"), "solutions.txt: line "},
		{SolutionsFile, func(s string) string { return s + "a1\n" }, "solutions.txt: line 5: a1 is no solution: 1 piece"},
		{SolutionsFile, func(s string) string { return s + "\n" }, "solutions.txt: line 5:  is no solution"},
		{SolutionsFile, func(s string) string { return s + "7,a\n" }, "solutions.txt: line 5: "},
		{SolutionsFile, func(s string) string { return s + strings.Repeat("a1,", 1<<19) }, "solutions.txt: line 5: too long"},
		{ProblemFile, always("queens(7)\n"), "formula.cnf: its comments"},
		{ProblemFile, always("torus(6)\n"), "solutions.txt: line 1: "},
		{ProblemFile, always("superqueens(6)\n"), "solutions.txt: line 1: "},
		{ProblemFile, always("rooks(6)\n"), "does not follow from the rules of the piece"},
		{ProblemFile, always("queens(6, given=a2)\n"), "is no solution: no piece stands on the given square a2"},
		{ProblemFile, always("queens(6, blocked=a1)\n"), "formula.cnf: its comments"},
		{ProblemFile, always("chess\n"), "problem.txt: problem \"chess\""},
		{ProblemFile, always("queens(200)\n"), "up to 128"},
		{FormulaFile, always("p cnf 1 1\n1 0\n"), "formula.cnf: its comments"},
		{FormulaFile, replace("\n-1 -2 0\n", "\n-1 -9 0\n"), "clause 1, clause -1 -9 0, does not follow from the rules"},
		{FormulaFile, replace("\n-1 -2 0\n", "\n37 -9 0\n"), "formula.cnf: DIMACS, line "},
		{FormulaFile, replace("a1 b1", "b1 a1"), "formula.cnf: its comments"},
		{FormulaFile, replace("p cnf", "p dnf"), "formula.cnf: DIMACS, line "},
		{ProofFile, func(s string) string { return s[:len(s)/2] }, "proof.drat: proof, line "},
		{ProofFile, always("0\n"), "proof.drat: proof, line 1: the empty clause does not follow"},
		{ProofFile, always(""), "proof.drat: proof, line 1: the proof ends without the empty clause"},
	} {
		changed := t.TempDir()
		for _, name := range []string{ProblemFile, FormulaFile, SolutionsFile, ProofFile} {
			before := read(t, folder, name)
			after := before
			if name == test.file {
				if after = test.change(before); after == before {
					t.Fatalf("nothing changed for %q", test.want)
				}
			}
			if err := os.WriteFile(filepath.Join(changed, name), []byte(after), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := VerifyCount(context.Background(), changed, family.All())
		if err == nil || !strings.Contains(err.Error(), test.want) || got.Solutions != 0 {
			t.Errorf("%s: %+v, %v; want %q", test.file, got, err, test.want)
		}
	}
	for _, name := range []string{ProblemFile, FormulaFile, SolutionsFile, ProofFile} {
		path := filepath.Join(folder, name)
		if err := os.Rename(path, path+"~"); err != nil {
			t.Fatal(err)
		}
		if _, err := VerifyCount(context.Background(), folder, family.All()); err == nil || err.Error() != folder+": a certificate needs "+name+": file does not exist" {
			t.Errorf("without %s: %v", name, err)
		}
		if err := os.Rename(path+"~", path); err != nil {
			t.Fatal(err)
		}
	}
}

// Solutions and proof may come from elsewhere, and errors of a prover are returned.
func TestCertificateFromElsewhere(t *testing.T) {
	ctx := context.Background()
	p := problem(t, "queens(4)")
	solutions := []nqueens.Solution{parse(t, "c1,a2,d3,b4"), parse(t, "b1,d2,a3,c4")}
	clauses := 0
	prover := func(ctx context.Context, f *encode.CNF, out io.Writer) error {
		clauses = f.NumClauses()
		return Refute(ctx, f, out)
	}
	folder := t.TempDir()
	if n, err := CountCertificate(ctx, folder, p, slices.Values(solutions), prover); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	got, err := VerifyCount(ctx, folder, family.All())
	if err != nil || got.Solutions != 2 || got.Formula.Clauses+2 != clauses {
		t.Errorf("%+v, %v, %d clauses given to the prover", got, err, clauses)
	}
	for want, try := range map[string]struct {
		solutions []nqueens.Solution
		prove     Prover
	}{
		"proof.drat: the formula is satisfiable": {solutions[:1], nil},
		"has no variable in the formula":         {[]nqueens.Solution{parse(t, "e5")}, nil},
		"has a piece on 1":                       {[]nqueens.Solution{parse(t, "1,b4,c1,d3")}, nil},
		"no disk":                                {nil, func(context.Context, *encode.CNF, io.Writer) error { return fmt.Errorf("no disk") }},
	} {
		var all func(func(nqueens.Solution) bool)
		if try.solutions != nil {
			all = slices.Values(try.solutions)
		}
		if _, err := CountCertificate(ctx, t.TempDir(), p, all, try.prove); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := CountCertificate(stopped, t.TempDir(), problem(t, "queens(12)"), nil, nil); err == nil {
		t.Error("the end of the context is not seen")
	}
	if _, err := VerifyCount(stopped, folder, family.All()); err == nil {
		t.Error("the end of the context is not seen")
	}
}

func parse(t testing.TB, text string) nqueens.Solution {
	t.Helper()
	var s nqueens.Solution
	if err := s.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return s
}

// cadical returns a Prover that runs cadical, which writes a proof in text unless binary is set.
func cadical(t testing.TB, binary bool) Prover {
	t.Helper()
	path, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("cadical is not installed")
	}
	return func(ctx context.Context, f *encode.CNF, out io.Writer) error {
		folder := t.TempDir()
		formula, proof := filepath.Join(folder, "f.cnf"), filepath.Join(folder, "f.drat")
		var text strings.Builder
		if err := f.WriteDIMACS(&text); err != nil {
			return err
		}
		if err := os.WriteFile(formula, []byte(text.String()), 0o666); err != nil {
			return err
		}
		args := []string{"-q", formula, proof}
		if !binary {
			args = append(args, "--no-binary")
		}
		err := exec.CommandContext(ctx, path, args...).Run()
		if status, ok := err.(*exec.ExitError); !ok || status.ExitCode() != 20 {
			return fmt.Errorf("cadical says %v: %w", err, ErrSatisfiable)
		}
		b, err := os.ReadFile(proof)
		if err != nil {
			return err
		}
		_, err = out.Write(b)
		return err
	}
}

func TestCertificateByCadical(t *testing.T) {
	for _, binary := range []bool{false, true} {
		prover := cadical(t, binary)
		folder := t.TempDir()
		if _, err := CountCertificate(context.Background(), folder, problem(t, "queens(8)"), nil, prover); err != nil {
			t.Fatal(err)
		}
		got, err := VerifyCount(context.Background(), folder, family.All())
		if err != nil || got.Solutions != 92 || got.Proof.Missing != 0 || (got.Proof.Format == Binary) != binary {
			t.Errorf("%+v, %v", got, err)
		}
	}
}
