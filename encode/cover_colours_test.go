package encode

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/modeltest"
)

// randomColoured returns the text of a random exact cover with two primary and two secondary items,
// and its solutions as sorted lists of options, found by trying all sets.
func randomColoured(random *rand.Rand) (text string, solutions []string) {
	var b strings.Builder
	b.WriteString([]string{"p q | x y\n", "1:2|p q | x y\n"}[random.IntN(2)])
	most := [2]int{1, 1}
	if strings.HasPrefix(b.String(), "1") {
		most[0] = 2
	}
	var options [][4]string // "" if the option lacks the item, "." for the item alone, or its colour
	for range 1 + random.IntN(7) {
		var option [4]string
		for i := range option {
			if random.IntN(2) == 0 {
				option[i] = "."
				if i >= 2 {
					option[i] = []string{".", "r", "r", "s"}[random.IntN(4)]
				}
			}
		}
		if option == [4]string{} {
			option[0] = "."
		}
		for i, use := range option {
			if use == "" {
				continue
			}
			b.WriteByte("pqxy"[i])
			if use != "." {
				b.WriteString(":" + use)
			}
			b.WriteByte(' ')
		}
		b.WriteByte('\n')
		options = append(options, option)
	}
	for set := range 1 << len(options) {
		var s nqueens.Solution
		var times [2]int
		uses := [2]string{}
		ok := true
		for o, option := range options {
			if set>>o&1 == 0 {
				continue
			}
			s = append(s, nqueens.Placement{Variable: o + 1})
			ok = ok && option[0]+option[1] != ""
			for i, use := range option {
				if use != "" && i < 2 {
					times[i]++
				} else if use != "" {
					ok = ok && (uses[i-2] == "" || uses[i-2] == use && use != ".")
					uses[i-2] = use
				}
			}
		}
		for i, n := range times {
			ok = ok && 1 <= n && n <= most[i]
		}
		if ok {
			solutions = append(solutions, s.String())
		}
	}
	return b.String(), solutions
}

// The model of an exact cover with colours has its solutions, each with one choice of the auxiliaries.
// The exact cover of that model has them too, and colours where a colour matters.
func TestColours(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 6))
	auxiliaries := 0
	for range 1500 {
		text, want := randomColoured(random)
		p, err := ReadProblem(family.Queens, "x.dlx", strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s%v", text, err)
		}
		if got := solutions(t, p); !slices.Equal(got, want) {
			t.Fatalf("%sthe problem has %q, want %q", text, got, want)
		}
		m, err := p.Model()
		if err != nil {
			t.Fatal(err)
		}
		models := modeltest.BruteForce(m)
		if len(models) != len(want) || m.Auxiliaries > 0 && !m.Determined {
			t.Fatalf("%s%d models, %d auxiliaries, determined %t, want %d", text, len(models), m.Auxiliaries, m.Determined, len(want))
		}
		auxiliaries += m.Auxiliaries
		if err := CheckCover(p); err != nil {
			t.Fatalf("%s%v", text, err)
		}
		c, err := CoverFromModel(m)
		if err != nil {
			t.Fatalf("%s%v", text, err)
		}
		if c.HasColours() != (m.Auxiliaries > 0) {
			t.Fatalf("%scolours %t with %d auxiliaries", text, c.HasColours(), m.Auxiliaries)
		}
		if got := len(coverSolutions(t, m, c)); got != len(want) {
			t.Fatalf("%sthe exact cover has %d solutions, want %d", text, got, len(want))
		}
		var again strings.Builder
		if _, err := c.WriteTo(&again); err != nil {
			t.Fatal(err)
		}
		q, err := ReadProblem(family.Queens, "x.dlx", strings.NewReader(again.String()))
		if err != nil {
			t.Fatalf("%s%v", again.String(), err)
		}
		if got := len(solutions(t, q)); got != len(want) {
			t.Fatalf("%swritten again\n%shas %d solutions, want %d", text, again.String(), got, len(want))
		}
	}
	if auxiliaries < 500 {
		t.Errorf("only %d auxiliaries", auxiliaries)
	}
}

// The text that is written has the colours of the text that was read.
func TestColoursAreWritten(t *testing.T) {
	const text = "p q r | x y\np x:red y:green\nq x:red y:1\nr x:1 y\nr x:1\n"
	p := read(t, text)
	m, err := p.Model()
	if err != nil {
		t.Fatal(err)
	}
	c, err := CoverFromModel(m)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if _, err := c.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	// A colour that only one option gives to an item has no effect, and is omitted.
	if want := "p q r | x y\np x:red y\nq x:red y\nr x:1 y\nr x:1\n"; out.String() != want {
		t.Errorf("written as\n%swant\n%s", out.String(), want)
	}
	if got := fmt.Sprint(p.Formula.Choices); got != "[p x:red y:green q x:red y:1 r x:1 y r x:1]" {
		t.Errorf("choices %s", got)
	}
}

// A model whose auxiliaries do not represent colours is refused.
func TestOtherAuxiliariesAreNoColours(t *testing.T) {
	yes, no := nqueens.Chosen, nqueens.NotChosen
	coloured := func() *nqueens.Model {
		return &nqueens.Model{
			Placements: make([]nqueens.Placement, 4), Auxiliaries: 1,
			Lines: []nqueens.Line{{Name: "x", Max: 1, Placements: []int{2, 3}}},
			Clauses: []nqueens.Clause{
				{Name: "x:red", Literals: []nqueens.Literal{yes(0), no(3), yes(1)}},
				{Literals: []nqueens.Literal{no(0), yes(3)}}, {Literals: []nqueens.Literal{yes(3), no(1)}},
			},
		}
	}
	c, err := CoverFromModel(coloured())
	if err != nil || c.Colour(0, len(c.Option(0))-1) != "red" {
		t.Fatalf("%v, want the colour red", err)
	}
	for name, spoil := range map[string]func(m *nqueens.Model){
		"no clause back":       func(m *nqueens.Model) { m.Clauses = m.Clauses[:2] },
		"no clause with all":   func(m *nqueens.Model) { m.Clauses = m.Clauses[1:] },
		"two clauses with all": func(m *nqueens.Model) { m.Clauses = append(m.Clauses, m.Clauses[0]) },
		"a clause of its own": func(m *nqueens.Model) {
			m.Clauses = append(m.Clauses, nqueens.Clause{Literals: []nqueens.Literal{yes(3)}})
		},
		"another sign":           func(m *nqueens.Model) { m.Clauses[0].Literals[0] = no(0) },
		"with two others":        func(m *nqueens.Model) { m.Clauses[1].Literals = []nqueens.Literal{no(0), no(2), yes(3)} },
		"two on a line":          func(m *nqueens.Model) { m.Lines[0].Max, m.Lines[0].Placements = 2, []int{1, 2, 3} },
		"one on a line at least": func(m *nqueens.Model) { m.Lines[0].Min = 1 },
		"an option twice":        func(m *nqueens.Model) { m.Lines[0].Placements = []int{1, 3} },
		"in a sum": func(m *nqueens.Model) {
			m.Sums = []nqueens.Sum{{Min: 1, Terms: []nqueens.Term{{Weight: 1, Literal: yes(3)}, {Weight: 1, Literal: yes(0)}}}}
		},
		"in the objective": func(m *nqueens.Model) { m.Objective = nqueens.Objective{Goal: nqueens.Fewest, Over: []int{3}} },
	} {
		m := coloured()
		spoil(m)
		if _, err := CoverFromModel(m); !errors.Is(err, ErrNotExactCover) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
