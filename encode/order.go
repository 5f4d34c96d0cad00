package encode

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/internal/suggest"
)

// The name of an Encoding can be followed by + and the encoding that counts beyond one, and by @
// and the order in which the literals of a line are counted: "product+totalizer@hilbert". S.
// Rostami and C. Bright ("Queens domination", arXiv 2508.11945) found both decisive where a few
// pieces must cover a board.

// Cardinalities returns the names of the encodings that can count beyond one for other encodings.
func Cardinalities() []string { return []string{"sequential", "totalizer", "network"} }

// Orders returns the names of the orders of literals. Order natural is that of the model, rank by
// rank. Order hilbert follows Hilbert's curve, so that squares near each other are counted together
// (D. Hilbert, Mathematische Annalen 38, 1891). Order degree puts literals first that share lines
// and clauses with the most others.
func Orders() []string { return []string{natural, hilbert, degree} }

const (
	natural = "natural"
	hilbert = "hilbert"
	degree  = "degree"
)

// Refine returns the name of an encoding that counts beyond one by cardinality and in the given
// order; "" means the encoding's own. If cardinality is "", a cardinality in name remains.
func Refine(name, cardinality, order string) string {
	name, counted, _ := strings.Cut(name, "+")
	cardinality = cmp.Or(cardinality, counted)
	own := "sequential"
	if slices.Contains(Cardinalities(), name) {
		own = name
	}
	if cardinality != "" && cardinality != own {
		name += "+" + cardinality
	}
	if order != "" && order != natural {
		name += "@" + order
	}
	return name
}

// Refinements returns every suffix that the name of an encoding can have.
func Refinements() (list []string) {
	for _, c := range append([]string{""}, Cardinalities()...) {
		for _, o := range Orders() {
			if r := Refine("", c, o); c != "sequential" && r != "" {
				list = append(list, r)
			}
		}
	}
	return list
}

// EncodingNamed returns the encoding with the given name.
func EncodingNamed(name string) (Encoding, error) {
	base, order, ordered := strings.Cut(name, "@")
	base, cardinality, counted := strings.Cut(base, "+")
	e, err := suggest.Named("encoding", base, Encodings(), func(e Encoding) string { return e.Name })
	if err != nil {
		return e, err
	}
	if counted {
		c, err := suggest.Named("cardinality encoding", cardinality, Cardinalities(), func(name string) string { return name })
		if err != nil {
			return e, err
		}
		for _, other := range Encodings() {
			if other.Name == c {
				e.counter, e.counterSize = other.counter, other.counterSize
			}
		}
	}
	if ordered {
		if e.order, err = suggest.Named("order of literals", order, Orders(), func(name string) string { return name }); err != nil {
			return e, err
		}
	}
	if right := Refine(base, cardinality, order); right != name {
		return e, fmt.Errorf("the encoding %q must be written %q", name, right)
	}
	e.Name = name
	return e, nil
}

// places returns the position of each placement in the encoding's order, or nil for the model's
// order.
func (e Encoding) places(m *nqueens.Model) []int {
	var key func(i int) int
	switch e.order {
	case hilbert:
		key = func(i int) int { return alongHilbert(m.Placements[i].Square) }
	case degree:
		shared := make([]int, len(m.Placements))
		for _, line := range m.Lines {
			for _, i := range line.Placements {
				shared[i] -= len(line.Placements) - 1
			}
		}
		for _, clause := range m.Clauses {
			for _, l := range clause.Literals {
				shared[l.Placement()] -= len(clause.Literals) - 1
			}
		}
		key = func(i int) int { return shared[i] }
	default:
		return nil
	}
	order := make([]int, len(m.Placements))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(key(i), key(j)) })
	places := make([]int, len(order))
	for place, i := range order {
		places[i] = place
	}
	return places
}

// hilbertSide is a power of two larger than any board that has a model. The start of the curve is
// the same for all powers of two whose exponents have the same parity.
const hilbertSide = 1 << 12

// alongHilbert returns the position of a square on the curve. In each step it finds the quarter of the
// current square region that contains the square, and rotates the coordinates within that quarter as the
// curve does.
func alongHilbert(s nqueens.Square) int {
	x, y, at := s.File, s.Rank, 0
	for half := hilbertSide / 2; half > 0; half /= 2 {
		right, upper := x&half != 0, y&half != 0
		switch {
		case right && upper:
			at += 2 * half * half
		case right:
			at += 3 * half * half
		case upper:
			at += half * half
		}
		if !upper {
			if right {
				x, y = half-1-x&(half-1), half-1-y&(half-1)
			}
			x, y = y, x
		}
		x, y = x&(half-1), y&(half-1)
	}
	return at
}
