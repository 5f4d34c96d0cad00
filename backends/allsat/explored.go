package allsat

// explored returns a function that says whether a model lies in the part of
// the tree that has been searched, from the values of the wanted variables.
func (s *bitSearch) explored() func(values []truth) bool {
	var open [][]uint64 // the states of the subtrees that have not
	for _, part := range s.branches() {
		state := part.state(0)
		if at := part.levels[0]; at.next >= 0 && at.next&1 == 1 {
			assume(state, s.f.row(at.next))
		}
		open = append(open, state)
	}
	words := s.f.words
	model := make([]uint64, 2*words)
	return func(values []truth) bool {
		clear(model)
		for bit, l := range s.f.literal {
			switch l.valueOf(values[l.index()]) {
			case isTrue:
				mark(model[:words], bit)
			case isFalse:
				mark(model[words:], bit)
			}
		}
	states:
		for _, state := range open {
			for w, wanted := range s.f.either {
				if (state[w]&^model[w]|state[words+w]&^model[words+w])&wanted != 0 {
					continue states
				}
			}
			return false
		}
		return true
	}
}
