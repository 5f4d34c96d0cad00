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
	"nqueens/family"
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
		Short: "Add the parts of a count, or make a run of those of a bench",
		Long: `Add the parts that "count N --part k/n --json" printed, or the checkpoints of
finished ones, gzipped or not, and print the number of solutions. Parts that are
missing, come twice, are unfinished, damaged or of another count are refused.

Of the folder of a list that plan-parts made it adds what "nqueens work" found, once all
parts are done, some were computed again, and nothing contradicts the sum. The status is 3
while parts are missing, and 1 where two results differ, a total is not that of its tasks, or
a task found something else than its mirror image. Then nothing that such a machine
did is believed; find out which is wrong and take its results back with --distrust.

The folder of a bench in parts becomes that of a run, as far as parts are done: with
records.jsonl, the summary and the page, for chart, report and compare.`,
		Example: `  nqueens sum p1.json p2.json p3.json p4.json
  nqueens sum q20`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("which parts? Name their files: nqueens sum p1.json p2.json")
			}
			info, err := os.Stat(args[0])
			folder := err == nil && info.IsDir() || errors.Is(err, os.ErrNotExist) && len(args) == 1 && filepath.Ext(args[0]) == ""
			if folder || distrust != "" || filepath.Base(args[0]) == fleet.ListFile {
				if len(args) > 1 {
					return fmt.Errorf("%q: one folder is all that sum takes", args[1])
				}
				return p.sumParts(stoppable(cmd.Context()), args[0], distrust, asJSON, !noCharts)
			}
			var parts []*checkpoint.Checkpoint
			ctx := stoppable(cmd.Context())
			for _, name := range args {
				part, err := bounded.Do(ctx, func() (*checkpoint.Checkpoint, error) {
					return checkpoint.Read(name, p.backends, p.families...)
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
	cmd.Flags().BoolVar(&noCharts, "no-charts", false, "of a bench in parts: leave the charts and the page out")
	cmd.Flags().StringVar(&distrust, "distrust", "", "of a folder: take back all results of the `machine` of this name, whose parts are then computed by others")
	return cmd
}

// openFleet reads a list's folder with all results, which are taken into the journal where
// this process can.
func (p *program) openFleet(dir string) (*fleet.Folder, error) {
	f, err := fleet.OpenFolder(dir)
	if err != nil {
		return nil, err
	}
	repaired, err := f.Collect()
	if repaired != "" {
		fmt.Fprintln(p.err, "note:", repaired)
	}
	// Another process that has the journal takes them; who may only read the folder reads.
	if errors.Is(err, fleet.ErrLocked) || errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.EROFS) {
		err = nil
	}
	return f, cmp.Or(err, f.Foreign())
}

// checkList says why this program cannot compute a count's parts, as a worker says it. Whether
// it can measure those of a bench each machine says for itself.
func (p *program) checkList(l *fleet.List) error {
	if l.Measures() {
		return nil
	}
	return p.asWorker().Check(l.Part(1))
}

// asWorker is who computes with this program's backends and families.
func (p *program) asWorker() fleet.Worker {
	return fleet.Worker{Backends: p.backends, Families: p.families}
}

// readFleet is openFleet for who computes nothing, and need not be able to.
func (p *program) readFleet(dir string) (*fleet.Folder, error) {
	f, err := p.openFleet(dir)
	if err == nil && !f.List.Measures() {
		if cannot := p.asWorker().Mirror(f.Tally); cannot != nil {
			p.say("this program computes no more of it: " + cannot.Error())
		}
	}
	return f, err
}

// partsSum is the answer of `sum DIR`.
type partsSum struct {
	Problem  string         `json:"problem"`
	Task     nqueens.Task   `json:"task,omitempty"`
	Engine   string         `json:"engine"`
	Parts    int            `json:"parts"`
	Done     int            `json:"done"`
	Missing  string         `json:"missing,omitempty"`
	Checked  int            `json:"checked"`             // parts that were computed again
	Alone    string         `json:"alone,omitempty"`     // of these, those that no other machine than the first computed
	ToCheck  string         `json:"unchecked,omitempty"` // those that are still to be
	Conflict []string       `json:"conflicts,omitempty"`
	Doubtful string         `json:"doubtful,omitempty"`
	Sum      *nqueens.Count `json:"sum,omitempty"` // of the parts that are done
	Count    *nqueens.Count `json:"count,omitempty"`
}

// sumParts adds the parts of a folder, without the results of a machine that is not trusted
// any more, if one is named.
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
		Checked: len(t.Drawn()) - len(unchecked), ToCheck: table.Ranges(unchecked, "-"), Sum: t.Sum(), Alone: table.Ranges(t.CheckedAlone(), "-"),
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
		err = &exit{status: failedCheck, err: fmt.Errorf("no sum: %s; doubtful with it are parts %s: find out which is wrong, and `nqueens sum %s --distrust MACHINE` takes back all that it found", first, s.Doubtful, shell.Quoted(dir))}
	case len(missing) > 0:
		err = &exit{status: limitHit, err: fmt.Errorf("no sum yet: %d of %s are done; `nqueens work %s` computes parts %s", s.Done, table.Plural(s.Parts, "part"), shell.Quoted(dir), s.Missing)}
	case len(unchecked) > 0 || t.Draw == nil:
		err = &exit{status: limitHit, err: fmt.Errorf("no sum yet: all parts are done, and %s are to be computed again: nqueens work %s", cmp.Or(s.ToCheck, "some"), shell.Quoted(dir))}
	}
	if err != nil {
		if asJSON {
			err = errors.Join(p.json(s), err)
		}
		return err
	}
	return p.believe(f, s, asJSON)
}

// believe prints a sum that nothing contradicts, neither what is published.
func (p *program) believe(f *fleet.Folder, s partsSum, asJSON bool) error {
	problem, err := family.All(p.families...).Parse(s.Problem)
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
	if s.Alone != "" {
		p.say("computed again by the machine that had computed them, as no other was there: parts " + s.Alone)
	}
	if asJSON {
		return p.json(s)
	}
	_, err = fmt.Fprintln(p.out, s.Count)
	return err
}
