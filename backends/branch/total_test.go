package branch

import (
	"math/big"
	"testing"
)

// TestTotals computes with numbers around 2^32 and 2^64, at which sums and products stop fitting in
// 64 bits, and compares each result with big.Int.
func TestTotals(t *testing.T) {
	var values []*big.Int
	for _, bits := range []uint{0, 1, 31, 32, 33, 62, 63, 64, 65, 127, 128} {
		power := new(big.Int).Lsh(big.NewInt(1), bits)
		for d := int64(-2); d <= 2; d++ {
			if v := new(big.Int).Add(power, big.NewInt(d)); v.Sign() >= 0 {
				values = append(values, v)
			}
		}
		if got := powerOfTwo(int(bits)); got.big().Cmp(power) != 0 || (got.high == nil) != power.IsUint64() {
			t.Errorf("2^%d: %v", bits, got.big())
		}
	}
	of := func(v *big.Int) total {
		if v.IsUint64() {
			return total{low: v.Uint64()}
		}
		return total{high: v}
	}
	for _, a := range values {
		x := of(a)
		if x.zero() != (a.Sign() == 0) || x.big().Cmp(a) != 0 || x.count().String() != a.String() {
			t.Errorf("%v: zero %v, big %v, count %v", a, x.zero(), x.big(), x.count())
		}
		for _, b := range values {
			y := of(b)
			if got, want := x.plus(y), new(big.Int).Add(a, b); got.big().Cmp(want) != 0 || got.zero() != (want.Sign() == 0) {
				t.Errorf("%v + %v = %v, want %v", a, b, got.big(), want)
			}
			if got, want := x.times(y), new(big.Int).Mul(a, b); got.big().Cmp(want) != 0 || got.zero() != (want.Sign() == 0) {
				t.Errorf("%v × %v = %v, want %v", a, b, got.big(), want)
			}
		}
		for _, d := range []int64{1, 2, 8, 40320} {
			multiple := of(new(big.Int).Mul(a, big.NewInt(d)))
			if got := multiple.dividedBy(d); got.big().Cmp(a) != 0 {
				t.Errorf("%v / %d = %v, want %v", multiple.big(), d, got.big(), a)
			}
		}
		if x.big().Cmp(a) != 0 {
			t.Errorf("%v was changed to %v", a, x.big())
		}
	}
}
