package sat

import "nqueens"

// cubes splits the solutions that agree with p and calls visit while p is
// closed over each part that propagation does not refute. It takes the line
// with the fewest ways again and again, most cubes at most, until no more
// than small of the placements that count are open. A solution has exactly one
// placement of such a line, so no part shares one with another and none is left
// out. It stops when visit returns false, and reports whether it did not.
func (p *propagation) cubes(most, small int, visit func() bool) bool {
	if p.refuted {
		return true
	}
	line, ways := p.tightestLine()
	if ways == 0 || ways > most || p.open <= small {
		return visit()
	}
	for _, i := range line.Placements {
		if p.value[i] != 0 {
			continue
		}
		cube := len(p.trail)
		goOn := !p.assume(nqueens.Chosen(i)) || p.cubes(most/ways, small, visit)
		p.undo(cube)
		if !goOn {
			return false
		}
	}
	return true
}

// oneOf is a line of placements that count, exactly one of them chosen, as two
// constraints: at least one, and at most one.
type oneOf struct{ line, least, most int32 }

// tightestLine is the first of the undecided lines with the fewest open
// placements, 2 or more since p is closed, and how many they are. If there is
// none it says 0.
func (p *propagation) tightestLine() (line nqueens.Line, ways int) {
	best := -1
	for _, l := range p.exact {
		if p.constraints[l.most].slack == 0 {
			continue // it has its placement
		}
		if n := p.constraints[l.least].slack + 1; best < 0 || n < ways {
			best, ways = int(l.line), n
		}
	}
	if best < 0 {
		return line, 0
	}
	return p.model.Lines[best], ways
}
