package detect

import (
	"strings"
)

// fitsOPB looks for pseudo-Boolean constraints: comments that begin with a star, an
// objective min: or max:, and sums with >=, = or <= and a number, each ended by a
// semicolon.
func fitsOPB(t *text) verdict {
	v, soft := t.asConstraints()
	if soft > 0 {
		return verdict{}
	}
	return v
}

// fitsWBO looks for pseudo-Boolean constraints of which some are soft.
func fitsWBO(t *text) verdict {
	v, soft := t.asConstraints()
	if soft == 0 {
		return verdict{}
	}
	v.at = soft
	return v
}

// constraints reads a text as pseudo-Boolean constraints, and returns the first line
// that speaks of soft ones.
func (t *text) constraints() (v verdict, soft int) {
	if len(t.lines) == 0 {
		return v, 0
	}
	if isOPBHeader(t.lines[0].text) {
		v = verdict{marked, 1, t.lines[0].number}
	}
	var statement []string // the words so far of one that is not ended
	whole := true
	for _, l := range t.lines {
		if l.text[0] == '*' {
			v.lines++
			continue
		}
		words := opbWords(l.text)
		if v.level == no {
			v = verdict{no, v.lines, l.number}
		}
		for _, w := range words {
			if w != ";" {
				statement = append(statement, w)
				continue
			}
			isSoft, ok := isStatement(statement)
			if !ok {
				whole = false
				break
			}
			if isSoft && soft == 0 {
				soft = l.number
			}
			v.level = max(v.level, begins)
			statement = statement[:0]
		}
		if !whole {
			break
		}
		v.lines++
	}
	if whole && v.level > no && (len(statement) == 0 || !t.Whole) {
		v.level = fits
	}
	return v, soft
}

// isOPBHeader reports whether a line is the header that OPB has in a comment.
func isOPBHeader(line string) bool {
	line = strings.ToLower(line)
	return strings.HasPrefix(line, "*") && strings.Contains(line, "#") && strings.Contains(line, "variable")
}

// opbWords splits a line into words, relations and semicolons.
func opbWords(line string) []string {
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ';':
			b.WriteString(" ; ")
		case strings.IndexByte("<>=!", c) >= 0:
			end := i + 1
			for end < len(line) && strings.IndexByte("<>=!", line[end]) >= 0 {
				end++
			}
			b.WriteString(" " + line[i:end] + " ")
			i = end - 1
		default:
			b.WriteByte(c)
		}
	}
	return strings.Fields(b.String())
}

// isStatement reports whether words are an objective or a constraint, and whether
// it is a soft one.
func isStatement(words []string) (soft, ok bool) {
	if len(words) == 0 {
		return false, false
	}
	switch first := words[0]; {
	case first == "soft:":
		return true, len(words) <= 2
	case first == "min:" || first == "max:":
		return false, areTerms(words[1:])
	case first[0] == '[':
		for i, w := range words { // the weight may be apart from its brackets
			if strings.HasSuffix(w, "]") {
				_, ok := isStatement(words[i+1:])
				return true, ok
			}
		}
		return true, false
	}
	n := len(words)
	if n < 2 || !isInteger(words[n-1]) {
		return false, false
	}
	switch words[n-2] {
	case ">=", "<=", "=", ">", "<", "!=":
		return false, areTerms(words[:n-2])
	}
	return false, false
}

// areTerms reports whether words are numbers and variables.
func areTerms(words []string) bool {
	for _, w := range words {
		if !isInteger(w) && !isVariable(strings.TrimPrefix(w, "~")) {
			return false
		}
	}
	return true
}

func isInteger(word string) bool {
	digits := strings.TrimLeft(word, "+-")
	return (word == "+" || word == "-") || digits != "" && len(word)-len(digits) <= 1 && strings.Trim(digits, "0123456789") == ""
}

func isVariable(name string) bool {
	if name == "" || !isLetter(name[0]) {
		return false
	}
	return !strings.ContainsAny(name, "()|\"'*:,")
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }
