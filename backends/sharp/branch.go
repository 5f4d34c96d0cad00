package sharp

// decide returns the literal to branch on, or none if the node's component has no unassigned projected
// variable. It prefers variables near the middle of the tree decomposition, in many clauses, and active in
// recent conflicts.
func (s *search) decide(t *node) lit {
	best, most := none, float64(0)
	for _, v := range s.members[t.begin:t.end] {
		if s.value[2*v] != open || !s.projected[v] {
			continue
		}
		l := lit(2 * v)
		score := float64(s.reached[v].frequency) + float64(10*(s.activity[l]+s.activity[l+1])) - s.rank[v]
		if best == none || score > most {
			best, most = l, score
		}
	}
	if best == none {
		return none
	}
	s.stats.Decisions++
	if s.activity[best+1] > s.activity[best] {
		best++
	}
	return best
}
