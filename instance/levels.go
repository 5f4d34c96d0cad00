package instance

import (
	"fmt"
	"io"
	"strings"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/detect"
	"nqueens/internal/levels"
)

// A level is a board with regions and its name in a text that may hold many.
type level struct {
	name    string
	line    int
	problem nqueens.Problem
}

// readLevels reads boards with regions as problems of the family, or of family.Regions if the
// family is that of queens.
func readLevels(of *nqueens.Family, in io.Reader) (list []level, err error) {
	text, err := io.ReadAll(io.LimitReader(in, MaxBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > MaxBytes:
		return nil, errTooLong
	case of == family.Queens:
		of = family.Regions
	case of.Divide == nil:
		return nil, fmt.Errorf("holds boards with regions, but the family %s has no regions; the family %s has them", of.Name, family.Regions.Name)
	}
	read, err := levels.Read(string(text))
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, l := range read {
		p, err := problemOf(of, l)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", l.Line, err)
		}
		name, _, _ := strings.Cut(l.Title, ",")
		if name = strings.Trim(name, " :;/"); name == "" || len(name) > 40 || names[name] {
			name = fmt.Sprintf("line %d", l.Line)
		}
		names[name] = true
		list = append(list, level{name, l.Line, p})
	}
	return list, nil
}

// problemOf returns the problem of a level.
func problemOf(of *nqueens.Family, l levels.Level) (p nqueens.Problem, err error) {
	p = nqueens.Problem{Family: of, N: len(l.Rows)}
	if p.Regions, err = nqueens.NewRegions(l.Regions()); err != nil {
		return p, err
	}
	if stars := l.Stars(); stars > 0 {
		if err := p.SetParameter("stars", stars); err != nil {
			return p, err
		}
	}
	for i, row := range l.Rows {
		for file, s := range row.Squares {
			at := nqueens.Square{File: file, Rank: p.N - 1 - i}
			if s.Queen {
				p.Given = append(p.Given, at)
			}
			if s.Blocked {
				p.Blocked = append(p.Blocked, at)
			}
		}
	}
	return p, p.Validate()
}

// oneLevel reads the only level of a text.
func oneLevel(of *nqueens.Family, in io.Reader) (p nqueens.Problem, err error) {
	list, err := readLevels(of, in)
	switch {
	case err != nil:
		return p, err
	case len(list) > 1:
		return p, fmt.Errorf("line %d: a second level: it %w", list[1].line, ErrMany)
	}
	return list[0].problem, nil
}

// holdsLevels reports whether a text holds more than one level. A text with a fault is said to
// hold one, so that its reader reports the fault.
func holdsLevels(s *encode.Source) bool {
	if s.Format.Name != detect.Regions {
		return false
	}
	text, err := io.ReadAll(io.LimitReader(s.Text, MaxBytes))
	if err != nil {
		return false
	}
	list, err := levels.Read(string(text))
	return err == nil && len(list) > 1
}
