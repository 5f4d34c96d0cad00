package sharp

import (
	"math/big"
	"math/bits"
)

// number is an integer of any size. It is a machine word until that overflows.
type number struct {
	word int64
	big  *big.Int // the number if not nil; never modified
}

var (
	zero = number{}
	one  = number{word: 1}
)

// numberOf returns n in its shortest form.
func numberOf(n *big.Int) number {
	if n.IsInt64() {
		return number{word: n.Int64()}
	}
	return number{big: n}
}

// isZero reports whether n is 0.
func (n number) isZero() bool { return n.big == nil && n.word == 0 }

// int returns n as a big integer, which must not be modified.
func (n number) int() *big.Int {
	if n.big != nil {
		return n.big
	}
	return big.NewInt(n.word)
}

// plus returns n + m.
func (n number) plus(m number) number {
	if n.big == nil && m.big == nil {
		sum := n.word + m.word
		if (sum > n.word) == (m.word > 0) {
			return number{word: sum}
		}
	}
	return numberOf(new(big.Int).Add(n.int(), m.int()))
}

// times returns n · m.
func (n number) times(m number) number {
	if n.big == nil && m.big == nil {
		a, b := n.word, m.word
		if a >= 0 && b >= 0 {
			if high, low := bits.Mul64(uint64(a), uint64(b)); high == 0 && low < 1<<63 {
				return number{word: int64(low)}
			}
		} else if int64(int32(a)) == a && int64(int32(b)) == b {
			return number{word: a * b}
		}
	}
	return numberOf(new(big.Int).Mul(n.int(), m.int()))
}

// shifted returns n · 2^k.
func (n number) shifted(k int) number {
	if n.big == nil && n.word >= 0 && bits.Len64(uint64(n.word))+k < 64 {
		return number{word: n.word << k}
	}
	return numberOf(new(big.Int).Lsh(n.int(), uint(k)))
}
