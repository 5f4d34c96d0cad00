package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/checkpoint"
	"nqueens/bench"
	"nqueens/fleet"
	"nqueens/internal/bounded"
	"nqueens/internal/shell"
	"nqueens/internal/table"
)

func (p *program) sum() *cobra.Command {
	var asJSON, noCharts bool
	var distrust string
	cmd := &cobra.Command{
		Use:   "sum DIR | FILE…",
		Short: "Add the parts of a count, or join the parts of a bench to a run",
		Long: `Add the parts that "count N --part k/n --json" printed, or the checkpoints of
finished parts, gzipped or not, and print the number of solutions. A part that is
missing, double, unfinished, damaged or of another count is an error.

For the folder of a list that plan-parts made, sum adds the results of "nqueens work" once
all parts are done, some were computed again, and no result contradicts another. The status
is 3 while parts are missing. It is 1 if two results of a part differ, a total is not the
sum of its tasks, or a task and its mirror image have different results. Then all results of
the machines concerned are in doubt: find out which machine is wrong and withdraw its results
with --distrust.

The folder of a bench in parts becomes the folder of a run with the parts that are done:
records.jsonl, the summary and the page, for chart, report and compare.`,
		Example: `  nqueens sum p1.json p2.json p3.json p4.json
  nqueens sum q20`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name the files of the parts: nqueens sum p1.json p2.json")
			}
			info, err := os.Stat(args[0])
			folder := err == nil && info.IsDir() || errors.Is(err, os.ErrNotExist) && len(args) == 1 && filepath.Ext(args[0]) == ""
			if folder || distrust != "" || filepath.Base(args[0]) == fleet.ListFile {
				if len(args) > 1 {
					return fmt.Errorf("%q: sum takes only one folder", args[1])
				}
				return p.sumParts(stoppable(cmd.Context()), args[0], distrust, asJSON, !noCharts)
			}
			var parts []*checkpoint.Checkpoint
			ctx := stoppable(cmd.Context())
			for _, name := range args {
				part, err := bounded.Do(ctx, func() (*checkpoint.Checkpoint, error) {
					return checkpoint.Read(name, p.backends, p.families)
				})
				if err != nil {
					return stopped(ctx, err)
				}
				parts = append(parts, part)
			}
			problem, count, err := checkpoint.Sum(parts, args)
			if err != nil {
				return err
			}
			by := parts[0].Backend()
			job := bench.Job{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: by.Describe().Name}}
			r, err := p.tallied(job, by, 1, bench.Tally{Count: count})
			if err != nil {
				return err
			}
			return p.printCount(bench.Experiment{Seed: 1, Jobs: []bench.Job{job}}, r, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	cmd.Flags().BoolVar(&noCharts, "no-charts", false, "for a bench in parts: write no charts and no page")
	cmd.Flags().StringVar(&distrust, "distrust", "", "for a folder: withdraw all results of the `machine` of this name; other machines then compute its parts")
	return cmd
}

// openFleet opens a list's folder and collects all results into its journal, if this process may
// write it.
func (p *program) openFleet(dir string) (*fleet.Folder, error) {
	f, err := fleet.OpenFolder(dir)
	if err != nil {
		return nil, err
	}
	repaired, err := f.Collect()
	if repaired != "" {
		fmt.Fprintln(p.err, "note:", repaired)
	}
	// Another process may own the journal, or the folder may be read-only. Reading is enough.
	if errors.Is(err, fleet.ErrLocked) || errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.EROFS) {
		err = nil
	}
	return f, cmp.Or(err, f.Foreign())
}

// checkList returns the reason why this program cannot compute the parts of a count. Each worker
// checks for itself whether it can measure the parts of a bench.
func (p *program) checkList(l *fleet.List) error {
	if l.Measures() {
		return nil
	}
	return p.asWorker().Check(l.Part(1))
}

// asWorker returns a worker with this program's backends and families.
func (p *program) asWorker() fleet.Worker {
	return fleet.Worker{Backends: p.backends, Families: p.families}
}

// readFleet opens a list's folder for a command that computes nothing. It prints a note if this
// program could not compute the rest.
func (p *program) readFleet(dir string) (*fleet.Folder, error) {
	f, err := p.openFleet(dir)
	if err == nil && !f.List.Measures() {
		if cannot := p.asWorker().Mirror(f.Tally); cannot != nil {
			p.say("this program cannot compute the rest: " + cannot.Error())
		}
	}
	return f, err
}

// partsSum is the answer of `sum DIR`.
type partsSum struct {
	Problem     string         `json:"problem"`
	Task        nqueens.Task   `json:"task,omitempty"`
	Engine      string         `json:"engine"`
	Parts       int            `json:"parts"`
	Done        int            `json:"done"`
	Missing     string         `json:"missing,omitempty"`
	Checked     int            `json:"checked"`             // parts that were computed again
	SameMachine string         `json:"alone,omitempty"`     // of the parts computed again: those computed only by the first machine
	ToCheck     string         `json:"unchecked,omitempty"` // those that are still to be
	Conflict    []string       `json:"conflicts,omitempty"`
	Doubtful    string         `json:"doubtful,omitempty"`
	Sum         *nqueens.Count `json:"sum,omitempty"` // sum of the parts that are done
	Count       *nqueens.Count `json:"count,omitempty"`
}

// sumParts adds the parts of a folder. If distrust names a machine, its results are withdrawn
// first.
func (p *program) sumParts(ctx context.Context, dir, distrust string, asJSON, charts bool) error {
	f, err := p.readFleet(dir)
	if err != nil {
		return err
	}
	if distrust != "" {
		if err := f.Distrust(ctx, distrust); err != nil {
			return stopped(ctx, fmt.Errorf("--distrust: %w", err))
		}
	}
	if f.List.Measures() {
		return p.sumMeasured(ctx, f, asJSON, charts)
	}
	t := f.Tally
	missing, unchecked, doubtful, conflicts := t.Missing(), t.Unchecked(), t.Doubtful(), t.Conflicts()
	s := partsSum{
		Problem: f.List.Problem, Task: f.List.Task, Engine: f.List.Engine + " " + f.List.Version, Parts: f.List.Parts(),
		Done: f.List.Parts() - len(missing), Missing: table.Ranges(missing, "-"), Doubtful: table.Ranges(doubtful, "-"),
		Checked: len(t.Drawn()) - len(unchecked), ToCheck: table.Ranges(unchecked, "-"), Sum: t.Sum(), SameMachine: table.Ranges(t.CheckedBySameMachine(), "-"),
	}
	for _, c := range conflicts {
		s.Conflict = append(s.Conflict, c.String())
	}
	switch {
	case len(conflicts) > 0:
		first := s.Conflict[0]
		if more := len(conflicts) - 1; more > 0 {
			first += fmt.Sprintf(" (and %s: nqueens status %s)", table.Plural(more, "more conflict"), shell.Quoted(dir))
		}
		err = &exit{status: failedCheck, err: fmt.Errorf("no sum: %s; parts %s are in doubt: find out which machine is wrong, and withdraw its results with `nqueens sum %s --distrust MACHINE`", first, s.Doubtful, shell.Quoted(dir))}
	case len(missing) > 0:
		err = &exit{status: limitHit, err: fmt.Errorf("no sum yet: %d of %s are done; `nqueens work %s` computes parts %s", s.Done, table.Plural(s.Parts, "part"), shell.Quoted(dir), s.Missing)}
	case len(unchecked) > 0 || t.Draw == nil:
		err = &exit{status: limitHit, err: fmt.Errorf("no sum yet: all parts are done, but %s must be computed again: nqueens work %s", cmp.Or(s.ToCheck, "some"), shell.Quoted(dir))}
	}
	if err != nil {
		if asJSON {
			err = errors.Join(p.json(s), err)
		}
		return err
	}
	return p.printSum(f, s, asJSON)
}

// printSum prints the sum of a list, if it does not contradict a published count.
func (p *program) printSum(f *fleet.Folder, s partsSum, asJSON bool) error {
	problem, err := p.families.Parse(s.Problem)
	if err != nil {
		return err
	}
	if err := fleet.Impossible(problem, s.Sum); err != nil {
		return &exit{status: failedCheck, err: err}
	}
	by, err := backends.Named(p.backends, f.List.Engine)
	if err != nil {
		return err
	}
	job := bench.Job{Problem: problem, Task: s.Task, Contender: backends.Contender{Backend: by.Describe().Name}}
	r, err := p.tallied(job, by, 1, bench.Tally{Count: s.Sum})
	if err != nil {
		return err
	}
	if err := p.conclude(bench.Experiment{Seed: 1, Jobs: []bench.Job{job}}, r, false); err != nil {
		return err
	}
	s.Count = s.Sum
	if s.SameMachine != "" {
		p.say("computed again by the same machine, because no other was available: parts " + s.SameMachine)
	}
	if asJSON {
		return p.json(s)
	}
	_, err = fmt.Fprintln(p.out, s.Count)
	return err
}
