package levels

import (
	"strings"
	"unicode"

	"nqueens/internal/lazyregexp"
)

// A line is a line of a text that is not blank.
type line struct {
	number int
	text   string
}

// drawings returns the levels that are drawn in a text, up to the first fault.
func drawings(text string) (list []Level, err error) {
	title := ""
	for _, block := range blocks(text) {
		for len(block) > 0 {
			if rows, ok := compact(block[0]); ok {
				list = append(list, Level{title, block[0].number, rows})
				title, block = "", block[1:]
				continue
			}
			if !begins(block) {
				title, block = strings.Trim(block[0].text, "#/%;-= :"), block[1:]
				continue
			}
			level := Level{Title: title, Line: block[0].number}
			block, err = level.take(block)
			list, title = append(list, level), ""
			if err != nil {
				return list, err
			}
		}
	}
	return list, nil
}

// blocks returns the lines of a text, divided at blank lines.
func blocks(text string) (list [][]line) {
	var block []line
	number := 0
	for l := range strings.Lines(text + "\n\n") {
		number++
		if l = strings.TrimSpace(l); l != "" {
			block = append(block, line{number, l})
		} else if block != nil {
			list, block = append(list, block), nil
		}
	}
	return list
}

// begins reports whether a level begins at the first of the lines, and not at a later one: a word
// above a level is its title.
func begins(block []line) bool {
	first, bad := row(block[0].text)
	if bad != "" {
		return false
	}
	if len(block) == 1 {
		return len(first) == 1
	}
	second, bad := row(block[1].text)
	third := 1 // the length of rows if there is only one
	if len(block) > 2 {
		squares, _ := row(block[2].text)
		third = len(squares)
	}
	titled := bad == "" && len(second) != len(first) && len(second) == third
	return !titled
}

// take reads the rows of a level and returns the lines below it.
func (l *Level) take(block []line) (rest []line, err error) {
	for i, at := range block {
		squares, bad := row(at.text)
		switch {
		case bad == "":
			l.Rows = append(l.Rows, Row{at.number, squares})
		case len(l.Rows) < len(l.Rows[0].Squares):
			return nil, noRegion(at.number, bad)
		default:
			return block[i:], nil
		}
	}
	return nil, nil
}

// row returns the squares of a row, or the first word of the line that is none.
func row(text string) (list []Square, bad string) {
	words := strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || c == ',' || c == '|' })
	if len(words) == 1 && !strings.ContainsAny(text, ",|") {
		words = strings.Split(text, "")
	}
	for _, word := range words {
		s, ok := square(word)
		if !ok {
			return nil, word
		}
		list = append(list, s)
	}
	return list, ""
}

var (
	squareWord = lazyregexp.New(`^([0-9]+|[A-Za-z])([Q#*]?)$`)
)

// square reads one square.
func square(word string) (s Square, ok bool) {
	parts := squareWord.Get().FindStringSubmatch(word)
	if parts == nil {
		return s, false
	}
	return Square{Region: parts[1], Queen: parts[2] == "Q" || parts[2] == "*", Blocked: parts[2] == "#"}, true
}

// compact reads a line that has a slash between rows.
func compact(l line) (rows []Row, ok bool) {
	parts := strings.Split(strings.Trim(l.text, `"',;`), "/")
	if len(parts) < 2 {
		return nil, false
	}
	for _, part := range parts {
		var squares []Square
		for _, c := range part {
			s, ok := square(string(c))
			if !ok {
				return nil, false
			}
			squares = append(squares, s)
		}
		if len(squares) == 0 {
			return nil, false
		}
		rows = append(rows, Row{l.number, squares})
	}
	return rows, true
}
