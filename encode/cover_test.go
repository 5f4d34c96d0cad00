package encode

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/dlx"
	"nqueens/family"
)

// coverSolutions returns the solutions of CoverFromModel in the form that subsets returns those of
// the model. It omits slack options and keeps duplicates.
func coverSolutions(t *testing.T, m *nqueens.Model, p *dlx.Problem) []string {
	t.Helper()
	var out []string
	search := p.NewSearch(dlx.Config{})
	for options := range search.Solutions(t.Context()) {
		values := []byte(strings.Repeat("0", len(m.Placements)))
		for _, o := range options {
			if o < len(values) {
				values[o] = '1'
			}
		}
		out = append(out, string(values))
	}
	if err := search.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// randomCoverModel returns a random model with lines and clauses that an exact cover can express.
// Many of its placements are free, barred, on several lines or on none.
func randomCoverModel(random *rand.Rand) *nqueens.Model {
	n := random.IntN(9)
	m := &nqueens.Model{Placements: make([]nqueens.Placement, n)}
	for i := range m.Placements {
		m.Placements[i] = nqueens.On(random.IntN(9), 0) // names may be equal
	}
	for range random.IntN(5) {
		var placements []int
		for p := range n {
			if random.IntN(3) == 0 {
				placements = append(placements, p)
			}
		}
		size := len(placements)
		bounds := [][2]int{{1, 1}, {1, 1}, {0, 1}, {0, 1}, {-1, 1}, {0, 0}, {0, size}, {size, size + 1}, {-2, -1}}[random.IntN(9)]
		m.Lines = append(m.Lines, nqueens.Line{Name: "line", Min: bounds[0], Max: bounds[1], Placements: placements})
	}
	for range random.IntN(4) {
		if n == 0 {
			break
		}
		a, b := random.IntN(n), random.IntN(n)
		literals := [][]nqueens.Literal{
			{nqueens.NotChosen(a), nqueens.NotChosen(b)},
			{nqueens.NotChosen(a), nqueens.NotChosen(b)},
			{nqueens.NotChosen(a)},
			{nqueens.Chosen(a)},
			{nqueens.Chosen(a), nqueens.NotChosen(b)},
			{nqueens.Chosen(a), nqueens.NotChosen(a), nqueens.Chosen(b)},
		}[random.IntN(6)]
		m.Clauses = append(m.Clauses, nqueens.Clause{Name: "clause", Literals: literals})
	}
	return m
}

func TestCoverFromModelHasTheModelsSolutions(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	said := 0
	for k := range 6000 {
		m := randomCoverModel(random)
		if k%2 == 0 {
			m = randomModel(random)
		}
		p, err := CoverFromModel(m)
		if k%2 == 0 && errors.Is(err, ErrNotExactCover) {
			continue
		}
		if err != nil {
			t.Fatalf("%+v: %v", m, err)
		}
		said++
		if got, want := coverSolutions(t, m, p), subsets(m); !slices.Equal(got, want) {
			t.Fatalf("%+v:\ngot  %v\nwant %v", m, got, want)
		}
	}
	if said < 3500 {
		t.Errorf("only %d models could be said", said)
	}
}

// Ranks and files are primary, 2n−3 diagonals of each kind have more than one
// square, and option i is placement i.
func TestCoverOfQueens(t *testing.T) {
	for n := 2; n <= 9; n++ {
		m := family.Queens.Model(n)
		p, err := CoverFromModel(m)
		if err != nil {
			t.Fatal(err)
		}
		if primary, secondary := p.NumPrimary(), p.NumItems()-p.NumPrimary(); primary != 2*n || secondary != 4*n-6 || p.NumOptions() != n*n {
			t.Errorf("queens(%d): %d primary and %d secondary items, %d options", n, primary, secondary, p.NumOptions())
		}
		for i := range p.NumOptions() {
			var got, want []string
			for _, item := range p.Option(i) {
				got = append(got, p.ItemName(item))
			}
			for _, line := range m.Lines {
				if !line.Trivial() && slices.Contains(line.Placements, i) {
					want = append(want, strings.ReplaceAll(line.Name, " ", "-"))
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("queens(%d), option %d: %v, want %v", n, i, got, want)
			}
		}
	}
}

// The search for queens visits as many nodes and makes as many updates as Knuth's program dlx1 on
// his exact cover of queens, with the items in organ-pipe order.
func TestCoverOfQueensIsKnuths(t *testing.T) {
	for n, want := range map[int]dlx.Stats{
		1: {Solutions: 1, Nodes: 2, Updates: 3},
		4: {Solutions: 2, Nodes: 13, Updates: 183},
		7: {Solutions: 40, Nodes: 334, Updates: 5066},
		8: {Solutions: 92, Nodes: 1049, Updates: 16680},
	} {
		p, err := CoverFromModel(family.Queens.Model(n))
		if err != nil {
			t.Fatal(err)
		}
		search := p.NewSearch(dlx.Config{Engine: dlx.Dancing})
		if _, err := search.Count(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := search.Stats()
		if got.Solutions != want.Solutions || got.Nodes != want.Nodes || got.Updates != want.Updates {
			t.Errorf("queens(%d): %d solutions, %d nodes, %d updates; Knuth has %d, %d, %d", n,
				got.Solutions, got.Nodes, got.Updates, want.Solutions, want.Nodes, want.Updates)
		}
	}
}

func TestCoverItems(t *testing.T) {
	m := &nqueens.Model{
		Placements: []nqueens.Placement{nqueens.On(0, 0), nqueens.On(1, 0), nqueens.On(2, 0), nqueens.On(3, 0)},
		Lines: []nqueens.Line{
			{Name: "a:b|c\td", Min: 1, Max: 1, Placements: []int{0, 1}},
			{Name: "#x", Min: 0, Max: 1, Placements: []int{1, 2}},
			{Name: "-x", Min: 0, Max: 1, Placements: []int{0, 2}},
			{Min: 1, Max: 1},
		},
		Clauses: []nqueens.Clause{
			{Name: "given a1", Literals: []nqueens.Literal{nqueens.Chosen(0)}},
			{Name: "no d1", Literals: []nqueens.Literal{nqueens.NotChosen(3)}},
		},
	}
	p, err := CoverFromModel(m)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a-b-c-d", "item", "given-a1", "c1-or-not", "not-d1", "-x", "-x-2", "d1-barred"}
	if got := p.Items(); !slices.Equal(got, want) {
		t.Errorf("items %q, want %q", got, want)
	}
	var options []string
	for i := range p.NumOptions() {
		options = append(options, fmt.Sprint(p.Option(i)))
	}
	if got := strings.Join(options, ""); got != "[0 2 6][0 5][3 5 6][7][3][4 7]" {
		t.Errorf("options %s", got)
	}
}

// CoverFromModel and CheckCover return the same error for models that cannot be an exact cover.
// TestCoverFromModelHasTheModelsSolutions covers all other models.
func TestCoverFromModelRefuses(t *testing.T) {
	placements := make([]nqueens.Placement, 2)
	for want, m := range map[string]*nqueens.Model{
		"1 variable besides those of the solution": {Placements: placements, Auxiliaries: 1},
		"weights is a weighted sum": {Placements: placements, Sums: []nqueens.Sum{
			{Name: "weights", Min: 2, Terms: []nqueens.Term{{Weight: 2, Literal: nqueens.Chosen(0)}, {Weight: 1, Literal: nqueens.NotChosen(1)}}},
		}},
	} {
		if _, err := CoverFromModel(m); !errors.Is(err, ErrNotExactCover) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestCheckCover checks that CheckCover rejects a problem without building the cover.
func TestCheckCover(t *testing.T) {
	for text, want := range map[string]string{
		"* #variable= 2 #constraint= 1\n+2 x1 +1 x2 >= 2 ;\n": "constraint 1 (line 2) is a weighted sum: this cannot be expressed as an exact cover",
		"* #variable= 2 #constraint= 1\n+1 x1 -1 x2 >= 0 ;\n": "<nil>",
		"p cnf 3 1\nc p show 1 0\n1 2 3 0\n":                  "the model has 2 variables besides those of the solution: this cannot be expressed as an exact cover",
		"p cnf 3 1\n1 2 3 0\n":                                "<nil>",
	} {
		if err := CheckCover(read(t, text)); fmt.Sprint(err) != want || err != nil && !errors.Is(err, ErrNotExactCover) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if err := CheckCover(nqueens.Problem{Family: family.Queens}); err == nil || errors.Is(err, ErrNotExactCover) {
		t.Errorf("a problem that is none: %v", err)
	}
}

// TestCoverOfSums checks that a sum of equal weights becomes a multiplicity, and that a sum which
// cannot be reached becomes an item in no option.
func TestCoverOfSums(t *testing.T) {
	for least := int64(1); least <= 10; least++ {
		m := &nqueens.Model{Placements: []nqueens.Placement{nqueens.On(0, 0), nqueens.On(1, 0), nqueens.On(2, 0)}}
		m.Sums = []nqueens.Sum{{Name: "sum", Min: least, Terms: []nqueens.Term{
			{Weight: 3, Literal: nqueens.Chosen(0)}, {Weight: 3, Literal: nqueens.NotChosen(1)}, {Weight: 3, Literal: nqueens.Chosen(2)},
		}}}
		p, err := CoverFromModel(m)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := coverSolutions(t, m, p), subsets(m); !slices.Equal(got, want) {
			t.Errorf("at least %d: %v, want %v", least, got, want)
		}
	}
}
