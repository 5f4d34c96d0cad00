package summary

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/internal/golden"
)

// instance adds a contender's answer to the task first on an instance: "sat", "unsat", another
// status, or "" if it was not run yet.
func (m *made) instance(i int, backend, answer string, seconds float64) *bench.Record {
	m.t.Helper()
	var r *bench.Record
	status := nqueens.Status(answer)
	switch answer {
	case "sat":
		status = nqueens.Solved
	case "unsat":
		status = nqueens.Unsatisfiable
	}
	if answer == "" {
		m.add(fmt.Sprintf("queens(8, given=a%d)", i), nqueens.FindFirst, backend, "", "")
	} else {
		r = m.add(fmt.Sprintf("queens(8, given=a%d)", i), nqueens.FindFirst, backend, "", string(status), seconds)
	}
	job := &m.Jobs[len(m.Jobs)-1]
	job.Instance = fmt.Sprintf("blocked-8-%d.param", i)
	if r != nil {
		r.Problem, r.Instance = job.ProblemName(), job.Instance
	}
	return r
}

// TestSummaryOverInstances compares the summary of a run over files with the expected text: a row
// for each contender, with every way to end, and a separate table for a bare board.
func TestSummaryOverInstances(t *testing.T) {
	m := &made{t: t, Experiment: bench.Experiment{Name: "files", Baseline: "right"}}
	for i, line := range []struct {
		right, righttoo, leaks, despairs string
	}{
		{"sat", "sat", "memory-limit", "unsat"},
		{"sat", "sat", "sat", "unsat"},
		{"unsat", "unsat", "crashed", "unsat"},
		{"unsat", "timeout", "crashed", "unsat"},
		{"timeout", "timeout", "crashed", "timeout"},
		{"sat", "", "", ""},
	} {
		m.instance(i+1, "right", line.right, 0.1)
		m.instance(i+1, "righttoo", line.righttoo, 0.2*float64(i+1))
		if r := m.instance(i+1, "leaks", line.leaks, 1e-3); r != nil && r.Status == nqueens.Crashed {
			r.Reason = "killed by signal 11"
		}
		m.instance(i+1, "despairs", line.despairs, 1e-2)
	}
	m.add("queens(5)", nqueens.CountAll, "right", "", "10", six(1e-3)...)
	s := m.summary()
	var text, csv bytes.Buffer
	if err := s.WriteText(&text, Style{Full: true}); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "instances.golden", text.String())
	golden.Equal(t, "instances.csv.golden", csv.String())
}

// TestScoreCountsEverything checks that skipped, void and wrong cells do not stop the counting of
// later ones.
func TestScoreCountsEverything(t *testing.T) {
	void := cellOf("v", "b", "", timedOut)
	void.Status = nqueens.Void
	unknown := cellOf("u", "b", "", timedOut)
	unknown.Status = nqueens.Unknown
	var s InstanceScore
	s.gather(slices.Values([]*Cell{cellOf("p", "b", "", skipped), void, unknown, cellOf("q", "b", "", wrong), cellOf("r", "b", "", timedOut), cellOf("s", "b", "", 2)}), map[question]float64{})
	if s.NotRun != 2 || s.Wrong != 1 || s.Timeouts != 1 || s.Unknown != 1 || s.Crashed != 0 || s.With+s.Without != 1 {
		t.Errorf("%+v", s)
	}
}

// TestInstanceMedian checks that an unanswered instance counts as longer than any answer.
func TestInstanceMedian(t *testing.T) {
	infinite := math.Inf(1)
	for _, test := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{3, 1, 2}, 2}, {[]float64{4, 1, 2, 3}, 2.5}, {[]float64{infinite, 1, 2}, 2},
		{[]float64{infinite, 1, 2, infinite}, infinite}, {[]float64{infinite}, infinite},
	} {
		if got := medianOf(test.values); got != test.want {
			t.Errorf("%v: %v, want %v", test.values, got, test.want)
		}
	}
	if got := medianOf(nil); !math.IsNaN(got) {
		t.Errorf("nothing: %v", got)
	}
}

// TestScoresByHand computes each contender's score on instances in another way.
func TestScoresByHand(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 200 {
		var cells []*Cell
		for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindFirst} {
			for _, who := range []string{"a", "b", "c"} {
				for problem := range 7 {
					c := cellOf(fmt.Sprint("p", problem), who, "", []float64{1, 2, 3, timedOut, skipped, notRun, wrong}[random.IntN(7)])
					c.Task, c.Instance = task, "file"
					if c.Status == nqueens.Timeout {
						c.Status = []nqueens.Status{nqueens.Timeout, nqueens.MemoryLimit, nqueens.Crashed, nqueens.Unsupported, nqueens.Void}[random.IntN(5)]
					}
					if c.Timed() && random.IntN(3) == 0 {
						c.Count = "0"
					}
					cells = append(cells, c)
				}
			}
		}
		scores := instanceScores(cells)
		for i, s := range scores {
			count := func(is func(c *Cell) bool) int {
				return len(filter(cells, func(c *Cell) bool { return c.Task == s.Task && c.Contender.String() == s.Contender && is(c) }))
			}
			ended := func(status nqueens.Status) int { return count(func(c *Cell) bool { return c.Status == status }) }
			total, answers, run := 0.0, 0, 7-s.NotRun
			for _, seconds := range []float64{1, 2, 3} {
				n := count(func(c *Cell) bool { return c.Timed() && c.Seconds.Median == seconds })
				total, answers = total+float64(n)*seconds, answers+n
			}
			want := InstanceScore{
				Task: s.Task, Contender: s.Contender, Timeouts: ended(nqueens.Timeout), Memory: ended(nqueens.MemoryLimit), Crashed: ended(nqueens.Crashed), Unsupported: ended(nqueens.Unsupported),
				With: count(func(c *Cell) bool { return c.Timed() && c.Count != "0" }), Without: count(func(c *Cell) bool { return c.Timed() && c.Count == "0" }),
				Wrong: count(func(c *Cell) bool { return c.Wrong }), NotRun: count(func(c *Cell) bool { return c.Skipped != "" || c.Status == nqueens.Void }),
				Fastest: count(func(c *Cell) bool {
					return c.Timed() && !slices.ContainsFunc(cells, func(other *Cell) bool {
						return other.Task == c.Task && other.Problem == c.Problem && other.Timed() && other.Seconds.Median < c.Seconds.Median
					})
				}),
				Total: total, Mean: total / float64(answers), Median: s.Median,
			}
			if answers == 0 {
				want.Total, want.Mean = math.NaN(), math.NaN()
			}
			if fmt.Sprintf("%+v", s) != fmt.Sprintf("%+v", want) { // NaN does not equal NaN
				t.Fatalf("%+v, want %+v", s, want)
			}
			// At least half of the values are not longer than the median, and at least half are not
			// shorter.
			infinite := run - answers
			below := count(func(c *Cell) bool { return c.Timed() && c.Seconds.Median <= s.Median })
			above := infinite + count(func(c *Cell) bool { return c.Timed() && c.Seconds.Median >= s.Median })
			if math.IsInf(s.Median, 1) {
				below, above = run, infinite
			}
			if run > 0 && (2*below < run || 2*above < run) || (run == 0) != math.IsNaN(s.Median) {
				t.Fatalf("%+v: %d of %d below, %d above", s, below, run, above)
			}
			if i > 0 {
				before := scores[i-1]
				solved := before.With + before.Without - s.With - s.Without
				if order := compareTasks(before.Task, s.Task); order > 0 || order == 0 && (solved < 0 || solved == 0 && before.Median > s.Median) {
					t.Fatalf("%+v before %+v", before, s)
				}
			}
		}
		if len(scores) != 6 {
			t.Fatalf("%d scores", len(scores))
		}
	}
}

// TestInstanceKinds checks that a right answer determines the kind of an instance, whichever
// contenders did not answer.
func TestInstanceKinds(t *testing.T) {
	for said, want := range map[string]InstanceKind{
		"timeout": Undecided, "sat": Solvable, "unsat": Unsolvable, "zero": Unsolvable, "timeout sat": Solvable, "sat timeout": Solvable, "unsat timeout": Unsolvable,
		"timeout unsat": Unsolvable, "wrong timeout": Undecided, "timeout wrong": Undecided, "wrong unsat": Unsolvable,
	} {
		var cells []*Cell
		for word := range strings.FieldsSeq(said) {
			c := cellOf("p", word, "", map[string]float64{"timeout": timedOut, "wrong": wrong, "sat": 1, "unsat": 1, "zero": 1}[word])
			switch c.Instance = "file"; word {
			case "unsat":
				c.Status = nqueens.Unsatisfiable
			case "zero":
				c.Count = "0"
			}
			cells = append(cells, c)
		}
		board := cellOf("board", "a", "", 1)
		if got := InstanceKinds(append(cells, board)); len(got) != 1 || got["p"] != want {
			t.Errorf("%s: %v, want %v", said, got, want)
		}
		text := map[InstanceKind]string{Solvable: "1 instance: 1 with a solution, 0 without", Unsolvable: "1 instance: 0 with a solution, 1 without", Undecided: "1 instance: 0 with a solution, 0 without, 1 undecided"}[want]
		if got := instancesText(cells); got != text {
			t.Errorf("%s: %q, want %q", said, got, text)
		}
	}
}

// TestWithoutEmpty checks that empty columns are deleted, starting at the given one.
func TestWithoutEmpty(t *testing.T) {
	for from, want := range map[int]string{0: "[[b d] [1 2] [ 3]]", 1: "[[a b d] [ 1 2] [  3]]", 3: "[[a b c d] [ 1  2] [   3]]", 4: "[[a b c d] [ 1  2] [   3]]", 5: "[[a b c d e] [ 1  2 ] [   3 ]]"} {
		rows := [][]string{{"a", "b", "c", "d", "e"}, {"", "1", "", "2", ""}, {"", "", "", "3", ""}}
		if got := fmt.Sprint(withoutEmpty(rows, from)); got != want {
			t.Errorf("from %d: %s, want %s", from, got, want)
		}
	}
}

// TestSolversTable checks that the numbers of answers and the median times in the table of
// results/completion/README.md agree with the records; an unanswered instance counts as longer than
// any answer.
func TestSolversTable(t *testing.T) {
	page, err := os.ReadFile("../../results/completion/README.md")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Read("../../results/completion/solvers", backends.All(), family.All())
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "\n| contender | excluded diagonals, n = 15 |")
	rows := strings.Split(text, "\n")[2:]
	rows = rows[:slices.Index(rows, "")]
	if len(rows) != 14 {
		t.Errorf("%d contenders", len(rows))
	}
	for _, row := range rows {
		fields := strings.Split(strings.Trim(row, "| "), " | ")
		for i, kind := range []string{"excluded-diagonals-15-", "blocked-28-", "blocked-40-", "corner-48-"} {
			cells := filter(s.Cells, func(c *Cell) bool { return c.Contender.String() == fields[0] && strings.HasPrefix(c.Instance, kind) })
			var score InstanceScore
			score.gather(slices.Values(cells), map[question]float64{})
			want := fmt.Sprintf("%d of %d", score.With+score.Without, len(cells))
			switch {
			case score.With+score.Without == 0:
			case math.IsInf(score.Median, 1):
				want += ", over 5 s"
			default:
				want += fmt.Sprintf(", %.2g s", score.Median)
			}
			if got := fields[i+1]; got != want && !strings.HasPrefix(got, want+", ") {
				t.Errorf("%s on %s: %s, want %s", fields[0], kind, got, want)
			}
		}
	}
}
