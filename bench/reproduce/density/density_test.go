package density

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/bench/reproduce/page"
	"nqueens/family"
)

// TestDescent checks that each solution comes with the inverse of its probability.
func TestDescent(t *testing.T) {
	const n, samples = 6, 40_000 // four solutions
	d := newDescent(n, rand.NewPCG(1, 1))
	drawn, weights := map[[n]uint8]int{}, map[[n]uint8]float64{}
	for range samples {
		weight, solved := d.run()
		if !solved {
			continue
		}
		key := [n]uint8(d.queens[:n])
		if w, met := weights[key]; met && math.Abs(w-weight) > 1e-9 {
			t.Fatalf("%v came with the weights %v and %v", key, w, weight)
		}
		drawn[key]++
		weights[key] = weight
	}
	if len(drawn) != 4 {
		t.Fatalf("%d solutions, want 4", len(drawn))
	}
	for key, count := range drawn {
		p := math.Exp(-weights[key])
		if away := (float64(count) - samples*p) / math.Sqrt(samples*p*(1-p)); math.Abs(away) > 5 {
			t.Errorf("%v was drawn %d times, %.1f standard errors from %.0f", key, count, away, samples*p)
		}
	}
}

// TestSolutions checks that descents end in solutions, also on the largest board.
func TestSolutions(t *testing.T) {
	for _, n := range []int{4, 9, 32, 63, 64} {
		d := newDescent(n, rand.NewPCG(2, uint64(n)))
		met := 0
		for range 300 {
			if _, solved := d.run(); !solved {
				continue
			}
			met++
			var s nqueens.Solution
			for rank, file := range d.queens[:n] {
				s = append(s, nqueens.On(int(file), rank))
			}
			if err := (nqueens.Problem{Family: family.Queens, N: n}).Check(s); err != nil {
				t.Fatalf("n = %d: %v: %v", n, s, err)
			}
		}
		if met < 20 {
			t.Errorf("n = %d: only %d descents of 300 ended in a solution", n, met)
		}
	}
}

// TestKnownCounts checks that the estimates of Q(n) are within their errors of OEIS A000170, and that the
// errors are not too large.
func TestKnownCounts(t *testing.T) {
	sum := 0.0
	known := map[int]float64{8: 92, 12: 14200, 16: 14772512, 20: 39029188884, 24: 227514171973736, 27: 234907967154122528}
	for n, count := range known {
		d, err := Sample(t.Context(), n, Options{Samples: 60_000, Seed: 1, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		away := (d.LogCount - math.Log(count)) / d.LogCountError
		sum += away * away
		if math.Abs(away) > 4 || d.LogCountError > 0.03 {
			t.Errorf("n = %d: ln Q = %.4f ± %.4f, %.1f errors from %.4f", n, d.LogCount, d.LogCountError, away, math.Log(count))
		}
		if d.Samples != 60_000 || d.Effective < 1000 || d.Effective > float64(d.Solved) {
			t.Errorf("n = %d: %d samples, %d solved, worth %.0f", n, d.Samples, d.Solved, d.Effective)
		}
	}
	if sum > 25 || sum < 0.3 { // χ² of six
		t.Errorf("the squares of the distances add up to %.1f, of about 6 expected", sum)
	}
}

// TestKnownDensity checks that the sampled density is within its errors of the exact one.
func TestKnownDensity(t *testing.T) {
	for _, n := range []int{8, 11} {
		exact, err := exactly(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		sampled, err := Sample(t.Context(), n, Options{Samples: 100_000, Seed: 3, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []int{3, n} {
			want, got := exact.Cells(m), sampled.Cells(m)
			var mean, squares float64
			for r := range m {
				for f := range m {
					if want[r][f].Error != 0 {
						t.Errorf("n = %d: what is exact has an error", n)
					}
					if math.Abs(want[r][f].Value-want[f][r].Value) > 1e-12 {
						t.Errorf("n = %d: the exact density is not symmetric", n)
					}
					away := (got[r][f].Value - want[r][f].Value) / got[r][f].Error
					squares += away * away / float64(m*m)
					if math.Abs(away) > 5 {
						t.Errorf("n = %d, part %d, %d of %d: %v, %.1f errors from %.3f", n, r, f, m, got[r][f], away, want[r][f].Value)
					}
					mean += got[r][f].Value / float64(m*m)
				}
			}
			if math.Abs(mean-1) > 1e-9 {
				t.Errorf("n = %d in %d parts: the mean is %v, not 1", n, m, mean)
			}
			// The parts of a coarse grid are correlated: few are independent.
			if m == n && (squares > 3 || squares < 0.2) {
				t.Errorf("n = %d in %d parts: mean squared distance %.2f errors, not about 1", n, m, squares)
			}
		}
	}
}

// TestExact checks that on a board of 4 the two solutions use the squares a knight's move from the corners,
// and that on 5 each square of a file is in two of ten solutions.
func TestExact(t *testing.T) {
	four, err := exactly(t.Context(), 4)
	if err != nil {
		t.Fatal(err)
	}
	for r, row := range four.Cells(4) {
		for f, c := range row {
			want := 0.0
			if edge := r == 0 || r == 3; edge != (f == 0 || f == 3) {
				want = 2
			}
			if c.Value != want {
				t.Errorf("rank %d, file %d: %v, want %v", r+1, f+1, c.Value, want)
			}
		}
	}
	if math.Abs(four.LogCount-math.Ln2) > 1e-12 {
		t.Errorf("ln Q(4) = %v", four.LogCount)
	}
	// Of the 92 solutions of 8 queens 4 have a queen on a1, 8 on a2, 16 on a3, 18 on a4.
	eight, err := exactly(t.Context(), 8)
	if err != nil {
		t.Fatal(err)
	}
	for f, want := range []float64{4, 8, 16, 18, 18, 16, 8, 4} {
		if got := eight.Cells(8)[0][f].Value * 92 / 8; math.Abs(got-want) > 1e-9 {
			t.Errorf("file %d: %v of 92 solutions, want %v", f+1, got, want)
		}
	}
}

// TestOverlaps checks that the shares of each square add up to 1, and those of each part to n/m.
func TestOverlaps(t *testing.T) {
	for _, c := range []struct{ n, m int }{{10, 4}, {7, 7}, {5, 8}, {16, 5}} {
		square := make([]float64, c.n)
		for i, part := range overlaps(c.n, c.m) {
			sum := 0.0
			for s, share := range part {
				square[s] += share
				sum += share
			}
			if math.Abs(sum-float64(c.n)/float64(c.m)) > 1e-12 {
				t.Errorf("n = %d: part %d of %d has %v squares", c.n, i, c.m, sum)
			}
		}
		for s, sum := range square {
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("n = %d, %d parts: square %d counts %v times", c.n, c.m, s, sum)
			}
		}
	}
}

// TestThreads checks that the number of threads does not change the result.
func TestThreads(t *testing.T) {
	one, err := Sample(t.Context(), 20, Options{Samples: 5000, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	three, err := Sample(t.Context(), 20, Options{Samples: 5000, Seed: 7, Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	if one.LogCount != three.LogCount || one.Cells(5)[1][2] != three.Cells(5)[1][2] {
		t.Errorf("ln Q %v on one thread, %v on three", one.LogCount, three.LogCount)
	}
}

// TestJournal checks that more samples replace fewer and not vice versa, and that all sizes of the seed are
// known.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	series := func(n int, each time.Duration, seed uint64) (Density, []Density) {
		t.Helper()
		j, err := OpenJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		list, err := Series(t.Context(), []int{n}, each, Options{Seed: seed, Journal: j})
		if err != nil {
			t.Fatal(err)
		}
		return list[0], Known(j, seed)
	}
	series(12, 10*time.Millisecond, 2)
	few, _ := series(8, time.Millisecond, 1)
	more, _ := series(8, 10*time.Millisecond, 1)
	again, known := series(8, time.Millisecond, 1)
	if few.Samples >= more.Samples || again.Samples != more.Samples || again.LogCount != more.LogCount || again.Cells(7)[0][3] != more.Cells(7)[0][3] {
		t.Errorf("%d samples, then %d, then %d", few.Samples, more.Samples, again.Samples)
	}
	if len(known) != 1 || known[0].Samples != more.Samples {
		t.Errorf("known are %v", known)
	}
	var p page.Page
	if err := Report(&p, known); err != nil || len(p.Verdicts()) != 2 {
		t.Errorf("%v, %v", p.Verdicts(), err)
	}
}

// TestBadInput checks the errors for sizes and samples out of range, and for a context that has ended.
func TestBadInput(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		run  func() error
		want string
	}{
		{func() error { _, err := Sample(t.Context(), 65, Options{Samples: 1000}); return err }, "the board size must be from 4 to 64, not 65"},
		{func() error { _, err := Sample(t.Context(), 8, Options{Samples: 63}); return err }, "63 samples are too few: at least 64 are needed"},
		{func() error { _, err := FitAlpha(make([]Density, 4)); return err }, "fitting α needs at least 5 sizes, not 4"},
		{func() error { _, err := FitAlpha(make([]Density, 5)); return err }, "fitting α needs sizes with a sampling error, but n = 0 has none"},
	} {
		if err := c.run(); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
	if _, err := Sample(ended, 8, Options{Samples: 1000}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// TestFitAlpha checks that a fit finds the parameters of synthetic values.
func TestFitAlpha(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	var squares float64
	const fits = 200
	for range fits {
		var list []Density
		for n := 20.0; n <= 64; n += 4 {
			const e = 0.004
			list = append(list, Density{N: int(n), LogCountError: e, LogCount: n*math.Log(n) - 1.94*n + 0.5*math.Log(n) + 2 + e*random.NormFloat64()})
		}
		f, err := FitAlpha(list)
		if err != nil {
			t.Fatal(err)
		}
		away := (f.Alpha - 1.94) / f.Sampling
		squares += away * away / fits
		if want := 1.94 - (0.5*math.Log(40)+2)/40; math.Abs(f.at(40)-want) > 0.001 {
			t.Errorf("at n = 40 the fit is %v, want %v", f.at(40), want)
		}
		if math.Abs(away) > 5 || f.Freedom != 9 || f.Error() < f.Sampling {
			t.Errorf("%+v", f)
		}
	}
	if squares < 0.5 || squares > 1.2 {
		t.Errorf("α is %.2f squared errors off on average, not 1", squares)
	}
}

// exactly returns the density from a list of all solutions: seconds at n = 14. It returns an error for a size
// out of range, and the context's error.
func exactly(ctx context.Context, n int) (Density, error) {
	b := batch{at: make([]float64, n*n)}
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.FindAll}
	outcome := bitmask.New().Run(ctx, request, func(s nqueens.Solution) bool {
		b.solved++
		b.weight++
		for _, q := range s {
			b.at[q.Square.Rank*n+q.Square.File]++
		}
		return true
	})
	if outcome.Status != nqueens.Solved {
		return Density{}, fmt.Errorf("listing the solutions of %v: %s", request.Problem, outcome.Status)
	}
	return Density{
		N: n, Solved: b.solved, Effective: b.weight, LogCount: math.Log(b.weight), batches: []batch{b},
	}, nil
}
