package classic

import "nqueens"

// Place is the procedure of the textbooks, E. Horowitz and S. Sahni,
// "Fundamentals of Computer Algorithms", 1978: PLACE(k) says whether the queen
// of row k can stay, NQUEENS tries each of its columns and goes on with the
// next row.
//
// To notice: it is [Naive] in two procedures, and the recursion remembers k.
func Place() *Method {
	return newMethod("place", "the textbooks' recursive NQUEENS with its test PLACE",
		bytes, func(s *search) { (&textbook{search: s, n: uint8(s.n)}).run() }, nqueens.Tasks()...)
}

// textbook has the global variables of the procedures.
type textbook struct {
	*search
	n uint8
	x squares // the column of the queen of each row
}

func (t *textbook) run() {
	t.search.nodes = 1
	t.nqueens(0)
	t.placements = (t.nodes - t.found) * uint64(t.n)
}

// place reports whether the queen of row k can stay with those before it.
func (t *textbook) place(k uint8) bool {
	c := int(t.x[k])
	for i, other := range t.x[:k] {
		if across, up := c-int(other), int(k)-i; across == 0 || across == up || across == -up {
			return false
		}
	}
	return true
}

// nqueens tries all squares of row k, and reports whether the search goes on.
func (t *textbook) nqueens(k uint8) bool {
	for i := uint8(0); i < t.n; i++ {
		t.x[k] = i
		if !t.place(k) {
			continue
		}
		t.nodes++
		if k == t.n-1 {
			if !t.solved(&t.x) {
				return false
			}
		} else if !t.nqueens(k + 1) {
			return false
		}
	}
	return !t.stop.Load()
}
