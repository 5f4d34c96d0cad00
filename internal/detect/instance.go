package detect

import "strings"

// fitsParameters matches definitions of names by numbers and lists: letting n = 8, n = 8, n = 8;.
func fitsParameters(t *text) verdict {
	tokens := t.tokens("%$")
	v := verdict{no, 0, 0}
	if len(tokens) > 1 && tokens[0].text == "language" { // as in: language ESSENCE' 1.0
		v = verdict{marked, 1, tokens[0].line}
		line := tokens[0].line
		for len(tokens) > 0 && tokens[0].line == line {
			tokens = tokens[1:]
		}
	}
	for len(tokens) > 0 {
		if tokens[0].text == "letting" {
			v.level, v.at = max(v.level, marked), max(v.at, tokens[0].line)
			tokens = tokens[1:]
		}
		if len(tokens) < 2 || !isLetter(tokens[0].text[0]) || tokens[1].text != "=" && tokens[1].text != "be" {
			return v
		}
		v.level, v.at, v.lines = max(v.level, begins), max(v.at, tokens[0].line), tokens[0].line
		rest, ok := value(tokens[2:])
		if !ok {
			if len(rest) == 0 && !t.Whole {
				break // it continues
			}
			return v
		}
		tokens = rest
		if len(tokens) > 0 && tokens[0].text == ";" {
			tokens = tokens[1:]
		}
	}
	if v.level > no {
		v.level = fits
	}
	return v
}

// value skips a number or a list of numbers and lists.
func value(tokens []token) (rest []token, ok bool) {
	depth := 0
	for i, k := range tokens {
		switch {
		case k.text == "[":
			depth++
		case k.text == "]" && depth > 0:
			depth--
		case isNumber(k.text), k.text == "," && depth > 0:
		default:
			return tokens[i:], false
		}
		if depth == 0 {
			return tokens[i+1:], true
		}
	}
	return nil, false
}

// fitsFacts matches facts about numbers, such as block(1,2)., with the predicates of an instance.
func fitsFacts(t *text) verdict {
	tokens := t.tokens("%")
	var v verdict
	if strings.Contains(string(t.Head), ":-") { // a rule
		return v
	}
	for len(tokens) > 0 {
		name := tokens[0].text
		if len(tokens) < 2 || tokens[1].text != "(" || name != "num" && name != "board" && name != "block" && name != "queen" {
			return v
		}
		v.level, v.at, v.lines = marked, max(v.at, tokens[0].line), tokens[0].line
		i := 2
		for i < len(tokens) && (isNumber(tokens[i].text) || tokens[i].text == "," || tokens[i].text == "..") {
			i++
		}
		if i+1 >= len(tokens) && !t.Whole {
			break // it continues
		}
		if i+1 >= len(tokens) || tokens[i].text != ")" || tokens[i+1].text != "." {
			return v
		}
		tokens = tokens[i+2:]
	}
	if v.level > no {
		v.level = fits
	}
	return v
}

// A token is a name, a number or a mark.
type token struct {
	text string
	line int
}

// tokens splits the text into tokens. A comment starts at one of the marks and ends with the line.
func (t *text) tokens(comment string) []token {
	var list []token
	for _, l := range t.lines {
		for s := l.text; s != ""; {
			n := 1
			switch c := s[0]; {
			case c == ' ' || '\t' <= c && c <= '\r':
				s = s[1:]
				continue
			case strings.IndexByte(comment, c) >= 0:
				s = ""
				continue
			case isLetter(c) || c == '\'':
				n = run(s, func(c byte) bool { return isLetter(c) || isDigit(c) || c == '\'' })
			case isDigit(c) || c == '-':
				n = 1 + run(s[1:], isDigit)
			case c == '.' && strings.HasPrefix(s, ".."):
				n = 2
			}
			list = append(list, token{s[:n], l.number})
			s = s[n:]
		}
	}
	return list
}

func run(s string, of func(byte) bool) int {
	n := 0
	for n < len(s) && of(s[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
