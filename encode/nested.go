package encode

// nestedEncoding returns the encoding that divides the literals in halves and joins them by one
// auxiliary variable, recursively up to four literals:
//
//	at most one of x1 … x8  =  at most one of x1 … x4, y  and  at most one of ¬y, x5 … x8
//
// If y is true, the first half has no true literal; if it is false, the second half has none. It
// needs a(n) = 1 + a(h+1) + a(n−h+1) auxiliaries and k(n) = k(h+1) + k(n−h+1) clauses with h = ⌊n/2⌋;
// up to n = 4 it is pairwise. While no literal is true, y is free.
func nestedEncoding() Encoding {
	return Encoding{
		Name:          "nested",
		Paper:         "Heule, in Knuth, The Art of Computer Programming 4B, 7.2.2.2, exercise 12; in halves, as in LogicNG",
		Formula:       "n/2−1, 3n−6 for n = 2^p",
		Complete:      true,
		atMostOne:     nested,
		atMostOneSize: nestedSize,
	}
}

// nestedFloor is the largest number of literals that is encoded pairwise.
const nestedFloor = 4

func nested(f *CNF, x []int32) {
	if len(x) <= nestedFloor {
		pairwise(f, x)
		return
	}
	half, y := len(x)/2, f.NewVariable()
	nested(f, append(x[:half:half], y))
	nested(f, append([]int32{-y}, x[half:]...))
}

func nestedSize(n int) Size {
	if n <= nestedFloor {
		return pairwiseSize(n)
	}
	return Size{Auxiliaries: 1}.plus(nestedSize(n/2 + 1)).plus(nestedSize(n - n/2 + 1))
}
