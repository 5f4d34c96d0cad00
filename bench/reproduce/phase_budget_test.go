package reproduce

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/instance"
)

// TestPhaseAnswerFails: an error is one even when the time is up.
func TestPhaseAnswerFails(t *testing.T) {
	s := session(t, time.Second)
	lab := recorded(t, s)
	broken := errors.New("broken")
	one := &list{n: 8, size: 1, problem: func(int) (nqueens.Problem, error) { return nqueens.Problem{}, broken }}
	e := entry{sweep: newSweep(partBlocked, 8, ownInstances, []*list{one}), contender: ours, most: 1}
	if err := lab.answer(t.Context(), e, 1, 0); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	e.lists[0] = randomList(t.Context(), instance.Recipe{Kind: instance.Completion, N: 8, Size: 1})
	if err := lab.answer(t.Context(), e, 1, 0); err != nil {
		t.Errorf("time is up, and that is an error: %v", err)
	}
}

// TestPhaseClock: time counts that no process took; what another part took in
// earlier sessions, beyond its share, does not.
func TestPhaseClock(t *testing.T) {
	s := session(t, 100*time.Second)
	line := said(recorded(t, s), theirs, "110", 80, 1, 1)
	line.WallSeconds = 1000
	lab := recorded(t, s, line)
	if left := lab.left(partBlocked); left < 19 || left > 20 {
		t.Errorf("%v of the 20 s are left that are the share", left)
	}
	if left := lab.left(partDiagonals); left > 0 {
		t.Errorf("%v s are left of a part that took 1000 s", left)
	}
	lab = recorded(t, s)
	lab.clock.begun = lab.clock.begun.Add(-90 * time.Second)
	if left := lab.left(partBlocked); left > 5 {
		t.Errorf("%v s are left where 90 of 100 s have passed and the theory has 5", left)
	}
}

// answersOf is what a contender says of the first instances of each size of a
// board, so many of each.
func answersOf(lab *laboratory, n, each int, kind sweepKind, c contender) bench.BatchRecord {
	for _, e := range lab.entries {
		if e.part == partDiagonals && e.n == n && e.kind == kind && e.contender == c {
			b := lab.batch(e, each)
			return bench.BatchRecord{
				List: b.List, Contender: backends.Contender{Backend: b.Backend, Encoding: b.Encoding}, Version: lab.version(b.Backend), Limits: b.Limits,
				Verdicts: strings.Repeat("1", b.Len), Seconds: slices.Repeat([]float64{0.001}, b.Len),
			}
		}
	}
	panic("no such entry")
}

// TestPhaseLargestCost: the board whose runs were not published has a row for
// each contender that answered enough there, and no row otherwise.
func TestPhaseLargestCost(t *testing.T) {
	s := session(t, time.Second)
	empty := recorded(t, s)
	dlx := contender{backend: "dlx"}
	var lines []bench.BatchRecord
	for _, n := range []int{16, costOnly} {
		for c, kind := range map[contender]sweepKind{ours: publishedInstances, theirs: publishedInstances, dlx: everySecond} {
			lines = append(lines, answersOf(empty, n, enoughRuns, kind, c))
		}
		var p page.Page
		recorded(t, s, lines...).reportCost(&p)
		page := p.Markdown()
		if got := strings.Count(page, "|  18 |"); n == 16 && got != 0 || n == costOnly && got != 3 {
			t.Errorf("answers to n = %d: %d rows of n = 18 in\n%s", n, got, page)
		}
		if !strings.Contains(page, "diagonals, n = 16]") {
			t.Errorf("no chart of n = 16 in\n%s", page)
		}
	}
}
