package answers

import (
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

func TestRead(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 4}
	for text, want := range map[string]string{
		`[[".Q..","...Q","Q...","..Q."],["..Q.","Q...","...Q",".Q.."]]`: "[a2,b4,c1,d3 a3,b1,c4,d2]",
		"[[1,3,0,2],[2,0,3,1]]":                               "[a2,b4,c1,d3 a3,b1,c4,d2]",
		"2 4 1 3\n3142\n":                                     "[a2,b4,c1,d3 a3,b1,c4,d2]",
		"(1, 3, 0, 2)\n2 0 3 1":                               "[a2,b4,c1,d3 a3,b1,c4,d2]",
		"a2,b4,c1,d3\nd2 c4 b1 a3\n":                          "[a2,b4,c1,d3 a3,b1,c4,d2]",
		". Q . .\n...Q\nQ...\n..Q.\n..Q.\nQ...\n...Q\n.Q..\n": "[a2,b4,c1,d3 a3,b1,c4,d2]",
		`["a2,b4,c1,d3"]`:                                     "[a2,b4,c1,d3]",
		// One answer without outer brackets, and several values.
		"[1,3,0,2]":                     "[a2,b4,c1,d3]",
		"[2,4,1,3]\n[3,1,4,2]\n":        "[a2,b4,c1,d3 a3,b1,c4,d2]",
		`[".Q..","...Q","Q...","..Q."]`: "[a2,b4,c1,d3]",
		`["a2","b4","c1","d3"]`:         "[a2,b4,c1,d3]",
		`[["a2","b4","c1","d3"]]`:       "[a2,b4,c1,d3]",
		`["2413","3142"]`:               "[a2,b4,c1,d3 a3,b1,c4,d2]",
		// Matrices.
		"[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]":                                             "[a2,b4,c1,d3]",
		"[[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]],[[0,0,1,0],[1,0,0,0],[0,0,0,1],[0,1,0,0]]]": "[a2,b4,c1,d3 a3,b1,c4,d2]",
		`[[false,true,false,false],["","","","Q"],"Q...","0010"]`:                               "[a2,b4,c1,d3]",
		"0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n":                                                  "[a2,b4,c1,d3]",
		"0100\n0001\n1000\n0010\n0010\n1000\n0001\n0100\n":                                      "[a2,b4,c1,d3 a3,b1,c4,d2]",
		"0,1,0,0\n0,0,0,1\n1,0,0,0\n0,0,1,0\n":                                                  "[a2,b4,c1,d3]",
		// Symbols, other marks of free squares, and rules between squares.
		". ♛ . .\n. . . ♛\n♛ . . .\n. . ♛ .":                                          "[a2,b4,c1,d3]",
		"□♕□□\n□□□♕\n♕□□□\n□□♕□":                                                      "[a2,b4,c1,d3]",
		"⬜👑⬜⬜\n⬜⬜⬜👑\n👑⬜⬜⬜\n⬜⬜👑⬜":                                                      "[a2,b4,c1,d3]",
		"⬜️♛️⬜️⬜️\n⬜️⬜️⬜️♛️\n♛️⬜️⬜️⬜️\n⬜️⬜️♛️⬜️":                                      "[a2,b4,c1,d3]",
		"- Q - -\n- - - Q\nQ - - -\n- - Q -":                                          "[a2,b4,c1,d3]",
		"_q__\n___q\nq___\n__q_\n-----\n__q_\nq___\n___q\n_q__":                       "[a2,b4,c1,d3 a3,b1,c4,d2]",
		"+-+-+-+-+\n| |Q| | |\n+-+-+-+-+\n| | | |Q|\n+-+-+-+-+\n|Q| | | |\n| | |Q| |": "[a2,b4,c1,d3]",
	} {
		read, err := Read(text, p)
		list := read.Answers
		var got []nqueens.Solution
		for _, a := range list {
			if a.Err != nil {
				t.Errorf("%q: %v", text, a.Err)
			}
			got = append(got, a.Solution)
		}
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("%q: %v, %v, want %s", text, got, err, want)
		}
	}
}

// TestPlace checks the place of an answer: its line in a text, or its number in a JSON list.
func TestPlace(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 4}
	for text, want := range map[string]string{"[[2,4,1,3],[3,1,4,2]]": "answer 2", "2 4 1 3\n\n3 1 4 2\n": "line 3"} {
		read, err := Read(text, p)
		list := read.Answers
		if err != nil || len(list) != 2 || list[1].Place() != want {
			t.Errorf("%q: %v, %v, want %s", text, list, err, want)
		}
	}
}

func TestJudge(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 4}
	read, err := Read("2 4 1 3\n3 1 4 2\n2 4 1 3\n1 2 3 4\nhello\n", p)
	if err != nil {
		t.Fatal(err)
	}
	list := read.Answers
	r := Judge(list, p)
	if r.Right != 2 || len(r.Wrong) != 2 || r.Wrong[0].Why != "a1 and b2 attack each other" || len(r.Doubled) != 1 || len(r.Twins) != 1 || r.Fits(p) {
		t.Errorf("%+v", r)
	}
	if s := list[1].Solution; !r.Has(s) || r.Has(list[3].Solution) {
		t.Errorf("%+v", r)
	}
}

// TestOneAmbiguous checks that rows of 0 and 1 are a board only if they are a whole one.
func TestOneAmbiguous(t *testing.T) {
	for text, want := range map[string]int{"0 1\n1 0\n": 2, "0 1 0 0\n1 0 0 0\n": 2, "1 1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1\n": 1} {
		n := len(strings.Fields(strings.SplitN(text, "\n", 2)[0]))
		read, err := Read(text, nqueens.Problem{Family: family.Rooks, N: n})
		if err != nil || len(read.Answers) != want {
			t.Errorf("%q: %+v, %v, want %d answers", text, read, err, want)
		}
	}
}

// TestKinds reads boards with pieces of two kinds and with regions.
func TestKinds(t *testing.T) {
	level := nqueens.Problem{Family: family.Regions, N: 6, Regions: "aaabcd/aaabcd/bbbbcd/bbeccd/feeccd/ffeecc"}
	queens, err := nqueens.ParseSolution("e6,b5,d4,f3,c2,a1")
	if err != nil {
		t.Fatal(err)
	}
	queens.Sort()
	for _, c := range []struct {
		p          nqueens.Problem
		text, want string
	}{
		{nqueens.Problem{Family: family.Peaceable, N: 2}, ". ♕\n♛ .\n", "[B@a1 b2]"},
		{nqueens.Problem{Family: family.QueensKnights, N: 2}, "♞.\n.♛\n", "[N@a2 b1]"},
		{nqueens.Problem{Family: family.Superqueens, N: 2}, "♛.\n..\n", "[a2]"},
		{level, level.Draw(queens), fmt.Sprint([]nqueens.Placement(queens))},
	} {
		read, err := Read(c.text, c.p)
		if err != nil || len(read.Answers) != 1 || read.Answers[0].Err != nil || fmt.Sprint([]nqueens.Placement(read.Answers[0].Solution)) != c.want {
			t.Errorf("%q: %+v, %v, want %s", c.text, read, err, c.want)
		}
	}
}

// TestWrong checks that answers that cannot be read are answers with a reason.
func TestWrong(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 4}
	for text, why := range map[string]string{
		`[[".Q..","...Q"]]`:             "4×2 squares",
		`[".Q..","...X","Q...","...."]`: "'X' is no square",
		"♛..\n.♛.\n":                    "3×2 squares",
		"hello":                         "",
	} {
		read, err := Read(text, p)
		if err != nil || len(read.Answers) != 1 || read.Answers[0].Err == nil || !strings.Contains(read.Answers[0].Err.Error(), why) {
			t.Errorf("%q: %+v, %v, want %q", text, read, err, why)
		}
	}
}

// TestClaims judges records of the number and the fingerprint of all solutions.
func TestClaims(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 4}
	var set nqueens.Fingerprint
	for _, text := range []string{"a2,b4,c1,d3", "a3,b1,c4,d2"} {
		s, err := nqueens.ParseSolution(text)
		if err != nil {
			t.Fatal(err)
		}
		set.Add(s)
	}
	record := `{"problem":"queens(4)","status":"solved","count":"%s","fingerprint":"%v","duplicates":%d}`
	for text, why := range map[string]string{
		fmt.Sprintf(record, "2", set, 0):                   "",
		fmt.Sprintf(record, "3", set, 0):                   "there are 2",
		fmt.Sprintf(record, "2", set, 1):                   "twice",
		fmt.Sprintf(record, "2", nqueens.Fingerprint{}, 0): "fingerprint",
		`{"problem":"queens(4)","status":"unsatisfiable"}`: "it has 0 solutions",
	} {
		read, err := Read(text, p)
		if err != nil || len(read.Claims) != 1 {
			t.Fatal(text, read, err)
		}
		if got := read.Claims[0].Judge(2, set); !strings.Contains(got, why) || (why == "") != (got == "") {
			t.Errorf("%s: %q, want %q", text, got, why)
		}
	}
	for text, why := range map[string]string{
		`{"problem":"queens(5)","status":"solved","solution":"a1"}`: "of queens(5), not of queens(4)",
		`{"problem":"queens(4)","status":"timeout"}`:                "timeout",
		`{"problem":"queens(4)","status":"solved","count":"2"}`:     "--all",
		`{"a":1}`: "names no problem",
		`{"a":`:   "line 1",
	} {
		if _, err := Read(text, p); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", text, err, why)
		}
	}
	read, err := Read(`{"problem":"queens(4)","status":"solved","solution":"a2,b4,c1,d3"}`, p)
	if err != nil || len(read.Answers) != 1 || Judge(read.Answers, p).Right != 1 {
		t.Errorf("%+v, %v", read, err)
	}
}
