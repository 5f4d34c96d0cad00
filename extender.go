package nqueens

import (
	"slices"
	"sync"
)

// extender decides whether a choice of the placements that are part of solutions can be completed
// to a solution of the whole model. It is a small search over the auxiliary placements, independent
// of every backend, for checking their answers. Usually propagation alone decides.
type extender struct {
	model  *Model
	called func(Placement) string // returns the text of a placement for messages

	indexed sync.Once
	index   map[Placement]int // of each placement that is not auxiliary

	once     sync.Once
	sums     []Sum     // every line, clause and sum, as sums
	slack    []int64   // of each sum, before any decision
	contains [][]int32 // by code of a literal: the sums that contain it
}

func newExtender(m *Model) *extender {
	return &extender{model: m, called: Placement.String}
}

// at returns the index of a placement that is not auxiliary, and whether there is one.
func (e *extender) at(p Placement) (int, bool) {
	e.indexed.Do(func() {
		own := e.model.Placements[:len(e.model.Placements)-e.model.Auxiliaries]
		e.index = make(map[Placement]int, len(own))
		for i, p := range own {
			e.index[p] = i
		}
	})
	i, ok := e.index[p]
	return i, ok
}

// prepare writes all constraints of the model as sums.
func (e *extender) prepare() {
	unit := func(n int, literal func(int) Literal, min int) {
		if min <= 0 {
			return
		}
		terms := make([]Term, n)
		for i := range terms {
			terms[i] = Term{1, literal(i)}
		}
		e.sums = append(e.sums, Sum{Terms: terms, Min: int64(min)})
	}
	for _, l := range e.model.Lines {
		n := len(l.Placements)
		unit(n, func(i int) Literal { return Chosen(l.Placements[i]) }, l.Min)
		unit(n, func(i int) Literal { return NotChosen(l.Placements[i]) }, n-l.Max)
	}
	for _, c := range e.model.Clauses {
		unit(len(c.Literals), func(i int) Literal { return c.Literals[i] }, 1)
		if len(c.Literals) == 0 {
			e.sums = append(e.sums, Sum{Min: 1})
		}
	}
	e.sums = append(e.sums, e.model.Sums...)
	e.contains = make([][]int32, 2*len(e.model.Placements))
	e.slack = make([]int64, len(e.sums))
	for k, s := range e.sums {
		e.slack[k] = -s.Min
		for _, t := range s.Terms {
			e.slack[k] += t.Weight
			at := &e.contains[codeOf(t.Literal)]
			if n := len(*at); n == 0 || (*at)[n-1] != int32(k) { // the literal may occur twice in a sum
				*at = append(*at, int32(k))
			}
		}
	}
}

func codeOf(l Literal) int {
	if l.Positive() {
		return 2 * l.Placement()
	}
	return 2*l.Placement() + 1
}

// extension is one run of the search.
type extension struct {
	*extender
	value     []int8  // by placement: 1 for true, −1 for false, 0 for undecided
	slack     []int64 // by sum: the weight by which its terms exceed the minimum if all undecided ones are true
	trail     []Literal
	read      int // number of literals of the trail that were propagated
	decisions []decision
}

// decision is a decided auxiliary, with the length of the trail before it.
type decision struct {
	literal Literal
	trail   int
	turned  bool // the other value was refuted
}

// mostDecisions limits the search, since a formula whose auxiliaries do not follow from the rest
// may be arbitrarily hard.
const mostDecisions = 10_000_000

// extends reports whether the choice can be completed; known is false if the limit was reached
// first. It only uses the values in chosen of placements that are not auxiliary.
func (e *extender) extends(chosen []bool) (can, known bool) {
	can, known, _ = e.complete(chosen)
	return can, known
}

// completed returns the placements that are chosen in a solution of the whole model, or only those of s if
// none is found. If the other placements determine the auxiliaries, it is the only completion.
func (e *extender) completed(s Solution) []bool {
	chosen := make([]bool, len(e.model.Placements))
	for _, p := range s {
		if i, ok := e.at(p); ok {
			chosen[i] = true
		}
	}
	if e.model.Auxiliaries > 0 {
		if can, _, x := e.complete(chosen); can {
			for i := range chosen {
				chosen[i] = x.value[i] > 0
			}
		}
	}
	return chosen
}

// complete does what extends does, and also returns the extension, which holds the values of all placements.
func (e *extender) complete(chosen []bool) (can, known bool, _ *extension) {
	e.once.Do(e.prepare)
	x := &extension{extender: e, value: make([]int8, len(chosen)), slack: slices.Clone(e.slack)}
	for i := range len(chosen) - e.model.Auxiliaries {
		if chosen[i] {
			x.set(Chosen(i))
		} else {
			x.set(NotChosen(i))
		}
	}
	for k := range x.sums {
		if !x.enforce(k) {
			return false, true, x
		}
	}
	next := len(chosen) - e.model.Auxiliaries // auxiliaries are decided in order
	for made := 0; made < mostDecisions; made++ {
		if !x.propagate() {
			if !x.backtrack() {
				return false, true, x
			}
			next = x.decisions[len(x.decisions)-1].literal.Placement()
			continue
		}
		for next < len(chosen) && x.value[next] != 0 {
			next++
		}
		if next == len(chosen) {
			return true, true, x
		}
		x.decisions = append(x.decisions, decision{Chosen(next), len(x.trail), false})
		x.set(Chosen(next))
	}
	return false, false, x
}

func (x *extension) set(l Literal) {
	x.value[l.Placement()] = 1
	if !l.Positive() {
		x.value[l.Placement()] = -1
	}
	x.trail = append(x.trail, l)
	x.weigh(l, -1)
}

// weigh updates the slack of the sums that contain the negation of l. When l is set, sign is -1,
// and weigh subtracts the weights of those terms, which l makes false. When l is reset, sign is 1,
// and weigh adds them again.
func (x *extension) weigh(l Literal, sign int64) {
	for _, k := range x.contains[codeOf(-l)] {
		for _, t := range x.sums[k].Terms {
			if t.Literal == -l {
				x.slack[k] += sign * t.Weight
			}
		}
	}
}

// enforce sets the literals that the sum forces. It returns false on a conflict.
func (x *extension) enforce(k int) bool {
	if x.slack[k] < 0 {
		return false
	}
	for _, t := range x.sums[k].Terms {
		if t.Weight > x.slack[k] && x.value[t.Literal.Placement()] == 0 {
			x.set(t.Literal)
		}
	}
	return x.slack[k] >= 0
}

// propagate sets the literals that the trail forces. It returns false on a conflict.
func (x *extension) propagate() bool {
	for ; x.read < len(x.trail); x.read++ {
		for _, k := range x.contains[codeOf(-x.trail[x.read])] {
			if !x.enforce(int(k)) {
				return false
			}
		}
	}
	return true
}

// backtrack changes the last decision that has another value left. It returns false if there is
// none.
func (x *extension) backtrack() bool {
	for len(x.decisions) > 0 {
		d := &x.decisions[len(x.decisions)-1]
		for _, l := range x.trail[d.trail:] {
			x.value[l.Placement()] = 0
			x.weigh(l, 1)
		}
		x.trail, x.read = x.trail[:d.trail], d.trail
		if !d.turned {
			d.turned = true
			x.set(-d.literal)
			return true
		}
		x.decisions = x.decisions[:len(x.decisions)-1]
	}
	return false
}

// check decides whether the placements of s are exactly those chosen in a solution of the model.
func (e *extender) check(s Solution) error {
	chosen := make([]bool, len(e.model.Placements))
	for _, p := range s {
		k, ok := e.at(p)
		switch {
		case !ok && p.Variable > 0:
			return Violated([]Placement{p}, "%s is no variable that solutions are about", e.called(p))
		case !ok:
			return Violated([]Placement{p}, "no piece can stand on %v", p)
		case chosen[k]:
			return Violated([]Placement{p}, "%s is named twice", e.called(p))
		}
		chosen[k] = true
	}
	if e.model.Auxiliaries == 0 {
		if broken, ok := e.model.Holds(func(i int) bool { return chosen[i] }); !ok {
			return Violated(nil, "%s does not hold", broken)
		}
		return nil
	}
	switch can, known := e.extends(chosen); {
	case !known:
		return Violated(nil, "whether other variables make it a model is too hard to check")
	case !can:
		return Violated(nil, "no values of the other variables make it a model")
	}
	return nil
}
