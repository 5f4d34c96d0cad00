package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/moby/sys/atomicwriter"

	"nqueens"
	"nqueens/bench/diagram"
)

// output is where an answer goes: standard output, or a file that keeps what it
// holds until the first write.
type output struct {
	*bufio.Writer
	file  *os.File // nil for standard output, which is flushed at the end, and once closed
	made  bool     // the file was not there before
	begun bool
}

// create opens the output, so that one that cannot be written is refused before
// any work. An empty name, or -, is standard output.
func (p *program) create(name string) (*output, error) {
	if name == "" || name == "-" {
		return &output{Writer: p.out}, nil
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	o := &output{file: file, made: err == nil}
	if err != nil {
		// What is there already, if only as a link, a pipe or a device, is not ours to
		// remove. It is opened for writing only: a pipe once someone reads from it.
		if o.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
			return nil, fmt.Errorf("--output: %w", err)
		}
	}
	o.Writer = bufio.NewWriter(unbuffered{o})
	return o, nil
}

// unbuffered writes to an output's file, which it empties first.
type unbuffered struct{ to *output }

func (u unbuffered) Write(b []byte) (int, error) {
	if err := u.to.begin(); err != nil {
		return 0, err
	}
	return u.to.file.Write(b)
}

// begin empties the file before the first write. What is no regular file cannot
// be emptied and need not be.
func (o *output) begin() error {
	if o.file == nil || o.begun {
		return nil
	}
	o.begun = true
	if info, err := o.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	return o.file.Truncate(0)
}

// Close ends the file. One that was made for nothing is removed.
func (o *output) Close() error {
	if o.file == nil {
		return nil
	}
	err := errors.Join(o.Flush(), o.file.Close())
	if o.made && !o.begun {
		err = errors.Join(err, os.Remove(o.file.Name()))
	}
	if o.file = nil; err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}

// writeTo writes to the named file, or to standard output if name is empty.
func (p *program) writeTo(name string, write func(io.Writer) error) error {
	out, err := p.create(name)
	if err != nil {
		return err
	}
	if err := write(out); err != nil && out.file != nil {
		out.Close() //nolint:errcheck // it would say the same
		return fmt.Errorf("--output: %w", err)
	} else if err != nil {
		return err
	}
	return out.Close()
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

// solutions is an output for solutions: a text in some form, or a picture.
type solutions struct {
	*output
	problem nqueens.Problem
	form    form
	picture string          // the picture's file name, if it is one
	boards  []diagram.Board // for the picture
	printed int
}

// mostBoards is how many boards one picture holds: small ones with captions
// then stay below the page's limit.
const mostBoards = 200

// pictured reports whether the file name asks for a picture.
func pictured(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasSuffix(lower, ".svg") || strings.HasSuffix(lower, ".png")
}

// createSolutions opens the output for solutions of a problem.
func (p *program) createSolutions(name string, f form, problem nqueens.Problem) (*solutions, error) {
	s := &solutions{problem: problem, form: f}
	var err error
	if !pictured(name) {
		s.output, err = p.create(name)
		return s, err
	}
	s.picture, s.output = name, &output{Writer: p.out}
	if err = diagram.CheckPath(name); err == nil {
		err = diagram.Board{Problem: problem}.Check()
	}
	if err != nil {
		return nil, fmt.Errorf("--output: %w", err)
	}
	return s, nil
}

// add prints a solution, or keeps it for the picture. Captions go above a board,
// and after what is printed on one line.
func (s *solutions) add(solution nqueens.Solution, captions ...string) error {
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
		s.WriteByte('\n')
	}
	if s.form.spaced && caption != "" {
		fmt.Fprintln(s, caption)
	}
	s.form.print(s.Writer, s.problem, solution)
	if !s.form.spaced && caption != "" {
		fmt.Fprint(s, "  ", caption)
	}
	return s.WriteByte('\n') // an earlier error has stayed
}

// finish draws the picture, or ends the text with what its form ends with. The
// count is that of all solutions, nil where one was asked for.
func (s *solutions) finish(count *nqueens.Count) error {
	if s.printed == 0 && count == nil {
		fmt.Fprintln(s, noSolution)
	}
	if s.picture != "" && s.printed > 0 {
		return diagram.Page{Boards: s.boards}.Write(s.picture)
	}
	if s.form.ended != nil && count != nil {
		s.form.ended(s.Writer, count)
	}
	// Where there is nothing to write, what was in the file goes all the same.
	if err := s.begin(); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return s.Close()
}
