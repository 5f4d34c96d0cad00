package nqueens

import (
	"encoding/json"
	"testing"
)

func TestProblemNames(t *testing.T) {
	for text, want := range map[string]string{
		"queens(8)":                 "queens(8)",
		" torus( 11 ) ":             "torus(11)",
		"queens(20,given=c2+a1+a1)": "queens(20, given=a1+c2)",
		"queens(9, blocked=d4, excluded=diff:-2+sum:7)": "queens(9, blocked=d4, excluded=sum:7+diff:-2)",
	} {
		p, err := ParseProblem(text)
		if err != nil || p.String() != want {
			t.Errorf("ParseProblem(%q) = %v, %v; want %s", text, p, err, want)
			continue
		}
		again, err := ParseProblem(p.String())
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
		"queens(4, given=a1, given=b3)":  `problem "queens(4, given=a1, given=b3)": given is there twice: list all in one, as in given=a1+c2`,
		"queens(4, color=red)":           `problem "queens(4, color=red)": unknown part "color" (files, pieces, given, blocked, excluded or symmetric)`,
	} {
		if _, err := ParseProblem(text); err == nil || err.Error() != want {
			t.Errorf("ParseProblem(%q): %v\nwant %s", text, err, want)
		}
	}
}

func FuzzParseProblem(f *testing.F) {
	for _, seed := range []string{"queens(8)", "queens(20, given=a1+c2, excluded=sum:7)", "rooks(3,blocked=a1)", "torus()"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseProblem(text)
		if err != nil {
			return
		}
		again, err := ParseProblem(p.String())
		if err != nil || again.String() != p.String() {
			t.Errorf("%q is %v, read back as %v, %v", text, p, again, err)
		}
	})
}

func TestProblemJSON(t *testing.T) {
	p := mustParse(t, "queens(8, given=a1)")
	text, err := json.Marshal(p)
	if err != nil || string(text) != `"queens(8, given=a1)"` {
		t.Fatalf("%s, %v", text, err)
	}
	var again Problem
	if err := json.Unmarshal(text, &again); err != nil || again.String() != p.String() {
		t.Fatalf("%v, %v", again, err)
	}
}

func TestGivenConflict(t *testing.T) {
	a, b, found := mustParse(t, "queens(8, given=b2+d1+a1)").GivenConflict()
	if !found || a.String() != "a1" || b.String() != "b2" {
		t.Errorf("found %v: %v and %v", found, a, b)
	}
	if _, _, found := mustParse(t, "rooks(8, given=b2+a1)").GivenConflict(); found {
		t.Error("rooks on a1 and b2 do not attack each other")
	}
}

func TestValidateRefusesNoSymmetry(t *testing.T) {
	err := Problem{Family: Queens, N: 8, Symmetric: 8}.Validate()
	if err == nil || err.Error() != "the square has 8 symmetries, numbered from 0, and none has the number 8" {
		t.Error(err)
	}
}

func TestModelRefusesHugeBoards(t *testing.T) {
	if _, err := (Problem{Family: Queens, N: MaxModelSize + 1}).Model(); err == nil {
		t.Error("no error")
	}
}

func TestModelRefusesNoFamily(t *testing.T) {
	if _, err := (Problem{N: 8}).Model(); err == nil || err.Error() != "the problem has no family" {
		t.Error(err)
	}
}

func mustParse(t *testing.T, text string) Problem {
	t.Helper()
	p, err := ParseProblem(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A message names a board with much on it by how much.
func TestShort(t *testing.T) {
	p := Problem{Family: Queens, N: 20, Given: []Square{{File: 1, Rank: 0}}}
	if got := p.Short(); got != p.String() {
		t.Errorf("%s is short enough, and becomes %s", p, got)
	}
	for i := range 20 {
		p.Blocked = append(p.Blocked, Square{File: i, Rank: i})
	}
	p.Excluded = []Diagonal{{Sum: true, Value: 3}}
	p.Symmetric = HalfTurn
	if got, want := p.Short(), "queens(20, 1 given, 20 blocked, 1 excluded, symmetric=half-turn)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
