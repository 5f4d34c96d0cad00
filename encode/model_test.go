package encode

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/family"
)

// subsets returns the subsets of the placements that satisfy the model, by exhaustive search, in
// the form of projectedModels.
func subsets(m *nqueens.Model) []string {
	var out []string
	for chosen := range uint(1) << len(m.Placements) {
		if _, ok := m.Holds(func(i int) bool { return chosen>>i&1 == 1 }); !ok {
			continue
		}
		values := make([]byte, len(m.Placements))
		for i := range values {
			values[i] = '0' + byte(chosen>>i&1)
		}
		out = append(out, string(values))
	}
	slices.Sort(out)
	return out
}

// randomModel returns a model with up to ten placements and lines and clauses of every kind.
func randomModel(random *rand.Rand) *nqueens.Model {
	n := random.IntN(11)
	m := &nqueens.Model{Placements: make([]nqueens.Placement, n)}
	for i := range m.Placements {
		m.Placements[i] = nqueens.On(i, 0)
	}
	for i := range random.IntN(4) {
		var placements []int
		for p := range n {
			if random.IntN(3) > 0 {
				placements = append(placements, p)
			}
		}
		least := random.IntN(len(placements)+2) - 1
		most := least + random.IntN(len(placements)+1)
		m.Lines = append(m.Lines, nqueens.Line{Name: fmt.Sprint("line ", i), Min: least, Max: most, Placements: placements})
	}
	for i := range random.IntN(4) {
		clause := nqueens.Clause{Name: fmt.Sprint("clause ", i)}
		for p := range n {
			switch random.IntN(4) {
			case 0:
				clause.Literals = append(clause.Literals, nqueens.Chosen(p))
			case 1:
				clause.Literals = append(clause.Literals, nqueens.NotChosen(p))
			}
		}
		m.Clauses = append(m.Clauses, clause)
	}
	return m
}

// A formula's models, projected on the placements, are the model's solutions.
func TestFromModelHasTheModelsSolutions(t *testing.T) {
	for _, e := range Encodings() {
		t.Run(e.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			for range 150 {
				m := randomModel(random)
				if got, want := projectedModels(FromModel(m, e)), subsets(m); !slices.Equal(got, want) {
					t.Fatalf("%+v:\ngot  %v\nwant %v", m, got, want)
				}
			}
		})
	}
}

// Small boards, with the number of solutions: OEIS A000170 for queens, n! for
// rooks, A007705 for the torus.
func TestFromModelCountsBoards(t *testing.T) {
	for _, e := range Encodings() {
		for _, c := range []struct {
			name  string
			model *nqueens.Model
			want  int
		}{
			{"queens(1)", family.Queens.Model(1), 1},
			{"queens(2)", family.Queens.Model(2), 0},
			{"queens(4)", family.Queens.Model(4), 2},
			{"queens(5)", family.Queens.Model(5), 10},
			{"queens(6)", family.Queens.Model(6), 4},
			{"rooks(4)", family.Rooks.Model(4), 24},
			{"torus(5)", family.Torus.Model(5), 10},
		} {
			t.Run(e.Name+"/"+c.name, func(t *testing.T) {
				f := FromModel(c.model, e)
				solutions := projectedModels(f)
				if len(solutions) != c.want {
					t.Errorf("%d solutions, want %d", len(solutions), c.want)
				}
				for _, s := range solutions {
					if line, ok := c.model.Holds(func(i int) bool { return s[i] == '1' }); !ok {
						t.Errorf("solution %s breaks %s", s, line)
					}
				}
				if e.Determined {
					if got := countModels(f, make(assignment, f.Variables+1), enough); got != c.want {
						t.Errorf("%d models without projection, want %d", got, c.want)
					}
				}
			})
		}
	}
}

func TestFromModelNamesItsVariables(t *testing.T) {
	m := family.Queens.Model(3)
	for _, e := range Encodings() {
		f := FromModel(m, e)
		if want := []int32{1, 2, 3, 4, 5, 6, 7, 8, 9}; !slices.Equal(f.Projection, want) {
			t.Errorf("%s: projection %v, want %v", e.Name, f.Projection, want)
		}
		if !slices.Equal(nqueens.Placed(f.Squares), m.Placements) {
			t.Errorf("%s: squares %v, want %v", e.Name, f.Squares, m.Placements)
		}
	}
}

// The size of a formula is the sum over the lines plus the model's own clauses.
func TestFromModelSize(t *testing.T) {
	for _, n := range []int{1, 8, 50} {
		m := family.Queens.Model(n)
		m.Clauses = []nqueens.Clause{{Name: "given a1", Literals: []nqueens.Literal{nqueens.Chosen(0)}}}
		for _, e := range Encodings() {
			want := Size{0, 1}
			for _, line := range m.Lines {
				want = want.plus(e.Size(len(line.Placements), line.Min, line.Max))
			}
			f := FromModel(m, e)
			if got := (Size{f.Variables - n*n, f.NumClauses()}); got != want {
				t.Errorf("queens(%d), %s: %+v, want %+v", n, e.Name, got, want)
			}
			if got := f.Clause(f.NumClauses() - 1); !slices.Equal(got, []int32{1}) {
				t.Errorf("queens(%d), %s: last clause %v, want [1]", n, e.Name, got)
			}
		}
	}
}

func BenchmarkFromModel(b *testing.B) {
	for _, n := range []int{50, 100, 200} {
		m := family.Queens.Model(n)
		for _, e := range Encodings() {
			b.Run(fmt.Sprintf("queens(%d)/%s", n, e.Name), func(b *testing.B) {
				b.ReportAllocs()
				var f *CNF
				for b.Loop() {
					f = FromModel(m, e)
				}
				b.ReportMetric(float64(f.Variables), "variables")
				b.ReportMetric(float64(f.NumClauses()), "clauses")
				b.ReportMetric(float64(f.NumLiterals()), "literals")
			})
		}
	}
}
