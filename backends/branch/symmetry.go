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
	s.closeImages(l, p)
	return found.times(total{low: uint64(len(images))})
}

// mostExactly is up to how many placements of a set a count searches one by one. With more it
// would find each solution more often than symmetry saves.
const mostExactly = 3

// fewExactly is a demand for exactly 2 or 3 of a set that the search's group maps to
// itself, or nil.
func (s *search) fewExactly() *wide {
	if s.group == nil || s.visit != nil {
		return nil
	}
	for i := range s.demands {
		d := &s.demands[i]
		need := s.need[d.constraint]
		exact := slices.ContainsFunc(s.budgets, func(b wide) bool {
			return s.slack[b.constraint] == need && slices.Equal(b.mask, d.mask)
		})
		if len(s.chosen) == 0 && need > 1 && need <= mostExactly && exact && s.invariant(d.mask) {
			return d
		}
	}
	return nil
}

// invariant reports whether the group maps a set of placements to itself.
func (s *search) invariant(mask []uint64) bool {
	for _, g := range s.group {
		for p, to := range g {
			if mask[p/64]>>(p%64)&1 != mask[to/64]>>(to%64)&1 {
				return false
			}
		}
	}
	return true
}

// solveEach counts the solutions below the root by each placement of a set of which every
// solution has as many: so often each solution is counted. One placement of each orbit is
// searched.
func (s *search) solveEach(d *wide) (sum total) {
	l, need := s.levels[1], s.need[d.constraint]
	share := 1 / float64(s.placements)
	for p := range s.placements {
		images := orbit(s.group, p)
		if d.mask[p/64]&l.open[p/64]>>(p%64)&1 == 0 || int(images[0]) != p {
			continue
		}
		child := s.descend(1)
		child.group = stabilizer(s.group, p)
		s.choose(child, p)
		if s.propagate(child) {
			sum = sum.plus(s.solve(2, share*float64(len(images))).times(total{low: uint64(len(images))}))
		}
		s.undo(child.chosen, child.trail)
		if s.stopped {
			return sum
		}
	}
	return sum.over(need)
}
