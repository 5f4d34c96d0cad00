package sharp

// progress returns an estimate of the fraction of the search that is done. It assumes that both branches
// of a decision are equally large, and all components of a branch too. The cache makes later branches and
// components smaller, so that the estimate is usually too low.
func (s *search) progress() float64 {
	done, share := 0.0, 1.0
	for i := range s.nodes {
		t := &s.nodes[i]
		if t.decision != none {
			if share /= 2; t.second {
				done += share
			}
		}
		if t.parts == 0 {
			continue
		}
		end := len(s.components)
		if i+1 < len(s.nodes) {
			end = s.nodes[i+1].components
		}
		share /= float64(t.parts)
		done += share * float64(max(0, t.parts-(end-t.components)))
	}
	return done
}
