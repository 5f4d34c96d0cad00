package encode

import "math/bits"

// bimanderEncoding, Hölldobler's and Nguyen's of 2013, divides the literals into
// m = ⌈n/2⌉ groups of two, allows at most one of each group, and instead of
// giving groups commanders numbers them in binary: a true literal sets the
// ⌈log₂ m⌉ bits to its group's number.
//
//	group   x1 x2   x3 x4   x5 x6   x7
//	bits      00      01      10    11       x4 → ¬b1 ∧ b0
//
// It needs ⌈log₂ m⌉ auxiliaries and ⌊n/2⌋ + n⌈log₂ m⌉ clauses. The bits are
// free while no literal is true.
func bimanderEncoding() Encoding {
	return Encoding{
		Name:          "bimander",
		Paper:         "Hölldobler and Nguyen, On SAT-Encodings of the At-Most-One Constraint, ModRef 2013",
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

// codeLength is the number of bits that tell n things apart.
func codeLength(n int) int {
	if n <= 1 {
		return 0
	}
	return bits.Len(uint(n - 1))
}

// setCode makes a literal, when true, set the bits of code, lowest first, to
// number.
func setCode(f *CNF, l int32, code []int32, number int) {
	for k, bit := range code {
		if number>>k&1 == 0 {
			bit = -bit
		}
		f.Add(-l, bit)
	}
}
