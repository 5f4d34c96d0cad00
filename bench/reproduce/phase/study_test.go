package phase

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/run"
)

// config is a study by this process.
func config(t *testing.T, budget time.Duration) Config {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Config{Runner: run.Runner{Backends: backends.All(), Child: []string{self}, Start: run.Within(self, backends.All()), Busy: true, MinTime: time.Millisecond}, Budget: budget}
}

// few is the page of a study with two instances a point of the sweeps of one
// board or delta.
func few(t *testing.T, dir string, c Config, part string, n int) *page.Page {
	t.Helper()
	study, err := Open(dir, c)
	if err != nil {
		t.Fatal(err)
	}
	defer study.Close()
	study.entries = slices.DeleteFunc(study.entries, func(e entry) bool { return e.part != part || e.n != n || !e.first })
	for i := range study.entries {
		study.entries[i].asked.Count = 2
	}
	var p page.Page
	if err := errors.Join(study.Run(t.Context()), study.Report(t.Context(), &p), p.Draw(dir)); err != nil {
		t.Fatal(err)
	}
	if left := study.LeftOut(); left != nil {
		t.Errorf("%s: left out: %q", part, left)
	}
	return &p
}

// TestParts runs a little of each part end to end, and again with nothing left to
// do but to write the same page.
func TestParts(t *testing.T) {
	for _, test := range []struct {
		part string
		n    int
		want []string
		not  string
	}{
		{partDiagonals, 10, []string{"## Excluded diagonals: how many", "excluded-solvable.svg", "excluded-nodes.svg", "excluded-survival.svg"}, "## Blocked"},
		{partCompletion, 5, []string{"## Completion", "completion-solvable.svg", "completion-survival.svg"}, "## Excluded"},
		{partBlocked, 10, []string{"## Blocked squares", "blocked-solvable.svg", "blocked-kappa.svg"}, "## Completion"},
	} {
		c := config(t, time.Minute)
		c.Parts = []string{test.part}
		dir := t.TempDir()
		var first string
		for range 2 {
			p := few(t, dir, c, test.part, test.n)
			if p.Failures() != nil || first != "" && p.Markdown() != first {
				t.Errorf("%s: failures %q, the second page is\n%s", test.part, p.Failures(), p.Markdown())
			}
			first = p.Markdown()
		}
		for _, want := range append(test.want, "on the same instances: **same value**") {
			if !strings.Contains(first, want) {
				t.Errorf("no %q in\n%s", want, first)
			}
		}
		if strings.Contains(first, test.not) {
			t.Errorf("another part is in\n%s", first)
		}
	}
}

// TestLinear tells apart what the relaxation refutes at the root, what later and what it does
// not decide; where the search came to no answer nothing is known.
func TestLinear(t *testing.T) {
	c := config(t, time.Minute)
	empty := recorded(t, c)
	of := func(c backends.Contender) func(e entry) bool {
		return func(e entry) bool {
			return e.part == partLinear && e.n == 12 && e.kind == ownInstances && e.contender == c
		}
	}
	study := recorded(t, c, saidOf(empty, of(bitmask), "1000t", 7, 7, 7, 7, 7), saidOf(empty, of(linear), "100t0", 3, 1, 2, 9, 1))
	var p page.Page
	study.reportLinear(&p)
	if want := "|  12 |     4 |                  3 |                   1 | 33 % [6, 79] |     1 |          1 of 1 |"; !strings.Contains(p.Markdown(), want) {
		t.Errorf("no %q in\n%s", want, p.Markdown())
	}
}

// recorded is a study over a ledger, as older programs kept it, that holds the given lines.
func recorded(t *testing.T, c Config, lines ...bench.Block) *Study {
	t.Helper()
	dir := t.TempDir()
	var text strings.Builder
	for _, line := range lines {
		content, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(append(content, '\n'))
	}
	if err := os.WriteFile(filepath.Join(dir, "batches.jsonl"), []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	reading := c
	reading.Runner.Child = nil
	study, err := Open(dir, reading)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { study.Close() }) //nolint:errcheck // only read
	study.config = c
	return study
}

// said is what a contender says of the first instances with excluded diagonals
// on 10 × 10, one for each number of them.
func said(study *Study, c backends.Contender, verdicts string, nodes ...int64) bench.Block {
	return saidOf(study, func(e entry) bool {
		return e.part == partDiagonals && e.n == 10 && e.kind == publishedInstances && e.contender == c
	}, verdicts, nodes...)
}

func saidOf(study *Study, entry func(e entry) bool, verdicts string, nodes ...int64) bench.Block {
	for _, e := range study.entries {
		if entry(e) {
			b := bench.NewBlock(e.asked, bench.Maker{Version: "1"}, 0)
			b.Verdicts, b.Seconds = verdicts, make([]float64, len(verdicts))
			if nodes != nil {
				b.Stats = map[string][]int64{"nodes": nodes}
			}
			return b
		}
	}
	panic("no such entry")
}

// TestLeastWork: however small the budget, there are answers to compare.
func TestLeastWork(t *testing.T) {
	for _, part := range []string{partDiagonals, partCompletion, partBlocked} {
		c := config(t, time.Nanosecond)
		c.Parts = []string{part}
		study := recorded(t, c)
		if err := study.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if v := study.agreement(); v.Kind != page.SameValue {
			t.Errorf("%s: %v", part, v)
		}
	}
}

// TestAgreement: a solution that one showed convicts another who said that
// there is none, and a wrong solution its author.
func TestAgreement(t *testing.T) {
	c := config(t, time.Second)
	empty := recorded(t, c)
	if v := empty.agreement(); v.Kind != page.Untested {
		t.Errorf("of nothing: %+v", v)
	}
	nodes := []int64{80, 1, 1}
	for _, test := range []struct {
		bitmask string
		kind    page.Kind
		why     string
	}{
		{"110", page.SameValue, "6 answers to 3 instances, 3 of which at least two answered"},
		{"11t", page.SameValue, "5 answers to 3 instances, 2 of which"},
		{"100", page.Wrong, "bit-solver showed a solution of instance 1 of n = 10, published, 1 to 12, size 2, and bitmask said that there is none"},
		{"11w", page.Wrong, "bitmask gave a wrong solution of instance 1 of n = 10, published, 1 to 12, size 3"},
	} {
		study := recorded(t, c, said(empty, bitSolver, "110", nodes...), said(empty, bitmask, test.bitmask, nodes...))
		if v := study.agreement(); v.Kind != test.kind || !strings.Contains(v.Why, test.why) {
			t.Errorf("%s: %+v", test.bitmask, v)
		}
	}
}

// TestRuns compares with published runs: of id 1 with one diagonal 80
// nodes, as published, and a solution.
func TestRuns(t *testing.T) {
	c := config(t, time.Second)
	c.Instances = t.TempDir()
	rows := "n\tdiagonals\tid\tsolvable\tnodes\n10\t1\t1\t1\t80\n10\t2\t1\t1\t90\n"
	if err := os.WriteFile(filepath.Join(c.Instances, "diag-truth-10-16.tsv.gz"), gzipped(t, rows), 0o666); err != nil {
		t.Fatal(err)
	}
	empty := recorded(t, c)
	for _, test := range []struct {
		who      backends.Contender
		verdicts string
		nodes    []int64
		same     int
	}{
		{bitSolver, "11", []int64{80, 90}, 2},
		{bitSolver, "11", []int64{80, 91}, 1},
		{bitSolver, "10", []int64{80, 90}, 1},
		{bitmask, "11", []int64{3, 3}, 2}, // another search has other nodes
		{bitmask, "00", []int64{3, 3}, 0},
		{bitSolver, "111", []int64{80, 90, 7}, 2}, // nothing was published of the third
		{bitmask, "1w", []int64{3, 3}, 1},         // what is no solution shows nothing
		{bitSolver, "1w", []int64{80, 90}, 1},
	} {
		study := recorded(t, c, said(empty, test.who, test.verdicts, test.nodes...))
		same, compared, wrong := study.sameRuns(10, test.who)
		if want := 2 - strings.Count(test.verdicts, "w"); same != test.same || compared != want || len(wrong) != want-test.same {
			t.Errorf("%v %s %v: %d of %d the same, %q", test.who, test.verdicts, test.nodes, same, compared, wrong)
		}
	}
}

// TestPeaks: a peak that is not the published one is wrong where all the
// published instances were run, and untested otherwise.
func TestPeaks(t *testing.T) {
	c := config(t, time.Second)
	empty := recorded(t, c)
	nodes := make([]int64, 12*perPoint)
	for i := range nodes {
		nodes[i] = 100
	}
	all := strings.Repeat("1", len(nodes))
	const what = "peak mean, peak median and largest number of nodes of bit-solver, to the published digits"
	for _, test := range []struct {
		instances int
		want      page.Kind
	}{{perPoint, page.Wrong}, {10, page.Untested}} {
		study := recorded(t, c, said(empty, bitSolver, all[:12*test.instances], nodes[:12*test.instances]...))
		var p page.Page
		study.reportPeaks(&p)
		if v := p.Verdicts(); len(v) != 1 || v[0].What != what || v[0].Kind != test.want {
			t.Errorf("%d instances: %v, want %s", test.instances, v, test.want)
		}
	}
}

// TestBuilds: a study knows which builds its answers are of.
func TestBuilds(t *testing.T) {
	c := config(t, time.Second)
	empty := recorded(t, c)
	one, other := said(empty, bitmask, "110", 80, 1, 1), said(empty, bitSolver, "11", 80, 1)
	one.Build = "a"
	study := recorded(t, c, other, one)
	if caveat := study.Caveats(); len(caveat) != 1 || !strings.HasSuffix(caveat[0], ": a: 3 of 5 results (this build); one that is not named: 2 of 5 results") {
		t.Errorf("%q", caveat)
	}
	study.folder.Build, study.folder.Keep = "b", false
	if study.look(); len(study.Caveats()) != 0 {
		t.Errorf("not kept: %v", study.Caveats())
	}
}

// TestConverted: the lines of an older ledger stay as they were, and are asked as far as they go where the
// study asks for nothing like it; a folder of both is refused.
func TestConverted(t *testing.T) {
	c := config(t, time.Second)
	line := said(recorded(t, c), bitSolver, "110", 80, 1, 1)
	other := line
	other.List = "excluded-diagonals, of another program"
	study := recorded(t, c, line, other)
	if n := len(study.folder.Experiment.Sweeps) - len(study.entries); n != 1 || len(study.folder.Blocks) != 2 || study.folder.Unsigned != 2 {
		t.Errorf("%d more sweeps, %d blocks, %d unsigned", n, len(study.folder.Blocks), study.folder.Unsigned)
	}
	dir := study.folder.Dir
	study.Close()
	text, err := os.ReadFile(filepath.Join(dir, bench.RecordsFile))
	if want, _ := json.Marshal(line); err != nil || !strings.HasPrefix(string(text), string(want)+"\n") {
		t.Errorf("%s, %v", text, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "batches.jsonl"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, c); err == nil || !strings.Contains(err.Error(), "has an experiment too") {
		t.Errorf("both: %v", err)
	}
}

// answersOf is what a contender says of the first instances of each size of a
// board, so many of each.
func answersOf(study *Study, n, each int, kind sweepKind, c backends.Contender) bench.Block {
	b := saidOf(study, func(e entry) bool {
		return e.part == partDiagonals && e.n == n && e.kind == kind && e.contender == c
	}, "")
	for _, e := range study.entries {
		if e.instances.Name == b.List {
			b.Verdicts = strings.Repeat("1", each*len(e.lists))
		}
	}
	b.Seconds = slices.Repeat([]float64{0.001}, len(b.Verdicts))
	return b
}

// TestLargestCost: the board whose runs were not published has a row for
// each contender that answered enough there, and no row otherwise.
func TestLargestCost(t *testing.T) {
	c := config(t, time.Second)
	empty := recorded(t, c)
	dlx := backends.Contender{Backend: "dlx"}
	var lines []bench.Block
	for _, n := range []int{16, largestBoard} {
		for who, kind := range map[backends.Contender]sweepKind{bitmask: publishedInstances, bitSolver: publishedInstances, dlx: everySecond} {
			lines = append(lines, answersOf(empty, n, enoughRuns, kind, who))
		}
		var p page.Page
		recorded(t, c, lines...).reportCost(&p)
		page := p.Markdown()
		if got := strings.Count(page, "|  18 |"); n == 16 && got != 0 || n == largestBoard && got != 3 {
			t.Errorf("answers to n = %d: %d rows of n = 18 in\n%s", n, got, page)
		}
		if !strings.Contains(page, "diagonals, n = 16]") {
			t.Errorf("no chart of n = 16 in\n%s", page)
		}
	}
}

// What was not run has no table and no verdict.
func TestKappaOfNothing(t *testing.T) {
	var p page.Page
	recorded(t, config(t, time.Second)).reportKappa(&p)
	if p.Markdown() != "" || len(p.Verdicts()) > 0 {
		t.Errorf("%s, %v", p.Markdown(), p.Verdicts())
	}
}
