package levels

import (
	"strings"
	"text/scanner"
)

// isCode reports whether a text is JSON, JavaScript or TypeScript rather than a drawing.
func isCode(text string) bool {
	return strings.ContainsAny(text, "[{") && strings.Contains(text, "[")
}

// An array is an array or an object in the text. The elements of an array can be squares, rows written as
// strings, or other arrays.
type array struct {
	object  bool
	line    int
	key     string   // the last key or name before it
	squares []Square // the elements that are squares
	strings []word   // elements that are strings of more than one character
	members []*array // elements that are arrays or objects
	others  []word   // elements of another kind
}

// A word is an element and its line.
type word struct {
	text string
	line int
}

// arrays returns the levels in the arrays of a text, up to the first fault. The last level may be
// the faulty one.
func arrays(text string) (list []Level, err error) {
	var s scanner.Scanner
	s.Init(strings.NewReader(text))
	s.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanFloats | scanner.ScanChars | scanner.ScanStrings | scanner.ScanRawStrings | scanner.ScanComments | scanner.SkipComments
	s.Error = func(*scanner.Scanner, string) {} // 'AAB' is a string, and no character
	var open []*array
	key, title, sign := "", "", ""
	for token := s.Scan(); token != scanner.EOF; token = s.Scan() {
		text := sign + s.TokenText()
		sign = ""
		switch token {
		case '[', '{':
			open = append(open, &array{line: s.Line, key: key, object: token == '{'})
		case ']', '}':
			if len(open) == 0 {
				continue
			}
			a := open[len(open)-1]
			if open = open[:len(open)-1]; len(open) > 0 {
				open[len(open)-1].members = append(open[len(open)-1].members, a)
			}
			if a.isLevel() {
				level, err := a.level()
				level.Title = title
				list = append(list, level)
				title = ""
				if err == nil {
					err = level.check()
				}
				if err != nil {
					return list, err
				}
			}
		case '-':
			sign = "-"
		case scanner.Ident, scanner.Int, scanner.Float, scanner.String, scanner.Char, scanner.RawString:
			quoted := token == scanner.String || token == scanner.Char || token == scanner.RawString
			if quoted {
				text = strings.Trim(text, "\"'`")
			}
			switch within := len(open) > 0; {
			case within && !open[len(open)-1].object:
				open[len(open)-1].add(text, quoted, s.Line)
			case within && s.Peek() != ':' && (key == "name" || key == "title" || key == "id" && title == ""):
				title = text
			default:
				key = text
			}
		}
	}
	if len(list) == 0 && len(open) > 0 && (!open[0].object || len(open[0].members)+len(open) > 1) {
		last := open[len(open)-1]
		return nil, wrong(last.line, "the bracket that opens here is not closed before the end of the text")
	}
	return list, nil
}

// add adds an element.
func (a *array) add(text string, quoted bool, line int) {
	if quoted && len(text) > 1 {
		a.strings = append(a.strings, word{text, line})
	} else if s, ok := square(text); ok {
		a.squares = append(a.squares, s)
	} else {
		a.others = append(a.others, word{text, line})
	}
}

// isLevel reports whether the array is meant to be a level and not, for example, a list of
// solutions, of levels or of words: most of its rows are correct and equally long, and there are
// about as many of them as each has squares.
func (a *array) isLevel() bool {
	if a.object || len(a.others) > 0 || len(a.squares) > 0 || strings.Contains(strings.ToLower(a.key), "solution") {
		return false
	}
	var lengths []int // of the correct rows
	rows := 0
	if len(a.members) == 0 {
		rows = len(a.strings)
		for _, w := range a.strings {
			if squares, bad := row(w.text); bad == "" {
				lengths = append(lengths, len(squares))
			}
		}
	} else if len(a.strings) == 0 {
		rows = len(a.members)
		for _, m := range a.members {
			if m.object || len(m.members) > 0 {
				return false
			}
			if len(m.strings)+len(m.others) == 0 {
				lengths = append(lengths, len(m.squares))
			}
		}
	}
	usual := 0 // the number of rows of the most frequent length, if that is about the number of rows
	times := map[int]int{}
	for _, n := range lengths {
		if times[n]++; n >= rows-1 && n <= rows+1 {
			usual = max(usual, times[n])
		}
	}
	return rows > 1 && (2*usual > rows || a.namesRegions() && 2*len(lengths) >= rows)
}

// namesRegions reports whether the key of the array says that it divides a board.
func (a *array) namesRegions() bool {
	key := strings.ToLower(a.key)
	return strings.Contains(key, "region") || strings.Contains(key, "board") || strings.Contains(key, "grid")
}

// level returns the array as a level, or the error of its first element that is not a square.
func (a *array) level() (l Level, err error) {
	l.Line = a.line
	for _, w := range a.strings {
		squares, bad := row(w.text)
		if bad != "" {
			return l, noRegion(w.line, bad)
		}
		l.Rows = append(l.Rows, Row{w.line, squares})
	}
	for i, m := range a.members {
		if wrong := append(m.others, m.strings...); len(wrong) > 0 {
			return l, noRegion(wrong[0].line, wrong[0].text)
		}
		if len(m.squares) == 0 {
			return l, wrong(m.line, "row %d has no squares", i+1)
		}
		l.Rows = append(l.Rows, Row{m.line, m.squares})
	}
	return l, nil
}

// noRegion returns the error for a word that is not the name of a region.
func noRegion(line int, text string) error {
	return wrong(line, "%q is no region: the name of a region is a letter, a digit or a number", text)
}
