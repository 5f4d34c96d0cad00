package levels

import (
	"strings"
	"text/scanner"
)

// isCode reports whether a text is JSON, JavaScript or TypeScript rather than a drawing.
func isCode(text string) bool {
	return strings.ContainsAny(text, "[{") && strings.Contains(text, "[")
}

// An array is an array in the text: of squares, of rows written as strings, or of other arrays; or
// an object.
type array struct {
	object  bool
	line    int
	key     string // the last key or name before it
	squares []Square
	lines   []int    // of the squares
	strings []string // elements that are strings of more than one character
	members []*array
	others  bool // there are elements of another kind
}

// arrays returns the levels in the arrays of a text, up to the first fault.
func arrays(text string) (list []Level, err error) {
	var s scanner.Scanner
	s.Init(strings.NewReader(text))
	s.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanFloats | scanner.ScanChars | scanner.ScanStrings | scanner.ScanRawStrings | scanner.ScanComments | scanner.SkipComments
	s.Error = func(*scanner.Scanner, string) {} // 'AAB' is a string, and no character
	var open []*array
	key, title := "", ""
	for token := s.Scan(); token != scanner.EOF; token = s.Scan() {
		word := s.TokenText()
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
			level, ok := a.level()
			if ok {
				level.Title = title
				list = append(list, level)
				title = ""
				if err := level.check(); err != nil {
					return list, err
				}
			}
		case scanner.Ident, scanner.Int, scanner.String, scanner.Char, scanner.RawString:
			quoted := token != scanner.Ident && token != scanner.Int
			if quoted {
				word = strings.Trim(word, "\"'`")
			}
			switch within := len(open) > 0; {
			case within && !open[len(open)-1].object:
				open[len(open)-1].add(word, quoted, s.Line)
			case within && s.Peek() != ':' && (key == "name" || key == "title" || key == "id" && title == ""):
				title = word
			default:
				key = word
			}
		}
	}
	return list, nil
}

// add adds an element.
func (a *array) add(word string, quoted bool, line int) {
	if quoted && len(word) > 1 {
		a.strings, a.lines = append(a.strings, word), append(a.lines, line)
		return
	}
	if s, ok := square(word); ok {
		a.squares, a.lines = append(a.squares, s), append(a.lines, line)
		return
	}
	a.others = true
}

// level returns the array as a level; ok is false if it is not a level but, for example, an array of solutions.
func (a *array) level() (l Level, ok bool) {
	l.Line = a.line
	if a.object || a.others || len(a.squares) > 0 || strings.Contains(strings.ToLower(a.key), "solution") {
		return l, false
	}
	if len(a.strings) > 1 && len(a.members) == 0 {
		for i, text := range a.strings {
			squares, bad := row(text)
			if bad != "" {
				return l, false
			}
			l.Rows = append(l.Rows, Row{a.lines[i], squares})
		}
		return l, true
	}
	for _, m := range a.members {
		if m.object || len(m.squares) == 0 || len(m.members) > 0 || m.others || len(m.strings) > 0 {
			return l, false
		}
		l.Rows = append(l.Rows, Row{m.line, m.squares})
	}
	return l, len(l.Rows) > 1
}
