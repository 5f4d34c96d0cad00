package allsat

import "slices"

// rootRounds is the number of times that weights are refined before the search.
const rootRounds = 5

// candidate is a variable to try.
type candidate struct {
	variable int32
	score    float32
}

// weigh gives every open literal a weight by its consequences: the weights of the literals that it
// implies, and the products of the weights of the clauses that it reduces to two literals. It
// starts from the weights one level above, and scales the mean to 1. Products are rounded before
// they are added, so that the search is the same on machines with fused multiply-add. weigh reports
// whether any clause is open, and lists the variables in open clauses.
func (s *lookahead) weigh() bool {
	const (
		least       = 0.1
		implication = 3.3
		most        = 25
	)
	depth := len(s.levels)
	for len(s.weights) <= depth {
		s.weights = append(s.weights, apart[float32](2*s.f.variables))
	}
	value, weight, next := s.value, s.weight, s.spare
	s.candidates = s.candidates[:0]
	total := float32(0)
	looks, free := 0, 0
	for v := range s.f.variables {
		if value[uint16(2*v)] != open {
			continue
		}
		free++
		clauses := 0
		score := float32(1)
		for l := lit(2 * v); l <= lit(2*v+1); l++ {
			sum := float32(0)
			for _, m := range s.f.implied[l] {
				if value[uint16(m)] == open {
					sum += float32(implication * weight[m])
					clauses++
				}
			}
			list := s.left(l)
			looks += len(list)
			for _, p := range list {
				a, b := value[p.a], value[p.b]
				if (a|b)&satisfied != 0 {
					continue
				}
				clauses++
				switch {
				case a|b == open:
					sum += float32(weight[p.a] * weight[p.b])
				case a == open:
					sum += float32(implication * weight[p.a])
				default:
					sum += float32(implication * weight[p.b])
				}
			}
			sum = min(least+sum, most)
			next[l] = sum
			total += sum
			score *= sum
		}
		if clauses > 0 {
			s.candidates = append(s.candidates, candidate{int32(v), score})
		}
	}
	s.effort += int64(2*looks + 2*s.f.variables)
	if len(s.candidates) == 0 {
		return false
	}
	norm := 2 * float32(free) / total
	for v := range s.f.variables {
		if value[uint16(2*v)] == open {
			next[2*v] *= norm
			next[2*v+1] *= norm
		}
	}
	s.weights[depth], s.spare = next, s.weights[depth]
	s.weight = next
	return true
}

// candidatesTried is the maximum number of variables tried in a node. Ten times as many at the root
// save hardly a node.
const candidatesTried = 30

// look tries the values of the most promising variables and assigns the implied literals. It
// returns the literal to decide, if any is left, and reports whether there was no contradiction.
func (s *lookahead) look() (best lit, found, ok bool) {
	s.preselect(candidatesTried)
	for i, since := 0, 0; since < len(s.candidates); since++ {
		l := lit(2 * s.candidates[i].variable)
		if i++; i == len(s.candidates) {
			i = 0
		}
		if s.value[l] != open {
			continue
		}
		changed, ok := s.try(l)
		if !ok {
			return 0, false, false
		}
		if changed {
			since = 0
		}
	}
	most := float32(-1)
	for _, c := range s.candidates {
		l := lit(2 * c.variable)
		if s.value[l] != open {
			continue
		}
		a, b := s.gain[l], s.gain[l.not()]
		if score := float32(1024*a*b) + a + b; score > most {
			best, most = l, score
			if a > b {
				best = l.not()
			}
		}
	}
	return best, most >= 0, true
}

// try tries both values of a variable. If one fails, the other is made true, and so are common
// consequences of both. It reports whether anything was assigned, and whether that is consistent.
func (s *lookahead) try(l lit) (changed, ok bool) {
	start := len(s.trail)
	s.gain[l], ok = s.assume(l)
	if s.stamp++; s.stamp == 0 { // the stamps have wrapped around
		clear(s.stamps)
		s.stamp++
	}
	for _, m := range s.trail[start:] {
		s.stamps[m] = s.stamp
	}
	s.undo(start)
	if !ok {
		_, ok = s.assume(l.not())
		return true, ok
	}
	if s.gain[l.not()], ok = s.assume(l.not()); !ok {
		s.undo(start)
		_, ok = s.assume(l)
		return true, ok
	}
	s.common = s.common[:0]
	for _, m := range s.trail[start:] {
		if s.stamps[m] == s.stamp {
			s.common = append(s.common, m)
		}
	}
	s.undo(start)
	for _, m := range s.common {
		if s.value[m] == open {
			if _, ok := s.assume(m); !ok {
				return true, false
			}
		} else if s.value[m] == falsified {
			return true, false
		}
	}
	return false, true
}

// preselect keeps about most of the candidates.
func (s *lookahead) preselect(most int) {
	for len(s.candidates) > 2*most {
		mean := float32(0)
		for _, c := range s.candidates {
			mean += c.score
		}
		mean /= float32(len(s.candidates))
		before := len(s.candidates)
		s.candidates = slices.DeleteFunc(s.candidates, func(c candidate) bool { return c.score < mean })
		if len(s.candidates) == before {
			break
		}
	}
	slices.SortStableFunc(s.candidates, func(a, b candidate) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	s.candidates = s.candidates[:min(len(s.candidates), most)]
}
