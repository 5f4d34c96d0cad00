package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nqueens/bench/report"
	"nqueens/internal/atomicfile"
)

// reportFile is the name of the page in a run's folder.
const reportFile = "report.html"

func (p *program) reportPage() *cobra.Command {
	var output, title string
	var edited bool
	cmd := &cobra.Command{
		Use:   "report DIR…",
		Short: "Make one interactive HTML page of runs",
		Long: `Make one self-contained HTML page of a run, finished or not, or of several side by
side. It shows what was compared, what is wrong and which contender is best where, with
interactive charts and a table to sort and filter, against any baseline. Each instance has
its board, the answers, and the command that runs it again. The page needs no network.
Without JavaScript it still has the verdict, the tables and the charts. With a page in
a run's folder, study.md is written again, too.`,
		Example: `  nqueens report nqueens-built-in
  nqueens report results/baseline results/encodings -o both.html`,
		ValidArgsFunction: runFolders(0),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("the folder of a run is missing: %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if output == "" && len(args) > 1 {
				return errors.New("--output: name the file for a page of several runs")
			}
			if output == "" {
				output = filepath.Join(args[0], reportFile)
			}
			if err := pageName(output); err != nil {
				return err
			}
			limitMemory()
			page := report.Page{Title: title}
			for _, dir := range args {
				run, err := report.ReadRun(dir, edited, p.backends, p.families)
				if err != nil {
					return err
				}
				p.mend(dir, run.Summary)
				run.Link = linkTo(output, dir)
				if len(args) > 1 { // plans may have the same name
					run.Name = cmp.Or(strings.Trim(run.Link, "./"), filepath.Base(filepath.Clean(dir)))
				}
				page.Runs = append(page.Runs, run)
			}
			if err := writeReport(output, page); err != nil {
				return fmt.Errorf("--output: %w", err)
			}
			fmt.Fprintf(p.out, "%s\n", output)
			if len(args) > 1 || page.Runs[0].Link != "" {
				return nil
			}
			wrong, err := p.writeStudy(args[0], args[0], &shown{}, page.Runs[0].Summary)
			return cmp.Or(err, wrong)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&output, "output", "o", "", "the page's `file` (default: report.html in DIR)")
	f.StringVar(&title, "title", "", "the page's `title` (default: the run's name)")
	acceptEdited(cmd, &edited)
	return cmd
}

// linkTo returns the link from a page to a run's folder, or "" if the page is in that folder.
func linkTo(page, dir string) string {
	from, err := filepath.Abs(filepath.Dir(page))
	if err != nil {
		return ""
	}
	to, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	way, err := filepath.Rel(from, to)
	if err != nil || way == "." {
		return ""
	}
	return strings.TrimSuffix(filepath.ToSlash(way), "/") + "/"
}

// writeReport writes the page, whole or not at all.
func writeReport(name string, page report.Page) error {
	file, err := atomicfile.Create(name)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(file)
	if err = page.Write(buffered); err == nil {
		err = buffered.Flush()
	}
	if err != nil {
		return errors.Join(err, file.Discard())
	}
	return file.Commit()
}

// pageName returns an error if the file's ending is not that of HTML.
func pageName(name string) error {
	switch ending := strings.ToLower(filepath.Ext(name)); ending {
	case ".html", ".htm", "":
		return nil
	default:
		return fmt.Errorf("--output %s: unknown ending %s: a page is HTML: write .html", name, ending)
	}
}
