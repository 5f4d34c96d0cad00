package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/bench"
)

const noSolution = "no solution"

func (p *program) solve() *cobra.Command {
	var q question
	var all, list bool
	cmd := &cobra.Command{
		Use:   "solve [FAMILY] N",
		Short: "Find one solution, or that there is none",
		Long: `Find one solution and print it as a board, highest rank first, or print
"no solution". A board can be read back with --file. Every solution is checked
by the rules of the piece before it is printed.`,
		Example: `  nqueens solve 8
  nqueens solve 8 --given d4
  nqueens solve torus 7 --list
  nqueens solve 8 | nqueens solve --file -   a board goes from one to the next
  nqueens solve 6 --all                      every solution, one a line
  nqueens solve 20 --timeout 5s --json
  nqueens solve 8 --backend all              one row each, compared`,
		RunE: func(cmd *cobra.Command, args []string) error {
			task := nqueens.FindFirst
			if all {
				task = nqueens.FindAll
			}
			e, err := q.parse(p, args, task)
			if err != nil {
				return err
			}
			p.noteConflict(e.Jobs[0].Problem)
			switch {
			case len(e.Jobs) > 1:
				return p.compare(stoppable(cmd.Context()), e, q.json)
			case all && !q.json:
				return p.stream(stoppable(cmd.Context()), e)
			}
			r, err := p.ask(stoppable(cmd.Context()), e, q.json)
			switch {
			case err != nil || q.json:
				return err
			case r.Status == nqueens.Unsatisfiable:
				_, err = fmt.Fprintln(p.out, noSolution)
			case list:
				_, err = fmt.Fprintln(p.out, r.Solution)
			default:
				_, err = fmt.Fprint(p.out, e.Jobs[0].Problem.Board(r.Solution))
			}
			return err
		},
	}
	q.flags(cmd, p)
	cmd.Flags().BoolVar(&all, "all", false, "print every solution as a list of squares, one a line; with --json their number and fingerprint")
	cmd.Flags().BoolVar(&list, "list", false, "print the solution as a list of squares")
	return cmd
}

// noteConflict says on standard error which givens attack each other: the
// answer is "no solution" and this is why.
func (p *program) noteConflict(problem nqueens.Problem) {
	if a, b, found := problem.GivenConflict(); found {
		fmt.Fprintf(p.err, "note: the givens %v and %v attack each other\n", a, b)
	}
}

// stream prints every solution when it is found, if it is one.
func (p *program) stream(ctx context.Context, e bench.Experiment) error {
	job := e.Jobs[0]
	if job.Limits.Memory > 0 {
		return errors.New("--memory: not with --all, which prints solutions as they are found; add --json for their number and fingerprint")
	}
	if job.Limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, job.Limits.Time)
		defer cancel()
	}
	var failed error
	var s nqueens.Solution
	var flushed time.Time
	r, err := p.here(ctx, job, e.Seed, func(found nqueens.Solution) bool {
		s = append(s[:0], found...)
		s.Sort()
		if err := job.Problem.Check(s); err != nil {
			failed = &exit{status: failedCheck, err: fmt.Errorf("%s gave %v, which is no solution: %w", job.Contender(), s, err)}
			return false
		}
		if _, failed = fmt.Fprintln(p.out, s); failed == nil && time.Since(flushed) > flushPause {
			failed = p.out.Flush()
			flushed = time.Now()
		}
		return failed == nil
	})
	if err = errors.Join(failed, err); err != nil {
		return err
	}
	if err := p.disagreement(e, []bench.Record{r}); err != nil {
		return err
	}
	if !r.Status.Answered() {
		return unanswered(r.Outcome)
	}
	if r.Count.Cmp(nqueens.NewCount(0)) == 0 {
		fmt.Fprintln(p.err, noSolution)
	}
	return nil
}

// flushPause is how long a solution waits for others to be written with.
const flushPause = 50 * time.Millisecond
