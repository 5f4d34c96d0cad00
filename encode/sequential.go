package encode

// sequentialEncoding returns the counter of Sinz (2005), which counts along the literals: s(i,j)
// means that at least j of the first i literals are true. For at most one it is a chain of n−1
// auxiliaries and 3n−4 clauses:
//
//	x1     x2     x3     x4
//	 ↓   ╱  ↓   ╱  ↓   ╱          ↓ → implies, ╱ not both
//	s1  →  s2  →  s3
//
// The literals determine the auxiliaries if max literals are true. If fewer are true, an s may be
// true although the count is lower.
func sequentialEncoding() Encoding {
	return Encoding{
		Name:        "sequential",
		Paper:       "Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005",
		Formula:     "n−1, 3n−4",
		Complete:    true,
		counter:     sequentialCounter,
		counterSize: sequentialCounterSize,
	}
}

// sequentialCounter adds a counter up to the higher bound, in the order of x. The upper bound
// requires s(i,j) to be true if the count reaches j, as in Sinz's paper. The lower bound requires
// the converse. The s(i,j) with j > i are always false and are omitted.
func sequentialCounter(f *CNF, x []int32, min, max int) {
	n, width := len(x), piece{min: min, max: max}.width(len(x))
	before := make([]int32, width+2) // s(i−1, 0…width+1)
	after := make([]int32, width+2)  // s(i, 0…width+1)
	for j := range before {
		before[j], after[j] = no, no
	}
	before[0], after[0] = yes, yes
	for i := 1; i < n; i++ {
		xi := x[i-1]
		for j := 1; j <= i && j <= width; j++ {
			after[j] = f.NewVariable()
		}
		if max < n {
			for j := 1; j <= max+1; j++ {
				f.addFolded(-before[j], after[j])
				f.addFolded(-before[j-1], -xi, after[j])
			}
		}
		for j := 1; j <= min; j++ {
			f.addFolded(-after[j], before[j-1])
			f.addFolded(-after[j], before[j], xi)
		}
		before, after = after, before
	}
	if max < n {
		f.Add(-before[max], -x[n-1])
	}
	if min > 0 {
		f.addFolded(before[min-1])
		f.addFolded(before[min], x[n-1])
	}
}

// sequentialCounterSize returns the size of sequentialCounter: Σ min(i,w) auxiliaries for i =
// 1…n−1, where w is the width. For each bounded side, each s has a clause for its literal and one
// for the s before it.
func sequentialCounterSize(n, min, max int) Size {
	prefixes := func(width int) int { return width*(n-1) - width*(width-1)/2 }
	size := Size{Auxiliaries: prefixes(piece{min: min, max: max}.width(n))}
	if max < n {
		size.Clauses += 2*prefixes(max) - 2*max + n
	}
	if min > 0 {
		size.Clauses += 2*prefixes(min) - (n - 1) + 1
	}
	if min > 1 {
		size.Clauses++
	}
	return size
}
