package study_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/plan"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/study"
	"nqueens/bench/summary"
	"nqueens/family"
)

// measured is a synthetic run: a function makes each job's records.
type measured struct {
	plan    *plan.Plan
	summary summary.Summary
}

// run makes the records of a plan. say sets the values of a repetition of a job.
func run(t *testing.T, text string, say func(j bench.Job, repetition int, r *bench.Record)) measured {
	t.Helper()
	p, err := plan.Read("plan.yaml", []byte(text), family.All())
	if err != nil {
		t.Fatal(err)
	}
	e, err := p.Experiment(backends.All())
	if err != nil {
		t.Fatal(err)
	}
	var records []bench.Record
	for _, j := range e.Jobs {
		for i := 1; i <= e.Repeat.Max; i++ {
			r := bench.Record{
				Key: fmt.Sprint(len(records)), Problem: j.ProblemName(), Task: j.Task, Contender: j.Contender, Version: "1", Repetition: i,
				Outcome: nqueens.Outcome{Status: nqueens.Solved}, Seconds: 1, WallSeconds: 1, CPUSeconds: 1,
			}
			if known, ok := j.Problem.Known(); ok && j.Task == nqueens.CountAll {
				r.Count = known.Count
			}
			if say(j, i, &r); r.Status != "" {
				records = append(records, r)
			}
		}
	}
	return measured{p, summary.Summarise(e, records, judge.Judge(e, records, backends.All()), nil)}
}

// page returns the page of the run.
func (m measured) page(t *testing.T) *page.Page {
	t.Helper()
	var p page.Page
	if err := study.Report(&p, m.plan, m.summary, backends.All()); err != nil {
		t.Fatal(err)
	}
	return &p
}

// verdict returns the last verdict of the page.
func (m measured) verdict(t *testing.T) page.Verdict {
	list := m.page(t).Verdicts()
	return list[len(list)-1]
}

const head = "repetitions: {min: 3, max: 3}\n"

// nodes returns a function for run that sets the number of nodes.
func nodes(of func(j bench.Job, repetition int) int64) func(j bench.Job, repetition int, r *bench.Record) {
	return func(j bench.Job, repetition int, r *bench.Record) {
		r.Stats = map[string]int64{"nodes": of(j, repetition)}
	}
}

// TestEqual checks that a value that differs from the published one in its printed digits is wrong.
func TestEqual(t *testing.T) {
	text := func(value string) string {
		return head + "runs: [{problems: [{n: 4..6}], backends: [dlx]}]\npublished:\n  - name: them\n    source: x\n    rows: |\n      n,count,mean nodes\n      4,2," + value + "\n      5,10,\n      7,40,1\nverdicts: [{equal: them}]\n"
	}
	for value, want := range map[string]page.Kind{"1234": page.SameValue, "1.23e3": page.SameValue, "1235": page.Wrong, "1.24e3": page.Wrong, "1e3": page.SameValue} {
		v := run(t, text(value), nodes(func(bench.Job, int) int64 { return 1234 })).verdict(t)
		if v.Kind != want {
			t.Errorf("%s: %v", value, v)
		}
	}
	m := run(t, text("1234"), func(j bench.Job, _ int, r *bench.Record) {
		r.Stats = map[string]int64{"nodes": 1234}
		if j.Problem.N == 5 {
			r.Count = nqueens.NewCount(9)
		}
	})
	if v := m.verdict(t); v.Kind != page.Wrong || !strings.Contains(v.Why, "n = 5") {
		t.Errorf("a wrong count: %v", v)
	}
	m = run(t, text("1234"), func(j bench.Job, _ int, r *bench.Record) { r.Status = nqueens.Timeout })
	if v := m.verdict(t); v.Kind != page.Untested {
		t.Errorf("nothing answered: %v", v)
	}
}

// TestEqualKnown compares counts with the catalogue, also counts up to symmetry.
func TestEqualKnown(t *testing.T) {
	for quantity, n := range map[string]int{"count": 6, "fundamental": 5} {
		text := head + "runs: [{problems: [{n: 1..6}, {n: 1..6, symmetric: half-turn}, {n: 1..6, symmetric: quarter-turn}], backends: [dlx]}]\nverdicts: [{equal: known, quantity: " + quantity + "}]\n"
		if v := run(t, text, func(bench.Job, int, *bench.Record) {}).verdict(t); v.Kind != page.SameValue || !strings.Contains(v.Why, "n = 1 to 6") {
			t.Errorf("%s: %v", quantity, v)
		}
		m := run(t, text, func(j bench.Job, _ int, r *bench.Record) {
			if j.Problem.N == n && j.Problem.Symmetric == nqueens.HalfTurn {
				r.Count = nqueens.NewCount(100)
			}
		})
		if v := m.verdict(t); v.Kind != page.Wrong || !strings.Contains(v.Why, fmt.Sprintf("queens(%d", n)) {
			t.Errorf("%s with a wrong one: %v", quantity, v)
		}
	}
}

// seconds returns a function for run that sets each contender's time at n = 4 and its growth.
func seconds(dlx, bitmask, factor float64) func(j bench.Job, repetition int, r *bench.Record) {
	return func(j bench.Job, _ int, r *bench.Record) {
		if r.Seconds = dlx; j.Backend == "bitmask" {
			r.Seconds = bitmask
		}
		for n := 4; n < j.Problem.N; n++ {
			r.Seconds *= factor
		}
	}
}

const timed = head + "runs: [{problems: [{n: 4..8}], backends: [dlx, bitmask]}]\npublished:\n  - name: them\n    source: x\n    rows: |\n      n,backend,median seconds\n" +
	"      4,dlx,1.000\n      5,dlx,2.000\n      6,dlx,4.000\n      7,dlx,8.000\n      4,bitmask,0.500\n      5,bitmask,1.000\n      6,bitmask,2.000\n      7,bitmask,0.010\n"

// TestShape checks the verdicts on order, ratio, growth and amount, at places with sufficiently precise
// published values.
func TestShape(t *testing.T) {
	const ratio = "{shape: ratio median seconds, pairs: neighbours, factor: 1.5, order: 10%, fine: 20ms, beside: them}"
	for _, test := range []struct {
		verdict              string
		dlx, bitmask, factor float64
		want                 page.Kind
	}{
		{ratio, 1, 0.5, 2, page.SameShape}, // published at n = 7 too, but not precisely enough
		{ratio, 1, 0.7, 2, page.SameShape},
		{ratio, 1, 1, 2, page.Differs},
		{ratio, 1, 2, 2, page.Differs},
		{ratio, 4, 1, 2, page.Differs}, // the same order, another ratio
		{"{shape: ratio median seconds, pairs: [[bitmask, dlx]], order: 10%, beside: them}", 9, 1, 2, page.SameShape},
		{"{shape: ratio median seconds, pairs: [[bitmask, dlx]], order: 10%, beside: them}", 1, 9, 2, page.Differs},
		{"{shape: growth median seconds, factor: 1.05, beside: them, by: dlx}", 3, 1, 2.05, page.SameShape},
		{"{shape: growth median seconds, factor: 1.05, beside: them, by: dlx}", 3, 1, 2.2, page.Differs},
		{"{shape: growth median seconds, factor: 1.05, beside: them, by: dlx, fine: 3s}", 3, 1, 2, page.Untested},
		{"{shape: median seconds, factor: 1.5, beside: them, by: bitmask, at: {n: 4}}", 1, 0.6, 2, page.SameShape},
		{"{shape: median seconds, factor: 1.5, beside: them, by: bitmask, at: {n: 4}}", 1, 0.8, 2, page.Differs},
	} {
		v := run(t, timed+"verdicts: ["+test.verdict+"]\n", seconds(test.dlx, test.bitmask, test.factor)).verdict(t)
		if v.Kind != test.want {
			t.Errorf("%s with %v, %v, %v: %v", test.verdict, test.dlx, test.bitmask, test.factor, v)
		}
	}
}

// sweep returns a plan of generated instances with excluded diagonals.
func sweep(rest string) string {
	return "runs: [{as: mine, problems: [{generate: excluded-diagonals, n: 10, diagonals: 4..8, count: 20}], tasks: first, backends: [bitmask, dlx]}]\n" + rest
}

// falls returns a function for run in which all instances with 4 diagonals are solvable, half of those with
// middle, and none with 8.
func falls(middle int) func(j bench.Job, repetition int, r *bench.Record) {
	return func(j bench.Job, _ int, r *bench.Record) {
		r.Stats = map[string]int64{"nodes": 100 - 10*int64(j.Origin.Size-6)*int64(j.Origin.Size-6)}
		share := 10 - 5*(j.Origin.Size-middle)
		if int(j.Origin.Seed) > share {
			r.Status = nqueens.Unsatisfiable
			return
		}
		r.Solution = nil
	}
}

// TestShapeOfHalf checks that the place where half of the instances are solvable differs, unless its interval
// contains the published one.
func TestShapeOfHalf(t *testing.T) {
	text := sweep("published:\n  - name: halves\n    source: x\n    rows: |\n      n,half share\n      10,HERE\nverdicts: [{shape: half share, factor: 1.02, by: bitmask, beside: halves}]\n")
	for published, want := range map[string]page.Kind{"6.05": page.SameShape, "6.5": page.Undecided, "9.0": page.Differs} {
		if v := run(t, strings.Replace(text, "HERE", published, 1), falls(6)).verdict(t); v.Kind != want {
			t.Errorf("%s: %v, want %s", published, v, want)
		}
	}
}

// TestInterval checks the verdicts on shares of another sample and on the place where half are solvable.
func TestInterval(t *testing.T) {
	text := sweep("published:\n  - name: shares\n    source: x\n    rows: |\n      n,diagonals,share\n      10,4,1\n      10,5,0.75\n      10,6,0.5\n      10,7,0.25\n      10,8,0\n" +
		"  - name: halves\n    source: x\n    rows: |\n      n,half share\n      10,6.0\n")
	for _, test := range []struct {
		verdict string
		middle  int
		want    page.Kind
	}{
		{"{interval: shares, sample: 1000, points: 85%, by: bitmask}", 6, page.SameShape},
		{"{interval: shares, sample: 1000, points: 85%, by: bitmask}", 8, page.Differs},
		{"{interval: halves, sample: 1000, by: bitmask}", 6, page.SameShape},
		{"{interval: halves, sample: 1000, by: bitmask}", 8, page.Untested},
		{"{interval: halves, sample: 1000, by: bitmask, at: {diagonals: 5..8}}", 7, page.Differs},
	} {
		v := run(t, text+"verdicts: ["+test.verdict+"]\n", falls(test.middle)).verdict(t)
		if v.Kind != test.want {
			t.Errorf("%s at %d: %v", test.verdict, test.middle, v)
		}
	}
}

// TestSeveralContenders checks that an instance answered by two contenders counts once in a share, and that a
// mean over contenders is refused.
func TestSeveralContenders(t *testing.T) {
	text := sweep("published:\n  - name: shares\n    source: x\n    rows: |\n      n,diagonals,share\n      10,6,0.5\n")
	for _, test := range []struct {
		verdict string
		want    string
	}{
		{"{below: 0.99, quantity: share, by: bitmask, at: {diagonals: 6}}", "the share of 20 answers"},
		{"{below: 0.99, quantity: share, at: {diagonals: 6}}", "the share of 20 answers"},
		{"{below: 1000000, quantity: mean nodes, at: {diagonals: 6}}", "several contenders answered: name one with by"},
	} {
		if v := run(t, text+"verdicts: ["+test.verdict+"]\n", falls(6)).verdict(t); !strings.HasPrefix(v.Why, test.want) {
			t.Errorf("%s: %v", test.verdict, v)
		}
	}
}

// TestBelowAndFlat checks a bound outside of the interval, within it, and a value above the bound.
func TestBelowAndFlat(t *testing.T) {
	text := head + "runs: [{problems: [{n: 4..6}], tasks: first, backends: [dlx]}]\n"
	for _, test := range []struct {
		verdict string
		nodes   func(j bench.Job, repetition int) int64
		want    page.Kind
	}{
		{"{below: 50, quantity: mean nodes}", func(_ bench.Job, i int) int64 { return int64(10 + i) }, page.SameValue},
		{"{below: 50, quantity: mean nodes}", func(_ bench.Job, i int) int64 { return int64(15 * i) }, page.SameValue},
		{"{below: 50, quantity: mean nodes}", func(_ bench.Job, i int) int64 { return int64(24 * i) }, page.Undecided},
		{"{below: 50, quantity: mean nodes}", func(_ bench.Job, i int) int64 { return int64(90 + i) }, page.Differs},
		{"{below: 50, quantity: max nodes, at: {n: 5}}", func(j bench.Job, i int) int64 { return int64(10 * j.Problem.N) }, page.Differs},
		{"{below: 50, quantity: max nodes, at: {n: 4}}", func(j bench.Job, i int) int64 { return int64(10 * j.Problem.N) }, page.SameValue},
		{"{flat: mean nodes}", func(j bench.Job, i int) int64 { return int64(100 + i + j.Problem.N) }, page.SameShape},
		{"{flat: mean nodes}", func(j bench.Job, i int) int64 { return int64(100*j.Problem.N*j.Problem.N + i) }, page.Differs},
		{"{flat: mean nodes}", func(j bench.Job, i int) int64 { return int64(100 * i) }, page.Undecided},
		{"{flat: mean nodes, at: {n: 4}}", func(j bench.Job, i int) int64 { return int64(100 + i) }, page.Untested},
	} {
		if v := run(t, text+"verdicts: ["+test.verdict+"]\n", nodes(test.nodes)).verdict(t); v.Kind != test.want {
			t.Errorf("%s: %v, want %s", test.verdict, v, test.want)
		}
	}
}

// TestAgreement checks that contradicting contenders make the page fail.
func TestAgreement(t *testing.T) {
	text := head + "runs: [{problems: [{n: 4..6, blocked: a1}], backends: [dlx, bitmask]}]\nsay: x\n"
	m := run(t, text, func(j bench.Job, _ int, r *bench.Record) { r.Count = nqueens.NewCount(1) })
	if v := m.verdict(t); v.Kind != page.SameValue || !strings.Contains(v.Why, "3 of which at least two answered") {
		t.Errorf("%v", v)
	}
	m = run(t, text, func(j bench.Job, _ int, r *bench.Record) { r.Count = nqueens.NewCount(uint64(len(j.Backend))) })
	if p := m.page(t); p.Verdicts()[0].Kind != page.Wrong || len(p.Failures()) == 0 {
		t.Errorf("%v", p.Verdicts())
	}
}

// TestTables checks that published values stand beside ours in both forms of tables.
func TestTables(t *testing.T) {
	text := timed + "tables:\n" +
		"  - {title: A, rows: backend, columns: n, cells: median seconds, beside: them}\n" +
		"  - {rows: neighbours, columns: n, cells: ratio median seconds, beside: them, at: {n: [4, 8]}}\n" +
		"  - {rows: n, columns: [count, engines, median seconds], by: dlx, beside: them, at: {n: 4..5}, say: Some words.}\n"
	got := run(t, text, seconds(1, 0.25, 3)).page(t).Markdown()
	for _, want := range []string{
		"## A\n", "| bitmask | published | 500 ms |    1 s |    2 s |  10 ms |      – |", "| dlx     | ours      |    1 s |    3 s |    9 s |   27 s |   81 s |",
		"| dlx / bitmask | published | 2.00 |    – |", "| dlx / bitmask | ours      | 4.00 | 4.00 |",
		"Some words.\n", "|   n | count | engines      | median seconds, published | median seconds |", "|   5 |    10 | bitmask, dlx |                       2 s |            3 s |",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestSweepTable checks the place where half are solvable and the place of the hardest search, for generated
// instances.
func TestSweepTable(t *testing.T) {
	text := sweep("published:\n  - name: peaks\n    source: x\n    rows: |\n      n,at peak mean nodes,peak mean nodes,half share\n      10,6,100,6.00\n" +
		"tables: [{of: mine, by: bitmask, rows: n, columns: [half share, peak mean nodes, at peak mean nodes, answers], beside: peaks}]\nverdicts: [{equal: peaks, by: bitmask}]\n")
	m := run(t, text, falls(6))
	if got, want := m.page(t).Markdown(), "|  10 |                  6.00 | 6.00 ± 0."; !strings.Contains(got, want) || !strings.Contains(got, "|                        100 |             100 |                             6 |                  6 |      20 |") {
		t.Errorf("no %q in\n%s", want, got)
	}
	if v := m.verdict(t); v.Kind != page.SameValue {
		t.Errorf("%v", v)
	}
	m = run(t, text, func(j bench.Job, i int, r *bench.Record) {
		falls(6)(j, i, r)
		if r.Stats["nodes"]++; j.Origin.Size == 5 {
			r.Stats["nodes"] = 102
		}
	})
	if v := m.verdict(t); v.Kind != page.Wrong || !strings.Contains(v.Why, "at peak mean nodes is 5, published 6") {
		t.Errorf("%v", v)
	}
	m = run(t, text, func(j bench.Job, i int, r *bench.Record) {
		if falls(6)(j, i, r); j.Origin.Seed == 1 {
			r.Status = "" // not run yet
		}
	})
	if v := m.verdict(t); v.Kind != page.Untested {
		t.Errorf("of a part of the instances: %v", v)
	}
}

// TestCharts checks that every kind of chart is drawn from a run with suitable results.
func TestCharts(t *testing.T) {
	text := sweep("published:\n  - name: them\n    source: x\n    rows: |\n      n,diagonals,backend,share,mean nodes\n      10,5,dlx,0.7,80\n      10,6,dlx,0.5,90\nfigures:\n" +
		"  - {chart: share, of: mine}\n  - {chart: spread, quantity: nodes}\n  - {chart: survival, quantity: seconds, at: {diagonals: peak}}\n  - {chart: winners}\n  - {chart: time, quantity: mean nodes, beside: them}\n  - {chart: ratio, quantity: mean seconds}\n")
	m := run(t, text, func(j bench.Job, i int, r *bench.Record) {
		falls(6)(j, i, r)
		r.Seconds = 0.001 * float64(j.Origin.Seed) * float64(len(j.Backend))
	})
	dir := t.TempDir()
	if err := study.Save(dir, m.plan, "nqueens bench", backends.All()); err != nil {
		t.Fatal(err)
	}
	contents, err := study.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	result, err := contents.Write(dir, dir, true, m.summary)
	if err != nil || len(result.Failures) > 0 {
		t.Fatalf("%+v, %v", result, err)
	}
	page, err := os.ReadFile(result.Path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), strings.TrimSpace(m.page(t).Markdown())) {
		t.Errorf("the stored contents give another page than the plan:\n%s", page)
	}
	if want := []string{"share-excluded-diagonals-first"}; !slices.Equal(result.Replaced, want) {
		t.Errorf("replaced %q, want %q", result.Replaced, want)
	}
	for name, want := range map[string]string{
		"share-share-mine": "one half", "spread-nodes": "bitmask", "survival-seconds": "that took more", "winners-median-seconds": "bitmask",
		"time-mean-nodes": "dlx, published", "ratio-mean-seconds": "bitmask / dlx",
	} {
		svg, err := os.ReadFile(filepath.Join(dir, name+".svg"))
		if err != nil || !strings.Contains(string(svg), want) || !strings.Contains(string(page), "("+name+".svg)") {
			t.Errorf("%s: no %q (%v)\n%s", name, want, err, page)
		}
		file, err := os.Open(filepath.Join(dir, name+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(file).ReadAll()
		file.Close() //nolint:errcheck // it is read only
		if err != nil || len(rows) < 2 || len(rows[0]) < 2 {
			t.Errorf("%s: values %q (%v)", name, rows, err)
		}
	}
}
