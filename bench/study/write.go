package study

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/summary"
	"nqueens/internal/atomicfile"
	"nqueens/internal/jsonfile"
	"nqueens/internal/table"
)

// File is the name of the page in a run's folder.
const File = "study.md"

// Result summarises the page of a run.
type Result struct {
	// Replaced names the built-in charts of the run that show the same values as a chart of the page.
	Replaced []string
	Path     string
	Overall  string   // the results of all comparisons in a line
	Failures []string // wrong answers, and values that must equal the published ones but differ
}

// Write writes the page of the run in the folder run and its charts into the folder to. If data is set, it
// also writes the values of each chart as CSV.
func (of *Contents) Write(run, to string, data bool, s summary.Summary) (r Result, err error) {
	var p page.Page
	replaced := of.report(&p, s)
	if err := os.MkdirAll(to, 0o777); err != nil {
		return r, err
	}
	f := page.Frame{Title: of.Study.Title, Source: of.Study.Source, Made: of.Made, Wrong: s.Judgement.Failures, LeftOut: s.LeftOut.Lines(), Caveats: s.Caveats()}
	if f.Title == "" {
		f.Title = of.Name
	}
	if f.Machine, err = Machine(run); err != nil {
		return r, err
	}
	r = Result{Replaced: replaced, Path: filepath.Join(to, File), Overall: f.Overall(&p), Failures: f.Failures(&p)}
	if err := p.Draw(to, data); err != nil {
		return r, err
	}
	if err := atomicfile.WriteFile(r.Path, []byte(f.Markdown(&p))); err != nil {
		return r, fmt.Errorf("writing the page: %w", err)
	}
	return r, nil
}

// Machine describes the machine on which the run was measured.
func Machine(dir string) (string, error) {
	var e bench.Environment
	err := jsonfile.Read(filepath.Join(dir, "environment.json"), &e)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil // there are no runs
	}
	if err != nil {
		return "", fmt.Errorf("the run's environment: %w", err)
	}
	parts := []string{e.CPU, table.Plural(e.Cores, "core"), e.System, e.Go}
	if e.Commit != "" {
		parts = append(parts, "commit "+e.Commit)
	}
	if later, _ := filepath.Glob(filepath.Join(dir, "environment-*.json")); len(later) > 0 {
		parts = append(parts, "and later as in environment-*.json")
	}
	return strings.TrimPrefix(strings.Join(parts, ", "), ", "), nil
}
