package encode

// pairwiseEncoding returns the folklore encoding that forbids every pair of literals. It needs no
// auxiliaries and n(n−1)/2 clauses.
func pairwiseEncoding() Encoding {
	return Encoding{
		Name:          "pairwise",
		Paper:         "folklore; Prestwich, CNF Encodings, Handbook of Satisfiability, 2009",
		Formula:       "0, n(n−1)/2",
		Complete:      true,
		Determined:    true,
		atMostOne:     pairwise,
		atMostOneSize: pairwiseSize,
	}
}

func pairwise(f *CNF, x []int32) {
	for i, a := range x {
		for _, b := range x[i+1:] {
			f.Add(-a, -b)
		}
	}
}

func pairwiseSize(n int) Size { return Size{Clauses: n * (n - 1) / 2} }
