package sharp

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"nqueens/backends/internal/turns"
)

// newSearch returns a search of the formula.
func newSearch(f *formula, c Config, stop *turns.Flag) *search {
	n := f.variables
	s := &search{
		stop: stop, exact: c.Exact, projected: f.projected, weights: f.weights,
		cache:   newCache(cmp.Or(c.Memory, 1<<30)),
		reached: make([]variableState, n), members: make([]int32, n),
		bump: 1, phase: make([]int8, n), seen: make([]bool, n), activity: make([]float32, 2*n),
		keep: cmp.Or(c.forget, max(2000, len(f.clauses))),
	}
	for v := range s.members {
		s.members[v] = int32(v)
		if !f.projected[v] {
			s.unprojected++
		}
	}
	for _, c := range f.clauses {
		for _, l := range c {
			s.activity[l]++
		}
	}
	for _, c := range f.sums {
		for _, t := range c.terms {
			s.activity[t.literal]++
		}
	}
	long := s.load(n, f.clauses)
	s.loadSums(f.sums)
	s.join()
	s.occur(long)
	random := rand.NewPCG(c.Seed, 0x5348415250)
	draw := func(n int) []key {
		keys := make([]key, n)
		for i := range keys {
			keys[i] = key{random.Uint64(), random.Uint64()}
		}
		return keys
	}
	s.variableKeys = draw(n)
	for id, k := range draw(len(long)) {
		s.states[id].key = k
	}
	for id, k := range draw(len(s.sums)) {
		s.sums[id].key = k
	}
	s.stats.Variables, s.stats.Clauses = int64(n), int64(len(f.clauses))
	rank, width := rankVariables(f, c.Seed, stop)
	s.rank, s.stats.Width = rank, int64(width)
	return s
}

// load stores the clauses for propagation. It returns the positions of those with at least three literals.
func (s *search) load(variables int, clauses [][]lit) (long []uint32) {
	s.variables = variables
	s.implied, s.watches, s.clauses = make([][]lit, 2*variables), make([][]watch, 2*variables), []lit{0}
	s.value, s.known = make([]int8, 2*variables), make([]known, variables)
	for _, c := range clauses {
		switch len(c) {
		case 0: // removed
		case 2:
			s.implied[c[0].not()] = append(s.implied[c[0].not()], c[1])
			s.implied[c[1].not()] = append(s.implied[c[1].not()], c[0])
		default:
			at := s.store(c, 0)
			s.attach(at)
			long = append(long, at)
		}
	}
	s.firstLearnt = uint32(len(s.clauses))
	return long
}

// join lists for each variable the variables with which it shares a binary clause.
func (s *search) join() {
	s.joinedAt = make([]int32, s.variables+1)
	for v := range s.variables {
		s.joinedAt[v] = int32(len(s.joined))
		for sign := range lit(2) {
			for _, m := range s.implied[2*lit(v)+sign] {
				s.joined = append(s.joined, m.variable())
			}
		}
	}
	s.joinedAt[s.variables] = int32(len(s.joined))
}

// occur lists the long clauses of each variable, given their positions.
func (s *search) occur(long []uint32) {
	s.states = make([]clauseState, len(long))
	s.exactRounds = make([]uint32, len(long))
	size := func(c []lit) int32 {
		if len(c)-1 > mostInline {
			return 3
		}
		return int32(len(c)) + 1
	}
	s.occurrencesAt, s.ternariesAt = make([]int32, s.variables+1), make([]int32, s.variables+1)
	for _, at := range long {
		c := s.literals(at)
		for _, l := range c {
			if len(c) == 3 {
				s.ternariesAt[l.variable()+1]++
			} else {
				s.occurrencesAt[l.variable()+1] += size(c)
			}
		}
	}
	for v := range s.variables {
		s.occurrencesAt[v+1] += s.occurrencesAt[v]
		s.ternariesAt[v+1] += s.ternariesAt[v]
	}
	s.occurrences = make([]lit, s.occurrencesAt[s.variables])
	s.ternaries = make([]ternary, s.ternariesAt[s.variables])
	next, nextTernary := slices.Clone(s.occurrencesAt), slices.Clone(s.ternariesAt)
	for id, at := range long {
		c := s.literals(at)
		s.states[id].satisfied = c[0]
		for i, l := range c {
			if len(c) == 3 {
				s.ternaries[nextTernary[l.variable()]] = ternary{uint32(id), c[(i+1)%3], c[(i+2)%3]}
				nextTernary[l.variable()]++
				continue
			}
			record := s.occurrences[next[l.variable()]:][:size(c)]
			next[l.variable()] += size(c)
			record[0] = lit(id)
			if len(c)-1 > mostInline {
				record[2] = lit(at)
				continue
			}
			record[1] = lit(len(c) - 1)
			copy(record[2:], c[:i])
			copy(record[2+i:], c[i+1:])
		}
	}
}

// work returns the statistics of the search.
func (s *search) work() Stats {
	st := s.stats
	st.Looked, st.Found, st.Entries, st.Evicted = s.cache.looked, s.cache.found, s.cache.entries, s.cache.evicted
	return st
}
