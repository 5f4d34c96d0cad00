package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"nqueens"
	"nqueens/encode"
)

// EnumerationFile is the file of a certificate that lists the solutions of a board in the format of
// VeriPB. The constraints that it refers to are in ConstraintsFile, and the name of the problem is in
// ProblemFile.
const EnumerationFile = "enumeration.pbp"

// An Enumerator finds all solutions of constraints and calls visit with the values of each, by variable.
// It writes a proof in the format of VeriPB that there are no others: a rule solx for each solution, and
// the conclusion ENUMERATION_COMPLETE. It returns the number of solutions.
type Enumerator func(ctx context.Context, f *encode.PB, out io.Writer, visit func(values []bool) error) (int64, error)

// EnumerationCertificate writes a certificate of the number of solutions of a board problem, which VerifyCount checks, to the folder. The folder
// must be empty or not exist. The solutions are in the proof. After an error, everything written is removed.
func EnumerationCertificate(ctx context.Context, folder string, p nqueens.Problem, enumerate Enumerator) (n int64, err error) {
	f, err := enumerated(ctx, p)
	if err != nil {
		return 0, err
	}
	c, err := newCertificate(folder)
	if err != nil {
		return 0, err
	}
	defer func() { err = c.end(err) }()
	if err := errors.Join(c.line(ProblemFile, p), c.write(ConstraintsFile, f.WriteOPB)); err != nil {
		return 0, err
	}
	err = c.write(EnumerationFile+".gz", func(out io.Writer) error {
		n, err = enumerate(ctx, f.PB, out, func([]bool) error { return nil })
		return err
	})
	return n, err
}

// enumerated returns the constraints of a board problem. Their Preserved variables are those of the
// placements, whose values distinguish solutions.
func enumerated(ctx context.Context, p nqueens.Problem) (linear, error) {
	if err := p.Validate(); err != nil {
		return linear{}, err
	}
	switch {
	case !p.HasBoard():
		return linear{}, noRules(p)
	case p.Goal() != nqueens.NoGoal:
		return linear{}, fmt.Errorf("%v asks for the %v pieces: a list in the format of VeriPB is for problems without an objective; --pieces states their number", p.Short(), p.Goal())
	}
	f, err := linearOf(ctx, p)
	if err != nil {
		return f, err
	}
	m, err := p.Model()
	if err != nil {
		return f, err
	}
	f.Preserved = []int32{}
	for i := range len(m.Placements) - m.Auxiliaries {
		f.Preserved = append(f.Preserved, int32(i+1))
	}
	return f, nil
}

// enumeration checks a certificate in the form that EnumerationCertificate writes: the constraints must be
// the constraints of the problem and must forbid nothing that its rules allow, each listed solution must
// obey the rules, and the proof must show that there are no other solutions.
func (v *verification) enumeration() error {
	f, err := enumerated(v.ctx, v.problem)
	if err != nil {
		return err
	}
	m, err := v.problem.Model()
	if err != nil {
		return err
	}
	if err := v.open(ConstraintsFile, func(r io.Reader) error {
		var made bytes.Buffer
		if err := f.WriteOPB(&made); err != nil {
			return err
		}
		if err := sameText(r, made.Bytes(), "these are not the constraints of the problem"); err != nil {
			return err
		}
		if v.problem.Pieces != nil { // the rules say nothing about their number
			v.count.Formula.Clauses = len(f.Constraints())
			return nil
		}
		v.count.Formula, err = ComparePB(v.ctx, v.problem, f.PB)
		return err
	}); err != nil {
		return err
	}
	return v.open(EnumerationFile, func(r io.Reader) error {
		result, c, err := checkPB(v.ctx, f.PB, r, true, func(values []int8) error {
			s := append(nqueens.Solution(nil), m.Chosen...)
			for i, at := range m.Placements[:len(m.Placements)-m.Auxiliaries] {
				if values[i] > 0 {
					s = append(s, at)
				}
			}
			s.Sort()
			if err := v.problem.Check(s); err != nil {
				return fmt.Errorf("%v is no solution: %w", s, err)
			}
			return nil
		})
		v.count.Proof = result
		switch {
		case err != nil:
			return err
		case c.Unsatisfiable:
			return nil
		case c.Solutions == nil:
			return errors.New("its conclusion is not ENUMERATION_COMPLETE")
		}
		v.count.Solutions = *c.Solutions
		return nil
	})
}
