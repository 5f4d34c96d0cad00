package detect

import (
	"slices"
	"strconv"
	"strings"
)

// clauses returns a grammar for DIMACS whose header has one of these kinds. The first character of a line
// can change the kind: a line that begins with the quantifier a or e makes "cnf" a QBF.
func clauses(kinds ...string) func(*text) verdict {
	return func(t *text) verdict {
		kind, v := t.asClauses()
		if v.level == no || kind != "" && !slices.Contains(kinds, kind) {
			return verdict{}
		}
		if kind == "" && kinds[0] != "cnf" { // only comments
			return verdict{}
		}
		return v
	}
}

// headers are the kinds in "p KIND NUMBER…", with the smallest and largest number of numbers.
var headers = map[string][2]int{
	"cnf": {2, 2}, "pcnf": {3, 3}, "wcnf": {2, 3}, "cnf+": {2, 2}, "knf": {2, 2}, "pmc": {2, 2}, "xcnf": {2, 2}, "xnf": {2, 2},
	"inccnf": {0, 0}, "icnf": {0, 0}, "dnf": {2, 2}, "sat": {1, 1}, "satx": {1, 1}, "sate": {1, 1}, "satex": {1, 1},
	"edge": {2, 2}, "col": {2, 2}, "max": {2, 2}, "min": {2, 2}, "sp": {2, 2}, "asn": {2, 2}, "tw": {2, 2}, "td": {2, 2},
}

// clauses matches a text with comments, a header and clauses, and returns the kind.
func (t *text) clauses() (kind string, v verdict) {
	comments := 0
	for i, l := range t.lines {
		switch first := l.words[0]; {
		case kind == "" && first[0] == 'c':
			if first != "c" { // many readers accept it as a comment
				comments--
			}
			comments++
			if v.level == no && first == "c" {
				v = verdict{begins, 0, l.number}
			}
			v.lines++
		case kind == "" && first == "p" && len(l.words) > 1:
			numbers, known := headers[l.words[1]]
			if !known {
				return t.otherHeader(l, v)
			}
			kind = l.words[1]
			if !isHeader(l.words[2:], numbers) {
				// It is a header with wrong numbers, or a line of names.
				return kind, verdict{max(v.level, begins), i + 1, l.number}
			}
			v = verdict{fits, i + 1, l.number}
		case kind == "":
			if comments == 0 {
				return "", verdict{}
			}
			return "", v
		default:
			kind, v = t.body(kind, i, v)
			return kind, v
		}
	}
	if kind == "" && !t.Whole && v.level == begins && comments > 0 {
		v.level = fits // nothing but comments in the examined part
	}
	return kind, v
}

// otherHeader returns the kind and the verdict of a line "p KIND …" with an unknown kind. If
// numbers follow or the file's name is that of DIMACS, it is a header. Otherwise the verdict is v,
// because p may be an item of an exact cover.
func (t *text) otherHeader(l line, v verdict) (kind string, of verdict) {
	switch {
	case ended(t.File, []string{".cnf", ".dimacs", ".pcnf"}):
		return l.words[1], verdict{fits, v.lines + 1, l.number}
	case len(l.words) > 2 && isHeader(l.words[2:], [2]int{1, len(l.words)}):
		return l.words[1], verdict{marked, v.lines + 1, l.number}
	}
	return "", v
}

// fitsOtherDIMACS matches DIMACS with a header of an unknown kind.
func fitsOtherDIMACS(t *text) verdict {
	kind, v := t.asClauses()
	if _, known := headers[kind]; known || kind == "" || kind == "qcnf" {
		return verdict{}
	}
	return v
}

func isHeader(words []string, numbers [2]int) bool {
	if len(words) < numbers[0] || len(words) > numbers[1] {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return strings.Trim(w, "0123456789") != "" })
}

// body matches the lines after the header; from is the first.
func (t *text) body(kind string, from int, v verdict) (string, verdict) {
	plain := kind == "cnf" || kind == "pcnf" || kind == "pmc"
	for _, l := range t.lines[from:] {
		first := l.words[0]
		switch {
		case first[0] == 'c':
		case first[0] == '%':
			return kind, v
		case plain && (first == "x" || first[0] == 'x' && isLiteral(first[1:])) && areLiterals(l.words[1:]):
		case plain && (first == "a" || first == "e" || first == "d") && areLiterals(l.words[1:]):
			return "qcnf", verdict{fits, v.lines, l.number}
		case kind == "pcnf" && first == "vp":
		case plain && !areLiterals(l.words):
			v.level = marked
			return kind, v
		case !plain:
			return kind, v // not supported: the header is enough
		}
		v.lines++
	}
	return kind, v
}

func isLiteral(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil && word[0] != '+'
}

// areLiterals reports whether the words up to a comment are numbers.
func areLiterals(words []string) bool {
	for _, w := range words {
		if w == "c" {
			return true
		}
		if !isLiteral(w) {
			return false
		}
	}
	return true
}

// fitsWCNF matches MaxSAT: a header p wcnf, or lines that begin with h.
func fitsWCNF(t *text) verdict {
	if kind, v := t.asClauses(); kind != "" {
		if kind == "wcnf" {
			return v
		}
		return verdict{}
	}
	v, hard := t.asWeighted()
	if v.at = max(v.at, hard); hard == 0 && !ended(t.File, []string{".wcnf"}) && !t.startsWithWeights() {
		return verdict{}
	}
	return v
}

// startsWithWeights reports whether each line can begin with the weight of a soft clause.
func (t *text) startsWithWeights() bool {
	for _, l := range t.withoutComments("c") {
		if w := l.words[0]; len(l.words) < 2 || !isDigits(w) || strings.Trim(w, "0") == "" {
			return false
		}
	}
	return true
}

// fitsHeadless matches clauses without a header.
func fitsHeadless(t *text) verdict {
	if v, hard := t.asWeighted(); hard == 0 {
		return v
	}
	return verdict{}
}

// weighted matches lines of numbers that end with 0 and may begin with an h, and returns the first
// line with an h.
func (t *text) weighted() (v verdict, hard int) {
	rest := t.lines
	for len(rest) > 0 && rest[0].words[0] == "c" {
		rest = rest[1:]
	}
	for _, l := range rest {
		literals := l.words
		switch {
		case literals[0] == "c":
			continue
		case literals[0] == "h":
			literals = literals[1:]
			if hard == 0 {
				hard = l.number
			}
		}
		if len(literals) == 0 || literals[len(literals)-1] != "0" || slices.ContainsFunc(literals, func(w string) bool { return !isNumber(w) }) {
			return v, hard
		}
		if v.level == no {
			v = verdict{begins, 0, l.number}
		}
		v.lines++
	}
	if v.level == begins {
		v.level = fits
	}
	return v, hard
}

// isNumber reports whether a word is an integer of any size.
func isNumber(word string) bool {
	digits := strings.TrimPrefix(word, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}
