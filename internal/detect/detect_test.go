package detect

import (
	"errors"
	"strings"
	"testing"
)

func queen(c byte) bool { return c == 'Q' }

func digit(c byte) bool { return '1' <= c && c <= '9' }

// TestOf checks the detected format of texts: the name of a supported format, the names of
// unsupported ones, or "?" for none.
func TestOf(t *testing.T) {
	for _, c := range []struct{ text, file, want string }{
		// DIMACS, its comments and similar texts.
		{"p cnf 2 1\n1 -2 0\n", "", "dimacs"},
		{"c\nc about\np cnf 2 1\n1 -2 0\n", "", "dimacs"},
		{"\n\r\n  p  cnf\t2 1 \r\n1\n-2 0 1 0\n", "", "dimacs"},
		{"cells and more\np cnf 1 1\n1 0\n", "", "dimacs"},
		{"c ind 1 2 0\np cnf 2 1\n1 2\n", "", "dimacs"},
		{"p cnf 0 0\n", "", "dimacs"},
		{"p cnf 1 0\n", "", "dimacs"},
		{"p cnf 2 2\n1 0\n%\n0\n", "", "dimacs"},
		{"p pcnf 5 1 3\nvp 1 2 4 0\n1 2 3 0\n", "", "dimacs"},
		{"p cnf 2 1\nhello\n", "", "dimacs"}, // with an error
		{"p cnf x y\n", "", "dimacs"},
		{"", "x.cnf", "?"},
		{"c only a comment\n", "", "dimacs"},
		{"p cnf 3 1\nx1 2 0\n", "", "dimacs"},
		{"p cnf 3 1\nx 1 2 0\n", "", "dimacs"},
		{"p cnf 3 1\na 1 0\ne 2 3 0\n1 2 3 0\n", "", "qdimacs"},
		{"p cnf+ 4 1\n1 2 <= 1\n", "", "cnf+"},
		{"p wcnf 2 2 10\n10 1 0\n3 2 0\n", "", "wcnf"},
		{"p wcnf 2 2\n10 1 0\n3 2 0\n", "", "wcnf"},
		{"c\nh 1 2 0\n3 -1 0\n", "", "wcnf"},
		{"h 1 0\nh -1 0\n7 2 0\n", "", "wcnf"},
		{"3 -1 0\n2 1 2 0\n", "", "wcnf or headless"},
		{"-3 -1 0\n2 1 2 0\n", "", "headless"},
		{"p pmc 5 4\n1 2 0\n", "", "dimacs"},
		{"p maxcut 3 2\n1 2 0\n", "", "dimacs-other"},
		{"p show\n1 2 0\n", "x.cnf", "dimacs-other"},
		{"c about\np show 1 2 0\n1 2 0\n", "x.cnf.gz", "dimacs-other"},
		{"p qcnf 3 2\ne 1 0\n1 2 0\n", "x.cnf", "qdimacs"},
		{"p maxcut 3\np\nmaxcut 3\n", "", "cover"},
		{"p show\np\nshow\n", "", "cover"},
		{"p edge 3 2\ne 1 2\ne 2 3\n", "", "graph"},
		{"p dnf 2 1\n1 0\n", "", "dnf"},
		{"p knf 2 1\nk 1 1 2 0\n", "", "knf"},
		{"p inccnf\n1 2 0\na 1 0\n", "", "inccnf"},
		// Boards with regions, also with faults.
		{"[[0,0,1],[0,2,1],[2,2,1]]\n", "x.json", "regions"},
		{"[[0,0,1],[0,2],[2,2,1]]\n", "x.json", "regions"},
		{"{\"regions\": [\"AAB\", \"A?B\", \"CCB\"]}\n", "", "regions"},
		{"{\"moves\": [1, 2]}\n", "x.json", "json"},
		// OPB and similar texts.
		{"* #variable= 2 #constraint= 1\n+1 x1 -2 x2 >= -1 ;\n", "", "opb"},
		{"* #variable= 2 #constraint= 0\n", "", "opb"},
		{"* #variable= 1\n", "", "opb"},
		{"* nbvariable# 2 constraint# 1\n1 x1 >= 1;\n", "", "opb"},
		{"* about\nmin: +1 x1 ;\n+1 x1 +1 x2 >= 1 ;\n", "", "opb"},
		{"max: 2 a1 -3 b_2;\n1 a1 1 b_2 <= 1;\n", "", "opb"},
		{"+1 x1 +1 ~x2>=1;", "", "opb"},
		{"min: 3 a1 + 2 y_3 -x0;\na1 + y_3 >= 1;\n", "x.opb", "opb"},
		{"min: 3 a1 + 2 y_3 -x0;\na1 + y_3 >= - 1;\n", "", "opb"},
		{"min: 3 a1 + 2 y_3 -x0;\na1 + y_3 >= 1;\n", "x.lp", "facts"}, // rejected later: not OPB
		{"* nbvariable= 3\nmin: 3 a1 + 2 y_3 -x0;\na1 == 1;\n", "", "opb"},
		{"3 x0 + 2 y >= 4 ;\n", "", "opb"},
		{">= 0 ;\n", "", "opb"},
		{"+1 x1 x2 +1 x3\n>= 1 ; 1 x1 = 1 ;\n", "", "opb"},
		{"* #variable= 2 #constraint= 1\nhello\n", "", "opb"},
		{"soft: 3 ;\n[3] +1 x1 >= 1 ;\n", "", "wbo"},
		{"* #variable= 1 #constraint= 1\n[2] 1 x1 >= 1 ;\n", "", "wbo"},
		{"/* lp_solve */\nmax: 3x + 2y;\nc1: x + y <= 4;\nint x;\n", "", "lp_solve"},
		{"max: 3x + 2y;\nc1: x + y <= 4;\n", "", "lp_solve"},
		{"\\ about\nMinimize\n cost: + 1 x1\nSubject To\n c1: + 1 x1 >= 1\nEnd\n", "", "lp"},
		{"* about\nNAME queens\nROWS\n N cost\n", "", "mps"},
		// Exact covers, including those whose items look like other formats.
		{"A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n", "", "cover"},
		{"c d\nc\nd\n", "", "cover"},
		{"c d\nc d\nc\n", "", "cover"},
		{"p q r\np q\nr\n", "", "cover"},
		{"c p cnf\np cnf\nc\n", "", "cover"},
		{"p cnf 3 2\n3 2\ncnf 3\n", "", "dimacs or cover"}, // if cnf 3 is a comment
		{"h i\nh\ni\n", "", "cover"},
		{"min: max:\nmin: max:\n", "x.dlx", "cover"},
		{"a b | x\na x\nb\n", "", "cover"},
		{"| about\na b | x\na x:0\nb x:1\n", "", "cover"},
		{"1:2|a 2|b 0:1|c | x y\na x:0\na b\n", "", "cover"},
		{"a b |\n", "", "cover"},
		{"a b\nhello\n", "", "cover"},
		{"a b a\na b\n", "", "cover"},
		{"hello\n", "", "?"},
		{"hello\n", "x.xcc", "cover"},
		{"1 2 3\n1 2\n3\n", "", "cover"},
		{"* #\n* #\n", "x.dlx", "cover"},
		{"letting n\nletting\nn\n", "", "cover"},
		{"NAME ROWS\nNAME\nROWS\n", "", "cover"},
		{"r1. r2.\nr1.\nr2.\n", "", "cover"},
		{"1 2 3\n1 2\n4\n", "", "cover"},
		// Boards.
		{". Q\n# .\n", "", "board"},
		{"\n  .Q  \r\n\r\n#.", "", "board"},
		{"Q .\n. Q\n", "", "board"}, // . is not an item
		{"Q\n", "", "board"},
		{"Qx\n..\n", "", "board"},
		{"Q. Q\n... ..\n", "", "board"},
		{"Q.1 Q.2\nQ.1\nQ.2\n", "", "cover"},
		{". Q\n. x\n", "", "board"},
		{"X .\n. X\n", "", "board"},
		{". . .\n. .\n", "", "board"},
		// Instances.
		{"letting n = 8\nletting init = [[0, 1], [2,3],]\n", "", "parameters"},
		{"language ESSENCE' 1.0\n$ by hand\nletting n be 4 letting blocks be [[1,1],\n[4,2],\n]", "", "parameters"},
		{"n =  4\nnumdiags =  1\ndiags =  [[3, 1]]\n", "", "parameters"},
		{"n = 4;\nm = 3;\nrow = [1,2,4];\ncol = [1,2,3];\n", "", "parameters"},
		{"letting n = 8\nletting bloks = []", "", "parameters"},
		{"letting n = eight", "", "parameters"},
		{"board(4). block(1,1). block(2,2).", "", "facts"},
		{"% comment\nnum(1..4).\nblock(1,2).\nqueen(2,4).", "", "facts"},
		{"board(4). blocked(1,1).", "", "facts"},
		{"num(1..", "x.lp", "facts"},
		// Formats that are not supported.
		{"board(4).\n{queen(I,J) : board(I)} = 1 :- board(J).\n", "", "asp"},
		{"{x(1..9)}.\n#show x/1.\n", "", "asp"},
		{"asp 1 0 0\n1 1 9 1 2\n", "", "aspif"},
		{":- use_module(library(clpfd)).\nfirst.\n", "", "prolog"},
		{"% placements\narray[1..9] of var 0..1: x;\nsolve satisfy;\n", "", "minizinc"},
		{"int: n;\narray[1..n] of var 1..n: q;\n", "", "minizinc"},
		{"var bool: x1;\nsolve satisfy;\n", "", "flatzinc"},
		{"letting n be 4\nfind q : int(1..n)\n", "", "essence"},
		{"aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n", "", "aiger"},
		{"aig 3 2 0 1 1\n6\n\x02\x00", "", "aiger"},
		{"; about\n(set-logic QF_LIA)\n(assert true)\n", "", "smtlib"},
		{"<instance format=\"XCSP3\" type=\"CSP\">\n", "", "xcsp3"},
		{"<?xml version=\"1.0\"?>\n<!-- x -->\n<instance format=\"XCSP3\">\n", "", "xcsp3"},
		{"<?xml version=\"1.0\"?>\n<result/>\n", "", "xml"},
		{"{\"a\": 1}\n", "", "json"},
		{"{\"a\": 1}\n{\"a\": 2}\n", "", "json"},
		{"[1, 2]\n", "", "json"},
		{"name: files\nruns:\n  - problems: [queens(8)]\n", "", "yaml"},
		{"pseudo-Boolean proof version 2.0\nf 3\n", "", "veripb"},
		// Texts in no format, and texts that may be in several.
		{"", "", "?"},
		{"\n \n", "", "?"},
		{"foo;bar(1);\n", "", "?"},
		{"p cnf 1 1\x00", "", "?"},
		{"\xff\xfep\x00", "", "?"},
		{"p\x00 \x00c\x00n\x00f\x00", "", "?"},
		{"PK\x03\x04", "", "?"},
		{"1 2 0\n1 0\n", "", "cover or wcnf or headless"},
		{"1 2 0\n1 0\n", "x.dlx", "cover"},
		{"h 1 0\nh 1 0\n", "", "cover or wcnf"},
		{"h 1 0\nh 1 0\n", "x.wcnf.xz", "wcnf"},
		{"h 1 2\n1 2\n", "", "cover"},
		{"h 1 2\n1 2\n", "x.wcnf", "wcnf"},
		{"1 2\n1 2\n", "x.cnf", "dimacs"},
		{"p cnf 3 2\n3 2 \n", "", "dimacs or cover"},
		{"p cnf 3 2\n3 2 \n", "x.dlx.gz", "cover"},
		{"p cnf 3 2\n3 2 \n", "X.CNF", "dimacs"},
		{"Q\nQ\n", "", "board or cover"},
		{"Q\nQ\n", "x.board", "board"},
	} {
		got := ofWhole(c.file, c.text, queen, false)
		if got != c.want {
			t.Errorf("%q in %q is %s, want %s", c.text, c.file, got, c.want)
		}
	}
}

// ofWhole returns the format of a text, formats joined by "or", or "?".
func ofWhole(file, content string, piece func(byte) bool, onBoard bool) string {
	f, _, err := Of(Text{File: file, Head: []byte(content), Whole: true, Piece: piece, OnBoard: onBoard})
	unread, isUnread := errors.AsType[*Unread](err)
	several, isSeveral := errors.AsType[*Ambiguous](err)
	switch {
	case err == nil:
		return f.Name
	case isUnread:
		return unread.Format.Name
	case isSeveral:
		var names []string
		for _, f := range several.Formats {
			names = append(names, f.Name)
		}
		return strings.Join(names, " or ")
	}
	return "?"
}

// TestOfBoards checks that the pieces of the expected family decide what is a board, and that such
// a board is not an exact cover.
func TestOfBoards(t *testing.T) {
	for _, c := range []struct {
		text    string
		onBoard bool
		want    string
	}{
		{"1 2\n2 1\n", true, "board"},
		{"1 2\n2 1\n", false, "board or cover"},
		{"1 2\n. .\n", false, "board"},
		{"a b\na b\n", true, "cover"},
	} {
		if got := ofWhole("", c.text, digit, c.onBoard); got != c.want {
			t.Errorf("%q is %s, want %s", c.text, got, c.want)
		}
	}
}

// TestOfBeginning checks the format of texts of which only the beginning is examined.
func TestOfBeginning(t *testing.T) {
	for text, want := range map[string]string{
		"c all\n" + strings.Repeat("c x\n", 100):              DIMACS,
		"p cnf 9 9\n" + strings.Repeat("1 2 0\n", 99) + "1 x": DIMACS, // the last line continues
		"* about\n1 x1 >= 1 ;\n1 x1 1":                        OPB,
		"letting n = 9\nletting init = [[1,1],\n[2,":          Parameters,
		"board(4). block(1,":                                  Facts,
		". . Q\n. . .\n. .":                                   Board,
		"a b c\na b\nc\na":                                    Cover,
		"a b c":                                               Cover,
	} {
		f, _, err := Of(Text{Head: []byte(text), Piece: queen})
		if err != nil || f.Name != want {
			t.Errorf("%.40q is %v (%v), want %s", text, f.Name, err, want)
		}
	}
}

// TestMessages checks that errors name the format, the line and the supported formats.
func TestMessages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"c\np knf 3 2\n1 2 0\n", "line 2: this is DIMACS with cardinalities (p knf), which is not read; the formats that are: dimacs, opb, board, parameters, facts, cover"},
		{"1 2 0\n1 0\n", "could be exact cover or MaxSAT (WCNF) or DIMACS without its header: --format cover or --format wcnf chooses the format"},
		{"foo;bar(1);\n", `line 1: "foo;bar(1);": no format that is read begins like this`},
		{"\n \n", "is empty"},
		{"c\np maxcut 3 2\n1 2 0\n", "line 2: this is DIMACS of an unknown kind (p maxcut), which is not read"},
		{"\x00p\x00 \x00c\x00n\x00f", "is text in UTF-16 without its byte order mark; write it in UTF-8"},
		{"p cnf\x00\x00\x001 1", "is not text"},
	} {
		_, _, err := Of(Text{Head: []byte(c.text), Whole: true, Piece: queen})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	for name, want := range map[string]string{"knf": "this is DIMACS with cardinalities (p knf), which is not read", "cvoer": `no input format is called "cvoer" (did you mean "cover"?`} {
		if _, err := Named(name); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, text := range []string{"p cnf 1 1\n1 0\n", "a | b\na b:x\n", "* x\nmin: 1 x1;\n", ". Q\n", "letting n = [", "num(1..", "{\"", "h 1 0", "(assert", "<instance ", "\x1f"} {
		f.Add(text, "x.cnf.gz", true)
	}
	f.Fuzz(func(t *testing.T, content, file string, whole bool) {
		found, _, err := Of(Text{File: file, Head: []byte(content), Whole: whole, Piece: queen})
		if err == nil && !found.Read {
			t.Errorf("%q is %s, which is not read", content, found.Name)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: an error of several lines: %v", content, err)
		}
	})
}
