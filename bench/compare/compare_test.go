package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/family"
)

// run represents the runs of one job: its times and results.
type run struct {
	problem, backend string
	times            []float64
	status           nqueens.Status // solved if empty
	count            uint64         // the known count if 0
	nodes            []int64        // per repetition; the last value holds for the remaining ones
	stats            []map[string]int64
}

// side returns a side made of judged and summarised runs.
func side(t *testing.T, name string, runs ...run) Side {
	t.Helper()
	e := bench.Experiment{Name: name, Seed: 1, Repeat: bench.Repeat{Min: 10, Max: 10}}
	var records []bench.Record
	for _, r := range runs {
		p, err := family.All().Parse(r.problem)
		if err != nil {
			t.Fatal(err)
		}
		job := bench.Job{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: r.backend}, Limits: bench.Limits{Time: 10 * time.Second}}
		e.Jobs = append(e.Jobs, job)
		for i, seconds := range r.times {
			record := job.Record(bench.Maker{Version: "1", Build: "b", Seed: 1, Repetition: i + 1, Started: time.Now()}, bench.Observation{})
			record.Status, record.Seconds = nqueens.Solved, seconds
			if r.status != "" {
				record.Status, record.Seconds = r.status, 0
			} else if known, ok := p.Known(); ok && r.count == 0 {
				record.Count = known.Count
			} else {
				record.Count = nqueens.NewCount(r.count)
			}
			if n := len(r.nodes); n > 0 {
				record.Stats = map[string]int64{"nodes": r.nodes[min(i, n-1)], "peak-bytes": int64(i)}
			}
			if r.stats != nil {
				record.Stats = r.stats[i]
			}
			records = append(records, record)
		}
	}
	j := judge.Judge(e, records, nil)
	s := summary.Summarise(e, records, j, nil)
	s.Build = "b"
	return SideOf(name, s, nil)
}

// around returns ten times close to a median.
func around(median float64) []float64 {
	var times []float64
	for i := range 10 {
		times = append(times, median*(1+0.004*(float64(i)-4.5)))
	}
	return times
}

func gate(t *testing.T, text string) Gate {
	t.Helper()
	g, err := ParseGate(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// changed returns an old and a new side with one change of each kind.
func changed(t *testing.T) (old, now Side) {
	wide := []float64{1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9}
	old = side(t, "before",
		run{problem: "queens(4)", backend: "a", times: around(1)},
		run{problem: "queens(5)", backend: "a", times: around(1), nodes: []int64{100}},
		run{problem: "queens(6)", backend: "a", times: around(1), nodes: []int64{100}},
		run{problem: "queens(7)", backend: "a", times: wide},
		run{problem: "queens(8)", backend: "a", times: around(1)},
		run{problem: "queens(9)", backend: "a", times: around(1)},
		run{problem: "queens(10)", backend: "a", times: around(1)},
		run{problem: "queens(4)", backend: "b", times: around(1), count: 7},
		run{problem: "queens(5)", backend: "b", times: []float64{0}, status: nqueens.Timeout},
		run{problem: "queens(6)", backend: "b", times: around(1), nodes: []int64{0}},
		run{problem: "queens(7)", backend: "b", times: around(1), nodes: []int64{50, 60, 70}},
		run{problem: "queens(8)", backend: "b", times: []float64{0}, status: nqueens.Timeout},
	)
	now = side(t, "after",
		run{problem: "queens(4)", backend: "a", times: around(1.1)},
		run{problem: "queens(5)", backend: "a", times: around(0.5), nodes: []int64{100}},
		run{problem: "queens(6)", backend: "a", times: around(1), nodes: []int64{120}},
		run{problem: "queens(7)", backend: "a", times: slices.Concat(wide[1:], wide[:1])},
		run{problem: "queens(8)", backend: "a", times: around(1), count: 91},
		run{problem: "queens(9)", backend: "a", times: []float64{0}, status: nqueens.Timeout},
		run{problem: "queens(4)", backend: "b", times: around(1)},
		run{problem: "queens(5)", backend: "b", times: around(1)},
		run{problem: "queens(6)", backend: "b", times: around(1), nodes: []int64{3}},
		run{problem: "queens(7)", backend: "b", times: around(1), nodes: []int64{60, 50, 70}},
		run{problem: "queens(8)", backend: "b", times: []float64{0}, status: nqueens.Crashed},
		run{problem: "queens(11)", backend: "a", times: around(1)},
	)
	return old, now
}

// TestNewAndWrong checks that a wrong answer to a new job counts as wrong, unless its plan expects
// it.
func TestNewAndWrong(t *testing.T) {
	old := side(t, "before", run{problem: "queens(8)", backend: "a", times: around(1)})
	now := side(t, "after", run{problem: "queens(8)", backend: "a", times: around(1)}, run{problem: "queens(8)", backend: "b", times: around(1), count: 91})
	for expected, want := range map[bool]string{false: "queens(8), count, b: wrong: 91, not measured before", true: ""} {
		now.Cells[1].Expected = expected
		c, err := New(old, now, gate(t, "wrong"), Wall)
		if got := strings.Join(c.Failures, "; "); err != nil || got != want {
			t.Errorf("expected %v: %q, %v, not %q", expected, got, err, want)
		}
	}
}

func TestNew(t *testing.T) {
	old, now := changed(t)
	c, err := New(old, now, gate(t, "slower=5%,effort=1%,wrong,missing"), Wall)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range c.Rows {
		got = append(got, fmt.Sprintf("%s: %s %s", r.What(), r.Problem, r.Backend))
	}
	want := []string{
		"wrong: queens(8) a", "lost: queens(9) a", "ended: queens(8) b", "slower: queens(4) a",
		"more work: queens(6) b", "more work: queens(6) a", "faster: queens(5) a",
		"right: queens(4) b", "answered: queens(5) b", "gone: queens(10) a", "new: queens(11) a", "undecided: queens(7) a", "same: queens(7) b",
	}
	if !slices.Equal(got, want) {
		t.Errorf("rows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	wantFailures := []string{
		"queens(8), count, a: wrong: 91, was 92", "queens(9), count, a: the answer was lost: timeout",
		"queens(4), count, a: slower, +10 % [+8.7, +11]", "queens(6), count, b: more nodes, ×4",
		"queens(6), count, a: more nodes, +20 %", "queens(10), count, a: the result is gone",
	}
	if !slices.Equal(c.Failures, wantFailures) {
		t.Errorf("failures\n%s", strings.Join(c.Failures, "\n"))
	}
	if len(c.Undecided) != 1 || !strings.HasPrefix(c.Undecided[0], "queens(7), count, a: time undecided, ") {
		t.Errorf("undecided %q", c.Undecided)
	}
	if !c.Failed() || c.Timed != 6 || c.TooFewRuns != 0 || c.Runs != 0 || !c.Mean.Enough || math.Abs(c.Mean.Ratio-math.Pow(1.1*0.5, 1.0/6)) > 1e-9 {
		t.Errorf("mean %+v of %d, untold %d, failed %v", c.Mean, c.Timed, c.TooFewRuns, c.Failed())
	}
	if want := []VerdictChange{{"queens(4)", judge.Disagreement, judge.Known}, {"queens(5)", judge.Known, judge.Known}}; len(c.Verdicts) == 0 || c.Verdicts[0] != want[0] {
		t.Errorf("verdicts %v", c.Verdicts)
	}
}

// TestGate checks what each word of a gate fails on.
func TestGate(t *testing.T) {
	old, now := changed(t)
	for text, want := range map[string]int{"slower=5%": 2, "slower=20%": 1, "effort=1%": 2, "effort=50%": 1, "wrong": 1, "missing": 2} {
		c, err := New(old, now, gate(t, text), Wall)
		if err != nil || len(c.Failures) != want || !c.Failed() {
			t.Errorf("%s: %v, %q", text, err, c.Failures)
		}
	}
	c, err := New(old, now, Gate{}, Wall)
	if err != nil || c.Failed() || len(c.Undecided) > 0 {
		t.Errorf("no gate: %v, %q, %q", err, c.Failures, c.Undecided)
	}
	// Undecided rows fail only a strict gate; two runs cannot decide anything.
	few := func(name string) Side {
		return side(t, name, run{problem: "queens(4)", backend: "a", times: []float64{1, 1.001}})
	}
	g := gate(t, "slower=5%")
	if c, err = New(few("before"), few("after"), g, Wall); err != nil || c.Failed() || len(c.Undecided) != 1 || c.TooFewRuns != 1 || c.Runs != 4 {
		t.Errorf("two runs: %v, %+v", err, c)
	}
	g.Strict = true
	if c, err = New(few("before"), few("after"), g, Wall); err != nil || !c.Failed() {
		t.Errorf("two runs, strictly: %v, %+v", err, c)
	}
}

func TestParseGate(t *testing.T) {
	for text, want := range map[string]string{
		"":              `"" is not a kind of change`,
		"slow=5%":       `"slow" is not a kind of change`,
		"slower":        `slower needs a percentage, as in slower=5%`,
		"slower=5":      `"5": write a percentage`,
		"slower=-5%":    `"-5%": write a percentage`,
		"slower=NaN%":   `"NaN%": write a percentage`,
		"slower=Inf%":   `"Inf%": write a percentage`,
		"wrong=1%":      `"wrong=1%": wrong takes no value`,
		"wrong,wrong":   `"wrong" is listed twice`,
		"wrong,\x1b[2J": `"\x1b[2J" is not a kind of change`,
	} {
		if _, err := ParseGate(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestTwins checks that without a change no more tables have a mark, and no gate fails more often,
// than the level of the test allows.
func TestTwins(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const tables, problems = 60, 6
	marked := 0
	for range tables {
		sides := []Side{}
		for range 2 {
			var runs []run
			for n := range problems {
				r := run{problem: fmt.Sprintf("queens(%d)", n+4), backend: "a", nodes: []int64{7}}
				for range 10 {
					r.times = append(r.times, 0.1*math.Exp(0.05*random.NormFloat64()))
				}
				runs = append(runs, r)
			}
			sides = append(sides, side(t, "twin", runs...))
		}
		c, err := New(sides[0], sides[1], gate(t, "slower=1%,effort=0%,wrong,missing"), Wall)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(c.Rows, func(r Row) bool { return r.Time == More || r.Time == Less || r.Answer != Same }) {
			marked++
		}
		if c.Mean.Ratio < 0.9 || c.Mean.Ratio > 1.1 {
			t.Errorf("mean %+v", c.Mean)
		}
	}
	if marked > 7 { // the 99 % quantile of a binomial distribution of 60 tables and 5 %
		t.Errorf("%d of %d tables of twins have a mark", marked, tables)
	}
}

// TestSameRuns checks that identical runs on both sides are reported as such. Times that are equal
// by chance, and runs without a date, do not count as identical.
func TestSameRuns(t *testing.T) {
	fast, slow := run{problem: "queens(8)", backend: "a", times: around(1)}, run{problem: "queens(8)", backend: "b", times: around(2)}
	one := side(t, "one", fast, slow)
	// copied returns a copy of side one in another folder, with the runs of the first changed jobs
	// modified.
	copied := func(name string, changed int, change func(*bench.Record)) Side {
		other := side(t, name, fast, slow)
		for i, from := range one.Cells {
			for k, record := range from.Records {
				again := *record
				if i < changed {
					change(&again)
				}
				other.Cells[i].Records[k] = &again
			}
		}
		return other
	}
	none := func(*bench.Record) {}
	alone := side(t, "alone", fast)
	gone := alone // and a job that was not measured again
	gone.Cells = append(slices.Clone(one.Cells), side(t, "", run{problem: "queens(9)", backend: "a", times: around(1)}).Cells...)
	skipped := func(s Side) Side {
		cell := *s.Cells[0]
		cell.Backend, cell.Runs, cell.Records, cell.Times, cell.Status = "skipped", 0, nil, nil, ""
		s.Cells = append(slices.Clone(s.Cells), &cell)
		return s
	}
	later := func(r *bench.Record) { r.Started = r.Started.Add(time.Nanosecond) }
	lost := copied("lost", 1, later)
	lost.Cells[0].Status, lost.Cells[0].Times, lost.Cells[0].Seconds = nqueens.Timeout, nil, bench.Interval{}
	undated := copied("undated", 2, func(r *bench.Record) { r.Started = time.Time{} })
	strict := gate(t, "slower=5%")
	strict.Strict = true
	for _, s := range []struct {
		old, now      Side
		shared, timed int
		line          string
	}{
		{one, one, 2, 0, "times: nothing was measured again: both sides are the same runs, from one folder or a copy of it\n"},
		{alone, alone, 1, 0, "times: nothing was measured again: "},
		{gone, one, 2, 0, "times: nothing was measured again: "},
		{skipped(one), skipped(one), 2, 0, "times: nothing was measured again: "},
		{one, copied("copy", 0, none), 2, 0, "times: nothing was measured again: "},
		{one, copied("part", 1, later), 1, 1, "both sides have the same runs for 1 of 2 results; these are in no mean\n"},
		{one, copied("part", 1, later), 1, 1, "over 1 (geometric mean); 1 the same within 5 %\n"},
		{one, copied("part", 1, later), 1, 1, "  same runs"},
		{one, lost, 1, 0, "times: no result that was measured again has a time on both sides\n"},
		{one, copied("again", 2, later), 0, 2, "times: ±0 %"},
		{undated, undated, 2, 0, "times: nothing was measured again: "},
		{undated, copied("undated", 2, func(r *bench.Record) { r.Started = time.Time{} }), 0, 2, "times: ±0 %"},
	} {
		c, err := New(s.old, s.now, strict, Wall)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := c.Write(&text, Style{Full: true}); err != nil {
			t.Fatal(err)
		}
		if c.Shared != s.shared || c.Timed != s.timed || !strings.Contains(text.String(), s.line) {
			t.Errorf("%s: %d shared, %d timed, want %q\n%s", s.now.Name, c.Shared, c.Timed, s.line, text.String())
		}
		if slices.ContainsFunc(c.Rows, func(r Row) bool { return r.shared() && (r.Time != Equal || r.Effect.Ratio != 1) }) {
			t.Errorf("%s: what is the same has changed: %+v", s.now.Name, c.Rows)
		}
		if s.shared == 2 && c.Failed() {
			t.Errorf("%s: %q", s.now.Name, c.Undecided)
		}
	}
}

func TestMachines(t *testing.T) {
	old, now := changed(t)
	here := bench.Environment{CPU: "Xeon", Cores: 2, System: "linux/amd64", Kernel: "6.1", Commit: "a", Machine: bench.Machine{Memory: 25276502016}}
	there := here
	there.Kernel, there.Commit, there.Memory = "6.2", "b", 25276502016-1<<20
	old.Environments, now.Environments = []bench.Environment{here}, []bench.Environment{there}
	c, err := New(old, now, Gate{}, Wall)
	if err != nil || !slices.Equal(c.Drift, []string{`kernel "6.2", was "6.1"`}) || len(c.About) != 0 {
		t.Errorf("another kernel: %v, %q, %q", err, c.Drift, c.About)
	}
	for _, alone := range [][2][]bench.Environment{{nil, {there}}, {{here}, nil}} {
		if c, err = New(Side{Cells: old.Cells, Environments: alone[0]}, Side{Cells: now.Cells, Environments: alone[1]}, Gate{}, Wall); err != nil || len(c.About) != 1 {
			t.Errorf("one side tells nothing of its machine: %v, %q", err, c.About)
		}
	}
	there.CPU, there.Cores = "EPYC", 4
	now.Environments = append(now.Environments, there)
	_, err = New(old, now, Gate{}, Wall)
	if _, ok := errors.AsType[*MachinesError](err); !ok || err.Error() != `times of different machines cannot be compared: CPU "EPYC", was "Xeon"; cores "4", was "2"` {
		t.Errorf("another machine: %v", err)
	}
	c, err = New(old, now, gate(t, "slower=1%,effort=1%"), NoClock)
	if err != nil || c.Timed != 0 || len(c.Failures) != 3 || c.Drift[0] != `CPU "EPYC", was "Xeon"` {
		t.Errorf("effort alone: %v, %q, %q", err, c.Failures, c.Drift)
	}
	there.CPU, there.Cores = "", 0 // unknown
	now.Environments = []bench.Environment{there}
	if _, err = New(old, now, Gate{}, Wall); err != nil {
		t.Error(err)
	}
}

// TestWrite checks that no line exceeds the page width, whatever the names are, and that names are
// escaped.
func TestWrite(t *testing.T) {
	old, now := changed(t)
	long := run{problem: "queens(12)", backend: strings.Repeat("<script>|`\x1b[2J", 9), times: around(1), nodes: []int64{5}}
	longer := long
	longer.times, longer.nodes = around(3), []int64{6}
	old.Cells = append(old.Cells, side(t, "", long).Cells...)
	now.Cells = append(now.Cells, side(t, "", longer).Cells...)
	c, err := New(old, now, gate(t, "slower=5%,effort=1%,wrong,missing"), Wall)
	if err != nil {
		t.Fatal(err)
	}
	for _, style := range []Style{{}, {Full: true}, {Markdown: true}} {
		var b strings.Builder
		if err := c.Write(&b, style); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "\x1b") || style.Markdown && strings.Contains(b.String(), "<script") {
			t.Errorf("%+v: a name came through\n%s", style, b.String())
		}
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > pageWidth && !style.Markdown && !strings.HasPrefix(line, "FAILED") && !strings.Contains(line, "script") {
				t.Errorf("%+v: %d characters: %s", style, n, line)
			}
		}
	}
	var b strings.Builder
	if err := c.WriteJSON(&b); err != nil || !json.Valid([]byte(b.String())) || !strings.Contains(b.String(), `"answer": "wrong"`) {
		t.Errorf("JSON: %v, %s", err, b.String())
	}
	b.Reset()
	empty, err := New(side(t, "nothing"), side(t, "nothing"), gate(t, "slower=5%,effort=1%,wrong,missing"), Wall)
	if err != nil || empty.Failed() || empty.Write(&b, Style{}) != nil || !strings.HasPrefix(b.String(), "answers: 0 of 0 as before\ntimes: no result has a time") {
		t.Errorf("nothing: %v\n%s", err, b.String())
	}
}

// TestWrongThenCrashed checks that a wrong answer followed by a crash does not count as a lost
// answer.
func TestWrongThenCrashed(t *testing.T) {
	c, err := New(side(t, "old", run{problem: "queens(8)", backend: "a", times: around(1), count: 40}),
		side(t, "new", run{problem: "queens(8)", backend: "a", times: []float64{0}, status: nqueens.Crashed}), gate(t, "missing"), Wall)
	if err != nil || c.Rows[0].Answer != Ended || c.Rows[0].Why != "crashed, was 40, which is wrong" || c.Failed() {
		t.Errorf("%v: %+v", err, c)
	}
}

// TestMarksAreExplained checks that notes explain the time column and the mark ~.
func TestMarksAreExplained(t *testing.T) {
	old, now := changed(t)
	c, err := New(old, now, Gate{}, Wall)
	var b strings.Builder
	if err == nil {
		err = c.Write(&b, Style{})
	}
	if err != nil || !strings.Contains(b.String(), "time is the median of the quotients") || !strings.Contains(b.String(), "~: no difference found") {
		t.Errorf("%v: %s", err, b.String())
	}
}

// TestMarkOfWrongAnswer checks that a comparison with a wrong answer has no green tick, with or without
// a gate.
func TestMarkOfWrongAnswer(t *testing.T) {
	old, now := changed(t)
	for _, side := range []struct {
		old, now Side
		want     string
	}{{old, now, "### ⚠️ "}, {old, old, "### ✅ "}} {
		c, err := New(side.old, side.now, Gate{}, Wall)
		var b strings.Builder
		if err == nil {
			err = c.Write(&b, Style{Markdown: true})
		}
		if err != nil || !strings.HasPrefix(b.String(), side.want) {
			t.Errorf("%v, want %s:\n%.200s", err, side.want, b.String())
		}
	}
}

// TestClocks checks that times by different clocks are refused, and that effort is still compared.
func TestClocks(t *testing.T) {
	old, now := Side{Name: "old"}, Side{Name: "now", Clock: bench.CPUClock}
	_, err := New(old, now, Gate{}, Own)
	if _, ok := errors.AsType[*ClocksError](err); !ok || !strings.Contains(err.Error(), "times by the clock cpu cannot be compared with times by the clock wall") {
		t.Error(err)
	}
	if _, err := New(old, now, Gate{}, NoClock); err != nil {
		t.Error(err)
	}
	if _, err := New(now, now, Gate{}, Own); err != nil {
		t.Error(err)
	}
	for _, sides := range [][2]Side{{now, now}, {old, now}, {now, old}} {
		if _, err := New(sides[0], sides[1], Gate{}, Wall); err == nil || !strings.HasPrefix(err.Error(), "now was measured by the clock cpu and has no times by the clock wall") {
			t.Error(err)
		}
	}
	if _, err := New(old, old, Gate{}, Wall); err != nil {
		t.Error(err)
	}
}
