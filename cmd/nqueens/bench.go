package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/bench/report"
	"nqueens/bench/run"
	"nqueens/bench/study"
	"nqueens/bench/summary"
	"nqueens/fleet"
	"nqueens/internal/bounded"
	"nqueens/internal/table"
)

// benchFlags are the flags of bench.
type benchFlags struct {
	output                          string
	noCharts, data, show, full, dry bool
	clock                           string
	reading                         readingFlags
	programs                        externalFlags
	over                            filesFlags
	beside                          binaryFlags
	live                            liveFlags
	server                          addressFlags
	budget                          budgetFlag
}

func (p *program) bench() *cobra.Command {
	var b benchFlags
	cmd := &cobra.Command{
		Use:   "bench [PLAN.yaml]",
		Short: "Run a plan: measure, cross-check, chart",
		Long: `Run every backend of a plan on its problems. Each run is a child process with limits;
runs take turns, one at a time. The answers are checked by the rules and compared with
published values and with each other. Then come the summary and the charts. Without a
plan the built-in one is run, which ends within its budget of five minutes.

bench measures for a second how busy the machine is. On a busy machine times and
limits are CPU time; the summary and the charts say so. --clock overrides this.

--backend, --problem and --task select a part of a plan, and --repetitions sets how often
it runs. --dry-run only lists the jobs and estimates their time from the records in the
run's folder, or else in the folder of the whole plan.

With -o DIR of an existing run and no plan, the contenders that --backend names join it:
they run all problems and tasks of that run. With its plan they run the plan's jobs.
Contenders that another build measured are measured again; the records of all other
contenders are kept.

With --files the problems are read from files, folders and archives, and flags
replace the plan. Each backend runs once on each instance unless --repetitions
says more; speed-ups are relative to the first backend named.

With --generate the problems are random instances of every combination of sizes and parameters,
which may be ranges, each from --count seeds; the other flags are as with --files.
The charts share and spread, and a line of the summary, show where half of them have a solution and
where they are hardest.

With --binary another build of this program runs every job too, in the same
rounds, in changing order and with the same number of repetitions. This is the only fair
way to compare two builds on a noisy machine. --against compares them at the end, as
nqueens compare does.

The folder holds records.jsonl (a line for each run, written as soon as the run
ends), experiment.json, environment.json, verdicts.json, summary.csv,
summary.md, the charts and report.html. The same command continues a run that was stopped.
It repeats the measurements of another build of this program, unless --keep is set. An
unexpected disagreement ends with status 1.`,
		Example: `  nqueens bench
  nqueens bench plan.yaml -o results/mine
  nqueens bench --print > plan.yaml          the built-in plan, to start from
  nqueens bench plan.yaml --backend gini,cadical --problem 'queens(1?)' --task count --repetitions 3
  nqueens bench plan.yaml --dry-run
  nqueens bench plan.yaml --serve 127.0.0.1:0    the report in a browser while the run is made
  nqueens bench -o results/mine --backend dlx
  nqueens bench plan.yaml --external 'plain=./plain {n}'
  nqueens bench plan.yaml --against ./nqueens-old
  nqueens bench plan.yaml --server nats://bench.example.org:4222
  nqueens bench --generate excluded-diagonals --n 12..14 --diagonals 8..n+2 --count 50 --backend bitmask,gini
  nqueens bench --files instances.tar.gz --backend bitmask,gini/product --timeout 30s`,
		ValidArgsFunction: plans,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(b.over.files) > 0 {
				return nil // more files: a shell expands --files *.param to several arguments
			}
			return takes("a plan", false)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if b.show {
				return b.print(p, cmd, args)
			}
			if err := b.refuse(cmd); err != nil {
				return err
			}
			if err := b.programs.join(p); err != nil {
				return err
			}
			ctx := stoppable(cmd.Context())
			if b.over.joins(cmd, args, b.output) {
				if b.overNetwork() {
					return errors.New("--server: contenders cannot join a run over the network: name the plan, or another folder")
				}
				return p.join(ctx, &b.over, b.output, b.reading, shown{charts: !b.noCharts, data: b.data, full: b.full}, b.live, b.dry)
			}
			return b.run(ctx, p, cmd, args)
		},
	}
	b.flags(cmd)
	p.completeNames(cmd)
	p.busyFlag(cmd)
	return cmd
}

func (b *benchFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&b.output, "output", "o", "", "the run's `folder` (default: nqueens- and the plan's name)")
	b.programs.flags(cmd)
	b.over.flags(cmd)
	b.beside.flags(cmd)
	b.live.flags(cmd)
	clockFlag(f, &b.clock)
	b.budget.flags(cmd)
	f.BoolVar(&b.noCharts, "no-charts", false, "write no charts and no page")
	f.BoolVar(&b.full, "full", false, fullUsage)
	dataFlag(cmd, &b.data)
	b.reading.flags(cmd)
	b.server.whose = "let workers (nqueens work --server) measure parts, which they take from this NATS server; one machine measures all contenders of a problem and task"
	b.server.flags(cmd)
	f.BoolVar(&b.dry, "dry-run", false, "list the jobs with an estimate of their time, and run nothing")
	f.BoolVar(&b.show, "print", false, "print the built-in plan, or the one that --generate makes, and run nothing")
}

// overNetwork reports whether workers of a server measure the run.
func (b *benchFlags) overNetwork() bool { return b.server.address.URL != "" }

// refuse returns an error if flags contradict each other.
func (b *benchFlags) refuse(cmd *cobra.Command) error {
	only, not := withServer[1:], []string{"serve", "keep", "against"} // --serve has a token too
	for _, flag := range only {
		if !b.overNetwork() && cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: only with --server", flag)
		}
	}
	for _, flag := range not {
		if b.overNetwork() && !b.dry && cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: not with --server, whose workers measure", flag)
		}
	}
	return nil
}

// print prints the built-in plan, or the one that --generate makes.
func (b *benchFlags) print(p *program, cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("--print prints the built-in plan: leave %q out", args[0])
	}
	text, err := plan.BuiltinText(), error(nil)
	if b.over.generated.kind != "" {
		text, err = b.over.generatedText(p, cmd, args)
	}
	if err == nil {
		_, err = p.out.WriteString(text)
	}
	return err
}

// run runs the plan of the flags and arguments, or prints a preview of it.
func (b *benchFlags) run(ctx context.Context, p *program, cmd *cobra.Command, args []string) error {
	plan, experiment, err := b.over.experiment(ctx, p, cmd, args, b.clock)
	if err != nil {
		return err
	}
	if experiment.Budget, err = b.budget.of(cmd, experiment.Budget); err != nil {
		return err
	}
	b.output = cmp.Or(b.output, "nqueens-"+experiment.Name)
	if experiment, err = b.beside.join(ctx, p, experiment); err != nil {
		return err
	}
	if !b.dry && !b.overNetwork() {
		if plan.Auto() {
			if experiment, err = p.chooseClock(experiment, b.output); err != nil {
				return err
			}
		}
		if len(experiment.Binaries) == 0 {
			if experiment, err = p.within(experiment, plan.Part.Whole(), b.output, &b.reading); err != nil {
				return err
			}
		}
	}
	p.noteBaseline(plan, experiment)
	if b.dry {
		return p.preview(experiment, b.output, "nqueens-"+plan.Name)
	}
	what := shown{charts: !b.noCharts, data: b.data, full: b.full, plan: plan, made: strings.Join(append([]string{"nqueens bench"}, args...), " ")}
	if b.overNetwork() {
		b.server.tokenFile = b.live.tokenFile
		return p.measureOver(ctx, experiment, b.output, b.server, what)
	}
	err = p.measure(ctx, experiment, b.output, b.reading, what, b.live)
	if failed, ok := errors.AsType[*exit](err); err != nil && !(ok && failed.status == failedCheck) {
		return err
	}
	return cmp.Or(err, b.beside.compared(p, b.output))
}

// clockFlag adds the flag --clock.
func clockFlag(f *pflag.FlagSet, clock *string) {
	f.StringVar(clock, "clock", "", "the clock of times: wall; `cpu`: CPU time, also for limits; auto (default): cpu if the machine is busy when the run begins, otherwise wall; process: wall time from the start of a process to its end, also for our own backends")
}

// experiment returns the plan that the flags make or name, and its experiment with the available
// backends. The plan's own programs join the backends of p.
func (b *filesFlags) experiment(ctx context.Context, p *program, cmd *cobra.Command, args []string, clock string) (*plan.Plan, bench.Experiment, error) {
	none := bench.Experiment{}
	plan, err := bounded.Do(ctx, func() (*plan.Plan, error) { return b.orPlan(p, cmd, args) })
	if err != nil {
		return nil, none, stopped(ctx, err)
	}
	most := 1
	for _, s := range plan.Sections {
		most = max(most, slices.Max(append(s.Threads, 1)))
	}
	p.onCores(most) // prints a note; the plan is not changed
	p.noteSkipped(plan.Skipped)
	for _, a := range plan.Absent {
		fmt.Fprintf(p.err, "left out: %s, because $%s is not set to its folder\n", a.Name, a.Variable)
	}
	if made, gaveUp := plan.Generated(); gaveUp > 0 {
		fmt.Fprintf(p.err, "note: %d of %s were made; the generator found none for the seeds of the others\n", made, table.Plural(made+gaveUp, "instance"))
	}
	if p.backends, err = plan.Backends(p.backends); err != nil {
		return nil, none, err
	}
	switch {
	case clock == "":
	case slices.Contains(bench.Clocks(), clock):
		plan.Clock = clock
	default:
		return nil, none, fmt.Errorf("--clock %q: write one of %s", clock, strings.Join(bench.Clocks(), ", "))
	}
	e, err := plan.Experiment(p.backends)
	err = b.inFlags(err)
	if joining := plan.Joining(p.backends); err == nil && joining != nil {
		fmt.Fprintf(p.err, "note: added to all runs of the plan, because none names them: %s\n", strings.Join(joining, ", "))
	}
	return plan, e, err
}

// noteBaseline prints a note if the plan's baseline is not in the selected part.
func (p *program) noteBaseline(whole *plan.Plan, e bench.Experiment) {
	if whole.Baseline != e.Baseline {
		fmt.Fprintf(p.err, "note: the baseline %s is not in this part of the plan: no speed-ups\n", whole.Baseline)
	}
}

// busyFlag adds the flag --busy.
func (p *program) busyFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&p.busy, "busy", p.busy, "for a machine that is always busy: keep runs that waited for CPU cores, whose wall times are then too long; limits apply to CPU time")
}

func (p *program) readPlan(args []string) (*plan.Plan, error) {
	if len(args) == 0 {
		return plan.Builtin(), nil
	}
	var content []byte
	f, err := os.Open(args[0])
	if err == nil {
		defer f.Close()
		// One byte more than a plan may have, so that ReadPlan refuses it.
		content, err = io.ReadAll(io.LimitReader(f, plan.MaxBytes+1))
	}
	if err != nil {
		return nil, fmt.Errorf("reading the plan: %w", err)
	}
	return plan.Read(args[0], content, p.families)
}

// readingFlags say which existing records of a folder count.
type readingFlags struct {
	keep, edited bool
	only         []bench.Job // the jobs of an existing run to measure; nil: all (not a flag)
}

func (r *readingFlags) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&r.keep, "keep", false, "keep the measurements in the folder that another build of this program made; otherwise they are repeated")
	acceptEdited(cmd, &r.edited)
}

// measure runs an experiment in a folder, or continues it, and prints its results.
func (p *program) measure(ctx context.Context, e bench.Experiment, dir string, reading readingFlags, what shown, live liveFlags) error {
	listener, err := live.listen()
	if err != nil {
		return err
	}
	if listener != nil {
		defer listener.Close() //nolint:errcheck // the server has closed it unless nothing was served
	}
	open := bench.OpenFolder
	if reading.edited {
		open = bench.OpenEdited
	}
	if reading.only != nil {
		open = func(dir string, e bench.Experiment) (*bench.Folder, error) {
			return bench.OpenGrown(dir, e, reading.edited)
		}
	}
	_, isList := os.Stat(filepath.Join(dir, fleet.ListFile))
	if _, isRun := os.Stat(filepath.Join(dir, bench.ExperimentFile)); isList == nil && isRun != nil {
		return fmt.Errorf("-o: %s holds a list of parts, not a run: name another folder", dir)
	}
	folder, err := open(dir, e)
	if err != nil {
		return err
	}
	defer folder.Close()
	runner, err := p.runner(reading.keep)
	if err != nil {
		return err
	}
	runner.Only, runner.Budget = reading.only, e.Budget
	if err := p.saveStudy(dir, what); err != nil {
		return err
	}
	before := len(folder.Records)
	if before > 0 {
		fmt.Fprintf(p.err, "continuing the run in %s, records so far: %d\n", dir, before)
	}
	if err := runner.Begin(folder); err != nil { // before the page is served, so that it does not show records of another build
		return err
	}
	finish := watch(runner, p.terminal.err)
	gone := live.during(p, listener, runner, folder)
	err = runner.Run(ctx, folder)
	gone()
	finish()
	if err == nil {
		if before > 0 && len(folder.Records) == before {
			fmt.Fprintln(p.err, "the run was complete: nothing was run")
		}
		err = p.concludeRun(ctx, runner, folder, what)
	} else if ctx.Err() != nil {
		err = stoppedRun(ctx, dir)
	}
	return err
}

// fewChecks is the number of checks up to which no note is printed, because they take little time.
const fewChecks = 100

// concludeRun judges the records of a run's folder, writes its charts and page, and prints its
// summary.
func (p *program) concludeRun(ctx context.Context, runner *run.Runner, folder *bench.Folder, what shown) error {
	dir := folder.Dir
	runner.Checking = func(done, all int) {
		if done == 0 && all > fewChecks {
			fmt.Fprintf(p.err, "checking %s on the unreduced problem\n", table.Plural(all, "verdict"))
		}
	}
	summary, err := runner.Conclude(ctx, folder)
	switch {
	case err != nil && ctx.Err() != nil:
		return stoppedRun(ctx, dir)
	case err != nil:
		return fmt.Errorf("writing the results of the run in %s: %w", dir, err)
	}
	for _, line := range summary.LeftOut.Lines() {
		fmt.Fprintln(p.err, "note:", line)
	}
	page := ""
	if what.charts {
		page = filepath.Join(dir, reportFile)
		run, err := report.RunOf(folder, summary, p.backends)
		if err == nil {
			err = writeReport(page, report.Page{Runs: []report.Run{run}})
		}
		if err != nil {
			return fmt.Errorf("writing %s: %w", page, err)
		}
	}
	wrong, err := p.writeStudy(dir, dir, &what, summary)
	if err != nil {
		return err
	}
	err = p.show(summary, dir, what)
	if page != "" {
		fmt.Fprintf(p.out, "the run as a page for a browser: %s\n", page)
	}
	return cmp.Or(err, wrong, crashed(summary))
}

// writeStudy writes the page with published values of the run in a folder, if its plan defines one,
// into the folder to. It prints the comparison, failures first, and sets what.replaced. A failure
// is also returned as the error to end with.
func (p *program) writeStudy(run, to string, what *shown, s summary.Summary) (failed, err error) {
	contents, err := study.Read(run)
	if err != nil || contents == nil {
		return nil, err
	}
	result, err := contents.Write(run, to, what.data, s)
	if err != nil {
		return nil, err
	}
	what.replaced = result.Replaced
	for _, f := range result.Failures {
		fmt.Fprintf(p.out, "WRONG: %s\n", f)
	}
	fmt.Fprintf(p.out, "compared with published values: %s (%s)\n", result.Overall, result.Path)
	if len(result.Failures) > 0 {
		failed = &exit{status: failedCheck, err: errors.New("a result differs from its published value: see the lines that begin with WRONG")}
	}
	return failed, nil
}

// saveStudy stores what the plan states about its page in the folder of its run.
func (p *program) saveStudy(dir string, what shown) error {
	if what.plan == nil {
		return nil
	}
	return study.Save(dir, what.plan, what.made, p.backends)
}

// crashed returns the error for a run in which a backend crashed, or nil.
func crashed(s summary.Summary) error {
	text, more := "", 0
	for _, c := range s.Cells {
		switch {
		case c.Status != nqueens.Crashed:
		case text == "":
			text = fmt.Sprintf("%s crashed on %s: %s", c.Contender.String(), c.Problem, c.Reason)
		default:
			more++
		}
	}
	if text == "" {
		return nil
	}
	if more > 0 {
		text += fmt.Sprintf("; %d more runs crashed", more)
	}
	return &exit{status: failedCheck, err: errors.New(text)}
}

// stoppedRun returns the error for a run that was stopped.
func stoppedRun(ctx context.Context, dir string) error {
	return &exit{status: limitHit, err: fmt.Errorf("stopped (%w): the measurements so far are in %s, and the same command continues from there",
		context.Cause(ctx), dir)}
}
