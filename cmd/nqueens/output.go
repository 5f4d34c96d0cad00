package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench/diagram"
	"nqueens/internal/atomicfile"
	"nqueens/internal/bounded"
)

// An output receives an answer: standard output, or a file. The file gets its name, and replaces an
// existing one, when the answer is complete.
type output struct {
	*bufio.Writer
	file *atomicfile.File // nil for standard output, which is flushed at the end, and after commit or discard
}

// create opens the output for text; an empty name, or -, is standard output. It returns an error
// before any work if the output cannot be written or its name is that of a picture. Opening a pipe
// that nobody reads blocks until a limit is reached.
func (p *program) create(ctx context.Context, l *limitFlags, name string) (*output, error) {
	if name == "" || name == "-" {
		return &output{Writer: p.out}, nil
	}
	if err := checkTextName(name); err != nil {
		return nil, err
	}
	ctx, done, err := l.bound(ctx, "opening the output")
	if err != nil {
		return nil, err
	}
	defer done()
	file, err := bounded.Do(ctx, func() (*atomicfile.File, error) { return atomicfile.Create(name) })
	if err != nil {
		return nil, stopped(ctx, fmt.Errorf("--output: %w", err))
	}
	return &output{bufio.NewWriter(file), file}, nil
}

// checkTextName returns an error if the name of a text file has the ending of a picture.
func checkTextName(name string) error {
	ending := filepath.Ext(name)
	if pictured(name) || slices.Contains([]string{".gif", ".jpg", ".jpeg", ".webp"}, strings.ToLower(ending)) {
		return fmt.Errorf("--output %s: the answer is text, but %s is the ending of a picture: write a name with the ending .txt or none", name, ending)
	}
	return nil
}

// commit completes the file and gives it its name.
func (o *output) commit() error {
	if o.file == nil {
		return nil
	}
	err := o.Flush()
	if err == nil {
		err = o.file.Commit()
	} else {
		o.file.Discard() //nolint:errcheck // err is reported
	}
	err = o.about(err)
	o.file = nil
	return err
}

// about adds --output to an error of a file.
func (o *output) about(err error) error {
	if err == nil || o.file == nil {
		return err
	}
	return fmt.Errorf("--output: %w", err)
}

// commitPrinted completes a file in which each line is complete in itself. A file without a line is
// discarded.
func (o *output) commitPrinted() error {
	if o.file != nil && o.Buffered() == 0 && !o.file.Begun() {
		o.discard()
	}
	return o.commit()
}

// discard drops an incomplete file, so that the previous file stays. Text in a pipe cannot be taken
// back.
func (o *output) discard() {
	if o.file == nil {
		return
	}
	_ = errors.Join(o.Flush(), o.file.Discard()) // the caller reports another error
	o.file = nil
}

// writeTo writes to the named file, or to standard output if name is empty.
func (p *program) writeTo(ctx context.Context, l *limitFlags, name string, write func(io.Writer) error) error {
	out, err := p.create(ctx, l, name)
	if err != nil {
		return err
	}
	defer out.discard()
	if err := write(out); err != nil {
		return out.about(err)
	}
	return out.commit()
}

// addFile writes a new file, whole or not at all, and creates its folders. It returns an error if
// the file exists with other content.
func addFile(name string, content []byte) error {
	switch there, err := os.ReadFile(name); {
	case err == nil && bytes.Equal(there, content):
		return nil
	case err == nil:
		return fmt.Errorf("%s exists with other content: remove it, or name another folder", name)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return atomicfile.WriteFile(name, content)
}

// A solutions is an output for solutions: a text in some form, or a picture.
type solutions struct {
	*output
	problem nqueens.Problem
	form    form
	picture string          // the picture's file name, or ""
	boards  []diagram.Board // for the picture
	printed int
	notes   io.Writer // receives a note if no picture is written
}

// mostBoards is the largest number of boards in one picture. Small boards with captions then fit
// into the page's limit.
const mostBoards = 200

// pictured reports whether the file name is that of a picture.
func pictured(name string) bool {
	lower := strings.ToLower(name)
	return slices.ContainsFunc([]string{".svg", ".png", ".pdf"}, func(ending string) bool { return strings.HasSuffix(lower, ending) })
}

// createSolutions opens the output for solutions of a problem.
func (p *program) createSolutions(ctx context.Context, l *limitFlags, name string, f form, problem nqueens.Problem) (*solutions, error) {
	s := &solutions{problem: problem, form: f, notes: p.err}
	var err error
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return nil, fmt.Errorf("--output %s: this is a folder", name)
	}
	if pictured(name) && strings.HasPrefix(filepath.Base(name), ".") && strings.Count(filepath.Base(name), ".") == 1 {
		return nil, fmt.Errorf("--output %s: a name is missing before the ending", name)
	}
	if !pictured(name) {
		if ending := filepath.Ext(name); ending != "" && !strings.EqualFold(ending, ".txt") {
			return nil, fmt.Errorf("--output %s: unknown ending %s: .svg, .png and .pdf are pictures, .txt or no ending is text", name, ending)
		}
		s.output, err = p.create(ctx, l, name)
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

// add prints a solution, or keeps it for the picture. Captions go above a board, and after a
// solution on one line.
func (s *solutions) add(solution nqueens.Solution, captions ...string) error {
	s.printed++
	if s.picture != "" {
		if len(s.boards) == mostBoards {
			return fmt.Errorf("--output %s: a picture holds at most %d boards, and there are more solutions", s.picture, mostBoards)
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
	return s.about(s.WriteByte('\n')) // a bufio.Writer keeps an earlier error
}

// finish draws the picture, or completes the text. count is the number of all solutions, or nil if
// only one was searched for.
func (s *solutions) finish(count *nqueens.Count) error {
	if s.printed == 0 && count == nil {
		fmt.Fprintln(s, cmp.Or(s.form.none, noSolution))
	}
	if s.picture != "" && s.printed == 0 {
		fmt.Fprintf(s.notes, "note: there is no solution to draw: %s was not written\n", s.picture)
	}
	if s.picture != "" && s.printed > 0 {
		return diagram.Page{Boards: s.boards}.Write(s.picture)
	}
	if s.form.ended != nil && count != nil {
		s.form.ended(s.Writer, count)
	}
	return s.commit()
}
