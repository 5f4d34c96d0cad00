package sharp

import "slices"

// A component is a part of what is left of the formula under the assignments: variables
// that clauses join, directly or over others, and that no clause joins to the rest. Its
// clauses are those that have a variable of it and are not satisfied.
type component struct {
	begin, end int // its variables in members
	shown      int // how many of them are projected
	key        key
}

// A clauseState is what the search for components knows of a long clause of the formula.
type clauseState struct {
	key       key
	round     uint32 // the last search for components that came to it
	satisfied lit    // of a clause of more than three literals, one that made it true when it was last looked at
}

// A variableState is what it knows of a variable.
type variableState struct {
	round     uint32 // the last search for components that came to it
	frequency int32  // in how many clauses of its component it is
}

// A ternary is a clause of three literals without that of the variable that it is listed for.
type ternary struct {
	id   uint32
	a, b lit
}

// split finds the components of the top node's component that are left by what has been propagated, and what the
// rest of it comes to: literals that are true, and variables that no clause holds. It reports whether that is
// no conflict.
func (s *search) split(t *node) bool {
	s.round++
	product, free := one, 0
	first := len(s.components)
	for i := t.begin; i < t.end; i++ {
		v := s.members[i]
		if s.reached[v].round == s.round {
			continue
		}
		if value := s.value[2*v]; value != open {
			if s.weights != nil {
				l := lit(2 * v)
				if value == isFalse {
					l++
				}
				product = product.times(s.weights[l])
			}
			continue
		}
		c := s.reach(v)
		switch {
		case c.end-c.begin > 1:
			if n, ok := s.cache.get(c.key, s.exactKey(c)); ok {
				product = product.times(n)
				s.members = s.members[:c.begin]
			} else {
				s.components = append(s.components, c)
			}
			continue
		case c.shown == 0:
		case s.weights != nil:
			product = product.times(s.weights[2*v].plus(s.weights[2*v+1]))
		default:
			free++
		}
		s.members = s.members[:c.begin]
	}
	t.product = product.shifted(free)
	return s.settle(first)
}

// reach finds the component of a variable.
func (s *search) reach(v int32) component {
	c := component{begin: len(s.members)}
	s.members = append(s.members, v)
	round, value, reached, states := s.round, s.value, s.reached, s.states
	members := s.members
	reached[v] = variableState{round: round}
	var k0, k1 uint64
	for i := c.begin; i < len(members); i++ {
		v := members[i]
		z := &s.variableKeys[v]
		k0 ^= z[0]
		k1 ^= z[1]
		frequency := int32(0)
		for _, w := range s.joined[s.joinedAt[v]:s.joinedAt[v+1]] {
			if value[2*w] == open {
				frequency++
				if r := &reached[w]; r.round != round {
					*r = variableState{round: round}
					members = append(members, w)
				}
			}
		}
		for _, t := range s.ternaries[s.ternariesAt[v]:s.ternariesAt[v+1]] {
			a, b := value[t.a], value[t.b]
			if a == isTrue || b == isTrue {
				continue
			}
			state := &states[t.id]
			if state.round == round {
				continue
			}
			state.round = round
			k0 ^= state.key[0]
			k1 ^= state.key[1]
			frequency++
			if a == open {
				r := &reached[t.a>>1]
				if r.round != round {
					*r = variableState{round: round}
					members = append(members, t.a.variable())
				}
				r.frequency++
			}
			if b == open {
				r := &reached[t.b>>1]
				if r.round != round {
					*r = variableState{round: round}
					members = append(members, t.b.variable())
				}
				r.frequency++
			}
		}
		record := s.occurrences[s.occurrencesAt[v]:s.occurrencesAt[v+1]]
	clauses:
		for len(record) > 0 {
			id := record[0]
			var others []lit
			others, record = s.occurrence(record)
			state := &states[id]
			if state.round == round {
				continue
			}
			state.round = round
			if value[state.satisfied] == isTrue {
				continue
			}
			for _, l := range others {
				if value[l] == isTrue {
					state.satisfied = l
					continue clauses
				}
			}
			k0 ^= state.key[0]
			k1 ^= state.key[1]
			frequency++
			for _, l := range others {
				if value[l] == open {
					r := &reached[l>>1]
					if r.round != round {
						*r = variableState{round: round}
						members = append(members, l.variable())
					}
					r.frequency++
				}
			}
		}
		reached[v].frequency += frequency
	}
	s.members = members
	c.end, c.key = len(members), key{k0, k1}
	if c.shown = c.end - c.begin; s.unprojected > 0 {
		for _, v := range members[c.begin:] {
			if !s.projected[v] {
				c.shown--
			}
		}
	}
	return c
}

// Each variable's clauses of more than three literals are in occurrences, one after the other: the number of the clause, how many other literals it
// has, and these; or, where they are many, 0 and where they are in the memory of clauses.
const mostInline = 12

// occurrence returns the other literals of the first clause of some occurrences, or all of them, and what comes after it.
func (s *search) occurrence(record []lit) (others, rest []lit) {
	if n := record[1]; n > 0 {
		return record[2 : 2+n], record[2+n:]
	}
	return s.literals(uint32(record[2])), record[3:]
}

// exactKey returns the variables of a component and its long clauses, in order, where the search is to tell components
// apart by these; otherwise nil.
func (s *search) exactKey(c component) []uint64 {
	if !s.exact {
		return nil
	}
	s.exactRound++
	var words []uint64
	satisfied := func(l lit) bool { return s.value[l] == isTrue }
	for _, v := range s.members[c.begin:c.end] {
		words = append(words, uint64(v))
		for _, t := range s.ternaries[s.ternariesAt[v]:s.ternariesAt[v+1]] {
			if s.exactRounds[t.id] != s.exactRound && !satisfied(t.a) && !satisfied(t.b) {
				words = append(words, 1<<32|uint64(t.id))
			}
			s.exactRounds[t.id] = s.exactRound
		}
		for record := s.occurrences[s.occurrencesAt[v]:s.occurrencesAt[v+1]]; len(record) > 0; {
			id := record[0]
			var others []lit
			others, record = s.occurrence(record)
			if s.exactRounds[id] != s.exactRound && !slices.ContainsFunc(others, satisfied) {
				words = append(words, 1<<32|uint64(id))
			}
			s.exactRounds[id] = s.exactRound
		}
	}
	slices.Sort(words)
	return words
}
