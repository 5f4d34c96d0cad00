package sat

import "nqueens"

// cubes splits the solutions that agree with p by the first lines that hold
// exactly one placement, depth of them, and calls visit while p is closed over
// each part that propagation does not refute. A solution has exactly one
// placement of such a line, so no part shares one with another and none is
// left out. It stops when visit returns false, and reports whether it did not.
func (p *propagation) cubes(depth int, visit func() bool) bool {
	if p.refuted {
		return true
	}
	line, ok := p.undecidedLine()
	if depth == 0 || !ok {
		return visit()
	}
	for _, i := range line.Placements {
		if p.value[i] != 0 {
			continue
		}
		cube := len(p.trail)
		goOn := !p.assume(nqueens.Chosen(i)) || p.cubes(depth-1, visit)
		p.undo(cube)
		if !goOn {
			return false
		}
	}
	return true
}

// undecidedLine is the first line that holds exactly one placement and has
// none yet. Since p is closed it has two open placements or more.
func (p *propagation) undecidedLine() (nqueens.Line, bool) {
lines:
	for _, line := range p.model.Lines {
		if line.Min != 1 || line.Max != 1 {
			continue
		}
		for _, i := range line.Placements {
			if p.value[i] == 1 {
				continue lines
			}
		}
		return line, true
	}
	return nqueens.Line{}, false
}
