package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"nqueens"
	"nqueens/bench/diagram"
)

// sheet is where solutions go: standard output, a text file or a picture.
type sheet struct {
	problem nqueens.Problem
	form    form
	out     *bufio.Writer
	file    *os.File        // the text file, if it is one
	picture string          // the picture's file name, if it is one
	boards  []diagram.Board // for the picture
	printed int
}

// mostBoards is how many boards one picture holds.
const mostBoards = 400

// pictured reports whether the file name asks for a picture.
func pictured(output string) bool {
	lower := strings.ToLower(output)
	return strings.HasSuffix(lower, ".svg") || strings.HasSuffix(lower, ".png")
}

// newSheet opens the output, so that one that cannot be written is refused
// before any work. An empty name is standard output.
func (p *program) newSheet(output string, f form, problem nqueens.Problem) (*sheet, error) {
	s := &sheet{problem: problem, form: f, out: p.out}
	switch {
	case output == "":
	case pictured(output):
		s.picture = output
		if err := diagram.CheckPath(output); err != nil {
			return nil, fmt.Errorf("--output: %w", err)
		}
	default:
		// What is in the file stays there until there is an answer.
		file, err := os.OpenFile(output, os.O_WRONLY|os.O_CREATE, 0o666)
		if err != nil {
			return nil, fmt.Errorf("--output: %w", err)
		}
		s.file, s.out = file, bufio.NewWriter(&overwriter{file: file})
	}
	return s, nil
}

// overwriter empties its file before the first write. What is no regular file
// cannot be emptied and need not be.
type overwriter struct {
	file  *os.File
	begun bool
}

func (o *overwriter) Write(b []byte) (int, error) {
	if !o.begun {
		o.begun = true
		if info, err := o.file.Stat(); err == nil && info.Mode().IsRegular() {
			if err := o.file.Truncate(0); err != nil {
				return 0, err
			}
		}
	}
	return o.file.Write(b)
}

// add prints a solution, or keeps it for the picture. Captions go above a board,
// and after what is printed on one line.
func (s *sheet) add(solution nqueens.Solution, captions ...string) error {
	s.printed++
	if s.picture != "" {
		if len(s.boards) == mostBoards {
			return fmt.Errorf("--output %s: there are more than %d solutions, which is what a picture holds", s.picture, mostBoards)
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

// close draws the picture, or ends the text with what its form ends with.
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
	if err := errors.Join(s.out.Flush(), s.file.Close()); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}
