package chart

import (
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// TestInstanceCharts checks that instances have cactus and scatter plots, with the answer as the
// kind, and no chart against the size.
func TestInstanceCharts(t *testing.T) {
	figures, err := Figures(files(40), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range figures {
		names = append(names, f.Name)
	}
	want := "cactus-first ranks-first cactus-conflicts-first " +
		"scatter-first-cadical-vs-bitmask scatter-first-cryptominisat5-vs-bitmask scatter-first-gini-vs-bitmask scatter-first-clasp-vs-bitmask " +
		"scatter-first-minisat-vs-bitmask scatter-first-liar-vs-bitmask scatter-first-stuck-vs-bitmask"
	slices.Sort(names)
	sorted := strings.Fields(want)
	slices.Sort(sorted)
	if !slices.Equal(names, sorted) {
		t.Errorf("drew %s", strings.Join(names, " "))
	}
}

// TestCactusOverInstances checks that runs without an answer are not drawn as times, and that a
// note counts them.
func TestCactusOverInstances(t *testing.T) {
	var cells []*summary.Cell
	for i, status := range []nqueens.Status{
		nqueens.Solved, nqueens.Unsatisfiable, nqueens.Timeout, nqueens.MemoryLimit, nqueens.Crashed, nqueens.Crashed, nqueens.Solved,
	} {
		for _, who := range []string{"a", "b"} {
			c := cell(who, 8, status, float64(1+i))
			c.Problem, c.Instance = "queens(8) x"+string(rune('0'+i))+" 12345678", "x"
			c.Wrong = who == "a" && i == 6
			if who == "b" {
				c.Status, c.Seconds = nqueens.Crashed, bench.Interval{Median: 3} // a time that must be ignored
			}
			cells = append(cells, c)
		}
	}
	if figures := EffortCactus(cells, Options{}); len(figures) > 0 {
		t.Errorf("drew %s, where nobody counts", figures[0].Name)
	}
	m := clock()
	list := newLineup(cells, Options{}).series(cells)
	r := races(list, fewProblems)[0]
	c, ok := m.lines(r)
	if !ok || len(c.lines) != 1 || c.lines[0].name != "a" || c.lines[0].note != ": 2; no answer 5" || c.lines[0].points[1].value != 2 {
		t.Errorf("%v %+v", ok, c.lines)
	}
	notes := append(leftOut(cells), endings(r)...)
	if got, want := strings.Join(notes, " "), "Left out: a on 1 of the instances (wrong). No answer: a: time-out 1, memory limit 1, crashed 2; b: crashed 7."; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestScatterOverInstances checks that a mark shows whether there is a solution according to any
// contender; wrong answers do not count.
func TestScatterOverInstances(t *testing.T) {
	var cells []*summary.Cell
	add := func(who, name string, status nqueens.Status, wrong bool) {
		c := cell(who, 8, status, 1)
		c.Problem, c.Instance, c.Wrong = "queens(8, given=a1) "+name, name, wrong
		cells = append(cells, c)
	}
	add("a", "sat", nqueens.Timeout, false)
	add("b", "sat", nqueens.Solved, false)
	add("a", "unsat", nqueens.Unsatisfiable, false)
	add("b", "unsat", nqueens.Timeout, false)
	add("a", "open", nqueens.Timeout, false)
	add("b", "open", nqueens.Timeout, false)
	add("c", "open", nqueens.Solved, true)
	add("c", "unsat", nqueens.Solved, true)
	shared, kinds := sharedProblems(cells, [2]string{"a", "b"}, times)
	if !slices.Equal(kinds, summary.InstanceKindNames()) || len(shared) != 3 {
		t.Fatalf("kinds %q, %d problems", kinds, len(shared))
	}
	for i, want := range []string{"sat", "unsat", "open"} {
		if !strings.HasSuffix(shared[i].problem, " "+want) || shared[i].kind != i {
			t.Errorf("%s is %s", shared[i].problem, kinds[shared[i].kind])
		}
	}
}

// TestPairsOverInstances checks that the baseline, or without one the best contender, is drawn
// against each other contender.
func TestPairsOverInstances(t *testing.T) {
	list := newLineup(files(40), Options{}).series(files(40))
	for baseline, want := range map[string]string{"": "bitmask", "gini": "gini", "absent": "bitmask"} {
		pairs := pairsOver(list, baseline)
		if len(pairs) != 7 {
			t.Errorf("%q: %d pairs", baseline, len(pairs))
		}
		for _, p := range pairs {
			if p[1] != want || p[0] == want {
				t.Errorf("%q: %s against %s", baseline, p[1], p[0])
			}
		}
	}
}

// TestScatterExplainsMarks checks that over instances the key explains the marks even if there is
// one kind, and that marks outside the frame are explained.
func TestScatterExplainsMarks(t *testing.T) {
	var cells []*summary.Cell
	for i := range 6 {
		for _, who := range []string{"a", "b"} {
			c := cell(who, 8, nqueens.Unsatisfiable, float64(1+i))
			c.Problem, c.Instance, c.Limit = "queens(8) x"+string(rune('0'+i))+" 12345678", "x", 10
			if who == "a" && i == 5 {
				c.Status = nqueens.Timeout
			}
			cells = append(cells, c)
		}
	}
	figures := Scatter(cells, Options{})
	if len(figures) != 1 || !strings.Contains(figures[0].Caption, "Hollow marks") {
		t.Fatalf("%d figures, %+v", len(figures), figures)
	}
	key, strip := false, false
	list, _ := texts(figures[0])
	for _, words := range list {
		key = key || words.words == "without"
		strip = strip || strings.HasPrefix(words.words, "time-out (10 s)")
	}
	if !key || !strip {
		t.Errorf("key %v, strip %v in %v", key, strip, list)
	}
}

// TestCactusCountsSilentAnswers checks that a note counts the answers without a value in an effort
// cactus.
func TestCactusCountsSilentAnswers(t *testing.T) {
	var cells []*summary.Cell
	for i := range 6 {
		for _, name := range []string{"cadical", "clasp"} {
			c := cell(name, 8, nqueens.Solved, float64(1+i))
			c.Problem, c.Instance = "queens(8) x"+string(rune('0'+i))+" 12345678", "x"
			c.Stats = summary.Stats{{Name: "conflicts", Value: int64(i)}}
			if i < 2 && name == "cadical" {
				c.Stats = nil
			}
			cells = append(cells, c)
		}
	}
	figures := EffortCactus(cells, Options{})
	if len(figures) != 1 || !slices.Contains(figures[0].Notes, "Answers without a number of conflicts, not part of the line: cadical: 2.") {
		t.Errorf("%+v", figures)
	}
}

// TestFewInstances checks that charts over fewer than five instances are drawn and say that these
// are too few for a ranking.
func TestFewInstances(t *testing.T) {
	for _, n := range []int{1, 2, 4, 5} {
		figures, err := Figures(files(n), Options{})
		if err != nil {
			t.Errorf("%d instances: %v", n, err)
			continue
		}
		kinds := map[string]bool{}
		for _, f := range figures {
			kind, _, _ := strings.Cut(f.Name, "-")
			kinds[kind] = true
			says := strings.Contains(strings.Join(f.Notes, " "), "too few for a ranking")
			if over := kind == "cactus" || kind == "scatter"; says != (over && n < fewProblems) {
				t.Errorf("%d instances, %s: %q", n, f.Name, f.Notes)
			}
		}
		if !kinds["cactus"] || !kinds["scatter"] || kinds["ranks"] && n < fewProblems {
			t.Errorf("%d instances: drawn are %v", n, kinds)
		}
	}
}
