package sharp

import "slices"

// A component is a connected part of the residual formula, the formula under the current assignments. Its
// variables are connected by clauses that are not satisfied, directly or through other variables. Its clauses
// are the unsatisfied clauses with a variable of the component.
type component struct {
	begin, end int // its variables, as a range of search.members
	shown      int // number of projected variables
	key        key
}

// A clauseState is the state of a long clause in the search for components.
type clauseState struct {
	key       key
	round     uint32 // the last round that visited the clause
	satisfied lit    // for a clause of more than three literals: a literal that satisfied it when it was last visited
}

// A variableState is the state of a variable in the search for components.
type variableState struct {
	round     uint32 // the last round that visited the variable
	frequency int32  // number of clauses of its component with the variable
}

// A ternary is a clause of three literals, as listed for one of its variables: the two other literals.
type ternary struct {
	id   uint32
	a, b lit
}

// split divides the unassigned part of the top node's component into components after propagation. It
// appends the components that must be counted to s.components. It sets the node's product to the product
// of the other factors: the weights of assigned literals, the counts of cached components, and a factor
// for each variable in no clause. It returns false if there was a conflict.
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
			if s.trace != nil && s.projected[v] {
				s.trace.addLiteral(2*lit(v) | lit(-(value-1)/2))
			}
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
				if s.trace != nil {
					s.trace.add(n)
				} else {
					product = product.times(n)
				}
				if s.steps != nil {
					s.steps.part(s, c)
					s.steps.count(s, n, true)
				}
				s.members = s.members[:c.begin]
			} else {
				s.components = append(s.components, c)
			}
			continue
		case c.shown == 0:
		case s.steps != nil:
			s.steps.part(s, c)
			s.steps.count(s, number{word: 2}, false)
			free++
		case s.weights != nil:
			product = product.times(s.weights[2*v].plus(s.weights[2*v+1]))
		default:
			free++
		}
		s.members = s.members[:c.begin]
	}
	t.product = product.shifted(free)
	ok := s.settle(first)
	t.parts = len(s.components) - first
	return ok
}

// reach returns the component of a variable. It appends the component's variables to members.
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
		if s.sums != nil {
			for sign := range 2 {
				for _, o := range s.places[2*int(v)+sign] {
					c := &s.sums[o.sum]
					if c.round == round || c.need <= 0 {
						continue
					}
					c.round = round
					k := c.residual()
					k0 ^= k[0]
					k1 ^= k[1]
					for _, t := range c.terms {
						if value[t.literal] != open {
							continue
						}
						r := &reached[t.literal>>1]
						if r.round != round {
							*r = variableState{round: round}
							members = append(members, t.literal.variable())
						}
						r.frequency++
					}
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

// occurrences lists the clauses of more than three literals of each variable. A record is the number of the
// clause, the number of its other literals, and these literals. A clause with more than mostInline other
// literals has instead a 0 and its position in the clause memory.
const mostInline = 12

// occurrence decodes the first of some occurrence records. It returns the clause's other literals, or all of
// its literals if they are not inline, and the remaining records.
func (s *search) occurrence(record []lit) (others, rest []lit) {
	if n := record[1]; n > 0 {
		return record[2 : 2+n], record[2+n:]
	}
	return s.literals(uint32(record[2])), record[3:]
}

// exactKey returns the sorted variables and long clauses of a component, and its sums with their needs. It returns nil if the search
// compares only 128-bit keys.
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
	if s.sums == nil {
		return words
	}
	var sums []uint64
	for _, v := range s.members[c.begin:c.end] {
		for _, o := range append(slices.Clone(s.places[2*v]), s.places[2*v+1]...) {
			if s.sums[o.sum].need > 0 {
				sums = append(sums, 2<<32|uint64(o.sum))
			}
		}
	}
	slices.Sort(sums)
	for _, id := range slices.Compact(sums) {
		words = append(words, id, uint64(s.sums[uint32(id)].need))
	}
	return words
}
