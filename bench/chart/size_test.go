package chart

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/bench/summary"
)

// on returns a cell with everything that can be drawn against the size.
func on(family string, n int, contender string, stats ...string) *summary.Cell {
	c := cell(contender, n, nqueens.Solved, 0.01)
	c.Family, c.Problem, c.PeakBytes = family, fmt.Sprintf("%s(%d)", family, n), 1e7
	for _, key := range stats {
		c.Stats = append(c.Stats, summary.Stat{Name: key, Value: int64(n)})
	}
	return c
}

// drawn returns the names of the figures.
func drawn(t *testing.T, cells []*summary.Cell) string {
	figures, err := Figures(cells, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range figures {
		if kept.MatchString(f.Name) {
			names = append(names, strings.TrimSuffix(f.Name, "-count"))
		}
	}
	return strings.Join(names, " ")
}

// kept matches the names of charts in the lists of these tests. Kinds added later are not in them.
var kept = regexp.MustCompile("^(time|ratio|cactus|ranks|scatter|encodings|memory|cpu|nodes|updates|conflicts|decisions|propagations|steps)-")

// TestFewSizes checks the least number of sizes: two for times and three for other quantities, or
// as many as the run has.
func TestFewSizes(t *testing.T) {
	var one, two, three []*summary.Cell
	for _, n := range []int{4, 5, 6} {
		three = append(three, on("queens", n, "bitmask", "nodes"))
	}
	for _, n := range []int{4, 6} {
		two = append(two, on("torus", n, "bitmask", "nodes"))
	}
	one = []*summary.Cell{on("rooks", 4, "bitmask", "nodes"), on("rooks", 4, "cover", "nodes")}
	apart := []*summary.Cell{on("kings", 4, "bitmask", "nodes"), on("kings", 5, "cover", "nodes")} // two sizes, but no line
	for _, c := range []struct {
		runs [][]*summary.Cell
		want string
	}{
		{[][]*summary.Cell{one, apart, two, three}, "time-torus time-queens memory-queens nodes-queens"}, // one contender has no cactus plot
		{[][]*summary.Cell{one, apart, two}, "time-torus memory-torus nodes-torus"},
		{[][]*summary.Cell{one, apart}, "time-rooks time-kings memory-rooks memory-kings nodes-rooks nodes-kings"},
		{[][]*summary.Cell{one[:1]}, "time-rooks memory-rooks nodes-rooks"},
	} {
		var cells []*summary.Cell
		for _, r := range c.runs {
			cells = append(cells, r...)
		}
		got := strings.Fields(drawn(t, cells))
		if strings.Join(got, " ") != c.want {
			t.Errorf("drew %v, want %s", got, c.want)
		}
	}
}

// TestUnitsOfWork checks that decisions, propagations and steps are drawn only without nodes and
// conflicts.
func TestUnitsOfWork(t *testing.T) {
	names := func(contenders map[string]string) string {
		var cells []*summary.Cell
		for contender, stats := range contenders {
			for n := 4; n < 7; n++ {
				cells = append(cells, on("queens", n, contender, strings.Fields(stats)...))
			}
		}
		var names []string
		for _, f := range Effort(cells, Options{}) {
			list, _ := texts(f)
			who := strings.TrimSuffix(f.Name, "-queens-count") + ":"
			for _, w := range list {
				if _, ok := contenders[w.words]; ok {
					who += w.words
				}
			}
			names = append(names, who)
		}
		return strings.Join(names, " ")
	}
	for _, c := range []struct {
		contenders map[string]string
		want       string
	}{
		{map[string]string{"a": "nodes updates steps", "b": "conflicts decisions propagations"}, "nodes:a updates:a conflicts:b"},
		{map[string]string{"a": "nodes decisions", "b": "decisions propagations"}, "nodes:a decisions:b propagations:b"},
		{map[string]string{"a": "updates steps"}, "updates:a steps:a"},
		{map[string]string{"a": "clauses"}, ""},
	} {
		if got := names(c.contenders); got != c.want {
			t.Errorf("%v: drew %s, want %s", c.contenders, got, c.want)
		}
	}
}

// TestEarlyEnds checks that a line that ends early shows the reason: a mark for a time-out, words
// for wrong, unsupported, discarded and missing runs.
func TestEarlyEnds(t *testing.T) {
	var cells []*summary.Cell
	for n := 4; n < 8; n++ {
		cells = append(cells, cell("all", n, nqueens.Solved, 0.1))
		if n < 6 {
			cells = append(cells, cell("short", n, nqueens.Solved, 0.2))
		}
		liar, slow, odd := cell("liar", n, nqueens.Solved, 0.3), cell("slow", n, nqueens.Solved, 0.4), cell("odd", n, nqueens.Solved, 0.5)
		starved := cell("starved", n, nqueens.Solved, 0.6)
		switch n {
		case 6:
			slow.Status, liar.Wrong = nqueens.Timeout, true
		case 7:
			slow, odd.Status, liar.Wrong, starved.Status = skipped(slow), nqueens.Unsupported, true, nqueens.Void
		}
		cells = append(cells, liar, slow, odd, starved, cell("never", n, nqueens.Void, 0))
	}
	list, _ := texts(Time(cells, Options{})[0])
	for _, want := range []string{"all", "short (not run at 6)", "liar (wrong at 6)", "slow", "odd (unsupported at 7)", "starved (void at 7)"} {
		if !slices.ContainsFunc(list, func(w written) bool { return w.words == want }) {
			t.Errorf("no line is named %q in %v", want, list)
		}
	}
	if notes := leftOut(cells); len(notes) != 1 || !strings.Contains(notes[0], "never at n = 4–7 (void)") || !strings.HasSuffix(notes[0], "starved at n = 7 (void).") {
		t.Errorf("left out: %q", notes)
	}
}

// TestPlanOrder checks that charts are in the order of the plan.
func TestPlanOrder(t *testing.T) {
	var cells []*summary.Cell
	for _, family := range []string{"queens", "kings"} {
		for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindAll} {
			for n := 4; n < 8; n++ {
				c := cell("dlx", n, nqueens.Solved, float64(n))
				c.Family, c.Task = family, task
				cells = append(cells, c)
			}
		}
	}
	var names []string
	for _, f := range Time(cells, Options{}) {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "time-queens-count time-queens-all time-kings-count time-kings-all" {
		t.Error(got)
	}
}
