package encode

// Encoding is one way to write "at least min and at most max of these
// literals are true" as clauses. Take one from Encodings or EncodingNamed; the
// zero Encoding cannot encode.
//
// Every encoding is correct with any literals, and unit propagation on its
// clauses finds what the bounds alone imply: a conflict as soon as they can
// no longer be met, and every literal that they force (it is arc consistent).
// Auxiliary variables are new for each constraint, never shared.
type Encoding struct {
	// Name is what flags and records call it: see Refine.
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

	// atMostOne is nil where the counter does that too.
	atMostOne     func(f *CNF, x []int32)
	atMostOneSize func(n int) Size
	// counter is for 0 ≤ min < n and min ≤ max with 0 < max ≤ n, of which
	// min = 0 or max = n bounds nothing, but not both. Encodings makes it Sinz's
	// for those that are at-most-one methods only.
	counter     func(f *CNF, x []int32, min, max int)
	counterSize func(n, min, max int) Size
	order       string // of Orders
}

// Encodings returns every encoding, simplest first, and last the one that is made of two.
func Encodings() []Encoding {
	list := []Encoding{
		pairwiseEncoding(),
		sequentialEncoding(),
		productEncoding(),
		commanderEncoding(),
		bimanderEncoding(),
		ladderEncoding(),
		binaryEncoding(),
		totalizerEncoding(),
		networkEncoding(),
		mixedEncoding(),
	}
	for i := range list {
		if e := &list[i]; e.counter == nil {
			e.counter, e.counterSize = sequentialCounter, sequentialCounterSize
		}
	}
	return list
}

// Size is how much an encoding adds to a formula.
type Size struct{ Auxiliaries, Clauses int }

func (s Size) plus(t Size) Size {
	return Size{s.Auxiliaries + t.Auxiliaries, s.Clauses + t.Clauses}
}

// AtMostOne adds clauses that allow at most one of the literals to be true.
func (e Encoding) AtMostOne(f *CNF, literals []int32) { e.Bounds(f, literals, 0, 1) }

// Bounds adds clauses that make at least min and at most max of the literals
// true. A literal that is given twice counts twice. Bounds that always hold
// add nothing, bounds that never hold add the empty clause.
func (e Encoding) Bounds(f *CNF, literals []int32, min, max int) {
	var negated []int32
	for _, p := range pieces(len(literals), min, max) {
		x := literals
		if p.negated {
			if negated == nil {
				negated = negate(literals)
			}
			x = negated
		}
		switch {
		case p.max < p.min:
			f.Add()
		case p.max == 0:
			for _, l := range x {
				f.Add(-l)
			}
		case p.min == 1:
			f.Add(x...)
		case p.max == 1 && e.atMostOne != nil:
			e.atMostOne(f, x)
		default:
			e.counter(f, x, p.min, p.max)
		}
	}
}

// Size is what Bounds adds for n literals.
func (e Encoding) Size(n, min, max int) Size {
	var total Size
	for _, p := range pieces(n, min, max) {
		switch {
		case p.max == 0 && p.min == 0:
			total.Clauses += n
		case p.max < p.min || p.min == 1:
			total.Clauses++
		case p.max == 1 && e.atMostOne != nil:
			total = total.plus(e.atMostOneSize(n))
		default:
			total = total.plus(e.counterSize(n, p.min, p.max))
		}
	}
	return total
}

// piece bounds how many of a constraint's literals, or of their negations, are
// true. It is one of
//
//	(1, 0)    never            the empty clause
//	(0, 0)    none             a unit clause each
//	(1, n)    at least one     one clause
//	(0, 1)    at most one      the encoding's at-most-one method
//	the rest  a true count     the encoding's counter
type piece struct {
	min, max int
	negated  bool
}

// pieces splits bounds on n literals into pieces: what a clause can say is
// left to a clause, and what remains counts whichever of the true and the
// false literals needs the lower number. Splitting loses no propagation, since
// either bound forces literals without regard to the other.
func pieces(n, least, most int) []piece {
	least, most = max(least, 0), min(most, n)
	switch {
	case least > most:
		return []piece{{min: 1, max: 0}}
	case most == 0 && n > 0:
		return []piece{{min: 0, max: 0}}
	case least == n && n > 0:
		return []piece{{min: 0, max: 0, negated: true}}
	}
	var out []piece
	if least == 1 {
		out = append(out, piece{min: 1, max: n})
		least = 0
	}
	if most == n-1 {
		out = append(out, piece{min: 1, max: n, negated: true})
		most = n
	}
	if least == 0 && most == n {
		return out
	}
	direct, flipped := piece{least, most, false}, piece{n - most, n - least, true}
	if flipped.width(n) < direct.width(n) {
		return append(out, flipped)
	}
	return append(out, direct)
}

// width is how far a counter must count.
func (p piece) width(n int) int {
	if p.max < n {
		return p.max
	}
	return p.min
}

func negate(x []int32) []int32 {
	out := make([]int32, len(x))
	for i, l := range x {
		out[i] = -l
	}
	return out
}
