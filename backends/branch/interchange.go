package branch

import (
	"slices"

	"nqueens"
)

// interchange returns placements to choose first, and the number of solutions that each solution
// with these placements represents. If d digits may be permuted, the digits on a line of k squares
// that must be different can be assumed to be 1 to k, in order. Each solution with these digits
// then represents d!/(d−k)! solutions.
//
// If the model's lines do not connect all squares, for example with two boards side by side, the
// digits of each part are permuted separately. interchange tests on the system whether they may be
// permuted.
func (s *system) interchange(m *nqueens.Model) (chosen []int32, ways total) {
	ways = total{low: 1}
	if s.projected < s.placements || s.placements*s.words > maxSymmetric {
		return nil, ways
	}
	at := map[nqueens.Square][]int32{}
	for i, p := range m.Placements {
		if on := at[p.Square]; slices.ContainsFunc(on, func(q int32) bool { return m.Placements[q].Kind == p.Kind }) {
			return nil, ways // the model of a formula, which has no squares
		}
		at[p.Square] = append(at[p.Square], int32(i))
	}
	kinds := func(of nqueens.Square) (list []byte) {
		for _, i := range at[of] {
			list = append(list, m.Placements[i].Kind)
		}
		return list
	}
	full := map[nqueens.Square]bool{} // exactly one placement of the square is chosen
	for _, l := range m.Lines {
		if len(l.Placements) == 0 {
			continue
		}
		square := m.Placements[l.Placements[0]].Square
		if on := at[square]; l.Min == 1 && l.Max == 1 && slices.EqualFunc(l.Placements, on, func(p int, q int32) bool { return p == int(q) }) {
			full[square] = true
		}
	}
	for _, part := range connected(m) {
		is := map[nqueens.Square]bool{}
		for _, square := range part {
			is[square] = true
		}
		same := kinds(part[0])
		if len(same) < 2 || slices.ContainsFunc(part, func(of nqueens.Square) bool { return !slices.Equal(kinds(of), same) }) {
			continue
		}
		var longest []int
		for _, l := range m.Lines {
			apart := l.Max == 1 && len(l.Placements) <= len(same) && !slices.ContainsFunc(l.Placements, func(i int) bool {
				p := m.Placements[i]
				return p.Kind != same[0] || !is[p.Square] || !full[p.Square]
			})
			if apart && len(l.Placements) > len(longest) {
				longest = l.Placements
			}
		}
		if len(longest) < 2 || !s.permutes(part, at) {
			continue
		}
		for i, p := range longest {
			chosen = append(chosen, at[m.Placements[p].Square][i])
			ways = ways.times(total{low: uint64(len(same) - i)})
		}
	}
	return chosen, ways
}

// permutes reports whether the kinds on these squares, the same on each, may be permuted: an
// exchange of two kinds and a cyclic shift of all generate every permutation.
func (s *system) permutes(squares []nqueens.Square, at map[nqueens.Square][]int32) bool {
	exchange, cycle := slices.Clone(permutation(s.inOrder)), slices.Clone(permutation(s.inOrder))
	for _, square := range squares {
		on := at[square]
		exchange[on[0]], exchange[on[1]] = on[1], on[0]
		for i, p := range on {
			cycle[p] = on[(i+1)%len(on)]
		}
	}
	return s.keeps(exchange) && s.keeps(cycle)
}

// connected returns the squares of a model, grouped by the connections of its lines.
func connected(m *nqueens.Model) (parts [][]nqueens.Square) {
	root := map[nqueens.Square]nqueens.Square{}
	find := func(of nqueens.Square) nqueens.Square {
		for root[of] != of {
			of = root[of]
		}
		return of
	}
	var squares []nqueens.Square
	for _, p := range m.Placements {
		if _, seen := root[p.Square]; !seen {
			root[p.Square] = p.Square
			squares = append(squares, p.Square)
		}
	}
	for _, l := range m.Lines {
		for _, i := range l.Placements {
			root[find(m.Placements[i].Square)] = find(m.Placements[l.Placements[0]].Square)
		}
	}
	index := map[nqueens.Square]int{}
	for _, square := range squares {
		k, seen := index[find(square)]
		if !seen {
			k = len(parts)
			index[find(square)] = k
			parts = append(parts, nil)
		}
		parts[k] = append(parts[k], square)
	}
	return parts
}
