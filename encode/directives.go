package encode

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nqueens/internal/suggest"
)

// A directive is a comment that model counters obey.
type directive struct {
	name string // its first words, such as "c p show"
	at   Place  // of its first word after the comment mark
}

// countingWords are the keywords after "c p" that ReadDIMACS reads. It ignores "c p optshow", which lists
// variables that the projection determines.
var countingWords = []string{"show", "weight", "optshow"}

// directive reads the rest of a comment and returns the directive that it consists of, or one without a
// name if the comment is other text. The current word is the first one after the comment mark.
func (s *scanner) directive() directive {
	d := directive{at: s.at}
	if s.is("c") { // "* c p show" in OPB
		if s.nextOnLine(); len(s.word) == 0 {
			return d
		}
		d.at = s.at
	}
	first := string(s.word)
	switch first {
	case "p":
		if !s.nextOnLine() {
			return d
		}
		keyword := string(s.word)
		if rest := s.restOfLine(); addresses(keyword, rest) || slices.Contains(countingWords, keyword) && len(rest) == 0 {
			d.name = "c p " + keyword
		}
	case "pshow", "pweight":
		if list(s.restOfLine(), isNumber) {
			d.name = "c " + first
		}
	case "ind", "project":
		rest := s.restOfLine()
		if list(rest, isVariable) && (rest[len(rest)-1] == "0" || first == "ind" && list(rest, isNumber)) {
			d.name = "c " + first
		}
	case "t":
		if rest := s.restOfLine(); len(rest) == 1 && slices.Contains(problemTypes, rest[0]) {
			d.name = "c t " + rest[0]
		}
	case "MUST":
		if rest := s.restOfLine(); len(rest) > 2 && rest[0] == "MULTIPLY" && rest[1] == "BY" && rest[2] != "1" {
			d.name = "c MUST MULTIPLY BY"
		}
	}
	return d
}

// longestRest bounds how many words of a comment are examined. Longer lists are cut.
const longestRest = 1000

// restOfLine returns the words of the line after the current one, without signs that are words of
// their own.
func (s *scanner) restOfLine() (words []string) {
	for s.nextOnLine() {
		if len(words) < longestRest && !s.is("+") && !s.is("-") {
			words = append(words, string(s.word))
		}
	}
	return words
}

// headerWords follow "c p" where a header has become a comment.
var headerWords = []string{"cnf", "cnf+", "pcnf", "wcnf", "knf", "xcnf", "dnf", "qcnf"}

// addresses reports whether the line "c p KEYWORD REST" is meant for a model counter and is not a sentence:
// the keyword is a word before numbers only, or a number follows a keyword that is known or similar to a
// known one.
func addresses(keyword string, rest []string) bool {
	if len(rest) == 0 || !isKeyword(keyword) || slices.Contains(headerWords, keyword) {
		return false
	}
	return list(rest, isNumber) || isNumber(rest[0]) && suggest.Nearest(keyword, countingWords) != ""
}

// list reports whether there are words and all satisfy the condition.
func list(words []string, is func(string) bool) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !is(w) })
}

// isKeyword reports whether a word consists of letters, dashes and underscores.
func isKeyword(word string) bool {
	return strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_") == ""
}

// isNumber reports whether a word is a number, with or without a point, or a fraction.
func isNumber(word string) bool {
	if over, under, ok := strings.Cut(word, "/"); ok {
		return isNumber(over) && isNumber(under)
	}
	_, err := strconv.ParseFloat(word, 64)
	return err == nil && strings.Trim(word, "+-.0123456789eE") == ""
}

// isVariable reports whether a word is a number or a name such as x12.
func isVariable(word string) bool {
	return isNumber(strings.TrimPrefix(word, "x"))
}

// wrongKeyword returns the error for a line "c p" with an unknown keyword.
func wrongKeyword(keyword string) string {
	return fmt.Sprintf(`%q is no keyword after "c p" %s; a line for people should begin otherwise`, keyword, suggest.Among(keyword, countingWords))
}

// refuseDirective returns an error if a comment in a format without directives for model counters is such a
// directive, because an answer without it would be another one. It reads the rest of the line. The
// current word is the first one after the comment mark.
func (s *scanner) refuseDirective(format string) error {
	d := s.directive()
	if d.name == "" {
		return nil
	}
	return s.wrongAt(d.at, "%s, which counts of models obey, has no meaning in %s: state the problem in DIMACS CNF, or leave the line out", d.name, format)
}
