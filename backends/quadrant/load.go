package quadrant

import (
	"math/bits"
)

// load is what part of the half-boards of two lists have a diagonal.
type load[P pattern] struct {
	diagonal   P
	east, west int64 // in parts of loadUnit
}

// loadUnit is also how many half-boards of each side a sample has at most.
const loadUnit = 64

// worthSampling is how many pairs there must be for a sample to pay.
const worthSampling = 1 << 20

// usualLoads is a guess from the order of diagonals by the pairs they rule out.
func usualLoads[P pattern](order []P) []load[P] {
	var loads []load[P]
	for i, d := range order {
		share := int64(loadUnit / 2 * (len(order) - i) / len(order))
		loads = append(loads, load[P]{d, share, share})
	}
	return loads
}

// packedLoads appends to dst the loads of the diagonals given, for patterns that
// have no others.
func packedLoads[P pattern](dst []load[uint32], loads []load[P], diagonals P) []load[uint32] {
	for _, l := range loads {
		if l.diagonal&diagonals != 0 {
			below := bits.OnesCount64(uint64(diagonals & (l.diagonal - 1)))
			dst = append(dst, load[uint32]{1 << below, l.east, l.west})
		}
	}
	return dst
}

// rarest is the one of the diagonals that fewest of one side have, and that
// side.
func rarest[P pattern](diagonals P, loads []load[P]) (P, way) {
	var rarest load[P]
	least := int64(loadUnit + 1)
	for _, l := range loads {
		if l.diagonal&diagonals != 0 && min(l.east, l.west) < least {
			rarest, least = l, min(l.east, l.west)
		}
	}
	if rarest.east < rarest.west {
		return rarest.diagonal, byEast
	}
	return rarest.diagonal, byWest
}

// sampleLoads estimates the loads anew and sorts them, those first that most
// pairs have in common.
func sampleLoads[P pattern](loads []load[P], east []P, west [segments][]P) {
	e, w := sampleOf(east), sampleOf(west[:]...)
	for i, l := range loads {
		l.east, l.west = e.share(l.diagonal), w.share(l.diagonal)
		k := i
		for ; k > 0 && loads[k-1].east*loads[k-1].west < l.east*l.west; k-- {
			loads[k] = loads[k-1]
		}
		loads[k] = l
	}
}

// sample is how many of a few patterns have each diagonal: the binary digits of
// the numbers, the lowest first.
type sample[P pattern] struct {
	digits [7]P
	size   int64
}

// sampleOf is a sample of the lists, taken at equal distances.
func sampleOf[P pattern](lists ...[]P) (s sample[P]) {
	total := 0
	for _, list := range lists {
		total += len(list)
	}
	i, step := 0, max(1, (total+loadUnit-1)/loadUnit)
	for _, list := range lists {
		for ; i < len(list); i += step {
			s.size++
			carry := list[i]
			for digit, set := range s.digits {
				s.digits[digit], carry = set^carry, set&carry
			}
		}
		i -= len(list)
	}
	return s
}

// share is what part of them have the diagonal.
func (s *sample[P]) share(d P) int64 {
	n, bit := P(0), bits.TrailingZeros64(uint64(d))
	for digit, set := range s.digits {
		n |= set >> bit & 1 << digit // a branch would be mispredicted
	}
	return int64(n) * loadUnit / max(1, s.size)
}
