package compare

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/stats"
	"nqueens/bench/summary"
)

// effect returns an effect without uncertainty.
func effect(ratio float64) stats.Effect {
	return stats.Effect{Ratio: ratio, Low: ratio, High: ratio, Enough: true}
}

// within returns an effect with an interval.
func within(low, ratio, high float64) stats.Effect {
	return stats.Effect{Ratio: ratio, Low: low, High: high, Enough: true}
}

// TestChange checks the thresholds between more, less, same and undecided.
func TestChange(t *testing.T) {
	c := Comparison{Tolerance: 0.25}
	for _, test := range []struct {
		e    stats.Effect
		p    float64
		want Change
	}{
		{effect(2), 0.01, More}, {effect(0.5), 0.01, Less}, {effect(1), 0.01, Equal},
		{effect(2), 0, Undecided}, {effect(0.5), 0, Undecided}, {effect(2), stats.Level, Undecided}, {effect(0.5), stats.Level, Undecided},
		{within(0.81, 1, 1.24), 0, Equal}, {within(0.81, 1, 1.25), 0.5, Undecided}, {within(0.8, 1, 1.24), 0.5, Undecided}, {within(0.7, 1, 1.1), 0.5, Undecided},
		{stats.Effect{Ratio: 1}, 0, Undecided}, {stats.Effect{Ratio: 1, Low: 1, High: 1}, 0.5, Undecided},
	} {
		if got := c.change(test.e, test.p); got != test.want {
			t.Errorf("%+v, p %v: %s, want %s", test.e, test.p, got, test.want)
		}
	}
}

// TestTolerance checks the tolerance of gates with and without a value.
func TestTolerance(t *testing.T) {
	for text, want := range map[string]float64{"wrong": 0.05, "slower=0%": 0.05, "slower=20%": 0.2, "slower=0.5%": 0.005, "effort=20%": 0.05} {
		if got := gate(t, text).tolerance(); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	g := gate(t, "slower=5%,effort=0%")
	if *g.Slower != 0.05 || *g.Effort != 0 || g.Wrong || g.Missing {
		t.Errorf("%+v", g)
	}
	if g = gate(t, " wrong, missing"); g.Slower != nil || g.Effort != nil || !g.Wrong || !g.Missing {
		t.Errorf("%+v", g)
	}
}

// TestDecide checks what each gate fails on and leaves undecided, at the boundaries.
func TestDecide(t *testing.T) {
	const all = "slower=25%,effort=25%,wrong,missing"
	work := func(e Effort) Row { return Row{Answer: Same, Effort: []Effort{e}} }
	for _, test := range []struct {
		gate, want string // F is a failure, U an undecided row
		row        Row
	}{
		{all, "F", Row{Answer: BecameWrong}}, {"slower=25%,effort=25%,missing", "", Row{Answer: BecameWrong}},
		{all, "F", Row{Answer: Differs}}, {"slower=25%,effort=25%,missing", "", Row{Answer: Differs}},
		{all, "F", Row{Answer: Lost}}, {"missing", "F", Row{Answer: Lost}}, {"slower=25%", "F", Row{Answer: Lost}}, {"wrong,effort=25%", "", Row{Answer: Lost}},
		{all, "F", Row{Answer: Gone}}, {"slower=25%,wrong,effort=25%", "", Row{Answer: Gone}},
		{all, "", Row{Answer: BecameRight}}, {all, "", Row{Answer: Found}}, {all, "", Row{Answer: Added}}, {all, "", Row{Answer: Ended}}, {all, "", Row{Answer: Same}},
		{all, "F", Row{Answer: Same, Time: More, Effect: effect(1.25)}}, {all, "", Row{Answer: Same, Time: More, Effect: effect(1.24)}},
		{all, "", Row{Answer: Same, Time: Less, Effect: effect(0.1)}}, {"wrong,missing,effort=25%", "", Row{Answer: Same, Time: More, Effect: effect(9)}},
		{all, "U", Row{Answer: Same, Time: Undecided, Effect: within(0.9, 1, 1.25)}}, {all, "", Row{Answer: Same, Time: Undecided, Effect: within(0.1, 1, 1.24)}},
		{all, "U", Row{Answer: Same, Time: Undecided, Effect: stats.Effect{Ratio: 1}}}, {all, "U", Row{Answer: Same, Time: Equal, Effect: within(1, 1, 1.3)}},
		{all, "", Row{Answer: Same, Time: More, Effect: within(1.1, 1.2, 1.3)}},
		{all, "F", work(Effort{Unit: "nodes", Change: More, Effect: effect(1.25), Exact: true})}, {all, "", work(Effort{Unit: "nodes", Change: More, Effect: effect(1.24), Exact: true})},
		{all, "", work(Effort{Unit: "clauses", Change: More, Effect: effect(9), Exact: true})}, {"slower=25%,wrong,missing", "", work(Effort{Unit: "nodes", Change: More, Effect: effect(9), Exact: true})},
		{all, "", work(Effort{Unit: "nodes", Change: Equal, Effect: none, Exact: true})}, {all, "", work(Effort{Unit: "nodes", Change: Equal, Exact: true})},
		{all, "U", work(Effort{Unit: "nodes", Change: Equal, Effect: within(1, 1, 1.3)})}, {all, "U", work(Effort{Unit: "nodes", Change: Undecided, Effect: within(1, 1, 1.25)})},
		{all, "", work(Effort{Unit: "nodes", Change: Undecided, Effect: within(1, 1, 1.24)})}, {all, "", work(Effort{Unit: "nodes", Change: Less, Effect: effect(0.5)})},
	} {
		c := Comparison{Gate: gate(t, test.gate), Rows: []Row{test.row}}
		c.decide()
		if got := strings.Repeat("F", len(c.Failures)) + strings.Repeat("U", len(c.Undecided)); got != test.want {
			t.Errorf("%s: %s, want %s, of %+v", test.gate, got, test.want, test.row)
		}
		strict := c
		strict.Gate.Strict = true
		if c.Failed() != (test.want == "F") || strict.Failed() != (test.want != "") {
			t.Errorf("%s: failed %v, strictly %v, of %s", test.gate, c.Failed(), strict.Failed(), test.want)
		}
	}
}

// TestMainChange checks which of several changes a row shows, and its size.
func TestMainChange(t *testing.T) {
	effort := func(unit string, change Change, ratio float64) Effort {
		return Effort{Unit: unit, Change: change, Effect: effect(ratio)}
	}
	for _, test := range []struct {
		row  Row
		what What
		unit string
		size float64 // as an exponent of e
	}{
		{Row{Answer: Same}, "same", "", 1},
		{Row{Answer: Lost, Time: More, Effect: effect(2)}, "lost", "", 2},
		{Row{Answer: Same, Time: More, Effect: effect(4)}, "slower", "", 4},
		{Row{Answer: Same, Time: Less, Effect: effect(0.25)}, "faster", "", 4},
		{Row{Answer: Same, Time: Equal, Effect: effect(3)}, "same", "", 1},
		{Row{Answer: Same, Time: Undecided, Effect: effect(3)}, "undecided", "", 1},
		{Row{Answer: Same, Time: Undecided, Effect: effect(3), Effort: []Effort{effort("nodes", More, 2)}}, "more work", "nodes", 2},
		{Row{Answer: Same, Time: More, Effect: effect(3), Effort: []Effort{effort("nodes", More, 2)}}, "slower", "nodes", 3},
		{Row{Answer: Same, Time: Less, Effect: effect(0.2), Effort: []Effort{effort("nodes", More, 2)}}, "faster", "nodes", 5},
		{Row{Answer: Same, Effort: []Effort{effort("nodes", Less, 0.5)}}, "less work", "nodes", 2},
		{Row{Answer: Same, Effort: []Effort{effort("nodes", Undecided, 2)}}, "undecided", "nodes", 2},
		{Row{Answer: Same, Time: Equal, Effort: []Effort{effort("nodes", Equal, 1)}}, "same", "nodes", 1},
		{Row{Answer: Same, Effort: []Effort{effort("clauses", More, 1000), effort("nodes", More, 1.1)}}, "more work", "nodes", 1.1},
		{Row{Answer: Same, Effort: []Effort{effort("nodes", More, 1.1), effort("clauses", More, 1000)}}, "more work", "nodes", 1.1},
		{Row{Answer: Same, Effort: []Effort{effort("conflicts", More, 1.1), effort("nodes", Less, 0.5)}}, "less work", "nodes", 2},
		{Row{Answer: Same, Effort: []Effort{effort("conflicts", More, 2), effort("nodes", More, 2)}}, "more work", "conflicts", 2},
		{Row{Answer: Same, Effort: []Effort{effort("nodes", Undecided, 9), effort("clauses", Less, 0.9)}}, "less work", "clauses", 1 / 0.9},
		{Row{Answer: Same, Effort: []Effort{effort("nodes", Equal, 9), effort("conflicts", Undecided, 2)}}, "undecided", "conflicts", 2},
		{Row{Answer: Same, Effort: []Effort{effort("conflicts", Undecided, 2), effort("nodes", Equal, 9)}}, "undecided", "conflicts", 2},
	} {
		if what, unit, size := test.row.What(), test.row.work().Unit, test.row.size(); what != test.what || unit != test.unit || math.Abs(size-math.Log(test.size)) > 1e-12 {
			t.Errorf("%s, %q, %v; want %s, %q, log %v of %+v", what, unit, size, test.what, test.unit, test.size, test.row)
		}
	}
}

// TestAnswer checks the change of an answer for each pair of cells.
func TestAnswer(t *testing.T) {
	cell := func(text string) *summary.Cell {
		if text == "" {
			return nil
		}
		text, wrong := strings.CutSuffix(text, "!")
		c := &summary.Cell{Status: nqueens.Solved, Wrong: wrong, Count: text}
		switch text {
		case "found":
			c.Count = ""
		case "none":
			c.Status, c.Count = nqueens.Unsatisfiable, ""
		case "timeout", "crashed":
			c.Status, c.Count = nqueens.Status(text), ""
		case "skipped":
			c.Status, c.Count, c.Skipped = "", "", "late"
		}
		return c
	}
	for _, test := range []struct {
		old, now, want string
		expected       bool
	}{
		{"", "92", "new", false}, {"", "91!", "wrong: 91, not measured before", false}, {"", "91!", "new", true}, {"", "timeout", "new", false}, {"92", "", "gone", false},
		{"92", "92", "same", false}, {"92", "91!", "wrong: 91, was 92", false}, {"92", "91!", "wrong: 91, was 92", true}, {"timeout", "91!", "wrong: 91, was timeout", false},
		{"91!", "92", "right: 92, was 91", false}, {"91!", "91!", "same", false}, {"91!", "90!", "differs: 90, was 91", false},
		{"91!", "timeout", "ended: timeout, was 91, which is wrong", false}, {"91!", "skipped", "ended: skipped (late), was 91, which is wrong", false},
		{"92", "timeout", "lost: timeout", false}, {"92", "skipped", "lost: skipped (late)", false}, {"none", "crashed", "lost: crashed", false},
		{"timeout", "92", "answered: timeout before", false}, {"skipped", "none", "answered: skipped (late) before", false},
		{"timeout", "timeout", "neither answered: timeout", false}, {"crashed", "crashed", "neither answered: crashed", false}, {"timeout", "crashed", "ended: crashed, was timeout", false}, {"skipped", "timeout", "ended: timeout, was skipped (late)", false},
		{"92", "91", "differs: 91, was 92", false}, {"found", "none", "differs: no solution, was a solution", false}, {"none", "none", "same", false}, {"found", "found", "same", false},
		{"0", "none", "same", false},
	} {
		r := Row{Old: cell(test.old), New: cell(test.now)}
		if r.New != nil {
			r.New.Expected = test.expected
		}
		r.answer()
		if got := strings.TrimSuffix(string(r.Answer)+": "+r.Why, ": "); got != test.want {
			t.Errorf("%q, then %q: %s, want %s", test.old, test.now, got, test.want)
		}
	}
}

// TestShared checks that runs are the same only if their key and start time are equal.
func TestShared(t *testing.T) {
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	cell := func(key string, after time.Duration, times ...float64) *summary.Cell {
		c := &summary.Cell{Times: times, Runs: len(times)}
		for range times {
			c.Records = append(c.Records, &bench.Record{Key: key, Started: began.Add(after)})
		}
		return c
	}
	one := cell("a", 0, 1, 2)
	for i, test := range []struct {
		old, now *summary.Cell
		want     bool
	}{
		{one, one, true}, {one, cell("a", 0, 1, 2), true}, {one, cell("b", 0, 1, 2), false}, {one, cell("a", 1, 1, 2), false},
		{one, cell("a", 0, 1, 3), false}, {one, cell("a", 0, 1), false}, {one, nil, false}, {nil, one, false}, {cell("a", 0), cell("a", 0), false},
	} {
		if got := (&Row{Old: test.old, New: test.now}).shared(); got != test.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}

// TestExactly checks that work that is constant on each side needs no test.
func TestExactly(t *testing.T) {
	for _, test := range []struct {
		a, b   []float64
		exact  bool
		change Change
		ratio  float64
	}{
		{[]float64{5, 5}, []float64{5}, true, Equal, 1}, {[]float64{5}, []float64{10, 10}, true, More, 2}, {[]float64{10}, []float64{5}, true, Less, 0.5},
		{[]float64{0}, []float64{3}, true, More, 4}, {[]float64{3}, []float64{0}, true, Less, 0.25}, {[]float64{0}, []float64{0}, true, Equal, 1},
		{[]float64{3, 1, 2}, []float64{1, 2, 3}, true, Equal, 1}, {[]float64{1, 2}, []float64{1, 3}, false, "", 0}, {[]float64{1, 1}, []float64{1, 2}, false, "", 0}, {[]float64{2, 1}, []float64{1, 1}, false, "", 0},
	} {
		var e Effort
		if got := e.exactly(test.a, test.b); got != test.exact || e.Exact != test.exact || e.Change != test.change || test.exact && e.Effect != effect(test.ratio) || e.Old != bench.Median(test.a) || e.New != bench.Median(test.b) {
			t.Errorf("%v, %v: %v, %+v", test.a, test.b, got, e)
		}
	}
}

// TestWorkCompared checks that only units of work present on both sides are compared, with one
// added to each value if some are 0.
func TestWorkCompared(t *testing.T) {
	give := func(name string, stats ...map[string]int64) Side {
		return side(t, name, run{problem: "queens(8)", backend: "a", times: slices.Repeat([]float64{1}, len(stats)), stats: stats})
	}
	old := give("old", map[string]int64{"nodes": 0, "seed": 1, "time": 3, "threads": 1, "only-old": 1}, map[string]int64{"nodes": 3}, map[string]int64{"nodes": 1})
	now := give("new", map[string]int64{"nodes": 1, "seed": 2, "time": 9, "threads": 2, "only-new": 1}, map[string]int64{"nodes": 7}, map[string]int64{"nodes": 3})
	c, err := New(old, now, Gate{}, NoClock)
	if err != nil || len(c.Rows) != 1 || len(c.Rows[0].Effort) != 1 {
		t.Fatalf("%v, %+v", err, c.Rows)
	}
	// The quotients of 2, 8, 4 by 1, 4, 2 are 0.5, 1, 1, 2, 2, 2, 4, 4, 8.
	if e := c.Rows[0].Effort[0]; e.Unit != "nodes" || e.Old != 1 || e.New != 3 || math.Abs(e.Effect.Ratio-2) > 1e-12 || e.Change != Undecided || e.Exact {
		t.Errorf("%+v", e)
	}
	now.Cells[0].Status = nqueens.Timeout
	if c, err = New(old, now, Gate{}, NoClock); err != nil || len(c.Rows[0].Effort) != 0 {
		t.Errorf("the work of what was not answered: %v, %+v", err, c.Rows)
	}
}

// TestUnits checks that each unit is compared independently of the units around it.
func TestUnits(t *testing.T) {
	var old, now []map[string]int64
	a, b := map[string][]float64{}, map[string][]float64{}
	for i := range int64(6) {
		old = append(old, map[string]int64{"conflicts": 1 + i, "nodes": 10 + 7*i%5, "peak-bytes": i, "propagations": 100 + i})
		now = append(now, map[string]int64{"chunks": i, "conflicts": 3 + i*i, "nodes": 9 + i, "peak-bytes": 7, "propagations": 300 + 2*i})
		for unit := range old[i] {
			a[unit], b[unit] = append(a[unit], float64(old[i][unit])), append(b[unit], float64(now[i][unit]))
		}
	}
	give := func(stats []map[string]int64) Side {
		return side(t, "", run{problem: "queens(8)", backend: "a", times: slices.Repeat([]float64{1}, len(stats)), stats: stats})
	}
	c, err := New(give(old), give(now), Gate{}, NoClock)
	if err != nil || len(c.Rows[0].Effort) != 3 {
		t.Fatalf("%v, %+v", err, c.Rows)
	}
	for i, unit := range []string{"conflicts", "nodes", "propagations"} {
		if e := c.Rows[0].Effort[i]; e.Unit != unit || e.Effect != stats.Quotient(a[unit], b[unit]) || e.P == 0 || e.Change == "" {
			t.Errorf("%+v, want the effect %+v", e, stats.Quotient(a[unit], b[unit]))
		}
	}
}

// TestEffortLine checks that the line names the largest increase of work, wherever its row stands.
func TestEffortLine(t *testing.T) {
	more := func(problem string, ratio float64) Row {
		return Row{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"}, Effort: []Effort{{Unit: "nodes", Change: More, Effect: stats.Effect{Ratio: ratio}}}}
	}
	for want, rows := range map[string][]Row{
		"no result has effort on both sides":                       {{Problem: "p"}},
		"the same in 0 of 1; 1 more; most, ×3 nodes (p, count, b)": {more("p", 3)},
		"the same in 0 of 3; 3 more; most, ×4 nodes (q, count, b)": {more("p", 3), more("q", 4), more("r", 2)},
	} {
		if got := (Comparison{Rows: rows}).effortLine(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWriteFails checks that write errors are returned.
func TestWriteFails(t *testing.T) {
	for _, write := range []func(io.Writer) error{
		func(w io.Writer) error { return Comparison{}.Write(w, Style{}) }, Comparison{}.WriteJSON,
	} {
		if err := write(failing{}); err != io.ErrShortWrite {
			t.Error(err)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestMatched checks that a job has a row if either side has a valid result, and that verdicts are
// compared only if both sides have one.
func TestMatched(t *testing.T) {
	void := func(c *summary.Cell) *summary.Cell { void := *c; void.Status = nqueens.Void; return &void }
	one := side(t, "one", run{problem: "queens(4)", backend: "a", times: []float64{1}}, run{problem: "queens(5)", backend: "a", times: []float64{1}})
	first, second := one.Cells[0], one.Cells[1]
	for _, test := range []struct {
		old, now []*summary.Cell
		want     []Answer
	}{
		{[]*summary.Cell{first}, []*summary.Cell{second}, []Answer{Gone, Added}},
		{[]*summary.Cell{void(first)}, []*summary.Cell{first}, []Answer{Added}}, {[]*summary.Cell{first}, []*summary.Cell{void(first)}, []Answer{Gone}},
		{[]*summary.Cell{void(first)}, []*summary.Cell{void(first)}, nil}, {[]*summary.Cell{void(first)}, nil, nil}, {nil, []*summary.Cell{void(first), second}, []Answer{Added}},
	} {
		c, err := New(Side{Cells: test.old}, Side{Cells: test.now}, Gate{}, Wall)
		var got []Answer
		for _, r := range c.Rows {
			got = append(got, r.Answer)
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%v: %q, want %q", err, got, test.want)
		}
	}
	verdicts := func(kinds ...judge.VerdictKind) (cells []*summary.Cell) {
		for i, kind := range kinds {
			if kind != "" {
				cells = append(cells, &summary.Cell{Problem: fmt.Sprint("p", i), N: 9 - i, Verdict: kind})
			}
		}
		return slices.Concat(cells, cells) // results of two contenders
	}
	var c Comparison
	c.verdicts(verdicts(judge.Known, judge.Known, judge.Alone, "", judge.Alone), verdicts(judge.Known, judge.Disagreement, "", judge.Known, judge.Agreed))
	if !slices.Equal(c.Verdicts, []VerdictChange{{"p4", judge.Alone, judge.Agreed}, {"p1", judge.Known, judge.Disagreement}}) {
		t.Errorf("%+v", c.Verdicts)
	}
}

// TestEnvironments checks that each difference is listed once, that a named environment is the
// reference, and that loads that differ by at least 1 are listed.
func TestEnvironments(t *testing.T) {
	xeon, epyc := bench.Environment{CPU: "Xeon"}, bench.Environment{CPU: "EPYC"}
	desk, rack := bench.Environment{Name: "desk", CPU: "Xeon"}, bench.Environment{Name: "rack", CPU: "EPYC"}
	newer := bench.Environment{CPU: "Xeon", Kernel: "6.2"}
	older := bench.Environment{CPU: "Xeon", Kernel: "6.1"}
	for i, test := range []struct {
		old, now []bench.Environment
		machines int
		drift    string
	}{
		{[]bench.Environment{xeon}, []bench.Environment{xeon}, 0, ""}, {[]bench.Environment{xeon}, []bench.Environment{epyc, epyc}, 1, ""},
		{[]bench.Environment{older}, []bench.Environment{newer, newer}, 0, `kernel "6.2", was "6.1"`},
		{[]bench.Environment{desk}, []bench.Environment{desk}, 0, ""}, {[]bench.Environment{desk}, []bench.Environment{rack, rack}, 2, ""},
		// A value that one side did not record is no difference.
		{[]bench.Environment{xeon}, []bench.Environment{newer}, 0, ""}, {[]bench.Environment{newer}, []bench.Environment{xeon}, 0, ""},
		{[]bench.Environment{{Cores: 2}}, []bench.Environment{xeon}, 0, ""}, {[]bench.Environment{xeon}, []bench.Environment{{Cores: 2}}, 0, ""},
		// An environment without a name is no reference if another has one.
		{[]bench.Environment{{}}, []bench.Environment{desk, desk}, 0, ""}, {[]bench.Environment{{}, desk}, []bench.Environment{rack}, 2, ""},
	} {
		var c Comparison
		err := c.environments(Side{Environments: test.old}, Side{Environments: test.now})
		machines := 0
		if different, is := err.(*MachinesError); is {
			machines = len(different.Differences)
		}
		if machines != test.machines || strings.Join(c.Drift, "; ") != test.drift {
			t.Errorf("%d: %v, %q", i, err, c.Drift)
		}
	}
	for _, test := range []struct {
		before, after float64
		want          string
	}{{0.5, 1.5, "load 1.5, was 0.5"}, {1.5, 0.5, "load 0.5, was 1.5"}, {0.5, 1.4, ""}, {0, 5, ""}, {5, 0, ""}} {
		at := func(load float64) Side {
			e := xeon
			if load > 0 {
				e.Sessions = loaded(load)
			}
			return Side{Environments: []bench.Environment{e}}
		}
		var c Comparison
		if err := c.environments(at(test.before), at(test.after)); err != nil || strings.Join(c.Drift, "; ") != test.want {
			t.Errorf("%v, then %v: %v, %q", test.before, test.after, err, c.Drift)
		}
	}
}

// TestRunsNeeded checks that more compared jobs need more runs of each.
func TestRunsNeeded(t *testing.T) {
	for problems := 1; problems <= 6; problems++ {
		var runs []run
		for n := range problems {
			runs = append(runs, run{problem: fmt.Sprintf("queens(%d)", n+4), backend: "a", times: []float64{1, 1.1}})
		}
		c, err := New(side(t, "old", runs...), side(t, "new", runs...), Gate{}, Wall)
		if err != nil || c.TooFewRuns != problems || stats.LeastP(c.Runs, c.Runs)*float64(problems) >= stats.Level || stats.LeastP(c.Runs-1, c.Runs-1)*float64(problems) < stats.Level {
			t.Errorf("%d problems: %v, %d untold, %d runs", problems, err, c.TooFewRuns, c.Runs)
		}
	}
}

// TestAnswersLine checks the counts of changed answers and of changed verdicts.
func TestAnswersLine(t *testing.T) {
	rows := func(answers ...Answer) (list []Row) {
		for _, a := range answers {
			list = append(list, Row{Answer: a})
		}
		return list
	}
	changes := []VerdictChange{{"p", "known", "disagreement"}, {"q", "known", "alone"}, {"r", "known", "alone"}}
	for want, c := range map[string]Comparison{
		"0 of 0 as before":                 {},
		"2 of 2 as before":                 {Rows: rows(Same, Same)},
		"WRONG, 1 of 2 as before; 1 wrong": {Rows: rows(Same, BecameWrong)},
		"1 of 1 as before; another verdict on p: known → disagreement":               {Rows: rows(Same), Verdicts: changes[:1]},
		"0 of 0 as before; another verdict on p: known → disagreement and on 1 more": {Verdicts: changes[:2]},
		"0 of 0 as before; another verdict on p: known → disagreement and on 2 more": {Verdicts: changes},
	} {
		if got := c.answersLine(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
