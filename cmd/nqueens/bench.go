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
		Long: `Run every backend of a plan on its problems, each run in a child process of its
own within limits, one at a time, interleaved. The answers are compared with the
rules, with published values and with each other; then come the summary and the
charts. Without a plan the built-in one is run, within five minutes: its budget ends it.

Where the machine is busy when a run begins, which a second of measurement tells, times and
limits are CPU time; the summary and the charts say so. --clock decides it otherwise.

--backend, --problem and --task take a part of a plan, and --repetitions has it run so
often. --dry-run lists the jobs and does nothing: with how long they take by the records
that are in the run's folder, or else in that of the whole plan.

With -o DIR of a run that is there and no plan, the contenders that --backend names join it:
they are asked what all are asked there. With its plan they are asked what that asks them.
Those that take part already are measured anew where another build measured them; what there
is of all others is kept.

With --files the problems are those in files, folders and archives, and flags
take the place of a plan: once for each backend and instance unless --repetitions
says more, speed-ups against the first backend named.

With --generate the problems are random instances of every combination of sizes and parameters,
which may be ranges, each from --count seeds; the other flags are as with --files.
The charts share and spread, and a line of the summary, say where half of them have a solution and
where they are hardest.

With --binary every job is asked of another build of this program too, in the same
rounds, side by side in changing order, and all are repeated as often: the only fair way
to compare two builds on a noisy machine. --against compares them at the end, as
nqueens compare does.

The folder holds records.jsonl (a line for each run, safe as soon as it is
made), experiment.json, environment.json, verdicts.json, summary.csv,
summary.md, the charts and report.html. The same command goes on with a run that was stopped; what another build
of this program has measured is measured again, unless --keep keeps it. An
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
				return nil // more files: what a shell makes of --files *.param
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
					return errors.New("--server: not for contenders that join a run: name the plan, or another folder")
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
	f.BoolVar(&b.noCharts, "no-charts", false, "leave the charts and the page out")
	f.BoolVar(&b.full, "full", false, fullUsage)
	dataFlag(cmd, &b.data)
	b.reading.flags(cmd)
	b.server.whose = "have the workers measure that take parts from this NATS, nqueens work --server, all contenders of a problem and task on one machine"
	b.server.flags(cmd)
	f.BoolVar(&b.dry, "dry-run", false, "list the jobs with an estimate of their time, and do nothing")
	f.BoolVar(&b.show, "print", false, "print the built-in plan, or that which --generate makes, and do nothing")
}

// overNetwork reports whether workers measure that take parts from a server.
func (b *benchFlags) overNetwork() bool { return b.server.address.URL != "" }

// refuse refuses flags that do not go together.
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

// run runs the plan that the flags and arguments make, or says what it would do.
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
	what := shown{!b.noCharts, b.data, b.full, plan, strings.Join(append([]string{"nqueens bench"}, args...), " ")}
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
	f.StringVar(clock, "clock", "", "what times are taken of: wall; `cpu`, the CPU time, which limits are of too; auto, by default: cpu where the machine is busy when the run begins, otherwise wall; process: by the wall, our own backends as external programs are, from the start of a fresh process to its end")
}

// experiment is the plan that the flags make or name, and what it asks of the backends that
// there are, which its own programs join.
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
	p.onCores(most) // for the note: the plan stays what it is, its runs have no more
	p.passedOver(plan.Skipped)
	for _, a := range plan.Absent {
		fmt.Fprintf(p.err, "left out: %s, since $%s is not set to the folder that it is in\n", a.Name, a.Variable)
	}
	if made, gaveUp := plan.Generated(); gaveUp > 0 {
		fmt.Fprintf(p.err, "note: %d of %s were made; the seeds of the others gave up\n", made, table.Plural(made+gaveUp, "instance"))
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
	if joining := plan.Joining(p.backends); err == nil && joining != nil {
		fmt.Fprintf(p.err, "note: in all runs of the plan, since none names it: %s\n", strings.Join(joining, ", "))
	}
	return plan, e, err
}

// noteBaseline says where the plan's baseline takes no part.
func (p *program) noteBaseline(whole *plan.Plan, e bench.Experiment) {
	if whole.Baseline != e.Baseline {
		fmt.Fprintf(p.err, "note: the baseline %s is not in this part of the plan: no speed-ups\n", whole.Baseline)
	}
}

// busyFlag adds the flag --busy.
func (p *program) busyFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&p.busy, "busy", p.busy, "on a machine that is always busy, count runs that waited for their cores, by the wall all the same: their times are too long; limits are of CPU time then")
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
	return plan.Read(args[0], content, p.families...)
}

// readingFlags say which records that are in a folder count.
type readingFlags struct {
	keep, edited bool
	only         []bench.Job // of a run that is there, if not all are meant; no flag
}

func (r *readingFlags) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&r.keep, "keep", false, "keep what another build of this program has measured in the folder; otherwise it is measured again")
	acceptEdited(cmd, &r.edited)
}

// measure runs, or goes on with, an experiment in a folder, and says what came
// of it.
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
		return fmt.Errorf("-o: %s holds a list of parts, and no run: name another folder", dir)
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
	before := len(folder.Records)
	if before > 0 {
		fmt.Fprintf(p.err, "going on with the run in %s, records so far: %d\n", dir, before)
	}
	if err := runner.Begin(folder); err != nil { // before anybody looks: what another build measured counts or not
		return err
	}
	finish := watch(runner, p.terminal.err)
	gone := live.during(p, listener, runner, folder)
	err = runner.Run(ctx, folder)
	gone()
	finish()
	if err == nil {
		if before > 0 && len(folder.Records) == before {
			fmt.Fprintln(p.err, "the run was complete: nothing was run again")
		}
		err = p.concludeRun(ctx, runner, folder, what)
	} else if ctx.Err() != nil {
		err = stoppedRun(ctx, dir)
	}
	return err
}

// fewChecks take too little time to tell of.
const fewChecks = 100

// concludeRun judges what a run's folder holds, draws it and says what came of it.
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
		return fmt.Errorf("writing what the run in %s says: %w", dir, err)
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
	wrong, err := p.writeStudy(dir, what, summary)
	if err != nil {
		return err
	}
	err = p.show(summary, dir, what)
	if page != "" {
		fmt.Fprintf(p.out, "the run as a page to look into: %s\n", page)
	}
	return cmp.Or(err, wrong, crashed(summary))
}

// writeStudy writes the page that a plan describes into the folder of its run, and prints what came of
// the comparisons with published values, what failed first. It returns that as an error to end with.
func (p *program) writeStudy(dir string, what shown, s summary.Summary) (failed, err error) {
	if what.plan == nil || what.plan.Study.Empty() {
		return nil, nil
	}
	result, err := study.Write(dir, what.made, what.plan, s, p.backends)
	if err != nil {
		return nil, err
	}
	for _, f := range result.Failures {
		fmt.Fprintf(p.out, "WRONG: %s\n", f)
	}
	fmt.Fprintf(p.out, "beside what is published: %s (%s)\n", result.Overall, result.Path)
	if len(result.Failures) > 0 {
		failed = &exit{status: failedCheck, err: errors.New("not as published: the lines that say WRONG tell what")}
	}
	return failed, nil
}

// crashed is the error to end with where a backend crashed, or nil.
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
		text += fmt.Sprintf("; and so did %d more", more)
	}
	return &exit{status: failedCheck, err: errors.New(text)}
}

// stoppedRun is the error to end with where measuring was stopped.
func stoppedRun(ctx context.Context, dir string) error {
	return &exit{status: limitHit, err: fmt.Errorf("stopped (%w): what was measured is safe in %s, and the same command goes on from there",
		context.Cause(ctx), dir)}
}
