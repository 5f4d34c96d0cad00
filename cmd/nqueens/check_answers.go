package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"nqueens"
	"nqueens/answers"
	"nqueens/backends"
	"nqueens/family"
	"nqueens/internal/shell"
	"nqueens/internal/table"
)

// mostCompared is the largest number of solutions that a list is compared with.
const mostCompared = 1_000_000

// checkAnswers judges the answers of a list: what is wrong, doubled, missing, and an image of another.
func (p *program) checkAnswers(ctx context.Context, c *checkFlags, args []string) error {
	if c.solution != "" || c.file != "" || c.output != "" {
		return errors.New("--list: not with --solution, --file or --output")
	}
	if size, err := familyAndSize(args, p.families); err == nil && size.N == 0 {
		return fmt.Errorf("--list: the size of the board is missing: write, for example, nqueens check %s --list %s", strings.Join(append(args, "8"), " "), shell.Quoted(c.list))
	}
	problem, err := c.problem(args, p)
	if err != nil {
		return err
	}
	if !problem.HasBoard() {
		return errors.New("--list: a formula has no board")
	}
	in := p.in
	if c.list != "-" {
		file, err := os.Open(c.list)
		if err != nil {
			return fmt.Errorf("--list: %w", err)
		}
		defer file.Close()
		in = file
	}
	const most = 64 << 20
	text, err := io.ReadAll(io.LimitReader(c.bounded(in), most+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("longer than %d MiB", most>>20)
	}
	if err != nil {
		return fmt.Errorf("--list: %w", err)
	}
	list, err := answers.Read(string(text), problem)
	if err != nil {
		return fmt.Errorf("--list %s: %w", inputName(c.list), err)
	}
	if problem, err = p.atOptimum(ctx, problem); err != nil {
		return err
	}
	if len(list.Claims) > 0 {
		if err := p.checkClaims(ctx, problem, list.Claims); err != nil || len(list.Answers) == 0 {
			return err
		}
	}
	r := answers.Judge(list.Answers, problem)
	place := func(i int) string { return list.Answers[i].Place() }
	for _, w := range r.Wrong {
		fmt.Fprintf(p.out, "%s: wrong: %s: %s\n", place(w.Answer), list.Answers[w.Answer].Text, w.Why)
	}
	for _, d := range r.Doubled {
		fmt.Fprintf(p.out, "%s: doubled: the same as %s\n", place(d[0]), place(d[1]))
	}
	for _, d := range r.Twins {
		fmt.Fprintf(p.out, "%s: equal to %s up to symmetry\n", place(d[0]), place(d[1]))
	}
	found, example, complete, err := p.missing(ctx, problem, r)
	if err != nil {
		return err
	}
	summary := fmt.Sprintf("%s: %d right, %d wrong, %d doubled", table.Plural(len(list.Answers), "answer"), r.Right, len(r.Wrong), len(r.Doubled))
	missing := found - r.Right
	switch {
	case !complete:
		summary += fmt.Sprintf("; of more than %d solutions", found-1)
	case missing > 0:
		summary += fmt.Sprintf("; %d of %s missing, for example %v", missing, table.Plural(found, "solution"), example)
	default:
		summary += fmt.Sprintf("; all %s", table.Plural(found, "solution"))
	}
	fmt.Fprintln(p.out, summary)
	if name := p.otherFamily(ctx, problem, r); name != "" && (len(r.Wrong) > 0 || missing > 0) {
		fmt.Fprintf(p.out, "%s: these are all of %s\n", table.Plural(len(r.Given), "solution"), name)
	}
	if len(r.Wrong)+len(r.Doubled) > 0 || !complete || missing > 0 {
		return &exit{status: failedCheck}
	}
	return nil
}

// atOptimum returns a problem with the number of pieces of its best solutions, so that a solution with
// another number is wrong. A problem without an objective stays the same.
func (p *program) atOptimum(ctx context.Context, problem nqueens.Problem) (nqueens.Problem, error) {
	if problem.Goal() == nqueens.NoGoal {
		return problem, nil
	}
	request := nqueens.Request{Problem: problem, Task: nqueens.Optimise}
	by, err := backends.Fastest(p.backends, request)
	if err != nil {
		return problem, err
	}
	o := by.Run(ctx, request, nil)
	switch {
	case !o.Status.Answered():
		return problem, unanswered(o)
	case o.Optimum != nil:
		problem.Pieces = nqueens.Exactly(*o.Optimum)
	}
	return problem, problem.Validate()
}

// missing counts the solutions of a problem, up to a limit, and returns one that the list does not
// have.
func (p *program) missing(ctx context.Context, problem nqueens.Problem, r answers.Report) (found int, example nqueens.Solution, complete bool, err error) {
	request := nqueens.Request{Problem: problem, Task: nqueens.FindAll}
	by, err := backends.Fastest(p.backends, request)
	if err != nil {
		return 0, nil, false, err
	}
	o := by.Run(ctx, request, func(s nqueens.Solution) bool {
		if found++; example == nil && !r.Has(s) {
			example = append(example, s...)
			example.Sort()
		}
		return found <= mostCompared
	})
	if found <= mostCompared && !o.Status.Answered() {
		return 0, nil, false, unanswered(o)
	}
	return found, example, found <= mostCompared, nil
}

// otherFamily returns the name of another family whose solutions, on a board of the same size, are
// exactly those of the list; "" if there is none.
func (p *program) otherFamily(ctx context.Context, problem nqueens.Problem, r answers.Report) string {
	for _, f := range family.All(p.families...) {
		other := nqueens.Problem{Family: f, N: problem.N}
		if f == problem.Family || other.Validate() != nil || other.Board() != problem.Board() || !r.Fits(other) {
			continue
		}
		request := nqueens.Request{Problem: other, Task: nqueens.FindAll}
		by, err := backends.Fastest(p.backends, request)
		if err != nil {
			continue
		}
		found := 0
		o := by.Run(ctx, request, func(nqueens.Solution) bool { found++; return found <= len(r.Given) })
		best := func(s nqueens.Solution) bool { return o.Optimum == nil || other.Counted(s) == *o.Optimum }
		if o.Status.Answered() && found == len(r.Given) && best(r.Given[0]) {
			return fmt.Sprintf("%d %s", len(r.Given[0]), strings.ReplaceAll(f.Name, "-", " "))
		}
	}
	return ""
}
