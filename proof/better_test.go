package proof

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestBetter checks that the formula of a better solution has a model exactly if a solution with a
// better number of pieces exists.
func TestBetter(t *testing.T) {
	for _, test := range []struct {
		name string
		best int
	}{
		{"kings(1)", 1}, {"kings(2)", 1}, {"kings(3)", 4}, {"bishops(3)", 4}, {"knights(3)", 5}, {"knights(2)", 4}, {"rooks(2)", -1},
		{"kings(2, blocked=a1+a2+b1+b2)", 0},
		{"domination(1)", 1}, {"domination(3)", 1}, {"domination(4)", 2}, {"king-domination(4)", 4}, {"rook-domination(3)", 3},
		{"domination(4, given=a1)", 2}, {"fewest-pawns(4, more=0)", 0}, {"fewest-pawns(5, more=0)", 0},
	} {
		p := problem(t, test.name)
		if test.best < 0 {
			if err := objective(p); err == nil {
				t.Errorf("%s has an objective", test.name)
			}
			continue
		}
		for pieces := 0; pieces <= p.Room(); pieces++ {
			f, err := better(t.Context(), p, pieces)
			if err != nil {
				t.Fatal(err)
			}
			err = Refute(t.Context(), f, io.Discard)
			if err != nil && !errors.Is(err, ErrSatisfiable) {
				t.Fatal(err)
			}
			if exists := p.Goal().Better(test.best, pieces); exists != (err != nil) {
				t.Errorf("%s: there is a better solution than one with %d pieces: %v, as the formula says: %v", test.name, pieces, exists, err != nil)
			}
		}
	}
}

// TestFewestCertified checks that a smallest number of pieces can also be certified by a formula,
// and that a larger number is rejected.
func TestFewestCertified(t *testing.T) {
	for name, pieces := range map[string]int{"domination(3)": 1, "domination(4)": 2, "king-domination(3)": 1, "rook-domination(2)": 2} {
		solution := found(t, problem(t, name)).String()
		for split := range 2 {
			got, err := VerifyOptimum(t.Context(), certifyOptimum(t, name, solution, split), family.All())
			if err != nil || !got.Proof.Verified || got.Pieces != pieces {
				t.Errorf("%s split %d: %+v, %v", name, split, got, err)
			}
		}
	}
	solve := func() (nqueens.Solution, error) { return parse(t, "a1,a2,b1"), nil }
	if err := OptimumCertificate(t.Context(), filepath.Join(t.TempDir(), "c"), problem(t, "domination(2)"), solve, nil, Split{}); !errors.Is(err, ErrSatisfiable) {
		t.Errorf("three queens where one will do: %v", err)
	}
}

// found returns a best solution, by trying numbers of pieces.
func found(t *testing.T, p nqueens.Problem) (s nqueens.Solution) {
	t.Helper()
	for k := 1; s == nil; k++ {
		f, err := newPlanesOf(t.Context(), p.WithPieces(*nqueens.Exactly(k)))
		if err == nil {
			err = f.search(t.Context(), func(best nqueens.Solution) error { s = best; return nil })
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestSplitProof checks that the proof of an optimum consists of the proofs of all cubes, that some
// may be written separately, and that files of other certificates are ignored.
func TestSplitProof(t *testing.T) {
	whole := certifyOptimum(t, "kings(4)", "a1,a3,c1,c3", 1)
	got, err := VerifyOptimum(t.Context(), whole, family.All())
	if err != nil || got.Cubes < 3 {
		t.Fatalf("%+v, %v", got, err)
	}
	p := problem(t, "kings(4)")
	f, err := better(t.Context(), p, 4)
	if err != nil {
		t.Fatal(err)
	}
	cubes, err := splitCubes(t.Context(), f, 1)
	if err != nil {
		t.Fatal(err)
	}
	var steps, bytes int64
	for i := range got.Cubes {
		if err := folderAt(whole).open(CubeFile(i+1), func(r io.Reader) error {
			result, err := Check(t.Context(), inCube(f, cubes, i), r)
			steps, bytes = steps+result.Steps, bytes+result.Bytes
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if got.Proof.Steps != steps || got.Proof.Bytes != bytes || steps == 0 {
		t.Errorf("%d steps and %d bytes were checked, of %d and %d", got.Proof.Steps, got.Proof.Bytes, steps, bytes)
	}

	solve := func() (nqueens.Solution, error) { return parse(t, "a1,a3,c1,c3"), nil }
	part := filepath.Join(t.TempDir(), "part")
	if err := OptimumCertificate(t.Context(), part, p, solve, nil, Split{Pieces: 1, Writes: func(part int) bool { return part == 2 }}); err != nil {
		t.Fatal(err)
	}
	written, err := filepath.Glob(filepath.Join(part, "cube-*"))
	if err != nil || len(written) != 1 || !strings.HasPrefix(filepath.Base(written[0]), CubeFile(2)) {
		t.Errorf("of part 2 are written: %q, %v", written, err)
	}
	if _, err := VerifyOptimum(t.Context(), part, family.All()); err == nil || !strings.Contains(err.Error(), "needs "+CubeFile(1)) {
		t.Errorf("one part alone: %v", err)
	}

	for _, name := range []string{FewerFile, SplitFile} {
		if err := os.WriteFile(filepath.Join(whole, name), []byte("0\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := VerifyOptimum(t.Context(), whole, family.All()); err != nil {
		t.Errorf("beside files that say that there are no fewer: %v", err)
	}
}

// TestCountNeedsAllPieces checks that no count is certified if only some pieces count or their
// number may vary, because a clause against a solution would exclude others too.
func TestCountNeedsAllPieces(t *testing.T) {
	for name, certified := range map[string]bool{
		"kings(3, pieces=2)": true, "kings(3, pieces=2..3)": false, "kings(3, pieces=..2)": false,
		"peaceable(3, pieces=1)": false, "fewest-pawns(3, pieces=1)": false, "queens-knights(3, pieces=1)": false,
	} {
		n, err := CountCertificate(t.Context(), filepath.Join(t.TempDir(), "c"), problem(t, name), nil, nil)
		if (err == nil) != certified || err != nil && !strings.Contains(err.Error(), "one fixed number of pieces") {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
}

// TestForgotten checks that deleted constraints are eventually removed from memory.
func TestForgotten(t *testing.T) {
	c := newPlanes(2)
	for n := range 20_000 {
		s := c.sum()
		s.term(0, 1, 1)
		s.term(1, 1, 1)
		s.least(1, 1)
		c.add(s)
		if n >= 10 {
			c.delete(n - 10)
		}
	}
	kept := 0
	for _, lists := range c.uses {
		for _, list := range lists {
			kept += len(list)
		}
	}
	if c.alive != 10 || c.live != 20 || kept > 1<<13 || !c.follows(atLeastOne(c)) {
		t.Errorf("%d constraints are alive, of %d terms, and %d are kept", c.alive, c.live, kept)
	}
	for n := 20_000 - 10; n < 20_000; n++ {
		c.delete(n)
	}
	if c.alive != 0 || c.live != 0 || c.follows(atLeastOne(c)) {
		t.Errorf("%d constraints are alive, of %d terms, and what they say still follows", c.alive, c.live)
	}
}

func atLeastOne(c *planes) *sum {
	s := c.sum()
	s.term(0, 1, 1)
	s.term(1, 1, 1)
	s.least(1, 1)
	return s
}
