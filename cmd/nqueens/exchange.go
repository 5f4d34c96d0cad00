package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nqueens/bench"
	"nqueens/bench/exchange"
	"nqueens/bench/summary"
	"nqueens/internal/atomicfile"
	"nqueens/internal/suggest"
	"nqueens/internal/table"
)

type exportFormat struct {
	name, about string
	write       func(exchange.Export, io.Writer) error
	runs        bool // the format has an entry for each run
}

// exportFormats are the formats in which a run can be written. benchexec has a file for each
// contender.
var exportFormats = []exportFormat{
	{"csv", "one row for each result, as in summary.csv", func(x exchange.Export, w io.Writer) error { return x.Summary.WriteCSV(w) }, false},
	{"markdown", "the whole summary", func(x exchange.Export, w io.Writer) error {
		return x.Summary.WriteText(w, summary.Style{Full: true, Markdown: true})
	}, false},
	{"latex", "tables for a paper, with booktabs, graphicx and siunitx", exchange.Export.WriteLaTeX, false},
	{"junit", "XML for a CI system: a test for each contender and problem, a wrong answer is a failure", exchange.Export.WriteJUnit, false},
	{"benchfmt", "a line for each run in the format of Go's benchmarks, for benchstat", exchange.Export.WriteBenchfmt, true},
	{"hyperfine", "JSON in hyperfine's format, for its scripts", exchange.Export.WriteHyperfine, true},
	{"benchexec", "BenchExec's XML for table-generator: a file for each contender, in the folder of --output", nil, true},
}

func (p *program) export() *cobra.Command {
	var format, output string
	var edited bool
	names := namesOf(exportFormats, func(f exportFormat) string { return f.name })
	cmd := &cobra.Command{
		Use:               "export DIR",
		ValidArgsFunction: runFolders(1),
		Short:             "Write a run in the format of another tool",
		Long: `Write a run, finished or not, for other tools:

` + listing(10, exportFormats, func(f exportFormat) (name, about string) { return f.name, f.about }) + `

Each format leaves something out: benchexec has medians instead of repetitions. Times of
wrong answers are only in hyperfine, with an exit code, and in benchexec, with the
category wrong.`,
		Example: `  nqueens export results/baseline --format benchfmt | benchstat -col /backend -
  nqueens export mine --format latex -o tables.tex
  nqueens export mine --format benchexec -o xml && table-generator xml/*.xml`,
		Args: takes("the folder of a run", true),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format == "" {
				return fmt.Errorf("--format is missing %s", suggest.Among("", names))
			}
			i := slices.Index(names, format)
			if i < 0 {
				return fmt.Errorf("--format: no format is called %q %s", format, suggest.Among(format, names))
			}
			to := exportFormats[i]
			write := to.write
			if write == nil && output == "" {
				return fmt.Errorf("--format %s: name a folder with -o for its files, one for each contender", format)
			}
			limitMemory()
			folder, s, err := p.exported(args[0], edited, to.runs)
			if err != nil {
				return err
			}
			run, err := exchange.Of(folder, s)
			if err != nil {
				return err
			}
			if write == nil {
				return writeTables(run, output)
			}
			return p.writeTo(cmd.Context(), &limitFlags{}, output, func(w io.Writer) error { return write(run, w) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "", "the `format`: "+strings.Join(names, ", "))
	f.StringVarP(&output, "output", "o", "", "the `file`, or for benchexec the folder (default: standard output)")
	acceptEdited(cmd, &edited)
	completions(cmd, "format", fixed(names))
	return cmd
}

// exported reads the results of a run, with the records of its repetitions if runs is set.
func (p *program) exported(dir string, edited, runs bool) (folder *bench.Folder, s summary.Summary, err error) {
	if runs {
		if folder, err = readRun(edited)(dir, p.families); err == nil {
			s, err = summary.Of(folder, p.backends)
		}
		return folder, s, err
	}
	folder, records, err := bench.ReadRuns(dir, edited, p.families)
	if err == nil {
		s, err = summary.JudgeRuns(folder, records, p.backends)
	}
	return folder, s, err
}

// writeTables writes BenchExec's files into a folder.
func writeTables(run exchange.Export, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	letters := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r) {
			return r
		}
		return '-'
	}
	taken := map[string]int{}
	for _, t := range run.BenchExecTables() {
		var b bytes.Buffer
		if err := t.Write(&b); err != nil {
			return err
		}
		name := strings.Map(letters, strings.ReplaceAll(t.Name, " ", "."))
		if taken[name]++; taken[name] > 1 {
			name += fmt.Sprintf("-%d", taken[name])
		}
		if err := atomicfile.WriteFile(filepath.Join(dir, name+".results.xml"), b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// mostLeftOut is the largest number of notes about skipped rows of one imported file.
const mostLeftOut = 10

func (p *program) importRun() *cobra.Command {
	var output string
	var opt exchange.Options
	var limit time.Duration
	cmd := &cobra.Command{
		Use:   "import FILE…",
		Short: "Turn the measurements of another tool into a run",
		Long: `Turn hyperfine's JSON, the output of go test -bench (also with -json) or BenchExec's XML
(plain or packed with gzip or bzip2) into a run for chart, report, compare and export.
Several files become one run; further measurements of a job are its repetitions. Statuses
are kept: time-outs, memory limits, crashes. A row without a valid time is skipped with a note.

The contender is the tool in BenchExec. In hyperfine it is the command, with the names of
numeric parameters in place of their values. In Go's benchmarks it is the last element of
the package, with GOMAXPROCS if -cpu has several values. --contender names a parameter,
or a part of a benchmark's name as in /solver=gini, to use instead.`,
		Example: `  nqueens import hyperfine.json -o h && nqueens chart h
  nqueens import old.txt -o old && nqueens import new.txt -o new && nqueens compare old new
  nqueens import results/*.xml.bz2 -o sv`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("a file is missing: %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if output == "" {
				return errors.New("--output: name the folder of the run to make")
			}
			if limit < 0 {
				return fmt.Errorf("--timeout %v: write a time above zero", limit)
			}
			var imports []exchange.Import
			for _, name := range args {
				i, err := exchange.ReadFile(name, opt)
				if err != nil {
					return fmt.Errorf("importing: %w", err)
				}
				imports = append(imports, i)
				for k, row := range i.LeftOut {
					if more := len(i.LeftOut) - k; k == mostLeftOut && more > 1 {
						fmt.Fprintf(p.err, "note: %s: %s more\n", name, table.Plural(more, "row"))
						break
					}
					fmt.Fprintf(p.err, "note: %s: %s\n", name, oneLine(row))
				}
			}
			if err := exchange.Write(output, nameOf(args[0]), limit, imports); err != nil {
				return err
			}
			if guess, is := exchange.LimitOf(imports, limit); is {
				fmt.Fprintf(p.err, "note: the files have no time limit; %s is assumed, which counts in the means of unsolved instances; set it with --timeout\n", table.Flag(guess))
			}
			s, err := summary.Read(output, p.backends, p.families)
			if err != nil {
				return err
			}
			return p.show(s, "", shown{})
		},
	}
	f := cmd.Flags()
	f.StringVarP(&output, "output", "o", "", "the `folder` of the run to make")
	f.StringVar(&opt.Contender, "contender", "", "the `parameter` or part of a name that holds the contender")
	f.DurationVar(&limit, "timeout", 0, "the time limit of a run, a `time`, if the file has none (default: the longest time if a run timed out, else 1h)")
	return cmd
}
