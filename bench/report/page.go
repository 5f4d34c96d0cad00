package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed" // the template, the style and the script
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/chart"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// Run represents one run of a page.
type Run struct {
	Name         string
	Folder       *bench.Folder
	Summary      summary.Summary
	Environments []bench.Environment // of the machines, first the one where it began
	// Link is the path from the page to the run's folder, with a trailing slash; "" if it is the
	// page's own folder.
	Link string

	records  int                // number of records
	answers  map[int]answer     // by job
	backends []backends.Backend // backends that commands can name
}

// ReadRun reads and judges the run in a folder. It releases records as early as possible, because
// a million records take a third of the memory of making their page.
func ReadRun(dir string, edited bool, all []backends.Backend, known nqueens.Catalogue) (Run, error) {
	f, runs, err := bench.ReadRuns(dir, edited, known)
	if err != nil {
		return Run{}, err
	}
	return newRun(f, runs, all)
}

// NewRun does what ReadRun does for a folder that has been read. The result does not hold the
// folder's records.
func NewRun(f *bench.Folder, all []backends.Backend) (Run, error) {
	without := *f
	without.Records = nil
	r, err := newRun(&without, f.Runs(), all)
	r.records = len(f.Records)
	return r, err
}

func newRun(f *bench.Folder, runs bench.Runs, all []backends.Backend) (Run, error) {
	c, err := judge.ReadConclusion(f.Dir)
	if err != nil {
		return Run{}, err
	}
	j := judge.OfRuns(f.Experiment, runs, all)
	answers := newAnswers(f.Experiment, j, runs)
	environments, err := bench.ReadEnvironments(f.Dir)
	s := summary.OfRuns(f, runs, j, c.Witnesses)
	s.Damaged = c.Damaged
	return Run{Name: f.Experiment.Name, Folder: f, Summary: s, Environments: environments, records: runs.All, answers: answers, backends: all}, err
}

// RunOf returns a Run that holds the folder and its summary. all are the backends that the page names.
func RunOf(f *bench.Folder, s summary.Summary, all []backends.Backend) (Run, error) {
	environments, err := bench.ReadEnvironments(f.Dir)
	return Run{Name: f.Experiment.Name, Folder: f, Summary: s, Environments: environments, records: len(f.Records), answers: newAnswers(f.Experiment, s.Judgement, f.Runs()), backends: all}, err
}

// Page represents one HTML file.
type Page struct {
	Title string // "" for a title made of the runs' names
	Runs  []Run
	live  bool // served while the run is in progress
}

//go:embed page.html
var pageText string

//go:embed web/report.css
var styleText string

// The bundle of web/*.ts.
//
//go:embed web/report.js
var scriptText string

// beginning is the script that runs before anything is displayed, to avoid flicker.
const beginning = `document.documentElement.className="js"`

// Write writes the page as HTML.
func (p Page) Write(w io.Writer) error {
	if len(p.Runs) == 0 {
		return errors.New("a page needs a run")
	}
	v := view{Title: p.Title, Style: template.CSS(styleText), Policy: policy(beginning, scriptText), Live: p.live, Minify: newClasses()}
	v.Scripts = [2]template.HTML{template.HTML("<script>" + beginning + "</script>"), template.HTML("<script>" + scriptText + "</script>")}
	if p.live {
		v.Policy += "; connect-src 'self'"
	}
	var d data
	named := map[string]int{}
	for i, r := range p.Runs {
		r.Name = cmp.Or(r.Name, filepath.Base(r.Folder.Dir))
		if named[r.Name]++; named[r.Name] > 1 { // names must differ for screen readers
			r.Name += fmt.Sprintf(" (%d)", named[r.Name])
		}
		s, run, err := newSection(i, r, v.Minify, mostRows/len(p.Runs))
		if err != nil {
			return fmt.Errorf("%s: %w", r.Folder.Dir, err)
		}
		v.Sections, d.Runs = append(v.Sections, s), append(d.Runs, run)
	}
	if v.Title == "" {
		v.Title = "nqueens: " + v.Sections[0].Name
		if n := len(v.Sections); n > 1 {
			v.Title = "nqueens: " + table.Plural(n, "run")
		}
	}
	content, err := json.Marshal(d) // escapes <, > and &, so that no name can end the element
	if err != nil {
		return err
	}
	v.Data = template.JS(content)
	v.Classes = template.CSS(v.Minify.css())
	page, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	return page.Execute(w, v)
}

// policy returns a content security policy that allows only the scripts and the style in the page.
func policy(scripts ...string) string {
	text := "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; script-src"
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s))
		text += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return text
}

// view is the input of the template.
type view struct {
	Title    string
	Policy   string
	Style    template.CSS
	Classes  template.CSS
	Scripts  [2]template.HTML
	Data     template.JS
	Sections []section
	Minify   *classes
	Live     bool
}

// section holds the template's data for one run.
type section struct {
	ID, Name, Link string
	Sentences      []string
	Edited         []string
	Wrong          []*dissenters
	Nothing        string        // why there is no chart
	Open           bool          // some answers of Wrong are open
	Expected       []*dissenters // wrong answers that the plan expects
	ExpectedLine   string
	Lines          []string
	Plan, Machine  []fact
	Ranking        summary.Table
	Times          []summary.Table
	Figures        []figure
	Started        string
	Files          []fact // files of the run's folder, with descriptions
	Records        int    // number of records
	Rows, Results  string // numbers of results in the table and in the run, "" if equal
}

type fact struct{ Name, Value string }

type figure struct {
	Name, Title string
	SVG         template.HTML
	Live        bool // the script draws an interactive version
}

func newSection(i int, r Run, c *classes, room int) (section, runData, error) {
	s := r.Summary
	v := section{
		ID: fmt.Sprintf("run-%d", i+1), Name: r.Name, Link: r.Link,
		Sentences: s.Sentences(), Edited: s.Edited, Records: r.records, Times: s.TimesTables(mostColumns),
		Plan: planFacts(r), Machine: machineFacts(r),
	}
	for _, g := range wrongs(r, v.ID) {
		if g.Expected {
			v.Expected = append(v.Expected, g)
		} else {
			v.Wrong, v.Open = append(v.Wrong, g), v.Open || g.Open > 0
		}
	}
	v.ExpectedLine = expectedLine(v.Expected)
	for _, lines := range [][]string{s.WrongLines(), s.VerdictLines(), s.SweepLines(), s.BestLines(), {s.VoidLine(), s.IdleLine()}, s.Caveats()} {
		for _, line := range lines {
			if line != "" {
				v.Lines = append(v.Lines, line)
			}
		}
	}
	const records = "every repetition as a line of JSON."
	for _, f := range []fact{
		{bench.RecordsFile, records}, {bench.RecordsFile + ".gz", records},
		{bench.ChecksFile, "answers on unreduced problems that confirm verdicts, as lines of JSON."},
		{bench.ExperimentFile, "the complete plan: every job, and the instances."},
		{"environment.json", "the machine, the system and the versions of programs."},
		{bench.VerdictsFile, "the verdict on each problem, and the evidence against wrong answers."},
		{bench.SummaryFile, "a row for each result, for spreadsheets."},
		{bench.PageFile, "the verdict and the tables as text."},
	} {
		if _, err := os.Stat(filepath.Join(r.Folder.Dir, f.Name)); err == nil {
			v.Files = append(v.Files, f)
		}
	}
	v.Ranking, _ = s.RankingTable(true, 1000)
	if len(r.Environments) > 0 {
		v.Started = r.Environments[0].Started.Format("2 January 2006")
	}
	var charts []chartData
	err := chart.Each(s.Results(), chart.Options{Baseline: s.Baseline(), Published: s.Experiment.Published, CPUClock: s.Experiment.Clock == bench.CPUClock, Notes: s.Caveats()}, func(f chart.Figure) error {
		var svg bytes.Buffer
		if err := f.WriteSVG(&svg, false); err != nil {
			return err
		}
		v.Figures = append(v.Figures, figure{f.Name, f.Title, template.HTML(c.minified(svg.String())), f.Plot != nil})
		if f.Plot != nil {
			charts = append(charts, newChartData(f))
		}
		return nil
	})
	switch {
	case errors.Is(err, chart.ErrNothing):
		v.Nothing = err.Error()
	case err != nil:
		return v, runData{}, err
	}
	kept, rows := keptProblems(s.Experiment, s.Judgement, room)
	if kept != nil {
		v.Rows, v.Results = table.Count(int64(rows)), table.Count(int64(len(s.Cells)))
	}
	return v, newRunData(r, charts, kept), nil
}

// mostColumns is the largest number of problems in a table of times.
const mostColumns = 100
