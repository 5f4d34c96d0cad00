package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nqueens/bench"
	"nqueens/bench/compare"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
)

func (p *program) compareRuns() *cobra.Command {
	var between []string
	var commits []string
	var failOn string
	var style compare.Style
	var asJSON, effortOnly, strict, edited bool
	var clock string
	cmd := &cobra.Command{
		Use:               "compare OLD NEW",
		ValidArgsFunction: runFolders(2),
		Short:             "Show what changed between two runs, beyond the noise",
		Long: `Compare the folders of two runs, problem by problem and contender by contender. Answers,
verdicts and effort (nodes, conflicts) are compared exactly. Times are compared with the
Mann-Whitney test, corrected by Holm's method over the whole table, with the size of the
difference and its interval. A difference that may be noise is undecided.

With --fail-on a change above its threshold ends with status 1 and the reasons. slower
and effort take the threshold; slower fails only for a significant difference. An undecided
change fails only with --strict. Times of different machines are not compared: the error
names the differences of the machines, and --effort-only compares without times.

In one folder --between compares two contenders on each problem, two binaries that bench
--binary measured there, or two builds of this program by the beginning of their commit or
digest. --commit compares the folder at a commit with the folder now, or at two commits.`,
		Example: `  nqueens compare results/baseline mine
  nqueens compare old new --fail-on ` + compare.GateSyntax + ` --markdown
  nqueens bench plan.yaml --binary old=./nqueens-old -o r; nqueens compare r --between old,nqueens
  nqueens compare r --between mysat,mysat-v2 --clock cpu --fail-on slower=5%,wrong
  nqueens compare results/baseline --commit HEAD~10 --effort-only`,
		Args: func(cmd *cobra.Command, args []string) error {
			one := len(between)+len(commits) > 0
			switch {
			case len(between) > 0 && len(commits) > 0:
				return errors.New("--between and --commit: give only one of the two")
			case one && len(args) == 1, !one && len(args) == 2:
				return nil
			case one:
				return fmt.Errorf("--between and --commit take one folder, not %d", len(args))
			case len(args) == 1:
				return errors.New("NEW is missing: name two runs' folders, or one with --between or --commit")
			}
			return fmt.Errorf("compare takes two folders of runs, not %d: %s", len(args), cmd.UseLine())
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var gate compare.Gate
			var err error
			if failOn != "" {
				if gate, err = compare.ParseGate(failOn); err != nil {
					return fmt.Errorf("--fail-on: %w", err)
				}
			} else if strict {
				return errors.New("--strict: only with --fail-on, whose undecided changes it fails")
			}
			if asJSON && style.Markdown {
				return errors.New("--json and --markdown: give only one of the two")
			}
			times := compare.Clock(clock)
			switch {
			case times != compare.Own && !slices.Contains(compare.Clocks(), times):
				return fmt.Errorf("--clock %q: write one of %s", clock, strings.Join(namesOf(compare.Clocks(), func(c compare.Clock) string { return string(c) }), ", "))
			case effortOnly && cmd.Flags().Changed("clock"):
				return errors.New("--clock and --effort-only: give only one of the two")
			case effortOnly:
				times = compare.NoClock
			}
			gate.Strict = strict
			limitMemory()
			read := sides{p, edited}
			var old, now compare.Side
			switch {
			case len(between) > 0:
				old, now, err = read.between(args[0], between)
			case len(commits) > 0:
				old, now, err = read.commits(cmd.Context(), args[0], commits)
			default:
				if old, err = read.side(args[0]); err != nil {
					return err
				}
				if now = old; sameFolder(args[0], args[1]) { // do not read a million records twice
					now.Name = args[1]
				} else {
					now, err = read.side(args[1])
				}
			}
			if err != nil {
				return err
			}
			c, err := compare.New(old, now, gate, times)
			if _, ok := errors.AsType[*compare.MachinesError](err); ok {
				return fmt.Errorf("%w; --effort-only compares the rest", err)
			}
			if err != nil {
				return err
			}
			return p.showComparison(c, style, asJSON)
		},
	}
	f := cmd.Flags()
	f.StringVar(&failOn, "fail-on", "", "end with status 1 on these `changes`: "+compare.GateSyntax)
	f.BoolVar(&strict, "strict", false, "with --fail-on: fail undecided changes, too")
	f.BoolVar(&effortOnly, "effort-only", false, "compare answers and effort, not times, as between two machines")
	f.StringSliceVar(&between, "between", nil, "in one folder: two `contenders`, binaries or builds, OLD,NEW; this program's own binary is "+bench.OwnBinary)
	f.StringVar(&clock, "clock", string(compare.Own), "compare times of this `clock`: wall, or cpu for CPU time (default: the clock of the runs)")
	f.StringSliceVar(&commits, "commit", nil, "in one folder: compare with its state at this `commit`, or at two, OLD,NEW")
	f.BoolVar(&style.Full, "full", false, "list all results, also those that are the same")
	f.BoolVar(&style.Markdown, "markdown", false, "write Markdown for a pull request, details folded")
	f.BoolVar(&asJSON, "json", false, "write JSON, with everything")
	acceptEdited(cmd, &edited)
	return cmd
}

// showComparison prints a comparison. It returns an error if the gate fails.
func (p *program) showComparison(c compare.Comparison, style compare.Style, asJSON bool) error {
	write := func(w io.Writer) error { return c.Write(w, style) }
	if asJSON {
		write = c.WriteJSON
	}
	if err := write(p.out); err != nil {
		return err
	}
	if !c.Failed() {
		return nil
	}
	reasons := c.Failures
	if c.Gate.Strict {
		reasons = slices.Concat(reasons, c.Undecided)
	}
	text := reasons[0]
	if n := len(reasons); n > 1 {
		text += fmt.Sprintf("; and %d more", n-1)
	}
	return &exit{status: failedCheck, err: errors.New(text)}
}

// sides reads the runs to compare.
type sides struct {
	program *program
	edited  bool // accept edited records
}

// side reads the run of a folder.
func (s sides) side(dir string) (compare.Side, error) {
	f, runs, err := bench.ReadRuns(dir, s.edited, s.program.families)
	if err != nil {
		return compare.Side{}, err
	}
	return s.of(dir, f, runs)
}

// sameFolder reports whether two names denote the same folder.
func sameFolder(a, b string) bool {
	before, err := os.Stat(a)
	now, wrong := os.Stat(b)
	return errors.Join(err, wrong) == nil && os.SameFile(before, now)
}

func (s sides) of(name string, f *bench.Folder, runs bench.Runs) (compare.Side, error) {
	if runs.All == 0 {
		return compare.Side{}, fmt.Errorf("%s: the run has no results yet", f.Dir)
	}
	environments, err := bench.ReadEnvironments(f.Dir)
	if err != nil {
		return compare.Side{}, err
	}
	judgement := judge.OfRuns(f.Experiment, runs, s.program.backends)
	return compare.SideOf(name, summary.OfRuns(f, runs, judgement, nil), environments), nil
}

// between returns two parts of one folder's run: two contenders, binaries or builds.
func (s sides) between(dir string, names []string) (old, now compare.Side, err error) {
	if len(names) != 2 {
		return old, now, fmt.Errorf("--between %s: name two, OLD,NEW", strings.Join(names, ","))
	}
	f, err := readRun(s.edited)(dir, s.program.families)
	if err != nil {
		return old, now, err
	}
	contenders := func(names ...string) (old, now compare.Side, err error) {
		run, err := s.of(dir, f, f.Runs())
		if err != nil {
			return old, now, err
		}
		return compare.Between(run, [2]string(names))
	}
	if f.Experiment.HasContender(names[0]) && f.Experiment.HasContender(names[1]) {
		return contenders(names...)
	}
	var parts [2]*bench.Folder
	var none [2]error // the error if no build or binary has the name
	for i, name := range names {
		parts[i], none[i] = f.Part(name)
	}
	if errors.Join(none[:]...) != nil {
		if old, now, err = contenders(names...); err == nil {
			return old, now, nil
		}
		if i := slices.Index(none[:], nil); i >= 0 { // one name is a build; find out what the other is
			_, _, err = contenders(names[1-i], names[i])
		}
		wrong, unknown := errors.AsType[*compare.UnknownContender](err)
		switch {
		case !unknown:
		case none[slices.Index(names, wrong.Name)] == nil:
			err = fmt.Errorf("%s is a build or a binary, and %s is a contender: name two of a kind", wrong.Name, names[1-slices.Index(names, wrong.Name)])
		default:
			err = fmt.Errorf("%w, and %w", err, none[slices.Index(names, wrong.Name)])
		}
		return old, now, fmt.Errorf("--between: %w", err)
	}
	var found [2]compare.Side
	for i, name := range names {
		part := parts[i]
		if found[i], err = s.of(name, part, part.Runs()); err != nil {
			return old, now, err
		}
	}
	return found[0], found[1], nil
}
