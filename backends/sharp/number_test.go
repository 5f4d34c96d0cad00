package sharp

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestNumbers compares sums, products and shifts around the size of a machine word with those of big
// integers.
func TestNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	draw := func() (number, *big.Int) {
		n := big.NewInt(random.Int64() >> random.IntN(64))
		if random.IntN(2) == 0 {
			n.Neg(n)
		}
		if random.IntN(4) == 0 {
			n.Lsh(n, uint(random.IntN(80)))
		}
		return numberOf(n), n
	}
	for range 20_000 {
		a, x := draw()
		b, y := draw()
		k := random.IntN(70)
		for what, got := range map[string][2]*big.Int{
			"sum":     {a.plus(b).int(), new(big.Int).Add(x, y)},
			"product": {a.times(b).int(), new(big.Int).Mul(x, y)},
			"shift":   {a.shifted(k).int(), new(big.Int).Lsh(x, uint(k))},
		} {
			if got[0].Cmp(got[1]) != 0 {
				t.Fatalf("the %s of %v and %v, or %d, is %v, want %v", what, x, y, k, got[0], got[1])
			}
		}
		if a.isZero() != (x.Sign() == 0) {
			t.Fatalf("%v is zero: %v", x, a.isZero())
		}
	}
}
