package explain

import (
	"context"
	"math/bits"
	"slices"
	"time"
)

// These limits bound the search for a smallest set, so that its result does not depend on the machine.
const (
	mostStatements  = 600       // in the problem
	mostCorrections = 300       // correction sets
	mostTries       = 60        // calls of the solver to extend a satisfiable set
	mostNodes       = 3_000_000 // of all searches for hitting sets
)

// mostSmallest is the longest time of the search in a request with a time limit.
const mostSmallest = 5 * time.Second

// smallest returns a contradictory set with as few statements as possible, given one that is minimal.
// proven is false if the limits were reached first.
//
// The statements outside a set that has a solution form a correction set: every contradictory set contains
// one of its members. So a smallest set that hits all known correction sets is either contradictory, and
// then no contradictory set is smaller, or it gives a new correction set (A. Ignatiev, A. Previti, M.
// Liffiton and J. Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP 2015).
func (s *System) smallest(ctx context.Context, v *solver, set []int) (best []int, proven bool) {
	if len(s.Statements) > mostStatements {
		return set, false
	}
	if end, limited := ctx.Deadline(); limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, min(time.Until(end)/4, mostSmallest))
		defer cancel()
	}
	h := hitting{words: (len(s.Statements) + 63) / 64, left: mostNodes}
	for range mostCorrections {
		found, complete := h.smaller(len(set))
		switch {
		case !complete:
			return set, false
		case found == nil:
			return set, true
		}
		can, _, err := v.solve(ctx, found)
		switch {
		case err != nil:
			return set, false
		case !can:
			slices.Sort(found)
			return found, true
		}
		if !h.add(s.correction(ctx, v, found)) {
			return set, false
		}
	}
	return set, false
}

// correction extends the given set, whose solution the solver has just found, to a larger set that has a
// solution. It returns the statements outside of that set, and tries to make them few.
func (s *System) correction(ctx context.Context, v *solver, satisfiable []int) (outside []int) {
	in := slices.Clone(satisfiable)
	divide := func(among []int) (out []int) {
		for _, k := range among {
			if s.holds(k, v.chosen) {
				in = append(in, k)
			} else {
				out = append(out, k)
			}
		}
		return out
	}
	var rest []int
	for k := range s.Statements {
		if !slices.Contains(satisfiable, k) {
			rest = append(rest, k)
		}
	}
	rest = divide(rest)
	for tries := 0; len(rest) > 0; tries++ {
		k := rest[0]
		if tries < mostTries {
			if can, _, err := v.solve(ctx, append(in[:len(in):len(in)], k)); err == nil && can {
				rest = divide(rest)
				continue
			}
		}
		outside, rest = append(outside, k), rest[1:]
	}
	return outside
}

// holds reports whether a statement holds for a choice of placements.
func (s *System) holds(k int, chosen func(int) bool) bool {
	st := s.Statements[k]
	switch {
	case st.line != nil:
		n := 0
		for _, i := range st.line.Placements {
			if chosen(i) {
				n++
			}
		}
		return st.line.Min <= n && n <= st.line.Max
	case st.sum != nil:
		var sum int64
		for _, t := range st.sum.Terms {
			if chosen(t.Literal.Placement()) == t.Literal.Positive() {
				sum += t.Weight
			}
		}
		return sum >= st.sum.Min
	}
	for _, c := range st.clauses {
		holds := false
		for _, l := range c.Literals {
			holds = holds || chosen(l.Placement()) == l.Positive()
		}
		if !holds {
			return false
		}
	}
	return true
}

// A hitting finds smallest hitting sets: sets that contain a member of each of the sets added to it.
type hitting struct {
	words int
	sets  [][]uint64
	least int // no hitting set is smaller
	left  int // nodes that it may still visit

	taken, out []uint64
	chosen     []int
}

// add adds a set to be hit. It returns false for an empty set, which cannot be hit.
func (h *hitting) add(list []int) bool {
	set := make([]uint64, h.words)
	for _, k := range list {
		set[k/64] |= 1 << (k % 64)
	}
	h.sets = append(h.sets, set)
	return len(list) > 0
}

// smaller returns a smallest hitting set, or nil if none is smaller than the limit. complete is false
// if it visited too many nodes.
func (h *hitting) smaller(limit int) (found []int, complete bool) {
	for ; h.least < limit; h.least++ {
		h.taken, h.out, h.chosen = make([]uint64, h.words), make([]uint64, h.words), []int{}
		if h.search(h.least) {
			return h.chosen, true
		}
		if h.left <= 0 {
			return nil, false
		}
	}
	return nil, true
}

// search adds at most budget members to the chosen ones so that they form a hitting set. It branches on
// the members of the set with the fewest members among those not yet hit.
func (h *hitting) search(budget int) bool {
	if h.left--; h.left < 0 {
		return false
	}
	var best []uint64
	fewest, apart := 1<<30, 0
	used := make([]uint64, h.words)
	for _, set := range h.sets {
		n, hit, meets := 0, false, false
		for w, x := range set {
			hit = hit || x&h.taken[w] != 0
			x &^= h.out[w]
			n += bits.OnesCount64(x)
			meets = meets || x&used[w] != 0
		}
		if hit {
			continue
		}
		if n < fewest {
			best, fewest = set, n
		}
		if !meets {
			apart++
			for w, x := range set {
				used[w] |= x &^ h.out[w]
			}
		}
	}
	switch {
	case best == nil:
		return true
	case apart > budget || fewest == 0: // sets without a common member need one each
		return false
	}
	out := slices.Clone(h.out)
	for w, x := range best {
		for x &^= h.out[w]; x != 0; x &= x - 1 {
			k := 64*w + bits.TrailingZeros64(x)
			bit := uint64(1) << (k % 64)
			h.taken[w] |= bit
			h.chosen = append(h.chosen, k)
			if h.search(budget - 1) {
				return true
			}
			h.chosen = h.chosen[:len(h.chosen)-1]
			h.taken[w] &^= bit
			h.out[w] |= bit // sets with it were searched
		}
	}
	h.out = out
	return false
}
