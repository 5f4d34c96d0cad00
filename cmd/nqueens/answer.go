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
	"sync"
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

// answer has the experiment's only contender answer and returns its record once
// the harness has found nothing wrong with it.
func (p *program) answer(ctx context.Context, e bench.Experiment, asJSON bool) (bench.Record, error) {
	r, err := p.run(ctx, e, e.Jobs[0], asJSON)
	if err == nil {
		err = p.conclude(e, r, asJSON)
		p.noteProof(r)
	}
	return r, err
}

// conclude prints a record if it is asked for, and says what is wrong with the
// answer or that there is none.
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

// run has a job answered. Without limits an only one is answered in this process,
// which is quick, and so is a search for one solution within a time limit, since a
// long solution is not for passing on. What is printed as a record or beside others is
// measured, always in the same way: in a process apart. Other limits, proofs,
// external programs, and the inspection of what an enumeration finds are the
// harness's work there too.
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

// noLimit stands for no time limit where a child process must be given one.
const noLimit = 365 * 24 * time.Hour

// within bounds work in this process by a time limit, if there is one.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, cmp.Or(limit, noLimit))
}

// runHere runs a job in this process. Its solution is checked by the rules. Its time
// is by the clock, for a person who waits; it is in no record that is printed.
func (p *program) runHere(ctx context.Context, job bench.Job, seed uint64, visit func(nqueens.Solution) bool) (bench.Record, error) {
	b, err := backends.Named(p.backends, job.Backend)
	if err != nil {
		return bench.Record{}, err
	}
	m := bench.Maker{Version: backends.Version(b), Seed: seed, Repetition: 1, Started: time.Now().UTC()}
	o := bench.Observation{Outcome: runGuarded(ctx, b, requestOf(job, seed), visit)}
	if o.Status.Answered() {
		o.Seconds = time.Since(m.Started).Seconds()
	}
	o.Solution.Sort()
	if job.Task.FindsOne() && o.Status == nqueens.Solved {
		if err := job.Problem.Check(o.Solution); err != nil {
			o.Fault = &bench.Fault{Solution: o.Solution, Why: err.Error()}
		}
		if n := job.Problem.Counted(o.Solution); job.Problem.Goal() != nqueens.NoGoal && (o.Optimum == nil || *o.Optimum != n) {
			o.Contradiction = fmt.Sprintf("shows a solution with %s and does not say that the best have as many", job.Problem.Worth(n))
		}
	}
	return job.Record(m, o), nil
}

// patience is how long a backend in this process may go on when it is to stop.
const patience = 2 * time.Second

// runGuarded has a backend answer in this process. Its panic, or a status that is none,
// is a crash, as it is in a process apart. One that does not stop is left behind, and what
// it finds then is shown to nobody.
func runGuarded(ctx context.Context, b backends.Backend, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	waiting, enough := context.WithCancel(ctx)
	defer enough()
	var showing sync.Mutex
	over, found := false, uint64(0)
	show := func(s nqueens.Solution) bool {
		showing.Lock()
		defer showing.Unlock()
		if over {
			return false
		}
		found++
		if over = !visit(s); over {
			enough()
		}
		return !over
	}
	if visit == nil {
		show = nil // which some count on
	}
	answer := make(chan nqueens.Outcome, 1)
	go func() {
		var o nqueens.Outcome
		defer func() {
			if why := recover(); why != nil {
				o = nqueens.Fail(nqueens.Crashed, fmt.Sprintf("panic: %v", why))
			} else if !o.Status.Valid() {
				o = nqueens.Fail(nqueens.Crashed, fmt.Sprintf("it ended with the status %q, which is none", o.Status))
			}
			answer <- o
		}()
		o = b.Run(ctx, r, show)
	}()
	select {
	case o := <-answer:
		return o
	case <-waiting.Done():
	}
	select {
	case o := <-answer:
		return o
	case <-time.After(patience):
	}
	showing.Lock()
	defer showing.Unlock()
	over = true
	o := nqueens.Stopped(waiting, found)
	o.Reason = fmt.Sprintf("%s did not stop within %v and was left behind", b.Describe().Name, patience)
	return o
}

// requestOf is what a job asks of a backend in this process.
func requestOf(job bench.Job, seed uint64) nqueens.Request {
	return nqueens.Request{
		Problem: job.Problem, Task: job.Task, Encoding: job.Encoding, Threads: job.Threads, Memory: job.Limits.Memory, Seed: seed, Unreduced: job.Unreduced,
	}
}

// tallied returns the record of a job whose parts this program counted, for printing.
func (p *program) tallied(job bench.Job, by backends.Backend, seed uint64, t bench.Tally) (bench.Record, error) {
	build, err := buildOfThis()
	return job.Record(bench.Maker{Version: backends.Version(by), Build: build, Seed: seed, Repetition: 1, Started: time.Now().UTC()}, job.Tallied(t)), err
}

// itself is this program: on Linux what runs, even if its file is another by now.
func itself() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil && runtime.GOOS == "linux" {
		return running, nil
	}
	return os.Executable()
}

// runner starts this program again for each run.
func (p *program) runner(keep bool) (*run.Runner, error) {
	self, err := itself()
	if err != nil {
		return nil, fmt.Errorf("finding this program to run it in a child process: %w", err)
	}
	warn := func(text string) { fmt.Fprintln(p.err, "warning:", oneLine(text)) }
	return &run.Runner{Backends: p.backends, Child: []string{self, childCommand}, Keep: keep, Busy: p.busy, MinTime: p.minTime, KeepProof: p.proofFile, Warn: warn, Start: p.start}, nil
}

// disagreement is what the harness finds wrong with the answers: they break the
// rules, or differ from each other or from what is published.
func (p *program) disagreement(e bench.Experiment, records []bench.Record) error {
	failures := judge.Judge(e, records, p.backends).Failures
	if len(failures) == 0 {
		return nil
	}
	problem := e.Jobs[0].Problem
	said := strings.ReplaceAll(strings.Join(failures, "; "), problem.String(), problem.Short())
	return &exit{status: failedCheck, err: fmt.Errorf("disagreement: %s", said)}
}

// json prints a record, or what holds one, on a line.
func (p *program) json(r any) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s\n", line)
	return err
}

// unanswered is the error to end with where an outcome is no answer, or nil.
func unanswered(o nqueens.Outcome) error {
	if o.Status.Answered() {
		return nil
	}
	text := "no answer: " + string(o.Status)
	if o.Reason != "" {
		text += ": " + o.Reason
	}
	if o.Note != "" { // what came of racers, or what the best found has
		text += "; " + o.Note
	}
	if o.Void != "" {
		text += "; but " + o.Void
	}
	if o.Partial != nil && o.Partial.Cmp(nqueens.NewCount(0)) > 0 {
		text += fmt.Sprintf("; %v solutions were found by then, which is no count", o.Partial)
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

// withoutProof is the error to end with where a proof was asked for and did not
// come, or nil. The answer stands as it is.
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

// noneProved returns an error if no contender has a proof that was found right, and for a prover that crashed in any
// case. If one contender has a proof, the rows of the others say why they have none.
func noneProved(records []bench.Record) error {
	proved := slices.ContainsFunc(records, func(r bench.Record) bool { return r.Proof.Checked() })
	for _, r := range records {
		if err := withoutProof(r); err != nil && (!proved || r.ProofStatus == nqueens.Crashed) {
			return err
		}
	}
	return nil
}

// stopped gives the error of work whose context was stopped the right exit
// status.
func stopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return &exit{status: limitHit, err: fmt.Errorf("no answer: %w", context.Cause(ctx))}
	}
	return err
}

// runEach has every contender of the experiment answer and prints each record, or row,
// as it comes.
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

// widest is how many characters the longest of the contenders' names has.
func widest(jobs []bench.Job) (wide int) {
	for _, job := range jobs {
		wide = max(wide, utf8.RuneCountInString(job.Contender.String()))
	}
	return wide
}

// compare has several contenders answer, each in a child process, prints a row for
// each, and then what they say together.
func (p *program) compare(ctx context.Context, e bench.Experiment, asJSON bool) error {
	wide := widest(e.Jobs)
	records, err := p.runEach(ctx, e, asJSON, func(job bench.Job, r bench.Record) error {
		if asJSON {
			return p.json(r)
		}
		_, err := fmt.Fprintf(p.out, "%-*s  %8s  %s%s\n", wide, job.Contender.String(), taken(r), says(job.Problem, r), by(r))
		return err
	})
	if err != nil {
		return err
	}
	judged, err := p.checked(ctx, e, records, asJSON)
	if err != nil {
		return err
	}
	verdict := judge.Judge(e, judged, p.backends).Verdicts[0]
	if !asJSON {
		fmt.Fprintln(p.out, verdict)
	}
	if err := p.disagreement(e, judged); err != nil {
		return err
	}
	if i := slices.IndexFunc(records, func(r bench.Record) bool { return r.Status == nqueens.Crashed }); i >= 0 {
		return &exit{status: failedCheck, err: fmt.Errorf("%s crashed: %s", e.Jobs[i].Contender.String(), records[i].Reason)}
	}
	if verdict.Kind == judge.Unanswered {
		return &exit{status: limitHit, err: fmt.Errorf("no answer from any of %d", len(records))}
	}
	return noneProved(records)
}

// checked are the records, and an answer on the unreduced problem where the verdict rests on the
// reduction that all contenders share.
func (p *program) checked(ctx context.Context, e bench.Experiment, records []bench.Record, asJSON bool) ([]bench.Record, error) {
	if p.once == nil { // nobody was measured
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

// by says in a row who answered in the contender's place, if anybody did.
func by(r bench.Record) string {
	if r.By == "" {
		return ""
	}
	return ", by " + r.By
}

func taken(r bench.Record) string {
	if r.Seconds == 0 {
		return "-"
	}
	return table.Duration(r.Seconds)
}

// shownSquares is the longest solution that is shown in a row.
const shownSquares = 64

// says is a record's answer to a question about the problem, or why there is none.
func says(p nqueens.Problem, r bench.Record) string {
	best := ""
	if r.Optimum != nil {
		best = p.Worth(*r.Optimum) + ": "
	}
	switch {
	case r.Count != nil:
		return best + r.Count.String()
	case r.Status == nqueens.Solved && !r.Task.FindsOne():
		return "solved, and no count"
	case r.Status == nqueens.Solved && len(r.Solution) > shownSquares:
		return best + "a solution"
	case r.Status == nqueens.Solved:
		return best + solutionText(p, r.Solution)
	case r.Status == nqueens.Unsatisfiable && r.Proof != (bench.Proof{Kind: bench.Unproved}):
		return fmt.Sprintf("%s (%s)", noSolution, backing(r))
	case r.Status == nqueens.Unsatisfiable && r.Note != "":
		return fmt.Sprintf("%s (%s)", noSolution, printable.Text(r.Note))
	case r.Status == nqueens.Unsatisfiable:
		return noSolution
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

// childCommand is the hidden command by which the harness starts this program
// again for one measured run.
const childCommand = "measure-child"

func (p *program) child() *cobra.Command {
	return &cobra.Command{
		Use:           childCommand,
		Short:         "Answer one assignment of the harness from standard input",
		Args:          takesNothing,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := run.ServeChild(cmd.Context(), p.in, p.terminal.out, p.backends, p.families...); err != nil {
				return &exit{status: failedCheck, err: err}
			}
			return nil
		},
	}
}
