package proof

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
)

// certifyOptimum writes a certificate of a problem with a solution.
func certifyOptimum(t testing.TB, name, solution string, split int) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "certificate")
	solve := func() (nqueens.Solution, error) { return parse(t, solution), nil }
	if err := OptimumCertificate(t.Context(), folder, problem(t, name), solve, nil, Split{Pieces: split}); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestOptimum(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, solution string
		pieces         int
	}{
		{"kings(1)", "a1", 1},
		{"kings(4)", "a1,a3,c1,c3", 4},
		{"bishops(3)", "a1,a2,a3,c2", 4},
		{"knights(3)", "a1,a3,c1,c3,b2", 5},
		{"kings(4, given=b2)", "b2,d1,d3,a4", 4},
		{"kings(2, blocked=a1+a2+b1+b2)", "", 0},
	} {
		for split := range 3 {
			got, err := VerifyOptimum(t.Context(), certifyOptimum(t, test.name, test.solution, split), family.All())
			if err != nil || got.Pieces != test.pieces || got.Clauses == 0 || !got.Proof.Verified || got.Problem.String() != test.name || split == 0 && got.Cubes != 1 {
				t.Errorf("%s split %d: %+v, %v", test.name, split, got, err)
			}
		}
	}
}

// Errors in a certificate of sixteen squares, and the message for each.
func TestOptimumRefused(t *testing.T) {
	t.Parallel()
	folder := certifyOptimum(t, "kings(4)", "a1,a3,c1,c3", 1)
	other := certifyOptimum(t, "knights(3)", "a1,a3,c1,c3,b2", 0)
	unpacked := func(folder, name string) (content string) {
		if err := (folderAt(folder)).open(name, func(r io.Reader) error { b, err := io.ReadAll(r); content = string(b); return err }); err != nil {
			t.Fatal(err)
		}
		return content
	}
	names := []string{ProblemFile, SolutionFile, BetterFile, CubesFile}
	for i := range strings.Count(unpacked(folder, CubesFile), "\n") - 1 {
		names = append(names, CubeFile(i+1))
	}
	certificate := func(change map[string]string) string {
		changed := t.TempDir()
		for _, name := range names {
			content, replaced := change[name]
			if !replaced {
				content = unpacked(folder, name)
			} else if content == unpacked(folder, name) {
				t.Fatalf("%s is not changed", name)
			}
			if err := os.WriteFile(filepath.Join(changed, name), []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return changed
	}
	if _, err := VerifyOptimum(t.Context(), certificate(nil), family.All()); err != nil {
		t.Fatal("unpacked:", err)
	}
	for _, test := range []struct{ file, content, want string }{
		{ProblemFile, "kings(5)\n", "better.cnf: it is not the formula that kings(5) has more than 4 pieces"},
		{ProblemFile, "knights(4)\n", "better.cnf: it is not the formula"},
		{ProblemFile, "queens(4)\n", "problem.txt: the family queens has no objective"},
		{ProblemFile, "kings(4, pieces=4)\n", "problem.txt: kings(4, pieces=4) says how many pieces there are"},
		{ProblemFile, "chess\n", "problem.txt: problem \"chess\""},
		{ProblemFile, "kings(2048)\n", "at most 16777216 are certified"},
		{SolutionFile, "a1,a3,c1\n", "better.cnf: it is not the formula that kings(4) has more than 3 pieces"},
		{SolutionFile, "a1,a3,c1,c2\n", "solution.txt: line 1: "},
		{SolutionFile, "a1,a3,c1,c3\na1,a4,c1,c3\n", "solution.txt: 2 solutions: "},
		{SolutionFile, "", "solution.txt: 0 solutions: "},
		{SolutionFile, "e5\n", "solution.txt: line 1: "},
		{BetterFile, unpacked(other, BetterFile), "better.cnf: it is not the formula"},
		{BetterFile, strings.Replace(unpacked(folder, BetterFile), "\n-1 -2 0\n", "\n-1 -3 0\n", 1), "better.cnf: it is not the formula"},
		{BetterFile, "p cnf 1 2\n1 0\n-1 0\n", "better.cnf: it is not the formula"},
		{BetterFile, "p dnf\n", "better.cnf: DIMACS, line 1"},
		{CubesFile, "p cnf 1 1\n1 0\n", "cubes.cnf: its last clause is not empty"},
		{CubesFile, "p cnf 0 0\n", "cubes.cnf: its last clause is not empty"},
		{CubesFile, "p cnf 1 2\n1 0\n0\n", "cube-1.drat: proof, line "},
		{CubesFile, "p cnf 1 1\n0\n", "cube-1.drat: proof, line "},
		{CubesFile, "p cnf 1\n", "cubes.cnf: DIMACS, line 1"},
		{CubesFile, "p cnf 1 2\n-1 0\n0\n", "cube-1.drat: "},
		{CubeFile(1), "", "cube-1.drat: proof, line 1: the proof ends without the empty clause"},
		{CubeFile(2), "0\n", "cube-2.drat: proof, line 1: the empty clause does not follow"},
		{CubeFile(2), unpacked(folder, CubeFile(2))[:40], "cube-2.drat: proof, line "},
	} {
		got, err := VerifyOptimum(t.Context(), certificate(map[string]string{test.file: test.content}), family.All())
		if err == nil || !strings.Contains(err.Error(), test.want) || got.Proof.Verified {
			t.Errorf("%s %.40q: %+v, %v; want %q", test.file, test.content, got, err, test.want)
		}
	}
	for _, name := range names {
		changed := certificate(nil)
		if err := os.Remove(filepath.Join(changed, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := VerifyOptimum(t.Context(), changed, family.All()); err == nil || err.Error() != changed+": a certificate needs "+name+": file does not exist" {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

func folderAt(path string) folder { return folder{ctx: context.Background(), path: path} }

// An error removes everything written, and no certificate is written if a better solution exists.
func TestOptimumWithoutEnd(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "c")
	kings := problem(t, "kings(3)")
	try := func(p nqueens.Problem, solution string, prove Prover) error {
		err := OptimumCertificate(t.Context(), folder, p, func() (nqueens.Solution, error) { return parse(t, solution), nil }, prove, Split{Pieces: 2})
		if _, there := os.Stat(folder); there == nil {
			t.Errorf("%v: the folder stays", p)
		}
		return err
	}
	if err := try(kings, "a1,c1", nil); err == nil || !strings.Contains(err.Error(), ErrSatisfiable.Error()) {
		t.Errorf("a better solution: %v", err)
	}
	if err := try(problem(t, "queens(4)"), "", nil); err == nil || !strings.Contains(err.Error(), "no objective") {
		t.Error(err)
	}
	if err := try(kings, "a1,a3,c1,c3", func(context.Context, *encode.CNF, io.Writer) error { return io.ErrShortWrite }); err == nil {
		t.Error("an error of the prover is not told")
	}
	if err := os.WriteFile(folder, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := OptimumCertificate(t.Context(), folder, kings, nil, nil, Split{}); err == nil {
		t.Error("a file is taken for a folder")
	}
}

// TestOptima checks the number of best solutions, also with a given piece.
func TestOptima(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, solution string
		count          int64
	}{
		{"kings(4)", "a1,a3,c1,c3", 79}, // A018807
		{"bishops(3)", "a1,a2,a3,c2", 8},
		{"knights(3)", "a1,a3,c1,c3,b2", 2}, // A289203
		{"kings(3, given=a1)", "a1,a3,c1,c3", 1},
	} {
		folder := filepath.Join(t.TempDir(), "c")
		solve := func() (nqueens.Solution, error) { return parse(t, test.solution), nil }
		n, err := OptimaCertificate(t.Context(), folder, problem(t, test.name), solve, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := VerifyCount(t.Context(), folder, family.All())
		if err != nil || n != test.count || got.Solutions != n || !got.Proof.Verified || got.Pieces == nil || got.Problem.String() != test.name {
			t.Errorf("%s: %d, %+v, %v", test.name, n, got, err)
		}
	}
	for name, want := range map[string]int64{"kings(4, pieces=2)": 78, "queens(4, pieces=3)": 24, "rooks(3, pieces=0)": 1, "queens(3, pieces=3)": 0} {
		got, err := VerifyCount(t.Context(), certify(t, name), family.All())
		if err != nil || got.Solutions != want || got.Pieces != nil {
			t.Errorf("%s: %+v, %v; want %d", name, got, err, want)
		}
	}
	if _, err := CountCertificate(t.Context(), t.TempDir(), problem(t, "kings(4, pieces=2..3)"), nil, nil); err == nil {
		t.Error("a clause against two kings forbids three")
	}
}
