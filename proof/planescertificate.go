package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/bounded"
)

// The proofs by cutting planes in a certificate that CoveringCertificate wrote, which has no
// formula: the constraints are made again from the problem.
const (
	FewerFile  = "fewer.pbp"  // that no solution has fewer pieces
	OthersFile = "others.pbp" // that none but those listed has as many
)

// CoveringCertificate is OptimumCertificate, or with count OptimaCertificate, for problems in
// which few pieces are to cover a board, with proofs by RefuteCovering: some thousand times
// shorter than those of clauses. With count it returns how many best solutions there are, which
// its own search has found.
func CoveringCertificate(ctx context.Context, folder string, p nqueens.Problem, solve func() (nqueens.Solution, error), count bool) (n int64, err error) {
	if err := objective(p); err != nil {
		return 0, err
	}
	if p.Goal() != nqueens.Fewest {
		return 0, fmt.Errorf("%v asks for the most pieces: proofs by cutting planes are for the fewest", p.Short())
	}
	c, err := newCertificate(folder)
	if err != nil {
		return 0, err
	}
	defer func() { err = c.end(err) }()
	s, err := solve()
	if err != nil {
		return 0, err
	}
	pieces := p.Counted(s)
	if err := errors.Join(c.line(ProblemFile, p), c.line(SolutionFile, s)); err != nil {
		return 0, err
	}
	f, err := fewer(ctx, p, pieces)
	if err != nil {
		return 0, err
	}
	if err := c.write(FewerFile+".gz", func(out io.Writer) error { return RefuteCovering(ctx, f.PB, out) }); err != nil || !count {
		return 0, err
	}
	if f, err = newPlanesOf(ctx, p.WithPieces(*nqueens.Exactly(pieces))); err != nil {
		return 0, err
	}
	err = c.write(SolutionsFile, func(out io.Writer) error {
		return f.search(ctx, func(s nqueens.Solution) error {
			if err := f.problem.Check(s); err != nil { // by constraints that the search makes no use of
				return fmt.Errorf("%w: %v keeps to all that the search knows, and yet %w", ErrNotRefuted, s, err)
			}
			_, err := fmt.Fprintln(out, s)
			return errors.Join(err, f.block(s))
		})
	})
	if err != nil {
		return 0, err
	}
	return f.solutions, c.write(OthersFile+".gz", func(out io.Writer) error { return RefuteCovering(ctx, f.PB, out) })
}

// planesOf is a problem as pseudo-Boolean constraints, made from its Model.
type planesOf struct {
	*encode.PB
	problem   nqueens.Problem
	number    map[nqueens.Placement]int32
	solutions int64 // that are blocked
}

func newPlanesOf(ctx context.Context, p nqueens.Problem) (f planesOf, err error) {
	f.problem, f.number = p, map[nqueens.Placement]int32{}
	if p.Family.Counts != nil {
		return f, fmt.Errorf("%w: %v does not count all pieces", ErrNotRefuted, p.Short())
	}
	f.PB, err = bounded.Do(ctx, func() (*encode.PB, error) {
		m, err := p.Model()
		if err != nil {
			return nil, err
		}
		for i, at := range m.Placements {
			f.number[at] = int32(i + 1)
		}
		return encode.PBFromModel(m), nil
	})
	return f, err
}

// fewer is that a problem has a solution with fewer pieces.
func fewer(ctx context.Context, p nqueens.Problem, pieces int) (planesOf, error) {
	if pieces == 0 {
		return planesOf{}, fmt.Errorf("%v: no solution has fewer than 0 pieces, which wants no proof", p.Short())
	}
	return newPlanesOf(ctx, p.WithPieces(nqueens.Range{Min: 0, Max: pieces - 1}))
}

// block adds that not all pieces of a solution stand there. Every other has as many.
func (f *planesOf) block(s nqueens.Solution) error {
	c := encode.PBConstraint{Bound: 1 - int64(len(s))}
	for _, at := range s {
		v, ok := f.number[at]
		if !ok {
			return fmt.Errorf("the solution %v has a piece on %v, which is closed", s, at)
		}
		c.Terms = append(c.Terms, encode.PBTerm{Coefficient: -1, Variable: v})
	}
	f.Add(c)
	f.solutions++
	return nil
}

// search visits all solutions, each once.
func (f *planesOf) search(ctx context.Context, visit func(nqueens.Solution) error) error {
	c, err := newCovering(ctx, f.PB, io.Discard)
	if err != nil {
		return err
	}
	squares := f.Squares
	c.visit = func(chosen []int32) error {
		var s nqueens.Solution
		for _, v := range chosen {
			s = append(s, nqueens.Placement{Square: squares[v-1]})
		}
		s.Sort()
		return visit(s)
	}
	_, err = c.explore()
	return err
}

// has reports whether a folder has a file, gzipped or not.
func (f folder) has(name string) bool {
	for _, name := range []string{name, name + ".gz"} {
		if _, err := os.Stat(filepath.Join(f.path, name)); err == nil {
			return true
		}
	}
	return false
}

// fewer checks that no solution has fewer pieces.
func (f folder) fewer(o *Optimum) error {
	constraints, err := fewer(f.ctx, o.Problem, o.Pieces)
	if err != nil {
		return err
	}
	o.Cubes, o.Clauses = 1, len(constraints.Constraints())
	return f.open(FewerFile, func(r io.Reader) (err error) {
		o.Proof, err = CheckPB(f.ctx, constraints.PB, r)
		return err
	})
}

// others checks that the best solutions listed are solutions, no two the same, and that there are no others.
func (v *verification) others() error {
	if r := v.problem.Pieces; r == nil || r.Min != r.Max {
		return fmt.Errorf("%v: others can be ruled out where all solutions have as many pieces", v.problem.Short())
	}
	f, err := newPlanesOf(v.ctx, v.problem)
	if err != nil {
		return err
	}
	if err := v.open(SolutionsFile, func(r io.Reader) error { return v.solutions(r, v.problem, f.block) }); err != nil {
		return err
	}
	v.count.Formula.Clauses = len(f.Constraints())
	return v.open(OthersFile, func(r io.Reader) error {
		result, err := CheckPB(v.ctx, f.PB, r)
		v.count.Proof.join(result)
		if v.count.Proof.Verified = result.Verified; err == nil {
			v.count.Solutions = f.solutions
		}
		return err
	})
}
