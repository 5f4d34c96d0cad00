package encode

import "nqueens"

// permutes reports whether constraint programs say the problem by the rank in
// each file, all different: boards of the families that there are, without a
// symmetry. What else there is they say with a 0–1 variable a placement.
func permutes(p nqueens.Problem) bool {
	if p.Formula != nil || p.Symmetric != nqueens.Identity {
		return false
	}
	switch p.Family {
	case nqueens.Queens, nqueens.Torus, nqueens.Rooks, nqueens.Superqueens:
		return true
	}
	return false
}

// files are the letters of a board's files.
func files(n int) []string {
	names := make([]string, n)
	for f := range n {
		square := nqueens.Square{File: f}.String()
		names[f] = square[:len(square)-1] // without its rank, 1
	}
	return names
}

// shown are the names of the placements that solutions are about, as a
// Solution's text has them.
func shown(m *nqueens.Model) []string {
	var names []string
	for _, s := range m.Placements[:len(m.Placements)-m.Auxiliaries] {
		names = append(names, s.String())
	}
	return names
}
