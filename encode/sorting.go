package encode

// sortingEncoding returns the sorting network of Eén and Sörensson: Batcher's odd-even merge sort of
// all literals, whatever the bounds, which fix two of its outputs. It has the comparators of network
// with every output: for 2^p literals (p²−p+4)·2^(p−2) − 1 comparators, each with two auxiliaries and three clauses
// for each bounded side.
func sortingEncoding() Encoding {
	return Encoding{
		Name:        "sorting",
		Paper:       "Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006; Batcher, AFIPS 1968",
		Formula:     "2c, 3c+1 with c = (p²−p+4)·2^(p−2) − 1 for n = 2^p",
		Complete:    true,
		counter:     sorting,
		counterSize: sortingSize,
	}
}

func sorting(f *CNF, x []int32, min, max int) {
	bounded := max < len(x)
	c := sorter{f: f, upper: bounded, lower: min > 0}.sort(x, len(x))
	if bounded {
		f.Add(-c[max])
	}
	if min > 0 {
		f.Add(c[min-1])
	}
}

func sortingSize(n, least, most int) Size {
	full := sortComparators(n, n).full
	size := Size{Auxiliaries: 2 * full}
	for _, bounded := range []bool{most < n, least > 0} {
		if bounded {
			size.Clauses += 3*full + 1
		}
	}
	return size
}
