package encode

// ladderEncoding returns the encoding of Gent and Nightingale (2004). It has a row of auxiliaries
// of which the first ones are true and the rest false. The position of the change gives the true
// literal.
//
//	     y1  y2  y3  y4
//	true  1   1   0   0  …     x3 ↔ y2 ∧ ¬y3
//
// y(i) means that none of the first i literals is true. If all auxiliaries are true, no literal is
// true. There are n auxiliaries and 4n−2 clauses: n−1 order the auxiliaries and 3n−1 connect the
// literals to them. The literals always determine the auxiliaries.
func ladderEncoding() Encoding {
	return Encoding{
		Name:          "ladder",
		Paper:         "Gent and Nightingale, A New Encoding of AllDifferent into SAT, ModRef 2004",
		Formula:       "n, 4n−2",
		Complete:      true,
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
