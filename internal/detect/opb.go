package detect

import (
	"slices"
	"strings"
)

// fitsOPB matches pseudo-Boolean constraints: comments that begin with a star, an objective min: or
// max:, and sums with >=, = or <= and a number, each with a final semicolon.
func fitsOPB(t *text) verdict {
	v, soft := t.asConstraints()
	if soft > 0 {
		return verdict{}
	}
	if len(t.lines) > 0 && !isOPBHeader(t.lines[0].text) && ended(t.File, []string{".lp"}) {
		return verdict{} // programmes of lp_solve may look the same, but their variables are not 0–1 variables
	}
	return v
}

// fitsWBO matches pseudo-Boolean constraints some of which are soft.
func fitsWBO(t *text) verdict {
	v, soft := t.asConstraints()
	if soft == 0 {
		return verdict{}
	}
	v.at = soft
	return v
}

// constraints matches pseudo-Boolean constraints, and returns the first line with a soft one.
func (t *text) constraints() (v verdict, soft int) {
	if len(t.lines) == 0 {
		return v, 0
	}
	if isOPBHeader(t.lines[0].text) {
		v = verdict{marked, 1, t.lines[0].number}
	}
	var statement []string // the words so far of an unfinished statement
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

// isOPBHeader reports whether a line is the header comment of OPB.
func isOPBHeader(line string) bool {
	line = strings.ToLower(line)
	return strings.HasPrefix(line, "*") && strings.Contains(line, "#") && strings.Contains(line, "variable")
}

// opbWords splits a line into words, signs, relations and semicolons.
func opbWords(line string) []string {
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ';', c == '+', c == '-':
			b.WriteString(" " + line[i:i+1] + " ")
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

// isStatement reports whether words are an objective or a constraint, and whether it is a soft one.
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
		for i, w := range words { // the weight may be separated from its brackets
			if strings.HasSuffix(w, "]") {
				_, ok := isStatement(words[i+1:])
				return true, ok
			}
		}
		return true, false
	}
	at := slices.IndexFunc(words, isRelation)
	return false, at >= 0 && len(words[at+1:]) <= 2 && isBound(words[at+1:]) && areTerms(words[:at])
}

func isRelation(word string) bool {
	return slices.Contains([]string{">=", "<=", "=", "==", ">", "<", "!="}, word)
}

// isBound reports whether words are digits with an optional sign.
func isBound(words []string) bool {
	return len(words) > 0 && isDigits(words[len(words)-1]) && areTerms(words)
}

// areTerms reports whether words are signs, numbers and variables.
func areTerms(words []string) bool {
	for _, w := range words {
		if w != "+" && w != "-" && !isDigits(w) && !isVariable(strings.TrimPrefix(w, "~")) {
			return false
		}
	}
	return true
}

func isDigits(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

func isVariable(name string) bool {
	if name == "" || !isLetter(name[0]) {
		return false
	}
	return !strings.ContainsAny(name, "()|\"'*:,")
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }
