package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/internal/printable"
	"nqueens/internal/table"
)

// answerEach answers for every instance, in order, if the file holds many, and reports whether it
// does. If picture is not empty, it also writes a picture of all boards into the file of that name. The
// flags in senseless are an error if the file holds many.
func (p *program) answerEach(cmd *cobra.Command, q *requestFlags, args []string, task nqueens.Task, picture string, senseless ...string) (bool, error) {
	_, done, err := q.bound(cmd.Context(), "reading")
	if err != nil {
		return false, err
	}
	defer func() { done() }()
	of, err := familyAndSize(args, p.families)
	if err != nil {
		return true, err
	}
	many, err := q.many(of.Family, p)
	if err != nil {
		return false, q.limitError(fmt.Errorf("--file: %w", err))
	}
	if !many {
		return false, nil
	}
	for _, flag := range senseless {
		if cmd.Flags().Changed(flag) {
			return true, fmt.Errorf("--%s: not with several instances, each of which prints a row", flag)
		}
	}
	if q.proof != "" && q.proof != checkedProof {
		return true, fmt.Errorf("--proof=%s: not with several instances; without a file the proof of each is checked", q.proof)
	}
	list, err := q.instances(of.Family, p)
	if err != nil {
		return true, err
	}
	done()
	r := batch{program: p, asJSON: q.json, total: len(list)}
	if picture != "" {
		if task == nqueens.FindAll {
			return true, fmt.Errorf("--output %s: not with --all and several instances: a picture has one solution of each", picture)
		}
		if r.sheet, err = newSheet(picture, list); err != nil {
			return true, err
		}
	}
	experiments := make([]bench.Experiment, len(list))
	for i := range list {
		q.instance = &list[i]
		if experiments[i], err = q.parse(cmd.Context(), p, args, task); err != nil {
			return true, fmt.Errorf("%s: %w", list[i].name, err)
		}
		q.externalFlags = externalFlags{} // they have already joined
		r.wideName = max(r.wideName, utf8.RuneCountInString(printable.Text(list[i].name)))
		r.wideContender = max(r.wideContender, len("bitmask"), widest(experiments[i].Jobs))
	}
	ctx := stoppable(cmd.Context())
	for i, e := range experiments {
		if err := r.row(ctx, list[i].name, e); err != nil {
			return true, err
		}
	}
	if r.sheet != nil {
		if err := r.sheet.write(); err != nil {
			return true, err
		}
	}
	return true, r.finish()
}

// A batch prints the answers for one instance after the other, a row for each contender.
type batch struct {
	*program
	asJSON                                         bool
	sheet                                          *sheet // nil if no picture is written
	wideName, wideContender                        int
	total                                          int
	solvable, unsolvable, unanswered, wrong, broke int   // instances so far
	proofless                                      int   // instances whose requested proof is missing
	withoutProof                                   *exit // the error of the first of them
}

// instanceRecord is a record with the instance's name in its folder or archive.
type instanceRecord struct {
	Instance string `json:"instance"`
	bench.Record
}

// row runs the contenders on one instance and prints a row for each.
func (r *batch) row(ctx context.Context, name string, e bench.Experiment) error {
	records, err := r.runEach(ctx, e, r.asJSON, func(job bench.Job, record bench.Record) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case r.asJSON:
			return r.json(instanceRecord{name, record})
		}
		who, by := job.Contender.String(), answeredBy(record)
		if b, err := backends.Named(r.backends, job.Backend); err == nil && by != "" && b.Describe().Portfolio {
			who, by = record.By, "" // the portfolio may be the default
		}
		_, err := fmt.Fprintf(r.out, "%-*s  %-*s  %8s  %s%s\n", r.wideName, printable.Text(name), r.wideContender, who, timeText(record), answerText(job.Problem, record), by)
		return err
	})
	switch {
	case ctx.Err() != nil:
		return &exit{status: limitHit, err: fmt.Errorf("stopped: %d of %s were answered", r.solvable+r.unsolvable+r.wrong, table.Plural(r.total, "instance"))}
	case err != nil:
		return err
	}
	r.judge(name, e, records)
	if r.sheet != nil {
		r.sheet.add(name, e.Jobs[0].Problem, records)
	}
	return nil
}

// judge counts the instance by its result, and prints a disagreement.
func (r *batch) judge(name string, e bench.Experiment, records []bench.Record) {
	judgement := judge.Judge(e, records, r.backends)
	for _, failure := range judgement.Failures {
		// The name of the problem may be hundreds of squares long.
		fmt.Fprintf(r.err, "disagreement: %s%s\n", printable.Text(name), strings.TrimPrefix(failure, e.Jobs[0].Problem.String()))
	}
	if len(judgement.Failures) > 0 {
		r.wrong++
		return
	}
	if e := new(exit); errors.As(noneProved(records), &e) {
		if r.proofless++; r.withoutProof == nil {
			r.withoutProof = e
		}
	}
	crashed := false
	for _, record := range records {
		switch {
		case !record.Status.Answered():
			crashed = crashed || record.Status == nqueens.Crashed
			continue
		case record.Status == nqueens.Unsatisfiable || record.Count != nil && record.Count.Cmp(nqueens.NewCount(0)) == 0:
			r.unsolvable++
		default:
			r.solvable++
		}
		return
	}
	r.unanswered++
	if crashed {
		r.broke++
	}
}

// finish prints the totals and returns the error with the exit status.
func (r *batch) finish() error {
	if !r.asJSON {
		instances := "instances"
		if r.total == 1 {
			instances = "instance"
		}
		fmt.Fprintf(r.out, "%d %s: %d with a solution, %d without", r.total, instances, r.solvable, r.unsolvable)
		for _, more := range []struct {
			what   string
			number int
		}{{"unanswered", r.unanswered}, {"in disagreement", r.wrong}} {
			if more.number > 0 {
				fmt.Fprintf(r.out, ", %d %s", more.number, more.what)
			}
		}
		fmt.Fprintln(r.out)
	}
	switch {
	case r.wrong > 0:
		return &exit{status: failedCheck, err: fmt.Errorf("disagreement on %d of %s", r.wrong, table.Plural(r.total, "instance"))}
	case r.broke > 0:
		return &exit{status: failedCheck, err: fmt.Errorf("crashed: no answer for %d of %s", r.broke, table.Plural(r.total, "instance"))}
	case r.unanswered > 0:
		return &exit{status: limitHit, err: fmt.Errorf("no answer for %d of %s", r.unanswered, table.Plural(r.total, "instance"))}
	case r.proofless > 0:
		first := r.withoutProof
		return &exit{status: first.status, err: fmt.Errorf("no proof for %d of %s; the first: %w", r.proofless, table.Plural(r.total, "instance"), first.err)}
	}
	return nil
}
