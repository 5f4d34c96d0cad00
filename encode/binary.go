package encode

// binaryEncoding returns the encoding of Frisch and others. It numbers the literals. A true literal
// sets ⌈log₂ n⌉ bits to its own number, so two literals cannot both be true.
//
//	x1 → ¬b1 ∧ ¬b0    x2 → ¬b1 ∧ b0    x3 → b1 ∧ ¬b0    x4 → b1 ∧ b0
//
// It needs ⌈log₂ n⌉ auxiliaries, the fewest of all encodings, and n⌈log₂ n⌉ clauses. While no
// literal is true, the bits are free.
func binaryEncoding() Encoding {
	return Encoding{
		Name:          "binary",
		Paper:         "Frisch, Peugniez, Doggett and Nightingale, Solving Non-Boolean Satisfiability Problems with Stochastic Local Search: A Comparison of Encodings, JAR 2005",
		Formula:       "⌈log₂ n⌉, n⌈log₂ n⌉",
		Complete:      true,
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
