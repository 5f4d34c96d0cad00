package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/family"
	"nqueens/fuzz"
	"nqueens/internal/atomicfile"
	"nqueens/internal/printable"
	"nqueens/internal/shell"
	"nqueens/internal/table"
)

// fuzzFlags are the flags of fuzz.
type fuzzFlags struct {
	externalFlags
	budget, shrink, timeout time.Duration
	memory, out             string
	seed                    uint64
	jobs, trials            int
	untilFailure, json      bool
}

func (p *program) fuzz() *cobra.Command {
	var f fuzzFlags
	cmd := &cobra.Command{
		Use:   "fuzz SOLVER[,SOLVER…]…",
		Short: "Look for wrong answers of a solver, and shrink them",
		Long: `Look for wrong answers of solvers on random instances: boards, clauses, linear
constraints and exact covers of many kinds. A SOLVER is a backend, with or without an
encoding (gini, gini/product), the FILE.yaml that describes a solver of your own, or a
shared library with the interface IPASIR, by its path (./libmine.so).
A backend without an encoding is tested with all of its encodings. Functions of
gophersat that are not backends can be tested too: gophersat-mus,
gophersat-mus-deletion, gophersat-mus-insertion, gophersat-subset, gophersat-wcnf,
gophersat-wcnf-lines and gophersat-unsat.

Solutions are checked by the rules; counts and optima are compared with those of
engines that share no code with the solver. A quarter of the trials compares answers
of the solver with each other: with renamed variables, with a variable true and false,
and so on. A crash, output that is not an answer, text after an answer, an exit status
that contradicts the answer, and no answer to a tiny instance are findings too.

Each finding is shrunk until no single removal keeps the failure, and written to a folder
with its input, the answers, the evidence and a README to paste into an issue. Trials of
earlier findings, and instances that you put into the folder's corpus, are repeated first.
The same command goes on where it stopped. The status is 1 if something was found.`,
		Example: `  nqueens fuzz gophersat-models --budget 10s
  nqueens fuzz cadical,minisat,clasp,picosat --budget 10m --jobs 4
  nqueens fuzz mysolver.yaml --until-failure -o findings
  nqueens fuzz --external 'plain=./plain {n}' plain`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("trials") && !cmd.Flags().Changed("budget") {
				f.budget = 0
			}
			fuzzer, err := f.fuzzer(p, args)
			if err != nil {
				return err
			}
			defer fuzzer.Folder.Close() //nolint:errcheck // the process ends
			if p.start == nil {
				self, err := itself()
				if err != nil {
					return err
				}
				workers := &fuzz.Workers{Command: []string{self, fuzzChildCommand}, Memory: fuzzer.Limits.Memory}
				defer workers.Close()
				fuzzer.Asker = workers
			}
			return p.runFuzzer(stoppable(cmd.Context()), fuzzer, f.json)
		},
	}
	f.externalFlags.flags(cmd)
	flags := cmd.Flags()
	flags.DurationVar(&f.budget, "budget", time.Minute, "look for findings for this `time`; 0 is no limit")
	flags.IntVar(&f.trials, "trials", 0, "stop after the trial of this `number`, without a budget unless --budget is given; 0 is no limit")
	flags.DurationVar(&f.shrink, "shrink", time.Minute, "shrink a finding for this `time` at most, after the budget if need be; 0 is no limit")
	flags.DurationVar(&f.timeout, "timeout", 5*time.Second, "wait for an answer for this `time`")
	flags.StringVar(&f.memory, "memory", "2GiB", "the `amount` of memory that an external solver may use")
	flags.Uint64Var(&f.seed, "seed", 1, "derive the random instances from this `number`")
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.NumCPU(), "run this `number` of trials at a time")
	flags.BoolVar(&f.untilFailure, "until-failure", false, "stop after the first finding")
	flags.BoolVar(&f.json, "json", false, "print the summary as JSON")
	flags.StringVarP(&f.out, "output", "o", "", "the `folder` of the findings and the corpus (default fuzz-SOLVER)")
	p.completeNames(cmd)
	return cmd
}

// fuzzer returns the fuzzer for the flags and arguments, with its folder open.
func (f *fuzzFlags) fuzzer(p *program, args []string) (*fuzz.Fuzzer, error) {
	var names, libraries []string
	var written []string // the arguments and flags, for the command that repeats the run
	for _, arg := range args {
		written = append(written, shell.Quoted(arg))
		for name := range strings.SplitSeq(arg, ",") {
			if name = strings.TrimSpace(name); name == "" {
				return nil, fmt.Errorf("%q: name a solver between the commas", arg)
			}
			s, err := solverOf(name)
			if s != nil && err == nil {
				err = p.add(s)
			}
			if err != nil {
				return nil, err
			}
			if s != nil {
				if isLibraryFile(name) {
					libraries = append(libraries, s.Describe().Name)
				}
				name = s.Describe().Name
			}
			names = append(names, name)
		}
	}
	for _, file := range f.solvers {
		written = append(written, "--solver", shell.Quoted(file))
	}
	for _, text := range f.counters {
		written = append(written, "--external", shell.Quoted(text))
	}
	if err := f.externalFlags.join(p); err != nil {
		return nil, err
	}
	for _, b := range p.joined() { // those of flags need no other name
		if len(f.solvers)+len(f.counters) > 0 && len(args) == 0 {
			names = append(names, b.Describe().Name)
		}
	}
	switch {
	case len(names) == 0:
		return nil, errors.New("name a solver: one that nqueens backends lists, or a FILE.yaml that describes one")
	case f.trials < 0:
		return nil, fmt.Errorf("--trials %d: write a number above zero", f.trials)
	case f.budget < 0:
		return nil, fmt.Errorf("--budget %v: write a time above zero, or 0 for no limit", f.budget)
	case f.shrink < 0:
		return nil, fmt.Errorf("--shrink %v: write a time above zero, or 0 for no limit", f.shrink)
	case f.timeout <= 0:
		return nil, fmt.Errorf("--timeout %v: write a time above zero", f.timeout)
	case f.jobs < 1:
		return nil, fmt.Errorf("--jobs %d: write a number above zero", f.jobs)
	}
	limits := bench.Limits{Time: f.timeout}
	var err error
	if limits.Memory, err = plan.ParseBytes(f.memory); err != nil {
		return nil, fmt.Errorf("--memory: %w", err)
	}
	chosen, err := backends.Selection{Backends: names}.Choose(slices.Concat(p.backends, fuzz.Libraries()))
	if err != nil {
		return nil, err
	}
	out := &fuzz.Fuzzer{
		Examiner: fuzz.Examiner{Limits: limits}, Candidates: chosen, Seed: f.seed, Jobs: f.jobs, Trials: f.trials,
		Budget: f.budget, ShrinkTime: f.shrink, UntilFailure: f.untilFailure,
	}
	versions := map[string]string{"brute-force": "of this program"}
	for _, c := range chosen {
		if process, external := c.Engine.(backends.Process); external {
			if err := process.Installed(); err != nil {
				return nil, err
			}
		}
		out.Solvers = append(out.Solvers, c.Engine)
		versions[c.Contender.Backend] = backends.Version(c.Engine)
	}
	for _, b := range p.backends {
		if d := b.Describe(); d.Ordinary() && !backends.UserDefined(b) {
			out.References = append(out.References, b)
			versions[d.Name] = d.Version
		}
	}
	if f.out == "" {
		f.out = "fuzz-" + strings.NewReplacer("/", "-", ",", "-").Replace(strings.Join(names, "-"))
	}
	out.Folder = &fuzz.Folder{
		Dir: f.out, Command: fmt.Sprintf("nqueens fuzz %s --seed %d", strings.Join(written, " "), f.seed),
		Versions: versions, Catalogue: family.All(p.families...),
	}
	if err := out.Folder.Open(); err != nil {
		return nil, err
	}
	for _, name := range libraries {
		if err := storeDescription(f.out, name, p.backends); err != nil {
			return nil, errors.Join(err, out.Folder.Close())
		}
	}
	if before := out.Folder.Summary(); before.Last > 0 {
		if before.Seed != f.seed {
			return nil, errors.Join(fmt.Errorf("-o: %s has trials of seed %d; choose another folder for seed %d", f.out, before.Seed, f.seed), out.Folder.Close())
		}
		fmt.Fprintf(p.err, "%s: continuing after trial %d of seed %d\n", f.out, before.Last, f.seed)
	}
	return out, nil
}

// solverOf returns the solver that a file describes, or that is a shared library with the interface IPASIR, or nil
// for the name of a backend.
func solverOf(name string) (backends.Process, error) {
	switch ext := filepath.Ext(name); {
	case ext == ".yaml" || ext == ".yml":
		return backends.ReadSolver(name)
	case isLibraryFile(name):
		path, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		called := strings.NewReplacer(".", "-", "_", "-").Replace(strings.ToLower(filepath.Base(name)))
		return backends.ParseSolver(filepath.Join(filepath.Dir(path), called+".yaml"),
			fmt.Appendf(nil, "name: %s\nabout: a shared library, called through IPASIR\nipasir: %s\n", called, path))
	}
	return nil, nil
}

// isLibraryFile reports whether a file is a shared library by its name: libmine.so, libmine.so.1.
func isLibraryFile(name string) bool {
	base := filepath.Base(name)
	return strings.HasSuffix(base, ".so") || strings.Contains(base, ".so.")
}

// storeDescription writes the description of a library into the folder of the findings, whose commands name it.
func storeDescription(folder, name string, list []backends.Backend) error {
	b, err := backends.Named(list, name)
	if err != nil {
		return err
	}
	process, ok := b.(backends.Process)
	if !ok {
		return fmt.Errorf("%s has no description", name)
	}
	file, text := process.Definition()
	return atomicfile.WriteFile(filepath.Join(folder, filepath.Base(file)), text)
}

// runFuzzer runs the fuzzer, and prints its findings and the summary.
func (p *program) runFuzzer(ctx context.Context, f *fuzz.Fuzzer, asJSON bool) error {
	var lines []string
	f.Found = func(w fuzz.Written) {
		text := fmt.Sprintf("%s: %s: %s (%s)", w.Trial.Asked[0], w.Class, w.Why, w.Size)
		if w.Again {
			text = fmt.Sprintf("%s: %s: as before: %s", w.Trial.Asked[0], w.Class, w.Why)
		}
		lines = append(lines, text+": "+w.Folder)
		fmt.Fprintln(p.err, "found", printable.Text(lines[len(lines)-1]))
	}
	finish := p.watchFuzzer(f)
	summary, err := f.Run(ctx)
	finish()
	if err != nil {
		return err
	}
	if asJSON {
		err = p.json(summary)
	} else {
		fmt.Fprint(p.out, summary)
		for _, line := range lines {
			fmt.Fprintln(p.out, "finding:", line)
		}
		if len(lines) == 0 {
			fmt.Fprintln(p.out, "nothing was found")
		}
	}
	switch {
	case err != nil:
		return err
	case summary.Findings+summary.Again > 0:
		return &exit{status: failedCheck}
	case ctx.Err() != nil:
		return &exit{status: limitHit, err: fmt.Errorf("stopped after %s; the same command continues", table.Plural(summary.Trials, "trial"))}
	}
	return nil
}

// watchFuzzer shows the progress of a run on a terminal, and every 30 seconds in a line elsewhere, until
// the returned function is called.
func (p *program) watchFuzzer(f *fuzz.Fuzzer) (finish func()) {
	var mu sync.Mutex
	var last fuzz.Summary
	begun := time.Now()
	text := func() string {
		mu.Lock()
		defer mu.Unlock()
		elapsed := time.Since(begun)
		said := fmt.Sprintf("%v: %s, %s", elapsed.Round(time.Second), table.Plural(last.Trials, "trial"), table.Plural(last.Findings+last.Again, "finding"))
		if f.Budget > 0 {
			said += fmt.Sprintf(", %v of the budget left", max(0, f.Budget-elapsed).Round(time.Second))
		}
		return said
	}
	f.Progress = func(s fuzz.Summary) {
		mu.Lock()
		defer mu.Unlock()
		last = s
	}
	every, bar := lineInterval, newBar(p.terminal.err, -1)
	if bar != nil {
		every = barDelay / 4
	}
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-over:
				if bar != nil {
					bar.Finish() //nolint:errcheck // a bar that cannot be drawn is no reason to stop
				}
				return
			case <-tick.C:
			}
			if bar != nil {
				bar.Describe(text())
				bar.Add(1) //nolint:errcheck // likewise
				continue
			}
			fmt.Fprintln(p.err, text())
		}
	}()
	return sync.OnceFunc(func() { close(over); <-ended })
}

// fuzzChildCommand is the hidden command by which fuzz starts this program again to answer many requests.
const fuzzChildCommand = "fuzz-child"

func (p *program) fuzzChild() *cobra.Command {
	return &cobra.Command{
		Use:           fuzzChildCommand,
		Short:         "Answer requests of fuzz from standard input",
		Args:          takesNothing,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out, err := isolate.OwnDescriptor(p.terminal.out)
			if err == nil {
				err = fuzz.ServeWorker(cmd.Context(), p.in, out, slices.Concat(p.backends, fuzz.Libraries()), family.All(p.families...))
			}
			if err != nil {
				return &exit{status: failedCheck, err: err}
			}
			return nil
		},
	}
}
