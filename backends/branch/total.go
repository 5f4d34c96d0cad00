package branch

import (
	"math/big"
	"math/bits"

	"nqueens"
)

// total is a number of solutions, of any size.
type total struct {
	low  uint64
	high *big.Int // the number, if it does not fit in 64 bits; never changed
}

func (t total) zero() bool { return t.low == 0 && t.high == nil }

func (t total) big() *big.Int {
	if t.high != nil {
		return t.high
	}
	return new(big.Int).SetUint64(t.low)
}

func (t total) plus(u total) total {
	if t.high == nil && u.high == nil {
		if sum, carry := bits.Add64(t.low, u.low, 0); carry == 0 {
			return total{low: sum}
		}
	}
	return total{high: new(big.Int).Add(t.big(), u.big())}
}

func (t total) times(u total) total {
	if t.high == nil && u.high == nil {
		if high, low := bits.Mul64(t.low, u.low); high == 0 {
			return total{low: low}
		}
	}
	if t.zero() || u.zero() {
		return total{}
	}
	return total{high: new(big.Int).Mul(t.big(), u.big())}
}

// dividedBy returns the total divided by d, which must divide it.
func (t total) dividedBy(d int64) total {
	if t.high == nil {
		return total{low: t.low / uint64(d)}
	}
	return total{high: new(big.Int).Div(t.high, big.NewInt(d))}
}

// powerOfTwo returns 2^k.
func powerOfTwo(k int) total {
	if k < 64 {
		return total{low: 1 << k}
	}
	return total{high: new(big.Int).Lsh(big.NewInt(1), uint(k))}
}

func (t total) count() *nqueens.Count {
	if t.high == nil {
		return nqueens.NewCount(t.low)
	}
	c, err := nqueens.ParseCount(t.high.String())
	if err != nil {
		panic(err) // decimal digits are a valid count
	}
	return c
}
