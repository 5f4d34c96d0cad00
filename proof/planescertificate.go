package proof

import (
	"context"
	"errors"
	"fmt"
	"io"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/bounded"
)

// The files of a certificate that CoveringCertificate writes. It has no formula: the constraints
// are made again from the problem. If it is split, each part has its own files.
const (
	SplitFile  = "split.txt"  // the number of pieces by which it is split, if it is
	FewerFile  = "fewer.pbp"  // a proof that no solution has fewer pieces
	OthersFile = "others.pbp" // a proof that the list of solutions with this number of pieces is complete
)

// CoveringCertificate does what OptimumCertificate does, or with count what OptimaCertificate does,
// for problems in which a few pieces must cover a board. Its proofs come from RefuteCovering and
// are about a thousand times shorter than those with clauses. With count it returns the number of
// best solutions in the parts that are written, which its own search finds.
func CoveringCertificate(ctx context.Context, folder string, p nqueens.Problem, solve func() (nqueens.Solution, error), count bool, split Split) (n int64, err error) {
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
	if split.Pieces > 0 {
		if err := c.line(SplitFile, split.Pieces); err != nil {
			return 0, err
		}
	}
	parts, err := coveringParts(ctx, p, split.Pieces)
	if err != nil {
		return 0, err
	}
	for i, part := range parts {
		if !split.writes(i + 1) {
			continue
		}
		found, err := c.covering(ctx, part, pieces, count, func(name string) string { return partFile(name, i+1, split) })
		if err != nil {
			return 0, err
		}
		n += found
	}
	return n, nil
}

// covering writes the proof that a part has no solution with fewer pieces. With count it also
// writes the solutions with this number of pieces and the proof that there are no others. name
// returns the names of the part's files.
func (c *certificate) covering(ctx context.Context, p nqueens.Problem, pieces int, count bool, name func(string) string) (n int64, err error) {
	f, err := fewer(ctx, p, pieces)
	if err != nil {
		return 0, err
	}
	if err := c.write(name(FewerFile)+".gz", func(out io.Writer) error { return RefuteCovering(ctx, f.PB, out) }); err != nil || !count {
		return 0, err
	}
	if f, err = newPlanesOf(ctx, p.WithPieces(*nqueens.Exactly(pieces))); err != nil {
		return 0, err
	}
	err = c.write(name(SolutionsFile), func(out io.Writer) error {
		return f.search(ctx, func(s nqueens.Solution) error {
			if err := f.problem.Check(s); err != nil { // it violates a constraint that the search does not use
				return fmt.Errorf("%w: %v satisfies all constraints that the search uses, but %w", ErrNotRefuted, s, err)
			}
			_, err := fmt.Fprintln(out, s)
			return errors.Join(err, f.block(s))
		})
	})
	if err != nil {
		return 0, err
	}
	return f.solutions, c.write(name(OthersFile)+".gz", func(out io.Writer) error { return RefuteCovering(ctx, f.PB, out) })
}

// planesOf is a problem as pseudo-Boolean constraints, made from its Model.
type planesOf struct {
	*encode.PB
	problem   nqueens.Problem
	number    map[nqueens.Placement]int32
	solutions int64 // number of blocked solutions
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

// fewer returns the constraints of a solution with fewer pieces.
func fewer(ctx context.Context, p nqueens.Problem, pieces int) (planesOf, error) {
	if pieces == 0 {
		return planesOf{}, fmt.Errorf("%v: the best number of pieces is 0, which needs no proof", p.Short())
	}
	return newPlanesOf(ctx, p.WithPieces(nqueens.Range{Min: 0, Max: pieces - 1}))
}

// block adds a constraint that excludes a solution. Every other solution has the same number of
// pieces and satisfies it.
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

// search finds all solutions of the constraints and calls visit with each once.
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

// fewer checks that no solution has fewer pieces.
func (f folder) fewer(o *Optimum) error {
	parts, split, err := f.parts(o.Problem)
	if err != nil {
		return err
	}
	o.Cubes = len(parts)
	if err := f.needs(partFiles(len(parts), split, FewerFile)...); err != nil {
		return err
	}
	for i, part := range parts {
		constraints, err := fewer(f.ctx, part, o.Pieces)
		if err != nil {
			return err
		}
		o.Clauses = max(o.Clauses, len(constraints.Constraints()))
		if err := f.open(partFile(FewerFile, i+1, split), func(r io.Reader) error {
			result, err := CheckPB(f.ctx, constraints.PB, r)
			o.Proof.join(result)
			return err
		}); err != nil {
			return err
		}
	}
	o.Proof.Verified = true
	return nil
}

// others checks that the listed best solutions are distinct solutions and that there are no others.
func (v *verification) others() error {
	if r := v.problem.Pieces; r == nil || r.Min != r.Max {
		return fmt.Errorf("%v: only solutions with one fixed number of pieces can be counted", v.problem.Short())
	}
	parts, split, err := v.parts(v.count.Problem)
	if err != nil {
		return err
	}
	if err := v.needs(partFiles(len(parts), split, SolutionsFile, OthersFile)...); err != nil {
		return err
	}
	v.count.Proof.Verified = false
	solutions := int64(0)
	for i, part := range parts {
		f, err := newPlanesOf(v.ctx, part.WithPieces(*v.problem.Pieces))
		if err != nil {
			return err
		}
		if err := v.open(partFile(SolutionsFile, i+1, split), func(r io.Reader) error { return v.solutions(r, f.problem, f.block) }); err != nil {
			return err
		}
		v.count.Formula.Clauses = max(v.count.Formula.Clauses, len(f.Constraints()))
		if err := v.open(partFile(OthersFile, i+1, split), func(r io.Reader) error {
			result, err := CheckPB(v.ctx, f.PB, r)
			v.count.Proof.join(result)
			return err
		}); err != nil {
			return err
		}
		solutions += f.solutions
	}
	v.count.Solutions, v.count.Proof.Verified = solutions, true
	return nil
}
