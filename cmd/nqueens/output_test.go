package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"nqueens"
)

// TestUnfinishedOutput: without an answer what was printed stays, in
// whole lines, and a file that got nothing is as it was before.
func TestUnfinishedOutput(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old")
	if err := os.WriteFile(old, []byte("as before\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := formNamed("list")
	if err != nil {
		t.Fatal(err)
	}
	solution, err := nqueens.ParseSquares("a2,b4,c1,d3")
	if err != nil {
		t.Fatal(err)
	}
	p := new(program)
	for _, test := range []struct {
		name, want string
		solutions  int
	}{
		{"old", "as before\n", 0},
		{"new", "", 0},
		{"old", "a2,b4,c1,d3\na2,b4,c1,d3\n", 2},
		{"new", "a2,b4,c1,d3\n", 1},
	} {
		path := filepath.Join(dir, test.name)
		s, err := p.createSolutions(path, list, nqueens.Problem{Family: nqueens.Queens, N: 4})
		if err != nil {
			t.Fatal(err)
		}
		for range test.solutions {
			if err := s.add(solution); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
		content, err := os.ReadFile(path)
		if missing := errors.Is(err, fs.ErrNotExist); string(content) != test.want || missing != (test.want == "") {
			t.Errorf("%s with %d solutions holds %q (%v), want %q", test.name, test.solutions, content, err, test.want)
		}
	}
}

// TestFullPicture: as many small boards as a picture takes, with two captions each,
// can be drawn.
func TestFullPicture(t *testing.T) {
	path := filepath.Join(t.TempDir(), "full.svg")
	s, err := new(program).createSolutions(path, form{}, nqueens.Problem{Family: nqueens.Queens, N: 8})
	if err != nil {
		t.Fatal(err)
	}
	for range mostBoards {
		if err := s.add(nil, "orbit 8", "no three in line"); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.finish(nil); err != nil {
		t.Error(err)
	}
}

// TestNobodyReads: who reads no further is told nothing; any other failure to print
// has its line. Both end with status 1.
func TestNobodyReads(t *testing.T) {
	for failure, want := range map[error]string{
		syscall.EPIPE: "",
		syscall.EIO:   "nqueens: writing the answer: input/output error\n",
	} {
		for _, args := range [][]string{{"count", "8"}, {"encode", "20"}, {"solve", "6", "--all"}} {
			var said strings.Builder
			status := execute(t.Context(), args, strings.NewReader(""), failing{failure}, &said)
			if status != failedCheck || said.String() != want {
				t.Errorf("%v: status %d, %q; should be %q", args, status, said.String(), want)
			}
		}
	}
}

// failing is a writer that cannot write.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
