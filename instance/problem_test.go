package instance

import (
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
)

// Every kind of problem is told by its content, packed or not.
func TestReadProblem(t *testing.T) {
	for text, want := range map[string]string{
		"letting n = 4\nletting init = [[0, 1]]\n":               "queens(4, given=b1)",
		"n = 4\nnumdiags = 1\ndiags = [[3, 1]]\n":                "queens(4, excluded=sum:3)",
		"board(2). block(1,2).":                                  "queens(2, blocked=b1)",
		"% " + strings.Repeat("x", recognised/2) + "\nboard(1).": "queens(1)",
		"Q.\n.#\n":         "queens(2, given=a2, blocked=b1)",
		"p cnf 1 1\n1 0\n": "formula(f, variables=1, digest=",
		"a b\na b\n":       "formula(f, variables=1, digest=",
	} {
		for _, text := range []string{text, string(zipped(t, []byte(text)))} {
			p, err := ReadProblem(nqueens.Queens, "folder/f", strings.NewReader(text))
			if err != nil {
				t.Errorf("%.40q: %v", text, err)
			} else if !strings.HasPrefix(p.String(), want) {
				t.Errorf("%.40q was read as %v, want %s", text, p, want)
			}
		}
	}
	for text, want := range map[string]string{
		"n = 4\nnumdiags = 2\ndiags = [[3, 1]]\n": "line 2",
		"p cnf 1 1\n2 0\n":                        "DIMACS, line 2, column 1",
		"Q.\nx.\n":                                "board line 2",
	} {
		if _, err := ReadProblem(nqueens.Queens, "f", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
	whole := string(zipped(t, []byte("letting n = 4\nletting init = [[0, 1]]\n")))
	if _, err := ReadProblem(nqueens.Queens, "f", strings.NewReader(whole[:len(whole)-9])); err == nil {
		t.Error("a text that is cut off was read")
	}
}

func TestReadProblemFile(t *testing.T) {
	folder := save(t, map[string][]byte{"bad.lp": []byte("board(4). block(9,9)."), "x.tar": packed(t)})
	for name, want := range map[string]string{
		"bad.lp": filepath.Join(folder, "bad.lp") + ": ",
		"x.tar":  "x.tar holds any number of instances, and one is asked for",
		".":      "holds any number of instances, and one is asked for",
		"absent": "no such file",
	} {
		if _, err := ReadProblemFile(nqueens.Queens, filepath.Join(folder, name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
