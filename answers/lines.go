package answers

import (
	"strconv"
	"strings"

	"nqueens"
)

// readLines reads answers from lines of text.
func readLines(text string, p nqueens.Problem) (list []Answer) {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimSpace(line))
	}
	var rows []string
	first := 0
	end := func() {
		if rows != nil {
			list = append(list, board(first, rows, p))
			rows = nil
		}
	}
	add := func(number int, line string) {
		if rows == nil {
			first = number
		}
		if rows = append(rows, line); len(rows) == p.Board().Ranks {
			end()
		}
	}
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case rule(line) && strings.Contains(line, "+"): // between the rows of a board
		case line == "" || rule(line) && len(cells(line)) != p.Board().Files:
			end()
		case strings.ContainsAny(line, ".#") || drawn(line, p):
			add(i+1, line)
		case matrix(lines[i:], p):
			end()
			for range p.Board().Ranks {
				add(i+1, lines[i])
				i++
			}
			i--
		default:
			end()
			list = append(list, row(i+1, line))
		}
	}
	end()
	return based(list)
}

// rule reports whether a line is only drawn to separate boards, or the rows of one.
func rule(line string) bool { return line != "" && strings.Trim(line, "-=+| ") == "" }

// matrix reports whether the next lines are a whole board of 0 and 1. A board of two files is none, because
// its rows may be answers that count from 0.
func matrix(lines []string, p nqueens.Problem) bool {
	b := p.Board()
	if len(lines) < b.Ranks || b.Files < 3 {
		return false
	}
	for _, line := range lines[:b.Ranks] {
		if list := cells(line); len(list) != b.Files || !bits(list, p) {
			return false
		}
	}
	return true
}

// row reads an answer from numbers or squares. Ranks that were given as numbers are unchanged and
// have the Variable −1: based converts them to ranks from 0.
func row(number int, text string) Answer {
	a := Answer{Line: number, Text: text}
	words := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" ,;\t()[]", c) })
	if strings.Trim(text, "0123456789 ,;\t()[]") != "" {
		a.Solution, a.Err = nqueens.ParseSolution(text)
		return a
	}
	if len(words) == 1 { // one digit a file
		words = strings.Split(words[0], "")
	}
	for file, word := range words {
		k, err := strconv.Atoi(word)
		if err != nil {
			a.Err = err
			return a
		}
		a.Solution = append(a.Solution, nqueens.Placement{Square: nqueens.Square{File: file, Rank: k}, Variable: -1})
	}
	return a
}
