package encode

// commanderEncoding, Klieber's and Kwon's of 2007, divides the literals into
// groups of three. A group's commander is true exactly when one of the group
// is, two of a group never are, and of the commanders at most one is, by the
// same method:
//
//	    c1                c2            at most one of c1, c2, x7
//	┌───┼───┐         ┌───┼───┐
//	x1  x2  x3        x4  x5  x6    x7
//
// A literal left alone is its own commander. A group of three has 7 clauses and
// one of two has 4, so that a(n) = g + a(⌈n/3⌉) auxiliaries, where g is n/3
// rounded to the nearest, and k(n) = 7⌊n/3⌋ + (4 for two left) + k(⌈n/3⌉)
// clauses, pairwise to n = 6: about n/2 and 3½n. A commander is the
// disjunction of its group whether or not one is true.
func commanderEncoding() Encoding {
	return Encoding{
		Name:          "commander",
		Paper:         "Klieber and Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, CFV 2007",
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
