package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

// TestMannWhitney compares with values counted by hand or computed by R's wilcox.test.
func TestMannWhitney(t *testing.T) {
	for _, test := range []struct {
		a, b []float64
		want float64
	}{
		// All values of one sample are below all of the other: 2 of the 20 ways to choose three of
		// six.
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, 2.0 / 20},
		// One inversion: 2 · 2 of 70.
		{[]float64{1, 2, 3, 5}, []float64{4, 6, 7, 8}, 4.0 / 70},
		// Hollander & Wolfe (1973), 69f.: permeability of placental tissue; R says 0.2544.
		{[]float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}, []float64{1.15, 0.88, 0.90, 0.74, 1.21}, 0.2544},
		// With ties: the three 2s share rank 3, and of the 20 ways to choose three of 1, 3, 3, 3,
		// 5, 6, three have the sum 7 and three the sum 14.
		{[]float64{1, 2, 2}, []float64{2, 3, 4}, 6.0 / 20},
		{[]float64{1, 1}, []float64{1, 1}, 1},
		{nil, []float64{1}, 1}, {[]float64{1}, nil, 1}, {nil, nil, 1},
	} {
		if got := MannWhitney(test.a, test.b); !near(got, test.want, 5e-5) {
			t.Errorf("%v, %v: %v, want %v", test.a, test.b, got, test.want)
		}
	}
}

func TestLeastP(t *testing.T) {
	for _, test := range []struct {
		a, b int
		want float64
	}{{3, 3, 0.1}, {4, 4, 2.0 / 70}, {6, 6, 2.0 / 924}, {1, 39, 2.0 / 40}, {0, 10, 1}, {10, 0, 1}, {0, 0, 1}, {1, 1, 1}} {
		if got := LeastP(test.a, test.b); !near(got, test.want, 1e-12) {
			t.Errorf("%d and %d: %v, want %v", test.a, test.b, got, test.want)
		}
	}
}

// TestTestable compares with numbers computed by hand from the definition.
func TestTestable(t *testing.T) {
	repeat := func(p float64, n int) []float64 { return slices.Repeat([]float64{p}, n) }
	for _, test := range []struct {
		least []float64
		want  int // number of testable values at the start
	}{
		{nil, 0},
		{repeat(2.0/924, 23), 23},
		{repeat(2.0/924, 24), 0}, // 24 · 2/924 > 0.05
		{slices.Concat(repeat(1e-5, 20), repeat(2.0/924, 24)), 20}, // the others do not reduce the level of these
		{slices.Concat(repeat(1e-5, 3), repeat(0.02, 1), repeat(0.04, 4)), 3},
		{repeat(0.05, 1), 0},
		{[]float64{0.02, 0.025, 0.025}, 1}, // 2 · 0.025 is not less than 0.05
	} {
		got := 0
		for i, can := range Testable(test.least) {
			if can {
				if got++; got != i+1 {
					t.Errorf("%v: not the first", test.least)
				}
			}
		}
		if got != test.want {
			t.Errorf("%v: %d can be tested, want %d", test.least, got, test.want)
		}
	}
}

func TestSignedRank(t *testing.T) {
	infinite := math.Inf(1)
	for _, test := range []struct {
		differences []float64
		want        float64
	}{
		{nil, 1}, {[]float64{0, 0}, 1}, {[]float64{3}, 1},
		{[]float64{1, 2, 3, 4, 5}, 2.0 / 32},
		{[]float64{1, 2, 3, 4, 5, 6}, 2.0 / 64},
		{[]float64{-1, 2, 3, 4, 5, 6, 0}, 4.0 / 64}, // rank sums 0 and 1
		{[]float64{1, -1}, 1},
		{[]float64{1, 1, 1, -1, 2, 2}, 2.0 * 5 / 64}, // rank 2.5 four times: none of them, or one
		{[]float64{1, 1, 2, -3}, 2.0 * 6 / 16},       // ranks 1.5, 1.5, 3: rank sums up to 4, excluding 4.5
		{[]float64{1, 2, 3, 4, infinite, infinite}, 2.0 / 64},
		// Hollander & Wolfe (1973), 29f.: depression before and after a therapy; R says 0.03906.
		{[]float64{1.83 - 0.878, 0.50 - 0.647, 1.62 - 0.598, 2.48 - 2.05, 1.68 - 1.06, 1.88 - 1.29, 1.55 - 1.06, 3.06 - 3.14, 1.30 - 1.29}, 0.0390625},
	} {
		if got := SignedRank(test.differences); !near(got, test.want, 1e-9) {
			t.Errorf("%v: %v, want %v", test.differences, got, test.want)
		}
	}
	// Beyond exactPairs the normal distribution gives nearly the same.
	var d []float64
	for i := range exactPairs {
		d = append(d, float64(i+1)*float64(1-2*(i%4%3%2)))
	}
	exact, nearly := SignedRank(d), SignedRank(append(d, 1e-9))
	if !near(exact, nearly, 0.1*exact) || exact > 0.01 {
		t.Errorf("exactly %v, nearly %v", exact, nearly)
	}
	// With equal sums above and below zero, the continuity correction must not pass the centre.
	var even []float64
	for i := range 30 {
		even = append(even, float64(i+1), -float64(i+1))
	}
	if p := SignedRank(even); p != 1 {
		t.Errorf("as much above as below: %v", p)
	}
}

// TestHolm compares with values computed by hand by the procedure of Holm (1979): 0.01·4, then
// 0.02·3, then 0.03·2, which must not be less than the value before it, then 0.2.
func TestHolm(t *testing.T) {
	got := Holm([]float64{0.2, 0.01, 0.03, 0.02})
	for i, want := range []float64{0.2, 0.04, 0.06, 0.06} {
		if !near(got[i], want, 1e-12) {
			t.Errorf("%v", got)
		}
	}
	if got := Holm([]float64{0.9, 0.8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("%v", got)
	}
}

func TestCompare(t *testing.T) {
	if got := Ranks([]float64{5, 1, math.Inf(1), 5, math.Inf(1)}); !slices.Equal(got, []float64{2.5, 1, 4.5, 2.5, 4.5}) {
		t.Errorf("ranks %v", got)
	}
	// Over eight problems a is always before b and c, which alternate: a pair with equal signs has
	// p = 2/256, times 3 by Holm.
	var a, b, c []float64
	for q := range 8 {
		x := float64(q)
		a, b, c = append(a, x), append(b, x+2), append(c, x+2+0.5*float64(1-2*(q%2)))
	}
	c[7] = math.Inf(1)
	got := Compare([][]float64{b, a, c}, nil)
	if want := []float64{2 + 3.0/8, 1, 2 + 5.0/8}; !slices.Equal(got.Ranks, want) {
		t.Errorf("ranks %v, want %v", got.Ranks, want)
	}
	if s := fmt.Sprint(got.Groups); s != "[[1] [0 2]]" || !got.Different[1][0] || got.Different[0][2] {
		t.Errorf("groups %s, different %v", s, got.Different)
	}
	if s := fmt.Sprint(got.Different); s != "[[false true false] [true false true] [false true false]]" {
		t.Errorf("different %s", s)
	}
	// Six problems with equal signs have p = 2/64, times 3: with three such tests there is no
	// difference.
	if got := Compare([][]float64{a[:6], b[:6], a[:6]}, nil).Different; got[0][1] || got[1][2] || got[0][2] {
		t.Errorf("by six questions %v differ", got)
	}
	if got := Compare([][]float64{a[:6], b[:6]}, nil).Different; !got[0][1] || !got[1][0] {
		t.Errorf("two alone by six questions: %v", got)
	}
	// Five problems are too few for groups.
	if s := fmt.Sprint(Compare([][]float64{a[:5], b[:5], c[:5]}, nil).Groups); s != "[]" {
		t.Errorf("groups %s", s)
	}
}

// TestGroupsNeedProblems checks that there are groups only where the smallest probability that so
// many problems can give, 2/2^q, is below the level divided by the number of pairs: for two
// contenders from six problems on, for three (three pairs) from seven, for four from eight, for
// five from nine.
func TestGroupsNeedProblems(t *testing.T) {
	for contenders, fewest := range map[int]int{2: 6, 3: 7, 4: 8, 5: 9} {
		for _, questions := range []int{fewest - 1, fewest} {
			results := make([][]float64, contenders)
			for i := range results {
				results[i] = make([]float64, questions)
			}
			if c := Compare(results, nil); len(c.Groups) != questions-fewest+1 || !near(c.Ranks[0], float64(contenders+1)/2, 1e-9) {
				t.Errorf("%d over %d questions: %+v", contenders, questions, c)
			}
		}
	}
	for _, alone := range [][][]float64{nil, {{1, 2, 3, 4, 5, 6, 7}}} {
		if c := Compare(alone, nil); len(c.Groups) != 0 {
			t.Errorf("%v: groups %v", alone, c.Groups)
		}
	}
}

// scatter returns runs around a median with the given relative deviation and a long upper tail.
func scatter(random *rand.Rand, n int, median, part float64) []float64 {
	runs := make([]float64, n)
	for i := range runs {
		runs[i] = median * math.Exp(part*random.NormFloat64())
	}
	return runs
}

// TestTwins checks with identical contenders, measured ten times on each of twenty problems, that
// the share of tables with any mark and the share of single tests that find a difference are not
// above the level.
func TestTwins(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const tables, cells = 400, 20
	tests, marked := 0, 0
	for range tables {
		var p []float64
		for range cells {
			one := MannWhitney(scatter(random, 10, 1, 0.05), scatter(random, 10, 1, 0.05))
			p = append(p, one)
			if one < Level {
				tests++
			}
		}
		if slices.Min(Holm(p)) < Level {
			marked++
		}
	}
	// Three standard errors above the level.
	if part := float64(tests) / (tables * cells); part > 0.0573 || part < 0.03 {
		t.Errorf("%.3f of tests find a difference", part)
	}
	if part := float64(marked) / tables; part > 0.083 {
		t.Errorf("%.3f of tables have a mark", part)
	}
}

// TestPower computes the figures in METHOD.md for a difference of 10 % and ten runs of each: how
// often it is found, depending on the scatter of the runs.
func TestPower(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const tables = 4000
	for _, test := range []struct {
		scatter     float64
		alone, of20 float64 // share found by one test, and as one of twenty by Holm
	}{{0.02, 1, 1}, {0.05, 0.97, 0.7}, {0.1, 0.48, 0.1}} {
		alone, of20 := 0.0, 0.0
		for range tables {
			p := MannWhitney(scatter(random, 10, 1, test.scatter), scatter(random, 10, 1.1, test.scatter))
			if p < Level {
				alone += 1.0 / tables
			}
			if p < Level/20 { // as the first of twenty, or where no other differs
				of20 += 1.0 / tables
			}
		}
		if t.Logf("runs that scatter by %.0f %%: found %.2f, of twenty %.2f", 100*test.scatter, alone, of20); !near(alone, test.alone, 0.02) || !near(of20, test.of20, 0.02) {
			t.Errorf("METHOD.md says %v and %v", test.alone, test.of20)
		}
	}
}
