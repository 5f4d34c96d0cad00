package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestInputs computes the terms that rest on published ones from the tables of new-terms.md, and
// compares them with the tables and with the files b….txt.
func TestInputs(t *testing.T) {
	text, err := os.ReadFile("new-terms.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		header string
		first  int64
		rows   int
		whole  func(row []int64) bool // reports whether a row without n, the new term last, obeys the formula
	}{
		{"| n | A051224 | A051223 | A352661 | A352662 | A352663 |", 22, 5, func(r []int64) bool {
			return r[4] == r[0]-r[2]-r[3] && 4*r[3] == 8*r[0]-r[1]-6*r[2]
		}},
		{"| n | A103330 | A368061 | A103331 |", 18, 6, func(r []int64) bool { return 8*r[2] == r[0]+4*r[1] }},
		{"| n | A032522 | A033148 | A260319 |", 27, 6, func(r []int64) bool { return 4*r[2] == r[0]-r[1] }},
	} {
		_, table, found := strings.Cut(string(text), test.header+"\n")
		if !found {
			t.Fatalf("new-terms.md has no table %q", test.header)
		}
		names := strings.Fields(strings.ReplaceAll(test.header, "|", ""))[1:]
		name := names[len(names)-1]
		terms, err := os.ReadFile("b" + strings.TrimPrefix(name, "A") + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(table, "\n")[1:]
		for i := range test.rows {
			var row []int64
			for word := range strings.FieldsSeq(strings.ReplaceAll(lines[i], "|", "")) {
				n, err := strconv.ParseInt(word, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				row = append(row, n)
			}
			if len(row) != len(names)+1 || row[0] != test.first+int64(i) || !test.whole(row[1:]) {
				t.Errorf("%s: %s does not obey the formula", name, lines[i])
			}
			if line := fmt.Sprintf("\n%d %d\n", row[0], row[len(row)-1]); !strings.Contains(string(terms), line) {
				t.Errorf("b%s.txt has no line%s", name[1:], line)
			}
		}
		if strings.HasPrefix(lines[test.rows], "|") {
			t.Errorf("%s has more rows than are checked", name)
		}
	}
}
