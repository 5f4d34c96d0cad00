package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nqueens"
	"nqueens/encode"
)

// Count is a number of solutions that has been proved.
type Count struct {
	Problem   nqueens.Problem
	Solutions int64
	Clauses   int // of the formula, without those that block solutions
	// Derived is how many clauses of the formula are not among those that the
	// rules of the piece give, but follow from them.
	Derived int
	Proof   Result
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
	rules, err := fromRules(v.ctx, v.count.Problem)
	if err != nil {
		return err
	}
	if !slices.Equal(f.Squares, rules.Squares) {
		return fmt.Errorf("its comments \"c squares\" should name the %d squares of %v where a piece may stand, from a1 rank by rank", len(rules.Squares), v.count.Problem)
	}
	if v.count.Derived, err = derive(v.ctx, rules, f); err != nil {
		return err
	}
	v.count.Clauses = f.NumClauses()
	v.blocked, err = newBlocked(f)
	return err
}

// derive checks that every clause of a formula is one that the rules give or
// follows from them by unit propagation, and returns how many are of the second
// kind. Clauses that are missing do no harm: what is then proved is more.
func derive(ctx context.Context, rules, f *encode.CNF) (derived int, err error) {
	c, err := load(ctx, rules)
	if err != nil {
		return 0, err
	}
	n := 0
	for clause := range f.Clauses() {
		if n++; n%1024 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if c.refuted {
			break // the rules allow nothing, so nothing is too much
		}
		trivial, _ := c.take(clause, true)
		if trivial {
			continue
		}
		if _, found := c.find(c.clause, c.marked); found {
			continue
		}
		derived++
		if !c.implied() {
			return 0, fmt.Errorf("clause %d, %s, does not follow from the rules of the piece by unit propagation", n, text(clause))
		}
		c.attach(false)
	}
	return derived, nil
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
