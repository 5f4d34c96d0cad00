package reproduce

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/golden"
)

// five makes records of the five methods up to n = most. The times are the
// published ones, those of bitmask-stack multiplied by a factor.
func five(t *testing.T, most int, factor float64) *made {
	m := &made{t: t, r: fiveSolvers()}
	for n := fiveFrom; n <= most; n++ {
		known, _ := queensProblem(n).Known()
		for i, method := range fiveMethods {
			s := max(0.4, method.published[n-fiveFrom]) / 1000
			if i == 4 {
				s *= factor
			}
			m.add(queensProblem(n), nqueens.CountAll, method.backend, known.Count.String(), s, nil)
		}
	}
	return m
}

func TestFiveSolversPage(t *testing.T) {
	text, _ := five(t, 14, 0.1).page(3 * time.Minute)
	golden.Equal(t, "five-solvers.golden", text)
}

// TestBitmaskClaim: the claim is confirmed by the published times themselves
// and refuted where bitmask is ten times as fast.
func TestBitmaskClaim(t *testing.T) {
	const claim, pair, growth = "“bitmasks are as slow as symmetric”", "available / bitmask", "growth of bitmask"
	for _, test := range []struct {
		most   int
		factor float64
		what   string
		want   page.Kind
	}{
		{15, 1, claim, page.SameShape},
		{15, 0.1, claim, page.Differs},
		{15, 1, pair, page.SameShape},
		{15, 0.1, pair, page.Differs},
		{15, 0.8, pair, page.SameShape},
		{15, 0.5, pair, page.Differs}, // the same order, another ratio
		{11, 1, pair, page.Untested},  // the published times are too coarse
		{10, 1, "symmetric / marks", page.Untested},
		{15, 0.1, growth, page.SameShape},
		{11, 1, growth, page.Untested},
		{9, 1, claim, page.Untested},
		{9, 1, pair, page.Untested},
	} {
		_, p := five(t, test.most, test.factor).page(time.Minute)
		if got := kindOf(t, p, test.what); got != test.want {
			t.Errorf("to n = %d, times %v: %s: %s, want %s", test.most, test.factor, test.what, got, test.want)
		}
	}
}

// TestFiveGrowth: a method that grows faster than published differs.
func TestFiveGrowth(t *testing.T) {
	for factor, want := range map[float64]page.Kind{1.02: page.SameShape, 1.08: page.Differs, 0.93: page.Differs} {
		m := five(t, 14, 1)
		slower := 1.0
		for i := range m.records {
			if m.records[i].Backend == "marks" {
				m.records[i].Seconds *= slower
				slower *= factor
			}
		}
		_, p := m.page(time.Minute)
		if got := kindOf(t, p, "growth of marks"); got != want {
			t.Errorf("growth of marks, times %v: %s, want %s", factor, got, want)
		}
	}
}

// TestFiveWrong: a wrong count is no time, and the page says that it failed.
func TestFiveWrong(t *testing.T) {
	m := five(t, 14, 1)
	for i := range m.records {
		if m.records[i].Backend == "marks" && m.records[i].Problem == "queens(12)" {
			m.records[i].Count = nqueens.NewCount(14199)
		}
	}
	text, _ := m.page(time.Minute)
	golden.Equal(t, "five-wrong.golden", text)
}

// TestFiveFigureSaysWhatIsMissing: both charts tell how far ours go, method by method, where that
// is not to the end of the published table.
func TestFiveFigureSaysWhatIsMissing(t *testing.T) {
	published := publishedFive()
	without := func(from ...int) fiveTimes {
		short := published
		for i, n := range from {
			for ; n <= fiveTo; n++ {
				short[i][n-fiveFrom] = 0
			}
		}
		return short
	}
	for want, ours := range map[string]fiveTimes{
		"": published,
		"Missing here: ours of naive, symmetric, marks, available, bitmask from n = 18; the published table goes to n = 18.": without(18, 18, 18, 18, 18),
		"Missing here: ours of naive from n = 17; symmetric, marks from n = 18; the published table goes to n = 18.":         without(17, 18, 18),
		"Missing here: ours of symmetric from n = 10; naive from n = 11; the published table goes to n = 18.":                without(11, 10),
	} {
		for _, log := range []bool{false, true} {
			notes := fiveFigure(published, ours, log).Notes
			missing := slices.IndexFunc(notes, func(note string) bool { return strings.HasPrefix(note, "Missing") })
			if (missing >= 0) != (want != "") || want != "" && notes[missing] != want {
				t.Errorf("log %v: %q, want %q", log, notes, want)
			}
		}
	}
}
