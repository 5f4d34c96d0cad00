package nqueens

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestParseRefuses: what no problem can be, each in a line, and however long the text is.
func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"magic(36)":                                            "magic(36) needs as many digits: 1 to 9 and A to Z are 35",
		"magic(5, pieces=3)":                                   "magic squares are full: the number of pieces cannot be chosen",
		"queens-pawns(2, pawns=2)":                             "pawns=2: a board of 2×2 squares has no room for so many and 4 other pieces",
		"fewest-pawns(2, more=3)":                              "more=3: a board of 2×2 squares has no room for 5 queens",
		"queens-3d(2048)":                                      "queens-3d takes boards of up to",
		"queens(8, symmetric=axes:1:2:3:4:5:6:7:8:9)":          "",
		"queens(8, given=" + strings.Repeat("a1+", 400) + "z)": "",
	} {
		p, err := ParseProblem(text)
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 1000 || !strings.HasPrefix(err.Error(), "problem ") {
			t.Errorf("%.80s: %v, %v, want %s", text, p, err, want)
		}
	}
	for _, text := range []string{"queens-pawns(1)", "queens-pawns(3, pawns=3)", "fewest-pawns(2, more=2)", "fewest-pawns(1)", "magic(35)"} {
		if _, err := ParseProblem(text); err != nil {
			t.Error(err)
		}
	}
}

// TestUnreadFormula: a formula of which only the name is known has no board, no symmetry, and no answer.
func TestUnreadFormula(t *testing.T) {
	named := NewFormula(Formula{Name: "x.cnf", Digest: "0123456789abcdef"}, &Model{Placements: []Placement{{Variable: 1}, {Variable: 2}}})
	if got := named.Formula.Variables(); !slices.Equal(got, []int{1, 2}) || named.Board() != (Board{}) || !slices.Equal(named.Group(), []Symmetry{Identity}) {
		t.Errorf("%v, %v, %v", got, named.Board(), named.Group())
	}
	p := mustParse(t, named.String())
	const unread = "the formula x.cnf has not been read"
	if err := p.Check(Solution{{Variable: 1}}); err == nil || err.Error() != unread {
		t.Error(err)
	}
	if m, err := p.Model(); m != nil || err == nil || err.Error() != unread {
		t.Errorf("%v, %v", m, err)
	}
	if o, err := p.Outline(); err == nil || err.Error() != unread {
		t.Errorf("%v, %v", o, err)
	}
	if err := p.CheckNumbers(strings.NewReader("1")); err == nil || err.Error() != "a formula has no files whose ranks could be listed" {
		t.Error(err)
	}
}

// TestOutlineRefuses: what has no Model has no outline.
func TestOutlineRefuses(t *testing.T) {
	for want, p := range map[string]Problem{
		"not -1":     {Family: Queens, N: -1},
		"2049":       {Family: Queens, N: 2049},
		"no family":  {N: 3},
		"1000000000": {Family: Torus, N: 1_000_000_000},
	} {
		o, err := p.Outline()
		if err == nil || !strings.Contains(err.Error(), want) || o.Placements > 0 {
			t.Errorf("%+v, %v, want %s", o, err, want)
		}
		if _, err := p.Model(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if err := (Request{Problem: p, Task: FindFirst}).Validate(); (err == nil) != (p.Validate() == nil) {
			t.Errorf("%v", err)
		}
	}
	if err := (Request{Problem: Problem{Family: Queens, N: 4}, Task: Optimise}).Validate(); err == nil {
		t.Error("queens have no objective")
	}
}

// TestShortCounts: what is laid down is named, or where it is much counted, each kind by itself.
func TestShortCounts(t *testing.T) {
	squares := func(n int) (list []Square) {
		for i := range n {
			list = append(list, Square{i, i})
		}
		return list
	}
	for want, p := range map[string]Problem{
		"queens(20, 13 given)":                                  {Family: Queens, N: 20, Given: squares(13)},
		"queens(20, 13 blocked)":                                {Family: Queens, N: 20, Blocked: squares(13)},
		"queens(20, 1 given, 12 blocked)":                       {Family: Queens, N: 20, Given: squares(1), Blocked: squares(12)},
		"queens(20, given=a1, blocked=a1)":                      {Family: Queens, N: 20, Given: squares(1), Blocked: squares(1)},
		"queens(20, 12 given, 1 excluded, symmetric=half-turn)": {Family: Queens, N: 20, Given: squares(12), Excluded: []Diagonal{{Sum: true}}, Symmetric: HalfTurn},
		"queens-pawns(20, 13 given)":                            {Family: QueensPawns, N: 20, Given: squares(12), Others: []Placement{{Kind: 'P'}}},
	} {
		if got := p.Short(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestTextOfSolutions: what is written in JSON is read again, and what is no solution or fingerprint is not.
func TestTextOfSolutions(t *testing.T) {
	type both struct {
		S Solution
		F Fingerprint
	}
	want := both{S: Solution{On(0, 1), On(1, 3), On(2, 0), On(3, 2)}}
	want.F.Add(want.S)
	text, err := json.Marshal(want)
	if err != nil || !strings.HasPrefix(string(text), `{"S":"a2,b4,c1,d3","F":"`) {
		t.Errorf("%s, %v", text, err)
	}
	var got both
	if err := json.Unmarshal(text, &got); err != nil || !slices.Equal(got.S, want.S) || got.F != want.F {
		t.Errorf("%+v, %v", got, err)
	}
	for _, text := range []string{`{"S":"a0"}`, `{"F":"xy"}`, `{"F":"00"}`, `{"F":"` + strings.Repeat("0", 34) + `"}`} {
		if json.Unmarshal([]byte(text), &got) == nil {
			t.Errorf("%s was read", text)
		}
	}
}

// TestAfter: one symmetry after another is what comes of both, on every square.
func TestAfter(t *testing.T) {
	b := NByN(5)
	for _, g := range Symmetries() {
		for _, h := range Symmetries() {
			for _, s := range b.Squares() {
				if got, want := g.After(h).Apply(b, s), g.Apply(b, h.Apply(b, s)); got != want {
					t.Fatalf("%v after %v has %v on %v, want %v", g, h, s, got, want)
				}
			}
		}
	}
	fundamental := 0
	for _, s := range solutions(Problem{Family: Queens, N: 6}) {
		if s.Fundamental(6) {
			fundamental++
		}
	}
	if fundamental != 1 {
		t.Errorf("queens(6) has %d fundamental solutions", fundamental)
	}
}

// TestMagicPairs: squares that may have the same digits do not have the same two, and a square by formula has none.
func TestMagicPairs(t *testing.T) {
	p := mustParse(t, "magic(7)")
	m, err := p.Model()
	if err != nil {
		t.Fatal(err)
	}
	// On a torus of 7 each square sees 24 of 48 others.
	if want := 49 * 24 / 2 * 49; len(m.Clauses) != want {
		t.Errorf("%d clauses, want %d", len(m.Clauses), want)
	}
	s, err := linearMagic(p)
	if err != nil || p.Check(s) != nil {
		t.Fatalf("%v, %v", err, p.Check(s))
	}
	chosen := map[Placement]bool{}
	for _, at := range s {
		chosen[at] = true
	}
	if broken, ok := m.Holds(func(i int) bool { return chosen[m.Placements[i]] }); !ok {
		t.Errorf("%s does not hold", broken)
	}
	for _, c := range m.Clauses[:100] {
		with := map[int]bool{}
		for _, l := range c.Literals {
			with[l.Placement()] = true
		}
		if broken, ok := (&Model{Placements: m.Placements, Clauses: []Clause{c}}).Holds(func(i int) bool { return with[i] }); ok || !strings.HasPrefix(fmt.Sprint(broken), "pair ") {
			t.Errorf("%s holds of what it forbids: %v", c.Name, broken)
		}
	}
	if _, err := linearMagic(mustParse(t, "magic(7, blocked=a1)")); err == nil {
		t.Error("there is no formula for what is not whole")
	}
}
