package encode

// commanderEncoding returns the encoding of Klieber and Kwon (2007). It divides the literals into
// groups of three. The commander of a group is true exactly if a literal of the group is true. At
// most one literal of a group is true (pairwise), and at most one commander is true (recursively):
//
//	    c1                c2            at most one of c1, c2, x7
//	┌───┼───┐         ┌───┼───┐
//	x1  x2  x3        x4  x5  x6    x7
//
// A single remaining literal is its own commander. A group of three needs 7 clauses, a group of two
// needs 4. The encoding has a(n) = g + a(⌈n/3⌉) auxiliaries, where g is n/3 rounded to the nearest
// integer, and k(n) = 7⌊n/3⌋ + (4 if two literals remain) + k(⌈n/3⌉) clauses; up to n = 6 it is
// pairwise. This is about n/2 auxiliaries and 3½n clauses. A commander always equals the
// disjunction of its group.
func commanderEncoding() Encoding {
	return Encoding{
		Name:          "commander",
		Paper:         "Klieber and Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, CFV 2007",
		Formula:       "about n/2, 7n/2",
		Complete:      true,
		Determined:    true,
		atMostOne:     commander,
		atMostOneSize: commanderSize,
	}
}

func commander(f *CNF, x []int32) {
	if len(x) <= recursionFloor {
		pairwise(f, x)
		return
	}
	var commanders []int32
	for len(x) > 0 {
		group := x[:min(3, len(x))]
		x = x[len(group):]
		if len(group) == 1 {
			commanders = append(commanders, group[0])
			continue
		}
		c := f.NewVariable()
		commanders = append(commanders, c)
		pairwise(f, group)
		for _, member := range group {
			f.Add(-member, c)
		}
		f.Add(append([]int32{-c}, group...)...)
	}
	commander(f, commanders)
}

func commanderSize(n int) Size {
	if n <= recursionFloor {
		return pairwiseSize(n)
	}
	own := Size{n / 3, 7 * (n / 3)}
	if n%3 == 2 {
		own = own.plus(Size{1, 4})
	}
	return own.plus(commanderSize((n + 2) / 3))
}
