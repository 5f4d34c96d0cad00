package reproduce

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench"
)

// few is the phase transition with two instances a point of the sweeps of one
// board or delta.
func few(part string, n int) Reproduction {
	r := phaseTransition()
	r.trials = func(ctx context.Context, s Session, l *bench.Ledger) (*laboratory, error) {
		lab, err := newLaboratory(ctx, s, l)
		if err != nil {
			return nil, err
		}
		lab.entries = slices.DeleteFunc(lab.entries, func(e entry) bool { return e.part != part || e.n != n || !e.first })
		for i := range lab.entries {
			lab.entries[i].most = 2
		}
		return lab, nil
	}
	return r
}

// TestPhaseParts runs a little of each part end to end, and again with nothing
// left to do but to write the same page.
func TestPhaseParts(t *testing.T) {
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
		s := session(t, time.Minute)
		s.Parts = []string{test.part}
		var first string
		for range 2 {
			result, err := s.Reproduce(t.Context(), few(test.part, test.n))
			if err != nil {
				t.Fatal(err)
			}
			page := read(t, result.Page)
			if result.Failed() || first != "" && page != first {
				t.Errorf("%s: failures %q, the second page is\n%s", test.part, result.Failures, page)
			}
			first = page
		}
		for _, want := range append(test.want, "`nqueens reproduce phase-transition --part "+test.part+" --budget 1m`", "on the same instances: **same value**") {
			if !strings.Contains(first, want) {
				t.Errorf("no %q in\n%s", want, first)
			}
		}
		if strings.Contains(first, test.not) || strings.Contains(first, "Left out") {
			t.Errorf("another part or something left out is in\n%s", first)
		}
	}
}

// TestPhaseBudget: a budget that is too small ends the run all the same, and
// says what it left out.
func TestPhaseBudget(t *testing.T) {
	s := session(t, 300*time.Millisecond)
	result, err := s.Reproduce(t.Context(), phaseTransition())
	if err != nil {
		t.Fatal(err)
	}
	if page := read(t, result.Page); !strings.Contains(page, "## Left out\n") || !strings.Contains(page, "for want of time") {
		t.Errorf("nothing is left out in\n%s", page)
	}
}

func TestPhaseRefuses(t *testing.T) {
	for _, test := range []struct {
		parts     []string
		instances string
		want      string
	}{
		{[]string{"blocks"}, "", `no part is called "blocks" (did you mean "blocked"?`},
		{nil, "no-such-folder", "no-such-folder: none of the published files is there (diag-10.tar.gz, block-10.tar.gz,"},
	} {
		s := session(t, time.Second)
		s.Parts, s.Instances = test.parts, test.instances
		if _, err := s.Reproduce(t.Context(), phaseTransition()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// recorded is a laboratory over a ledger that holds the given lines.
func recorded(t *testing.T, s Session, lines ...bench.Stretch) *laboratory {
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
	l, err := bench.OpenLedger(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() }) //nolint:errcheck // only read
	lab, err := newLaboratory(context.Background(), s, l)
	if err != nil {
		t.Fatal(err)
	}
	return lab
}

// said is what a contender says of the first instances with excluded diagonals
// on 10 × 10, one for each number of them.
func said(lab *laboratory, c contender, verdicts string, nodes ...int64) bench.Stretch {
	for _, e := range lab.entries {
		if e.part == partDiagonals && e.n == 10 && e.kind == publishedInstances && e.contender == c {
			b := lab.batch(e, 1)
			return bench.Stretch{
				List: b.List, Backend: b.Backend, Encoding: b.Encoding, Version: lab.version(b.Backend), Limits: b.Limits,
				Verdicts: verdicts, Seconds: make([]float64, len(verdicts)), Stats: map[string][]int64{"nodes": nodes},
			}
		}
	}
	panic("no such entry")
}

// TestPhaseAgreement: a solution that one showed convicts another who said that
// there is none, and a wrong solution its author.
func TestPhaseAgreement(t *testing.T) {
	s := session(t, time.Second)
	empty := recorded(t, s)
	if v := empty.agreement(); v.Kind != Untested {
		t.Errorf("of nothing: %+v", v)
	}
	nodes := []int64{80, 1, 1}
	for _, test := range []struct {
		ours string
		kind Kind
		why  string
	}{
		{"110", SameValue, "6 answers to 3 instances, 3 of which at least two answered"},
		{"11t", SameValue, "5 answers to 3 instances, 2 of which"},
		{"100", Wrong, "bit-solver showed a solution of instance 1 of n = 10, published, 1 to 12, size 2, and bitmask said that there is none"},
		{"11w", Wrong, "bitmask gave a wrong solution of instance 1 of n = 10, published, 1 to 12, size 3"},
	} {
		lab := recorded(t, s, said(empty, theirs, "110", nodes...), said(empty, ours, test.ours, nodes...))
		if v := lab.agreement(); v.Kind != test.kind || !strings.Contains(v.Why, test.why) {
			t.Errorf("%s: %+v", test.ours, v)
		}
	}
}

// TestPhaseRuns compares with published runs: of id 1 with one diagonal 80
// nodes, as published, and a solution.
func TestPhaseRuns(t *testing.T) {
	s := session(t, time.Second)
	s.Instances = t.TempDir()
	rows := "n\tdiagonals\tid\tsolvable\tnodes\n10\t1\t1\t1\t80\n10\t2\t1\t1\t90\n"
	if err := os.WriteFile(filepath.Join(s.Instances, "diag-truth-10-16.tsv.gz"), gzipped(t, rows), 0o666); err != nil {
		t.Fatal(err)
	}
	empty := recorded(t, s)
	for _, test := range []struct {
		who      contender
		verdicts string
		nodes    []int64
		same     int
	}{
		{theirs, "11", []int64{80, 90}, 2},
		{theirs, "11", []int64{80, 91}, 1},
		{theirs, "10", []int64{80, 90}, 1},
		{ours, "11", []int64{3, 3}, 2}, // another search has other nodes
		{ours, "00", []int64{3, 3}, 0},
		{theirs, "111", []int64{80, 90, 7}, 2}, // nothing was published of the third
	} {
		lab := recorded(t, s, said(empty, test.who, test.verdicts, test.nodes...))
		same, compared, wrong := lab.sameRuns(10, test.who)
		if same != test.same || compared != 2 || len(wrong) != 2-test.same {
			t.Errorf("%v %s %v: %d of %d the same, %q", test.who, test.verdicts, test.nodes, same, compared, wrong)
		}
	}
}

// TestPhasePeaks: a peak that is not the published one is wrong where all the
// published instances were run, and untested otherwise.
func TestPhasePeaks(t *testing.T) {
	s := session(t, time.Second)
	empty := recorded(t, s)
	nodes := make([]int64, 12*problemsPerPoint)
	for i := range nodes {
		nodes[i] = 100
	}
	all := strings.Repeat("1", len(nodes))
	const what = "peak mean, peak median and largest number of nodes of bit-solver, to the published digits"
	for _, test := range []struct {
		instances int
		want      Kind
	}{{problemsPerPoint, Wrong}, {10, Untested}} {
		lab := recorded(t, s, said(empty, theirs, all[:12*test.instances], nodes[:12*test.instances]...))
		var p Page
		lab.reportPeaks(&p)
		if got := kindOf(t, &p, what); got != test.want {
			t.Errorf("%d instances: %s, want %s", test.instances, got, test.want)
		}
	}
}

func TestWilson(t *testing.T) {
	for _, test := range []struct {
		k, n      int
		low, high float64
	}{
		{0, 10, 0, .2775}, {5, 10, .2366, .7634}, {10, 10, .7225, 1}, {81, 263, .2553, .3662}, // the last of Newcombe, 1998
		{0, 0, 0, 1},
	} {
		low, high := wilson(test.k, test.n)
		if math.Abs(low-test.low) > 1e-4 || math.Abs(high-test.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f", test.k, test.n, low, high)
		}
	}
}

// TestCrossing gives the published 6.01 and 11.96 from the published fractions.
func TestCrossing(t *testing.T) {
	for n, want := range map[int]float64{10: 6.01, 12: 8.32, 15: 11.96} {
		var list []share
		for i, part := range publishedShares[n].shares {
			list = append(list, share{float64(publishedShares[n].from + i), part})
		}
		if x, ok := crossing(list); !ok || math.Abs(x-want) > 0.0051 {
			t.Errorf("n = %d: %.3f, published %.2f", n, x, want)
		}
	}
	if _, ok := crossing([]share{{1, 1}, {2, 0.6}}); ok {
		t.Error("a crossing where there is none")
	}
}

func TestSpread(t *testing.T) {
	s := newSpread([]float64{4, 1, 3, 2}, 0)
	if s.mean != 2.5 || s.median() != 2.5 || s.quantile(0.9) != 4 || s.most() != 4 {
		t.Errorf("%+v", s)
	}
	if s := newSpread([]float64{9, 1, 3}, 0); s.median() != 3 {
		t.Errorf("%+v", s)
	}
	line := survival("x", 0, newSpread([]float64{1, 2, 2, 8}, 0))
	if len(line.Points) != 2 || line.Points[0].Y != 0.75 || line.Points[1].X != 2 || line.Points[1].Y != 0.25 {
		t.Errorf("%+v", line.Points)
	}
}

// TestKappa: the number of blocks is the inverse, and the ASP instances are at
// one value of it.
func TestKappa(t *testing.T) {
	for _, n := range []float64{10, 28, 56} {
		for _, k := range []float64{0.5, 1, 1.2} {
			if got := kappa(n, blocksAt(n, k)); math.Abs(got-k) > 1e-9 {
				t.Errorf("n = %v: %v, want %v", n, got, k)
			}
		}
	}
	for n, b := range map[float64]float64{28: 595, 48: 1962, 50: 2142, 56: 2734} {
		if k := kappa(n, b); math.Abs(k-0.955) > 0.003 {
			t.Errorf("n = %v: kappa is %.4f", n, k)
		}
	}
}

// TestSweep: instances come in the order of lists, all first ones before any
// second, and sizes share the instance.
func TestSweep(t *testing.T) {
	s := newSweep(partDiagonals, 10, publishedInstances, diagonalLists(t.Context(), 10, 12, true))
	var last nqueens.Problem
	for i := range 24 {
		p, err := s.problem(i)
		if err != nil || len(p.Excluded) != i%12+1 {
			t.Fatalf("%d: %v, %v", i, p, err)
		}
		if d := len(p.Excluded) - 1; d > 0 && p.Excluded[d-1] != last.Excluded[d-1] {
			t.Errorf("%d is another instance than %d", i, i-1)
		}
		last = p
	}
}
