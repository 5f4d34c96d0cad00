package summary

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
	"nqueens/internal/golden"
)

// TestPages compares the texts of a run, in each style, with the expected ones. The run has
// contenders without a difference, with too few runs, and with a difference below their noise; a
// curved growth; external programs; instances that end in every way; some proofs; a second build on
// another machine; fewer cores than planned; and records that were edited or have no digest.
func TestPages(t *testing.T) {
	m := &made{t: t, Experiment: bench.Experiment{Name: "odd", Baseline: "right", Repeat: bench.Repeat{Min: 6, Max: 6}}}
	m.External = []bench.Program{{Name: "outside", Command: "./outside {n}"}}
	m.Published = []bench.Published{
		{Name: "theirs", Family: "queens", Ratios: map[int]float64{8: 2, 9: 1.5}, Source: "a page"},
		{Name: "elsewhere", Family: "lilypads", Ratios: map[int]float64{9: 3}, Source: "a paper"},
		{Name: "too", Family: "queens", Ratios: map[int]float64{10: 0.25}, Source: "a letter"},
	}
	m.Published[0], m.Published[1] = m.Published[1], m.Published[0] // the families are shown in their own order
	m.add("rooks(3)", nqueens.CountAll, "seldom", "", "6", 0.1)     // without a ratio
	last := func(n int) []bench.Record { return m.records[len(m.records)-n:] }
	counts := map[int]string{8: "92", 9: "352", 10: "724", 11: "2680", 12: "14200"}
	for n, factor := 8, 1.0; n <= 12; n, factor = n+1, factor*float64(n-6) {
		p := fmt.Sprintf("queens(%d)", n)
		m.add(p, nqueens.CountAll, "right", "", counts[n], six(0.01*factor)...)
		m.add(p, nqueens.CountAll, "righttoo", "pairwise", counts[n], six(0.0101*factor)...)
		m.add(p, nqueens.CountAll, "righttoo", "product", counts[n], six(0.02*factor)...)
		m.add(p, nqueens.CountAll, "outside", "", counts[n], six(0.012*factor)...)
		for i := range last(6) {
			last(6)[i].FloorSeconds = 0.002
		}
	}
	m.add("queens(7)", nqueens.CountAll, "right", "", "40", six(0.005)...)
	m.add("queens(7)", nqueens.CountAll, "seldom", "", "40", 0.009, 0.0091)
	for i := range last(2) {
		last(2)[i].Cores, last(2)[i].WallSeconds, last(2)[i].CPUSeconds = 1, 0.2, 0.1
	}
	m.Jobs[len(m.Jobs)-1].Threads = 2
	for i := range last(2) {
		last(2)[i].Threads = 2
	}
	m.add("queens(6)", nqueens.CountAll, "right", "", string(nqueens.Void), 0, 0)
	m.add("queens(6)", nqueens.CountAll, "late", "", "")
	// Another build, on another machine.
	m.add("torus(5)", nqueens.CountAll, "right", "", "10", six(0.1)...)
	m.add("torus(5)", nqueens.CountAll, "righttoo", "pairwise", "10", six(0.101)...)
	for i := range last(12) {
		last(12)[i].Build, last(12)[i].Machine = "0123456789ab sha256:0123456789abcdef", "rack"
	}
	// Instances, each of which ends in a different way.
	for i, answer := range []string{"sat", "unsat", "timeout", "memory-limit", "crashed", "unsupported", "void", ""} {
		m.instance(i+1, "right", []string{"sat", "unsat"}[min(1, i)], 0.1*float64(i+1))
		if r := m.instance(i+1, "outside", answer, 0.5); r != nil && !r.Status.Answered() {
			r.Reason = "for one reason"
		}
	}
	m.instance(2, "misses", "sat", 1).Fault = &bench.Fault{Solution: nqueens.Solution{nqueens.On(0, 0)}, Why: "a2 has no piece"}
	m.add("queens(8, given=b1)", nqueens.CountAll, "right", "", "8", 2).Stats = map[string]int64{"conflicts": 5, "queens": 1}
	job := &m.Jobs[len(m.Jobs)-1]
	job.Instance = "counted.param"
	last(1)[0].Problem, last(1)[0].Instance = job.ProblemName(), job.Instance
	// Answers that there is no solution, some of them proved.
	for i, proof := range []bench.Proof{
		{},
		{Kind: bench.ProofChecked}, {Kind: bench.ProofUncompared}, {Kind: bench.ProofChecked}, {Kind: bench.Unproved, Why: "it takes too long"}, {Kind: bench.Unproved, Why: "it cannot"}, {Kind: bench.ProofRefused, Why: "step 3 does not follow"},
	} {
		r := m.add(fmt.Sprintf("queens(3, given=a%d)", i%3+1), nqueens.FindFirst, fmt.Sprint("prover", i), "", string(nqueens.Unsatisfiable), 0.1)
		if m.Jobs[len(m.Jobs)-1].Proof = i != 5; i != 5 {
			r.Proof = proof
		}
		if r.Proof.Checked() {
			r.ProofBytes = int64(1000 * (i + 1))
		}
		if i == 4 {
			r.ProofStatus = nqueens.Timeout
		}
	}
	s := m.summary()
	s.Edited, s.Unsigned, s.Build = []string{"records.jsonl:3", "records.jsonl:7"}, 5, "abcdefabcdef sha256:abcdefabcdefabcd"
	s.Proofs.Kept, s.Proofs.Missing, s.Proofs.Changed = 1, []string{"proofs/a.gz", "proofs/b.gz"}, []string{"proofs/c.gz"}

	var b bytes.Buffer
	page := func(name string, write func() error) {
		fmt.Fprintf(&b, "%s %s\n\n", strings.Repeat("=", 20), name)
		if err := write(); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	page("full", func() error { return s.WriteText(&b, Style{Full: true}) })
	page("first page, in colour", func() error { return s.WriteText(&b, Style{Colour: true}) })
	page("markdown", func() error { return s.WriteText(&b, Style{Full: true, Markdown: true}) })
	page("sentences", func() error { b.WriteString(strings.Join(s.Sentences(), "\n") + "\n"); return nil })
	page("tables", func() error {
		for _, table := range s.TimesTables(6) {
			fmt.Fprintf(&b, "%s\n%q\n%s\n", table.Title, table.Rows, table.Notes)
		}
		for _, width := range []int{60, 90, 200} {
			table, ok := s.RankingTable(width > 90, width)
			fmt.Fprintf(&b, "%v %s\n%q\n%s\n", ok, table.Title, table.Rows, strings.Join(table.Legend, "\n"))
		}
		return nil
	})
	golden.Equal(t, "pages.golden", b.String())
	b.Reset()
	if err := s.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "pages.csv.golden", b.String())
}

// TestOf checks that a summary has all data of a folder besides its times: the build, the edited
// records, those without a digest, and which of the kept proofs are there.
func TestOf(t *testing.T) {
	m := &made{t: t, Experiment: bench.Experiment{Name: "kept"}}
	m.add("queens(4)", nqueens.CountAll, "right", "", "2", 1)
	r := m.add("queens(3)", nqueens.FindFirst, "right", "", string(nqueens.Unsatisfiable), 1)
	m.Jobs[1].Proof, r.Proof, r.ProofKept = true, bench.Proof{Kind: bench.ProofChecked}, &bench.KeptProof{File: "proofs/gone.gz"}
	dir := t.TempDir()
	f := &bench.Folder{Dir: dir, Experiment: m.Experiment, Records: m.records, Edited: []string{"x"}, Unsigned: 7}
	f.Build, f.Keep = "b", true
	if s := Summarise(m.Experiment, m.records, judge.Judgement{}, nil); s.Cells[0].Records == nil {
		t.Error("the records were let go")
	}
	s, err := Of(f, engines)
	if err != nil || s.Build != "b" || len(s.Edited) != 1 || s.Unsigned != 7 || len(s.Proofs.Missing) != 1 || len(s.Cells) != 2 || s.Cells[0].Records == nil {
		t.Errorf("%+v, %v", s, err)
	}
	s, err = JudgeRuns(f, f.Runs(), engines)
	if err != nil || s.Build != "b" || len(s.Proofs.Missing) != 1 || s.Cells[0].Records != nil || s.Cells[0].Seconds.Median != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	// A conclusion that cannot be opened is an error, not an empty one.
	verdicts := filepath.Join(dir, bench.VerdictsFile)
	if err := errors.Join(os.RemoveAll(verdicts), os.Mkdir(verdicts, 0o777)); err != nil {
		t.Fatal(err)
	}
	if _, err := Of(f, engines); err == nil {
		t.Error("verdicts.json was not read")
	}
	if _, err := JudgeRuns(f, f.Runs(), engines); err == nil {
		t.Error("verdicts.json was not read")
	}
}

// TestMixedOrder checks that the times of a job are those of its answers, in whatever order answers
// and failures came.
func TestMixedOrder(t *testing.T) {
	job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Limits: bench.Limits{Time: time.Second}}
	for late := range 3 {
		var records []bench.Record
		for i := range 3 {
			r := madeRecord(job, nqueens.Solved, float64(i+1))
			if r.FloorSeconds = r.Seconds / 4; i == late {
				r = madeRecord(job, nqueens.Timeout, 9)
			}
			records = append(records, r)
		}
		want := []float64{2.5, 2, 1.5}[late]
		if c := Cells(bench.Experiment{Jobs: []bench.Job{job}}, records, judge.Judgement{})[0]; c.Status != nqueens.Timeout || len(c.Records) != 3 || len(c.Times) != 2 || c.Seconds.Median != want || c.Floor != want/4 {
			t.Errorf("late at %d: %+v", late, c)
		}
	}
}
