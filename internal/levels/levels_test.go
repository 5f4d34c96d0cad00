package levels

import (
	"fmt"
	"strings"
	"testing"
)

// text returns a level in one line.
func (l Level) text() string {
	var rows []string
	for _, row := range l.Rows {
		text := ""
		for _, s := range row.Squares {
			text += s.Region
			if s.Queen {
				text += "Q"
			}
			if s.Blocked {
				text += "#"
			}
		}
		rows = append(rows, text)
	}
	return fmt.Sprintf("%d %s %s", l.Line, l.Title, strings.Join(rows, "/"))
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"AAB\nACB\nCCB\n", "1  AAB/ACB/CCB"},
		{"level 1, 3 squares, solutions: 2\nAAB\nACB\nCCB\n\nlevel 2\nXY\nYX\n", "2 level 1, 3 squares, solutions: 2 AAB/ACB/CCB; 7 level 2 XY/YX"},
		{"easy\nAAB\nACB\nCCB\nsolutions: 1\n\nA\n", "2 easy AAB/ACB/CCB; 7 solutions: 1 A"},
		{"a  aQ b\na  c# b\nc  c  bQ\n", "1  aaQb/ac#b/ccbQ"},
		{"10 10 2\n10 3 2\n3 3 2\n", "1  10102/1032/332"},
		{"0,1,1\n0,1,2\n0,0,2\n", "1  011/012/002"},
		{"011/012/002\n# a comment\n\nxxy/xyy/zzz", "1  011/012/002; 4 a comment xxy/xyy/zzz"},
		{`[["A","A","B"],["A","C","B"],["C","C","B"]]`, "1  AAB/ACB/CCB"},
		{"{\"levels\": [\n {\"name\": \"one\", \"regions\": [[0,0],\n [1,1]], \"solution\": [[0,1],[1,0]]},\n {\"regions\": [\"aa\",\"bb\"], \"colours\": [\"red\", \"blue\"]}]}", "2 one 00/11; 4  aa/bb"},
		{"// a level\nconst level12 = {\n  size: 2,\n  colorRegions: [\n    ['A', 'B'],\n    ['A', 'B'],\n  ],\n  regionColors: { A: \"#fff\", B: blue },\n};\nexport default level12;\n", "4  AB/AB"},
	} {
		list, err := Read(c.text)
		var got []string
		for _, l := range list {
			got = append(got, l.text())
		}
		if err != nil || strings.Join(got, "; ") != c.want {
			t.Errorf("%q: %q, %v, want %q", c.text, got, err, c.want)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
		part string
	}{
		{"AAB\nAC\nCCB\n", 2, "row 2 has 2 squares"},
		{"AAB\nA.B\nCCB\n", 2, `"." is no region`},
		{"title\n\nAAB\nABB\n", 3, "2 rows of 3 squares"},
		{"[[0,0,1],\n[0,1,1]]", 1, "2 rows of 3 squares"},
		{"[[0,0,1],\n[0,1],\n[0,1,1]]", 2, "row 2 has 2 squares"},
		{"no level\nat all\n", 1, "no regions"},
		{"AAB\nACB\nCCB\n\nAAB\nACB\nCCBB\n", 7, "row 3 has 4 squares"},
		{"[[0,0,1],\n[0,-1,1],[2,2,1]]", 2, `"-1" is no region`},
		{"[[0,0,1],\n[0,1.5,1],[2,2,1]]", 2, `"1.5" is no region`},
		{"[[0,0,1],[0,1,1],\n[2,null,1]]", 2, `"null" is no region`},
		{"[[\"AB\",\"A\",\"B\"],[\"A\",\"C\",\"B\"],[\"C\",\"C\",\"B\"]]", 1, `"AB" is no region`},
		{"[\"AAB\",\n\"A?B\",\"CCB\"]", 2, `"?" is no region`},
		{"{\"regions\": [[0,0,1],[],[0,1,1]]}", 1, "row 2 has no squares"},
		{"{\"regions\":\n [[0,0,1],[0,1,1],[2,2,1]", 2, "is not closed"},
		{"[[0,0,1],\n[0,1,1],[2,2,1]", 1, "is not closed"},
		{"{\"colours\": [\"red\", \"blue\", \"green\"]}", 1, "no regions"},
	} {
		_, err := Read(c.text)
		e, ok := err.(*Error)
		if !ok || e.Line != c.line || !strings.Contains(e.Message, c.part) {
			t.Errorf("%q: %v, want line %d: %s", c.text, err, c.line, c.part)
		}
	}
}

func TestBegins(t *testing.T) {
	for text, want := range map[string]bool{
		"AAB\nACB\nCCB\n": true, "level\nAAB\nACB\nCCB\n\nAA": true, "AAB\nAAB\nAAB\n": false, "2 4 1 3\n": false,
		"[[0,0,1],[0,1,2],[2,2,2]]": true, "{\"a\": [1,2]}": false, "p cnf 3 3\n1 2 0\n2 3 0\n-1 3 0\n": false, "": false,
	} {
		if _, got, _ := Begins(text, true); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for text, want := range map[string]bool{"[[0,0,1],[0,1],[2,2,1]]": true, "{\"regions\": [\"AAB\", \"A?B\", \"CCB\"]}": true, "[{\"a\": 1}]": false, "[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]": false, "AABB\nACB\nDCC\nDDDD\n": true, "a b c\na b\nc\n": false, "AABB\nA.BB\nCCDD\nCCDD\n": false, "1 2 3 4 5 6\n1\n": false, "1\nx\n2\n": false, "3\n1\n2\n": false} {
		if _, _, got := Begins(text, true); got != want {
			t.Errorf("%q resembles a level: %v", text, got)
		}
	}
}
