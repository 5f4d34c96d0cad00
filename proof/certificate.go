package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/atomicfile"
	"nqueens/internal/bounded"
	"nqueens/internal/gunzip"
)

// The files of a certificate.
const (
	ProblemFile   = "problem.txt"   // the problem's name
	FormulaFile   = "formula.cnf"   // the problem as clauses, in DIMACS
	SolutionsFile = "solutions.txt" // every solution, a list of squares a line
	ProofFile     = "proof.drat"    // that the formula with the solutions blocked is unsatisfiable
)

// ErrNotEmpty is the error for a folder that holds something already.
var ErrNotEmpty = errors.New("is not empty: name a new folder")

// A Prover writes a DRAT proof, text or binary, that a formula is unsatisfiable.
// Nothing that it writes is believed. Refute is one; any SAT solver that writes
// proofs can be made one.
type Prover func(ctx context.Context, f *encode.CNF, proof io.Writer) error

// CountCertificate writes what VerifyCount needs to know to the folder, which must be
// empty or not there yet: the number of solutions of a problem with its proof. The
// solutions come from anywhere; with nil the search of Refute finds them. The
// proof comes from the prover, or with nil from that search. The problem must have
// a board of at most 128 squares a side. The formula is written pairwise.
//
// It returns the number of solutions written. They are not checked here: a
// solution that is missing or wrong shows when the certificate is verified, and
// mostly when the prover fails. Of a certificate that does not come to its end nothing
// stays.
func CountCertificate(ctx context.Context, folder string, p nqueens.Problem, solutions iter.Seq[nqueens.Solution], prove Prover) (n int64, err error) {
	entries, err := os.ReadDir(folder)
	made := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !made:
		return 0, err
	case len(entries) > 0:
		return 0, fmt.Errorf("%s %w", folder, ErrNotEmpty)
	}
	f, err := fromRules(ctx, p)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return 0, err
	}
	defer func() {
		if err == nil {
			return
		}
		for _, name := range []string{ProblemFile, FormulaFile, SolutionsFile, ProofFile} {
			err = errors.Join(err, os.RemoveAll(filepath.Join(folder, name))) // one that is not there is removed
		}
		if made {
			err = errors.Join(err, os.Remove(folder))
		}
	}()
	write := func(name string, content func(io.Writer) error) error {
		return writeFile(filepath.Join(folder, name), content)
	}
	if err := write(ProblemFile, func(out io.Writer) error { _, err := fmt.Fprintln(out, p); return err }); err != nil {
		return 0, err
	}
	if err := write(FormulaFile, f.WriteDIMACS); err != nil {
		return 0, err
	}
	blocked, err := newBlocked(f)
	if err != nil {
		return 0, err
	}
	if solutions == nil && prove == nil { // one search for both
		err = write(ProofFile, func(proof io.Writer) error {
			return write(SolutionsFile, func(out io.Writer) error { return blocked.search(ctx, f, out, proof) })
		})
		return blocked.solutions, err
	}
	err = write(SolutionsFile, func(out io.Writer) error {
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
	return blocked.solutions, write(ProofFile, func(out io.Writer) error { return prove(ctx, blocked.f, out) })
}

// writeFile writes a file; an error says which.
func writeFile(path string, content func(io.Writer) error) error {
	file, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<16)
	if err = content(out); err == nil {
		err = out.Flush()
	}
	if err != nil {
		file.Discard() //nolint:errcheck // another error is on its way already
	} else {
		err = file.Commit()
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

// Count is a number of solutions that has been proved.
type Count struct {
	Problem   nqueens.Problem
	Solutions int64
	Formula   Comparison // without the clauses that block solutions
	Proof     Result
}

// VerifyCount checks a certificate that CountCertificate wrote, or anyone, gzipped or not: that
// the formula says no more than the rules of the piece, that the solutions are
// solutions and no two the same, and that the formula with all of them blocked is
// unsatisfiable. An error says what does not hold, in which file and where.
func VerifyCount(ctx context.Context, folder string, more ...*nqueens.Family) (Count, error) {
	v := verification{ctx: ctx, folder: folder, families: more}
	for _, file := range []struct {
		name string
		read func(io.Reader) error
	}{
		{ProblemFile, v.readProblem}, {FormulaFile, v.readFormula}, {SolutionsFile, v.readSolutions}, {ProofFile, v.readProof},
	} {
		if err := v.open(file.name, file.read); err != nil {
			return v.count, err
		}
	}
	return v.count, nil
}

type verification struct {
	ctx      context.Context
	folder   string
	families []*nqueens.Family // beside those of nqueens.Families
	count    Count
	blocked  *blocked
}

func (v *verification) open(name string, read func(io.Reader) error) error {
	path := filepath.Join(v.folder, name)
	file, err := bounded.Open(v.ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		if packed, failed := bounded.Open(v.ctx, path+".gz"); failed == nil {
			path, file, err = path+".gz", packed, nil
		}
	}
	if err != nil {
		return fmt.Errorf("a certificate needs %s: %w", name, err)
	}
	defer file.Close()
	in, _, err := gunzip.IfPacked(bufio.NewReaderSize(bounded.Reader(v.ctx, file), 1<<18))
	if err == nil {
		err = read(in)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// maxName is longer than the name of any problem that is certified.
const maxName = 1 << 20

func (v *verification) readProblem(r io.Reader) error {
	name, err := io.ReadAll(io.LimitReader(r, maxName))
	if err != nil {
		return err
	}
	v.count.Problem, err = nqueens.ParseProblem(strings.TrimSpace(string(name)), v.families...)
	return err
}

func (v *verification) readFormula(r io.Reader) error {
	f, err := encode.ReadDIMACS(r)
	if err != nil {
		return err
	}
	if v.count.Formula, err = Compare(v.ctx, v.count.Problem, f); err != nil {
		return err
	}
	v.blocked, err = newBlocked(f)
	return err
}

func (v *verification) readSolutions(r io.Reader) error {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxName)
	seen := map[string]int64{}
	line := int64(0)
	for in.Scan() {
		line++
		wrong := func(err error) error { return fmt.Errorf("line %d: %w", line, err) }
		if err := v.ctx.Err(); err != nil {
			return err
		}
		var s nqueens.Solution
		if err := s.UnmarshalText(in.Bytes()); err != nil {
			return wrong(err)
		}
		if err := v.count.Problem.Check(s); err != nil {
			return wrong(fmt.Errorf("%v is no solution: %w", s, err))
		}
		s.Sort()
		if first, twice := seen[s.String()]; twice {
			return wrong(fmt.Errorf("%v stands in line %d already", s, first))
		}
		seen[s.String()] = line
		if err := v.blocked.add(s); err != nil {
			return wrong(err)
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("line %d: too long for a solution", line+1)
	}
	return in.Err()
}

func (v *verification) readProof(r io.Reader) (err error) {
	v.count.Proof, err = Check(v.ctx, v.blocked.f, r)
	if err == nil {
		v.count.Solutions = v.blocked.solutions
	}
	return err
}

// blocked is a board problem's formula with a clause more for each solution,
// which says that not all its pieces stand there. Every other solution has as
// many pieces and so keeps to it.
type blocked struct {
	f         *encode.CNF
	number    map[nqueens.Placement]int32
	solutions int64
	clause    []int32
}

// newBlocked copies a formula that has Squares.
func newBlocked(f *encode.CNF) (*blocked, error) {
	b := &blocked{f: encode.NewCNF(f.Variables), number: make(map[nqueens.Placement]int32, len(f.Squares))}
	b.f.Squares = f.Squares
	for clause := range f.Clauses() {
		b.f.Add(clause...)
	}
	for i, s := range nqueens.Placed(f.Squares) {
		if _, twice := b.number[s]; twice {
			return nil, fmt.Errorf("two variables stand for the square %v", s)
		}
		b.number[s] = int32(i + 1)
	}
	return b, nil
}

// add blocks a solution.
func (b *blocked) add(s nqueens.Solution) error {
	b.clause = b.clause[:0]
	for _, p := range s {
		v, ok := b.number[p]
		if !ok {
			return fmt.Errorf("the solution %v has a piece on %v, where none may stand", s, p)
		}
		b.clause = append(b.clause, -v)
	}
	b.f.Add(b.clause...)
	b.solutions++
	return nil
}

// search blocks every solution of the formula before it had any blocked, writes
// each to out, and writes the proof that there are no others.
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
