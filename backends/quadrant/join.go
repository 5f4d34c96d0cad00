package quadrant

import (
	"math/bits"
	"slices"
)

// weighted are lists of patterns, each with the weight of its pairs.
const weightings = 3

// joiner counts pairs of half-boards that have no diagonal in common.
type joiner[P pattern] struct {
	kernels  *kernels[P]
	composer *composer[P]
	usual    []load[P] // of the diagonals, as far as is known beforehand
	loads    []load[P] // as found in lists since
	weights  [weightings]uint64
	stopped  func() bool
	pairs    uint64 // compared so far
	block    *block
	levels   []level[P]
}

// level is the room that one level of splits has for copies.
type level[P pattern] struct {
	few  []P
	many [weightings][]P
}

// newJoiner makes a joiner. Order is all diagonals, those first that most pairs
// are likely to have in common.
func newJoiner[P pattern](k *kernels[P], c *composer[P], order []P) *joiner[P] {
	j := &joiner[P]{kernels: k, composer: c, block: new(block), levels: make([]level[P], len(order)+2)}
	for i, d := range order {
		share := 0.5 * float64(len(order)-i) / float64(len(order))
		j.usual = append(j.usual, load[P]{d, share, share})
	}
	return j
}

// avoid copies the patterns without any of the diagonals to the room of the
// level.
func (j *joiner[P]) avoid(depth int, few []P, diagonals P) []P {
	return avoid(j.kernels, &j.levels[depth].few, few, diagonals)
}

func avoid[P pattern](k *kernels[P], room *[]P, list []P, diagonals P) []P {
	if len(list) == 0 {
		return nil
	}
	dst := grown(room, len(list))
	return dst[:k.avoiding(dst, list, diagonals)]
}

// grown is the room for n patterns and what kernels write beyond.
func grown[P pattern](room *[]P, n int) []P {
	if cap(*room) < n+lanes {
		*room = slices.Grow((*room)[:0], n+lanes)
	}
	return (*room)[:cap(*room)]
}

// The costs of steps, in cycles of one processor with AVX2, from measurements.
const (
	streamCost = 4.4 // to compare a pattern with half a block
	fillCost   = 800 // to fill half a block
	copyCost   = 0.8 // to filter a pattern
	splitCost  = 1.2 // to sort a pattern into one of two lists
	pairCost   = 2   // to compare two patterns on their own
)

// compareCost is what comparing lists of lengths few and many takes.
func compareCost(few, many float64) float64 {
	halves := float64(int(few)/halfSize + 1)
	return min(halves*(fillCost+many*streamCost), few*many*pairCost)
}

// freeingCost is what it takes besides to be rid of so many diagonals, one after
// the other, by splitting off the few of many that have one.
func freeingCost(few, many float64, diagonals int) float64 {
	return float64(max(0, diagonals)) * (fillCost + copyCost*few + splitCost*many)
}

// join counts the pairs of one of few and one of many, in which the diagonals
// decide, each with the weight of its list. It splits the lists by a diagonal
// while that pays: those that have it need comparing only with those that lack
// it, and no pair need be tested for it. If then there are still more diagonals
// than a block takes, it splits by those that hardly any of many have.
// What few points to is changed; the lists of many are sorted differently.
func (j *joiner[P]) join(depth int, few []P, many [weightings][]P, diagonals P) uint64 {
	streamed := 0
	for _, list := range many {
		streamed += len(list)
	}
	if len(few) == 0 || streamed == 0 || j.stopped() {
		return 0
	}
	if depth == 0 {
		j.loads = append(j.loads[:0], j.usual...)
	}
	if len(few)*streamed >= worthStudy {
		j.study(few, many)
	}
	f, m := float64(len(few)), float64(streamed)
	excess := bits.OnesCount64(uint64(diagonals)) - maxKept
	plain := compareCost(f, m) + freeingCost(f, m, excess)
	alone := f * m * pairCost
	var d load[P]
	for _, d = range j.loads {
		if d.diagonal&diagonals != 0 {
			break
		}
	}
	cost := func(f, m float64) float64 { return compareCost(f, m) + freeingCost(f, m, excess-1) }
	byFew := cost(f*d.few, m*(1-d.many)) + cost(f*(1-d.few), m) + splitCost*f + copyCost*m
	byMany := cost(f*(1-d.few), m*d.many) + cost(f, m*(1-d.many)) + splitCost*m + copyCost*f
	switch {
	case diagonals == 0 || alone <= min(plain, byFew, byMany):
		return j.compareAlone(few, many, diagonals)
	case byFew < min(plain, byMany):
		return j.splitFew(depth+1, few, many, diagonals, d.diagonal)
	case byMany < plain:
		return j.splitMany(depth+1, few, many, diagonals, d.diagonal)
	case excess > 0:
		return j.splitMany(depth+1, few, many, diagonals, j.rarest(diagonals))
	}
	return j.compare(few, many, diagonals)
}

// splitFew counts the pairs of those of few that have the diagonal and those of
// many that lack it, and of the rest of few and all of many.
func (j *joiner[P]) splitFew(depth int, few []P, many [weightings][]P, diagonals, d P) uint64 {
	room := &j.levels[depth]
	with := grown(&room.few, len(few))
	has, lacks := j.composer.part(with, few, few, d)
	var lacking [weightings][]P
	if has > 0 {
		for n, list := range many {
			lacking[n] = avoid(j.kernels, &room.many[n], list, d)
		}
	}
	found := j.join(depth, with[:has], lacking, diagonals&^d)
	return found + j.join(depth, few[:lacks], many, diagonals&^d)
}

// splitMany does so with the lists the other way round.
func (j *joiner[P]) splitMany(depth int, few []P, many [weightings][]P, diagonals, d P) uint64 {
	room := &j.levels[depth]
	var having, lacking [weightings][]P
	some := false
	for n, list := range many {
		with := grown(&room.many[n], len(list))
		has, lacks := j.composer.part(with, list, list, d)
		copy(list[lacks:], with[:has])
		having[n], lacking[n] = list[lacks:], list[:lacks]
		some = some || has > 0
	}
	found := uint64(0)
	if some {
		found = j.join(depth, j.avoid(depth, few, d), having, diagonals&^d)
	}
	return found + j.join(depth, few, lacking, diagonals&^d)
}

// compareAlone counts pairs one by one.
func (j *joiner[P]) compareAlone(few []P, many [weightings][]P, diagonals P) uint64 {
	found := uint64(0)
	for n, list := range many {
		fit := 0
		for _, x := range few {
			x &= diagonals
			for _, y := range list {
				if x&y == 0 {
					fit++
				}
			}
		}
		found += j.weights[n] * uint64(fit)
		j.pairs += uint64(len(few)) * uint64(len(list))
	}
	return found
}

// compare counts pairs without splitting.
func (j *joiner[P]) compare(few []P, many [weightings][]P, diagonals P) uint64 {
	found := uint64(0)
	for part := range slices.Chunk(few, blockSize) {
		if j.stopped() {
			break
		}
		j.kernels.fill(j.block, part, diagonals)
		for n, list := range many {
			if len(list) > 0 {
				found += j.weights[n] * j.kernels.join(j.block, list, diagonals)
				j.pairs += uint64(len(part)) * uint64(len(list))
			}
		}
	}
	return found
}
