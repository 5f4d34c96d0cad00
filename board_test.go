package nqueens_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/branch"
	"nqueens/backends/cover"
	"nqueens/family"
)

// TestRectangles checks on boards that are not square that the Model has as many solutions as there are
// placements that the rules accept.
func TestRectangles(t *testing.T) {
	for _, family := range []*nqueens.Family{family.Queens, family.Rooks, family.Superqueens} {
		for files := 1; files <= 6; files++ {
			for ranks := 1; ranks <= 6; ranks++ {
				p := nqueens.Problem{Family: family, N: ranks, Files: files}
				m, err := p.Model()
				if err != nil {
					t.Fatal(err)
				}
				if o, err := p.Outline(); err != nil || o.Placements != files*ranks || o.Entries() != m.Outline().Entries() {
					t.Errorf("%v: outline %+v, %v; of the model %+v", p, o, err, m.Outline())
				}
				if files*ranks > 20 {
					continue
				}
				want := 0
				for choice := range 1 << (files * ranks) {
					if _, ok := m.Holds(func(i int) bool { return choice>>i&1 == 1 }); ok {
						want++
					}
				}
				var valid int
				place(p, nil, 0, func(s nqueens.Solution) {
					if p.Check(s) == nil {
						valid++
					}
				})
				if valid != want {
					t.Errorf("%v: the model has %d solutions, the rules %d", p, want, valid)
				}
			}
		}
	}
}

// place calls visit with every set of squares on which pieces do not attack each other.
func place(p nqueens.Problem, s nqueens.Solution, from int, visit func(nqueens.Solution)) {
	visit(s)
	squares := p.Board().Squares()
	for i := from; i < len(squares); i++ {
		if !slices.ContainsFunc(s, func(o nqueens.Placement) bool { return p.Family.Attacks(p.Board(), o.Square, squares[i]) }) {
			place(p, append(slices.Clone(s), nqueens.Placement{Square: squares[i]}), i+1, visit)
		}
	}
}

// TestRectanglesOfQueens compares with OEIS A269133, also with files and ranks exchanged.
func TestRectanglesOfQueens(t *testing.T) {
	for files := 1; files <= 12; files++ {
		for ranks := 1; ranks <= files; ranks++ {
			for _, p := range []nqueens.Problem{{Family: family.Queens, N: ranks, Files: files}, {Family: family.Queens, N: files, Files: ranks}} {
				known, ok := p.Known()
				if !ok {
					continue
				}
				for _, b := range []interface {
					Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome
				}{branch.Backend{}, cover.Backend{}} {
					if out := b.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil); out.Count == nil || out.Count.Cmp(known.Count) != 0 {
						t.Errorf("%v: %v %s, %s has %v", p, out.Count, out.Reason, known.Source, known.Count)
					}
				}
			}
		}
	}
}

// TestRectangleNames checks that names are parsed again, and so are drawn boards.
func TestRectangleNames(t *testing.T) {
	for _, c := range []struct{ text, name, drawn string }{
		{"queens(2, files=3, given=c1)", "queens(2, files=3, given=c1)", ". . .\n. . Q\n"},
		{"queens(3,files=2,excluded=sum:3)", "queens(3, files=2, excluded=sum:3)", ". #\n. .\n. .\n"},
		{"rooks(2, files=2)", "rooks(2)", ". .\n. .\n"},
	} {
		p, err := family.All().Parse(c.text)
		if err != nil || p.String() != c.name {
			t.Errorf("%s: %v, %v", c.text, p, err)
			continue
		}
		drawn := p.Draw(nqueens.Placed(p.Given))
		if drawn != c.drawn {
			t.Errorf("%v is drawn as\n%s", p, drawn)
		}
		if again, err := nqueens.ReadBoard(p.Family, drawn); err != nil || again.Draw(nqueens.Placed(again.Given)) != drawn || again.Board() != p.Board() {
			t.Errorf("%v is read again as %v, %v", p, again, err)
		}
	}
}

func TestRectanglesRefused(t *testing.T) {
	for text, want := range map[string]string{
		"torus(5, files=4)":                          "the family torus is for square boards, not for 4 files and 5 ranks",
		"queens(5, files=-1)":                        "a board has at least one file, not -1",
		"queens(5, files=0)":                         "a board has at least one file, not 0",
		"queens(5, files=two)":                       "files=two: write a whole number",
		"queens(5, files=4, given=e1)":               "given square e1 is off the board (a1 to d5)",
		"queens(2, files=4, excluded=sum:5)":         "diagonal sum:5 is off the board (0 to 4)",
		"queens(2, files=4, excluded=diff:-2)":       "diagonal diff:-2 is off the board (-1 to 3)",
		"queens(5, files=4, symmetric=quarter-turn)": "the symmetry quarter-turn does not map a board of 4×5 squares to itself",
	} {
		if _, err := family.All().Parse(text); err == nil || !strings.HasSuffix(err.Error(), ": "+want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestRuleIsForSquareBoards checks that code which only uses a rule and N refuses everything else.
func TestRuleIsForSquareBoards(t *testing.T) {
	counted := *family.Queens
	counted.Parameters = []nqueens.Parameter{{Name: "pawns", Default: 1, Max: 3}}
	for _, p := range []nqueens.Problem{
		{Family: family.Queens, N: 5, Files: 4},
		{Family: &counted, N: 5, Parameters: map[string]int{"pawns": 2}},
	} {
		if p.Rule() != nil || p.PlacesQueens() || p.Bare() || p.Validate() != nil {
			t.Errorf("%v: rule %v, bare %v, %v", p, p.Rule(), p.Bare(), p.Validate())
		}
		if _, err := p.Scan(); err == nil {
			t.Errorf("%v can be scanned", p)
		}
	}
	if p := (nqueens.Problem{Family: &counted, N: 5, Files: 5, Parameters: map[string]int{"pawns": 1}}); !p.PlacesQueens() || !p.Bare() || p.String() != "queens(5)" {
		t.Errorf("%v: rule %v, bare %v", p, p.Rule(), p.Bare())
	}
}

func TestParameters(t *testing.T) {
	pawns := &nqueens.Family{
		Name: "pawned-queens", Rule: nqueens.QueenRule(),
		Parameters: []nqueens.Parameter{{Name: "pawns", Default: 1, Max: 3}, {Name: "knights", Min: 2, Default: 2}},
	}
	p, err := family.All(pawns).Parse("pawned-queens(8, knights=4, pawns=0, given=a1)")
	if want := "pawned-queens(8, pawns=0, knights=4, given=a1)"; err != nil || p.String() != want || p.Parameter("pawns") != 0 {
		t.Errorf("%v, %v, want %s", p, err, want)
	}
	for text, want := range map[string]string{
		"pawned-queens(8, pawn=2)":    `no parameter of the family pawned-queens is called "pawn" (did you mean "pawns"?)`,
		"pawned-queens(8, pawns=-1)":  "pawns=-1: the family pawned-queens wants at least 0",
		"pawned-queens(8, pawns=4)":   "pawns=4: the family pawned-queens wants at most 3",
		"pawned-queens(8, knights=1)": "knights=1: the family pawned-queens wants at least 2",
		"pawned-queens(8, pawns=x)":   "pawns=x: write a whole number",
	} {
		if _, err := family.All(pawns).Parse(text); err == nil || !strings.HasSuffix(err.Error(), ": "+want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if err := (nqueens.Problem{Family: family.Queens, N: 8, Parameters: map[string]int{"pawns": 1}}).Validate(); err == nil {
		t.Error("queens have a parameter")
	}
}
