package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/bounded"
	"nqueens/internal/detect"
	"nqueens/internal/table"
	"nqueens/internal/unpack"
	"nqueens/proof"
)

// A proofCheck is the input and the result of `check proof`, `check count` and `check optimum`.
type proofCheck struct {
	warnings []string          // about the text of the formula
	Formula  string            `json:"formula,omitempty"`
	Proof    string            `json:"proof,omitempty"`
	Folder   string            `json:"folder,omitempty"` // of a certificate
	Verified bool              `json:"verified"`
	Refused  string            `json:"refused,omitempty"` // where and why
	Problem  string            `json:"problem,omitempty"`
	Count    string            `json:"count,omitempty"`    // as in a record
	Optimum  *int              `json:"optimum,omitempty"`  // the best number of pieces, or value of a formula's objective
	Cost     *nqueens.Count    `json:"cost,omitempty"`     // the value in the text of a formula, if it is not Optimum
	Cubes    int               `json:"cubes,omitempty"`    // number of cubes that the proof of an optimum is split into
	Shown    *proof.Conclusion `json:"shown,omitempty"`    // of a proof that is not about the lack of a solution
	Compared *proof.Comparison `json:"compared,omitempty"` // the comparison of the formula with the problem
	Steps    *proof.Result     `json:"steps,omitempty"`
	Models   *proof.Models     `json:"models,omitempty"` // the graph of a formula's models
	Seconds  float64           `json:"seconds"`

	problem nqueens.Problem // Family is nil if the formula is compared with no problem
	about   string          // the problem's file, if it has one
	goal    nqueens.Goal    // of an optimum
	models  *proof.ModelCount
	formula *proof.FormulaOptimum
}

func (p *program) checkProof() *cobra.Command {
	var b problemFlags
	var name string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "proof FORMULA PROOF",
		Short: "Check a proof that a formula is unsatisfiable",
		Long: `Check whether a proof shows that a formula has no solution. FORMULA is DIMACS, PROOF
is DRAT, text or binary, as cadical, kissat and most SAT solvers write it. Either
may be packed, and one may be - for standard input. Each step is checked by unit
propagation (RUP) or as a resolution asymmetric tautology (RAT). If FORMULA is OPB,
PROOF is a cutting-planes proof in the format of VeriPB 3.0 (pol, rup, red of new variables,
soli, solx and del id), checked in integers. Beside UNSAT its conclusion may be the least
value of the objective (BOUNDS) or the number of solutions (ENUMERATION_COMPLETE). A wrong proof is refused with the line
that fails, and status 1.

With --problem or --file the formula is also compared with the problem, in any
encoding: it must forbid nothing that the rules of the piece allow. For this the rules
are encoded as clauses independently. The verdict is then about the problem.`,
		Example: `  nqueens encode 3 -o f.cnf; cadical f.cnf p.drat; nqueens check proof f.cnf p.drat
  nqueens check proof f.cnf.gz p.drat.gz --problem 'queens(3)' --json
  nqueens check proof f.opb p.pbp --file hard.param
  nqueens encode --file hard.param | nqueens check proof - p.drat --file hard.param`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c := proofCheck{}
			ctx, done, err := b.bound(stoppable(cmd.Context()), "checking")
			if err != nil {
				return err
			}
			defer done()
			switch {
			case len(args) != 2:
				return fmt.Errorf("a formula and a proof are needed: write nqueens check proof FORMULA PROOF")
			case args[0] == "-" && args[1] == "-":
				return errors.New("the formula and the proof cannot both come from standard input")
			case b.file == "-" && (args[0] == "-" || args[1] == "-"):
				return errors.New("--file -: standard input is already the formula or the proof")
			case name != "" && b.file != "":
				return errors.New("--problem and --file: give only one")
			case name != "":
				if c.problem, err = p.families.Parse(name); err != nil {
					return fmt.Errorf("--problem: %w", err)
				}
			case b.file != "":
				if c.problem, err = b.problem(nil, p); err != nil {
					return b.limitError(err)
				}
				c.about = b.fileName() // the problem's own name may be hundreds of squares long
			}
			c.Formula, c.Proof = args[0], args[1]
			err = c.checkProof(ctx, p.in)
			for _, warning := range c.warnings {
				fmt.Fprintf(p.err, "warning: %s: %s\n", inputName(c.Formula), warning)
			}
			if err != nil {
				return stopped(ctx, err)
			}
			return p.report(&c, asJSON)
		},
	}
	f := cmd.Flags()
	f.StringVar(&name, "problem", "", "the formula must be this `problem`'s: 'queens(8, given=a1)'")
	f.StringVar(&b.file, "file", "", "the formula must be that of the problem in this `file`")
	f.BoolVar(&asJSON, "json", false, "print a JSON object")
	b.limitFlags.flags(cmd)
	return cmd
}

// report prints what was verified, or why it is refused. A refusal has the exit status failedCheck.
func (p *program) report(c *proofCheck, asJSON bool) error {
	var err error
	switch {
	case asJSON:
		err = p.json(c)
	case c.Refused != "":
		_, err = fmt.Fprintf(p.out, "refused: %s\n", c.Refused)
	case c.Models != nil:
		m := c.Models
		_, err = fmt.Fprintf(p.out, "verified: %s; a graph of %s, %s, %s, %s\n", c, table.Plural(int(m.Products+m.Sums), "node"), table.Plural(int(m.Lines), "line"), table.Plural(int(m.Bytes), "byte"), table.Duration(c.Seconds))
	default:
		_, err = fmt.Fprintf(p.out, "verified: %s; %s, %s, %s\n", c, table.Plural(int(c.Steps.Steps), "step"), table.Plural(int(c.Steps.Bytes), "byte"), table.Duration(c.Seconds))
	}
	if err == nil && c.Refused != "" {
		return &exit{status: failedCheck}
	}
	return err
}

// String returns the verified statement.
func (c *proofCheck) String() string {
	switch {
	case c.formula != nil:
		return c.formulaText()
	case c.models != nil:
		models := "models"
		if c.models.Shown > 0 {
			models = fmt.Sprintf("models projected on %s", table.Plural(c.models.Shown, "variable"))
		}
		if c.models.Weighted {
			return fmt.Sprintf("the weights of the %s of %s add up to %s", models, c.Problem, decimal(c.models.Count))
		}
		return fmt.Sprintf("%s has %s %s", c.Problem, c.Count, models)
	case c.Optimum != nil && c.Count == "1":
		return fmt.Sprintf("%s has 1 solution of %s, the %v", c.Problem, table.Plural(*c.Optimum, "piece"), c.goal)
	case c.Optimum != nil && c.Count != "":
		return fmt.Sprintf("%s has %s solutions of %s, the %v", c.Problem, c.Count, table.Plural(*c.Optimum, "piece"), c.goal)
	case c.Optimum != nil:
		return fmt.Sprintf("%s has solutions of %s, the %v", c.Problem, table.Plural(*c.Optimum, "piece"), c.goal)
	case c.Count == "1":
		return c.Problem + " has 1 solution"
	case c.Count != "":
		return fmt.Sprintf("%s has %s solutions", c.Problem, c.Count)
	case c.Shown != nil && c.Shown.Solutions != nil:
		return fmt.Sprintf("%s has %s that differ in the preserved variables", inputName(c.Formula), table.Plural(int(*c.Shown.Solutions), "solution"))
	case c.Shown != nil:
		return fmt.Sprintf("the least value of the objective in %s is %d, without a constant", inputName(c.Formula), *c.Shown.Optimum)
	case c.Compared == nil:
		return inputName(c.Formula) + " is unsatisfiable"
	}
	text := fmt.Sprintf("%s has no solution, by the formula in %s", cmp.Or(c.about, c.Problem), inputName(c.Formula))
	if c.Compared.Auxiliaries > 0 {
		text += fmt.Sprintf(" with its %d auxiliary variables eliminated", c.Compared.Auxiliaries)
	}
	return text
}

// checkProof checks a proof. It returns an error if there is nothing to check.
func (c *proofCheck) checkProof(ctx context.Context, in io.Reader) error {
	formula, closeFormula, err := unpacked(ctx, c.Formula, in)
	if err != nil {
		return err
	}
	defer closeFormula()
	claim, err := readClaim(ctx, c.Formula, formula)
	if err != nil {
		return fmt.Errorf("%s: %w", inputName(c.Formula), err)
	}
	c.warnings = claim.warnings
	steps, closeProof, err := unpacked(ctx, c.Proof, in)
	if err != nil {
		return err
	}
	defer closeProof()
	start := time.Now()
	if c.problem.Family != nil {
		c.Problem = c.problem.String()
		compared, err := claim.compare(c.problem)
		if mismatch, ok := errors.AsType[*proof.Mismatch](err); ok {
			c.Refused = fmt.Sprintf("%s: %v", inputName(c.Formula), mismatch)
			return nil
		} else if err != nil {
			return err
		}
		c.Compared = &compared
	}
	result, shown, err := claim.check(steps)
	if err == nil && !shown.Unsatisfiable {
		c.Shown = &shown
	}
	c.Seconds = time.Since(start).Seconds()
	c.Steps = &result
	if wrong, ok := errors.AsType[*proof.Error](err); ok && wrong.Format != "" {
		c.Refused = wrong.In(inputName(c.Proof))
		return nil
	} else if ok {
		return fmt.Errorf("%s: %s", inputName(c.Proof), wrong.Why)
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s: %w", inputName(c.Proof), err)
	}
	c.Verified = err == nil
	return err
}

// A claim is a formula that a proof must show unsatisfiable.
type claim struct {
	warnings []string // about the text
	compare  func(nqueens.Problem) (proof.Comparison, error)
	check    func(steps io.Reader) (proof.Result, proof.Conclusion, error)
}

// readClaim reads the formula of a proof: DIMACS for a DRAT proof, or OPB for a cutting-planes
// proof.
func readClaim(ctx context.Context, name string, formula io.Reader) (claim, error) {
	in := bufio.NewReaderSize(formula, detect.Window)
	head, err := in.Peek(detect.Window) // what cannot be read shows later
	format, _, err := detect.Of(detect.Text{File: name, Head: head, Whole: err != nil, Piece: family.Queens.HasLetter})
	if unread, ok := errors.AsType[*detect.Unread](err); ok && unread.Format.Name != detect.Headless {
		return claim{}, err
	}
	if format.Name == detect.OPB {
		f, err := encode.ReadOPB(in)
		switch {
		case err != nil:
			return claim{}, err
		case f.Names != nil:
			err = errors.New("its variables must be called x1, x2, …, as in proofs")
		case len(f.Warnings) > 0: // a proof is about the complete formula
			err = errors.New(f.Warnings[0])
		}
		return claim{
			nil,
			func(p nqueens.Problem) (proof.Comparison, error) { return proof.ComparePB(ctx, p, f) },
			func(steps io.Reader) (proof.Result, proof.Conclusion, error) { return proof.ConcludePB(ctx, f, steps) },
		}, err
	}
	f, err := encode.ReadDIMACS(in)
	var warnings []string
	if err == nil {
		warnings = f.Warnings
	}
	return claim{
		warnings,
		func(p nqueens.Problem) (proof.Comparison, error) { return proof.Compare(ctx, p, f) },
		func(steps io.Reader) (proof.Result, proof.Conclusion, error) {
			result, err := proof.Check(ctx, f, steps)
			return result, proof.Conclusion{Unsatisfiable: err == nil}, err
		},
	}, err
}

// unpacked opens a file, or standard input for -, and unpacks it if it is gzipped. A binary proof
// begins with a letter, so that it cannot look like gzip.
func unpacked(ctx context.Context, name string, in io.Reader) (io.Reader, func(), error) {
	closeFile := func() {}
	if name != "-" {
		f, err := bounded.Open(ctx, name)
		if err != nil {
			return nil, nil, err
		}
		in, closeFile = f, func() { f.Close() } //nolint:errcheck // only read
	}
	in, _, err := unpack.IfPacked(bufio.NewReaderSize(bounded.Reader(ctx, in), 1<<18))
	if err != nil {
		closeFile()
		return nil, nil, fmt.Errorf("%s: %w", inputName(name), err)
	}
	return in, closeFile, nil
}

func (p *program) checkCount() *cobra.Command {
	return p.checkFolder(&cobra.Command{
		Use:   "count DIR",
		Short: "Check a count that was written with its proof",
		Long: `Check the certificate that "nqueens count --certified DIR", or another program, wrote.
formula.cnf must forbid nothing that the rules of the piece in problem.txt allow. Each
line of solutions.txt must be a solution, and no line may come twice. proof.drat must
show that there are no other solutions. If the best solutions are counted, the formula
is made again instead of read, and the optimum is checked as by "check optimum". For a
covering problem others.pbp replaces proof.drat, and there is no formula. With
--veripb, enumeration.pbp has the solutions of constraints.opb and the proof. A certificate
in shares has solutions-1.txt, others-1.pbp and so on. For a formula from a file,
proof.cpog (in the format CPOG) must show that a graph has the models of formula.cnf;
they are counted in the graph, with the formula's weights. If it is projected,
determined.drat must show that no two models agree on the projection. No solver is trusted and none is
run. An error is reported with its file and line, and status 1.`,
		Example: `  nqueens count 8 --certified q8; nqueens check count q8
  nqueens count --file f.cnf --certified f; nqueens check count f
  nqueens check count q8 --json`,
	}, (*proofCheck).checkCount)
}

func (p *program) checkOptimum() *cobra.Command {
	return p.checkFolder(&cobra.Command{
		Use:   "optimum DIR",
		Short: "Check an optimum that was written with its proof",
		Long: `Check the certificate that "nqueens solve --task optimise --certified DIR", or another
program, wrote. solution.txt must be a solution of the problem in problem.txt.
better.cnf must be the formula for a better number of pieces, which is made again.
cubes.cnf, whose clauses are negated cubes, must end with the empty clause. cube-1.drat
and so on must show that each clause follows from the formula and the clauses before.
For a covering problem fewer.pbp replaces these files, or fewer-1.pbp and so on if
split.txt says that the certificate has shares. For a file with an objective there are its
text, constraints.opb, which is made again from the text, and optimum.pbp, a proof in the
format of VeriPB that no solution of these constraints has a better value. No solver is
trusted and none is run. An error is reported with its file, and status 1.`,
		Example: `  nqueens solve --file f.wcnf --certified f; nqueens check optimum f
  nqueens solve kings 6 --task optimise --certified k6; nqueens check optimum k6
  nqueens check optimum k6 --json`,
	}, (*proofCheck).checkOptimum)
}

// checkFolder completes a command that checks a certificate.
func (p *program) checkFolder(cmd *cobra.Command, check func(*proofCheck, context.Context, nqueens.Catalogue) error) *cobra.Command {
	var asJSON bool
	var limits limitFlags
	cmd.Args = takes("DIR", true)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c := proofCheck{Folder: args[0]}
		ctx, done, err := limits.bound(stoppable(cmd.Context()), "checking")
		if err != nil {
			return err
		}
		defer done()
		if err := checkIsFolder(args[0]); err != nil {
			return fmt.Errorf("%w: name the folder that --certified DIR wrote", err)
		}
		start := time.Now()
		err = check(&c, ctx, p.families)
		c.Seconds = time.Since(start).Seconds()
		switch {
		case err == nil:
			c.Verified = true
		case ctx.Err() != nil, errors.As(err, new(*fs.PathError)), errors.As(err, new(*proof.Unreadable)):
			return stopped(ctx, err)
		default:
			c.Refused = oneLine(err.Error())
		}
		return p.report(&c, asJSON)
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	limits.flags(cmd)
	return cmd
}

// checkIsFolder returns an error if there is no folder with this name.
func checkIsFolder(name string) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such folder", name)
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s: this is a file, not a folder", name)
	}
	return err
}

// checkCount checks a certified count.
func (c *proofCheck) checkCount(ctx context.Context, known nqueens.Catalogue) error {
	if proof.IsModels(c.Folder) {
		found, err := proof.VerifyModels(ctx, c.Folder)
		if err == nil {
			c.Problem, c.Count, c.models = proof.FormulaFile, found.Count.String(), &found
			c.Models = &found.Proof
		}
		return err
	}
	count, err := proof.VerifyCount(ctx, c.Folder, known)
	if count.Problem.Family != nil {
		c.Problem = count.Problem.String()
	}
	if err == nil {
		c.Count, c.Compared, c.Steps = fmt.Sprint(count.Solutions), &count.Formula, &count.Proof
		c.Optimum, c.goal = count.Pieces, count.Problem.Goal()
	}
	return err
}

// checkOptimum checks a certified optimum.
func (c *proofCheck) checkOptimum(ctx context.Context, known nqueens.Catalogue) error {
	if proof.IsFormulaOptimum(c.Folder) {
		return c.checkFormula(ctx)
	}
	best, err := proof.VerifyOptimum(ctx, c.Folder, known)
	if best.Problem.Family != nil {
		c.Problem = best.Problem.String()
	}
	if err == nil {
		c.Optimum, c.Cubes, c.Steps = &best.Pieces, best.Cubes, &best.Proof
		c.goal = best.Problem.Goal()
	}
	return err
}
