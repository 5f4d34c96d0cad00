package relax

import (
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/modeltest"
)

// TestNeeds checks that Needs reports true if the refutation fails without the variable's value, and that
// otherwise the refutation keeps the margin that is left without it.
func TestNeeds(t *testing.T) {
	needed, left, exactly := 0, 0, 0
	modeltest.ForRandom(t, 3000, func(t *testing.T, random *rand.Rand, m *nqueens.Model, _ []uint64) {
		r := New(encode.PBFromModel(m))
		for j := range m.Placements {
			if random.IntN(3) > 0 {
				r.Fix(j, int8(random.IntN(2)))
			}
		}
		_, f, refuted := r.Solve()
		if !refuted {
			return
		}
		for j := range m.Placements {
			if !r.Fixed(j) {
				continue
			}
			before, value := f.Margin, r.fixed[j]
			needs := r.Needs(&f, j)
			r.fixed[j] = free
			without, still := r.combine(f.Factors)
			switch {
			case needs == still:
				t.Fatalf("%+v needs variable %d: %v, and has the margin %d without", f, j, needs, without.Margin)
			case needs && f.Margin != before || !needs && f.Margin != without.Margin:
				t.Fatalf("variable %d, needed: %v: the margin %d becomes %d, and is %d without", j, needs, before, f.Margin, without.Margin)
			case needs:
				r.fixed[j] = value
				needed++
			default:
				left++
			}
			if without.Margin == 0 {
				exactly++
			}
		}
	})
	if needed < 100 || left < 100 || exactly < 100 {
		t.Errorf("%d needed, %d of them by just that, and %d not: too few to tell", needed, exactly, left)
	}
}
