package nqueens_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

func TestCheck(t *testing.T) {
	for _, test := range []struct{ problem, solution, want string }{
		{"queens(8)", "a2,b4,c6,d8,e3,f1,g7,h5", ""},
		{"queens(8)", "h5,a2,b4,c6,d8,e3,f1,g7", ""},
		{"queens(8)", "a2,b4,c6,d8,e3,f1,g7,h6", "c6 and h6 attack each other"},
		{"queens(8)", "a2,b4,c6,d8,e3,f1,g7", "7 pieces stand on the board, not 8"},
		{"queens(8)", "a2,b4,c6,d8,e3,f1,g7,i5", "i5 is off the board (a1 to h8)"},
		{"queens(8)", "Qa2", "qa2 is off the board (a1 to h8); for Q on a2 write Q@a2"},
		{"queens(8)", "a2,a2,c6,d8,e3,f1,g7,h5", "a2 is named twice"},
		{"queens(4, blocked=b4)", "a2,b4,c1,d3", "b4 is blocked"},
		{"queens(4, excluded=diff:-2)", "a2,b4,c1,d3", "b4 is on the excluded diagonal diff:-2"},
		{"queens(4, given=a3)", "a2,b4,c1,d3", "no piece stands on the given square a3"},
		{"torus(5)", "a1,b3,c5,d2,e4", ""},
		{"torus(4)", "a2,b4,c1,d3", "b4 and c1 attack each other"},
		{"rooks(3)", "a1,b2,c3", ""},
		{"superqueens(10)", "a3,b6,c9,d1,e4,f7,g10,h2,i5,j8", ""},
		{"superqueens(8)", "a2,b4,c6,d8,e3,f1,g7,h5", "a2 and b4 attack each other"},
	} {
		s, err := nqueens.ParseSolution(test.solution)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := familytest.Parse(t, test.problem).Check(s); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s, %s: %q, want %q", test.problem, test.solution, got, test.want)
		}
	}
}

func TestBoard(t *testing.T) {
	p := familytest.Parse(t, "queens(4, blocked=a1)")
	s, _ := nqueens.ParseSolution("a2,b4,c1,d3")
	drawn := p.Draw(s)
	if want := ". Q . .\n. . . Q\nQ . . .\n# . Q .\n"; drawn != want {
		t.Fatalf("board\n%swant\n%s", drawn, want)
	}
	back, err := nqueens.ReadBoard(family.Queens, drawn)
	if want := "queens(4, given=a2+b4+c1+d3, blocked=a1)"; err != nil || back.String() != want {
		t.Errorf("read back: %v, %v", back, err)
	}
}

func TestReadBoardErrors(t *testing.T) {
	for text, want := range map[string]string{
		"\n\n":       "board, line 3, column 1: no rows: write one line for each rank, Q for a piece, . free, # blocked",
		"..\n\n...":  "board, line 3, column 4: the row has 3 squares, and the first has 2",
		". .\n. ♛\n": `board, line 2, column 3: '♛' is no square: Q is a piece, . free, # blocked`,
		". .\n. x\n": `board, line 2, column 3: 'x' is no square: Q is a piece, . free, # blocked`,
	} {
		if _, err := nqueens.ReadBoard(family.Queens, text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestReadBoardOfSquares checks that a family of square boards refuses other drawn boards.
func TestReadBoardOfSquares(t *testing.T) {
	if p, err := nqueens.ReadBoard(family.Torus, ". Q\n. .\n"); err != nil || p.String() != "torus(2, given=b2)" {
		t.Errorf("%v, %v", p, err)
	}
	if _, err := nqueens.ReadBoard(family.Torus, ". Q .\n. . .\n"); err == nil || err.Error() != "board, line 3, column 1: the board ends after 2 rows of 3 columns; it should have as many rows" {
		t.Error(err)
	}
	if p, err := nqueens.ReadBoard(family.Queens, ". Q .\n. . .\n"); err != nil || p.Files != 3 || p.N != 2 {
		t.Errorf("%v, %v", p, err)
	}
}

func FuzzReadBoard(f *testing.F) {
	f.Add(". Q\n# .\n")
	f.Add("Q")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := nqueens.ReadBoard(family.Queens, text)
		if err != nil {
			return
		}
		given := nqueens.Placed(p.Given)
		p.Given = nil
		again, err := nqueens.ReadBoard(family.Queens, p.Draw(given))
		if err != nil || len(again.Given) != len(given) || len(again.Blocked) != len(p.Blocked) {
			t.Errorf("%q drawn and read again: %v, %v", text, again, err)
		}
	})
}

func TestFingerprint(t *testing.T) {
	a, _ := nqueens.ParseSolution("a2,b4,c1,d3")
	b, _ := nqueens.ParseSolution("a3,b1,c4,d2")
	var ab, ba, aab nqueens.Fingerprint
	for _, s := range []nqueens.Solution{a, b} {
		ab.Add(s)
	}
	for _, s := range []nqueens.Solution{b, a} {
		ba.Add(s)
	}
	for _, s := range []nqueens.Solution{a, a, b} {
		aab.Add(s)
	}
	if ab != ba || ab == aab {
		t.Errorf("%v %v %v", ab, ba, aab)
	}
	// printf 'a2,b4,c1,d3' | sha256sum
	var one nqueens.Fingerprint
	one.Add(a)
	if want := "61df3da5"; !strings.HasPrefix(one.String(), want) {
		t.Errorf("%v, want %s…", one, want)
	}
	var back nqueens.Fingerprint
	if err := back.UnmarshalText([]byte(ab.String())); err != nil || back != ab {
		t.Errorf("%v read back as %v, %v", ab, back, err)
	}
	for _, text := range []string{"", "0x" + strings.Repeat("0", 30), "+" + strings.Repeat("0", 31), strings.Repeat("0", 34)} {
		if err := back.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read as %v", text, back)
		}
	}
}

func TestOrbit(t *testing.T) {
	for text, want := range map[string]int{
		"a2,b4,c6,d8,e3,f1,g7,h5": 8,
		"a3,b5,c2,d8,e1,f7,g4,h6": 4, // equal to its own half turn
	} {
		s, _ := nqueens.ParseSolution(text)
		orbit := s.Orbit(8)
		if len(orbit) != want {
			t.Errorf("%s has %d images, want %d", text, len(orbit), want)
		}
		for _, image := range orbit {
			if err := familytest.Parse(t, "queens(8)").Check(image); err != nil {
				t.Errorf("%v: %v", image, err)
			}
		}
	}
}

func TestProblemSymmetries(t *testing.T) {
	for text, want := range map[string]int{
		"queens(5)": 8, "queens(5, given=c3)": 8, "queens(5, given=a1)": 2, "queens(5, blocked=a1+e1)": 2,
		"queens(5, blocked=a1+e5)": 4, "queens(5, excluded=sum:4)": 4, "queens(5, given=b1)": 1,
		// Images of a symmetric solution that also have the symmetry or its inverse.
		"queens(5, symmetric=half-turn)": 8, "queens(5, symmetric=quarter-turn)": 8, "queens(5, symmetric=transpose)": 4, "rooks(5, symmetric=mirror-files)": 4,
		"queens(5, symmetric=quarter-turn, blocked=c3)": 8, "queens(5, symmetric=transpose, blocked=a1)": 2,
		"queens(4, files=5)": 4, "semi-queens(4)": 4, "queens-pawns(3, given=a1+P@c3)": 2, "queens-pawns(3, given=a1+P@b1)": 1,
	} {
		if got := familytest.Parse(t, text).Symmetries(); len(got) != want {
			t.Errorf("%s has the symmetries %v, want %d", text, got, want)
		}
	}
}

// Solutions of more than 64 pieces are scanned first, file after file. One with a piece
// or two moved is refused just where two pieces then attack each other.
func TestCheckLargeFalse(t *testing.T) {
	const n = 71
	p := nqueens.Problem{Family: family.Queens, N: n}
	solution := make(nqueens.Solution, n)
	for file := range solution {
		solution[file] = nqueens.On(file, 2*file%n)
	}
	if err := p.Check(solution); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 3000 {
		s := slices.Clone(solution)
		for range 1 + i%2 {
			at := r.IntN(n)
			switch i % 3 {
			case 0: // on another file
				s[at] = nqueens.On(r.IntN(n), s[at].Square.Rank)
			case 1: // on another rank
				s[at] = nqueens.On(s[at].Square.File, r.IntN(n))
			default: // exchanged with the next one
				j := (at + 1) % n
				s[at], s[j] = s[j], s[at]
			}
		}
		want := true
		for i, a := range s {
			for _, b := range s[:i] {
				x, y := a.Square.File-b.Square.File, a.Square.Rank-b.Square.Rank
				want = want && x != 0 && y != 0 && x != y && x != -y
			}
		}
		if err := p.Check(s); (err == nil) != want {
			t.Fatalf("%v: %v", s, err)
		}
	}
}

// TestVariableOnBoard checks that a variable is not a piece, also in a list that is long enough for
// a scan, with a first piece that would stand on a1.
func TestVariableOnBoard(t *testing.T) {
	for _, n := range []int{4, 100} {
		p := nqueens.Problem{Family: family.Rooks, N: n}
		var s nqueens.Solution
		for i := range n {
			s = append(s, nqueens.On(i, i))
		}
		if err := p.Check(s); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		s[0] = nqueens.Placement{Variable: 1}
		want := fmt.Sprintf("1 is off the board (a1 to %v)", nqueens.On(n-1, n-1))
		if err := p.Check(s); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %s", p, err, want)
		}
	}
}

// TestReadBoardSides checks that a board may have up to MaxModelSize squares a side.
func TestReadBoardSides(t *testing.T) {
	row := strings.Repeat(".", nqueens.MaxModelSize)
	if p, err := nqueens.ReadBoard(family.Rooks, row); err != nil || p.Files != nqueens.MaxModelSize || p.N != 1 {
		t.Errorf("%d squares a row: %v", nqueens.MaxModelSize, err)
	}
	column := strings.Repeat("R\n", nqueens.MaxModelSize)
	if p, err := nqueens.ReadBoard(family.Rooks, column); err != nil || p.Files != 1 || p.N != nqueens.MaxModelSize || p.Given[0].Rank != nqueens.MaxModelSize-1 || p.Given[nqueens.MaxModelSize-1].Rank != 0 {
		t.Errorf("%d rows: %v", nqueens.MaxModelSize, err)
	}
	for text, want := range map[string]string{
		row + ".":    "board, line 1, column 2049: longer than any board: a row has at most 2048 squares",
		column + ".": "board, line 2049, column 1: longer than any board: it has at most 2048 rows",
	} {
		if _, err := nqueens.ReadBoard(family.Rooks, text); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := nqueens.ReadBoard(family.Torus, ". .\n. .\n. .\n"); err == nil || err.Error() != "board, line 3, column 1: row 3 of a board with 2 columns; it should have as many rows" {
		t.Error(err)
	}
}

// TestBoardOfKinds checks that pieces of other kinds are drawn and read as such, in the right
// place.
func TestBoardOfKinds(t *testing.T) {
	p, err := nqueens.ReadBoard(family.QueensPawns, "Q . #\n. P .\n. . Q\n")
	if want := "queens-pawns(3, given=P@b2+a3+c1, blocked=c3)"; err != nil || len(p.Given) != 2 || len(p.Others) != 1 {
		t.Fatalf("%v, %v, want %s", p, err, want)
	}
	if got := p.Draw(p.Laid()); got != "Q . #\n. P .\n. . Q\n" {
		t.Errorf("drawn again:\n%s", got)
	}
	if at := p.Others[0]; at.String() != "P@b2" {
		t.Errorf("the pawn is %v", at)
	}
}

// TestHasOfMany checks that one piece without an image is enough for a missing symmetry, also among
// many pieces.
func TestHasOfMany(t *testing.T) {
	for _, n := range []int{64, 65, 100} {
		s := make(nqueens.Solution, n)
		for file := range s {
			s[file] = nqueens.On(file, file)
		}
		if !s.Has(nqueens.NByN(n), nqueens.HalfTurn) || !s.Has(nqueens.NByN(n), nqueens.Transpose) || s.Has(nqueens.NByN(n), nqueens.MirrorFiles) {
			t.Errorf("%d pieces on the long diagonal", n)
		}
		s[0], s[1] = nqueens.On(0, 1), nqueens.On(1, 0)
		if s.Has(nqueens.NByN(n), nqueens.HalfTurn) || !s.Has(nqueens.NByN(n), nqueens.Transpose) || !s.Has(nqueens.NByN(n), nqueens.Identity) {
			t.Errorf("%d pieces, of which two left the long diagonal", n)
		}
	}
}

// TestCheckKinds checks the errors for pieces of an unknown kind and for three pieces on one square.
func TestCheckKinds(t *testing.T) {
	p := nqueens.Problem{Family: family.QueensPawns, N: 3}
	for text, want := range map[string]string{
		"a1,P@a1": "a1 and P@a1 stand on one square",
		"a1,K@b2": "K@b2: no piece of the family queens-pawns is a K (its pieces are Q, P)",
		"a1,d1":   "d1 is off the board (a1 to c3)",
	} {
		s, err := nqueens.ParseSolution(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Check(s); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	p.Others = []nqueens.Placement{{Square: nqueens.Square{File: 1, Rank: 1}, Kind: 'P'}}
	s, _ := nqueens.ParseSolution("a1,c1")
	if err := p.Check(s); err == nil || err.Error() != "the given P@b2 does not stand on the board" {
		t.Error(err)
	}
}
