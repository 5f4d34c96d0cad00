package summary

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
)

func TestInterval(t *testing.T) {
	for _, test := range []struct {
		sample []float64
		want   bench.Interval
	}{
		{nil, bench.Interval{}},
		{[]float64{3}, bench.Interval{Median: 3}},
		{[]float64{5, 1, 3, 2, 4}, bench.Interval{Median: 3}},
		// With six values, the extremes enclose the median with probability 1 − 2/2⁶ = 97 %.
		{[]float64{6, 5, 4, 3, 2, 1}, bench.Interval{Median: 3.5, Low: 1, High: 6, Enough: true}},
		// With nine values, the second and the eighth do with 96 %: 1 − 2·(1 + 9)/2⁹.
		{[]float64{9, 8, 7, 6, 5, 4, 3, 2, 1}, bench.Interval{Median: 5, Low: 2, High: 8, Enough: true}},
	} {
		if got := bench.NewInterval(test.sample); got != test.want {
			t.Errorf("%v: %+v, want %+v", test.sample, got, test.want)
		}
	}
}

// TestMixedCell checks that two answers and a time-out are a time-out, without a time to compare.
func TestMixedCell(t *testing.T) {
	job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"}, Limits: bench.Limits{Time: time.Second}}
	answered := func(seconds float64, peak int64) bench.Record {
		r := madeRecord(job, nqueens.Solved, seconds)
		r.Count, r.PeakBytes, r.CPUSeconds = nqueens.NewCount(92), peak, 2*seconds
		r.Phases, r.Stats = nqueens.Phases{Encode: seconds / 8, Solve: seconds / 2, Decode: seconds / 4, Check: seconds}, map[string]int64{"nodes": 10 * peak}
		return r
	}
	late := madeRecord(job, nqueens.Timeout, 0)
	late.Reason, late.PeakBytes = "ran for more than 1s", 50
	e := bench.Experiment{Jobs: []bench.Job{job}}
	records := []bench.Record{answered(3, 10), answered(1, 30)}
	c := Cells(e, records, judge.Judgement{})[0]
	if c.Status != nqueens.Solved || !c.Timed() || c.Seconds.Median != 2 || c.PeakBytes != 20 || c.CPUSeconds != 4 ||
		c.Phases != (nqueens.Phases{Encode: 0.25, Solve: 1, Decode: 0.5, Check: 2}) || fmt.Sprint(c.Stats) != "[{nodes 200}]" || c.Count != "92" || c.Limit != 1 || c.Runs != 2 {
		t.Errorf("%+v", c)
	}
	c = Cells(e, append(records, late, madeRecord(job, nqueens.Crashed, 0)), judge.Judgement{})[0]
	if c.Status != nqueens.Timeout || c.Reason != late.Reason || c.Timed() || c.Runs != 4 {
		t.Errorf("%+v", c)
	}
	wrong := judge.Judgement{Verdicts: []judge.Verdict{{Name: job.ProblemName(), Dissent: []judge.Dissent{{Task: job.Task, Contender: backends.Contender{Backend: "b"}}}}}}
	if c := Cells(e, records, wrong)[0]; !c.Wrong || c.Timed() {
		t.Errorf("%+v", c)
	}
	if c := Cells(e, nil, judge.Judgement{})[0]; c.Skipped != NotRun || c.Timed() {
		t.Errorf("%+v", c)
	}
}

// TestLimit checks that an unanswered problem counts as the CPU time that a run may take, divided
// by its threads.
func TestLimit(t *testing.T) {
	const s = time.Second
	for _, test := range []struct {
		limits  bench.Limits
		threads int
		want    float64
	}{
		{bench.Limits{Time: 20 * s}, 0, 20}, {bench.Limits{Time: 20 * s, CPU: s / 5}, 0, 0.2}, {bench.Limits{Time: 20 * s, CPU: 6 * s}, 2, 3},
		{bench.Limits{Time: s, CPU: 6 * s}, 2, 1}, {bench.Limits{CPU: 6 * s}, 1, 6}, {bench.Limits{}, 1, 0},
	} {
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b", Threads: test.threads}, Limits: test.limits}
		c := Cells(bench.Experiment{Jobs: []bench.Job{job}}, []bench.Record{madeRecord(job, nqueens.Timeout, 0)}, judge.Judgement{})[0]
		if c.Limit != test.want {
			t.Errorf("%+v on %d threads: %v s, want %v", test.limits, test.threads, c.Limit, test.want)
		}
	}
}

// growing returns cells of one contender with the given times, for sizes from 8 on.
func growing(times ...float64) (cells []*Cell) {
	for i, seconds := range times {
		cells = append(cells, &Cell{
			Problem: fmt.Sprintf("queens(%d)", 8+i), Family: "queens", N: 8 + i, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"},
			Status: nqueens.Solved, Runs: 6, Seconds: bench.Interval{Median: seconds},
		})
	}
	return cells
}

func TestGrowth(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }
	// log₂ of the times is 0, 1, 2, 3 plus the residuals −1, 3, −3, 1, which change neither the
	// slope nor the quadratic term: the deviation is √(20/2/5), and the quantile of t with two
	// degrees of freedom is 4.302653.
	half := 4.302652729749464 * math.Sqrt(2)
	for _, test := range []struct {
		name              string
		times             []float64
		factor, low, high float64
	}{
		{"exact", []float64{1, 3, 9, 27, 81}, 3, 3, 3},
		{"constant", []float64{1, 1, 1, 1}, 1, 1, 1},
		{"scattered", []float64{0.5, 16, 0.5, 16}, 2, math.Exp2(1 - half), math.Exp2(1 + half)},
		{"too short to show growth", []float64{1e-6, 1e-6, 1e-6, 1, 2, 4, 8}, 2, 2, 2},
		{"curved: the factors are 1, 2, 4, 8", []float64{1, 1, 2, 8, 64}, 8, 0, 0},
		{"hardly scattered about a curve", []float64{1, 1.01, 2, 8.02, 64}, 8, 0, 0},
	} {
		fits := Fit(growing(test.times...))
		if len(fits) != 1 {
			t.Errorf("%s: %d fits", test.name, len(fits))
			continue
		}
		if g := fits[0]; math.Abs(g.Factor/test.factor-1) > 1e-2 || !near(g.Low, test.low) || !near(g.High, test.high) || g.Curved != (test.low == 0) {
			t.Errorf("%s: %+v, want %v, %v to %v", test.name, g, test.factor, test.low, test.high)
		}
	}
	// If the sizes are not equally spaced, too, the factor of a curve is that of its last step.
	for name, exponent := range map[string]func(n float64) float64{
		"a line":  func(n float64) float64 { return 0.7*n - 9 },
		"a curve": func(n float64) float64 { return 0.05*n*n + 0.1*n - 9 },
	} {
		var x, y []float64
		for _, n := range []float64{8, 9, 10, 13, 17} {
			x, y = append(x, n), append(y, exponent(n))
		}
		if g := fit(x, y); !near(g.Factor, math.Exp(exponent(17)-exponent(16))) || g.Curved != (name == "a curve") || g.From != 8 || g.To != 17 {
			t.Errorf("%s: %+v", name, g)
		}
	}
	// With five sizes, the residuals −1, 2, 0, −2, 1 hide a quadratic term of 4.302653 ·
	// √(10/2/14), where 4.302653 is the quantile of t with two degrees of freedom. They do not hide
	// a larger one.
	for bend, curved := range map[float64]bool{2.56: false, 2.58: true} {
		if g := fit([]float64{8, 9, 10, 11, 12}, []float64{2*bend - 1, 2 - bend, -2 * bend, -2 - bend, 2*bend + 1}); g.Curved != curved {
			t.Errorf("a bend of %v: %+v", bend, g)
		}
	}
	if g := Fit(growing(0.96e-3, 1e-3, 2e-3, 4e-3, 8e-3)); len(g) != 1 || g[0].From != 9 {
		t.Errorf("below a millisecond: %+v", g)
	}
	if fits := Fit(growing(1, 2, 4)); len(fits) != 0 {
		t.Errorf("three sizes have a fit: %+v", fits)
	}
	// Cells without a time and boards with givens are left out.
	cells := growing(1, 2, 4, 8, 3000, 3000, 3000)
	cells[4].Wrong, cells[5].Status, cells[6].Problem = true, nqueens.Timeout, "queens(14, given=a1)"
	if g := Fit(cells)[0]; !near(g.Factor, 2) || g.From != 8 || g.To != 11 {
		t.Errorf("%+v", g)
	}
}

// TestMachinesDoNotMix checks that no ratio, test or growth uses the times of two machines, and
// that the summary states that there are several.
func TestMachinesDoNotMix(t *testing.T) {
	a, b := backends.Contender{Backend: "a"}, backends.Contender{Backend: "b"}
	e := bench.Experiment{Baseline: "a", Repeat: bench.Repeat{Min: 6, Max: 6}}
	var records []bench.Record
	for i := range 4 {
		for _, c := range []backends.Contender{a, b} {
			job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 8 + i}, Task: nqueens.CountAll, Contender: c}
			e.Jobs = append(e.Jobs, job)
			for range 6 {
				r := madeRecord(job, nqueens.Solved, math.Exp2(float64(i)))
				r.Machine = "left"
				if i == 3 || i == 2 && c == b {
					r.Machine = "right"
				}
				records = append(records, r)
			}
		}
	}
	s := Summarise(e, records, judge.Judgement{}, nil)
	for _, c := range s.Cells {
		if compares := c.Backend == "a" || c.N != 10; (c.Speedup.Median > 0) != compares {
			t.Errorf("%s by %s, %s, is %v as fast as the baseline", c.Problem, c.Backend, c.Machine, c.Speedup)
		}
	}
	for _, a := range s.Cells {
		for _, b := range s.Cells {
			if _, told := s.Difference(a, b); told && a.Machine != b.Machine {
				t.Errorf("%s by %s and by %s differ across machines", a.Problem, a.Backend, b.Backend)
			}
		}
	}
	if len(s.Growth) > 0 {
		t.Errorf("growth across machines: %+v", s.Growth)
	}
	if text := strings.Join(s.Caveats(), "\n"); !strings.Contains(text, "the times are of 2 machines (results: left: 5, right: 3): ratios, differences and growth are each of one machine") {
		t.Error(text)
	}
	for i := range records {
		records[i].Machine = "left"
	}
	if s := Summarise(e, records, judge.Judgement{}, nil); len(s.Growth) != 2 || len(s.Caveats()) > 0 {
		t.Errorf("of one machine: %+v, %q", s.Growth, s.Caveats())
	}
}

// madeRecord returns a record of the job that ended with the given status.
func madeRecord(j bench.Job, s nqueens.Status, seconds float64) bench.Record {
	return bench.Record{Problem: j.ProblemName(), Task: j.Task, Contender: backends.Contender{Backend: j.Backend, Encoding: j.Encoding}, Outcome: nqueens.Outcome{Status: s}, Seconds: seconds}
}

// TestCellText checks the text of cells in a table of times, the worst first.
func TestCellText(t *testing.T) {
	enough := bench.Interval{Median: 1, Low: 0.9, High: 1.1, Enough: true}
	for _, test := range []struct {
		cell Cell
		want string
	}{
		{Cell{Status: nqueens.Solved, Wrong: true, Seconds: enough}, "WRONG"}, {Cell{Skipped: NotRun}, "…"}, {Cell{Skipped: "late"}, "-"}, {Cell{Status: nqueens.Timeout}, "timeout"},
		{Cell{Status: nqueens.Solved, Seconds: bench.Interval{Median: 1}}, "1 s*"}, {Cell{Status: nqueens.Unsatisfiable, Seconds: enough}, "1 s [0.9, 1.1]"},
		{Cell{Status: nqueens.Solved, Seconds: enough, Tied: true}, "1 s [0.9, 1.1]="}, {Cell{Status: nqueens.Solved, Seconds: bench.Interval{Median: 1}, Tied: true}, "1 s*"},
	} {
		if got := test.cell.Text(); got != test.want {
			t.Errorf("%+v: %s, want %s", test.cell, got, test.want)
		}
	}
	ratio := bench.Interval{Median: 2, Low: 1.5, High: 2.5}
	for text, c := range map[string]Cell{
		"2 × faster*": {Speedup: ratio, SpeedupP: 0.049}, "2 × faster* ~": {Speedup: ratio, SpeedupP: 0.05},
		"2 × faster [1.5, 2.5]": {Speedup: bench.Interval{Median: 2, Low: 1.5, High: 2.5, Enough: true}},
	} {
		if got := c.ratioText(); got != text {
			t.Errorf("%s, want %s", got, text)
		}
	}
}

// TestProcessorTime checks the CPU time of one answer, over the repetitions that have one.
func TestProcessorTime(t *testing.T) {
	record := func(status nqueens.Status, cpu float64, iterations int) *bench.Record {
		return &bench.Record{Outcome: nqueens.Outcome{Status: status}, CPUSeconds: cpu, Iterations: iterations}
	}
	for _, test := range []struct {
		records []*bench.Record
		median  float64
		known   bool
	}{
		{nil, 0, false}, {[]*bench.Record{record(nqueens.Solved, 0, 1), record(nqueens.Timeout, 5, 1)}, 0, false},
		{[]*bench.Record{record(nqueens.Solved, 6, 3)}, 2, true}, {[]*bench.Record{record(nqueens.Solved, 6, 0), record(nqueens.Unsatisfiable, 4, 1), record(nqueens.Solved, 0, 1), record(nqueens.Crashed, 9, 1)}, 5, true},
	} {
		c := Cell{Records: test.records}
		if got, known := c.CPU(); got.Median != test.median || known != test.known {
			t.Errorf("%d records: %+v, %v", len(test.records), got, known)
		}
		c.letGo()
		if got, known := c.CPU(); got.Median != test.median || known != test.known {
			t.Errorf("%d records: %+v, %v", len(test.records), got, known)
		}
	}
	if c := (Cell{Records: []*bench.Record{record(nqueens.Solved, 0.5, 1)}}); (&c).each()[0].cpu != 0.5 {
		t.Errorf("%+v", c.each())
	}
	if got, known := (&Cell{Records: []*bench.Record{record(nqueens.Solved, 0.5, 1), record(nqueens.Solved, 3, 1)}}).CPU(); got.Median != 1.75 || !known {
		t.Errorf("%+v", got)
	}
	for floor, want := range map[float64]float64{0: 2, 1.5: 0.5, 2: 0, 3: 0} {
		if got := (&Cell{Seconds: bench.Interval{Median: 2}, Floor: floor}).Searching(); got != want {
			t.Errorf("of 2 s and a floor of %v: %v", floor, got)
		}
	}
	short := bench.ShortWork.Seconds()
	for _, test := range []struct {
		seconds       float64
		started, want bool
	}{{short, true, false}, {short * 0.999, true, true}, {short * 0.999, false, false}, {2 * short, false, false}} {
		if got := mostlyStart(&Cell{Started: test.started, Seconds: bench.Interval{Median: test.seconds}}); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// TestIdleRuns checks which runs count as idle, which are long enough to be judged, which are void, and which
// runs had fewer cores than the plan requires.
func TestIdleRuns(t *testing.T) {
	var e bench.Experiment
	var records []bench.Record
	for n, r := range []struct {
		wall, cpu float64
		status    nqueens.Status
		cores     int
	}{
		{1, 0.69, nqueens.Solved, 2}, {1, 0.7, nqueens.Solved, 2}, {0.02, 0.01, nqueens.Timeout, 0}, {0.0199, 0.01, nqueens.Solved, 0},
		{1, 0, nqueens.Solved, 0}, {1, 0.1, nqueens.Void, 0}, {1, 1, nqueens.Solved, 1},
	} {
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 4 + n}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b", Threads: 4}}
		record := madeRecord(job, r.status, 1)
		record.Threads, record.Cores, record.WallSeconds, record.CPUSeconds = 4, r.cores, r.wall, r.cpu
		e.Jobs, records = append(e.Jobs, job), append(records, record)
	}
	s := Summarise(e, records, judge.Judgement{}, nil)
	if s.Runs != 7 || s.Void != 1 || s.Telling != 4 || s.Idle != 2 || strings.Join(s.Capped, ", ") != "b x4 on 2, b x4 on 1" {
		t.Errorf("%d runs, %d void, %d tell, %d idle, capped %q", s.Runs, s.Void, s.Telling, s.Idle, s.Capped)
	}
	s.Capped = s.Capped[:1]
	const capped = "run with fewer threads than planned, because the machine has no more cores: b x4 on 2"
	for edited, want := range map[string]string{"": "", "a:1": "a:1", "a:1 b:2": "a:1 and 1 more", "a:1 b:2 c:3": "a:1 and 2 more"} {
		s.Edited = strings.Fields(edited)
		if want != "" {
			want = "EDITED: this is made from records that were edited after they were written: " + want + "\n"
		}
		if got := strings.Join(s.Caveats(), "\n"); got != want+capped {
			t.Errorf("%q: %s", edited, got)
		}
	}
}

// TestSame checks that two cells are the same if every run is in both, with its times, whether the
// records were kept or released.
func TestSame(t *testing.T) {
	cell := func(key string, at int64, times ...float64) *Cell {
		c := &Cell{Runs: len(times), Times: times}
		for range times {
			r := &bench.Record{Key: key}
			if at > 0 {
				r.Started = time.Unix(at, 0)
			}
			c.Records = append(c.Records, r)
		}
		return c
	}
	held, none := cell("a", 1, 2, 3), cell("a", 1)
	letGo, undated := cell("a", 1, 2, 3), cell("a", 0, 2)
	letGo.letGo()
	for what, test := range map[string]struct {
		a, b *Cell
		want bool
	}{
		"itself":             {held, held, true},
		"one run":            {cell("a", 1, 2), cell("a", 1, 2), true},
		"itself, undated":    {undated, undated, true},
		"a copy":             {held, cell("a", 1, 2, 3), true},
		"one let go":         {held, letGo, true},
		"other times":        {held, cell("a", 1, 2, 4), false},
		"fewer":              {held, cell("a", 1, 2), false},
		"later":              {held, cell("a", 5, 2, 3), false},
		"of another key":     {held, cell("b", 1, 2, 3), false},
		"nobody knows when":  {cell("a", 0, 2, 3), cell("a", 0, 2, 3), false},
		"nothing and itself": {none, none, false},
		"nothing twice":      {none, cell("a", 1), false},
		"nothing":            {none, held, false},
	} {
		if test.a.Same(test.b) != test.want || test.b.Same(test.a) != test.want {
			t.Errorf("%s: the same runs: %v", what, !test.want)
		}
	}
}
