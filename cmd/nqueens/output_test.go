package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
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

// A stopped enumeration keeps what it has found, in the place of what was there, and
// its status says that this is not all.
func TestStoppedEnumeration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "found")
	for found, want := range []string{"as before\n", "a3,b1,c4,d2\n", "a3,b1,c4,d2\na2,b4,c1,d3\n"} {
		if err := os.WriteFile(path, []byte("as before\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		var errs strings.Builder
		p := newProgram(strings.NewReader(""), io.Discard, &errs, []backends.Backend{stopping{bitmask.New(), stop, found}})
		status := p.execute(ctx, []string{"solve", "4", "--all", "--backend", "bitmask", "-o", path})
		if status != limitHit || !strings.HasPrefix(errs.String(), "nqueens: no answer: cancelled") {
			t.Errorf("%d found: status %d, %q", found, status, errs.String())
		}
		if content, err := os.ReadFile(path); string(content) != want {
			t.Errorf("%d found: the file holds %q (%v), want %q", found, content, err, want)
		}
	}
}

// stopping is stopped when it has found some solutions.
type stopping struct {
	backends.Backend
	stop  func()
	after int
}

func (s stopping) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	found := 0
	if s.after > 0 {
		s.Backend.Run(ctx, r, func(x nqueens.Solution) bool {
			found++
			return visit(x) && found < s.after
		})
	}
	s.stop()
	return nqueens.Stopped(ctx, uint64(found))
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

// What names and files say cannot steer the terminal on which an error is printed.
func TestErrorsAreEscaped(t *testing.T) {
	var errs strings.Builder
	execute(t.Context(), []string{"solve", "--file", "\x1b[31mré\u202e\x07\xff.txt"}, strings.NewReader(""), io.Discard, &errs)
	if want := `\u001b[31mré\u202e\u0007\xff.txt`; !strings.Contains(errs.String(), want) || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("%q; should have %s", errs.String(), want)
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
