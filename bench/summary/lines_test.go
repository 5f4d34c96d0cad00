package summary

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
)

// TestMostLines checks that the first ten of many reasons have a line each, and that the others are
// counted.
func TestMostLines(t *testing.T) {
	for _, more := range []int{0, 1, 5} {
		var s Summary
		for i := range mostLines + more {
			s.Judgement.Failures = append(s.Judgement.Failures, fmt.Sprint("f", i))
			c := cellOf(fmt.Sprint("p", i), "b", "", timedOut)
			c.Status, c.Reason = nqueens.Crashed, fmt.Sprint("r", i)
			s.Cells = append(s.Cells, c)
		}
		for last, lines := range map[string][]string{"FAILED: f9": s.WrongLines(), "crashed: b on p9: r9": gapLines(s.Cells)} {
			left := fmt.Sprintf(" %d more ", more)
			if len(lines) != mostLines+min(more, 1) || lines[mostLines-1] != last || more > 0 && !strings.Contains(strings.ReplaceAll(lines[mostLines], ",", " "), left) {
				t.Errorf("%d: %q", mostLines+more, lines)
			}
		}
	}
	var same []*Cell
	for i := range 3 {
		if i == 2 {
			if got := gapLines(same); !slices.Equal(got, []string{"unsupported: b on queens(9) and 1 more: too large"}) {
				t.Errorf("%q", got)
			}
		}
		c := cellOf(fmt.Sprint("queens(", 9-i, ")"), "b", "", timedOut)
		c.Status, c.Reason, c.N = nqueens.Unsupported, "too large", 9-i
		if same = append(same, c); i == 0 {
			if got := gaps(same); !slices.Equal(got, []string{"unsupported: b, count, queens(9): too large"}) {
				t.Errorf("%q", got)
			}
		}
	}
	if got := gapLines(same); !slices.Equal(got, []string{"unsupported: b on queens(9) and 2 more: too large"}) {
		t.Errorf("%q", got)
	}
	if got := gaps(same); !slices.Equal(got, []string{"unsupported: b, count, queens(7) to queens(9): too large"}) {
		t.Errorf("%q", got)
	}
}

// TestVoidLine checks the numbers of runs that were void, repeated and left.
func TestVoidLine(t *testing.T) {
	cell := func(void int, status nqueens.Status) *Cell { return &Cell{Void: void, Status: status} }
	for _, test := range []struct {
		void  int
		cells []*Cell
		want  string
	}{
		{0, []*Cell{cell(0, nqueens.Solved)}, "discarded: no run"}, {2, []*Cell{cell(0, nqueens.Solved)}, "discarded: 2 of 9 runs, because the process did not get the CPU or was stopped (all were repeated)"},
		{2, []*Cell{cell(2, nqueens.Solved)}, "discarded: 2 of 9 runs, because the process did not get the CPU or was stopped; they are in no figure"},
		{1, []*Cell{cell(1, nqueens.Void)}, "discarded: 1 of 9 runs, because the process did not get the CPU or was stopped; they are in no figure; 1 of 1 result have no other run"},
		{5, []*Cell{cell(2, nqueens.Solved), cell(1, nqueens.Void)}, "discarded: 5 of 9 runs, because the process did not get the CPU or was stopped (2 were repeated); they are in no figure; 1 of 2 results have no other run"},
	} {
		if got := (Summary{Void: test.void, Runs: 9, Cells: test.cells}).VoidLine(); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	if got := (Summary{Telling: 9}).IdleLine(); got != "" {
		t.Error(got)
	}
	if got := (Summary{Telling: 9, Idle: 2}).IdleLine(); !strings.HasPrefix(got, "2 of the 9 runs that took 0.02 s or more used the CPU for less than 70 % of their time,") {
		t.Error(got)
	}
}

// TestOneOfEach checks the texts about a single item.
func TestOneOfEach(t *testing.T) {
	var out textWriter
	(Summary{Unsigned: 1}).writeCaveats(&out, "")
	if got := out.String(); got != "1 record without a digest, written by an older version: edits cannot be detected\n" {
		t.Errorf("%q", got)
	}
	s := Summary{Judgement: judge.Judgement{Failures: []string{"one was expected to disagree"}}}
	if got := s.WrongLines(); !slices.Equal(got, []string{"FAILED: one was expected to disagree"}) {
		t.Errorf("%q", got)
	}
}

// TestVerdictLines checks the number of verdicts of each kind.
func TestVerdictLines(t *testing.T) {
	var s Summary
	for i, kind := range []judge.VerdictKind{judge.Alone, judge.Known, judge.Unanswered, judge.Known} {
		s.Judgement.Verdicts = append(s.Judgement.Verdicts, judge.Verdict{Name: fmt.Sprint(i), Kind: kind})
	}
	s.Judgement.Notes = []string{"odd"}
	if got := strings.Join(s.VerdictLines(), "\n"); got != "verdicts on 4 problems: 2 known (equal to a published value), 1 alone (answered by one engine), 1 unanswered\nnote: odd" {
		t.Error(got)
	}
}

// TestDissentLines checks the lines about contenders that disagreed: the smallest problem, the best
// explanation and the witness.
func TestDissentLines(t *testing.T) {
	a1 := nqueens.Solution{nqueens.On(0, 0)}
	dissent := func(why string, expected bool) judge.Dissent {
		return judge.Dissent{Contender: backends.Contender{Backend: "b"}, Why: why, Expected: expected}
	}
	verdict := func(n int, list ...judge.Dissent) judge.Verdict {
		return judge.Verdict{Name: fmt.Sprintf("queens(%d)", n), Problem: &nqueens.Problem{N: n}, Dissent: list}
	}
	for _, test := range []struct {
		verdicts []judge.Verdict
		witness  judge.Witness
		want     string
		expected bool
	}{
		{[]judge.Verdict{verdict(6, dissent("5, not 4", false)), verdict(5, dissent("9, not 10", false)), verdict(7, dissent("x", false))}, judge.Witness{}, "b disagrees on 3 problems, the smallest queens(5): 9, not 10", false},
		{[]judge.Verdict{verdict(5, dissent("9", false), dissent("9: twice", false))}, judge.Witness{}, "b disagrees on queens(5): 9: twice", false},
		{[]judge.Verdict{verdict(5, dissent("9: twice", false), dissent("9", false))}, judge.Witness{}, "b disagrees on queens(5): 9: twice", false},
		{[]judge.Verdict{verdict(5, dissent("9", false), dissent("8", false), dissent("8", false))}, judge.Witness{}, "b disagrees on queens(5): 9; 8", false},
		{[]judge.Verdict{verdict(5, dissent("9", true)), verdict(6, dissent("9", true))}, judge.Witness{}, "b disagrees on 2 problems, the smallest queens(5): 9", true},
		{[]judge.Verdict{verdict(5, dissent("9", true)), verdict(6, dissent("9", false))}, judge.Witness{}, "b disagrees on 2 problems, the smallest queens(5): 9", false},
		{[]judge.Verdict{verdict(5, dissent("9", false))}, judge.Witness{Contender: "b", Solution: a1, Why: "is odd"}, "b disagrees on queens(5): 9; for example, a1 is odd", false},
		{[]judge.Verdict{verdict(5, dissent("a1 is odd", false))}, judge.Witness{Contender: "b", Solution: a1, Why: "is odd"}, "b disagrees on queens(5): a1 is odd", false},
		{[]judge.Verdict{verdict(5, dissent("9", false))}, judge.Witness{Contender: "b", Why: "is odd"}, "b disagrees on queens(5): 9; is odd", false},
		{[]judge.Verdict{verdict(5, dissent("9", false))}, judge.Witness{Contender: "c", Why: "is odd"}, "b disagrees on queens(5): 9", false},
		{[]judge.Verdict{verdict(5, dissent("9", false))}, judge.Witness{Contender: "b", Why: "again", Duplicates: 1, Distinct: 8}, "b disagrees on queens(5): 9: 1 repeated solution beside 8 different ones; again", false},
		{[]judge.Verdict{verdict(5, dissent("9 repeated solutions", false))}, judge.Witness{Contender: "b", Why: "again", Duplicates: 1, Distinct: 8}, "b disagrees on queens(5): 9 repeated solutions; again", false},
	} {
		s := Summary{Judgement: judge.Judgement{Verdicts: test.verdicts}, Witnesses: []judge.Witness{test.witness}}
		if got, other := s.dissentLines(test.expected), s.dissentLines(!test.expected); len(got) != 1 || got[0] != test.want || len(other) > 0 {
			t.Errorf("%q and %q, want %s", got, other, test.want)
		}
	}
}

// TestProofsCounted checks how the answers that were to be proved are counted.
func TestProofsCounted(t *testing.T) {
	record := func(status nqueens.Status, kind bench.ProofKind, bytes int64, ended nqueens.Status, why string) *bench.Record {
		return &bench.Record{Outcome: nqueens.Outcome{Status: status}, Proof: bench.Proof{Kind: kind, Why: why}, ProofBytes: bytes, ProofStatus: ended}
	}
	none := nqueens.Unsatisfiable
	list := []*bench.Record{
		record(none, bench.ProofChecked, 10, "", ""), record(none, bench.ProofUncompared, 5, "", ""), record(none, bench.ProofRefused, 100, "", "bad"),
		record(none, bench.Unproved, 0, "", ""), record(none, bench.Unproved, 0, nqueens.Timeout, "late"), record(none, bench.Unproved, 0, nqueens.Crashed, "broke"),
		record(none, "", 0, "", ""), record(nqueens.Solved, bench.ProofChecked, 1000, "", ""), record(nqueens.Timeout, "", 0, "", ""),
	}
	p := newProofs(bench.Experiment{Jobs: []bench.Job{{Proof: true}, {}}}, [][]*bench.Record{list, list})
	if got, want := fmt.Sprintf("%+v", p), fmt.Sprintf("%+v", Proofs{None: 6, Checked: 2, Bytes: 15, Uncompared: 1, Refused: 1, Unproved: 3, Failed: 2, Why: "late"}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p"), []byte("proof"), 0o666); err != nil {
		t.Fatal(err)
	}
	kept := func(file string) bench.KeptProof {
		return bench.KeptProof{File: file, SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte("proof")))}
	}
	changed := kept("p")
	changed.SHA256 = "0" + changed.SHA256[1:]
	p.look(dir, []bench.KeptProof{kept("p"), kept("gone"), changed, kept("p"), kept("gone too")})
	if p.Kept != 2 || !slices.Equal(p.Missing, []string{"gone", "gone too"}) || !slices.Equal(p.Changed, []string{"p"}) {
		t.Errorf("%+v", p)
	}
	for want, p := range map[string]Proofs{
		"": {Checked: 1},
		"proofs of no solution: 1 answer, 0 with a checked proof, 1 refused\n":                                                             {None: 1, Refused: 1},
		"proofs of no solution: 2 answers, 2 with a checked proof (7 bytes), 1 checked without comparing the formula\n":                    {None: 2, Checked: 2, Bytes: 7, Uncompared: 1},
		"proofs of no solution: 2 answers, 1 with a checked proof (7 bytes); 1 kept in proofs/ of the run's folder\n":                      {None: 2, Checked: 1, Bytes: 7, Kept: 1},
		"proofs of no solution: 1 answer, 0 with a checked proof\nkept proofs that are missing: 2, the first a\n":                          {None: 1, Missing: []string{"a", "b"}},
		"proofs of no solution: 1 answer, 0 with a checked proof\nkept proofs that were changed since they were checked: 1, the first c\n": {None: 1, Changed: []string{"c"}},
		"proofs of no solution: 1 answer, 0 with a checked proof, 1 search, unproved\nrequested proofs that failed: 1; the first: late\n":  {None: 1, Unproved: 1, Failed: 1, Why: "late"},
	} {
		var out textWriter
		(Summary{Proofs: p}).writeProofs(&out)
		if out.String() != want {
			t.Errorf("%s, want %s", out.String(), want)
		}
	}
}

// TestRankingWords checks the texts about a ranking and its scores.
func TestRankingWords(t *testing.T) {
	r := Ranking{Task: nqueens.FindFirst, Problems: make([]string, 3), Of: 3}
	for want, change := range map[string]func(){
		"task first, 3 problems that all these contenders ran":                                                  func() {},
		"task first, 3 of 4 problems that all these contenders ran":                                             func() { r.Of = 4 },
		"task first, 3 instances that all these contenders ran":                                                 func() { r.Instances = true },
		"task first, 3 problems that all these contenders ran; 1 left out because a contender has no result":    func() { r.LeftOut = 1 },
		"task first, 3 problems that all these contenders ran; 1 contender with other problems, ranked apart":   func() { r.Apart = []string{"x"} },
		"task first, 3 problems that all these contenders ran; 2 contenders with other limits, ranked apart":    func() { r.Others = []string{"x", "y"} },
		"task first, 3 problems that all these contenders ran; 1 contender not ranked because of wrong answers": func() { r.Wrong = []Wrong{{"x", 1, 2, 0}} },
		"task first, 3 problems that all these contenders ran; 1 contender not ranked because of disputed answers; 1 disputed by a contender that is not ranked": func() {
			r.Wrong, r.Disputed = []Wrong{{"x", 1, 2, 1}}, 1
		},
		"task first, 3 problems that all these contenders ran; 2 contenders not ranked because of wrong or disputed answers": func() { r.Wrong = []Wrong{{"x", 1, 2, 1}, {"y", 1, 2, 0}} },
	} {
		before := r
		if change(); r.title() != want {
			t.Errorf("%s, want %s", r.title(), want)
		}
		r = before
	}
	// If nobody answered anything, there is no single best solver.
	for solved, want := range map[int]string{0: "a", 1: "a (SBS)"} {
		r := Ranking{Virtual: Score{Solved: solved}, Scores: []Score{{Contender: "a", Solved: solved}, {Contender: "b"}}}
		if rows := (Summary{}).rankingRows(r, true); len(rows) != 3 || rows[1][0] != want || rows[2][0] != "b" {
			t.Errorf("%d solved: %q, want %s", solved, rows, want)
		}
	}
	for _, test := range []struct {
		a, b  []string
		alike bool
	}{{nil, nil, false}, {[]string{"a"}, nil, false}, {[]string{"a"}, []string{"b"}, false}, {[]string{"a", "b"}, []string{"b"}, true}, {[]string{"a"}, []string{"a1"}, false}} {
		if got := (Score{Letters: test.a}).Alike(Score{Letters: test.b}); got != test.alike {
			t.Errorf("%v and %v alike: %v", test.a, test.b, got)
		}
	}
	for _, test := range []struct {
		s              Score
		against, where string
	}{
		{Score{Contender: "base", More: 1, Ratio: 2, RatioProblems: 3, Shared: 1, Speedup: 2}, "baseline", ""}, {Score{}, "", ""},
		{Score{More: 1}, "+1", ""}, {Score{Fewer: 2}, "−2", ""}, {Score{Ratio: 2, RatioProblems: 3}, "2 × faster", ""}, {Score{Ratio: 2, RatioProblems: 2}, "2 × faster on 2", ""},
		{Score{More: 1, Fewer: 1, Ratio: 0.5, RatioProblems: 3, Shared: 3, Speedup: 4}, "+1, −1, 2 × slower", "4 × faster"}, {Score{Shared: 1, Speedup: 4}, "", "4 × faster on 1"},
	} {
		if got := test.s.against("base", 3); got != test.against {
			t.Errorf("%+v: %q", test.s, got)
		}
		if got := test.s.whereBothAnswered("base", 3); got != test.where {
			t.Errorf("%+v: %q", test.s, got)
		}
	}
	for seconds, want := range map[float64]string{1: "1 s", math.Inf(1): "> limit", 0: "0 ns"} {
		if got := known(seconds); got != want {
			t.Errorf("%v: %q", seconds, got)
		}
	}
	if known(math.NaN()) != "" || some(0) != "" || some(1) != "1" || some(-1) != "-1" {
		t.Errorf("%q, %q, %q, %q", known(math.NaN()), some(0), some(1), some(-1))
	}
	for want, parts := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := listed(parts); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestFittingColumns checks that dispensable columns are deleted one by one, in their order, until
// the table fits.
func TestFittingColumns(t *testing.T) {
	header := append([]string{"contender"}, slices.Sorted(slices.Values(dispensable))...)
	for page := range 60 {
		rows := [][]string{slices.Clone(header), append([]string{"a"}, slices.Repeat([]string{"1"}, len(dispensable))...)}
		left := slices.Clone(header)
		for _, name := range dispensable {
			width := 0
			for _, name := range left {
				width += 2 + len(name)
			}
			if width > page {
				left = slices.DeleteFunc(left, func(column string) bool { return column == name })
			}
		}
		if got := fitting(rows, page); !slices.Equal(got[0], left) || len(got[1]) != len(left) {
			t.Errorf("on %d: %q, want %q", page, got, left)
		}
	}
}
