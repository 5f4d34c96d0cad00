package instance

import (
	"bytes"
	"compress/gzip"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/detect"
)

func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"letting n = 8\nletting init = [[0, 1], [2,3],]\n", "queens(8, given=b1+d3)"},
		{"\ufeffletting n = 8\nletting init = [[0, 1]]\n", "queens(8, given=b1)"}, // a byte order mark
		{"\ufeff.Q\n..\n", "queens(2, given=b2)"},
		{"language ESSENCE' 1.0\n$ made by hand\nletting n be 4 letting blocks be [[1,1],\n[4,2],\n]", "queens(4, blocked=a1+b4)"},
		{"n =  4\nnumdiags =  4\ndiags =  [[3, 1], [3, 0], [0, 0], [6, 0]]\n", "queens(4, excluded=sum:3+diff:-3+diff:0+diff:3)"},
		{"letting blocks = [] letting n = 5", "queens(5)"},
		// The three samples of the LP/CP contest's blocked queens, each in both formats.
		{"board(4). block(1,1). block(2,2). block(4,3).", "queens(4, blocked=a1+b2+c4)"},
		{"n = 4;\nm = 3;\nrow = [1,2,4];\ncol = [1,2,3];\n", "queens(4, blocked=a1+b2+c4)"},
		{"num(1). num(2). num(3). num(4). block(1,1). block(2,2). block(4,3).", "queens(4, blocked=a1+b2+c4)"},
		{"% comment\nnum(1..4).\nblock(1,2).\nqueen(2,4).", "queens(4, given=d2, blocked=b1)"},
		{"block(28,1). num(28).", "queens(28, blocked=a28)"},
		{"col = [1]; row = [3]; n = 4; m = 1;", "queens(4, blocked=a3)"},
		{". Q\n# .\n", "queens(2, given=b2, blocked=a1)"},
		{"\n  .Q  \r\n\r\n#.", "queens(2, given=b2, blocked=a1)"},
	} {
		p, err := Read(queens, "x", strings.NewReader(c.text))
		if err != nil || p.String() != c.want {
			t.Errorf("%q is %v (%v), want %s", c.text, p, err, c.want)
		}
		packed, err := Read(queens, "x.gz", bytes.NewReader(zipped(t, c.text)))
		if err != nil || packed.String() != c.want {
			t.Errorf("%q gzipped is %v (%v), want %s", c.text, packed, err, c.want)
		}
	}
}

func zipped[T string | []byte](t testing.TB, text T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{". .\n. é\n", "board, line 2, column 3: 'é' is no square"},
		{". . .\n. .\n", "board, line 2, column 4: the row has 2 squares, and the first has 3"},
		{strings.Repeat(".", 2049) + "\n", "board, line 1, column 2049: longer than any board"},

		{"letting n", `parameters, line 1, column 10: the end of the text where "=" should follow the name n`},
		{"letting n = 8", "parameters, line 1, column 14: no squares"},
		{"letting n = 8\nletting bloks = []", `parameters, line 2, column 9: nothing in an instance is called "bloks" (did you mean "blocks"?)`},
		{"letting n = 8 letting n = 9", `parameters, line 1, column 23: "n" is defined twice`},
		{"letting n = 8 ; ; letting", `parameters, line 1, column 17: ";" where a name should be`},
		{"letting n = eight", `parameters, line 1, column 13: "eight" where the value of n should be, a whole number`},
		{"letting n = -", `parameters, line 1, column 13: "-" where the value of n should be`},
		{"letting n = 10000000000", `parameters, line 1, column 13: "10000000000" is larger than any board`},
		{"letting n = 0 letting init = []", "parameters, line 1, column 9: n is 0; a board has 1 to 65536 squares a side"},
		{"letting n = -8 letting init = []", "parameters, line 1, column 9: n is -8; a board has"},
		{"letting n = 65537 letting init = []", "parameters, line 1, column 9: n is 65537; a board has"},
		{"letting n = " + strings.Repeat("x", 32), "parameters, line 1, column 13: \"" + strings.Repeat("x", 32) + "\" where the value of n should be, a whole number"},
		{"letting n = " + strings.Repeat("x", 33), "parameters, line 1, column 13: \"" + strings.Repeat("x", 32) + "\"… where the value of n should be, a whole number"},
		{"letting À = 3", `parameters, line 1, column 9: "À" where a name should be`},
		{"letting z = 3", `parameters, line 1, column 9: nothing in an instance is called "z"`},
		{"letting ` = 3", "parameters, line 1, column 9: \"`\" where a name should be"},
		{"letting n = 8\nletting init = [[x, 1]]", `parameters, line 2, column 18: "x" where a number of the list should be, a whole number`},
		{"letting n = 8\nletting init = [[1, y]]", `parameters, line 2, column 21: "y" where the second number of the pair should be, a whole number`},
		{"num(1..", `ASP facts, line 1, column 8: the end of the text where `},
		{"board(4). block 4.", `ASP facts, line 1, column 17: "4" where "(" should follow the name block`},
		{"letting n = [8] letting init = []", "parameters, line 1, column 9: n is a list and should be a number"},
		{"letting init = [[1, 1]]", "parameters, line 1, column 24: n is not defined"},
		{"letting n = 8\nletting init = [[1, 1", `parameters, line 2, column 22: the end of the text where "]" should end the pair`},
		{"letting n = 8\nletting init = [[1, 1]", `parameters, line 2, column 23: the end of the text where "," should go on with the list, or ] end it`},
		{"letting n = 8\nletting init = [[1 1]]", `parameters, line 2, column 20: "1" where "," should stand between`},
		{"letting n = 8\nletting init = [[1, 1], 2]", `parameters, line 2, column 25: "2": a list holds either pairs`},
		{"letting n = 8\nletting init = [1, 2]", "parameters, line 2, column 9: init should be a list, as in init = [[1, 2], [3, 4]]"},
		{"letting n = 8\nletting init = 3", "parameters, line 2, column 9: init should be a list"},
		{"letting n = 8\nletting init = [[8, 0]]", "parameters, line 2, column 17: the square at row 8 and column 0 is off the board, which has rows and columns 0 to 7"},
		{"letting n = 8\nletting blocks = [[0, 1]]", "parameters, line 2, column 19: the square at row 0 and column 1 is off the board, which has rows and columns 1 to 8"},
		{"letting n = 8\nletting blocks = [[1, 9]]", "parameters, line 2, column 19: the square at row 1 and column 9 is off"},
		{"letting n = 8\nletting blocks = [[1, 2],\n[2, 1], [1, 2]]", "parameters, line 3, column 9: the square at row 1 and column 2 is there twice, first in line 2, column 19"},
		{"letting n = 2\nletting init = [[0, 0], [0, 1], [1, 0]]", "parameters, line 2, column 33: 3 queens are placed, and there is room for 2"},
		{"letting n = 8 letting init = [] letting blocks = []", "parameters, line 1, column 41: init and blocks belong to different formats"},
		{"letting n = 3000 letting blocks = [[1, 2]]", "parameters, line 1, column 36: the board has 3000 squares a side; one with blocked squares has at most 2048"},

		{"n = 8\nnumdiags = 2\ndiags = [[0, 0]]", "parameters, line 2, column 1: numdiags is 2 and diags lists 1"},
		{"n = 8\ndiags = [[0, 0]]", "parameters, line 2, column 17: numdiags is not defined"},
		{"n = 8\nnumdiags = 1\ndiags = [[0, 2]]", "parameters, line 3, column 10: diagonal [0, 2]: the second number is 1 for a sum or 0 for a difference"},
		{"n = 8\nnumdiags = 1\ndiags = [[15, 1]]", "parameters, line 3, column 10: diagonal [15, 1] is off the board, which has diagonals 0 to 14"},
		{"n = 8\nnumdiags = 2\ndiags = [[3, 1], [3, 1]]", "parameters, line 3, column 18: diagonal [3, 1] is there twice, first in line 3, column 10"},

		{"n = 4; m = 2; row = [1,2,4]; col = [1,2,3];", "parameters, line 1, column 8: m is 2, row lists 3 and col lists 3; all should be the same"},
		{"n = 4; m = 3; row = [1,2,4]; col = [1,2];", "parameters, line 1, column 8: m is 3, row lists 3 and col lists 2"},
		{"n = 4; m = 1; row = [5]; col = [1];", "parameters, line 1, column 22: the square at row 5 and column 1 is off the board"},
		{"n = 4; m = 1; col = [1];", "parameters, line 1, column 25: no squares"},
		{"n = 4; m = 1; row = [1];", "parameters, line 1, column 25: col is not defined; it should be, as in col = [1, 2]"},
		{"n = 4; m = 1; row = [[1, 1]]; col = [1];", "parameters, line 1, column 15: row should be a list, as in row = [1, 2]"},

		{"block(1,1).", "ASP facts, line 1, column 12: no size: board(8). or num(1). to num(8). should say it"},
		{"num(28).\nblock(1,29).", "ASP facts, line 2, column 1: the square at row 1 and column 29 is off the board, which has rows and columns 1 to 28"},
		{"num(28). block(1,1). block(1,1).", "ASP facts, line 1, column 22: the square at row 1 and column 1 is there twice, first in line 1, column 10"},
		{"num(1). num(2). num(4).", "ASP facts, line 1, column 17: num(4) is defined, but num(3) is not"},
		{"num(1). num(1).", "ASP facts, line 1, column 9: num(1) is defined twice"},
		{"num(4). board(4).", "ASP facts, line 1, column 9: both board and num give the size"},
		{"board(4). board(4).", "ASP facts, line 1, column 11: a second fact board"},
		{"num(0).", "ASP facts, line 1, column 1: num goes from 1 to the size of the board, at most 65536"},
		{"num(1..65537).", "ASP facts, line 1, column 1: num goes from 1 to the size of the board, at most 65536"},
		{"num(4..2).", "ASP facts, line 1, column 1: num goes from 1 to the size of the board"},
		{"board(0).", "ASP facts, line 1, column 1: n is 0; a board has"},
		{"board(4..5).", `ASP facts, line 1, column 8: ".." where ")" should end the fact's numbers`},
		{"board(4). block(1).", `ASP facts, line 1, column 18: ")" where "," should stand between row and column`},
		{"board(4). block(1,1)", `ASP facts, line 1, column 21: the end of the text where "." should end the fact`},
		{"board(4). blocked(1,1).", `ASP facts, line 1, column 11: no fact of an instance is called "blocked" (did you mean "block"?)`},
		{"board(4). 4", `ASP facts, line 1, column 11: "4" where a fact should begin`},
		{"board(1). queen(1,1). queen(1,1).", "ASP facts, line 1, column 23: the square at row 1 and column 1 is there twice"},
	} {
		p, err := Read(queens, "bad.param", strings.NewReader(c.text))
		if err == nil {
			t.Errorf("%q is read as %v", c.text, p)
			continue
		}
		if !strings.HasPrefix(err.Error(), "bad.param: "+c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q:\n%v\nwant\nbad.param: %s", c.text, err, c.want)
		}
		if !errors.As(err, new(*encode.SyntaxError)) && !errors.As(err, new(*nqueens.BoardError)) {
			t.Errorf("%q: %T does not say where", c.text, err)
		}
	}
}

// TestReadRectangles checks that a board may be a rectangle if the family allows it.
func TestReadRectangles(t *testing.T) {
	for text, want := range map[string]string{". .\n. #\nQ .\n": "queens(3, files=2, given=a1, blocked=b2)", ". Q\n": "queens(1, files=2, given=b1)"} {
		if p, err := Read(queens, "x", strings.NewReader(text)); err != nil || p.String() != want {
			t.Errorf("%q: %v, %v, want %s", text, p, err, want)
		}
	}
	for text, want := range map[string]string{
		". .\n. .\n. .\n": "x: board, line 3, column 1: row 3 of a board with 2 columns; it should have as many rows",
		". .\n":           "x: board, line 2, column 1: the board ends after 1 row of 2 columns; it should have as many rows",
	} {
		if _, err := Read(family.Torus, "x", strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestReadRefusesFormulas checks that Read rejects formats without a board.
func TestReadRefusesFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"": "x: is empty", "\n\n": "x: is empty", "p cnf 2 1\n1 0\n": "x: is in the format dimacs, which has no board",
		"a b\na b\n": "x: is in the format cover, which has no board", "h 1 0\n": "x: is in the format wcnf, which has no board",
		"p qcnf 1 1\n1 0\n": "x: line 1: this is quantified DIMACS (QDIMACS), which is not read",
	} {
		if _, err := Read(queens, "x", strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestReadRefusesDamage(t *testing.T) {
	t.Parallel()
	whole := zipped(t, "letting n = 8\nletting blocks = [[1, 2], [3, 4], [5, 6]]\n")
	flipped := slices.Clone(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	for _, c := range []struct {
		text []byte
		want string
	}{
		{whole[:len(whole)-9], "x: cut off: it should go on; fetch or write it again"},
		{whole[:5], "x: cut off: it should go on; fetch or write it again"},
		{flipped, "x: the gzipped file is damaged (gzip: invalid checksum)"},
		{zipped(t, "n = 4"+strings.Repeat(" ", MaxBytes+1)), "x: longer than any board: at most 64 MiB are read"},
	} {
		if _, err := Read(queens, "x", bytes.NewReader(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestReadProblem checks that each kind of problem is detected by its content, packed or not.
func TestReadProblem(t *testing.T) {
	for text, want := range map[string]string{
		"letting n = 4\nletting init = [[0, 1]]\n":                  "queens(4, given=b1)",
		"n = 4\nnumdiags = 1\ndiags = [[3, 1]]\n":                   "queens(4, excluded=sum:3)",
		"board(2). block(1,2).":                                     "queens(2, blocked=b1)",
		"% " + strings.Repeat("x", detect.Window/2) + "\nboard(1).": "queens(1)",
		"Q.\n.#\n":         "queens(2, given=a2, blocked=b1)",
		"p cnf 1 1\n1 0\n": "formula(f, variables=1, digest=",
		"a b\na b\n":       "formula(f, variables=1, digest=",
	} {
		for _, text := range []string{text, string(zipped(t, []byte(text)))} {
			p, err := ReadProblem(family.Queens, "folder/f", strings.NewReader(text))
			if err != nil {
				t.Errorf("%.40q: %v", text, err)
			} else if !strings.HasPrefix(p.String(), want) {
				t.Errorf("%.40q was read as %v, want %s", text, p, want)
			}
		}
	}
	for text, want := range map[string]string{
		"n = 4\nnumdiags = 2\ndiags = [[3, 1]]\n": "line 2",
		"p cnf 1 1\nb 0\n":                        "DIMACS, line 2, column 1",
		"Q.\nx.\n":                                "board, line 2, column 1",
	} {
		if _, err := ReadProblem(family.Queens, "f", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
	whole := string(zipped(t, []byte("letting n = 4\nletting init = [[0, 1]]\n")))
	if _, err := ReadProblem(family.Queens, "f", strings.NewReader(whole[:len(whole)-9])); err == nil {
		t.Error("a text that is cut off was read")
	}
}

func TestReadProblemFile(t *testing.T) {
	folder := save(t, map[string][]byte{"bad.lp": []byte("board(4). block(9,9)."), "x.tar": packed(t)})
	for name, want := range map[string]string{
		"bad.lp": filepath.Join(folder, "bad.lp") + ": ",
		"x.tar":  "x.tar may hold several instances",
		".":      "may hold several instances",
		"absent": "no such file",
	} {
		if _, err := ReadProblemFile(encode.Reading{}, family.Queens, filepath.Join(folder, name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
