package encode

import (
	"fmt"
	"nqueens"
)

// Encoding is one way to write "at least min and at most max of these
// literals are true" as clauses. Take one from Encodings or EncodingNamed; the
// zero Encoding cannot encode.
//
// Every encoding is correct with any literals, and unit propagation on its
// clauses finds what the bounds alone imply: a conflict as soon as they can
// no longer be met, and every literal that they force (it is arc consistent).
// Auxiliary variables are new for each constraint, never shared.
type Encoding struct {
	// Name is what flags and records call it.
	Name string
	// Paper says in one line where it comes from.
	Paper string
	// Determined reports whether the auxiliaries of an at-most-one constraint
	// follow from its literals, so that a model count is right even where
	// nobody projects it. Under the other encodings some are free while no
	// literal is true, and counts must be projected. Where exactly k literals
	// must be true the auxiliaries follow under every encoding; under other
	// bounds above one count on none.
	Determined bool

	atMostOne     func(f *CNF, x []int32)
	atMostOneSize func(n int) Size
	// counter is for 0 ≤ min < n and min ≤ max with 0 < max ≤ n, of which
	// min = 0 or max = n bounds nothing, but not both. An encoding that is an
	// at-most-one method uses Sinz's.
	counter     func(f *CNF, x []int32, min, max int)
	counterSize func(n, min, max int) Size
}

// Encodings returns every encoding, simplest first.
func Encodings() []Encoding {
	return []Encoding{
		pairwiseEncoding(),
		sequentialEncoding(),
		productEncoding(),
		commanderEncoding(),
		bimanderEncoding(),
		ladderEncoding(),
		binaryEncoding(),
		totalizerEncoding(),
		networkEncoding(),
	}
}

// EncodingNamed returns the encoding of that name.
func EncodingNamed(name string) (Encoding, error) {
	var names []string
	for _, e := range Encodings() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Encoding{}, fmt.Errorf("no encoding is called %q %s", name, nqueens.Suggest(name, names))
}
