package nqueens_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// TestParseRefuses checks that the errors for invalid names have one line, however long the text
// is.
func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"magic(36)":                                            "magic(36) needs 36 digits, but there are only 35: 1 to 9 and A to Z",
		"magic(5, pieces=3)":                                   "magic squares are full: the number of pieces cannot be chosen",
		"queens-pawns(2, pawns=2)":                             "pawns=2: a board of 2×2 squares has no room for so many and 4 other pieces",
		"fewest-pawns(2, more=3)":                              "more=3: a board of 2×2 squares has no room for 5 queens",
		"queens-3d(2048)":                                      "queens-3d takes boards of up to",
		"queens(8, symmetric=axes:1:2:3:4:5:6:7:8:9)":          "",
		"queens(8, given=" + strings.Repeat("a1+", 400) + "z)": "",
	} {
		p, err := family.All().Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 1000 || !strings.HasPrefix(err.Error(), "problem ") {
			t.Errorf("%.80s: %v, %v, want %s", text, p, err, want)
		}
	}
	for _, text := range []string{"queens-pawns(1)", "queens-pawns(3, pawns=3)", "fewest-pawns(2, more=2)", "fewest-pawns(1)", "magic(35)"} {
		if _, err := family.All().Parse(text); err != nil {
			t.Error(err)
		}
	}
}

// TestUnreadFormula checks that a formula of which only the name is known has no board, no symmetry
// and no answer.
func TestUnreadFormula(t *testing.T) {
	named := nqueens.NewFormula(nqueens.Formula{Name: "x.cnf", Digest: "0123456789abcdef"}, &nqueens.Model{Placements: []nqueens.Placement{{Variable: 1}, {Variable: 2}}})
	if got := named.Formula.Variables(); !slices.Equal(got, []int{1, 2}) || named.Board() != (nqueens.Board{}) || !slices.Equal(named.Group(), []nqueens.Symmetry{nqueens.Identity}) {
		t.Errorf("%v, %v, %v", got, named.Board(), named.Group())
	}
	p := familytest.Parse(t, named.String())
	const unread = "the formula x.cnf has not been read"
	if err := p.Check(nqueens.Solution{{Variable: 1}}); err == nil || err.Error() != unread {
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

// TestOutlineRefuses checks that a problem without a Model has no outline.
func TestOutlineRefuses(t *testing.T) {
	for want, p := range map[string]nqueens.Problem{
		"not -1":     {Family: family.Queens, N: -1},
		"2049":       {Family: family.Queens, N: 2049},
		"no family":  {N: 3},
		"1000000000": {Family: family.Torus, N: 1_000_000_000},
	} {
		o, err := p.Outline()
		if err == nil || !strings.Contains(err.Error(), want) || o.Placements > 0 {
			t.Errorf("%+v, %v, want %s", o, err, want)
		}
		if _, err := p.Model(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if err := (nqueens.Request{Problem: p, Task: nqueens.FindFirst}).Validate(); (err == nil) != (p.Validate() == nil) {
			t.Errorf("%v", err)
		}
	}
	if err := (nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.Optimise}).Validate(); err == nil {
		t.Error("queens have no objective")
	}
}

// TestShortCounts checks that constraints are listed, or counted separately by kind if there are
// many.
func TestShortCounts(t *testing.T) {
	squares := func(n int) (list []nqueens.Square) {
		for i := range n {
			list = append(list, nqueens.Square{File: i, Rank: i})
		}
		return list
	}
	for want, p := range map[string]nqueens.Problem{
		"queens(20, 13 given)":                                  {Family: family.Queens, N: 20, Given: squares(13)},
		"queens(20, 13 blocked)":                                {Family: family.Queens, N: 20, Blocked: squares(13)},
		"queens(20, 1 given, 12 blocked)":                       {Family: family.Queens, N: 20, Given: squares(1), Blocked: squares(12)},
		"queens(20, given=a1, blocked=a1)":                      {Family: family.Queens, N: 20, Given: squares(1), Blocked: squares(1)},
		"queens(20, 12 given, 1 excluded, symmetric=half-turn)": {Family: family.Queens, N: 20, Given: squares(12), Excluded: []nqueens.Diagonal{{Sum: true}}, Symmetric: nqueens.HalfTurn},
		"queens-pawns(20, 13 given)":                            {Family: family.QueensPawns, N: 20, Given: squares(12), Others: []nqueens.Placement{{Kind: 'P'}}},
	} {
		if got := p.Short(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestTextOfSolutions checks that the JSON text of solutions and fingerprints is parsed again, and
// the errors for other texts.
func TestTextOfSolutions(t *testing.T) {
	type both struct {
		S nqueens.Solution
		F nqueens.Fingerprint
	}
	want := both{S: nqueens.Solution{nqueens.On(0, 1), nqueens.On(1, 3), nqueens.On(2, 0), nqueens.On(3, 2)}}
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

// TestAfter checks the product of two symmetries on every square.
func TestAfter(t *testing.T) {
	b := nqueens.NByN(5)
	for _, g := range nqueens.Symmetries() {
		for _, h := range nqueens.Symmetries() {
			for _, s := range b.Squares() {
				if got, want := g.After(h).Apply(b, s), g.Apply(b, h.Apply(b, s)); got != want {
					t.Fatalf("%v after %v has %v on %v, want %v", g, h, s, got, want)
				}
			}
		}
	}
	fundamental := 0
	for _, s := range familytest.BruteForce(nqueens.Problem{Family: family.Queens, N: 6}) {
		if s.Fundamental(6) {
			fundamental++
		}
	}
	if fundamental != 1 {
		t.Errorf("queens(6) has %d fundamental solutions", fundamental)
	}
}
