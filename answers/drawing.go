package answers

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nqueens"
)

// symbols are the chess symbols of the pieces with a letter.
var symbols = map[byte]string{'Q': "♛♕", 'R': "♜♖", 'B': "♝♗", 'N': "♞♘", 'K': "♚♔", 'P': "♟♙"}

const (
	freeMarks = ".-_·□■◻◼▢▣▫▪⬜⬛"
	// pieceMarks stand for the first piece of a family without the letter of the symbol.
	pieceMarks = "★☆⭐👑♛♕♜♖♝♗♞♘♚♔♟♙"
	// variations are the characters that select the text form or the coloured form of a symbol.
	variations = "\ufe0e\ufe0f"
)

// mark returns the letter that nqueens.ReadBoard reads for the text of a square. ok is false if it is no
// square of a drawing.
func mark(cell string, f *nqueens.Family) (c byte, ok bool) {
	if utf8.RuneCountInString(cell) > 1 {
		return 0, false
	}
	switch {
	case cell == "":
		return '.', true
	case len(cell) == 1 && (cell == "#" || f.HasLetter(cell[0])):
		return cell[0], true
	case cell == "0" || strings.Contains(freeMarks, cell):
		return '.', true
	case len(cell) == 1 && f.HasLetter(strings.ToUpper(cell)[0]):
		return strings.ToUpper(cell)[0], true
	case cell == "1":
		return f.Letter(), true
	case f.HasLetter('W') && cell == "♕": // armies
		return 'W', true
	case f.HasLetter('W') && cell == "♛":
		return 'B', true
	}
	for letter, drawings := range symbols {
		if strings.Contains(drawings, cell) && f.HasLetter(letter) {
			return letter, true
		}
	}
	return f.Letter(), strings.Contains(pieceMarks, cell)
}

// cells returns the texts of the squares of a row. They are between bars or commas, or separated by spaces,
// or each is one character.
func cells(row string) (list []string) {
	row = strings.TrimSpace(strings.Map(without(variations), row))
	if inner, framed := strings.CutPrefix(row, "|"); framed {
		row = strings.TrimSuffix(inner, "|")
	}
	for _, separator := range []string{"|", ","} {
		if strings.Contains(row, separator) {
			for cell := range strings.SplitSeq(strings.Trim(row, "[]()"), separator) {
				list = append(list, strings.Trim(cell, ` '"`))
			}
			return list
		}
	}
	return strings.Split(strings.Map(without(" \t"), row), "")
}

// without returns a mapping for strings.Map that removes characters.
func without(characters string) func(rune) rune {
	return func(r rune) rune {
		if strings.ContainsRune(characters, r) {
			return -1
		}
		return r
	}
}

// onRegions returns the squares of a row in the form of nqueens.Problem.Draw for a board with regions: the
// letter of the region, with the letter of a piece behind it. ok is false for other rows.
func onRegions(row string, p nqueens.Problem) (list []string, ok bool) {
	words := strings.Fields(row)
	if p.Regions == "" || len(words) != p.Board().Files {
		return nil, false
	}
	for _, word := range words {
		rest := word[1:]
		if !strings.Contains(nqueens.RegionLetters, word[:1]) || rest != "" && rest != "#" && (len(rest) > 1 || !p.Family.HasLetter(rest[0])) {
			return nil, false
		}
		list = append(list, rest)
	}
	return list, true
}

// bits reports whether the squares of a row are all 0 or 1, and the family has no digits as pieces.
func bits(list []string, p nqueens.Problem) bool {
	return !p.Family.HasLetter('1') && !slices.ContainsFunc(list, func(c string) bool { return c != "0" && c != "1" })
}

// drawn reports whether a line is a row of a drawn board. A row without a free square must have the width of
// the board, and a row of digits is none.
func drawn(line string, p nqueens.Problem) bool {
	if _, is := onRegions(line, p); is {
		return true
	}
	list := cells(line)
	free, digits, small := 0, 0, 0
	for _, cell := range list {
		c, ok := mark(cell, p.Family)
		switch {
		case !ok:
			return false
		case cell == "0" || cell == "1" || p.Family.HasLetter('1') && c != '.':
			digits++
		case c == '.' || c == '#':
			free++
		case cell[0] >= 'a' && cell[0] <= 'z':
			small++
		}
	}
	return digits < len(list) && (free > 0 || small == 0 && len(list) == p.Board().Files)
}

// board reads a drawing.
func board(line int, rows []string, p nqueens.Problem) Answer {
	a := Answer{Line: line, Text: strings.Join(rows, "/")}
	var plain []string
	for _, row := range rows {
		list, is := onRegions(row, p)
		if !is {
			list = cells(row)
		}
		for i, cell := range list {
			if c, ok := mark(cell, p.Family); ok {
				list[i] = string(c)
			}
		}
		plain = append(plain, strings.Join(list, " "))
	}
	read, err := nqueens.ReadBoard(p.Family, strings.Join(plain, "\n"))
	switch {
	case err != nil:
		a.Err = err
	case read.Board() != p.Board():
		a.Err = fmt.Errorf("the board has %v squares, not %v", read.Board(), p.Board())
	default:
		a.Solution = read.Laid()
	}
	return a
}
