package encode

// mixedEncoding returns an encoding that is pairwise up to mixedMost literals and bimander above.
//
// A short constraint, as on boards with many given or blocked squares, has few pairs, and pairwise
// adds no auxiliaries between its literals. A long constraint has too many pairs.
func mixedEncoding() Encoding {
	return Encoding{
		Name:          "mixed",
		Paper:         "pairwise to 32 literals, bimander beyond; where the two meet is measured in results/encodings",
		Formula:       "as pairwise to 32, as bimander beyond",
		Complete:      true,
		atMostOne:     mixed,
		atMostOneSize: mixedSize,
	}
}

// mixedMost is the largest number of literals that is encoded pairwise.
const mixedMost = 32

func mixed(f *CNF, x []int32) {
	if len(x) <= mixedMost {
		pairwise(f, x)
	} else {
		bimander(f, x)
	}
}

func mixedSize(n int) Size {
	if n <= mixedMost {
		return pairwiseSize(n)
	}
	return bimanderSize(n)
}
