package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/chart"
	"nqueens/bench/plan"
	"nqueens/bench/summary"
	"nqueens/internal/lazyregexp"
	"nqueens/internal/suggest"
	"nqueens/internal/table"
)

func (p *program) chart() *cobra.Command {
	var c chartFlags
	var edited, full bool
	cmd := &cobra.Command{
		Use:   "chart DIR…",
		Short: "Draw the charts of a run again, or a chart of your choice",
		Long: `Draw the charts of a run, finished or not, from its records, and print its
summary. The page of a study, study.md, is written again, too. A disagreement ends with status 1, as it does in bench.

--kind, --only, --y and other flags choose what is drawn and how; then only the names of the
files are printed. -o FILE writes one chart: .svg, .png, .pdf, or its values as .csv.
Several runs are drawn into one chart, each contender with the name of its run. A ratio
is always to the baseline of the same run; a chart of different machines has a note.
--y draws CPU time, memory or effort in place of wall time. --x n draws only the charts
against the size; --x with a contender draws a scatter plot of each other contender against it.

  kinds  ` + strings.Join(chart.Kinds(), ", ") + `, or a chart by the name of its file`,
		Example: `  nqueens chart nqueens-built-in
  nqueens chart results/baseline -o charts
  nqueens chart results/baseline --kind ratio --baseline dlx --only gini,allsat -o ratio.pdf
  nqueens chart mine --kind time-queens-count --linear --size 800x500 --title 'Counting' -o f.svg
  nqueens chart mine --kind scatter --only gini/product,clasp --y effort -o charts
  nqueens chart mine --x gini/product --only gini,clasp -o charts   each against gini/product
  nqueens chart before after --kind time --y cpu -o both --data   with a .csv beside each`,
		ValidArgsFunction: runFolders(0),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("the folder of a run is missing: %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opt, err := c.options()
			if err != nil {
				return err
			}
			if c.output == "" && len(args) > 1 {
				return errors.New("--output: name the file or the folder for charts of several runs")
			}
			runs, err := p.runs(args, c.baseline, edited)
			if err != nil {
				return err
			}
			chosen := slices.ContainsFunc(chartFlagNames, cmd.Flags().Changed)
			if !chosen && len(args) == 1 && !slices.Contains(chart.Formats(), strings.ToLower(filepath.Ext(c.output))) {
				to, what := cmp.Or(c.output, args[0]), shown{charts: true, data: c.data, full: full}
				wrong, err := p.writeStudy(args[0], to, &what, runs[0].Summary)
				if err != nil {
					return err
				}
				return cmp.Or(p.show(runs[0].Summary, to, what), wrong)
			}
			return c.draw(p, runs, opt, cmp.Or(c.output, args[0]))
		},
	}
	cmd.Flags().BoolVar(&full, "full", false, fullUsage)
	c.flags(cmd)
	listCompletions(cmd, "only", p.contenderNames)
	completions(cmd, "baseline", p.contenderNames)
	acceptEdited(cmd, &edited)
	return cmd
}

// chartFlags choose the charts and their form.
type chartFlags struct {
	kind, only, baseline, x, quantity, size, title, output string
	linear, data                                           bool
}

// chartFlagNames are the flags that choose charts or change their form.
var chartFlagNames = []string{"kind", "only", "baseline", "x", "y", "linear", "size", "title"}

func (c *chartFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&c.kind, "kind", "", "draw only these: `kinds` of chart, or charts by the names of their files, separated by commas")
	f.StringVar(&c.only, "only", "", "draw only these contenders: `names` separated by commas, as gini, gini/product or \"gini/product x2\"")
	f.StringVar(&c.baseline, "baseline", "", "the contender that ratios refer to: a `name`; default: the plan's")
	f.StringVar(&c.x, "x", "", "the horizontal axis: `n` for the size, or a contender to draw each other one against")
	f.StringVar(&c.quantity, "y", "", "the vertical axis: `wall` (wall time), cpu, memory or effort (nodes, conflicts, …)")
	f.BoolVar(&c.linear, "linear", false, "linear axes that start at 0")
	f.StringVar(&c.size, "size", "", "`WIDTHxHEIGHT` of each picture in pixels, as in 800x500")
	f.StringVar(&c.title, "title", "", "the chart's `title`, in place of its own")
	f.StringVarP(&c.output, "output", "o", "", "the `folder` for the charts (default: DIR), or the file of one: .svg, .png, .pdf, .csv")
	dataFlag(cmd, &c.data)
	listCompletions(cmd, "kind", chart.Kinds)
	completions(cmd, "y", quantityNames)
}

// dataFlag adds the flag --data.
func dataFlag(cmd *cobra.Command, data *bool) {
	cmd.Flags().BoolVar(data, "data", false, "write the values of each chart beside it as .csv, which PGFPlots, R and pandas read")
}

func quantityNames() []string {
	return namesOf(chart.Quantities(), func(q chart.Quantity) string { return string(q) })
}

// options returns the chart options that the flags set.
func (c *chartFlags) options() (opt chart.Options, err error) {
	opt = chart.Options{X: c.x, Linear: c.linear, Title: c.title, Data: c.data}
	if c.kind != "" {
		opt.Kinds, err = separate("kind", c.kind)
	}
	if c.only != "" && err == nil {
		opt.Only, err = separate("only", c.only)
	}
	if c.quantity != "" && err == nil {
		var name string
		if name, err = suggest.Named("quantity", c.quantity, quantityNames(), func(name string) string { return name }); err != nil {
			err = fmt.Errorf("--y: %w", err)
		}
		opt.Quantity = chart.Quantity(name)
	}
	if c.size != "" && err == nil {
		width, height, _ := strings.Cut(c.size, "x")
		var bad [2]error
		opt.Width, bad[0] = strconv.Atoi(width)
		opt.Height, bad[1] = strconv.Atoi(height)
		const most = 10000
		if bad != [2]error{} || min(opt.Width, opt.Height) < 1 || max(opt.Width, opt.Height) > most {
			err = fmt.Errorf("--size %q: write width and height in pixels, up to %d, for example 800x500", c.size, most)
		}
	}
	if err == nil {
		err = chartName(c.output)
	}
	return opt, err
}

// runs reads the runs to draw. The name of a run is that of its folder.
func (p *program) runs(dirs []string, baseline string, edited bool) (runs []chart.Run, err error) {
	limitMemory()
	based := baseline == ""
	var known []string
	for i, dir := range dirs {
		if slices.ContainsFunc(dirs[:i], func(o string) bool { return filepath.Clean(o) == filepath.Clean(dir) }) {
			return nil, fmt.Errorf("%s is named twice", dir)
		}
		folder, records, err := bench.ReadRuns(dir, edited, p.families)
		if err != nil {
			return nil, err
		}
		folder.Experiment.Baseline = cmp.Or(baseline, folder.Experiment.Baseline)
		r := chart.Run{Name: strings.ReplaceAll(filepath.Base(filepath.Clean(dir)), ":", "-")}
		if slices.ContainsFunc(runs, func(o chart.Run) bool { return o.Name == r.Name }) {
			r.Name = strings.ReplaceAll(filepath.Clean(dir), ":", "-")
		}
		if r.Summary, err = summary.JudgeRuns(folder, records, p.backends); err != nil {
			return nil, err
		}
		p.mend(dir, r.Summary)
		if r.Environments, err = bench.ReadEnvironments(dir); err != nil {
			return nil, err
		}
		for _, c := range r.Summary.Results() {
			known = append(known, c.Contender.String())
			based = based || c.Contender.String() == r.Summary.Baseline()
		}
		runs = append(runs, r)
	}
	if !based {
		slices.Sort(known)
		return nil, fmt.Errorf("--baseline: no contender is called %q %s", baseline, suggest.Among(baseline, slices.Compact(known)))
	}
	return runs, nil
}

// mend writes the verdicts of a run's folder again if their file is damaged, and prints a note.
func (p *program) mend(dir string, s summary.Summary) {
	file := filepath.Join(dir, bench.VerdictsFile)
	switch err := s.Mend(dir); {
	case err != nil:
		fmt.Fprintf(p.err, "warning: %s is damaged and cannot be rewritten: %v\n", file, err)
	case s.Damaged:
		fmt.Fprintf(p.err, "note: %s was damaged and was rewritten from the records, without the solutions that disprove answers (bench finds them again)\n", file)
	}
}

// draw writes the requested charts and prints the names of their files.
func (c *chartFlags) draw(p *program, runs []chart.Run, asked chart.Options, output string) error {
	cells, opt := chart.Beside(runs)
	asked.Baseline, asked.Published, asked.Notes, asked.Runs = opt.Baseline, opt.Published, opt.Notes, opt.Runs
	if asked.Runs {
		for _, note := range opt.Notes {
			fmt.Fprintln(p.err, "note:", note)
		}
	}
	figures, err := chart.Figures(cells, asked)
	if err != nil {
		return err
	}
	one := slices.Contains(chart.Formats(), strings.ToLower(filepath.Ext(output)))
	if len(figures) > 1 && (one || asked.Title != "") {
		names := namesOf(figures, func(f chart.Figure) string { return f.Name })
		return fmt.Errorf("there are %d charts: choose one with --kind: %s", len(figures), strings.Join(names, ", "))
	}
	var files []string
	if one {
		if err := figures[0].WriteFile(output, false); err != nil {
			return fmt.Errorf("--output: %w", err)
		}
		if files = []string{output}; asked.Data {
			files = append(files, strings.TrimSuffix(output, filepath.Ext(output))+".csv")
			err = figures[0].WriteFile(files[1], false)
		}
	} else {
		if err := os.MkdirAll(output, 0o777); err != nil {
			return fmt.Errorf("--output: %w", err)
		}
		for _, f := range figures {
			names, wrong := f.WriteFiles(output, asked)
			for _, name := range names {
				files = append(files, filepath.Join(output, name))
			}
			err = errors.Join(err, wrong)
		}
	}
	for _, name := range files {
		fmt.Fprintln(p.out, name)
	}
	for _, r := range runs {
		err = cmp.Or(err, failures(r.Summary))
	}
	return err
}

// fileEnding matches an ending that shows the type of a file; "run-v1.2" has none.
var fileEnding = lazyregexp.New(`^\.[a-zA-Z]{2,5}$`)

// chartName returns an error for the name of a file that no chart can be written to. The name of a
// folder has no ending, or the folder exists.
func chartName(name string) error {
	ending := filepath.Ext(name)
	known := slices.Contains(chart.Formats(), strings.ToLower(ending))
	if info, err := os.Stat(name); known || !fileEnding.Get().MatchString(ending) || err == nil && info.IsDir() {
		return nil
	}
	return fmt.Errorf("--output %s: unknown ending %s: a chart is a file that ends in %s; for several charts name a folder without an ending", name, ending, strings.Join(chart.Formats(), ", "))
}

// acceptEdited adds the flag --accept-edited.
func acceptEdited(cmd *cobra.Command, edited *bool) {
	cmd.Flags().BoolVar(edited, "accept-edited", false, "accept records that were edited after they were written; the summary, the charts and summary.csv have a note")
}

const fullUsage = "print the whole summary, with every ranking, the times, ratios and growth"

// shown chooses what is printed or drawn of a run: its charts, with their values as CSV files, and
// the full summary or only its first page.
type shown struct {
	charts, data, full bool
	plan               *plan.Plan // with the study that compares with published values; nil: none
	made               string     // the command that makes that page
	replaced           []string   // charts that are not drawn, because that page has them
}

// show prints a summary, in full or only its first page, and draws its charts into a folder. It
// returns the reason of a failed run as an error.
func (p *program) show(s summary.Summary, dir string, what shown) error {
	out := io.Writer(p.out)
	if p.terminal.colour {
		out = p.terminal.out // the summary escapes its own text
	}
	if err := errors.Join(p.out.Flush(), s.WriteText(out, summary.Style{Full: what.full, Colour: p.terminal.colour})); err != nil {
		return err
	}
	if what.charts {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return fmt.Errorf("--output: %w", err)
		}
		cells, opt := chart.Beside([]chart.Run{{Summary: s}})
		opt.Data, opt.Without = what.data, what.replaced
		files, err := chart.Draw(dir, cells, opt)
		charts := slices.DeleteFunc(files, func(name string) bool { return filepath.Ext(name) != ".svg" })
		switch {
		case errors.Is(err, chart.ErrNothing): // the run has no times
			fmt.Fprintln(p.err, "warning: no charts:", err)
		case err != nil:
			return fmt.Errorf("drawing charts: %w", err)
		case len(charts) == 0: // all are on the page of the study
		case what.data:
			fmt.Fprintf(p.out, "\n%s in %s, each as SVG, PNG and CSV, among them %s\n", table.Plural(len(charts), "chart"), dir, charts[0])
		default:
			fmt.Fprintf(p.out, "\n%s in %s, each as SVG and PNG, among them %s\n", table.Plural(len(charts), "chart"), dir, charts[0])
		}
	}
	return failures(s)
}

// failures returns the error for a failed run, or nil.
func failures(s summary.Summary) error {
	if len(s.Proofs.Changed) > 0 {
		return &exit{status: failedCheck, err: fmt.Errorf("%s has changed since it was checked", s.Proofs.Changed[0])}
	}
	if len(s.Judgement.Failures) > 0 {
		return &exit{status: failedCheck, err: errors.New("the run failed: the first lines of its summary say why")}
	}
	return nil
}

// limitMemory sets a memory limit for commands that read runs. Near that limit, which a million
// records reach, garbage is collected more often. These commands measure nothing, so that the extra
// time does no harm.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(7 << 28)
	}
}

// readRun returns the function that reads a run's folder. It accepts edited records only if edited
// is set.
func readRun(edited bool) func(dir string, known nqueens.Catalogue) (*bench.Folder, error) {
	if edited {
		return bench.ReadEdited
	}
	return bench.ReadFolder
}
