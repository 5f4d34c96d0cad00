package nqueens_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// TestRuleMatchesMoves checks that a rule's Model has exactly the solutions that brute force finds by the
// moves of the pieces, and that the check accepts exactly these and their images under the family's
// group.
func TestRuleMatchesMoves(t *testing.T) {
	for _, family := range familytest.Unusual() {
		for n := 1; n <= 3; n++ {
			for _, p := range []nqueens.Problem{
				{Family: family, N: n},
				{Family: family, N: n, Given: []nqueens.Square{{}}, Blocked: []nqueens.Square{{File: n - 1}}},
				{Family: family, N: n, Excluded: []nqueens.Diagonal{{Value: n - 1}}, Symmetric: nqueens.Transpose},
			} {
				size := p.Board().Size()
				if p.Validate() != nil || size > 9 {
					continue // three dimensions: not square, and with many squares
				}
				kinds, err := familytest.Kinds(p)
				if err != nil {
					t.Fatal(err)
				}
				choices := 1
				for range size {
					choices *= 1 + len(kinds)
				}
				if choices > 1<<16 {
					continue
				}
				solutions, err := familytest.Solutions(p)
				if err != nil {
					t.Fatal(err)
				}
				if p.Goal() != nqueens.NoGoal && len(solutions) > 0 { // the objective is not in the lines of the model
					p.Pieces = nqueens.Exactly(p.Counted(solutions[0]))
				}
				right := map[string]bool{}
				for _, s := range solutions {
					s.Sort()
					right[s.String()] = true
				}
				m, err := p.Model()
				if err != nil {
					t.Fatal(err)
				}
				checked, modelled := 0, 0
				s := make(nqueens.Solution, 0, size)
				for set := range choices {
					s = s[:0]
					for i := range size {
						if k := set % (1 + len(kinds)); k > 0 {
							on := nqueens.On(i/n, i%n)
							on.Kind = kinds[k-1]
							s = append(s, on)
						}
						set /= 1 + len(kinds)
					}
					if p.Check(s) == nil {
						checked++
						if !right[s.String()] {
							t.Fatalf("%v: %q is no solution, and is taken for one", p, s)
						}
					}
					off := slices.ContainsFunc(s, func(p nqueens.Placement) bool { return !slices.Contains(m.Placements, p) })
					if _, holds := m.Holds(func(i int) bool { return slices.Contains(s, m.Placements[i]) }); holds && !off {
						modelled++
						if !right[s.String()] {
							t.Fatalf("%v: the model has %q", p, s)
						}
					}
				}
				if checked != len(right) || modelled != len(right) {
					t.Fatalf("%v: the model has %d solutions, the check takes %d, and there are %d", p, modelled, checked, len(right))
				}
				for _, g := range p.Symmetries() {
					for _, s := range solutions {
						if !right[s.Image(p.Board(), g).String()] {
							t.Fatalf("%v: %v is none, the image of %v under %v", p, s.Image(p.Board(), g), s, g)
						}
					}
				}
				checkOutline(t, p, m)
			}
		}
	}
	if got := len((nqueens.Problem{Family: familytest.Semiqueens, N: 5}).Symmetries()); got != 4 {
		t.Errorf("semiqueens have %d symmetries", got)
	}
}

// checkOutline compares the outline with the Model.
func checkOutline(t *testing.T, p nqueens.Problem, m *nqueens.Model) {
	t.Helper()
	o, err := p.Outline()
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, l := range o.Lines {
		lines += l.Number
	}
	exact := len(p.Given)+len(p.Blocked)+len(p.Excluded) == 0 && p.Symmetric == nqueens.Identity && !p.Family.Rule.Equal(familytest.Nomads.Rule)
	of := m.Outline()
	if lines < len(m.Lines) || o.Placements < of.Placements || o.Clauses < of.Clauses || o.Literals < of.Literals || o.Entries() < of.Entries() ||
		exact && (lines != len(m.Lines) || o.Clauses != of.Clauses || o.Entries() != of.Entries()) {
		t.Errorf("%v: told %+v, the model has %+v", p, o, of)
	}
}

// TestNumbersOfAnyFamily checks that numbers are read completely where a scan is not sufficient.
func TestNumbersOfAnyFamily(t *testing.T) {
	for name, want := range map[string]string{
		"n-bishops(3) 1 1 1": "", "n-bishops(3) 1 2 1": "a1 and b2 attack each other",
		"twice(2) 1 2": "2 pieces stand on the board, not 4", "guards(3) 1 1 3": "", "any-kings(3) 1 3 1": "",
		"nomads(3) 1 1 2": "a1 and b1 attack each other", "king-rooks(4) 2 4 1 3": "", "king-rooks(4) 2 3": "line 1: b3 is attacked by an earlier piece on a king's leap",
		"n-bishops(3) 4": "line 1: rank 4 in file 1 is off the board (1 to 3)",
	} {
		text, list, _ := strings.Cut(name, " ")
		p, err := family.All(familytest.All()...).Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.CheckNumbers(strings.NewReader(list)); fmt.Sprint(err) != want && (err != nil || want != "") {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestRuleEqual(t *testing.T) {
	queens := nqueens.QueenRule()
	turned := nqueens.QueenRule()
	slices.Reverse(turned.Lines)
	torus := nqueens.TorusRule()
	amazons := &nqueens.Rule{Lines: queens.Lines, Leaps: []nqueens.Leap{{"horse", 2, -1}}}
	var none *nqueens.Rule
	for i, test := range []struct {
		a, b *nqueens.Rule
		want bool
	}{
		{queens, turned, true}, {queens, family.Queens.Rule, true}, {queens, torus, false}, {queens, amazons, false},
		{amazons, family.Superqueens.Rule, true}, {none, none, false}, {none, queens, false},
		{&nqueens.Rule{Wrap: true, Lines: family.Rooks.Rule.Lines}, family.Rooks.Rule, true},
		{&nqueens.Rule{Wrap: true, Leaps: familytest.Kings.Rule.Leaps}, familytest.Kings.Rule, false}, // leaps continue around a torus
	} {
		if got := test.a.Equal(test.b); got != test.want || test.b.Equal(test.a) != test.want {
			t.Errorf("%d: %v, want %v", i, got, test.want)
		}
	}
}

// TestGivenConflictByRule checks that givens attack each other by the rule if the family has nothing else,
// and not at all without a rule.
func TestGivenConflictByRule(t *testing.T) {
	for f, found := range map[*nqueens.Family]bool{familytest.Superiors: true, familytest.Guards: false} {
		p := nqueens.Problem{Family: f, N: 4, Given: []nqueens.Square{{File: 2, Rank: 3}, {File: 1, Rank: 1}, {}}}
		if a, b, got := p.GivenConflict(); got != found || got && (a.String() != "a1" || b.String() != "b2") {
			t.Errorf("%s: %v: %v and %v", f.Name, got, a, b)
		}
	}
}

// TestFamilyRefused checks that an unusable family gives an error of one line, and never a panic.
func TestFamilyRefused(t *testing.T) {
	rule := func(change func(*nqueens.Rule)) *nqueens.Rule {
		r := nqueens.QueenRule()
		change(r)
		return r
	}
	for want, f := range map[string]nqueens.Family{
		"it needs another name":                   {Rule: nqueens.QueenRule()},
		`family "a b": it needs another name`:     {Name: "a b", Rule: nqueens.QueenRule()},
		"it has no Rule and cannot Build":         {Name: "empty"},
		"is drawn as 'q', which is no capital":    {Name: "small", Piece: 'q', Rule: nqueens.QueenRule()},
		"bounds each rank twice":                  {Name: "twice", Rule: rule(func(r *nqueens.Rule) { r.Lines[1].Along = nqueens.Ranks })},
		"wants 2 to 1 pieces on each file":        {Name: "less", Rule: rule(func(r *nqueens.Rule) { r.Lines[1].Min = 2 })},
		"none has the number 4":                   {Name: "five", Rule: rule(func(r *nqueens.Rule) { r.Lines[0].Along = 4 })},
		"leads nowhere":                           {Name: "still", Rule: &nqueens.Rule{Leaps: []nqueens.Leap{{}}}},
		"puts 8 pieces on a board of 8×8 squares": {Name: "more", Rule: nqueens.QueenRule(), Pieces: func(p nqueens.Problem) int { return p.N + 1 }},
		`its kind "same" is drawn as 'Q'`:         {Name: "same", Piece: 'Q', Rule: nqueens.QueenRule(), Kinds: []nqueens.Kind{{"same", 'Q'}}},
		`its kind "small" is drawn as 'p'`:        {Name: "small-kind", Rule: nqueens.QueenRule(), Kinds: []nqueens.Kind{{"small", 'p'}}},
		`its kind "again" is drawn as 'P'`:        {Name: "kinds", Rule: nqueens.QueenRule(), Kinds: []nqueens.Kind{{"pawn", 'P'}, {"again", 'P'}}},
		`its parameter "given" needs another`:     {Name: "reserved", Rule: nqueens.QueenRule(), Parameters: []nqueens.Parameter{{Name: "given"}}},
		`its parameter "a b" needs another`:       {Name: "blank", Rule: nqueens.QueenRule(), Parameters: []nqueens.Parameter{{Name: "a b"}}},
		`its parameter "" needs another`:          {Name: "nameless", Rule: nqueens.QueenRule(), Parameters: []nqueens.Parameter{{}}},
		`its parameter "k" needs another`:         {Name: "parameters", Rule: nqueens.QueenRule(), Parameters: []nqueens.Parameter{{Name: "k"}, {Name: "k"}}},
		"wants 0 to -1 pieces on each rank":       {Name: "none", Rule: rule(func(r *nqueens.Rule) { r.Lines[0].Min, r.Lines[0].Max = 0, -1 })},
		"wants -1 to 1 pieces on each rank":       {Name: "negative", Rule: rule(func(r *nqueens.Rule) { r.Lines[0].Min = -1 })},
	} {
		p := nqueens.Problem{Family: &f, N: 8}
		_, err := p.Model()
		for _, err := range []error{p.Validate(), err, p.CheckNumbers(strings.NewReader("1"))} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
	if _, err := family.All(familytest.All()...).Named("n-bishop"); err == nil || err.Error() != `no family is called "n-bishop" (did you mean "n-bishops"?)` {
		t.Error(err)
	}
}

func ExampleProblem_Outline() {
	outline, err := nqueens.Problem{Family: family.Superqueens, N: 1000}.Outline()
	if err != nil {
		panic(err)
	}
	fmt.Println(outline.Placements, "placements,", outline.Clauses, "clauses")
	// Output: 1000000 placements, 3988008 clauses
}
