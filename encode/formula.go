package encode

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"nqueens"
	"nqueens/dlx"
)

func readFormula(about nqueens.Formula, in io.Reader, room int64) (nqueens.Problem, error) {
	digest := sha256.New()
	text := io.TeeReader(in, digest)
	var m *nqueens.Model
	var err error
	switch about.Format {
	case DIMACS, CNFPlus:
		var f *constrainedCNF
		if f, err = readExtended(text, about.Format == CNFPlus, room); err == nil {
			m, err = f.model(room)
			about.Numbered, about.Squares, about.Warnings = f.Variables, f.Squares, f.Warnings
			about.Tautologies, about.Repeating, about.Exclusive = f.tautologies, f.repeating, len(f.exclusive)
		}
	case WCNF:
		var f *weightedCNF
		if f, err = readWCNF(text, room); err == nil {
			m, about.Scale, err = f.model(room)
			about.Warnings, about.Tautologies, about.Repeating = f.Warnings, f.tautologies, f.repeating
			about.Numbered, about.Soft = f.Variables, f.soft
		}
	case OPB, WBO:
		var p *PB
		if p, err = readWBO(text, room); err == nil {
			m, about.Scale, err = modelOfPB(p, room)
			about.Squares, about.Names, about.Prefix, about.Warnings = p.Squares, p.Names, "x", p.Warnings
			about.Numbered = p.Variables
			for _, c := range p.constraints {
				if c.cost != nil {
					about.Soft++
				}
			}
			about.Turned = err == nil && m.Objective.Goal == nqueens.Most && !p.Most
		}
	case LP, MPS:
		read := readLP
		if about.Format == MPS {
			read = readMPS
		}
		var p *linearProgramme
		if p, err = read(text, room); err == nil {
			m, about.Names, about.Scale, err = p.model(room)
			about.Numbered, about.Prefix, about.Warnings = len(p.columns), "x", p.warnings
		}
	case ExactCover:
		var p *dlx.Problem
		if p, err = dlx.Read(&coverText{from: text, room: room}); err == nil {
			m, about.Choices, err = modelOfCover(p, room)
		} else if _, wrong := errors.AsType[*dlx.SyntaxError](err); wrong {
			err = fmt.Errorf("exact cover, %w", err)
		}
	}
	if err == nil {
		_, err = io.Copy(digest, in) // the digest includes text that the reader did not use
	}
	if err != nil {
		return nqueens.Problem{}, err
	}
	about.Digest = hex.EncodeToString(digest.Sum(nil))[:16]
	return nqueens.NewFormula(about, m), nil
}

// coverText reads the text of an exact cover. It returns errTooLarge when the problem would take
// more memory than room.
type coverText struct {
	from  io.Reader
	room  int64
	blank bool // the last byte was a blank
}

func (c *coverText) Read(p []byte) (int, error) {
	const word, line = 100, 150 // bytes of memory for an item of an option, and for an option
	n, err := c.from.Read(p)
	for _, b := range p[:n] {
		switch {
		case b > ' ' && c.blank:
			c.room -= word
		case b == '\n':
			c.room -= line
		}
		c.blank = b <= ' '
	}
	if c.room < 0 {
		return 0, errTooLarge
	}
	return n, err
}

var errTooLarge = errors.New("too large")
