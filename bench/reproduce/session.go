package reproduce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/run"
	"nqueens/fleet"
	"nqueens/internal/atomicfile"
	"nqueens/internal/jsonfile"
	"nqueens/internal/table"
)

// DefaultBudget is how long a reproduction may take where nothing else is asked
// for.
const DefaultBudget = 3 * time.Minute

// Session carries out reproductions.
type Session struct {
	// Runner names the backends and the command that calls bench.ServeChild
	// with them. Its Progress is told of each run; the total is an estimate that
	// grows as the budget allows more.
	Runner run.Runner
	// Dir holds a folder for each reproduction and the index of them.
	Dir string
	// Budget is about how long each reproduction may take, what was recorded
	// before included. It decides which sizes are run. 0 is DefaultBudget.
	Budget time.Duration
	// Parts are those of the phase transition to go on with; none is all.
	Parts []string
	// Instances is the folder of the published instances and runs of n-queens
	// completion, to compare with one by one; "" without.
	Instances string
	// Gathered has the answers of the phase transition taken from the parts of a list,
	// and none asked for.
	Gathered *fleet.Folder
	// Sizes, Threads and Seed are for those reproductions that are Sized: the sizes to
	// go through, none for the reproduction's own, how many to compute with at once,
	// and that of the random numbers.
	Sizes   []int
	Threads int
	Seed    uint64
	// Clock, if there is one, returns the experiment of a folder with the clock that its times are
	// taken by; without it they are taken by the wall.
	Clock func(e bench.Experiment, dir string) (bench.Experiment, error)
	// AcceptEdited takes records that were edited after they were written; the page
	// says so.
	AcceptEdited bool
}

// Result is what came of a reproduction.
type Result struct {
	Name     string         `json:"name"`
	About    string         `json:"about"`
	Overall  string         `json:"overall"` // how the comparisons came out, in a line
	Verdicts []page.Verdict `json:"verdicts"`
	// Failures are wrong answers and figures that should be exact and are not.
	Failures []string `json:"failures,omitempty"`
	Page     string   `json:"-"` // the file that tells it all
}

// Failed reports whether something was wrong.
func (r Result) Failed() bool { return len(r.Failures) > 0 }

// The files of a reproduction's folder beside those of the run and the charts.
const (
	pageFile   = "README.md"
	resultFile = "reproduction.json"
)

// Reproduce carries out a reproduction, or goes on with it, as far as the
// budget allows, and writes its page and the index. It returns the context's
// error if it was stopped; what was recorded by then is safe, and the same call
// goes on from there.
func (s Session) Reproduce(ctx context.Context, r Reproduction) (Result, error) {
	s.Budget = cmp.Or(s.Budget, DefaultBudget)
	if r.study != nil {
		return s.reproduceStudy(ctx, r)
	}
	e := r.experiment()
	e.Name = r.Name
	for _, j := range e.Jobs {
		if err := j.Contender.Check(s.Runner.Backends, nqueens.Request{Problem: j.Problem, Task: j.Task}); err != nil {
			return Result{}, fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	dir := filepath.Join(s.Dir, r.Name)
	if s.Clock != nil {
		var err error
		if e, err = s.Clock(e, dir); err != nil {
			return Result{}, err
		}
	}
	open := bench.OpenFolder
	if s.AcceptEdited {
		open = bench.OpenEdited
	}
	folder, err := open(dir, e)
	if err != nil {
		return Result{}, err
	}
	defer folder.Close()
	if err := s.Runner.Begin(folder); err != nil {
		return Result{}, err
	}
	run := budgeted{runner: &s.Runner, folder: folder, whole: e, budget: s.Budget}
	if err := run.run(ctx); err != nil {
		return Result{}, err
	}
	summary, err := run.runner.Conclude(ctx, folder)
	if err != nil {
		return Result{}, err
	}
	var p page.Page
	evidence := evidence{Summary: summary, Records: folder.Counted(), Budget: s.Budget, Build: summary.Build, Caveats: summary.Caveats(), LeftOut: run.leftOut()}
	if err := r.report(ctx, &p, evidence); err != nil {
		return Result{}, fmt.Errorf("%s: %w", r.Name, err)
	}
	return s.publish(r, folder.Dir, &p, evidence)
}

// reproduceStudy is Reproduce where no single jobs are run.
func (s Session) reproduceStudy(ctx context.Context, r Reproduction) (Result, error) {
	dir := filepath.Join(s.Dir, r.Name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return Result{}, err
	}
	var p page.Page
	evidence, err := r.study(ctx, s, dir, &p)
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", r.Name, err)
	}
	evidence.Budget, evidence.Flags = s.Budget, s.flags(r)
	return s.publish(r, dir, &p, evidence)
}

// flags are those of the command line that made this session, beside the budget.
func (s Session) flags(r Reproduction) string {
	var b strings.Builder
	if r.Parted {
		for _, part := range s.Parts {
			b.WriteString(" --part " + part)
		}
		if s.Instances != "" {
			b.WriteString(" --instances DIR")
		}
	}
	if r.Sized {
		for _, n := range s.Sizes {
			fmt.Fprintf(&b, " --size %d", n)
		}
		fmt.Fprintf(&b, " --threads %d --seed %d", max(1, s.Threads), s.Seed)
	}
	return b.String()
}

// newResult is what a page comes to.
func newResult(r Reproduction, p *page.Page, e evidence) Result {
	wrong := e.Summary.Judgement.Failures
	result := Result{
		Name: r.Name, About: r.About, Overall: page.Overall(p.Verdicts()), Verdicts: p.Verdicts(),
		Failures: append(slices.Clone(wrong), p.Failures()...),
	}
	if len(wrong) > 0 {
		result.Overall = "FAILED, wrong answers; " + result.Overall
	}
	return result
}

func (s Session) publish(r Reproduction, dir string, p *page.Page, e evidence) (Result, error) {
	result := newResult(r, p, e)
	result.Page = filepath.Join(dir, pageFile)
	if err := p.Draw(dir); err != nil {
		return result, err
	}
	machine, err := machineLine(dir)
	if err != nil {
		return result, err
	}
	if build := e.Build; build != "" {
		machine = strings.TrimPrefix(machine+", build "+build, ", ")
	}
	text := r.frame(p, e, result, machine)
	if err := atomicfile.WriteFile(result.Page, []byte(text)); err != nil {
		return result, fmt.Errorf("writing the page: %w", err)
	}
	if err := jsonfile.Write(filepath.Join(dir, resultFile), result); err != nil {
		return result, fmt.Errorf("writing the verdicts: %w", err)
	}
	return result, writeIndex(s.Dir)
}

// machineLine says on what the run's times were taken.
func machineLine(dir string) (string, error) {
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

// frame puts around the body what every page has: title, source, how it was
// made, the overall verdict, what is left out.
func (r Reproduction) frame(p *page.Page, e evidence, result Result, machine string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", r.About)
	b.WriteString(page.Paragraph("Source: "+r.Source, "") + "\n")
	fmt.Fprintf(&b, "Made by `%s`", cmp.Or(e.Made, fmt.Sprintf("nqueens reproduce %s%s --budget %s", r.Name, e.Flags, table.Flag(e.Budget))))
	if machine != "" {
		fmt.Fprintf(&b, "  \non %s", machine)
	}
	fmt.Fprintf(&b, "\n\nVerdict: **%s**\n\n", result.Overall)
	if len(result.Failures) > 0 {
		b.WriteString("**This reproduction failed:**\n\n")
		for _, f := range result.Failures {
			b.WriteString(page.Paragraph("- "+f, "  "))
		}
		b.WriteByte('\n')
	}
	b.WriteString(p.Markdown())
	if len(e.LeftOut) > 0 {
		b.WriteString("## Left out\n\n")
		for _, line := range e.LeftOut {
			b.WriteString(page.Paragraph("- "+line, "  "))
		}
		b.WriteByte('\n')
	}
	for _, line := range e.Caveats {
		b.WriteString(page.Paragraph(line, "") + "\n")
	}
	if line := e.Summary.IdleLine(); line != "" {
		b.WriteString(page.Paragraph(strings.ToUpper(line[:1])+line[1:]+".", "") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

const indexTitle = "# Published figures, made again\n"

// writeIndex lists the reproductions whose folders are in the folder, in the
// order of All and then by name. A README.md that is no such index stays as it is.
func writeIndex(dir string) error {
	path := filepath.Join(dir, pageFile)
	if old, err := os.ReadFile(path); err == nil && !strings.HasPrefix(string(old), indexTitle) {
		return nil
	}
	found, err := filepath.Glob(filepath.Join(dir, "*", resultFile))
	if err != nil {
		return err
	}
	var results []Result
	for _, path := range found {
		var r Result
		if err := jsonfile.Read(path, &r); err != nil {
			return err
		}
		if r.Name == filepath.Base(filepath.Dir(path)) {
			results = append(results, r)
		}
	}
	place, all := map[string]int{}, All()
	for i, r := range all {
		place[r.Name] = i - len(all) // below 0, which those of other names have
	}
	slices.SortStableFunc(results, func(a, b Result) int { return place[a.Name] - place[b.Name] })
	rows := [][]string{{"reproduction", "what", "verdict"}}
	for _, r := range results {
		rows = append(rows, []string{fmt.Sprintf("[%s](%s/%s)", r.Name, r.Name, pageFile), r.About, r.Overall})
	}
	var b strings.Builder
	b.WriteString(indexTitle + "\n")
	b.WriteString(page.Paragraph("Each page has the published figure, the one measured here, and a verdict in words for each comparison. Made by `nqueens reproduce`.", "") + "\n")
	b.WriteString(table.Markdown(rows))
	if err := atomicfile.WriteFile(path, []byte(b.String())); err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	return nil
}
