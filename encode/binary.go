package encode

// binaryEncoding, that of Frisch and others, numbers the literals, and a true
// literal sets ⌈log₂ n⌉ bits to its own number: two different ones cannot both.
//
//	x1 → ¬b1 ∧ ¬b0    x2 → ¬b1 ∧ b0    x3 → b1 ∧ ¬b0    x4 → b1 ∧ b0
//
// It needs ⌈log₂ n⌉ auxiliaries, fewest of all, and n⌈log₂ n⌉ clauses. The bits
// are free while no literal is true.
func binaryEncoding() Encoding {
	return Encoding{
		Name:          "binary",
		Paper:         "Frisch, Peugniez, Doggett and Nightingale, Solving Non-Boolean Satisfiability Problems with Stochastic Local Search: A Comparison of Encodings, JAR 2005",
		atMostOne:     binary,
		atMostOneSize: binarySize,
	}
}

func binary(f *CNF, x []int32) {
	code := f.newVariables(codeLength(len(x)))
	for i, l := range x {
		setCode(f, l, code, i)
	}
}

func binarySize(n int) Size {
	length := codeLength(n)
	return Size{length, n * length}
}
