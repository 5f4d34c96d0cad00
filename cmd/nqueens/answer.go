package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/run"
	"nqueens/internal/printable"
	"nqueens/internal/table"
)

// answer runs the only job of the experiment and returns its record. It returns an error if the
// harness finds the answer wrong.
func (p *program) answer(ctx context.Context, e bench.Experiment, asJSON bool) (bench.Record, error) {
	r, err := p.run(ctx, e, e.Jobs[0], asJSON)
	if err == nil {
		err = p.conclude(e, r, asJSON)
		p.noteProof(r)
	}
	return r, err
}

// conclude prints a record if asJSON is set. It returns an error if the answer is wrong or missing.
func (p *program) conclude(e bench.Experiment, r bench.Record, asJSON bool) error {
	if asJSON {
		if err := p.json(r); err != nil {
			return err
		}
	}
	if err := p.disagreement(e, []bench.Record{r}); err != nil {
		return err
	}
	return unanswered(r.Outcome)
}

// run runs one job and returns its record. A record that is printed, or shown beside others, is
// always measured in a child process. So are jobs with a memory limit or a proof, external programs
// and the check of an enumeration. A single job without limits runs in this process, which is fast.
// So does the search for one solution with only a time limit, because a long solution would have to
// be copied between processes.
func (p *program) run(ctx context.Context, e bench.Experiment, job bench.Job, measured bool) (bench.Record, error) {
	waiting, finish := p.waitFor(ctx, e, job)
	defer finish()
	if !measured {
		ctx = waiting
	}
	unlimited := job.Limits == (bench.Limits{}) && job.Task != nqueens.FindAll && !p.isExternal(job.Backend)
	if len(e.Jobs) == 1 && !measured && !job.Proof && (unlimited || job.Task.FindsOne() && job.Limits.Memory == 0) {
		ctx, cancel := within(ctx, job.Limits.Time)
		defer cancel()
		return p.runHere(ctx, job, e.Seed, nil)
	}
	if job.Limits.Time == 0 {
		job.Limits.Time = noLimit
	}
	if p.once == nil {
		runner, err := p.runner(false)
		if err != nil {
			return bench.Record{}, err
		}
		p.once = runner
	}
	r, err := p.once.Once(ctx, job, e)
	return r, stopped(ctx, err)
}

// noLimit is the time limit of a child process if the user sets none.
const noLimit = 365 * 24 * time.Hour

// within returns a context that ends after the time limit; a limit of 0 is none.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, cmp.Or(limit, noLimit))
}

// runHere runs a job in this process and checks its solution by the rules. The time is the wall
// time of one run; it appears in no printed record.
func (p *program) runHere(ctx context.Context, job bench.Job, seed uint64, visit func(nqueens.Solution) bool) (bench.Record, error) {
	b, err := backends.Named(p.backends, job.Backend)
	if err != nil {
		return bench.Record{}, err
	}
	m := bench.Maker{Version: backends.Version(b), Seed: seed, Repetition: 1, Started: time.Now().UTC()}
	o := bench.Observation{Outcome: backends.Guarded(ctx, b, requestOf(job, seed), visit)}
	if o.Status.Answered() {
		o.Seconds = time.Since(m.Started).Seconds()
	}
	o.Solution.Sort()
	if job.Task.FindsOne() && o.Status == nqueens.Solved {
		if err := job.Problem.Check(o.Solution); err != nil {
			o.Fault = &bench.Fault{Solution: o.Solution, Why: err.Error()}
		}
		if cost := job.Problem.Cost(o.Solution); cost != nil {
			reported := o.Cost
			if o.Optimum != nil {
				reported = job.Problem.CostOf(*o.Optimum)
			}
			if reported == nil || reported.Cmp(cost) != 0 {
				o.Contradiction = fmt.Sprintf("shows a solution with %s and reports another optimum", nqueens.WorthOf(cost))
			}
		} else if n := job.Problem.Counted(o.Solution); job.Problem.Goal() != nqueens.NoGoal && (o.Optimum == nil || *o.Optimum != n) {
			o.Contradiction = fmt.Sprintf("shows a solution with %s and reports another optimum", job.Problem.Worth(n))
		}
	}
	return job.Record(m, o), nil
}

// requestOf returns the request that a job makes to a backend in this process.
func requestOf(job bench.Job, seed uint64) nqueens.Request {
	return nqueens.Request{
		Problem: job.Problem, Task: job.Task, Encoding: job.Encoding, Threads: job.Threads, Memory: job.Limits.Memory, Seed: seed, Unreduced: job.Unreduced,
	}
}

// tallied returns the record of a job whose parts this program counted.
func (p *program) tallied(job bench.Job, by backends.Backend, seed uint64, t bench.Tally) (bench.Record, error) {
	build, err := buildOfThis()
	return job.Record(bench.Maker{Version: backends.Version(by), Build: build, Seed: seed, Repetition: 1, Started: time.Now().UTC()}, job.Tallied(t)), err
}

// itself returns the path of this program. On Linux it is that of the running program, even if its
// file was replaced.
func itself() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil && runtime.GOOS == "linux" {
		return running, nil
	}
	return os.Executable()
}

// runner returns a runner that starts this program again for each run.
func (p *program) runner(keep bool) (*run.Runner, error) {
	self, err := itself()
	if err != nil {
		return nil, fmt.Errorf("finding this program's file for a child process: %w", err)
	}
	warn := func(text string) { fmt.Fprintln(p.err, "warning:", oneLine(text)) }
	return &run.Runner{Backends: p.backends, Child: []string{self, childCommand}, Keep: keep, Busy: p.busy, MinTime: p.minTime, KeepProof: p.proofFile, Warn: warn, Start: p.start}, nil
}

// disagreement returns an error if the answers break the rules, differ from each other or differ
// from published values.
func (p *program) disagreement(e bench.Experiment, records []bench.Record) error {
	failures := judge.Judge(e, records, p.backends).Failures
	if len(failures) == 0 {
		return nil
	}
	problem := e.Jobs[0].Problem
	said := strings.ReplaceAll(strings.Join(failures, "; "), problem.String(), problem.Short())
	return &exit{status: failedCheck, err: fmt.Errorf("disagreement: %s", said)}
}

// json prints a value as one line of JSON.
func (p *program) json(r any) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s\n", line)
	return err
}

// unanswered returns the error for an outcome without an answer, or nil.
func unanswered(o nqueens.Outcome) error {
	if o.Status.Answered() {
		return nil
	}
	text := "no answer: " + string(o.Status)
	if o.Reason != "" {
		text += ": " + o.Reason
	}
	if o.Note != "" { // the racers' outcomes, or the best value found
		text += "; " + o.Note
	}
	if o.Void != "" {
		text += "; but " + o.Void
	}
	if o.Partial != nil && o.Partial.Cmp(nqueens.NewCount(0)) > 0 {
		text += fmt.Sprintf("; at least %v solutions were found, not all", o.Partial)
	}
	status := limitHit
	switch o.Status {
	case nqueens.Unsupported:
		status = badInput
	case nqueens.Crashed:
		status = failedCheck
	}
	return &exit{status: status, err: errors.New(text)}
}

// withoutProof returns the error for an answer whose requested proof is missing, or nil. The answer
// itself stays valid.
func withoutProof(r bench.Record) error {
	status := limitHit
	switch r.ProofStatus {
	case "":
		return nil
	case nqueens.Crashed:
		status = failedCheck
	}
	return &exit{status: status, err: fmt.Errorf("the answer is unproved: %s", r.Proof.Why)}
}

// noneProved returns an error if no record has a checked proof, or if a prover crashed. If one
// record has a proof, the rows of the others say why they have none.
func noneProved(records []bench.Record) error {
	proved := slices.ContainsFunc(records, func(r bench.Record) bool { return r.Proof.Checked() })
	for _, r := range records {
		if err := withoutProof(r); err != nil && (!proved || r.ProofStatus == nqueens.Crashed) {
			return err
		}
	}
	return nil
}

// stopped returns err with the exit status limitHit if the context has ended, otherwise err.
func stopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return &exit{status: limitHit, err: fmt.Errorf("no answer: %w", context.Cause(ctx))}
	}
	return err
}

// runEach runs every job of the experiment and prints each record as soon as it is there.
func (p *program) runEach(ctx context.Context, e bench.Experiment, asJSON bool, print func(bench.Job, bench.Record) error) (records []bench.Record, err error) {
	for _, job := range e.Jobs {
		r, err := p.run(ctx, e, job, asJSON)
		if err == nil {
			err = print(job, r)
		}
		if err == nil {
			err = p.out.Flush() // the next answer may take long
		}
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}

// widest returns the number of characters of the longest contender name.
func widest(jobs []bench.Job) (wide int) {
	for _, job := range jobs {
		wide = max(wide, utf8.RuneCountInString(job.Contender.String()))
	}
	return wide
}

// compare runs several contenders, each in a child process. It prints a row for each and then the
// common verdict.
func (p *program) compare(ctx context.Context, e bench.Experiment, asJSON bool) error {
	wide := widest(e.Jobs)
	records, err := p.runEach(ctx, e, asJSON, func(job bench.Job, r bench.Record) error {
		if asJSON {
			return p.json(r)
		}
		_, err := fmt.Fprintf(p.out, "%-*s  %8s  %s%s\n", wide, job.Contender.String(), timeText(r), answerText(job.Problem, r), answeredBy(r))
		return err
	})
	if err != nil {
		return err
	}
	judged, err := p.checked(ctx, e, records, asJSON)
	if err != nil {
		return err
	}
	judgement := judge.Judge(e, judged, p.backends)
	verdict := judgement.Verdicts[0]
	if !asJSON {
		fmt.Fprintln(p.out, verdict)
	}
	for _, estimates := range judgement.Estimates {
		if estimates.Misses > 0 {
			fmt.Fprintf(p.err, "note: %v\n", estimates)
		}
	}
	if err := p.disagreement(e, judged); err != nil {
		return err
	}
	if i := slices.IndexFunc(records, func(r bench.Record) bool { return r.Status == nqueens.Crashed }); i >= 0 {
		return &exit{status: failedCheck, err: fmt.Errorf("%s crashed: %s", e.Jobs[i].Contender.String(), records[i].Reason)}
	}
	if verdict.Kind == judge.Unanswered && !slices.ContainsFunc(records, func(r bench.Record) bool { return r.Estimate != nil }) {
		return &exit{status: limitHit, err: fmt.Errorf("no answer from any of %d", len(records))}
	}
	return noneProved(records)
}

// checked returns the records. If the verdict rests on a reduction that all contenders share, it
// adds an answer for the unreduced problem.
func (p *program) checked(ctx context.Context, e bench.Experiment, records []bench.Record, asJSON bool) ([]bench.Record, error) {
	if p.once == nil { // nothing was measured
		return records, nil
	}
	check, err := p.once.CheckOnce(ctx, e, records, judge.Judge(e, records, p.backends).Verdicts[0])
	if err != nil || check == nil {
		return records, stopped(ctx, err)
	}
	if asJSON {
		err = p.json(check)
	}
	return append(slices.Clip(records), *check), err
}

// answeredBy returns the text of a row that names the backend that answered in the contender's
// place, or "".
func answeredBy(r bench.Record) string {
	if r.By == "" {
		return ""
	}
	return ", by " + r.By
}

func timeText(r bench.Record) string {
	if r.Seconds == 0 {
		return "-"
	}
	return table.Duration(r.Seconds)
}

// shownSquares is the length of the longest solution that a row shows.
const shownSquares = 64

// answerText describes the answer of a record, or why there is none.
func answerText(p nqueens.Problem, r bench.Record) string {
	best := ""
	if r.Optimum != nil {
		best = p.Worth(*r.Optimum) + ": "
	}
	if r.Cost != nil {
		best = nqueens.WorthOf(r.Cost) + ": "
	}
	switch {
	case r.Count != nil:
		return best + r.Count.String()
	case r.Status == nqueens.Solved && !r.Task.FindsOne():
		return "solved without a count"
	case r.Status == nqueens.Solved && len(r.Solution) > shownSquares:
		return best + "a solution"
	case r.Status == nqueens.Solved:
		return best + solutionText(p, r.Solution)
	case r.Status == nqueens.Unsatisfiable && r.Proof != (bench.Proof{Kind: bench.Unproved}):
		return fmt.Sprintf("%s (%s)", noSolution, evidence(r))
	case r.Status == nqueens.Unsatisfiable && r.Note != "":
		return fmt.Sprintf("%s (%s)", noSolution, printable.Text(r.Note))
	case r.Status == nqueens.Unsatisfiable:
		return noSolution
	}
	if r.Estimate != nil {
		return r.Estimate.String()
	}
	text := string(r.Status)
	if r.Reason != "" {
		text += ": " + printable.Text(r.Reason)
	}
	if r.Note != "" {
		text += "; " + printable.Text(r.Note)
	}
	return text
}

// childCommand is the hidden command that the harness runs for one measured run.
const childCommand = "measure-child"

func (p *program) child() *cobra.Command {
	return &cobra.Command{
		Use:           childCommand,
		Short:         "Run one job of the harness, read from standard input",
		Args:          takesNothing,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := run.ServeChild(cmd.Context(), p.in, p.terminal.out, p.backends, p.families); err != nil {
				return &exit{status: failedCheck, err: err}
			}
			return nil
		},
	}
}
