package encode

// An Encoding is one way to write "at least min and at most max of these literals are true" as
// clauses. Encodings and EncodingNamed return them; the zero Encoding cannot be used.
//
// Every encoding is correct for any literals. Most are arc consistent: see Complete. Each constraint
// has its own auxiliary variables.
type Encoding struct {
	// Name is the name in flags and records: see Refine.
	Name string
	// Paper is the source, in one line.
	Paper string
	// Formula is the size of an at-most-one constraint on n literals: the numbers of auxiliary
	// variables and of clauses.
	Formula string
	// Determined reports whether the literals of an at-most-one constraint determine its
	// auxiliaries. If so, a model count is right even without projection. Under the other encodings
	// some auxiliaries are free while no literal is true, so counts need projection. If exactly k
	// literals must be true, the auxiliaries are determined under every encoding except sorting. For other bounds with a maximum above one they need not be.
	Determined bool
	// Complete reports whether unit propagation is complete (arc consistent): on the clauses of any
	// bounds it finds a conflict as soon as the bounds can no longer be met, and every literal that
	// the bounds force.
	Complete bool

	// atMostOne is nil if the counter also encodes "at most one".
	atMostOne     func(f *CNF, x []int32)
	atMostOneSize func(n int) Size
	// counter requires 0 ≤ min < n and min ≤ max with 0 < max ≤ n. The value min = 0 or the value
	// max = n is no bound; not both occur together. Encodings sets Sinz's counter for encodings
	// that define only atMostOne.
	counter     func(f *CNF, x []int32, min, max int)
	counterSize func(n, min, max int) Size
	order       string // one of Orders
}

// Encodings returns every encoding. The look of an encoding in charts depends on its place in this
// list: new ones come at the end.
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
		nestedEncoding(),
		product3Encoding(),
		sortingEncoding(),
		moduloEncoding(),
		kModuloEncoding(),
	}
	for i := range list {
		if e := &list[i]; e.counter == nil {
			e.counter, e.counterSize = sequentialCounter, sequentialCounterSize
		}
	}
	return list
}

// Size is the number of auxiliary variables and clauses that an encoding adds to a formula.
type Size struct{ Auxiliaries, Clauses int }

func (s Size) plus(t Size) Size {
	return Size{s.Auxiliaries + t.Auxiliaries, s.Clauses + t.Clauses}
}

// AtMostOne adds clauses that allow at most one of the literals to be true.
func (e Encoding) AtMostOne(f *CNF, literals []int32) { e.Bounds(f, literals, 0, 1) }

// Bounds adds clauses that make at least min and at most max of the literals true. A literal that
// occurs twice counts twice. Bounds that always hold add nothing; bounds that never hold add the
// empty clause.
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

// Size returns what Bounds adds for n literals.
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

// A piece is a bound on the number of true literals, or of false literals if negated. It is one of
//
//	(1, 0)    never            the empty clause
//	(0, 0)    none             a unit clause each
//	(1, n)    at least one     one clause
//	(0, 1)    at most one      the encoding's at-most-one method
//	others    a count          the encoding's counter
type piece struct {
	min, max int
	negated  bool
}

// pieces splits bounds on n literals into pieces. A bound that one clause can express becomes a
// clause. For the rest it counts the true or the false literals, whichever needs the lower number.
// Splitting loses no propagation, because each bound forces literals independently of the other.
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

// width returns the highest number that a counter for the piece must distinguish.
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
