package reproduce

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
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
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, "diag-12.tar.gz"), []byte("no archive"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		parts     []string
		instances string
		want      string
	}{
		{[]string{"blocks"}, "", `no part is called "blocks" (did you mean "blocked"?`},
		{nil, damaged, "diag-12.tar.gz"}, // before anything is run
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
func recorded(t *testing.T, s Session, lines ...bench.BatchRecord) *laboratory {
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
func said(lab *laboratory, c contender, verdicts string, nodes ...int64) bench.BatchRecord {
	for _, e := range lab.entries {
		if e.part == partDiagonals && e.n == 10 && e.kind == publishedInstances && e.contender == c {
			b := lab.batch(e, 1)
			return bench.BatchRecord{
				List: b.List, Contender: backends.Contender{Backend: b.Backend, Encoding: b.Encoding}, Version: lab.version(b.Backend), Limits: b.Limits,
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
	if v := empty.agreement(); v.Kind != page.Untested {
		t.Errorf("of nothing: %+v", v)
	}
	nodes := []int64{80, 1, 1}
	for _, test := range []struct {
		ours string
		kind page.Kind
		why  string
	}{
		{"110", page.SameValue, "6 answers to 3 instances, 3 of which at least two answered"},
		{"11t", page.SameValue, "5 answers to 3 instances, 2 of which"},
		{"100", page.Wrong, "bit-solver showed a solution of instance 1 of n = 10, published, 1 to 12, size 2, and bitmask said that there is none"},
		{"11w", page.Wrong, "bitmask gave a wrong solution of instance 1 of n = 10, published, 1 to 12, size 3"},
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
		{ours, "1w", []int64{3, 3}, 1},         // what is no solution shows nothing
		{theirs, "1w", []int64{80, 90}, 1},
	} {
		lab := recorded(t, s, said(empty, test.who, test.verdicts, test.nodes...))
		same, compared, wrong := lab.sameRuns(10, test.who)
		if want := 2 - strings.Count(test.verdicts, "w"); same != test.same || compared != want || len(wrong) != want-test.same {
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
		want      page.Kind
	}{{problemsPerPoint, page.Wrong}, {10, page.Untested}} {
		lab := recorded(t, s, said(empty, theirs, all[:12*test.instances], nodes[:12*test.instances]...))
		var p page.Page
		lab.reportPeaks(&p)
		if got := kindOf(t, &p, what); got != test.want {
			t.Errorf("%d instances: %s, want %s", test.instances, got, test.want)
		}
	}
}

// TestPhaseVersions: answers of another version of a backend are neither taken
// nor counted as time spent.
func TestPhaseVersions(t *testing.T) {
	s := session(t, time.Second)
	empty := recorded(t, s)
	line := said(empty, theirs, "110", 80, 1, 1)
	line.WallSeconds = 5
	if lab := recorded(t, s, line); lab.spent(partDiagonals) != 5 || len(lab.of(partDiagonals, 10, publishedInstances, theirs)) != 3 {
		t.Error("the answers of this version are not taken")
	}
	line.Version = "another"
	if lab := recorded(t, s, line); lab.spent(partDiagonals) != 0 || lab.of(partDiagonals, 10, publishedInstances, theirs) != nil {
		t.Error("answers of another version are taken")
	}
}
