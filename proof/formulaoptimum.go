package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/bounded"
)

// The files of a certified optimum of a formula, in addition to ProblemFile, SolutionFile and the formula's text, whose name
// is "formula" with the name of its format.
const (
	ConstraintsFile = "constraints.opb" // the formula and its objective as linear constraints
	OptimumFile     = "optimum.pbp"     // a proof about these, with the conclusion BOUNDS
)

// textEndings are the names of the formats and the endings of files in these.
var textEndings = map[string]string{
	encode.DIMACS: ".cnf", encode.CNFPlus: ".cnf+", encode.WCNF: ".wcnf", encode.OPB: ".opb", encode.WBO: ".wbo",
	encode.LP: ".lp", encode.MPS: ".mps", encode.ExactCover: ".dlx",
}

func textFile(format string) string { return "formula" + textEndings[format] }

// An OptimumProver finds the least value of the objective of constraints, and writes a proof of it
// that ConcludePB checks. good has the values of the first variables in a solution that may be the
// best, as a start; it may be nil. The prover returns the best solution, or nil if there is none,
// and its value without the objective's constant.
type OptimumProver func(ctx context.Context, f *encode.PB, good []bool, out io.Writer) (best []bool, value int64, err error)

// ErrNotBest is the error for a solution that is not the best one.
var ErrNotBest = errors.New("the prover found a better solution than the given one")

// CertifiesOptimum returns an error that says why the optimum of a formula cannot be certified, or nil.
func CertifiesOptimum(p nqueens.Problem) error {
	switch {
	case p.HasBoard():
		return objective(p)
	case p.Goal() == nqueens.NoGoal:
		return fmt.Errorf("%s has no objective, so that no solution is better than another: --proof proves that there is no solution, and count --certified how many there are", p.Formula.Name)
	case p.Wide():
		return fmt.Errorf("the objective of %s has numbers beyond 63 bits, which proofs cannot have: divide them by a common factor", p.Formula.Name)
	}
	return nil
}

// FormulaOptimumCertificate writes a certificate that VerifyFormulaOptimum checks to the folder,
// which must be empty or not exist. The certificate shows that a solution of a formula is the best,
// or that there is no solution. The formula is read again from its Path for a copy of its text. The
// solution comes from solve, which is called after the folder is created, and which reports whether
// there is a solution. After an error, everything written is removed.
func FormulaOptimumCertificate(ctx context.Context, folder string, p nqueens.Problem, solve func() (s nqueens.Solution, found bool, err error), prove OptimumProver) (err error) {
	if err := CertifiesOptimum(p); err != nil {
		return err
	}
	f, err := linearOf(ctx, p)
	if err != nil {
		return err
	}
	c, err := newCertificate(folder)
	if err != nil {
		return err
	}
	defer func() { err = c.end(err) }()
	s, found, err := solve()
	if err != nil {
		return err
	}
	var good []bool
	var value int64
	if found {
		good = chosenBy(p, s)
		value = f.valueOf(p, s)
	}
	err = errors.Join(c.line(ProblemFile, p), c.write(textFile(p.Formula.Format), func(out io.Writer) error { return copyText(p.Formula, out) }),
		c.write(ConstraintsFile, f.WriteOPB))
	if err == nil && found {
		err = c.line(SolutionFile, s)
	}
	if err != nil {
		return err
	}
	return c.write(OptimumFile+".gz", func(out io.Writer) error {
		best, least, err := prove(ctx, f.PB, good, out)
		if err == nil && (best != nil) != found || best != nil && least != value {
			err = ErrNotBest
		}
		return err
	})
}

// copyText writes the text of a formula, unpacked.
func copyText(f *nqueens.Formula, out io.Writer) error {
	in, err := os.Open(f.Path)
	if err != nil {
		return err
	}
	defer in.Close()
	s, err := encode.Reading{Format: f.Format}.Open(nqueens.Formulas, f.Path, in)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, s.Text)
	return err
}

// linear is a formula as linear constraints, made from its Model.
type linear struct{ *encode.PB }

func linearOf(ctx context.Context, p nqueens.Problem) (linear, error) {
	f, err := bounded.Do(ctx, func() (*encode.PB, error) {
		m, err := p.Model()
		if err != nil {
			return nil, err
		}
		return encode.PBFromModel(m), nil
	})
	return linear{f}, err
}

// valueOf returns the value of the constraints' objective, without its constant, for a solution.
func (f linear) valueOf(p nqueens.Problem, s nqueens.Solution) int64 {
	return p.Goal().Cost()*int64(p.Counted(s)) - f.Constant
}

// chosenBy returns for each variable that is part of solutions whether a solution has it.
func chosenBy(p nqueens.Problem, s nqueens.Solution) []bool {
	has := make(map[int]bool, len(s))
	for _, at := range s {
		has[at.Variable] = true
	}
	m, err := p.Model()
	if err != nil {
		return nil
	}
	chosen := make([]bool, len(m.Placements)-m.Auxiliaries)
	for i := range chosen {
		chosen[i] = has[m.Placements[i].Variable]
	}
	return chosen
}

// A FormulaOptimum is the best value of a formula's objective, which has been proved, or the proved
// statement that there is no solution.
type FormulaOptimum struct {
	Problem     nqueens.Problem
	Solution    nqueens.Solution
	Solved      bool           // there is a solution
	Value       int            // of the Model's objective
	Cost        *nqueens.Count // of the text's objective; nil if it is Value
	Constraints int
	Proof       Result
}

// IsFormulaOptimum reports whether a folder has a certificate in the form that FormulaOptimumCertificate writes.
func IsFormulaOptimum(path string) bool {
	return folder{path: path}.has(OptimumFile) || folder{path: path}.has(ConstraintsFile)
}

// VerifyFormulaOptimum checks a certificate in the form that FormulaOptimumCertificate writes;
// files may be gzipped. It reads the text of the formula, whose digest must be the one in the
// problem's name, and makes the constraints from it. The solution must be a solution of the formula
// and have the value that the proof shows to be the best. An error says in which file and where the
// check fails. An error of type Unreadable means that a file does not have its format.
func VerifyFormulaOptimum(ctx context.Context, path string) (o FormulaOptimum, err error) {
	in := folder{ctx: ctx, path: path}
	if o.Problem, err = in.formula(); err != nil {
		return o, err
	}
	f, err := linearOf(ctx, o.Problem)
	if err != nil {
		return o, err
	}
	o.Constraints = len(f.Constraints())
	if err := in.open(ConstraintsFile, func(r io.Reader) error {
		var made bytes.Buffer
		if err := f.WriteOPB(&made); err != nil {
			return err
		}
		return sameText(r, made.Bytes(), "these are not the constraints of the formula")
	}); err != nil {
		return o, err
	}
	if in.has(SolutionFile) {
		if err := in.open(SolutionFile, func(r io.Reader) error { return o.readSolution(in, r) }); err != nil {
			return o, err
		}
	}
	err = in.open(OptimumFile, func(r io.Reader) error {
		result, c, err := ConcludePB(ctx, f.PB, r)
		if o.Proof = result; err != nil {
			return err
		}
		switch {
		case c.Unsatisfiable && o.Solved:
			return fmt.Errorf("it shows that there is no solution, but %s has one", SolutionFile)
		case c.Unsatisfiable:
			return nil
		case c.Optimum == nil:
			return errors.New("its conclusion is not BOUNDS")
		case !o.Solved:
			return folder.lacks(in, SolutionFile)
		}
		if value := f.valueOf(o.Problem, o.Solution); value != *c.Optimum {
			return fmt.Errorf("the best value is %d, but the solution in %s has %d", *c.Optimum, SolutionFile, value)
		}
		return nil
	})
	return o, err
}

// sameText returns an error unless a reader contains exactly the text.
func sameText(r io.Reader, text []byte, why string) error {
	line := 1
	for {
		piece := make([]byte, min(len(text)+1, 1<<16))
		n, err := io.ReadFull(r, piece)
		for i, b := range piece[:n] {
			if i >= len(text) || text[i] != b {
				return fmt.Errorf("line %d: %s", line, why)
			}
			if b == '\n' {
				line++
			}
		}
		text = text[n:]
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			if len(text) > 0 {
				return fmt.Errorf("line %d: %s", line, why)
			}
			return nil
		case err != nil:
			return err
		}
	}
}

// formula reads the problem's name and the formula's text.
func (f folder) formula() (p nqueens.Problem, err error) {
	var named nqueens.Problem
	if err := f.open(ProblemFile, func(r io.Reader) error {
		if named, err = f.named(r); err == nil && named.HasBoard() {
			err = &Unreadable{errors.New("the file names a board, and a formula is needed")}
		}
		return err
	}); err != nil {
		return p, err
	}
	format, texts := "", 0
	for name := range textEndings {
		if f.has(textFile(name)) {
			format = name
			texts++
		}
	}
	if texts != 1 {
		return p, &Unreadable{fmt.Errorf("%s: a certificate needs one text of the formula, as formula.opb or formula.wcnf: there are %d", f.path, texts)}
	}
	err = f.open(textFile(format), func(r io.Reader) error {
		if p, err = (encode.Reading{Format: format}).Problem(nqueens.Formulas, textFile(format), r); err != nil {
			return &Unreadable{err}
		}
		if p.Formula.Digest != named.Formula.Digest || p.N != named.N || p.Goal() != named.Goal() {
			return fmt.Errorf("it is not the formula that %s names: its digest is %s", ProblemFile, p.Formula.Digest)
		}
		named.Formula.Format = format
		p.Formula.Name = named.Formula.Name
		p, err = p.Conditioned(named.Formula.Given)
		return err
	})
	if err == nil {
		err = CertifiesOptimum(p)
	}
	return p, err
}

// readSolution reads the only solution of a file, and checks it.
func (o *FormulaOptimum) readSolution(in folder, r io.Reader) error {
	read := 0
	err := in.solutions(r, o.Problem, func(s nqueens.Solution) error {
		read++
		o.Solution, o.Solved, o.Value, o.Cost = s, true, o.Problem.Counted(s), o.Problem.Cost(s)
		return nil
	})
	if err == nil && read != 1 {
		err = fmt.Errorf("%d solutions: should be one", read)
	}
	return err
}
