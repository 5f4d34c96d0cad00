package encode

// mixedEncoding writes a constraint of at most mixedMost literals pairwise, and one of more as
// bimander does.
//
// Of a short line, as boards have of which much is given or blocked, there are few pairs, and no
// auxiliary stands between its literals. Of a long one there are too many.
func mixedEncoding() Encoding {
	return Encoding{
		Name:          "mixed",
		Paper:         "pairwise to 32 literals, bimander beyond; where the two meet is measured in results/encodings",
		atMostOne:     mixed,
		atMostOneSize: mixedSize,
	}
}

// mixedMost is how many literals are written pairwise at most.
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
