package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/moby/sys/atomicwriter"

	"nqueens"
	"nqueens/bench/diagram"
)

// sheet is where solutions go: standard output, a text file or a picture.
type sheet struct {
	problem nqueens.Problem
	form    form
	out     *bufio.Writer
	file    *overwritten    // the text file, if it is one
	picture string          // the picture's file name, if it is one
	boards  []diagram.Board // for the picture
	printed int
}

// mostBoards is how many boards one picture holds: small ones with captions
// then stay below the page's limit.
const mostBoards = 200

// pictured reports whether the file name asks for a picture.
func pictured(output string) bool {
	lower := strings.ToLower(output)
	return strings.HasSuffix(lower, ".svg") || strings.HasSuffix(lower, ".png")
}

// newSheet opens the output, so that one that cannot be written is refused
// before any work. An empty name, or -, is standard output.
func (p *program) newSheet(output string, f form, problem nqueens.Problem) (*sheet, error) {
	s := &sheet{problem: problem, form: f, out: p.out}
	var err error
	switch {
	case output == "" || output == "-":
	case pictured(output):
		s.picture = output
		if err = diagram.CheckPath(output); err == nil {
			err = diagram.Board{Problem: problem}.Check()
		}
	default:
		s.file, err = overwrite(output)
		s.out = bufio.NewWriter(s.file)
	}
	if err != nil {
		return nil, fmt.Errorf("--output: %w", err)
	}
	return s, nil
}

// add prints a solution, or keeps it for the picture. Captions go above a board,
// and after what is printed on one line.
func (s *sheet) add(solution nqueens.Solution, captions ...string) error {
	s.printed++
	if s.picture != "" {
		if len(s.boards) == mostBoards {
			return fmt.Errorf("--output %s: a picture holds %d boards at most, and there are more solutions", s.picture, mostBoards)
		}
		s.boards = append(s.boards, diagram.Board{Problem: s.problem, Solution: solution, Caption: captions})
		return nil
	}
	caption := strings.Join(captions, ", ")
	if s.form.spaced && s.printed > 1 {
		s.out.WriteByte('\n')
	}
	if s.form.spaced && caption != "" {
		fmt.Fprintln(s.out, caption)
	}
	s.form.print(s.out, s.problem, solution)
	if !s.form.spaced && caption != "" {
		fmt.Fprint(s.out, "  ", caption)
	}
	return s.out.WriteByte('\n') // an earlier error has stayed
}

// close draws the picture, or ends the text with what its form ends with. The
// count is that of all solutions, nil where one was asked for.
func (s *sheet) close(count *nqueens.Count) error {
	if s.printed == 0 && count == nil {
		fmt.Fprintln(s.out, noSolution)
	}
	if s.picture != "" && s.printed > 0 {
		return diagram.Page{Boards: s.boards}.Write(s.picture)
	}
	if s.form.ended != nil && count != nil {
		s.form.ended(s.out, count)
	}
	if s.file == nil {
		return nil // standard output is flushed by who opened it
	}
	file := s.file
	s.file = nil
	// Where there is nothing to write, what was in the file goes all the same.
	if err := errors.Join(file.begin(), s.out.Flush(), file.Close()); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}

// abandon ends a sheet that was not closed, for want of an answer: what was
// printed on it stays, a file that was made for nothing does not.
func (s *sheet) abandon() {
	if s.file == nil {
		return
	}
	s.out.Flush()  //nolint:errcheck // another error is on its way already
	s.file.Close() //nolint:errcheck // likewise
	if s.file.made && !s.file.begun {
		os.Remove(s.file.Name()) //nolint:errcheck // likewise
	}
}

// overwritten is a file that keeps what it holds until the first write.
type overwritten struct {
	*os.File
	made  bool // it was not there before
	begun bool
}

// overwrite opens a file, or makes it. What is there already, if only as a link, a
// pipe or a device, counts as not made, so that nobody removes it.
func overwrite(name string) (*overwritten, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		return &overwritten{File: file, made: true}, nil
	}
	file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	return &overwritten{File: file}, err
}

// begin empties the file before the first write. What is no regular file cannot
// be emptied and need not be.
func (o *overwritten) begin() error {
	if o.begun {
		return nil
	}
	o.begun = true
	if info, err := o.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	return o.Truncate(0)
}

func (o *overwritten) Write(b []byte) (int, error) {
	if err := o.begin(); err != nil {
		return 0, err
	}
	return o.File.Write(b)
}

// addFile writes a file that is not there yet, and the folders that lead to it;
// whole or not at all. One that is there stays, and must hold the same.
func addFile(name string, content []byte) error {
	switch there, err := os.ReadFile(name); {
	case err == nil && bytes.Equal(there, content):
		return nil
	case err == nil:
		return fmt.Errorf("%s is there and holds something else: remove it, or name another folder", name)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return atomicwriter.WriteFile(name, content, 0o644)
}
