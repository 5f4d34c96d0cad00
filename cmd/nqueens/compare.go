package main

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/table"
)

// compare asks several contenders, each in a child process, prints a row for
// each answer as it comes, and then what they say together.
func (p *program) compare(ctx context.Context, e bench.Experiment, asJSON bool) error {
	wide := 0
	for _, job := range e.Jobs {
		wide = max(wide, utf8.RuneCountInString(job.Contender.String()))
	}
	var records []bench.Record
	for _, job := range e.Jobs {
		r, err := p.apart(ctx, job, e)
		if err != nil {
			return err
		}
		records = append(records, r)
		if asJSON {
			err = p.json(r)
		} else {
			_, err = fmt.Fprintf(p.out, "%-*s  %8s  %s\n", wide, job.Contender.String(), taken(r), says(r))
		}
		if err == nil {
			err = p.out.Flush() // the next answer may take long
		}
		if err != nil {
			return err
		}
	}
	verdict := judge.Judge(e, records, p.backends).Verdicts[0]
	if !asJSON {
		fmt.Fprintln(p.out, verdict)
	}
	if err := p.disagreement(e, records); err != nil {
		return err
	}
	if i := slices.IndexFunc(records, func(r bench.Record) bool { return r.Status == nqueens.Crashed }); i >= 0 {
		return &exit{status: failedCheck, err: fmt.Errorf("%s crashed: %s", e.Jobs[i].Contender.String(), records[i].Reason)}
	}
	if verdict.Kind == judge.Unanswered {
		return &exit{status: limitHit, err: fmt.Errorf("no answer from any of %d", len(records))}
	}
	for _, r := range records {
		if err := withoutProof(r); err != nil {
			return err
		}
	}
	return nil
}

func taken(r bench.Record) string {
	if r.Seconds == 0 {
		return "-"
	}
	return table.Duration(r.Seconds)
}

// shownSquares is the longest solution that is shown in a row.
const shownSquares = 64

// says is a record's answer, or why there is none.
func says(r bench.Record) string {
	switch {
	case r.Count != nil:
		return r.Count.String()
	case r.Status == nqueens.Solved && len(r.Solution) > shownSquares:
		return "a solution"
	case r.Status == nqueens.Solved:
		return r.Solution.String()
	case r.Status == nqueens.Unsatisfiable && r.Proof != (bench.Proof{Kind: bench.Unproved}):
		return fmt.Sprintf("%s (%s)", noSolution, backing(r))
	case r.Status == nqueens.Unsatisfiable:
		return noSolution
	case r.Reason != "":
		return fmt.Sprintf("%s: %s", r.Status, r.Reason)
	}
	return string(r.Status)
}
