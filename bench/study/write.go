package study

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/summary"
	"nqueens/internal/atomicfile"
	"nqueens/internal/jsonfile"
	"nqueens/internal/table"
)

// File is the name of the page in the folder of a run.
const File = "study.md"

// Result is what the page of a run comes to.
type Result struct {
	Path     string
	Overall  string   // how the comparisons came out, in a line
	Failures []string // wrong answers, and values that must be the published ones and are not
}

// Write writes the page of a run and its charts into the folder of the run. The command is the one that
// made it.
func Write(dir, command string, of *plan.Plan, s summary.Summary, available []backends.Backend) (r Result, err error) {
	var p page.Page
	if err := Report(&p, of, s, available); err != nil {
		return r, err
	}
	f := page.Frame{Title: of.Study.Title, Source: of.Study.Source, Made: command, Wrong: s.Judgement.Failures, LeftOut: s.LeftOut.Lines(), Caveats: s.Caveats()}
	if f.Title == "" {
		f.Title = of.Name
	}
	if f.Machine, err = Machine(dir); err != nil {
		return r, err
	}
	r = Result{Path: filepath.Join(dir, File), Overall: f.Overall(&p), Failures: f.Failures(&p)}
	if err := p.Draw(dir); err != nil {
		return r, err
	}
	if err := atomicfile.WriteFile(r.Path, []byte(f.Markdown(&p))); err != nil {
		return r, fmt.Errorf("writing the page: %w", err)
	}
	return r, nil
}

// Machine says on what the run's times were taken.
func Machine(dir string) (string, error) {
	var e bench.Environment
	err := jsonfile.Read(filepath.Join(dir, "environment.json"), &e)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil // nothing was run
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
