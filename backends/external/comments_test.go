package external

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestComments checks that a solver that rejects comments after the header gets none there, and is
// not used to count if such comments would be needed.
func TestComments(t *testing.T) {
	p, err := family.All().Parse("queens(4)")
	if err != nil {
		t.Fatal(err)
	}
	for _, comments := range []bool{true, false} {
		s := solverOf(t, fmt.Sprintf(`name: player
about: a part in a test
inputs:
  - format: dimacs
    encodings: [sequential, pairwise]
    comments: %t
    answer: competition
    first: PLAY nothing {input}
    count: PLAY nothing {input}
    counted: '(x)'
`, comments))
		r := nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: "sequential"}
		in, encoding := s.input(r)
		x := run{solver: s, request: r, input: in}
		x.outcome.Stats = map[string]int64{}
		file := filepath.Join(t.TempDir(), "problem.cnf")
		if err := x.write(t.Context(), file, encoding); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, after, _ := strings.Cut(string(content), "\np cnf ")
		if !strings.HasPrefix(before, "c squares 1 =") || strings.Contains(after, "\nc ") != comments {
			t.Errorf("comments: %t: %.200s", comments, content)
		}
		r.Task = nqueens.CountAll
		if err := s.Supports(r); (err == nil) != comments {
			t.Errorf("comments: %t, counting under sequential: %v", comments, err)
		}
		if r.Encoding = "pairwise"; s.Supports(r) != nil {
			t.Errorf("comments: %t, counting under pairwise: %v", comments, s.Supports(r))
		}
	}
}
