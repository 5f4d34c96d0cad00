package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/run"
	"nqueens/bench/study"
	"nqueens/bench/summary"
	"nqueens/family"
	"nqueens/internal/atomicfile"
	"nqueens/internal/jsonfile"
	"nqueens/internal/table"
)

// DefaultBudget is the default time for a reproduction.
const DefaultBudget = 3 * time.Minute

// Session runs reproductions.
type Session struct {
	// Runner has the backends and the command that calls run.ServeChild with them. Its Progress is called for
	// each run, with an estimated total that grows as the budget allows more.
	Runner run.Runner
	// Dir is the folder with a subfolder for each reproduction and their index.
	Dir string
	// Budget is the approximate time for each reproduction, including recorded runs. It decides which sizes
	// are run. 0 stands for DefaultBudget.
	Budget time.Duration
	// Sizes, Threads and Seed are for reproductions that are Sized: the sizes to compute, by default the
	// reproduction's own, the number of threads, and the seed of random numbers.
	Sizes   []int
	Threads int
	Seed    uint64
	// Clock, if set, returns the experiment of a folder with its clock. By default the clock is the wall
	// clock.
	Clock func(e bench.Experiment, dir string) (bench.Experiment, error)
	// AcceptEdited accepts records that were edited after they were written. The page then says so.
	AcceptEdited bool
	// Pages writes the pages again from the folders, without running anything.
	Pages bool
	// Data writes the values of each chart beside it as CSV.
	Data bool
}

// Result is the result of a reproduction.
type Result struct {
	Name     string         `json:"name"`
	About    string         `json:"about"`
	Overall  string         `json:"overall"` // the results of the comparisons in a line
	Verdicts []page.Verdict `json:"verdicts"`
	// Failures lists wrong answers, and figures that should be exact but differ.
	Failures []string `json:"failures,omitempty"`
	Page     string   `json:"-"` // path of the page
}

// Failed reports whether there are failures.
func (r Result) Failed() bool { return len(r.Failures) > 0 }

// Files in a reproduction's folder in addition to those of the run and the charts.
const (
	pageFile   = "README.md"
	resultFile = "reproduction.json"
)

// Reproduce runs a reproduction, or resumes it, as far as the budget allows, and writes its page and the
// index. It returns the context's error if it was stopped; recorded runs are safe, and the same call resumes.
func (s Session) Reproduce(ctx context.Context, r Reproduction) (Result, error) {
	s.Budget = cmp.Or(s.Budget, DefaultBudget)
	if r.study != nil {
		return s.reproduceStudy(ctx, r)
	}
	e, of, err := r.asks(s.Runner.Backends)
	if err != nil {
		return Result{}, err
	}
	folder, summary, left, err := s.run(ctx, e)
	if err != nil {
		return Result{}, err
	}
	var p page.Page
	made := ""
	if s.Pages {
		made = "nqueens reproduce " + r.Name
	}
	evidence := evidence{Made: made, Summary: summary, Records: folder.Counted(), Budget: s.Budget, Build: summary.Build, Caveats: summary.Caveats(), LeftOut: left}
	if of != nil {
		err = study.Report(&p, of, summary, s.Runner.Backends)
	}
	if err == nil && r.report != nil {
		err = r.report(ctx, &p, evidence)
	}
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", r.Name, err)
	}
	return s.publish(r, folder.Dir, &p, evidence)
}

// run runs as much of an experiment as the budget allows. It returns the folder, its summary, and what was
// left out.
func (s Session) run(ctx context.Context, e bench.Experiment) (*bench.Folder, summary.Summary, []string, error) {
	none := summary.Summary{}
	if s.Pages {
		read := bench.ReadFolder
		if s.AcceptEdited {
			read = bench.ReadEdited
		}
		folder, err := read(filepath.Join(s.Dir, e.Name), family.All())
		if err != nil {
			return nil, none, nil, err
		}
		said, err := summary.Of(folder, s.Runner.Backends)
		return folder, said, said.LeftOut.Lines(), err
	}
	if s.Clock != nil {
		var err error
		if e, err = s.Clock(e, filepath.Join(s.Dir, e.Name)); err != nil {
			return nil, none, nil, err
		}
	}
	folder, err := s.open(e)
	if err != nil {
		return nil, none, nil, err
	}
	defer folder.Close()
	if err := s.Runner.Begin(folder); err != nil {
		return nil, none, nil, err
	}
	runner := s.Runner
	runner.Budget, runner.Least = s.Budget*5/4, true // Run reserves a fifth for later work
	for _, r := range folder.Counted() {
		runner.Before += time.Duration(r.WallSeconds * float64(time.Second))
	}
	for _, r := range folder.Runs().Sweeps {
		runner.Before += time.Duration(r.Wall() * float64(time.Second))
	}
	if err := runner.Run(ctx, folder); err != nil {
		return nil, none, nil, err
	}
	folder.Experiment.Budget = s.Budget
	said, err := runner.Conclude(ctx, folder)
	return folder, said, said.LeftOut.Lines(), err
}

// asks returns the experiment with all possible jobs, and its plan, nil if there is none.
func (r Reproduction) asks(available []backends.Backend) (bench.Experiment, *plan.Plan, error) {
	if r.plan != nil {
		of, err := r.plan()
		if err != nil {
			return bench.Experiment{}, nil, err
		}
		e, err := of.Experiment(available)
		e.Budget = 0 // the session's budget is used instead
		return e, of, err
	}
	e := r.experiment()
	e.Name = r.Name
	for _, j := range e.Jobs {
		if err := j.Contender.Check(available, nqueens.Request{Problem: j.Problem, Task: j.Task}); err != nil {
			return e, nil, fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	return e, nil, nil
}

// reproduceStudy does what Reproduce does for a reproduction without jobs.
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

// flags returns the flags of the command line that made this session, except the budget.
func (s Session) flags(r Reproduction) string {
	var b strings.Builder
	if r.Sized {
		for _, n := range s.Sizes {
			fmt.Fprintf(&b, " --size %d", n)
		}
		fmt.Fprintf(&b, " --threads %d --seed %d", max(1, s.Threads), s.Seed)
	}
	return b.String()
}

// newResult returns the result of a page.
func newResult(r Reproduction, p *page.Page, e evidence) Result {
	f := r.frame(e, "")
	return Result{Name: r.Name, About: r.About, Overall: f.Overall(p), Verdicts: p.Verdicts(), Failures: f.Failures(p)}
}

func (s Session) publish(r Reproduction, dir string, p *page.Page, e evidence) (Result, error) {
	result := newResult(r, p, e)
	result.Page = filepath.Join(dir, pageFile)
	if err := p.Draw(dir, s.Data); err != nil {
		return result, err
	}
	machine, err := study.Machine(dir)
	if err != nil {
		return result, err
	}
	if build := e.Build; build != "" {
		machine = strings.TrimPrefix(machine+", build "+build, ", ")
	}
	if err := atomicfile.WriteFile(result.Page, []byte(r.frame(e, machine).Markdown(p))); err != nil {
		return result, fmt.Errorf("writing the page: %w", err)
	}
	if err := jsonfile.Write(filepath.Join(dir, resultFile), result); err != nil {
		return result, fmt.Errorf("writing the verdicts: %w", err)
	}
	return result, writeIndex(s.Dir)
}

// frame returns the texts around the body of a page: title, source, how it was made, what is left out.
func (r Reproduction) frame(e evidence, machine string) page.Frame {
	f := page.Frame{
		Title: r.About, Source: r.Source, Made: cmp.Or(e.Made, fmt.Sprintf("nqueens reproduce %s%s --budget %s", r.Name, e.Flags, table.Flag(e.Budget))),
		Machine: machine, Wrong: e.Summary.Judgement.Failures, LeftOut: e.LeftOut, Caveats: e.Caveats,
	}
	if line := e.Summary.IdleLine(); line != "" {
		f.Caveats = append(slices.Clip(f.Caveats), strings.ToUpper(line[:1])+line[1:]+".")
	}
	return f
}

const indexTitle = "# Published figures, made again\n"

// writeIndex writes the index of the reproductions with a folder in dir. It leaves a README.md that is not
// such an index unchanged.
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
	slices.SortFunc(results, func(a, b Result) int { return strings.Compare(a.Name, b.Name) })
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
