package chart

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// TestCactusCoordinates checks that the k-th fastest answer is drawn at k: the first marker of a
// line is at 1, the last at the number of answers, and wrong answers and time-outs have none.
func TestCactusCoordinates(t *testing.T) {
	cells := []*summary.Cell{
		cell("a", 4, nqueens.Solved, 0.1), cell("a", 5, nqueens.Solved, 0.001), cell("a", 6, nqueens.Solved, 0.01),
		wrong(cell("a", 7, nqueens.Solved, 0.0001)), cell("a", 8, nqueens.Timeout, 0), skipped(cell("a", 9, "", 0)),
	}
	m := clock()
	c, ok := m.lines(races(newLineup(cells, Options{}).series(cells), fewProblems)[0])
	if !ok || len(c.lines) != 1 {
		t.Fatalf("%v %+v", ok, c.lines)
	}
	frame := draw.NewCanvas(&recorder.Canvas{}, 612, 200)
	for i, want := range []float64{0.001, 0.01, 0.1} {
		p := c.lines[0].points[i]
		if at := frame.X(c.x.at(p.x)); p.value != want || at < frame.X(c.x.at(float64(i)))+90 || at > frame.X(c.x.at(float64(i+2)))-90 {
			t.Errorf("answer %d: %v at %v", i+1, p, at)
		}
	}
	if len(c.lines[0].points) != 3 || c.lines[0].note != ": 3; no answer 3" || c.x.at(6) >= 1 || c.x.at(6) < 0.95 {
		t.Errorf("%d points, %q, six problems at %v of the axis", len(c.lines[0].points), c.lines[0].note, c.x.at(6))
	}
}

// TestFiguresOfOneName checks that figures with the same name are numbered from the second on.
func TestFiguresOfOneName(t *testing.T) {
	var cells []*summary.Cell
	for i, pair := range []string{"ab", "cd", "ef"} { // each pair has other problems
		for _, contender := range pair {
			for n := range 5 {
				cells = append(cells, cell(string(contender), 4+5*i+n, nqueens.Solved, 0.1))
			}
		}
	}
	var names []string
	if err := Each(cells, Options{Kinds: []string{"cactus"}}, func(f Figure) error { names = append(names, f.Name); return nil }); err != nil {
		t.Fatal(err)
	}
	if want := []string{"cactus-count", "cactus-count-2", "cactus-count-3"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if err := Each(cells, Options{Kinds: []string{"cactus-count-3"}}, func(f Figure) error { names = append(names, f.Name); return nil }); err != nil || len(names) != 4 || names[3] != names[2] {
		t.Errorf("%q, %v", names, err)
	}
}

// TestCactusOverSameQuestions checks that all lines of a chart cover the same problems. A contender
// with fewer problems has a chart of its own, with all that were run on these; one with too few is
// named in a note.
func TestCactusOverSameQuestions(t *testing.T) {
	var cells []*summary.Cell
	for n := 4; n < 14; n++ {
		status := nqueens.Solved
		if n > 11 {
			status = nqueens.Timeout
		}
		cells = append(cells, cell("a", n, status, 0.1), cell("b", n, nqueens.Solved, 0.2))
		if n < 9 {
			cells = append(cells, cell("c", n, nqueens.Solved, 0.3))
		}
		if n < 7 {
			cells = append(cells, cell("d", n, nqueens.Solved, 0.4))
		}
	}
	figures := Cactus(cells, Options{})
	if len(figures) != 2 {
		t.Fatalf("%d charts", len(figures))
	}
	for i, want := range []string{
		"a: 8; time-out 2 | b: 10 | of the same 10 problems | Not drawn, because they were not run on all these problems: c, d.",
		"a: 5 | b: 5 | c: 5 | of the same 5 problems | Not drawn, because they were not run on all these problems: d.",
	} {
		list, _ := texts(figures[i])
		parts := strings.Split(want, " | ")
		last := len(parts) - 1
		for _, words := range parts[:last-1] {
			if !slices.ContainsFunc(list, func(w written) bool { return w.words == words }) {
				t.Errorf("chart %d: no %q", i, words)
			}
		}
		if got := strings.Join(figures[i].Notes, " "); got != parts[last] || !strings.Contains(figures[i].Caption, parts[last-1]) {
			t.Errorf("chart %d: %q\n%q", i, figures[i].Caption, got)
		}
	}
}

// TestCactusOfManyAnswers checks that a line shows only some of very many answers, including the
// first and the last, and that a note says so.
func TestCactusOfManyAnswers(t *testing.T) {
	var cells []*summary.Cell
	const n = 2*mostMarks + 1 // every third is drawn, and the last one
	for i := range n {
		for _, name := range []string{"a", "b"} {
			c := cell(name, 4, nqueens.Solved, float64(i+1))
			c.Problem = fmt.Sprint(i)
			cells = append(cells, c)
		}
	}
	f := Cactus(cells, Options{})[0]
	points := f.Plot.Series[0].Points
	if first, last := points[0], points[len(points)-1]; len(points) > mostMarks+1 || first.X != 1 || first.Y != 1 || last.X != n || last.Y != n {
		t.Errorf("%d points, from %+v to %+v", len(points), first, last)
	}
	if notes := strings.Join(f.Notes, " "); f.Plot.Series[0].Note != fmt.Sprintf(": %d", n) || !strings.Contains(notes, "evenly spaced") {
		t.Errorf("%q %q", f.Plot.Series[0].Note, notes)
	}
}

// TestCactusOfOne checks that a single contender has no chart, and that the error gives the reason
// if nothing else is drawn.
func TestCactusOfOne(t *testing.T) {
	var cells []*summary.Cell
	for n := 4; n < 14; n++ {
		c := cell("a", n, nqueens.Solved, 0.1)
		c.Problem, c.Instance = fmt.Sprint(n), "file"
		cells = append(cells, c)
	}
	if figures := Cactus(cells, Options{}); len(figures) > 0 {
		t.Errorf("%d charts", len(figures))
	}
	if _, err := Figures(cells, Options{}); !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), "there is one, a") {
		t.Error(err)
	}
	for i, c := range slices.Clone(cells) {
		other := *c
		other.Backend = "b"
		cells = append(cells, &other)
		if i == 3 { // five common problems would be enough for a comparison
			break
		}
	}
	for want, only := range map[string][]string{"there is one, a": {"a"}, "no two of a, b have results for the same instances": nil} {
		if _, err := Figures(cells, Options{Only: only}); !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), want) {
			t.Errorf("only %q: %v, want %s", only, err, want)
		}
	}
}

// TestCactusOfStoppedRun checks that the lines of a stopped run cover the problems for which every
// contender with any result has one, as rankings do, and that a note says so.
func TestCactusOfStoppedRun(t *testing.T) {
	var cells []*summary.Cell
	for n := 4; n < 14; n++ {
		a, b, late := cell("a", n, nqueens.Solved, 0.1), cell("b", n, nqueens.Solved, 0.2), notRun(cell("late", n, "", 0))
		if n == 13 {
			notRun(a)
		}
		if n == 5 || n == 12 {
			notRun(b)
		}
		cells = append(cells, a, b, late)
	}
	figures := Cactus(cells, Options{})
	if len(figures) != 1 {
		t.Fatalf("%d charts", len(figures))
	}
	list, _ := texts(figures[0])
	for _, want := range []string{"a: 7", "b: 7"} {
		if !slices.ContainsFunc(list, func(w written) bool { return w.words == want }) {
			t.Errorf("no %q", want)
		}
	}
	if notes := strings.Join(figures[0].Notes, " "); !strings.Contains(figures[0].Caption, "of the same 7 problems") || !strings.Contains(notes, "has no result yet: 3.") {
		t.Errorf("%q\n%q", figures[0].Caption, notes)
	}
}

// TestCactusWithoutAnswers checks that contenders are drawn even if the contenders with the most problems
// answered none of them.
func TestCactusWithoutAnswers(t *testing.T) {
	var cells []*summary.Cell
	for n := 4; n < 16; n++ {
		cells = append(cells, cell("stuck", n, nqueens.Timeout, 0), cell("too", n, nqueens.Timeout, 0))
		if n < 10 {
			cells = append(cells, cell("a", n, nqueens.Solved, 0.1))
		}
	}
	if figures := Cactus(cells, Options{}); len(figures) != 1 || !strings.Contains(figures[0].Caption, "of the same 6 problems") {
		t.Errorf("%d charts", len(figures))
	}
}

// TestMediansOfStoppedRun checks that medians over the problems of a size are over the same
// problems for all contenders.
func TestMediansOfStoppedRun(t *testing.T) {
	var cells []*summary.Cell
	for n := 8; n < 11; n++ {
		for i, extra := range []string{"a1", "b3", "c5"} {
			a, b := cell("a", n, nqueens.Solved, float64(1+10*i)), cell("b", n, nqueens.Solved, float64(2+10*i))
			for _, c := range []*summary.Cell{a, b} {
				c.Problem = strings.Replace(c.Problem, ")", ", given="+extra+")", 1)
			}
			if i == 2 && n == 10 {
				notRun(b)
			}
			cells = append(cells, a, b)
		}
	}
	m := measure{quantity: clock(), slug: "time", title: func(g group) string { return g.question() }}
	charts := m.charts(cells, Options{})
	if len(charts) != 1 {
		t.Fatalf("%d charts", len(charts))
	}
	last := charts[0].lines[0].points[2]
	if notes := strings.Join(charts[0].page.Notes, " "); last.value != 6 || !strings.Contains(notes, "has no result yet: 1.") {
		t.Errorf("%+v\n%q", last, notes)
	}
}

// TestUnequalLimits checks that with unequal limits charts against the size have no line for a
// limit, and that a cactus plot has a line for the smallest, which applies to all.
func TestUnequalLimits(t *testing.T) {
	var cells []*summary.Cell
	for n := 4; n < 10; n++ {
		cells = append(cells, cell("a", n, nqueens.Timeout, 0), cell("b", n, nqueens.Solved, 0.1))
	}
	for _, other := range []float64{1, 60} {
		for _, c := range cells {
			c.Limits.Time = time.Duration(c.Limit) * time.Second
		}
		cells[4].Limit, cells[4].Limits.Time = other, time.Duration(other)*time.Second
		figure := Cactus(cells, Options{})[0]
		_, label := strings.CutPrefix(rowsOf([]line{{points: []point{{status: nqueens.Timeout}}}}, sharedLimit(cells))[0].label, "time-out (1 s)")
		if same := other == 1; !strings.Contains(figure.Caption, "Time limit 1 s") || strings.Contains(figure.Caption, "the smallest limit") == same || label != same {
			t.Errorf("limits of 1 s and %v s: %q", other, figure.Caption)
		}
	}
}

// TestReasons checks the reasons for missing answers, each counted once.
func TestReasons(t *testing.T) {
	cell := func(status nqueens.Status, wrong bool) *summary.Cell {
		c := &summary.Cell{Status: status, Wrong: wrong}
		if status.Answered() && !wrong {
			c.Seconds, c.Times = bench.Interval{Median: 1, Low: 1, High: 1}, []float64{1}
		}
		return c
	}
	s := series{cells: []*summary.Cell{
		cell(nqueens.Solved, false), cell(nqueens.Solved, true), cell(nqueens.Timeout, false), cell(nqueens.Timeout, false), cell(nqueens.Crashed, false),
	}}
	want := map[string]int{"wrong": 1, statusName(nqueens.Timeout): 2, statusName(nqueens.Crashed): 1, "skipped": 3}
	if got := s.reasons(8); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := s.unanswered(8); got != "; no answer 7" {
		t.Error(got)
	}
	for _, c := range []struct {
		cells []*summary.Cell
		want  string
	}{{s.cells[:1], ""}, {s.cells[1:2], "; wrong 1"}, {s.cells[2:4], "; " + statusName(nqueens.Timeout) + " 2"}} {
		if got := (series{cells: c.cells}).unanswered(len(c.cells)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
