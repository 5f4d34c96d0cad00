package explain

import (
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/internal/table"
)

// Words returns a conflict in one sentence: which pieces attack each other, on which line no piece
// fits, or which lines share too few others.
func (s *System) Words(set []int) string {
	by := map[Kind][]Statement{}
	for _, k := range set {
		st := s.Statements[k]
		by[st.Kind] = append(by[st.Kind], st)
	}
	given, closed, least, most := by[Given], by[Closed], by[AtLeast], by[AtMost]
	if !s.Problem.HasBoard() {
		return fmt.Sprintf("these %s contradict each other: %s", table.Plural(len(set), "statement"), names(append(append(least, most...), by[Rule]...)))
	}
	piece := s.piece()
	with := ""
	if len(given) > 0 {
		with = fmt.Sprintf("with %s ", names(given))
	}
	switch {
	case len(given) == 2 && len(least)+len(closed) == 0:
		on := ""
		if len(most) == 1 {
			on = " on " + lineName(most[0].Name)
		}
		return fmt.Sprintf("%s and %s attack each other%s", given[0].Name, given[1].Name, on)
	case len(given) == 1 && len(closed) == 1 && len(set) == 2:
		return fmt.Sprintf("the given %s stands on %s, which has no piece", given[0].Name, closedNames(closed))
	case len(least) == 1:
		return fmt.Sprintf("%sno %s fits on %s%s", with, piece, lineName(least[0].Name), because(closed))
	case len(least) > len(most) && len(most) > 0 && len(given)+len(by[Rule]) == 0 && sameDirection(least) && sameDirection(most):
		return fmt.Sprintf("%s share %s: %s have open squares only on %s", plural(least), plural(most), lineNames(least), lineNames(most))
	}
	lines := append(slices.Clone(least), most...)
	text := fmt.Sprintf("%snot all of %s can have their pieces", with, lineNames(least))
	if len(least) == 0 {
		text = fmt.Sprintf("%sthe bounds of %s contradict each other", with, lineNames(lines))
	}
	return text + because(closed)
}

// piece returns the name of the problem's piece, "queen" for Q.
func (s *System) piece() string {
	names := map[byte]string{'Q': "queen", 'S': "superqueen", 'R': "rook", 'B': "bishop", 'N': "knight", 'K': "king"}
	if name, known := names[s.Problem.Family.Letter()]; known {
		return name
	}
	return "piece"
}

// because returns the closed squares of a conflict as the end of a sentence.
func because(closed []Statement) string {
	if len(closed) == 0 {
		return ""
	}
	return ", because of " + closedNames(closed)
}

// closedNames returns closed squares: up to a dozen by name, otherwise their number.
func closedNames(closed []Statement) string {
	const most = 12
	if len(closed) > most {
		return table.Plural(len(closed), "blocked square")
	}
	var squares, diagonals []Statement
	for _, st := range closed {
		if strings.HasPrefix(st.Name, "diagonal ") {
			diagonals = append(diagonals, st)
		} else {
			squares = append(squares, st)
		}
	}
	var parts []string
	if len(squares) == 1 {
		parts = append(parts, "the blocked square "+squares[0].Name)
	} else if len(squares) > 1 {
		parts = append(parts, "the blocked squares "+names(squares))
	}
	for _, d := range diagonals {
		parts = append(parts, "the excluded "+d.Name)
	}
	return strings.Join(parts, " and ")
}

// lineName returns the name of a line for a sentence: a diagonal by its squares' sum or difference.
func lineName(name string) string {
	switch direction(name) {
	case "sum", "diff":
		return "diagonal " + strings.Replace(name, " ", ":", 1)
	case "block":
		return "the squares " + strings.TrimPrefix(name, "block ")
	}
	return name
}

// plural returns the number of lines of a direction: "12 ranks".
func plural(lines []Statement) string { return table.Plural(len(lines), direction(lines[0].Name)) }

func sameDirection(lines []Statement) bool {
	return !slices.ContainsFunc(lines, func(st Statement) bool { return direction(st.Name) != direction(lines[0].Name) })
}

// lineNames returns the names of lines by direction: "ranks 1, 2 and 3 and file b".
func lineNames(lines []Statement) string {
	var order []string
	by := map[string][]string{}
	for _, l := range lines {
		word, rest, _ := strings.Cut(lineName(l.Name), " ")
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
		if word != "the" && len(list) > 1 {
			word += "s"
		}
		parts = append(parts, word+" "+and(list))
	}
	return and(parts)
}

func names(list []Statement) string {
	var words []string
	for _, st := range list {
		words = append(words, st.Name)
	}
	return and(words)
}

// and returns words with commas and a last "and".
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Sentence returns a statement as a sentence.
func (s *System) Sentence(k int) string {
	st := s.Statements[k]
	if !s.Problem.HasBoard() {
		return st.Name
	}
	switch st.Kind {
	case Given:
		return "a piece stands on " + st.Name
	case Closed:
		return st.Name + " has no piece"
	case AtLeast:
		return fmt.Sprintf("%s has at least %s", lineName(st.Name), table.Plural(st.line.Min, s.piece()))
	case AtMost:
		return fmt.Sprintf("%s has at most %s", lineName(st.Name), table.Plural(st.line.Max, s.piece()))
	}
	return "not both of " + st.Name
}

// Squares returns the squares of the statements of a kind.
func (s *System) Squares(set []int, kind Kind) (list []nqueens.Square) {
	seen := map[nqueens.Square]bool{}
	for _, k := range set {
		if st := s.Statements[k]; st.Kind == kind {
			for _, sq := range st.Squares {
				if !seen[sq] {
					seen[sq] = true
					list = append(list, sq)
				}
			}
		}
	}
	return list
}
