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
	"regexp"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/chart"
	"nqueens/bench/diagram"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// Run is one run of a page.
type Run struct {
	Name         string
	Folder       *bench.Folder
	Summary      summary.Summary
	Environments []bench.Environment // the machines, the first where it began
	// Link leads from the page to the run's folder, with a slash at its end; "" if it is
	// the page's own.
	Link string

	records  int                // that the page is made of
	answers  map[int]answer     // by job
	backends []backends.Backend // that commands can name
}

// ReadRun reads the run in a folder and judges it anew, of more families than those of
// nqueens.Families if they are given. It holds no record longer than it needs it: a million are
// a third of what a page of them would take.
func ReadRun(dir string, edited bool, all []backends.Backend, more ...*nqueens.Family) (Run, error) {
	f, runs, err := bench.ReadRuns(dir, edited, more...)
	if err != nil {
		return Run{}, err
	}
	return newRun(f, runs, all)
}

// NewRun is ReadRun of a folder that has been read. It does not hold its records.
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
	j := judge.ByJob(f.Experiment, runs.ByJob, all)
	answers := newAnswers(f.Experiment, j, runs)
	environments, err := bench.ReadEnvironments(f.Dir)
	return Run{Name: f.Experiment.Name, Folder: f, Summary: summary.OfRuns(f, runs, j, c.Witnesses), Environments: environments, records: runs.All, answers: answers, backends: all}, err
}

// RunOf is NewRun of a folder whose summary was made, and holds both.
func RunOf(f *bench.Folder, s summary.Summary, all []backends.Backend) (Run, error) {
	environments, err := bench.ReadEnvironments(f.Dir)
	return Run{Name: f.Experiment.Name, Folder: f, Summary: s, Environments: environments, records: len(f.Records), answers: newAnswers(f.Experiment, s.Judgement, f.Runs()), backends: all}, err
}

// Page is one HTML file.
type Page struct {
	Title string // "" is made of the runs' names
	Runs  []Run
	live  bool // it is served while the run is made
}

//go:embed page.html
var pageText string

//go:embed web/report.css
var styleText string

// The bundle of web/*.ts.
//
//go:embed web/report.js
var scriptText string

// beginning is what runs before anything is shown, so that nothing is shown and taken
// away.
const beginning = `document.documentElement.className="js"`

// Write writes the page.
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
		if named[r.Name]++; named[r.Name] > 1 { // what is read aloud must differ
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
	content, err := json.Marshal(d) // with <, > and & escaped: no name ends the element
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

// policy forbids everything but the scripts and the style in the page itself.
func policy(scripts ...string) string {
	text := "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; script-src"
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s))
		text += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return text
}

// view is what the template shows.
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

// section is what the template shows of one run.
type section struct {
	ID, Name, Link string
	Sentences      []string
	Edited         []string
	Wrong          []wrong
	More           int // disagreements that are not shown
	Lines          []string
	Plan, Machine  []fact
	Ranking        summary.Table
	Times          []summary.Table
	Figures        []figure
	Started        string
	Files          []string // of the run's folder
	Records        int      // that the page is made of
	Rows, Results  string   // how many results the page's table has of how many, "" if all
}

type wrong struct {
	Problem, Task, Contender, Says, Right, Why string
	Expected                                   bool
	Board                                      template.HTML
}

type fact struct{ Name, Value string }

type figure struct {
	Name, Title string
	SVG         template.HTML
	Live        bool // the script draws it again
}

func newSection(i int, r Run, c *classes, room int) (section, runData, error) {
	s := r.Summary
	v := section{
		ID: fmt.Sprintf("run-%d", i+1), Name: r.Name, Link: r.Link,
		Sentences: s.Sentences(), Edited: s.Edited, Records: r.records, Times: s.TimesTables(mostColumns),
		Plan: planFacts(r), Machine: machineFacts(r),
	}
	v.Wrong, v.More = wrongs(s, v.ID)
	for _, lines := range [][]string{s.WrongLines(), s.VerdictLines(), s.BestLines(), {s.VoidLine(), s.IdleLine()}, s.Caveats()} {
		for _, line := range lines {
			if line != "" {
				v.Lines = append(v.Lines, line)
			}
		}
	}
	for _, name := range []string{bench.RecordsFile, bench.RecordsFile + ".gz", bench.ExperimentFile, "environment.json", bench.VerdictsFile, bench.SummaryFile, bench.PageFile} {
		if _, err := os.Stat(filepath.Join(r.Folder.Dir, name)); err == nil {
			v.Files = append(v.Files, name)
		}
	}
	v.Ranking, _ = s.RankingTable(true, 1000)
	if len(r.Environments) > 0 {
		v.Started = r.Environments[0].Started.Format("2 January 2006")
	}
	var charts []chartData
	err := chart.Each(s.Cells, chart.Options{Baseline: s.Baseline(), Published: s.Experiment.Published, CPUClock: s.Experiment.Clock == bench.CPUClock, Notes: s.Caveats()}, func(f chart.Figure) error {
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
	if err != nil && !errors.Is(err, chart.ErrNothing) {
		return v, runData{}, err
	}
	kept, rows := keptProblems(s.Experiment, s.Judgement, room)
	if kept != nil {
		v.Rows, v.Results = table.Count(int64(rows)), table.Count(int64(len(s.Cells)))
	}
	return v, newRunData(r, charts, kept), nil
}

// mostColumns is how many problems a table of times has.
const mostColumns = 100

// mostWrong is how many disagreements are shown with a board.
const mostWrong = 12

// wrongs are the disagreements, the smallest problem of each contender first.
func wrongs(s summary.Summary, id string) (list []wrong, more int) {
	for _, v := range s.Judgement.BySize((*judge.Verdict).Disputed) {
		for _, d := range v.Dissent {
			if len(list) == mostWrong {
				more++
				continue
			}
			w := wrong{Problem: v.Name, Task: string(d.Task), Contender: d.Contender.String(), Right: verdictWords(&v), Why: d.Why, Expected: d.Expected}
			switch {
			case d.Count != nil:
				w.Says = d.Count.String()
			default:
				w.Says = "a solution"
			}
			solution, why := witness(s.Witnesses, v, d)
			if len(solution) > 0 {
				page := diagram.Page{Boards: []diagram.Board{{Problem: *v.Problem, Solution: solution}}}
				if svg, err := page.SVG(); err == nil { // what cannot be drawn is told in words alone
					w.Board = template.HTML(ownNames(string(svg), fmt.Sprintf("%s-wrong-%d-", id, len(list)+1)))
				}
				if why != "" && !strings.Contains(w.Why, why) {
					w.Why += "; drawn: " + why
				}
			}
			list = append(list, w)
		}
	}
	return list, more
}

// witness is the solution that shows a contender wrong, and why.
func witness(all []judge.Witness, v judge.Verdict, d judge.Dissent) (nqueens.Solution, string) {
	if d.Fault != nil {
		return d.Fault.Solution, d.Fault.Why
	}
	for _, w := range all {
		if w.Problem == v.Name && w.Contender == d.Contender.String() {
			return w.Solution, w.Why
		}
	}
	return nil, ""
}

var svgNames = regexp.MustCompile(`(id="|href="#)`)

// ownNames gives the names in a picture a beginning, so that no other picture in the
// page has the same.
func ownNames(svg, beginning string) string { return svgNames.ReplaceAllString(svg, "${1}"+beginning) }
