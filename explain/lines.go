package explain

import (
	"fmt"
	"slices"
	"strings"

	"nqueens/internal/table"
)

// isTotal reports whether a line is about the number of all pieces, or of all pieces of a kind.
func isTotal(name string) bool {
	return slices.Contains([]string{"pieces", "others", "pawns", "queens"}, name)
}

func notTotal(st Statement) bool { return !isTotal(st.Name) }

// piece returns the name of the problem's first kind of piece, "queen" for Q.
func (s *System) piece() string {
	names := map[byte]string{'Q': "queen", 'S': "superqueen", 'R': "rook", 'B': "bishop", 'N': "knight", 'K': "king"}
	if name, known := names[s.Problem.Family.Letter()]; known {
		return name
	}
	return "piece"
}

// kind returns the name of a kind of piece.
func (s *System) kind(letter byte) string {
	for _, kind := range s.Problem.Family.Kinds {
		if kind.Letter == letter {
			return kind.Name
		}
	}
	switch first := s.Problem.Family.Letter(); {
	case letter != 0:
	case first >= '0' && first <= '9':
		return string(first)
	case first == 'W':
		return "white queen"
	}
	return s.piece()
}

// noun returns the name of the pieces that a line counts: "piece" if they are of several kinds.
func (s *System) noun(st Statement) string {
	letters := map[byte]bool{}
	for _, i := range st.line.Placements {
		letters[s.model.Placements[i].Kind] = true
	}
	switch {
	case len(letters) > 1:
		return "piece"
	case len(letters) == 1:
		return s.kind(s.model.Placements[st.line.Placements[0]].Kind)
	}
	return s.piece()
}

// ofEachKind reports whether a line bounds the number of pieces of each kind, which are equal.
func (s *System) ofEachKind(st Statement) bool {
	if !isTotal(st.Name) {
		return false
	}
	for _, l := range s.model.Lines {
		if l.Name == "others" {
			return true
		}
	}
	return false
}

// ofKind returns a number of the pieces that a line counts: "3 pawns", "3 pieces of each kind".
func (s *System) ofKind(st Statement, n int) string {
	if s.ofEachKind(st) {
		return table.Plural(n, "piece") + " of each kind"
	}
	return table.Plural(n, s.noun(st))
}

// allDo returns the least numbers of pieces with the verb: "5 queens and 1 pawn do".
func (s *System) allDo(least []Statement) string {
	var parts []string
	for _, st := range least {
		if part := s.ofKind(st, st.line.Min); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	if len(parts) == 1 && least[0].line.Min == 1 {
		return parts[0] + " does"
	}
	return and(parts) + " do"
}

// withAtMost returns the largest numbers of all pieces of a kind as a part of a sentence.
func (s *System) withAtMost(most []Statement) string {
	var parts []string
	for _, st := range most {
		if isTotal(st.Name) {
			parts = append(parts, s.ofKind(st, st.line.Max))
		}
	}
	if parts == nil {
		return ""
	}
	return " with at most " + and(parts)
}

// fits returns the name of the piece that a line needs.
func (s *System) fits(st Statement) string {
	if digit, _, is := digitOn(st); is {
		return digit
	}
	return s.noun(st)
}

// bound returns the bound of a line as a sentence.
func (s *System) bound(st Statement, atLeast string, n int) string {
	if isTotal(st.Name) {
		verb := "there are"
		if n == 1 {
			verb = "there is"
		}
		return fmt.Sprintf("%s %s %s", verb, atLeast, table.Plural(n, s.noun(st)))
	}
	if digit, line, is := digitOn(st); is {
		often := "once"
		if n != 1 {
			often = table.Plural(n, "time")
		}
		return fmt.Sprintf("%s stands %s %s on %s", digit, atLeast, often, line)
	}
	return fmt.Sprintf("%s %s %s", has(s.lineName(st)), atLeast, table.Plural(n, s.noun(st)))
}

// has adds the verb to the name of a line.
func has(line string) string {
	if strings.HasPrefix(line, "the squares ") {
		return line + " have"
	}
	return line + " has"
}

// digitOn divides the title of a line for a digit, "4 on diagonal a4–d1", into the digit and the line.
func digitOn(st Statement) (digit, line string, is bool) { return strings.Cut(st.title, " on ") }

// sameDigit returns the digit that all lines are about, if they are all about one.
func sameDigit(lines []Statement) (digit string, same bool) {
	digit, _, same = digitOn(lines[0])
	for _, st := range lines {
		other, _, is := digitOn(st)
		same = same && is && other == digit
	}
	return digit, same
}

// lineName returns the name of a line for a sentence.
func (s *System) lineName(st Statement) string {
	if isTotal(st.Name) {
		return "the number of " + s.noun(st) + "s"
	}
	if digit, line, is := digitOn(st); is {
		return "digit " + digit + " on " + line
	}
	return st.title
}

// onLines returns lines with their preposition: "on rank 1", "in region A".
func (s *System) onLines(lines []Statement) string {
	if direction(lines[0].Name) == "region" {
		return "in " + s.lineNames(lines)
	}
	return "on " + s.lineNames(lines)
}

// mostNamed is the number of lines of a direction, or of closed squares, that a sentence names.
const mostNamed = 12

// lineNames returns the names of lines by direction: "ranks 1, 2 and 3 and file b". Of a direction with
// many lines it states their number.
func (s *System) lineNames(lines []Statement) string {
	var order []string
	by := map[string][]string{}
	_, oneDigit := sameDigit(lines)
	for _, l := range lines {
		name := s.lineName(l)
		if oneDigit {
			_, name, _ = digitOn(l)
		}
		word, rest, _ := strings.Cut(name, " ")
		if by[word] == nil {
			order = append(order, word)
		}
		by[word] = append(by[word], rest)
	}
	var parts []string
	for _, word := range order {
		list := by[word]
		slices.SortFunc(list, func(a, b string) int {
			if len(a) != len(b) {
				return len(a) - len(b)
			}
			return strings.Compare(a, b)
		})
		if len(list) > mostNamed && word != "the" {
			if word == "digit" {
				parts = append(parts, fmt.Sprintf("%d lines of digits", len(list)))
				continue
			}
			parts = append(parts, fmt.Sprintf("%d %ss", len(list), word))
			continue
		}
		if word != "the" && len(list) > 1 {
			word += "s"
		}
		parts = append(parts, word+" "+and(list))
	}
	return and(parts)
}
