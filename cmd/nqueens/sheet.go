package main

import (
	"fmt"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/diagram"
	"nqueens/internal/printable"
)

// A sheet is a picture with a solution of each of several instances.
type sheet struct {
	file   string
	boards []diagram.Board
}

// newSheet returns a sheet for a file. It returns an error if the file cannot hold a picture of all
// instances.
func newSheet(file string, list []named) (*sheet, error) {
	switch {
	case !pictured(file):
		return nil, fmt.Errorf("--output %s: not with several instances, each of which prints a row; only a picture (.svg, .png, .pdf) holds their boards", file)
	case len(list) > mostBoards:
		return nil, fmt.Errorf("--output %s: %d instances, and a picture holds at most %d boards: divide the file", file, len(list), mostBoards)
	}
	err := diagram.CheckPath(file)
	for _, i := range list {
		if err == nil && !i.problem.HasBoard() {
			err = fmt.Errorf("%s: it has no board to draw", printable.Text(i.name))
		}
		if err == nil {
			err = diagram.Board{Problem: i.problem}.Check()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("--output: %w", err)
	}
	return &sheet{file: file}, nil
}

// add adds the board of an instance with the first solution of its records.
func (s *sheet) add(name string, p nqueens.Problem, records []bench.Record) {
	b := diagram.Board{Problem: p, Caption: []string{printable.Text(name)}}
	answered := false
	for _, r := range records {
		if r.Solution != nil {
			b.Solution = r.Solution
			s.boards = append(s.boards, b)
			return
		}
		answered = answered || r.Status == nqueens.Unsatisfiable
	}
	if answered {
		b.Caption = append(b.Caption, noSolution)
	} else {
		b.Caption = append(b.Caption, "no answer")
	}
	s.boards = append(s.boards, b)
}

// write writes the picture.
func (s *sheet) write() error {
	if err := (diagram.Page{Boards: s.boards}).Write(s.file); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}
