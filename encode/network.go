package encode

// networkEncoding returns the cardinality network of Asín and others. It sorts the literals, true
// ones first, up to the position of the higher bound, and fixes the outputs at the bounds:
//
//	x1 ─┐                      comparator        a ─┬─ high = a ∨ b
//	x2 ─┤ merge sort ├─ c(min)   = true          b ─┴─ low  = a ∧ b
//	 …  ┤            ├─ c(max+1) = false
//
// The merges are Batcher's odd-even merges, limited to the first k = max+1 outputs. A comparator
// has two auxiliaries and three clauses for each bounded side. If only its high output is needed,
// it has one auxiliary and one or two clauses. The total is O(n log² k); networkSize returns the
// exact numbers. At most one needs 3n−4 auxiliaries and 5n−6 clauses. Asín et al. pad the input
// with false literals to a power of two; merging lists of any length, as in Abío et al., CP 2013,
// gives the same result without padding.
func networkEncoding() Encoding {
	return Encoding{
		Name:        "network",
		Paper:       "Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, Cardinality Networks, Constraints 2011",
		Formula:     "3n−4, 5n−6",
		Complete:    true,
		counter:     network,
		counterSize: networkSize,
	}
}

func network(f *CNF, x []int32, min, max int) {
	bounded := max < len(x)
	keep := min
	if bounded {
		keep = max + 1
	}
	c := sorter{f: f, upper: bounded, lower: min > 0}.sort(x, keep)
	if bounded {
		f.Add(-c[max])
	}
	if min > 0 {
		f.Add(c[min-1])
	}
}

// A sorter adds comparators. For an upper bound, true inputs imply true outputs; for a lower bound,
// false inputs imply false outputs.
type sorter struct {
	f            *CNF
	upper, lower bool
}

// sort returns the first keep outputs of x sorted.
func (s sorter) sort(x []int32, keep int) []int32 {
	if len(x) <= 1 {
		return x
	}
	half := len(x) / 2
	return s.merge(s.sort(x[:half], keep), s.sort(x[half:], keep), keep)
}

// merge returns the first keep outputs of the merge of two sorted lists. It merges the items with
// odd positions and those with even positions; after that only neighbours can be out of order.
func (s sorter) merge(a, b []int32, keep int) []int32 {
	a, b = a[:min(len(a), keep)], b[:min(len(b), keep)]
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	case len(a) == 1 && len(b) == 1:
		return s.compare(nil, a[0], b[0], keep)
	}
	odd := s.merge(everyOther(a), everyOther(b), keep/2+1)
	even := s.merge(everyOther(a[1:]), everyOther(b[1:]), keep/2)
	out := []int32{odd[0]}
	odd = odd[1:]
	for len(out) < keep && len(odd) > 0 && len(even) > 0 {
		out = s.compare(out, odd[0], even[0], keep)
		odd, even = odd[1:], even[1:]
	}
	out = append(append(out, odd...), even...) // one list has at most one more item
	return out[:min(len(out), keep)]
}

// compare appends the higher of two literals and, if out has fewer than keep items, the lower one.
func (s sorter) compare(out []int32, a, b int32, keep int) []int32 {
	high := s.f.NewVariable()
	if s.upper {
		s.f.Add(-a, high)
		s.f.Add(-b, high)
	}
	if s.lower {
		s.f.Add(-high, a, b)
	}
	out = append(out, high)
	if len(out) == keep {
		return out
	}
	low := s.f.NewVariable()
	if s.upper {
		s.f.Add(-a, -b, low)
	}
	if s.lower {
		s.f.Add(-low, a)
		s.f.Add(-low, b)
	}
	return append(out, low)
}

// everyOther returns the 1st, 3rd, 5th, … items.
func everyOther(x []int32) []int32 {
	var out []int32
	for i := 0; i < len(x); i += 2 {
		out = append(out, x[i])
	}
	return out
}

// networkSize returns the size of a network. It counts the comparators by the recurrences of
// sorter: two auxiliaries for a full comparator and one for a half comparator.
func networkSize(n, least, most int) Size {
	bounded := most < n
	keep := least
	if bounded {
		keep = most + 1
	}
	sorting := sortComparators(n, keep)
	full, half := sorting.full, sorting.half
	size := Size{Auxiliaries: 2*full + half}
	if bounded {
		size.Clauses += 3*full + 2*half + 1
	}
	if least > 0 {
		size.Clauses += 3*full + half + 1
	}
	return size
}

type comparators struct{ full, half int }

func (c comparators) plus(d comparators) comparators {
	return comparators{c.full + d.full, c.half + d.half}
}

func sortComparators(n, keep int) comparators {
	if n <= 1 {
		return comparators{}
	}
	a, b := n/2, (n+1)/2
	return sortComparators(a, keep).plus(sortComparators(b, keep)).plus(mergeComparators(a, b, keep))
}

func mergeComparators(a, b, keep int) comparators {
	a, b = min(a, keep), min(b, keep)
	switch {
	case a == 0 || b == 0:
		return comparators{}
	case a == 1 && b == 1 && keep == 1:
		return comparators{half: 1}
	case a == 1 && b == 1:
		return comparators{full: 1}
	}
	odd, even := min((a+1)/2+(b+1)/2, keep/2+1), min(a/2+b/2, keep/2)
	last := comparators{full: min(odd-1, even)}
	if 2*last.full == keep { // the low output of the last one exceeds keep
		last = comparators{last.full - 1, 1}
	}
	return mergeComparators((a+1)/2, (b+1)/2, keep/2+1).plus(mergeComparators(a/2, b/2, keep/2)).plus(last)
}
