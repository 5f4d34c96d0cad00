package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/chart"
	"nqueens/bench/judge"
	"nqueens/bench/stats"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// data is the input of the script. A run consists of lists of names and of cells as columns, which
// refer to names by their index.
type data struct {
	Runs []runData `json:"runs"`
}

type runData struct {
	Name       string                `json:"name"`
	Baseline   string                `json:"baseline"`
	Contenders []contenderData       `json:"contenders"`
	Looks      map[string]chart.Look `json:"looks"`
	Problems   []problemData         `json:"problems"`
	Tasks      []nqueens.Task        `json:"tasks"`
	Commands   []string              `json:"commands"` // of the tasks, in a command line
	Limits     []string              `json:"limits"`   // the different ends of command lines
	Words      []string              `json:"words"`    // the different texts of cells
	Cells      cellColumns           `json:"cells"`
	// Differences has a text for each question, in the order of the first cells, with a letter for
	// each pair of its cells (second and first, third and first, third and second, …): "<" for a
	// significant difference, "~" for none, "?" for too few runs.
	Differences []string    `json:"differences"`
	Charts      []chartData `json:"charts"`
}

type contenderData struct {
	Name     string `json:"name"`
	Backend  string `json:"backend"`
	Encoding string `json:"encoding,omitempty"`
	Threads  int    `json:"threads,omitempty"`
	// Command is the contender's part of a command line, "" if it cannot be run again. Begin and
	// End enclose the line.
	Command string `json:"command"`
	Begin   string `json:"begin"`
	End     string `json:"end,omitempty"`
}

type problemData struct {
	Name    string            `json:"name"`
	Family  string            `json:"family"`
	N       int               `json:"n"`
	Kind    judge.VerdictKind `json:"kind"`
	Verdict string            `json:"verdict"`
	Source  string            `json:"source,omitempty"` // where the count is published
	Command string            `json:"command"`
	Board   *boardData        `json:"board,omitempty"`
	// Solutions has the different shown solutions, at most mostSolutions.
	Solutions []string `json:"solutions,omitempty"`
}

type boardData struct {
	Files    int      `json:"files"`
	Ranks    int      `json:"ranks"`
	Piece    string   `json:"piece"`
	Given    []string `json:"given,omitempty"`
	Blocked  []string `json:"blocked,omitempty"`
	Excluded []string `json:"excluded,omitempty"`
}

// mostSolutions is the largest number of solutions of a problem on a page, mostSide the largest
// side of their boards.
const (
	mostSolutions = 6
	mostSide      = 64
)

// cellColumns holds the cells of a run, a list for each property. An unknown number is 0; a text is
// an index into the run's words.
type cellColumns struct {
	Problem   []int     `json:"problem"`
	Task      []int     `json:"task"`
	Contender []int     `json:"contender"`
	Limits    []int     `json:"limits"`
	Status    []int     `json:"status"` // "" if skipped
	Reason    []int     `json:"reason"` // why it has no answer, was skipped, or is wrong
	Wrong     []int     `json:"wrong"`  // 1: wrong, 2: wrong as the plan expects, 3: disputed without evidence
	Answer    []int     `json:"answer"` // the count, or the optimum
	Runs      []int     `json:"runs"`
	Void      []int     `json:"void"`
	Seconds   []float64 `json:"seconds"` // of a right answer
	Low       []float64 `json:"low"`
	High      []float64 `json:"high"`
	Floor     []float64 `json:"floor"` // the part of Seconds for the start of a process
	Start     []int     `json:"start"` // summary.Start, or 3 for a contender with wrong answers, whose times are not compared
	Tied      []int     `json:"tied"`  // 1: no significant difference from the fastest
	Build     []int     `json:"build"`
	CPU       []float64 `json:"cpu"`
	Peak      []int64   `json:"peak"`
	Stats     [][]int64 `json:"stats"` // alternately the index of a name and its value
	Proof     []int     `json:"proof"`
	Solution  []int     `json:"solution"` // index among the problem's solutions, −1 for none
	Version   []int     `json:"version"`
}

type chartData struct {
	Name    string      `json:"name"`
	Title   string      `json:"title"`
	Caption string      `json:"caption"`
	Notes   []string    `json:"notes,omitempty"`
	Plot    *chart.Plot `json:"plot"`
}

// index assigns consecutive numbers to different values.
type index[K comparable] map[K]int

func (x index[K]) of(key K) (place int, isNew bool) {
	place, known := x[key]
	if !known {
		place = len(x)
		x[key] = place
	}
	return place, !known
}

// mostRows is the largest number of results in the table of a page. A browser sorts more too
// slowly.
const mostRows = 100_000

// keptProblems returns the problems whose results fit into a page with room for so many, nil for
// all: first those with a wrong answer, then the first ones of the plan. All results of a problem
// are kept together.
func keptProblems(e bench.Experiment, j judge.Judgement, room int) (kept map[string]bool, rows int) {
	if len(e.Jobs) <= room {
		return nil, len(e.Jobs)
	}
	wrong := map[string]bool{}
	for i := range j.Verdicts {
		if v := &j.Verdicts[i]; v.Disputed() {
			wrong[v.Name] = true
		}
	}
	problem, n := e.Problems()
	results := make([]int, n)
	var order [2][]int // the first job of each problem: with wrong answers, and without
	for i, k := range problem {
		if results[k]++; results[k] == 1 {
			right := number(!wrong[e.Jobs[i].ProblemName()])
			order[right] = append(order[right], i)
		}
	}
	kept = map[string]bool{}
	for _, first := range slices.Concat(order[:]...) {
		k := problem[first]
		if rows+results[k] > room {
			break
		}
		kept[e.Jobs[first].ProblemName()] = true
		rows += results[k]
	}
	return kept, rows
}

func newRunData(r Run, charts []chartData, kept map[string]bool) runData {
	s := r.Summary
	d := runData{Name: r.Name, Charts: charts, Baseline: s.Baseline(), Looks: chart.Looks(s.Cells, chart.Options{Published: s.Experiment.Published})}
	verdicts := map[string]*judge.Verdict{}
	expected := map[string]judge.Dissent{}
	for i := range s.Judgement.Verdicts {
		v := &s.Judgement.Verdicts[i]
		if kept != nil && !kept[v.Name] {
			continue
		}
		verdicts[v.Name] = v
		for _, w := range v.Dissent {
			expected[bench.JobName(v.Name, w.Task, w.Contender.String())] = w
		}
	}
	commands := NewCommands(s.Experiment, r.backends, r.Link, r.Environments)
	problems, contenders, tasks, limits, builds := index[string]{}, index[string]{}, index[nqueens.Task]{}, index[string]{}, index[string]{}
	words := index[string]{}
	word := func(text string) int {
		place, first := words.of(text)
		if first {
			d.Words = append(d.Words, text)
		}
		return place
	}
	c := &d.Cells
	suspects := map[string]bool{}
	for _, w := range summary.WrongContenders(s.Cells) {
		suspects[w.Contender] = true
	}
	for i, cell := range s.Cells { // one for each job, in order
		job := &s.Experiment.Jobs[i]
		if kept != nil && !kept[cell.Problem] {
			continue
		}
		p, first := problems.of(cell.Problem)
		if first {
			d.Problems = append(d.Problems, newProblemData(job, verdicts[cell.Problem], commands.problemWords(job)))
		}
		who, first := contenders.of(cell.Contender.String())
		if first {
			d.Contenders = append(d.Contenders, newContenderData(cell.Contender, commands))
		}
		t, first := tasks.of(cell.Task)
		if first {
			d.Tasks, d.Commands = append(d.Tasks, cell.Task), append(d.Commands, taskWords(job))
		}
		words := commands.limitWords(job)
		l, first := limits.of(words)
		if first {
			d.Limits = append(d.Limits, words)
		}
		build, _ := builds.of(cell.Build + "\n" + cell.Machine)
		answer := r.answers[i]
		reason, wrong := cmp.Or(cell.Skipped, cell.Reason), 0
		if w, dissents := expected[job.String()]; dissents {
			reason, wrong = w.Why, 1
			switch {
			case w.Expected:
				wrong = 2
			case w.Open:
				wrong = 3
			}
		}
		seconds, low, high := 0.0, 0.0, 0.0
		if cell.Timed() {
			seconds, low, high = exact(cell.Seconds.Median), exact(cell.Seconds.Low), exact(cell.Seconds.High)
		}
		var stats []int64
		for _, s := range cell.Stats {
			stats = append(stats, int64(word(s.Name)), s.Value)
		}
		c.Problem, c.Task, c.Contender, c.Limits = append(c.Problem, p), append(c.Task, t), append(c.Contender, who), append(c.Limits, l)
		c.Status, c.Reason, c.Wrong = append(c.Status, word(string(cell.Status))), append(c.Reason, word(reason)), append(c.Wrong, wrong)
		c.Answer, c.Proof, c.Solution = append(c.Answer, word(cmp.Or(cell.Count, answer.optimum))), append(c.Proof, word(answer.proof)), append(c.Solution, d.Problems[p].shows(answer.shown))
		c.Runs, c.Void, c.Version = append(c.Runs, cell.Runs), append(c.Void, cell.Void), append(c.Version, word(answer.version))
		c.Seconds, c.Low, c.High = append(c.Seconds, seconds), append(c.Low, low), append(c.High, high)
		start := int(cell.Start())
		if suspects[cell.Contender.String()] {
			start = 3
		}
		c.Floor, c.Start = append(c.Floor, exact(cell.Floor)), append(c.Start, start)
		c.Tied, c.Build = append(c.Tied, number(cell.Tied)), append(c.Build, build)
		c.CPU, c.Peak, c.Stats = append(c.CPU, short(cell.CPUSeconds)), append(c.Peak, cell.PeakBytes), append(c.Stats, stats)
	}
	d.Differences = differences(s, kept)
	return d
}

func newChartData(f chart.Figure) chartData {
	plot, thin := rounded(f.Plot)
	notes := slices.Clip(f.Notes)
	if thin > 1 {
		notes = append(notes, fmt.Sprintf("Only one in %d points is drawn, because there are too many for a page.", thin))
	}
	return chartData{f.Name, f.Title, f.Caption, notes, plot}
}

func newContenderData(by backends.Contender, commands Commands) contenderData {
	d := contenderData{Name: by.String(), Backend: by.Backend, Encoding: by.Encoding, Threads: by.Threads}
	if commands.runs(by) {
		d.Command = commands.contenderWords(by)
		d.Begin, d.End = commands.program(by)
	}
	return d
}

func newProblemData(job *bench.Job, v *judge.Verdict, command string) problemData {
	d := problemData{
		Name: job.ProblemName(), Family: job.Problem.Family.Name, N: job.Problem.N,
		Kind: v.Kind, Verdict: verdictWords(v), Source: v.Source, Command: command,
	}
	if p := job.Problem; p.HasBoard() && p.Board().Side() <= mostSide {
		board := p.Board()
		d.Board = &boardData{Files: board.Files, Ranks: board.Ranks, Piece: string(rune(p.Family.Letter())), Given: names(p.Given), Blocked: names(p.Blocked), Excluded: names(p.Excluded)}
	}
	return d
}

// verdictWords returns the verdict without its initial word.
func verdictWords(v *judge.Verdict) string { return strings.TrimPrefix(v.String(), "verdict: ") }

func names[T interface{ String() string }](list []T) (names []string) {
	for _, x := range list {
		names = append(names, x.String())
	}
	return names
}

// answer holds the data of a job's records that its cell does not have.
type answer struct {
	optimum, proof, version string
	shown                   []nqueens.Solution
}

// newAnswers returns the answers for the problems that a page can show, by job.
func newAnswers(e bench.Experiment, j judge.Judgement, runs bench.Runs) map[int]answer {
	kept, rows := keptProblems(e, j, mostRows)
	answers := make(map[int]answer, rows)
	for i, records := range runs.ByJob {
		if kept == nil || kept[e.Jobs[i].ProblemName()] {
			answers[i] = newAnswer(records)
		}
	}
	return answers
}

func newAnswer(records []*bench.Record) (a answer) {
	for _, r := range records {
		a.version = r.Version
		if r.Optimum != nil {
			a.optimum = optimumWords(*r.Optimum)
		}
		if r.Cost != nil {
			a.optimum = nqueens.WorthOf(r.Cost)
		}
		if a.proof == "" {
			a.proof = r.Proof.String()
		}
		shown := r.Solution
		if r.Fault != nil {
			shown = r.Fault.Solution
		}
		if len(shown) > 0 {
			a.shown = append(a.shown, shown)
		}
	}
	return a
}

func optimumWords(n int) string { return table.Plural(n, "piece") }

// shows adds one of the solutions to the problem's solutions, if there is room, and returns its
// index, −1 for none.
func (p *problemData) shows(solutions []nqueens.Solution) int {
	if p.Board == nil {
		return -1
	}
	for _, s := range solutions {
		text := s.String()
		if i := slices.Index(p.Solutions, text); i >= 0 {
			return i
		}
		if len(p.Solutions) < mostSolutions {
			p.Solutions = append(p.Solutions, text)
			return len(p.Solutions) - 1
		}
	}
	return -1
}

// differences returns the value of runData.Differences.
func differences(s summary.Summary, kept map[string]bool) []string {
	questions := index[[2]string]{}
	var groups [][]*summary.Cell
	for _, c := range s.Cells {
		if kept != nil && !kept[c.Problem] {
			continue
		}
		q, first := questions.of([2]string{c.Problem, string(c.Task)})
		if first {
			groups = append(groups, nil)
		}
		groups[q] = append(groups[q], c)
	}
	all := make([]string, len(groups))
	compared := s.Compared()
	for q, cells := range groups {
		if !slices.ContainsFunc(cells, func(c *summary.Cell) bool { return compared[c] }) {
			continue // thousands of contenders would give millions of pairs
		}
		var marks []byte
		for i, a := range cells {
			for _, b := range cells[:i] {
				switch p, told := s.Difference(a, b); {
				case !told:
					marks = append(marks, '?')
				case p >= stats.Level:
					marks = append(marks, '~')
				default:
					marks = append(marks, '<')
				}
			}
		}
		all[q] = string(marks)
	}
	return all
}

// short rounds to five digits, which suffice for all pictures and columns.
func short(x float64) float64 { return digits(x, 5) }

// exact rounds to nine digits, enough for quotients that are shown with three.
func exact(x float64) float64 { return digits(x, 9) }

func digits(x float64, n int) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', n, 64), 64)
	if err != nil {
		return x
	}
	return y
}

// mostPoints is the largest number of points of a series on a page; more would share pixels.
const mostPoints = 2000

// rounded returns a plot for the page with rounded values. A series with too many points keeps every
// thin-th point and the last one.
func rounded(p *chart.Plot) (_ *chart.Plot, thin int) {
	q := *p
	q.Series = slices.Clone(p.Series)
	for i, s := range q.Series {
		step := (len(s.Points) + mostPoints - 1) / mostPoints
		q.Series[i].Points = nil
		for k, point := range s.Points {
			if k%step == 0 || k == len(s.Points)-1 {
				q.Series[i].Points = append(q.Series[i].Points, point)
			}
		}
		if step > 1 {
			thin = max(thin, step)
		}
		for k := range q.Series[i].Points {
			point := &q.Series[i].Points[k]
			point.X, point.Y, point.Low, point.High = short(point.X), short(point.Y), short(point.Low), short(point.High)
		}
	}
	return &q, thin
}

func number(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
