package summary

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
	"nqueens/internal/golden"
)

// TestWrongSolutionsAreShort checks that a line shows enough of a wrong solution to find it, but not
// a whole board.
func TestWrongSolutionsAreShort(t *testing.T) {
	var long nqueens.Solution
	for i := range 200 {
		long = append(long, nqueens.On(i, i))
	}
	for want, s := range map[string]nqueens.Solution{
		"a1,b2,c3,… (200 squares)": long, "a1,b2,c3,… (9 squares)": long[:9],
		"a1,b2,c3,d4,e5,f6,g7,h8": long[:8], "the empty answer": {},
	} {
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 200}, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "one"}}
		r := bench.Record{Problem: job.ProblemName(), Task: job.Task, Contender: backends.Contender{Backend: job.Backend}, Fault: &bench.Fault{Solution: s, Why: "a1 and b2 attack each other"}}
		r.Status, r.Solution = nqueens.Solved, s
		e := bench.Experiment{Jobs: []bench.Job{job}}
		j := judge.Judge(e, []bench.Record{r}, nil)
		if len(j.Failures) != 1 || !strings.HasSuffix(j.Failures[0], ": "+want+" is no solution: a1 and b2 attack each other") {
			t.Errorf("failures %q, want %s", j.Failures, want)
		}
		lines := Summary{Judgement: j, Witnesses: []judge.Witness{{Problem: job.ProblemName(), Contender: "one", Solution: s, Why: "a1 and b2 attack each other"}}}.dissentLines(false)
		if len(lines) != 1 || strings.Count(lines[0], want) != 1 || len(lines[0]) > 200 {
			t.Errorf("%q", lines)
		}
	}
}

// made is an experiment with invented records.
type made struct {
	t *testing.T
	bench.Experiment
	records []bench.Record
}

// add adds a contender's answers to the task on a problem with the given count, one for each time.
// A status in place of the count is an ending without an answer.
func (m *made) add(problem string, task nqueens.Task, backend, encoding, answer string, seconds ...float64) *bench.Record {
	m.t.Helper()
	p, err := family.All().Parse(problem)
	if err != nil {
		m.t.Fatal(err)
	}
	m.Jobs = append(m.Jobs, bench.Job{Problem: p, Task: task, Contender: backends.Contender{Backend: backend, Encoding: encoding}, Limits: bench.Limits{Time: 10 * time.Second}})
	o := nqueens.Fail(nqueens.Status(answer), "")
	if count, err := nqueens.ParseCount(answer); err == nil {
		o = nqueens.Outcome{Status: nqueens.Solved, Count: count, Phases: nqueens.Phases{Encode: 1e-6}, Stats: map[string]int64{"nodes": int64(len(backend) * p.N)}}
	}
	for i, s := range seconds {
		m.records = append(m.records, bench.Record{
			Key: fmt.Sprint(len(m.records)), Problem: problem, Task: task, Contender: backends.Contender{Backend: backend, Encoding: encoding}, Repetition: i + 1,
			Outcome: o, Seconds: s, CPUSeconds: 2 * s, PeakBytes: 1 << 20,
		})
	}
	if len(seconds) == 0 {
		return nil
	}
	return &m.records[len(m.records)-1]
}

func (m *made) expectDisagreement() { m.Jobs[len(m.Jobs)-1].ExpectDisagreement = true }

func (m *made) summary(witnesses ...judge.Witness) Summary {
	return Summarise(m.Experiment, m.records, judge.Judge(m.Experiment, m.records, engines), witnesses)
}

// six returns six times with the given median and an interval of ±10 %.
func six(median float64) []float64 {
	return []float64{0.9 * median, 0.95 * median, median, median, 1.05 * median, 1.1 * median}
}

// TestSummary compares the text on a terminal and summary.csv with the expected ones: growth,
// skipped sizes, encodings, a crash, boards with long names, a duplicate count that the plan
// expects, a task with too few runs, and cells that were not run yet.
func TestSummary(t *testing.T) {
	m := &made{t: t, Experiment: bench.Experiment{Name: "made up", Baseline: "righttoo"}}
	counts := map[int]string{4: "2", 5: "10", 6: "4", 7: "40", 8: "92", 9: "352", 10: "724", 11: "2680", 12: "14200"}
	for n := 4; n <= 12; n++ {
		p := fmt.Sprintf("queens(%d)", n)
		seconds := 1e-3
		for range n - 4 {
			seconds *= 4
		}
		m.add(p, nqueens.CountAll, "right", "", counts[n], six(seconds/100)...)
		switch {
		case n < 10:
			m.add(p, nqueens.CountAll, "righttoo", "pairwise", counts[n], six(seconds)...)
		case n == 10:
			m.add(p, nqueens.CountAll, "righttoo", "pairwise", string(nqueens.Timeout), 0)
		default:
			m.add(p, nqueens.CountAll, "righttoo", "pairwise", "")
		}
		if n < 6 {
			m.add(p, nqueens.CountAll, "righttoo", "product", counts[n], six(seconds/2)...)
		}
	}
	m.add("queens(7)", nqueens.CountAll, "panics", "", string(nqueens.Crashed), 0).Reason = "exit status 2: panic: a bug in a backend"
	long := "queens(12, given=b4+g10, blocked=a1+a2+a3)"
	m.add(long, nqueens.CountAll, "right", "", "123456789012345678901234567890", six(0.02)...)
	m.add("queens(12, given=b4)", nqueens.CountAll, "right", "", "444", six(0.02)...)
	m.add("queens(12, given=b4)", nqueens.CountAll, "righttoo", "pairwise", "444", six(2)...)
	m.add("queens(7)", nqueens.CountAll, "doubles", "", "43", six(0.01)...)
	m.expectDisagreement()
	r := m.add("queens(7)", nqueens.FindAll, "doubles", "", "43", 0.01)
	three := uint64(3)
	r.Duplicates = &three
	m.expectDisagreement()
	m.add("queens(7)", nqueens.FindAll, "right", "", "40", 0.9996, 0.9998)
	m.add("queens(8)", nqueens.FindAll, "right", "", "")
	m.add("queens(6)", nqueens.FindAll, "right", "", "4", six(0.1)...)
	m.add("torus(5)", nqueens.CountAll, "misses", "", "9", six(0.1)...)
	first, err := nqueens.ParseSolution("a1,b5,c2,d6,e3,f7,g4")
	if err != nil {
		t.Fatal(err)
	}
	s := m.summary(judge.Witness{Problem: "queens(7)", Contender: "doubles", Solution: first, Why: "found more than once", Duplicates: 3, Distinct: 40})

	var text, table bytes.Buffer
	if err := s.WriteText(&text, Style{Full: true}); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "text.golden", text.String())
	if err := s.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "csv.golden", table.String())
	for i, line := range bytes.Split(text.Bytes(), []byte("\n")) {
		if n := len([]rune(string(line))); n > fullWidth && bytes.HasPrefix(line, []byte("  ")) {
			t.Errorf("line %d is %d characters wide", i+1, n)
		}
	}
}

// TestDisagreementInOneLine checks that the line states by how much the answers differ and why,
// also if the task was a count and only the listing shows the duplicates.
func TestDisagreementInOneLine(t *testing.T) {
	want := "doubles disagrees on 2 problems, the smallest queens(7): 43, not 40 (+3): 3 repeated solutions beside 40 different ones; " +
		"for example, a1 found more than once"
	for _, tasks := range [][]nqueens.Task{{nqueens.CountAll}, {nqueens.CountAll, nqueens.FindAll}, {nqueens.FindAll, nqueens.CountAll}} {
		m := &made{t: t}
		for _, task := range tasks {
			m.add("queens(8)", task, "doubles", "", "100", 1)
			m.expectDisagreement()
			r := m.add("queens(7)", task, "doubles", "", "43", 1)
			m.expectDisagreement()
			if three := uint64(3); task == nqueens.FindAll {
				r.Duplicates = &three
			}
		}
		s := m.summary(judge.Witness{
			Problem: "queens(7)", Contender: "doubles", Solution: nqueens.Solution{{}}, Why: "found more than once", Duplicates: 3, Distinct: 40,
		})
		lines := s.dissentLines(true)
		if len(lines) != 1 || lines[0] != want {
			t.Errorf("%v: %q, want %q", tasks, lines, want)
		}
	}
}

// TestFirstPage checks the first page: an expected disagreement is not on the first line, the text
// fits a width of 100 characters, and wrong answers are red on a terminal and only there.
func TestFirstPage(t *testing.T) {
	m := &made{t: t, Experiment: bench.Experiment{Baseline: "right"}}
	long := strings.Repeat("x", 15)
	for n := 5; n < 8; n++ {
		p := fmt.Sprintf("queens(%d)", n)
		m.add(p, nqueens.CountAll, "right", "", map[int]string{5: "10", 6: "4", 7: "40"}[n], six(1e-6)...)
		m.add(p, nqueens.CountAll, long, long, map[int]string{5: "10", 6: "timeout", 7: "timeout"}[n], six(3)...)
	}
	m.add("queens(7)", nqueens.CountAll, "doubles", "", "43", 0.01)
	m.expectDisagreement()
	write := func(style Style) string {
		var b strings.Builder
		if err := m.summary().WriteText(&b, style); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	text := write(Style{})
	if !strings.HasPrefix(text, "no answer is wrong, except those that the plan expects to be wrong\nexpected: doubles disagrees on queens(7): ") {
		t.Errorf("it begins so:\n%s", text)
	}
	for line := range strings.Lines(text[strings.Index(text, "\n\n"):]) {
		if n := len([]rune(line)); n > pageWidth+1 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	if !strings.Contains(text, "−2, 14333333 × slower") || strings.Contains(text, "interval") || strings.Count(write(Style{Colour: true}), "\x1b[31m") != strings.Count(text, "/1 WRONG") {
		t.Error(text)
	}
	if page := write(Style{Markdown: true}); !strings.HasPrefix(page, "- no answer") || !strings.Contains(page, "\n| right ") {
		t.Error(page)
	}
	for i := range m.records {
		m.records[i].Build = fmt.Sprintf("a0123456789b sha256:%016d", i%2)
	}
	text = write(Style{})
	told := text[strings.Index(text, "the times are of"):strings.Index(text, "\n\n")]
	for line := range strings.Lines(told) {
		if n := len([]rune(line)); n > pageWidth+1 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	m.add("queens(5)", nqueens.CountAll, "misses", "", "9", 1)
	if text := write(Style{Colour: true}); !strings.HasPrefix(text, "\x1b[31mFAILED: queens(5), count: misses: 9, not 10 (−1)\x1b[0m\nmisses disagrees") {
		t.Error(text)
	}
}

// engine is a backend with a name and an engine that answers nothing.
type engine struct{ name, engine string }

var engines = []backends.Backend{
	engine{"right", "one"}, engine{"righttoo", "two"}, engine{"doubles", "three"}, engine{"misses", "four"}, engine{"panics", "eight"},
}

func (e engine) Describe() nqueens.Description {
	return nqueens.Description{Name: e.name, Engine: e.engine}
}

func (e engine) Supports(nqueens.Request) error { return errors.New("it answers nothing") }

func (e engine) Run(_ context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	return nqueens.Fail(nqueens.Unsupported, e.Supports(r).Error())
}

// TestDissenterLine checks that the smallest evidence, a solution or a reason, is stated once.
func TestDissenterLine(t *testing.T) {
	a := dissenter{name: "x", problems: []string{"queens(5)", "queens(6)"}, why: []string{"9, not 10 (−1)"}}
	one := nqueens.Solution{nqueens.On(0, 0)}
	for _, test := range []struct {
		witness judge.Witness
		want    string
	}{
		{judge.Witness{Contender: "y", Why: "no matter"}, ""},
		{judge.Witness{Contender: "x", Why: "it lists all"}, "; it lists all"},
		{judge.Witness{Contender: "x", Why: "was missed", Solution: one}, "; for example, a1 was missed"},
		{judge.Witness{Contender: "x", Why: "found twice", Solution: one, Duplicates: 1, Distinct: 9}, ": 1 repeated solution beside 9 different ones; for example, a1 found twice"},
	} {
		if got, want := a.line([]judge.Witness{test.witness}), "x disagrees on 2 problems, the smallest queens(5): 9, not 10 (−1)"+test.want; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// TestLegend checks that the legend explains the columns that are there.
func TestLegend(t *testing.T) {
	list := []Ranking{{Scores: []Score{{}}}}
	for want, header := range map[int][]string{0: {"contender"}, 1: {meanTime}, 2: {meanTime, "PAR-10"}} {
		got := (Summary{}).legend([][]string{header}, list, true)
		if len(got) != want || strings.Contains(strings.Join(got, "\n"), "WRONG") {
			t.Errorf("%v: %q", header, got)
		}
	}
}

// TestBestLines checks that there are at most three lines for the largest rankings, each with the
// best contender and whether the next may be equally good.
func TestBestLines(t *testing.T) {
	ranking := func(task nqueens.Task, problems int, letters ...string) Ranking {
		r := Ranking{Task: task, Problems: make([]string, problems), Of: problems, Tells: letters != nil,
			Scores: []Score{{Contender: "one", Solved: problems, PAR2: 1}, {Contender: "two", PAR2: 4}, {Contender: "three", PAR2: 9}}}
		for i, letter := range letters {
			r.Scores[i].Letters = []string{letter}
		}
		return r
	}
	s := Summary{Rankings: []Ranking{
		ranking(nqueens.CountAll, 2, "a", "b", "b"), ranking(nqueens.FindAll, 9, "b", "b", "a"), ranking(nqueens.FindFirst, 4),
	}}
	best := func() string { return strings.Join(s.BestLines(), "\n") + "\n" }
	want := `fastest, task all, 9 problems: one (mean time 1 s); second: two, 4 × slower, no significant difference
fastest, task first, 4 problems: one (mean time 1 s); second: two, 4 × slower, too few problems for a test of differences
fastest, task count, 2 problems: one (mean time 1 s); second: two, 4 × slower
`
	if got := best(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	fourth := ranking(nqueens.CountAll, 1)
	fourth.Instances = true
	s.Rankings = append(s.Rankings, fourth)
	if got := best(); got != want+"fastest on other tasks: see the table\n" {
		t.Errorf("of four: %s", got)
	}
}

// TestReadRefuses checks that a folder that is not a run is an error and has no summary.
func TestReadRefuses(t *testing.T) {
	if _, err := Read(t.TempDir(), engines, family.All()); err == nil || !strings.Contains(err.Error(), "holds no run") {
		t.Error(err)
	}
	if s, err := Read("../../results/baseline", engines, family.All()); err != nil || len(s.Cells) == 0 {
		t.Errorf("%d cells, %v", len(s.Cells), err)
	}
}

// TestCommitted checks that the tables of each run in results are those that the current program
// makes of its records.
func TestCommitted(t *testing.T) {
	var tables []string
	for _, pattern := range []string{"../../results/*/summary.*", "../../results/*/*/summary.*"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, found...)
	}
	if len(tables) < 40 {
		t.Fatalf("%d tables: %q", len(tables), tables)
	}
	var s Summary
	var of string // the folder that s was read from
	for _, table := range tables {
		var err error
		if dir := filepath.Dir(table); dir != of {
			if s, err = Read(dir, backends.All(), family.All()); err != nil {
				t.Fatal(err)
			}
			of = dir
		}
		var got bytes.Buffer
		if filepath.Base(table) == bench.SummaryFile {
			err = s.WriteCSV(&got)
		} else {
			err = s.WriteText(&got, Style{Markdown: true})
		}
		if err != nil {
			t.Fatal(err)
		}
		golden.Committed(t, table, got.Bytes())
	}
}

// TestColumns checks that an optional column is there if some cell has a value for it, under its
// name, in all rows, and that the error of a writer is returned.
func TestColumns(t *testing.T) {
	type column struct{ name, value string }
	for _, test := range []struct {
		with func(*Cell)
		want []column
	}{
		{func(*Cell) {}, nil},
		{func(c *Cell) { c.Instance = "hard.param" }, []column{{"instance", "hard.param"}}},
		{func(c *Cell) { c.Floor = 0.25 }, []column{{"floorSeconds", "0.25"}, {"searchingSeconds", "1.25"}}},
		{func(c *Cell) { c.Build = "b" }, []column{{"build", "b"}}},
		{func(c *Cell) { c.Machine = "left" }, []column{{"machine", "left"}}},
		{func(c *Cell) { c.Stats = Stats{{"conflicts", 7}, {"nodes", 0}} }, []column{{"conflicts", "7"}, {"nodes", "0"}}},
	} {
		for _, edited := range []bool{false, true} {
			cells := []*Cell{{Status: nqueens.Solved, Seconds: bench.Interval{Median: 1.5}}, {Status: nqueens.Timeout}}
			s := Summary{Cells: cells}
			test.with(cells[0])
			want := test.want
			if edited {
				s.Edited = []string{"records.jsonl"}
				if i := slices.IndexFunc(want, func(c column) bool { return c.name == "conflicts" }); i < 0 {
					want = append(slices.Clip(want), column{"edited", "true"})
				} else {
					want = append([]column{{"edited", "true"}}, want...)
				}
			}
			var text bytes.Buffer
			if err := s.WriteCSV(&text); err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(&text).ReadAll() // ReadAll returns an error for rows of unequal length
			if err != nil || len(rows) != 3 {
				t.Fatalf("%d rows, %v", len(rows), err)
			}
			var got []column
			always := slices.Index(rows[0], "limitSeconds") + 1
			for i, name := range rows[0][always:] {
				got = append(got, column{name, rows[1][always+i]})
			}
			if !slices.Equal(got, want) {
				t.Errorf("columns %v, want %v", got, want)
			}
			for i, value := range rows[2][always:] {
				if value != "" && rows[0][always+i] != "edited" {
					t.Errorf("%s is %q where there is nothing", rows[0][always+i], value)
				}
			}
			if err := s.WriteCSV(noRoom{}); !errors.Is(err, errNoRoom) {
				t.Errorf("a full disk: %v", err)
			}
			if err := s.WriteText(noRoom{}, Style{}); !errors.Is(err, errNoRoom) {
				t.Errorf("a full disk: %v", err)
			}
		}
	}
}

var errNoRoom = errors.New("no room")

type noRoom struct{}

func (noRoom) Write([]byte) (int, error) { return 0, errNoRoom }
