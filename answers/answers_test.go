package answers

import (
	"fmt"
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
	} {
		list, err := Read(text, p)
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

// TestPlace checks that an answer of a JSON list has no line, but a number.
func TestPlace(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 4}
	for text, want := range map[string]string{"[[2,4,1,3],[3,1,4,2]]": "answer 2", "2 4 1 3\n\n3 1 4 2\n": "line 3"} {
		list, err := Read(text, p)
		if err != nil || len(list) != 2 || list[1].Place() != want {
			t.Errorf("%q: %v, %v, want %s", text, list, err, want)
		}
	}
}

func TestJudge(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 4}
	list, err := Read("2 4 1 3\n3 1 4 2\n2 4 1 3\n1 2 3 4\nhello\n", p)
	if err != nil {
		t.Fatal(err)
	}
	r := Judge(list, p)
	if r.Right != 2 || len(r.Wrong) != 2 || r.Wrong[0].Why != "a1 and b2 attack each other" || len(r.Doubled) != 1 || len(r.Twins) != 1 || r.Fits(p) {
		t.Errorf("%+v", r)
	}
	if s := list[1].Solution; !r.Has(s) || r.Has(list[3].Solution) {
		t.Errorf("%+v", r)
	}
}
