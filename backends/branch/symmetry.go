package branch

import (
	"encoding/binary"
	"slices"

	"nqueens"
)

// permutation says where each placement goes.
type permutation []int32

// Symmetries are looked for in systems of at most so many entries, and no more of them are kept.
const (
	maxSymmetric = 1 << 20
	maxGroup     = 1 << 11
)

// symmetries is a group of permutations of the placements under which the system is the
// same: reflections and rotations of the board, and on a torus translations. What moves
// squares is only tried; whatever does not map each constraint to one of the system is
// left out. It is nil where nothing but the identity remains.
func (s *system) symmetries(m *nqueens.Model) []permutation {
	entries := s.placements * s.words
	for _, l := range s.counted {
		entries += len(l.terms)
	}
	if s.projected < s.placements || entries > maxSymmetric {
		return nil
	}
	index := map[nqueens.Square][]int32{} // several where pieces of several kinds may stand
	files, ranks := 0, 0
	for i, p := range m.Placements {
		index[p.Square] = append(index[p.Square], int32(i))
		files, ranks = max(files, p.Square.File+1), max(ranks, p.Square.Rank+1)
	}
	identity := slices.Clone(permutation(s.inOrder))
	var generators []permutation
	for k := 1; k <= 10; k++ { // seven of the square, the two steps of a torus, and an exchange of kinds
		move := func(at nqueens.Square) nqueens.Square {
			switch {
			case k == 8:
				return nqueens.Square{File: (at.File + 1) % files, Rank: at.Rank}
			case k == 9:
				return nqueens.Square{File: at.File, Rank: (at.Rank + 1) % ranks}
			case k == 10:
				return at
			}
			if k&1 != 0 {
				at.File = files - 1 - at.File
			}
			if k&2 != 0 {
				at.Rank = ranks - 1 - at.Rank
			}
			if k&4 != 0 {
				at.File, at.Rank = at.Rank, at.File
			}
			return at
		}
		g := make(permutation, s.placements)
		permutes := true
		for square, from := range index {
			to := index[move(square)]
			if permutes = len(to) == len(from); !permutes {
				break
			}
			if k == 10 {
				to = slices.Clone(to)
				slices.Reverse(to)
			}
			for j, i := range from {
				g[i] = to[j]
			}
		}
		if permutes && !slices.Equal(g, identity) && s.keeps(g) {
			generators = append(generators, g)
		}
	}
	return closure(identity, generators)
}

// closure is the group that the permutations generate, nil if it is trivial or large.
func closure(identity permutation, generators []permutation) []permutation {
	if len(generators) == 0 {
		return nil
	}
	group, seen := []permutation{identity}, map[string]bool{identity.key(): true}
	for i := 0; i < len(group); i++ {
		for _, g := range generators {
			product := make(permutation, len(identity))
			for p, to := range group[i] {
				product[p] = g[to]
			}
			if key := product.key(); !seen[key] {
				if seen[key] = true; len(group) == maxGroup {
					return nil
				}
				group = append(group, product)
			}
		}
	}
	return group
}

func (g permutation) key() string {
	var key []byte
	for _, p := range g {
		key = binary.LittleEndian.AppendUint32(key, uint32(p))
	}
	return string(key)
}

// keeps reports whether the permutation maps the system to itself.
func (s *system) keeps(g permutation) bool {
	if len(s.units) > 0 {
		return false
	}
	for p := range s.placements {
		for q := range p {
			if s.conflicting(p, q) != s.conflicting(int(g[p]), int(g[q])) {
				return false
			}
		}
	}
	times := map[string]int{} // that a constraint is there, less that it is an image
	count := func(terms []term, least int64, by int) {
		slices.SortFunc(terms, func(a, b term) int { return int(a.code - b.code) })
		key := binary.LittleEndian.AppendUint64(nil, uint64(least))
		for _, t := range terms {
			key = binary.LittleEndian.AppendUint32(key, uint32(t.code))
			key = binary.LittleEndian.AppendUint64(key, uint64(t.weight))
		}
		times[string(key)] += by
	}
	both := func(terms []term, least int64) {
		images := slices.Clone(terms)
		for i, t := range terms {
			images[i].code = 2*g[t.code/2] + t.code&1
		}
		count(terms, least, 1)
		count(images, least, -1)
	}
	for _, c := range s.covers {
		var terms []term
		for _, p := range c.placements() {
			terms = append(terms, term{2 * p, 1})
		}
		both(terms, 1)
	}
	for _, l := range s.counted {
		both(slices.Clone(l.terms), l.min)
	}
	for _, n := range times {
		if n != 0 {
			return false
		}
	}
	return true
}

func (s *system) conflicting(p, q int) bool { return s.conflicts[p*s.words+q/64]>>(q%64)&1 == 1 }

// stabilizer is the subgroup that leaves the placement where it is, nil if trivial.
func stabilizer(group []permutation, p int) []permutation {
	var stays []permutation
	for _, g := range group {
		if int(g[p]) == p {
			stays = append(stays, g)
		}
	}
	if len(stays) <= 1 {
		return nil
	}
	return stays
}

// orbit lists where the group takes a placement, in order.
func orbit(group []permutation, p int) []int32 {
	var images []int32
	for _, g := range group {
		images = append(images, g[p])
	}
	slices.Sort(images)
	return slices.Compact(images)
}

// retire closes a placement below which all has been searched, and found solutions, and
// counts the solutions below its images too where they can be told: there are none, or no
// two images are in one solution. Whatever is open stays the same under the level's
// group, which shrinks to the placement's stabilizer where the images cannot be told.
func (s *search) retire(l *level, p int, found total) total {
	if l.group == nil {
		s.close(l, p)
		return found
	}
	images := orbit(l.group, p)
	apart := !slices.ContainsFunc(images, func(q int32) bool { return int(q) != p && !s.conflicting(p, int(q)) })
	if !found.zero() && (s.visit != nil || !apart) {
		s.close(l, p)
		l.group = stabilizer(l.group, p)
		return found
	}
	for _, q := range images {
		if l.open[q/64]>>(q%64)&1 == 1 {
			s.close(l, int(q))
		}
	}
	return found.times(total{low: uint64(len(images))})
}
