package encode

import "math/bits"

// bimanderEncoding returns the encoding of Hölldobler and Nguyen (2013). It divides the literals
// into m = ⌈n/2⌉ groups of two and allows at most one literal of each group. Instead of a
// commander, each group has a binary number: a true literal sets ⌈log₂ m⌉ bits to the number of its
// group.
//
//	group   x1 x2   x3 x4   x5 x6   x7
//	bits      00      01      10    11       x4 → ¬b1 ∧ b0
//
// It needs ⌈log₂ m⌉ auxiliaries and ⌊n/2⌋ + n⌈log₂ m⌉ clauses. While no literal is true, the bits
// are free.
func bimanderEncoding() Encoding {
	return Encoding{
		Name:          "bimander",
		Paper:         "Hölldobler and Nguyen, On SAT-Encodings of the At-Most-One Constraint, ModRef 2013",
		Formula:       "⌈log₂⌈n/2⌉⌉, ⌊n/2⌋ + n⌈log₂⌈n/2⌉⌉",
		Complete:      true,
		atMostOne:     bimander,
		atMostOneSize: bimanderSize,
	}
}

func bimander(f *CNF, x []int32) {
	code := f.newVariables(codeLength((len(x) + 1) / 2))
	for i, l := range x {
		if i%2 == 1 {
			f.Add(-x[i-1], -l)
		}
		setCode(f, l, code, i/2)
	}
}

func bimanderSize(n int) Size {
	length := codeLength((n + 1) / 2)
	return Size{length, n/2 + n*length}
}

// codeLength returns the number of bits needed to distinguish n values.
func codeLength(n int) int {
	if n <= 1 {
		return 0
	}
	return bits.Len(uint(n - 1))
}

// setCode adds clauses by which the literal l, when true, sets the bits of code, lowest first, to
// number.
func setCode(f *CNF, l int32, code []int32, number int) {
	for k, bit := range code {
		if number>>k&1 == 0 {
			bit = -bit
		}
		f.Add(-l, bit)
	}
}
