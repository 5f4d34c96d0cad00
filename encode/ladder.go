package encode

// ladderEncoding, Gent's and Nightingale's of 2004, keeps a ladder of auxiliaries
// of which the first few are true and the rest false; the literal where it
// changes is the true one.
//
//	     y1  y2  y3  y4
//	true  1   1   0   0  …     x3 ↔ y2 ∧ ¬y3
//
// y(i) says that none of the first i literals is true, so a ladder that is
// true to its last rung means that none is at all. There are n auxiliaries and
// 4n−2 clauses: n−1 keep the ladder, 3n−1 tie the literals to it. In either
// case the ladder follows from the literals.
func ladderEncoding() Encoding {
	return Encoding{
		Name:          "ladder",
		Paper:         "Gent and Nightingale, A New Encoding of AllDifferent into SAT, ModRef 2004",
		Determined:    true,
		atMostOne:     ladder,
		atMostOneSize: ladderSize,
	}
}

func ladder(f *CNF, x []int32) {
	before := yes
	for _, l := range x {
		y := f.NewVariable()
		f.addFolded(-y, before)
		f.addFolded(-l, before)
		f.addFolded(-l, -y)
		f.addFolded(-before, y, l)
		before = y
	}
}

func ladderSize(n int) Size {
	if n == 0 {
		return Size{}
	}
	return Size{n, 4*n - 2}
}
