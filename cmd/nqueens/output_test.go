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

// TestUnfinishedOutput: a file that is there changes, and one that is not comes to be,
// when the answer is complete: at sizes on both sides of every buffer.
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
	solution, err := nqueens.ParseSolution("a2,b4,c1,d3")
	if err != nil {
		t.Fatal(err)
	}
	const line = "a2,b4,c1,d3\n"
	p := new(program)
	for _, solutions := range []int{0, 1, 340, 341, 342, 5461, 5462, 20000} {
		for _, name := range []string{"new", "old"} {
			path := filepath.Join(dir, name)
			before, was := os.ReadFile(path)
			for _, complete := range []bool{false, true} {
				s, err := p.createSolutions(path, list, nqueens.Problem{Family: nqueens.Queens, N: 4})
				if err != nil {
					t.Fatal(err)
				}
				for range solutions {
					if err := s.add(solution); err != nil {
						t.Fatal(err)
					}
				}
				want, missing := string(before), errors.Is(was, fs.ErrNotExist)
				if complete {
					if err := s.finish(nqueens.NewCount(uint64(solutions))); err != nil {
						t.Fatal(err)
					}
					want, missing = strings.Repeat(line, solutions), false
				}
				s.discard()
				content, err := os.ReadFile(path)
				if string(content) != want || errors.Is(err, fs.ErrNotExist) != missing {
					t.Errorf("%s with %d solutions, complete %t, holds %d bytes (%v), want %d", name, solutions, complete, len(content), err, len(want))
				}
			}
		}
		os.Remove(filepath.Join(dir, "new"))
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
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
