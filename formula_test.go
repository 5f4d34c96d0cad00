package nqueens_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// oneOrTwo returns x ∨ y with solutions about x, or about both variables.
func oneOrTwo(auxiliaries int) nqueens.Problem {
	return nqueens.NewFormula(nqueens.Formula{Name: "a, b.cnf", Digest: "00112233445566778"}, &nqueens.Model{
		Placements:  []nqueens.Placement{{Variable: 7}, {Variable: 2}},
		Auxiliaries: auxiliaries,
		Clauses:     []nqueens.Clause{{Name: "clause 1", Literals: []nqueens.Literal{nqueens.Chosen(0), nqueens.Chosen(1)}}},
	})
}

func TestFormulaName(t *testing.T) {
	p := oneOrTwo(0)
	const name = "formula(a__b.cnf, variables=2, digest=00112233445566778)"
	if p.String() != name || p.Validate() != nil || p.Bare() {
		t.Errorf("%v, %v", p, p.Validate())
	}
	read, err := family.All().Parse(name)
	if err != nil || read.String() != name || read.Formula.Read() {
		t.Fatalf("%v, %v", read, err)
	}
	if _, err := read.Model(); err == nil || !strings.Contains(err.Error(), "has not been read") {
		t.Errorf("a model of a name: %v", err)
	}
	for _, wrong := range []string{"formula(a)", "formula(a, variables=x, digest=1)", "formula(a, variables=-1, digest=1)", "formula(a, n=1, digest=2)"} {
		if _, err := family.All().Parse(wrong); err == nil {
			t.Errorf("%s was read", wrong)
		}
	}
}

func TestFormulaRefusesBoards(t *testing.T) {
	for what, change := range map[string]func(*nqueens.Problem){
		"given":     func(p *nqueens.Problem) { p.Given = []nqueens.Square{{File: 0, Rank: 0}} },
		"symmetric": func(p *nqueens.Problem) { p.Symmetric = nqueens.Transpose },
		"family":    func(p *nqueens.Problem) { p.Family = family.Queens },
	} {
		p := oneOrTwo(0)
		change(&p)
		if p.Validate() == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

func TestFormulaCheck(t *testing.T) {
	for _, test := range []struct {
		auxiliaries int
		solution    string
		fault       string
	}{
		{0, "2", ""}, {0, "2,7", ""}, {0, "", "clause 1 does not hold"}, {0, "1", "1 is no variable that solutions are about"},
		{0, "2,2", "2 is named twice"}, {1, "7", ""}, {1, "", ""}, {1, "2", "2 is no variable that solutions are about"},
	} {
		var s nqueens.Solution
		if err := s.UnmarshalText([]byte(test.solution)); err != nil {
			t.Fatal(err)
		}
		fault := ""
		if err := oneOrTwo(test.auxiliaries).Check(s); err != nil {
			fault = err.Error()
		}
		if fault != test.fault || s.String() != test.solution {
			t.Errorf("%q with %d auxiliaries: %q, should be %q", s, test.auxiliaries, fault, test.fault)
		}
	}
}

// TestFormulaCheckExtends checks that a solution is valid if some values of the auxiliaries
// complete it to a model.
func TestFormulaCheckExtends(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		m := randomModel(r)
		p := nqueens.NewFormula(nqueens.Formula{Name: "random"}, m)
		seen := len(m.Placements) - m.Auxiliaries
		for choice := range 1 << seen {
			want := false
			for rest := range 1 << m.Auxiliaries {
				all := choice | rest<<seen
				if _, ok := m.Holds(func(i int) bool { return all>>i&1 != 0 }); ok {
					want = true
				}
			}
			var s nqueens.Solution
			for i := range seen {
				if choice>>i&1 != 0 {
					s = append(s, m.Placements[i])
				}
			}
			if err := p.Check(s); (err == nil) != want {
				t.Fatalf("%+v: %v: %v, should be %v", m, s, err, want)
			}
		}
	}
}

// TestFormulaCheckNested checks formulas whose auxiliaries are decided one below the other, with decisions
// that must be undone.
func TestFormulaCheckNested(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	answers := map[bool]int{}
	for range 300 {
		m := &nqueens.Model{Auxiliaries: 10}
		for v := range 12 {
			m.Placements = append(m.Placements, nqueens.Placement{Variable: v + 1})
		}
		for range 48 {
			var c nqueens.Clause
			for _, i := range r.Perm(12)[:3] {
				c.Literals = append(c.Literals, []nqueens.Literal{nqueens.Chosen(i), nqueens.NotChosen(i)}[r.IntN(2)])
			}
			m.Clauses = append(m.Clauses, c)
		}
		want := false // without any chosen placement other than auxiliaries
		for rest := range 1 << 10 {
			_, ok := m.Holds(func(i int) bool { return i >= 2 && rest>>(i-2)&1 != 0 })
			want = want || ok
		}
		if err := nqueens.NewFormula(nqueens.Formula{Name: "random"}, m).Check(nil); (err == nil) != want {
			t.Fatalf("%+v: %v, should be %v", m, err, want)
		}
		answers[want]++
	}
	if answers[true] < 30 || answers[false] < 30 {
		t.Errorf("%v: too few of a kind", answers)
	}
}

// TestFormulaCheckDecidesAgain checks that auxiliaries decided after an undone decision are open again and
// decided again. Whichever value the first of five auxiliaries has, two of the others have no value.
func TestFormulaCheckDecidesAgain(t *testing.T) {
	m := &nqueens.Model{Auxiliaries: 5}
	for v := range 6 {
		m.Placements = append(m.Placements, nqueens.Placement{Variable: v + 1})
	}
	first := nqueens.Chosen(1)
	for _, core := range []struct {
		unless nqueens.Literal
		pair   [2]int
	}{{first, [2]int{2, 3}}, {-first, [2]int{4, 5}}} {
		for _, a := range []nqueens.Literal{nqueens.Chosen(core.pair[0]), nqueens.NotChosen(core.pair[0])} {
			for _, b := range []nqueens.Literal{nqueens.Chosen(core.pair[1]), nqueens.NotChosen(core.pair[1])} {
				m.Clauses = append(m.Clauses, nqueens.Clause{Literals: []nqueens.Literal{core.unless, a, b}})
			}
		}
	}
	if err := nqueens.NewFormula(nqueens.Formula{Name: "again"}, m).Check(nil); err == nil || !strings.Contains(err.Error(), "no values of the other variables") {
		t.Error(err)
	}
	m.Clauses = m.Clauses[1:] // now there are some
	if err := nqueens.NewFormula(nqueens.Formula{Name: "again"}, m).Check(nil); err != nil {
		t.Error(err)
	}
}

// TestSumAtLeast checks that a sum with equal weights becomes a bound on literals, rounded up, and the error
// if weights differ or a placement occurs twice.
func TestSumAtLeast(t *testing.T) {
	sum := func(least int64, terms ...nqueens.Term) nqueens.Sum { return nqueens.Sum{Min: least, Terms: terms} }
	a, b, c := nqueens.Chosen(0), nqueens.NotChosen(1), nqueens.Chosen(2)
	for _, test := range []struct {
		sum      nqueens.Sum
		literals []nqueens.Literal
		least    int
		wrong    string
	}{
		{sum(3, nqueens.Term{Weight: 2, Literal: a}, nqueens.Term{Weight: 2, Literal: b}, nqueens.Term{Weight: 2, Literal: c}), []nqueens.Literal{a, b, c}, 2, ""},
		{sum(4, nqueens.Term{Weight: 2, Literal: a}, nqueens.Term{Weight: 2, Literal: b}, nqueens.Term{Weight: 2, Literal: c}), []nqueens.Literal{a, b, c}, 2, ""},
		{sum(100, nqueens.Term{Weight: 2, Literal: a}, nqueens.Term{Weight: 2, Literal: b}), []nqueens.Literal{a, b}, 3, ""},
		{sum(3, nqueens.Term{Weight: 2, Literal: a}, nqueens.Term{Weight: 1, Literal: b}), nil, 0, "is a weighted sum"},
		{sum(2, nqueens.Term{Weight: 1, Literal: a}, nqueens.Term{Weight: 1, Literal: a}, nqueens.Term{Weight: 1, Literal: b}), nil, 0, "is a sum that has a variable twice"},
		{sum(1, nqueens.Term{Weight: 1, Literal: a}, nqueens.Term{Weight: 1, Literal: -a}), nil, 0, "is a sum that has a variable twice"},
		{sum(5), nil, 1, ""},
	} {
		literals, least, err := test.sum.AtLeast()
		if !slices.Equal(literals, test.literals) || least != test.least || (err == nil) != (test.wrong == "") || err != nil && err.Error() != test.wrong {
			t.Errorf("%+v: at least %d of %v, %v", test.sum, least, literals, err)
		}
	}
}

// TestModelWithout checks that a model without some placements accepts exactly the choices of the whole model
// that choose none of them.
func TestModelWithout(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 2000 {
		m := randomModel(r)
		n := len(m.Placements)
		m.Auxiliaries = 0
		m.Objective = nqueens.Objective{Goal: nqueens.Fewest, Over: r.Perm(n)[:r.IntN(n+1)]}
		gone := r.IntN(1 << n)
		has := func(set, i int) bool { return set>>i&1 != 0 }
		less := m.Without(func(p nqueens.Placement) bool { return has(gone, p.Variable-1) })
		for choice := range 1 << n {
			if choice&gone != 0 {
				continue
			}
			_, want := m.Holds(func(i int) bool { return has(choice, i) })
			if _, got := less.Holds(func(i int) bool { return has(choice, less.Placements[i].Variable-1) }); got != want {
				t.Fatalf("%+v without %b: %+v holds for %b: %v", m, gone, less, choice, got)
			}
			counted := func(m *nqueens.Model) (n int) {
				for _, i := range m.Objective.Over {
					if has(choice, m.Placements[i].Variable-1) {
						n++
					}
				}
				return n
			}
			if counted(less) != counted(m) || less.Objective.Goal != nqueens.Fewest {
				t.Fatalf("%+v without %b: %+v counts others", m, gone, less)
			}
		}
		for _, s := range less.Sums {
			if s.Min <= 0 {
				t.Fatalf("%+v without %b: %+v always holds", m, gone, s)
			}
		}
	}
}

func randomModel(r *rand.Rand) *nqueens.Model {
	n := 1 + r.IntN(7)
	m := &nqueens.Model{Auxiliaries: r.IntN(n + 1)}
	for v := range n {
		m.Placements = append(m.Placements, nqueens.Placement{Variable: v + 1})
	}
	literal := func() nqueens.Literal {
		if l := nqueens.Chosen(r.IntN(n)); r.IntN(2) == 0 {
			return l
		} else {
			return -l
		}
	}
	for range r.IntN(8) {
		var c nqueens.Clause
		for range 1 + r.IntN(3) {
			c.Literals = append(c.Literals, literal())
		}
		m.Clauses = append(m.Clauses, c)
	}
	for range r.IntN(3) {
		l := nqueens.Line{Min: r.IntN(2), Max: 1 + r.IntN(2)}
		for i := range n {
			if r.IntN(2) == 0 {
				l.Placements = append(l.Placements, i)
			}
		}
		m.Lines = append(m.Lines, l)
	}
	for range r.IntN(2) {
		s := nqueens.Sum{Min: 1 + r.Int64N(6)}
		for range 1 + r.IntN(4) {
			s.Terms = append(s.Terms, nqueens.Term{Weight: 1 + r.Int64N(4), Literal: literal()})
		}
		m.Sums = append(m.Sums, s)
	}
	return m
}

// TestFormulaDraw checks that the squares of a formula are drawn as a board, with the highest rank
// at the top.
func TestFormulaDraw(t *testing.T) {
	m := &nqueens.Model{Placements: []nqueens.Placement{{Variable: 3}, {Variable: 1}, {Variable: 4}, {Variable: 2}, {Variable: 5}}, Auxiliaries: 1}
	p := nqueens.NewFormula(nqueens.Formula{Name: "f", Squares: []nqueens.Square{{File: 0, Rank: 0}, {File: 2, Rank: 0}, {File: 1, Rank: 1}}}, m)
	if got := p.Formula.Variables(); !slices.Equal(got, []int{1, 2, 3, 4}) || p.N != 4 {
		t.Errorf("variables %v, %d", got, p.N)
	}
	for want, s := range map[string]nqueens.Solution{
		"  .\n.   .\n": nil, "  .\nX   .\n": {{Variable: 1}}, "  X\n.   X\n": {{Variable: 2}, {Variable: 3}}, "  .\n.   X\n": {{Variable: 2}, {Variable: 4}},
	} {
		if got := p.Formula.Draw(s); got != want {
			t.Errorf("%v:\n%s\nwant\n%s", s, got, want)
		}
	}
	for squares, want := range map[nqueens.Square]bool{{File: 0, Rank: 0}: true, {File: nqueens.MaxModelSize - 1, Rank: 0}: true, {File: 0, Rank: nqueens.MaxModelSize - 1}: true, {File: nqueens.MaxModelSize, Rank: 0}: false, {File: 0, Rank: nqueens.MaxModelSize}: false} {
		if got := (&nqueens.Formula{Squares: []nqueens.Square{{File: 0, Rank: 0}, squares}}).Drawable(); got != want {
			t.Errorf("with a square %v it is drawable: %v", squares, got)
		}
	}
	if (&nqueens.Formula{}).Drawable() {
		t.Error("no squares are drawn")
	}
}

// TestOnBoard checks that a family has problems on boards of its shapes, with the parameter for the
// shape.
func TestOnBoard(t *testing.T) {
	for _, c := range []struct {
		family string
		board  nqueens.Board
		want   string // "" means none
	}{
		{"queens", nqueens.NByN(8), "queens(8)"}, {"queens", nqueens.Board{Files: 5, Ranks: 7}, "queens(7, files=5)"}, {"torus", nqueens.Board{Files: 5, Ranks: 7}, ""}, {"bishops", nqueens.Board{Files: 5, Ranks: 7}, "bishops(7, files=5)"},
	} {
		f, err := family.All().Named(c.family)
		if err != nil {
			t.Fatal(err)
		}
		p, ok := f.OnBoard(c.board)
		if ok != (c.want != "") || ok && p.String() != c.want || ok && p.Board() != c.board {
			t.Errorf("%s on %v: %v, %v", c.family, c.board, p, ok)
		}
	}
	for _, f := range family.All() {
		for n := 1; n <= 6; n++ {
			p := nqueens.Problem{Family: f, N: n}
			if !p.HasBoard() || p.Validate() != nil {
				continue
			}
			if q, ok := f.OnBoard(p.Board()); !ok || q.String() != p.String() && q.Board() != p.Board() {
				t.Errorf("%v is not what %s has on %v: %v, %v", p, f.Name, p.Board(), q, ok)
			}
			for _, parameter := range f.Parameters {
				other := p
				other.Parameters = map[string]int{parameter.Name: min(parameter.Max, parameter.Min+2)}
				if other.Validate() != nil {
					continue
				}
				if q, ok := f.OnBoard(other.Board()); !ok || q.Board() != other.Board() {
					t.Errorf("%v is not what %s has on %v: %v, %v", other, f.Name, other.Board(), q, ok)
				}
			}
		}
	}
}

func TestGoals(t *testing.T) {
	for _, c := range []struct {
		goal   nqueens.Goal
		name   string
		cost   int64
		better bool // 2 than 3
		worse  bool // 3 than 2
	}{{nqueens.NoGoal, "none", 0, false, false}, {nqueens.Fewest, "fewest", 1, true, false}, {nqueens.Most, "most", -1, false, true}} {
		g := c.goal
		if g.String() != c.name || g.Cost() != c.cost || g.Better(2, 3) != c.better || g.Better(3, 2) != c.worse || g.Better(2, 2) {
			t.Errorf("%v: cost %d, 2 better than 3 %v, 3 better than 2 %v", g, g.Cost(), g.Better(2, 3), g.Better(3, 2))
		}
	}
}
