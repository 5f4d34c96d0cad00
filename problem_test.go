package nqueens_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// TestMain reduces garbage collection, since thousands of small problems make a lot of garbage.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

func TestProblemNames(t *testing.T) {
	for text, want := range map[string]string{
		"queens(8)":                                     "queens(8)",
		" torus( 11 ) ":                                 "torus(11)",
		"latin-queens(4, 2)":                            "latin-queens(4, extra=2)",
		"queens-pawns(5, 2, given=Q@a1)":                "queens-pawns(5, pawns=2, given=a1)",
		"queens(20,given=c2+a1+a1)":                     "queens(20, given=a1+c2)",
		"queens(9, blocked=d4, excluded=diff:-2+sum:7)": "queens(9, blocked=d4, excluded=sum:7+diff:-2)",
	} {
		p, err := family.All().Parse(text)
		if err != nil || p.String() != want {
			t.Errorf("Parse(%q) = %v, %v; want %s", text, p, err, want)
			continue
		}
		again, err := family.All().Parse(p.String())
		if err != nil || again.String() != want {
			t.Errorf("%s read back: %v, %v", want, again, err)
		}
	}
}

func TestParseProblemErrors(t *testing.T) {
	for text, want := range map[string]string{
		"queens":                         `problem "queens": write it as queens(8) or queens(8, given=a1+c2)`,
		"quens(8)":                       `problem "quens(8)": no family is called "quens" (did you mean "queens"?)`,
		"queens(x)":                      `problem "queens(x)": size "x" is not a number`,
		"queens(0)":                      `problem "queens(0)": a board has at least one square a side, not 0`,
		"queens(4, given=e1)":            `problem "queens(4, given=e1)": given square e1 is off the board (a1 to d4)`,
		"queens(4, given=Qa1)":           `problem "queens(4, given=Qa1)": given square qa1 is off the board (a1 to d4); for Q on a1 write Q@a1`,
		"queens(4, given=Na1)":           `problem "queens(4, given=Na1)": given square na1 is off the board (a1 to d4)`,
		"queens(4, given=Qa5)":           `problem "queens(4, given=Qa5)": given square qa5 is off the board (a1 to d4)`,
		"queens(4, given=N@a1)":          `problem "queens(4, given=N@a1)": given N@a1: no piece of the family queens is a N (its pieces are Q)`,
		"queens(4, given=q@a1)":          `problem "queens(4, given=q@a1)": piece "q@a1": its kind is one capital letter or digit before the @, as in P@c4`,
		"queens(4, given=QQ@a1)":         `problem "queens(4, given=QQ@a1)": piece "QQ@a1": its kind is one capital letter or digit before the @, as in P@c4`,
		"queens(4, given=@a1)":           `problem "queens(4, given=@a1)": piece "@a1": its kind is one capital letter or digit before the @, as in P@c4`,
		"queens(4, given=Q@)":            `problem "queens(4, given=Q@)": piece "Q@": square "": it does not begin with a file's letter (a square is letters then a number, as in c4)`,
		"latin-queens(5, given=2a1)":     `problem "latin-queens(5, given=2a1)": piece "2a1": a 2 on a1 is written as 2@a1`,
		"queens-knights(5, given=Na1)":   `problem "queens-knights(5, given=Na1)": given square na1 is off the board (a1 to e5); for N on a1 write N@a1`,
		"queens-knights(5, given=K@a1)":  `problem "queens-knights(5, given=K@a1)": given K@a1: no piece of the family queens-knights is a K (its pieces are Q, N)`,
		"queens-knights(5, blocked=Na1)": `problem "queens-knights(5, blocked=Na1)": blocked square na1 is off the board (a1 to e5); for N on a1 write a1`,
		"queens(4, excluded=up)":         `problem "queens(4, excluded=up)": diagonal "up": write sum:7 (file + rank = 7) or diff:-2 (file − rank = −2), both counted from 0`,
		"queens(4, excluded=sum:7)":      `problem "queens(4, excluded=sum:7)": diagonal sum:7 is off the board (0 to 6)`,
		"queens(4, given=a1,b3)":         `problem "queens(4, given=a1,b3)": "b3" is no part of a problem: write given=a1+c2, with + between squares`,
		"queens(4, 3)":                   `problem "queens(4, 3)": "3" is a number too many: write queens(N)`,
		"latin-queens(4, 2, 1)":          `problem "latin-queens(4, 2, 1)": "1" is a number too many: write latin-queens(N, extra)`,
		"latin-queens(4, 10)":            `problem "latin-queens(4, 10)": extra=10: the family latin-queens wants at most 9`,
		"latin-queens(4, 2, extra=1)":    `problem "latin-queens(4, 2, extra=1)": extra is there twice: list all in one, as in given=a1+c2`,
		"queens(4, given=a1, given=b3)":  `problem "queens(4, given=a1, given=b3)": given is there twice: list all in one, as in given=a1+c2`,
		"queens(4, color=red)":           `problem "queens(4, color=red)": unknown part "color" (files, pieces, given, blocked, excluded, symmetric, or map of regions)`,
	} {
		if _, err := family.All().Parse(text); err == nil || err.Error() != want {
			t.Errorf("Parse(%q): %v\nwant %s", text, err, want)
		}
	}
}

func FuzzParseProblem(f *testing.F) {
	for _, seed := range []string{"queens(8)", "queens(20, given=a1+c2, excluded=sum:7)", "rooks(3,blocked=a1)", "torus()"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := family.All().Parse(text)
		if err != nil {
			return
		}
		again, err := family.All().Parse(p.String())
		if err != nil || again.String() != p.String() {
			t.Errorf("%q is %v, read back as %v, %v", text, p, again, err)
		}
	})
}

func TestProblemJSON(t *testing.T) {
	p := familytest.Parse(t, "queens(8, given=a1)")
	text, err := json.Marshal(p)
	if err != nil || string(text) != `"queens(8, given=a1)"` {
		t.Fatalf("%s, %v", text, err)
	}
	var again nqueens.Problem
	if err := json.Unmarshal(text, &again); err == nil {
		t.Errorf("without a catalogue the name is read as %v", again)
	}
}

func TestGivenConflict(t *testing.T) {
	a, b, found := familytest.Parse(t, "queens(8, given=b2+d1+a1)").GivenConflict()
	if !found || a.String() != "a1" || b.String() != "b2" {
		t.Errorf("found %v: %v and %v", found, a, b)
	}
	if _, _, found := familytest.Parse(t, "rooks(8, given=b2+a1)").GivenConflict(); found {
		t.Error("rooks on a1 and b2 do not attack each other")
	}
}

func TestValidateRefusesNoSymmetry(t *testing.T) {
	err := nqueens.Problem{Family: family.Queens, N: 8, Symmetric: 8}.Validate()
	if err == nil || err.Error() != "the square has 8 symmetries, numbered from 0, and none has the number 8" {
		t.Error(err)
	}
}

func TestModelRefusesHugeBoards(t *testing.T) {
	if _, err := (nqueens.Problem{Family: family.Queens, N: nqueens.MaxModelSize + 1}).Model(); err == nil {
		t.Error("no error")
	}
}

func TestModelRefusesNoFamily(t *testing.T) {
	if _, err := (nqueens.Problem{N: 8}).Model(); err == nil || err.Error() != "the problem has no family" {
		t.Error(err)
	}
}

// TestShort checks that the name for a message has numbers in place of many squares.
func TestShort(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 20, Given: []nqueens.Square{{File: 1, Rank: 0}}}
	if got := p.Short(); got != p.String() {
		t.Errorf("%s is short enough, and becomes %s", p, got)
	}
	for i := range 20 {
		p.Blocked = append(p.Blocked, nqueens.Square{File: i, Rank: i})
	}
	p.Excluded = []nqueens.Diagonal{{Sum: true, Value: 3}}
	p.Symmetric = nqueens.HalfTurn
	if got, want := p.Short(), "queens(20, 1 given, 20 blocked, 1 excluded, symmetric=half-turn)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestBarred compares closed and barred squares with the attacks of the pieces.
func TestBarred(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 9))
	for _, f := range []*nqueens.Family{family.Queens, family.Torus, family.Rooks, family.Superqueens} {
		for range 60 {
			p := familytest.RandomProblem(random, f, 1+random.IntN(7))
			board, closed, barred := p.Board(), p.Closed(), p.Barred()
			for i, s := range board.Squares() {
				want := slices.Contains(p.Blocked, s)
				for _, d := range p.Excluded {
					want = want || d.Sum && s.File+s.Rank == d.Value || !d.Sum && s.File-s.Rank == d.Value
				}
				if closed[i] != want {
					t.Fatalf("%v: %v is closed: %v", p, s, closed[i])
				}
				for _, g := range p.Given {
					want = want || g != s && f.Attacks(board, g, s)
				}
				if barred[i] != want {
					t.Fatalf("%v: %v is barred: %v", p, s, barred[i])
				}
			}
		}
	}
}

// TestRange checks how a number of pieces is written and parsed, and the errors for invalid ones.
func TestRange(t *testing.T) {
	for text, want := range map[string]nqueens.Range{
		"5": {Min: 5, Max: 5}, "0": {Min: 0, Max: 0}, "3..5": {Min: 3, Max: 5}, "3..": {Min: 3, Max: nqueens.Unbounded}, "..5": {Min: 0, Max: 5}, "0..": {Min: 0, Max: nqueens.Unbounded}, " 3..5 ": {Min: 3, Max: 5},
	} {
		r, err := nqueens.ParseRange(text)
		if err != nil || *r != want {
			t.Errorf("%q is read as %v, %v", text, r, err)
			continue
		}
		if got := r.String(); got != strings.TrimSpace(text) {
			t.Errorf("%q is written %q", text, got)
		}
	}
	for _, text := range []string{"", "..", "x", "3..x", "x..5", "3...5", "1-2"} {
		if r, err := nqueens.ParseRange(text); err == nil {
			t.Errorf("%q is read as %v", text, r)
		}
	}
	for pieces, want := range map[nqueens.Range]string{
		{Min: 0, Max: 0}: "", {Min: 4, Max: 9}: "", {Min: 9, Max: 9}: "", {Min: 9, Max: nqueens.Unbounded}: "",
		{Min: 10, Max: 10}: "pieces=10: a board of 3×3 squares has room for 9",
		{Min: -1, Max: 4}:  "pieces=-1..4: write how many there are at least and at most, from 0",
		{Min: 5, Max: 4}:   "pieces=5..4: write how many there are at least and at most, from 0",
	} {
		err := nqueens.Problem{Family: family.Queens, N: 3}.WithPieces(pieces).Validate()
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%v: %v, want %q", pieces, err, want)
		}
	}
}

// TestPiecesInRange checks that a number of pieces is enforced alike in the Model, its outline and
// the check.
func TestPiecesInRange(t *testing.T) {
	for text, want := range map[string]int{ // OEIS A348129 and A287227 have similar numbers for other sizes
		"queens(3)": 0, "queens(3, pieces=0)": 1, "queens(3, pieces=1)": 9, "queens(3, pieces=2)": 8, "queens(3, pieces=3)": 0,
		"queens(3, pieces=1..2)": 17, "queens(3, pieces=..1)": 10, "queens(3, pieces=2..)": 8, "queens(3, pieces=0..)": 18,
	} {
		p := familytest.Parse(t, text)
		m, err := p.Model()
		if err != nil {
			t.Fatal(err)
		}
		chosen, checked := 0, 0
		for set := range 1 << 9 {
			var s nqueens.Solution
			for i, at := range m.Placements {
				if set>>i&1 != 0 {
					s = append(s, at)
				}
			}
			s.Sort()
			if _, ok := m.Holds(func(i int) bool { return set>>i&1 != 0 }); ok {
				chosen++
			}
			if p.Check(s) == nil {
				checked++
			}
		}
		if chosen != want || checked != want {
			t.Errorf("%v: %d by the Model, %d by the check, and there are %d", p, chosen, checked, want)
		}
		if o, err := p.Outline(); err != nil || o.Entries() != m.Outline().Entries() || len(o.Lines) == 0 {
			t.Errorf("%v: outline %+v, %v; the Model has %+v", p, o, err, m.Outline())
		}
	}
}

// TestRulePieces checks the number of pieces of a rule on a board that is not square, by its ranks
// or by its files.
func TestRulePieces(t *testing.T) {
	board := nqueens.Board{Files: 3, Ranks: 5}
	for want, rule := range map[string]nqueens.Rule{
		"0 false":  {Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: 0, Max: 1}, {Along: nqueens.Files, Min: 0, Max: 1}, {Along: nqueens.Sums, Min: 1, Max: 1}}},
		"10 true":  {Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: 2, Max: 2}, {Along: nqueens.Files, Min: 0, Max: 5}}},
		"6 true":   {Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: 0, Max: 2}, {Along: nqueens.Files, Min: 2, Max: 2}}},
		"0 false ": {},
	} {
		if n, fixed := rule.PiecesOn(board); fmt.Sprint(n, fixed) != strings.TrimSpace(want) {
			t.Errorf("%+v: %d, %v, want %s", rule, n, fixed, want)
		}
	}
	s := nqueens.Solution{{Variable: 3}, {Variable: 1}, {Variable: 2}}
	if s.Sort(); !slices.Equal(s, nqueens.Solution{{Variable: 1}, {Variable: 2}, {Variable: 3}}) {
		t.Errorf("%v", s)
	}
}

// TestEntries checks that lines count by their length, and sums by the number of their terms.
func TestEntries(t *testing.T) {
	o := nqueens.Outline{Literals: 2, Lines: []nqueens.Lines{{Number: 3, Length: 4}, {Number: 1, Length: 7}}, Sums: []nqueens.Sum{{Terms: make([]nqueens.Term, 5)}, {}}}
	if got := o.Entries(); got != 2+12+7+5 {
		t.Error(got)
	}
}

// TestValidateRefuses checks that the errors for invalid problems have one line.
func TestValidateRefuses(t *testing.T) {
	square := []nqueens.Square{{File: 3}}
	for want, p := range map[string]nqueens.Problem{
		"blocked square d1 is off the board (a1 to c3)":                         {Family: family.Queens, N: 3, Given: []nqueens.Square{{}}, Blocked: square},
		"given square d1 is off the board (a1 to c3)":                           {Family: family.Queens, N: 3, Given: square, Blocked: square},
		"given P@a1: no piece of the family queens is a P (its pieces are Q)":   {Family: family.Queens, N: 3, Others: []nqueens.Placement{{Kind: 'P'}}},
		"given square P@d1 is off the board (a1 to c3)":                         {Family: family.QueensPawns, N: 3, Others: []nqueens.Placement{{Square: square[0], Kind: 'P'}}},
		"a board has at least one file, not -1":                                 {Family: family.Queens, N: 3, Files: -1},
		"diagonal sum:-1 is off the board (0 to 4)":                             {Family: family.Queens, N: 3, Excluded: []nqueens.Diagonal{{Sum: true, Value: -1}}},
		"diagonal diff:3 is off the board (-2 to 2)":                            {Family: family.Queens, N: 3, Excluded: []nqueens.Diagonal{{Value: 3}}},
		"the family queens has no symmetry shift:1:0 on a board of 3×3 squares": {Family: family.Queens, N: 3, Symmetric: nqueens.Shift(1, 0)},
	} {
		if err := p.Validate(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if p := familytest.Parse(t, "queens(3, files=1)"); p.Board() != (nqueens.Board{Files: 1, Ranks: 3}) {
		t.Errorf("%v", p.Board())
	}
	if err := (nqueens.Problem{Family: family.Queens, N: 3, Excluded: []nqueens.Diagonal{{Sum: true}, {Sum: true, Value: 4}, {Value: 2}, {Value: -2}}, Blocked: []nqueens.Square{{File: 2, Rank: 2}}}).Validate(); err != nil {
		t.Error(err)
	}
}
