package proof

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// Random covers, bounds and a budget are refuted, with a valid proof, exactly if they have no
// solution.
func TestRefuteCovering(t *testing.T) {
	refuted, length := 0, 0 // total length of the proofs
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 18))
		n := 1 + r.IntN(12)
		f := encode.NewPB(n)
		some := func(coefficient int64, one int) (terms []encode.PBTerm) {
			for v := range n {
				if r.IntN(one) == 0 {
					terms = append(terms, encode.PBTerm{Coefficient: coefficient, Variable: int32(v + 1)})
				}
			}
			return terms
		}
		for range 1 + r.IntN(2*n) {
			if terms := some(1, 2+r.IntN(2)); len(terms) > 0 {
				f.Add(encode.PBConstraint{Terms: terms, Bound: 1})
			}
		}
		for range r.IntN(3) {
			if terms := some(-1, 2); len(terms) > 1 && len(terms) < n {
				f.Add(encode.PBConstraint{Terms: terms, Bound: -int64(1 + r.IntN(len(terms)-1))})
			}
		}
		budget := int64(r.IntN(6))
		if r.IntN(2) == 0 {
			f.Add(encode.PBConstraint{Terms: some(1, 1), Equal: true, Bound: budget})
		} else {
			f.Add(encode.PBConstraint{Terms: some(-1, 1), Bound: -budget})
		}
		var out bytes.Buffer
		err := RefuteCovering(t.Context(), f, &out)
		switch solvable := covered(f, n); {
		case errors.Is(err, ErrNotRefuted):
			if !solvable && !f.Constraints()[len(f.Constraints())-1].Equal { // the search does not use a lower bound of the number of pieces
				t.Fatalf("seed %d: not refuted", seed)
			}
		case err != nil:
			t.Fatal(err)
		case solvable:
			t.Fatalf("seed %d: it has a solution", seed)
		default:
			refuted++
			length += out.Len()
			if result, err := CheckPB(t.Context(), f, &out); err != nil || !result.Verified {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	// A search that tries less, or a proof that deletes less, is longer but still valid.
	if refuted != 364 || length != 56106 {
		t.Errorf("%d refuted in %d bytes: are these other proofs?", refuted, length)
	}
}

// covered reports whether constraints have a solution.
func covered(f *encode.PB, n int) bool {
	for set := range uint64(1) << n {
		if !slices.ContainsFunc(f.Constraints(), func(c encode.PBConstraint) bool {
			sum := int64(0)
			for _, t := range c.Terms {
				sum += t.Coefficient * int64(set>>(t.Variable-1)&1)
			}
			return sum < c.Bound || c.Equal && sum > c.Bound
		}) {
			return true
		}
	}
	return false
}

// certifyCovering writes a certificate of the fewest pieces and of all solutions with them.
func certifyCovering(t *testing.T, p nqueens.Problem, split Split) (folder string, ways int64, err error) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "certificate")
	ways, err = CoveringCertificate(t.Context(), folder, p, func() (best nqueens.Solution, err error) {
		for k := 1; best == nil && err == nil; k++ {
			f, failed := newPlanesOf(t.Context(), p.WithPieces(*nqueens.Exactly(k)))
			if err = failed; err == nil {
				err = f.search(t.Context(), func(s nqueens.Solution) error { best = s; return nil })
			}
		}
		return best, err
	}, true, split)
	return folder, ways, err
}

// The number of ways to dominate a board is certified by cutting planes.
func TestCoveringCertificate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		problem string
		ways    int64
	}{
		{"domination(1)", 1}, {"domination(4)", 12}, {"domination(5)", 186}, {"domination(7)", 86}, {"domination(33, files=2)", 1089}, {"total-domination(5)", 70},
		{"independent-domination(5)", 16}, {"independent-domination(9)", 92}, {"rook-domination(3)", 48}, {"torus-domination(3)", 9}, {"domination(5, given=a1)", 0}, {"domination(4, files=3)", 0},
	} {
		p := problem(t, tt.problem)
		for split := range MaxSplit + 1 {
			if split > 0 && p.N+split > 5 { // hundreds of files
				continue
			}
			folder, ways, err := certifyCovering(t, p, Split{Pieces: split})
			if err != nil {
				t.Errorf("%s, split by %d: %v", tt.problem, split, err)
				continue
			}
			got, err := VerifyCount(t.Context(), folder, family.All())
			if err != nil || got.Solutions != ways || tt.ways > 0 && ways != tt.ways || !got.Proof.Verified {
				t.Errorf("%s, split by %d: %d ways, checked: %+v, %v", tt.problem, split, ways, got, err)
			}
			if best, err := VerifyOptimum(t.Context(), folder, family.All()); err != nil || !best.Proof.Verified || (best.Cubes > 1) != (split > 0) {
				t.Errorf("%s, split by %d: %+v, %v", tt.problem, split, best, err)
			}
		}
	}
	for _, name := range []string{"kings(4)", "queens(5)"} {
		if _, _, err := certifyCovering(t, problem(t, name), Split{}); err == nil {
			t.Errorf("%s is no covering, and was certified", name)
		}
	}
	// Without a bound on the pieces there is no search.
	f, err := newPlanesOf(t.Context(), problem(t, "domination(4)"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.search(t.Context(), func(nqueens.Solution) error { return nil }); !errors.Is(err, ErrNotRefuted) {
		t.Error(err)
	}
	// Constraints that the search does not use give ErrNotRefuted.
	if _, _, err := certifyCovering(t, problem(t, "domination(4, symmetric=transpose)"), Split{}); !errors.Is(err, ErrNotRefuted) {
		t.Error(err)
	}
}

// TestCoveringParts checks that each solution belongs to exactly one part.
func TestCoveringParts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"domination(4, pieces=2..4)", "total-domination(4, pieces=2..4)", "independent-domination(4, pieces=1..4)", "king-domination(4, blocked=a1, pieces=4..5)"} {
		p := problem(t, name)
		solutions, err := familytest.Solutions(p)
		if err != nil || len(solutions) < 8 {
			t.Fatalf("%s: %d solutions, %v", name, len(solutions), err)
		}
		for pieces, want := range []int{1, 2, 3} {
			parts, err := coveringParts(t.Context(), p, pieces)
			if err != nil || len(parts) < want {
				t.Fatalf("%s: %d parts, %v", name, len(parts), err)
			}
			for _, s := range solutions {
				in := 0
				for _, part := range parts {
					if part.Check(s) == nil {
						in++
					}
				}
				if in != 1 {
					t.Fatalf("%s by %d pieces: %v is in %d of %d parts", name, pieces, s, in, len(parts))
				}
			}
		}
	}
}

// TestCoveringShares checks that parts written separately make one certificate, and that a missing
// part or a wrong split gives an error.
func TestCoveringShares(t *testing.T) {
	t.Parallel()
	p, all := problem(t, "domination(5)"), t.TempDir()
	ways := int64(0)
	for share := range 3 {
		folder, n, err := certifyCovering(t, p, Split{Pieces: 1, Writes: func(part int) bool { return part%3 == share }})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := VerifyCount(t.Context(), folder, family.All()); err == nil || !strings.Contains(err.Error(), "a certificate needs fewer-") {
			t.Errorf("of one share: %v", err)
		}
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			content, err := os.ReadFile(filepath.Join(folder, file.Name()))
			if err == nil {
				err = os.WriteFile(filepath.Join(all, file.Name()), content, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		ways += n
	}
	if got, err := VerifyCount(t.Context(), all, family.All()); err != nil || got.Solutions != 186 || ways != 186 {
		t.Errorf("%d ways, checked: %+v, %v", ways, got, err)
	}
	other, err := os.ReadFile(filepath.Join(all, "fewer-2.pbp.gz"))
	if err == nil {
		err = os.WriteFile(filepath.Join(all, "fewer-1.pbp.gz"), other, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, err := VerifyOptimum(t.Context(), all, family.All()); err == nil {
		t.Errorf("the proof of another part is taken: %+v", got)
	}
	for _, split := range []string{"3\n", "0\n", "one\n", ""} {
		if err := os.WriteFile(filepath.Join(all, SplitFile), []byte(split), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := VerifyOptimum(t.Context(), all, family.All()); err == nil || !strings.Contains(err.Error(), "split.txt: should be a number of pieces") {
			t.Errorf("split %q: %v", split, err)
		}
	}
}

// TestCoveringPartsRefused checks that problems with several kinds of pieces are rejected: a
// solution with a 2 on a1 would be in no part, so proofs of all parts would prove nothing. Without
// open squares there is one part.
func TestCoveringPartsRefused(t *testing.T) {
	t.Parallel()
	const contradiction = "pseudo-Boolean proof version 3.0\noutput NONE;\nconclusion UNSAT;\nend pseudo-Boolean proof;\n"
	certificate := func(problem string) string {
		folder := t.TempDir()
		for name, content := range map[string]string{
			ProblemFile: problem, SplitFile: "1\n", "solutions-1.txt": "", "others-1.pbp": contradiction, "solutions-2.txt": "", "others-2.pbp": contradiction,
		} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return folder
	}
	got, err := VerifyCount(t.Context(), certificate("latin-queens(5, pieces=25, given=2@a1)"), family.All()) // which has 48 solutions
	if err == nil || !strings.Contains(err.Error(), "has pieces of several kinds, and only those of one kind are split by squares") {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := VerifyCount(t.Context(), certificate("domination(1, pieces=0, blocked=a1)"), family.All()); err != nil || !got.Proof.Verified {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestBlock checks that a blocked solution is excluded and that its subsets are not.
func TestBlock(t *testing.T) {
	t.Parallel()
	f, err := newPlanesOf(t.Context(), problem(t, "domination(4)"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := nqueens.ParseSolution("a1,b3,d4")
	if err != nil || f.block(s) != nil {
		t.Fatal(err)
	}
	blocked := f.Constraints()[len(f.Constraints())-1]
	for set := range 1 << 3 {
		sum := int64(0)
		for i, at := range s {
			for _, term := range blocked.Terms {
				if term.Variable == f.number[at] {
					sum += term.Coefficient * int64(set>>i&1)
				}
			}
		}
		if (sum >= blocked.Bound) != (set != 7) || blocked.Equal || len(blocked.Terms) != 3 {
			t.Errorf("%+v with pieces %b", blocked, set)
		}
	}
	if f.solutions != 1 {
		t.Errorf("%d solutions", f.solutions)
	}
}

// A missing, repeated or worse solution, and a proof of another claim, are rejected.
func TestCoveringCertificateRefused(t *testing.T) {
	folder, _, err := certifyCovering(t, problem(t, "domination(5)"), Split{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		file   string
		change func(content string) string
		want   string
	}{
		{SolutionsFile, func(s string) string { _, rest, _ := strings.Cut(s, "\n"); return rest }, "the formula has"},
		{SolutionsFile, func(s string) string {
			first, rest, _ := strings.Cut(s, "\n")
			return first + "\n" + first + "\n" + rest
		}, "stands in line 1 already"},
		{SolutionsFile, func(s string) string { return "a1,b1\n" + s }, "is no solution"},
		{SolutionFile, func(string) string { return "a1,b3,c5,d2,e4" }, "fewer.pbp"},
		{ProblemFile, func(string) string { return "domination(4)" }, "is no solution"},
		{ProblemFile, func(string) string { return "domination(5, pieces=3..4)" }, "one fixed number of pieces"},
	} {
		changed := t.TempDir()
		if err := os.CopyFS(changed, os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(changed, tt.file)
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(tt.change(string(content))), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := VerifyCount(t.Context(), changed, family.All()); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s changed: %+v, %v; should have: %s", tt.file, got, err, tt.want)
		}
	}
	proofs := func(a, b string) error {
		content, err := os.ReadFile(filepath.Join(folder, b+".gz"))
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, a+".gz"), content, 0o600)
	}
	if err := proofs(OthersFile, FewerFile); err != nil {
		t.Fatal(err)
	}
	if got, err := VerifyCount(t.Context(), folder, family.All()); err == nil {
		t.Errorf("another proof is taken: %+v", got)
	}
}
