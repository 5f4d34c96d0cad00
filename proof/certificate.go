package proof

import (
	"context"
	"fmt"
	"io"
	"iter"

	"nqueens"
	"nqueens/encode"
)

// The files of a certificate.
const (
	ProblemFile   = "problem.txt"   // the problem's name
	FormulaFile   = "formula.cnf"   // the problem as clauses, in DIMACS
	SolutionsFile = "solutions.txt" // every solution, a list of squares a line
	ProofFile     = "proof.drat"    // a proof that the formula with the solutions blocked is unsatisfiable
)

// A Prover writes a DRAT proof, text or binary, that a formula is unsatisfiable. The proof is
// checked, so a Prover need not be trusted. Refute is a Prover; any SAT solver that writes proofs
// can be wrapped as one.
type Prover func(ctx context.Context, f *encode.CNF, proof io.Writer) error

// CountCertificate writes a certificate of the number of solutions of a problem, which VerifyCount
// checks, to the folder. The folder must be empty or not exist. The solutions come from the caller;
// if solutions is nil, the search of Refute finds them. The proof comes from the prover; if prove
// is nil, it comes from that search. The problem must have a board of at most 128 squares a side.
// The formula is pairwise. If the problem has bounded Pieces, the formula comes from its Model.
//
// CountCertificate returns the number of solutions written. It does not check them: a missing or
// wrong solution makes the verification fail, and usually makes the prover fail. After an error,
// everything written is removed.
func CountCertificate(ctx context.Context, folder string, p nqueens.Problem, solutions iter.Seq[nqueens.Solution], prove Prover) (n int64, err error) {
	c, err := newCertificate(folder)
	if err != nil {
		return 0, err
	}
	defer func() { err = c.end(err) }()
	if err := c.line(ProblemFile, p); err != nil {
		return 0, err
	}
	return c.count(ctx, p, solutions, prove)
}

// count writes the files of a certified count except ProblemFile.
func (c *certificate) count(ctx context.Context, p nqueens.Problem, solutions iter.Seq[nqueens.Solution], prove Prover) (n int64, err error) {
	formula := fromRules
	if p.Pieces != nil {
		formula = exactly
	}
	f, err := formula(ctx, p)
	if err != nil {
		return 0, err
	}
	if err := c.write(FormulaFile, f.WriteDIMACS); err != nil {
		return 0, err
	}
	blocked, err := newBlocked(f)
	if err != nil {
		return 0, err
	}
	if solutions == nil && prove == nil { // one search for both
		err = c.write(ProofFile, func(proof io.Writer) error {
			return c.write(SolutionsFile, func(out io.Writer) error { return blocked.search(ctx, f, out, proof) })
		})
		return blocked.solutions, err
	}
	err = c.write(SolutionsFile, func(out io.Writer) error {
		if solutions == nil {
			return blocked.search(ctx, f, out, io.Discard)
		}
		for s := range solutions {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := blocked.add(s); err != nil {
				return err
			}
			if _, err := fmt.Fprintln(out, s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return blocked.solutions, err
	}
	if prove == nil {
		prove = Refute
	}
	return blocked.solutions, c.write(ProofFile, func(out io.Writer) error { return prove(ctx, blocked.f, out) })
}

// A Count is a proved number of solutions.
type Count struct {
	Problem   nqueens.Problem
	Solutions int64
	Pieces    *int       // the number of pieces of every solution, if they are the best of a problem with an objective
	Formula   Comparison // without the clauses that block solutions
	Proof     Result
}

// VerifyCount checks a certificate in the form that CountCertificate writes; files may be gzipped.
// It checks that the formula follows from the rules of the piece, that the listed solutions are
// distinct solutions, and that the formula with all of them blocked is unsatisfiable. If the
// problem has bounded Pieces, it compares the formula with one made again from the problem. If the
// solutions are the best of an objective, VerifyOptimum checks their number of pieces. An error
// says which claim fails, in which file and where. An error of type Unreadable means that a file
// does not have its format.
func VerifyCount(ctx context.Context, path string, known nqueens.Catalogue) (Count, error) {
	v := verification{folder: folder{ctx, path, known}}
	if err := v.open(ProblemFile, v.readProblem); err != nil {
		return v.count, err
	}
	if err := v.optimum(); err != nil {
		return v.count, err
	}
	if v.has(EnumerationFile) {
		err := v.enumeration()
		return v.count, err
	}
	if v.has(OthersFile) || v.has(SplitFile) {
		err := v.others()
		return v.count, err
	}
	for _, file := range []struct {
		name string
		read func(io.Reader) error
	}{
		{FormulaFile, v.readFormula}, {SolutionsFile, v.readSolutions}, {ProofFile, v.readProof},
	} {
		if err := v.open(file.name, file.read); err != nil {
			return v.count, err
		}
	}
	return v.count, nil
}

type verification struct {
	folder
	problem nqueens.Problem // with Pieces set to the number of the best solution
	count   Count
	blocked *blocked
}

func (v *verification) readProblem(r io.Reader) (err error) {
	v.count.Problem, err = v.named(r)
	v.problem = v.count.Problem
	return err
}

// optimum checks the number of pieces of the solutions, if these are the best of an objective.
func (v *verification) optimum() error {
	if v.problem.Goal() == nqueens.NoGoal {
		return nil
	}
	best, err := VerifyOptimum(v.ctx, v.path, v.families)
	if err != nil {
		return err
	}
	v.count.Pieces = &best.Pieces
	v.count.Proof = best.Proof
	v.problem.Pieces = nqueens.Exactly(best.Pieces)
	return nil
}

func (v *verification) readFormula(r io.Reader) error {
	f, err := readFormula(r)
	if err != nil {
		return err
	}
	if v.problem.Pieces == nil {
		v.count.Formula, err = Compare(v.ctx, v.problem, f)
	} else {
		v.count.Formula.Clauses = f.NumClauses()
		err = remade(f, func() (*encode.CNF, error) { return exactly(v.ctx, v.problem) }, fmt.Sprintf("%v has a solution", v.problem.Short()))
	}
	if err != nil {
		return err
	}
	v.blocked, err = newBlocked(f)
	return err
}

func (v *verification) readSolutions(r io.Reader) error {
	return v.solutions(r, v.problem, v.blocked.add)
}

func (v *verification) readProof(r io.Reader) error {
	result, err := Check(v.ctx, v.blocked.f, r)
	v.count.Proof.join(result)
	if v.count.Proof.Verified = result.Verified; err == nil {
		v.count.Solutions = v.blocked.solutions
	}
	return err
}

// blocked is the formula of a board problem with one more clause for each solution, which excludes
// that all its pieces are on the board. Every other solution has the same number of pieces and
// therefore satisfies the clause.
type blocked struct {
	f         *encode.CNF
	number    map[nqueens.Placement]int32
	solutions int64
	clause    []int32
}

// newBlocked returns a copy of a formula that has Squares.
func newBlocked(f *encode.CNF) (*blocked, error) {
	b := &blocked{f: copied(f), number: make(map[nqueens.Placement]int32, len(f.Squares))}
	for i, s := range nqueens.Placed(f.Squares) {
		if _, twice := b.number[s]; twice {
			return nil, fmt.Errorf("two variables stand for the square %v", s)
		}
		b.number[s] = int32(i + 1)
	}
	return b, nil
}

// add adds the clause against a solution.
func (b *blocked) add(s nqueens.Solution) error {
	b.clause = b.clause[:0]
	for _, p := range s {
		v, ok := b.number[p]
		if !ok {
			return fmt.Errorf("the solution %v has a piece on %v, which has no variable in the formula; if it is reduced, write it with --whole", s, p)
		}
		b.clause = append(b.clause, -v)
	}
	b.f.Add(b.clause...)
	b.solutions++
	return nil
}

// search finds every solution of the unblocked formula, blocks it and writes it to out, and writes
// the proof that there are no others.
func (b *blocked) search(ctx context.Context, unblocked *encode.CNF, out, proof io.Writer) error {
	return enumerate(ctx, unblocked, proof, func(model []bool) error {
		var s nqueens.Solution
		for i, square := range unblocked.Squares {
			if model[i] {
				s = append(s, nqueens.Placement{Square: square})
			}
		}
		s.Sort()
		if err := b.add(s); err != nil {
			return err
		}
		_, err := fmt.Fprintln(out, s)
		return err
	})
}
