package propagate

import (
	"strings"
	"testing"

	"nqueens"
	"nqueens/internal/modeltest"
)

// pairsOf returns clauses of two placements each: 0 and 1, 2 and 3, ….
func pairsOf(pairs int, literal func(int) nqueens.Literal) (clauses []nqueens.Clause) {
	for i := range pairs {
		clauses = append(clauses, nqueens.Clause{Literals: []nqueens.Literal{literal(2 * i), literal(2*i + 1)}})
	}
	return clauses
}

// TestRoomBounds checks lines that need or allow a number of placements against clauses, at the
// exact bounds and with some placements chosen already.
func TestRoomBounds(t *testing.T) {
	all := func(n int) (all []int) {
		for i := range n {
			all = append(all, i)
		}
		return all
	}
	// decided adds a placement of the line that is chosen.
	decided := func(m *nqueens.Model) *nqueens.Model {
		m.Placements = append(m.Placements, nqueens.Placement{})
		i := len(m.Placements) - 1
		m.Lines[0].Placements = append(m.Lines[0].Placements, i)
		m.Clauses = append(m.Clauses, nqueens.Clause{Literals: []nqueens.Literal{nqueens.Chosen(i)}})
		return m
	}
	for _, pairs := range []int{2, 3, 4} {
		n := 2 * pairs
		allows := func(most int) *nqueens.Model { // at least one of each pair is chosen
			return &nqueens.Model{
				Placements: make([]nqueens.Placement, n), Clauses: pairsOf(pairs, nqueens.Chosen),
				Lines: []nqueens.Line{{Name: "few", Max: most, Placements: all(n)}},
			}
		}
		wants := func(least int) *nqueens.Model { // at most one
			return &nqueens.Model{
				Placements: make([]nqueens.Placement, n), Clauses: pairsOf(pairs, nqueens.NotChosen),
				Lines: []nqueens.Line{{Name: "many", Min: least, Max: n, Placements: all(n)}},
			}
		}
		for _, test := range []struct {
			what string
			m    *nqueens.Model
			why  string
		}{
			{"as many are allowed as are needed", allows(pairs), ""},
			{"one too few is allowed", allows(pairs - 1), "and "},
			{"as many are allowed, beside one that is chosen", decided(allows(pairs + 1)), ""},
			{"one too few is allowed, beside one that is chosen", decided(allows(pairs)), "and "},
			{"as many are wanted as have room", wants(pairs), ""},
			{"one too many is wanted", wants(pairs + 1), "and there is room for "},
			{"as many are wanted, beside one that is chosen", decided(wants(pairs + 1)), ""},
			{"one too many is wanted, beside one that is chosen", decided(wants(pairs + 2)), "and there is room for "},
		} {
			p := Of(test.m)
			if p.Refuted {
				t.Fatalf("%d pairs: %s: propagation refutes it alone", pairs, test.what)
			}
			why := p.Room()
			// With two pairs, propagation detects it first: more than one further placement is
			// needed or allowed.
			if refuted := test.why != "" && !(pairs == 2 && strings.HasPrefix(test.what, "one too few")); p.Refuted != refuted || refuted && !strings.Contains(why, test.why) {
				t.Errorf("%d pairs: %s: refuted %v, %q", pairs, test.what, p.Refuted, why)
			}
		}
	}
}

// TestRoomShared checks that overlapping sets are not counted twice, and that chosen placements are
// subtracted.
func TestRoomShared(t *testing.T) {
	for name, test := range map[string]struct {
		placements int
		least      int // of all placements
		most       int
		pairs      [][2]int // of which not both are chosen
		some       [][]int  // of which at least one is chosen
		lines      []nqueens.Line
		given      []int
		refuted    bool
	}{
		"three that rule each other out":        {3, 2, 3, [][2]int{{0, 1}, {0, 2}, {1, 2}}, nil, nil, nil, true},
		"one that rules two others out":         {3, 2, 3, [][2]int{{0, 1}, {0, 2}}, nil, nil, nil, false},
		"the smallest first":                    {7, 0, 2, nil, [][]int{{1, 2, 4}, {0, 1}, {2, 3}, {5, 6}}, nil, nil, true},
		"overlapping, and no more than allowed": {7, 0, 2, nil, [][]int{{0, 1}, {1, 2}, {0, 2}, {5, 6}}, nil, nil, false},
		"beside a line that wants none":         {6, 0, 2, nil, [][]int{{0, 1}, {2, 3}, {4, 5}}, []nqueens.Line{{Placements: []int{1, 2}, Max: 2}}, nil, true},
		"two lines that want two each":          {6, 0, 3, nil, nil, []nqueens.Line{{Placements: []int{0, 1, 2}, Min: 2, Max: 3}, {Placements: []int{3, 4, 5}, Min: 2, Max: 3}}, nil, true},
		"and one of them has one":               {6, 0, 3, nil, nil, []nqueens.Line{{Placements: []int{0, 1, 6}, Min: 2, Max: 3}, {Placements: []int{3, 4, 5}, Min: 2, Max: 3}}, []int{6}, false},
		"two lines that allow two each":         {6, 5, 6, nil, nil, []nqueens.Line{{Placements: []int{0, 1, 2}, Max: 2}, {Placements: []int{3, 4, 5}, Max: 2}}, nil, true},
		"as many as two lines allow":            {6, 4, 6, nil, nil, []nqueens.Line{{Placements: []int{0, 1, 2}, Max: 2}, {Placements: []int{3, 4, 5}, Max: 2}}, nil, false},
		"two lines that allow two, one has one": {6, 4, 6, nil, nil, []nqueens.Line{{Placements: []int{0, 1, 2, 6}, Max: 2}, {Placements: []int{3, 4, 5}, Max: 2}}, []int{6}, true},
	} {
		m := &nqueens.Model{Placements: make([]nqueens.Placement, 7), Lines: test.lines}
		whole := nqueens.Line{Name: "all", Min: test.least, Max: test.most}
		for i := range test.placements {
			whole.Placements = append(whole.Placements, i)
		}
		m.Lines = append(m.Lines, whole)
		for _, pair := range test.pairs {
			m.Clauses = append(m.Clauses, nqueens.Clause{Literals: Literals(pair[:], nqueens.NotChosen)})
		}
		for _, some := range test.some {
			m.Clauses = append(m.Clauses, nqueens.Clause{Literals: Literals(some, nqueens.Chosen)})
		}
		for _, i := range test.given {
			m.Clauses = append(m.Clauses, nqueens.Clause{Literals: []nqueens.Literal{nqueens.Chosen(i)}})
		}
		p := Of(m)
		if p.Refuted {
			t.Fatalf("%s: propagation refutes it alone", name)
		}
		why := p.Room()
		if p.Refuted != test.refuted {
			t.Errorf("%s: refuted %v, %q", name, p.Refuted, why)
		}
		if some := len(modeltest.BruteForce(m)); p.Refuted && some > 0 {
			t.Errorf("%s: refuted, and it has %d solutions", name, some)
		}
	}
}
