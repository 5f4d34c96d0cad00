package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"nqueens"
	"nqueens/encode"
)

// Count is a number of solutions that has been proved.
type Count struct {
	Problem   nqueens.Problem
	Solutions int64
	Formula   Comparison // without the clauses that block solutions
	Proof     Result
}

// VerifyCount checks a certificate that CountCertificate wrote, or anyone: that
// the formula says no more than the rules of the piece, that the solutions are
// solutions and no two the same, and that the formula with all of them blocked is
// unsatisfiable. An error says what does not hold, in which file and where.
func VerifyCount(ctx context.Context, folder string) (Count, error) {
	v := verification{ctx: ctx, folder: folder}
	err := v.open(ProblemFile, v.readProblem)
	if err == nil {
		err = v.open(FormulaFile, v.readFormula)
	}
	if err == nil {
		err = v.open(SolutionsFile, v.readSolutions)
	}
	if err == nil {
		err = v.open(ProofFile, v.readProof)
	}
	return v.count, err
}

type verification struct {
	ctx     context.Context
	folder  string
	count   Count
	blocked *blocked
}

func (v *verification) open(name string, read func(io.Reader) error) error {
	path := filepath.Join(v.folder, name)
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("a certificate needs %s: %w", name, err)
	}
	defer file.Close()
	if err := read(file); err != nil {
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
	v.count.Problem, err = nqueens.ParseProblem(strings.TrimSpace(string(name)))
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
