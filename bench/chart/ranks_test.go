package chart

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// TestRanks checks that the best contender has rank 1, that time-outs share the last rank, and that
// a bar joins only contenders that differ by chance.
func TestRanks(t *testing.T) {
	var cells []*summary.Cell
	for n := 4; n < 16; n++ {
		up := 1 + 0.5*float64(n%2) // b is faster on every second problem, c on the others
		slow := cell("slow", n, nqueens.Timeout, 0)
		cells = append(cells, cell("a", n, nqueens.Solved, 0.001), cell("b", n, nqueens.Solved, 0.1*up), cell("c", n, nqueens.Solved, 0.1*(2.5-up)), slow)
	}
	d := newRankDiagram(races(newLineup(cells, Options{}).series(cells), fewProblems)[0], clock())
	for i, want := range []float64{1, 2.5, 2.5, 4} {
		if d.ranks[i] != want {
			t.Errorf("rank %d is %v, want %v", i, d.ranks[i], want)
		}
	}
	if fmt.Sprint(d.groups) != "[[2.5 2.5]]" || fmt.Sprint(d.letters) != "[a b b c]" || d.list[0].name != "a" || d.list[3].name != "slow" {
		t.Errorf("groups %v", d.groups)
	}
	few := newRankDiagram(races(newLineup(cells, Options{}).series(filter(cells, func(c *summary.Cell) bool { return c.N < 9 })), fewProblems)[0], clock())
	if !strings.Contains(d.bars(), "share a letter") || !strings.Contains(few.bars(), "There are no letters") {
		t.Errorf("bars: %q, over five problems %q", d.bars(), few.bars())
	}
	if figures := Ranks(filter(cells, func(c *summary.Cell) bool { return c.N < 8 }), Options{}); len(figures) != 0 {
		t.Error("drew ranks over four problems")
	}
}

// ranked returns cells of four contenders over twelve problems: the first two equally fast, the
// third ten times slower, the last a hundred times slower.
func ranked() (cells []*summary.Cell) {
	for n := 4; n < 16; n++ {
		turn := 1 + 0.5*float64(n%2)
		cells = append(cells, cell("a", n, nqueens.Solved, 0.001*turn), cell("b", n, nqueens.Solved, 0.001*(2.5-turn)), cell("c", n, nqueens.Solved, 0.01), cell("d", n, nqueens.Solved, 0.1))
	}
	return cells
}

// TestRanksWithoutWrong checks that a contender with a wrong answer is not in the diagram, and that
// a note says so.
func TestRanksWithoutWrong(t *testing.T) {
	cells := ranked()
	cells[1].Wrong = true
	figures := Ranks(cells, Options{})
	if len(figures) != 1 || len(figures[0].rows()) != 4 || !strings.Contains(strings.Join(figures[0].Notes, " "), "Not ranked: b: 1/12 WRONG.") {
		t.Fatalf("%+v", figures)
	}
	for _, row := range figures[0].rows() {
		if row[0] == "b" {
			t.Error(figures[0].rows())
		}
	}
	cells[2].Wrong = true
	if figures := Ranks(cells, Options{}); len(figures) != 0 {
		t.Error("drew ranks of two")
	}
}

// TestChartsTakeTheRankingsValues checks that the diagram, the cactus plot and the tables use the
// same values: answers within the smallest limit, and short times without the start of the process.
func TestChartsTakeTheRankingsValues(t *testing.T) {
	cells := ranked()
	for _, c := range cells {
		c.Limit, c.Limits.Time = 1, time.Second
		if c.Backend == "a" {
			c.Limit, c.Limits.Time = 0.0012, 1200*time.Microsecond
		}
		if c.Backend == "a" && c.Seconds.Median > c.Limit {
			c.Status, c.Seconds = nqueens.Timeout, bench.Interval{}
		}
	}
	figure := Ranks(cells, Options{})[0]
	if got := fmt.Sprint(figure.rows()[1:]); got != "[[a 2 a] [b 2 a] [c 3 ab] [d 3 b]]" && !strings.Contains(figure.Caption, "within 1.2 ms, the smallest limit") {
		t.Errorf("%s %s", got, figure.Caption)
	}
	cactus := Cactus(cells, Options{})[0]
	if !strings.Contains(cactus.Caption, "within 1.2 ms, the smallest limit") || !strings.Contains(strings.Join(cactus.Notes, " "), "30 answers beyond it do not count") {
		t.Errorf("%s %q", cactus.Caption, cactus.Notes)
	}
	cells = ranked()
	for _, c := range cells {
		if c.Backend == "a" {
			c.Floor = 0.005
			c.Seconds.Median += c.Floor
		}
	}
	figure = Ranks(cells, Options{})[0]
	if figure.rows()[1][0] > "b" || figure.rows()[3][0] != "c" || !strings.Contains(figure.Caption, "start of a process is subtracted") {
		t.Errorf("%v %s", figure.rows(), figure.Caption)
	}
}
