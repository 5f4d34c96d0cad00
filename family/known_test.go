package family_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/golden"
)

// TestKnownValues compares each value of the families' lists with a copy of its source, for boards
// of up to 40 squares a side. Brute force only reaches a few of them, and with a wrong value right
// answers would be judged wrong.
func TestKnownValues(t *testing.T) {
	var b strings.Builder
	for _, f := range family.All() {
		for _, s := range f.Known {
			fmt.Fprintf(&b, "%s: %s (%s; %s), up to symmetry %v, optimum %v, unpublished %v, %v\n",
				f.Name, s.From(), s.OEIS, s.Published, s.UpToSymmetry, s.Optimum, s.Unpublished, s.Symmetric)
			for n := 1; n <= 40; n++ {
				for _, p := range variants(nqueens.Problem{Family: f, N: n}) {
					if count := s.Term(p); count != nil {
						fmt.Fprintf(&b, "\t%v %v\n", p, count)
					}
				}
			}
		}
	}
	golden.Equal(t, "known.golden", b.String())
}

// variants returns a problem, with other values of its family's parameters, with other numbers of
// pieces, and on rectangles.
func variants(p nqueens.Problem) []nqueens.Problem {
	list := []nqueens.Problem{p}
	for _, parameter := range p.Family.Parameters {
		for value := parameter.Min; value <= parameter.Min+4 && (parameter.Max == 0 || value <= parameter.Max); value++ {
			if value != parameter.Default {
				other := p
				other.Parameters = map[string]int{parameter.Name: value}
				list = append(list, other)
			}
		}
	}
	for _, pieces := range []nqueens.Range{{Min: 0, Max: nqueens.Unbounded}, {Min: 1, Max: nqueens.Unbounded}, {Min: p.N - 1, Max: p.N - 1}, {Min: p.N, Max: p.N}, {Min: p.N + 1, Max: p.N + 1}} {
		other := p
		other.Pieces = &pieces
		list = append(list, other)
	}
	for _, files := range []int{4, 8} {
		other := p
		other.Files = files
		list = append(list, other)
	}
	return list
}

// TestModels compares the Model of each family on small boards with its recorded size and the
// digest of its text. Brute force checks its solutions, but does not find missing redundant lines
// or changed names.
func TestModels(t *testing.T) {
	var b strings.Builder
	for _, f := range family.All() {
		for n := 1; n <= 4; n++ {
			for i, p := range variants(nqueens.Problem{Family: f, N: n}) {
				if i > 0 && n < 4 || p.Validate() != nil {
					continue
				}
				m, err := p.Model()
				if err != nil {
					t.Fatalf("%v: %v", p, err)
				}
				o := m.Outline()
				fmt.Fprintf(&b, "%v: %d placements, %d auxiliary, %d lines, %d clauses of %d literals, %d sums, %d entries, %.12x\n", p,
					o.Placements, o.Auxiliaries, len(m.Lines), o.Clauses, o.Literals, len(o.Sums), o.Entries(), sha256.Sum256(fmt.Append(nil, *m)))
			}
		}
	}
	golden.Equal(t, "models.golden", b.String())
}
