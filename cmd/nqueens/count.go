package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/checkpoint"
	"nqueens/bench"
)

func (p *program) count() *cobra.Command {
	var q requestFlags
	var c countFlags
	cmd := &cobra.Command{
		Use:   "count [FAMILY] N",
		Short: "Count the solutions",
		Long: `Count the solutions and print the number. With several backends or encodings
each prints a row: its time for one answer, measured in a process of its own,
and the number. A number that differs from the others or from the published
number ends with status 1.

A large board can be counted over days with --checkpoint. If the program is killed,
the same command continues from a state at most twenty seconds old. --part shares the
count between machines, and "nqueens sum" adds the parts.

With --certified the count comes with a proof, in a folder that "nqueens check
count" verifies without trusting any solver: the formula, every solution, and that
there are no others. For a formula from a file it is a graph of the models, and a proof
that the graph has exactly these.`,
		Example: `  nqueens count 12
  nqueens count torus 11
  nqueens count 10 --given a1 --blocked d4
  nqueens count 8 --fundamental              symmetric solutions count once
  nqueens count 20 --symmetric quarter-turn
  nqueens count 14 --threads 2
  nqueens count 14 --timeout 10s --memory 1GiB
  nqueens count 10 --backend all --json
  nqueens count --file formula.cnf --backend all
  nqueens count 21 --threads 2 --checkpoint q21.ckpt
  nqueens count 18 --part 1/4 --json -o p1.json
  nqueens count 10 --certified q10; nqueens check count q10
  nqueens count --file formula.cnf --certified f; nqueens check count f
  nqueens count 8 --backend sharp --trace t.jsonl; nqueens show t.jsonl -o t.html
  nqueens count 14 --external 'plain=./plain {n}'  beside a program of your own`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := c.traceFlags.check(cmd.Flags()); err != nil {
				return err
			}
			if many, err := p.answerEach(cmd, &q, args, nqueens.CountAll, "", "fundamental", "part", "checkpoint", "output", "certified", "trace"); many || err != nil {
				return err
			}
			if slices.ContainsFunc([]string{"certified", "prover", "split", "veripb"}, cmd.Flags().Changed) {
				return p.certify(cmd, &q, c, args)
			}
			part := checkpoint.Whole
			if c.part != "" {
				if part, err = checkpoint.ParsePart(c.part); err != nil {
					return fmt.Errorf("--part: %w", err)
				}
			}
			unnamed := (c.part != "" || c.checkpoint != "") && q.backend == ""
			if unnamed {
				q.backend = p.resumable()[0]
			}
			e, err := q.parse(cmd.Context(), p, args, nqueens.CountAll)
			if err != nil {
				if refused, is := errors.AsType[*nqueens.ProblemError](err); is && unnamed && c.part != "" {
					return fmt.Errorf("--part: %w", otherParts(refused))
				}
				return err
			}
			switch problem := e.Jobs[0].Problem; {
			case c.fundamental && problem.Symmetric != nqueens.Identity:
				return errors.New("--fundamental: not with --symmetric: leave one out")
			case c.fundamental && !problem.HasBoard():
				return errors.New("--fundamental: a formula has no board and so no symmetries")
			}
			by, err := c.inTasks(p, e, q.json)
			if err != nil {
				return err
			}
			out, err := p.create(cmd.Context(), &q.limitFlags, c.output)
			if err != nil {
				return err
			}
			defer func(stdout *bufio.Writer) {
				err = errors.Join(err, out.commitPrinted())
				p.out = stdout
			}(p.out)
			p.out = out.Writer
			p.noteConflict(e.Jobs[0].Problem)
			ctx := stoppable(cmd.Context())
			switch {
			case c.trace != "":
				return p.countTraced(ctx, c.traceFlags, e)
			case by != nil:
				return p.countTasks(ctx, by, e, c, part, q.json)
			case c.fundamental:
				return p.countFundamental(ctx, e, q.json)
			case len(e.Jobs) > 1:
				return p.compare(ctx, e, q.json)
			}
			r, err := p.run(ctx, e, e.Jobs[0], q.json)
			if err != nil {
				return err
			}
			return p.printCount(e, r, q.json)
		},
	}
	q.flags(cmd)
	q.externalFlags.flags(cmd)
	c.resumable = p.resumable()
	c.flags(cmd)
	p.completeNames(cmd)
	return cmd
}

// otherParts adds to the error for a problem that --part does not support which command can cut it
// into parts.
func otherParts(refused *nqueens.ProblemError) error {
	if refused.Problem.Goal() != nqueens.NoGoal {
		return inOnePiece(refused.Problem)
	}
	return fmt.Errorf("%w; for other boards use `nqueens plan-parts count`, which cuts them into parts", refused)
}

// inOnePiece returns the error for a problem with an objective, which cannot be counted in parts.
func inOnePiece(problem nqueens.Problem) error {
	return fmt.Errorf("%v has an objective and cannot be counted in parts; only its proof can be: nqueens solve with --task optimise --certified DIR --split 1 --part 1/2, and for covering problems also nqueens count", problem.Short())
}

// printCount prints a count, or the estimate of an approximate counter, as a record or alone. A count
// that is known to be wrong is an error.
func (p *program) printCount(e bench.Experiment, r bench.Record, asJSON bool) error {
	if r.Estimate != nil {
		if asJSON {
			return errors.Join(p.json(r), p.disagreement(e, []bench.Record{r}))
		}
		if err := p.disagreement(e, []bench.Record{r}); err != nil {
			return err
		}
		_, err := fmt.Fprintln(p.out, r.Estimate)
		return err
	}
	if err := p.conclude(e, r, asJSON); err != nil || asJSON {
		return err
	}
	if r.By != "" { // the record has everything else
		p.note(r.Outcome)
	}
	p.noteOptimum(r, e.Jobs[0].Problem)
	_, err := fmt.Fprintln(p.out, decimal(r.Count))
	return err
}

// decimal returns a count in digits. A fraction is followed by its exact or rounded decimal value.
func decimal(c *nqueens.Count) string {
	if c.Whole() {
		return c.String()
	}
	text, exact := c.Decimal(15)
	if exact {
		return fmt.Sprintf("%v = %s", c, text)
	}
	return fmt.Sprintf("%v ≈ %s", c, text)
}

// fundamental is the answer of `count --fundamental`.
type fundamental struct {
	Problem     string         `json:"problem"`
	Backend     string         `json:"backend"` // for problems that it does not support: the fastest that does
	Fundamental *nqueens.Count `json:"fundamental"`
	// Symmetric is the number of solutions that each symmetry of the problem
	// maps to themselves, by its name; the identity maps all of them.
	Symmetric map[string]*nqueens.Count `json:"symmetric"`
	Source    string                    `json:"source,omitempty"` // of the published number
}

// countFundamental counts the solutions up to symmetry with each contender, by Burnside's lemma: it
// searches for the symmetric solutions directly. It compares the numbers with each other and with
// the published number.
func (p *program) countFundamental(ctx context.Context, e bench.Experiment, asJSON bool) error {
	var wrong error
	right, known := e.Jobs[0].Problem.KnownUpToSymmetry()
	if err := p.fixOptimum(ctx, e); err != nil {
		return err
	}
	wide := widest(e.Jobs)
	for _, job := range e.Jobs {
		f, err := p.burnside(ctx, e, job)
		if err != nil {
			return err
		}
		if !known { // compare with the first answer
			right, known = nqueens.Known{Count: f.Fundamental, Source: f.Backend}, true
		}
		if wrong == nil && f.Fundamental.Cmp(right.Count) != 0 {
			wrong = &exit{status: failedCheck, err: fmt.Errorf("disagreement: %v up to symmetry: %s: %v, not %v (%s)",
				job.Problem, f.Backend, f.Fundamental, right.Count, right.Source)}
		}
		switch {
		case asJSON:
			if err := p.json(f); err != nil {
				return err
			}
		case len(e.Jobs) > 1:
			fmt.Fprintf(p.out, "%-*s  %v\n", wide, job.Contender.String(), f.Fundamental)
		default:
			fmt.Fprintln(p.out, f.Fundamental)
		}
		if err := p.out.Flush(); err != nil {
			return err
		}
	}
	return wrong
}

// fixOptimum replaces the objective of each job's problem by the optimal number of pieces.
// Otherwise the symmetric solutions alone could have another optimum.
func (p *program) fixOptimum(ctx context.Context, e bench.Experiment) error {
	for i, job := range e.Jobs {
		if job.Problem.Goal() == nqueens.NoGoal {
			return nil
		}
		job.Task = nqueens.Optimise
		one := e
		one.Jobs = []bench.Job{job}
		r, err := p.answer(ctx, one, false)
		if err != nil {
			return err
		}
		pieces := nqueens.Range{Max: nqueens.Unbounded} // there is no solution of any number of pieces
		if r.Optimum != nil {
			pieces = *nqueens.Exactly(*r.Optimum)
		}
		e.Jobs[i].SetProblem(job.Problem.WithPieces(pieces), job.Instance)
	}
	return nil
}

// burnside counts a job's solutions under each symmetry of its problem.
func (p *program) burnside(ctx context.Context, e bench.Experiment, job bench.Job) (fundamental, error) {
	f := fundamental{Problem: job.Problem.String(), Backend: job.Contender.String(), Symmetric: map[string]*nqueens.Count{}}
	var unanswered error
	classes, fixed, err := job.Problem.CountUpToSymmetry(func(symmetric nqueens.Problem) (*nqueens.Count, error) {
		part := job
		part.SetProblem(symmetric, part.Instance)
		if part, unanswered = p.orFastest(part); unanswered != nil {
			return nil, unanswered
		}
		e.Jobs = []bench.Job{part}
		var r bench.Record
		r, unanswered = p.answer(ctx, e, false)
		return r.Count, unanswered
	})
	switch {
	case unanswered != nil:
		return f, unanswered
	case err != nil:
		return f, &exit{status: failedCheck, err: err}
	}
	f.Fundamental = classes
	for g, count := range fixed {
		f.Symmetric[g.String()] = count
	}
	if known, ok := job.Problem.KnownUpToSymmetry(); ok {
		f.Source = known.Source
	}
	return f, nil
}

// orFastest returns the job with its own backend if that supports it, otherwise with the fastest
// that does.
func (p *program) orFastest(job bench.Job) (bench.Job, error) {
	request := requestOf(job, 0)
	b, err := backends.Named(p.backends, job.Backend)
	if err == nil && b.Supports(request) == nil {
		return job, nil
	}
	request.Encoding = ""
	if b, err = backends.Fastest(p.backends, request); err != nil {
		return job, err
	}
	job.Backend, job.Encoding = b.Describe().Name, ""
	return job, nil
}
