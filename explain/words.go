package explain

import (
	"cmp"
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
		all := append(append(least, most...), by[Rule]...)
		if len(all) == 1 {
			return all[0].Name + cannotHold(all[0])
		}
		return fmt.Sprintf("these %s contradict each other: %s", table.Plural(len(set), s.part(all)), names(all))
	}
	with := ""
	if len(given) > 0 {
		with = fmt.Sprintf("with %s ", names(given))
	}
	switch {
	case len(given) == 2 && len(least)+len(closed) == 0:
		on := ""
		if len(most) == 1 {
			on = " " + s.onLines(most)
		}
		return fmt.Sprintf("%s and %s attack each other%s", given[0].Name, given[1].Name, on)
	case len(given) == 1 && len(closed) == 1 && len(set) == 2:
		return fmt.Sprintf("the given %s stands on %s", given[0].Name, closedNames(closed))
	case len(least)+len(most) == 0 && len(given) > 0 && len(by[Rule]) == 1:
		return fmt.Sprintf("%s break a rule: %s", names(given), s.rule(by[Rule][0]))
	case len(least)+len(most) == 0 && len(by[Rule]) == 1:
		return fmt.Sprintf("a rule cannot be fulfilled%s: %s", because(closed), s.rule(by[Rule][0]))
	case len(least)+len(most) == 0:
		return fmt.Sprintf("%s%d rules contradict each other%s", with, len(by[Rule]), because(closed))
	case len(least) > 0 && !slices.ContainsFunc(least, notTotal):
		return fmt.Sprintf("%s%s not fit on the board%s%s", with, s.allDo(least), s.withAtMost(most), because(closed))
	case len(least) == 0 && len(most) == 1 && isTotal(most[0].Name):
		return fmt.Sprintf("%s%s cannot fulfil all conditions%s", with, s.ofKind(most[0], most[0].line.Max), because(closed))
	case len(least) == 1:
		return fmt.Sprintf("%sno %s fits %s%s", with, s.fits(least[0]), s.onLines(least), because(closed))
	case len(least) > len(most) && len(most) > 0 && len(given)+len(by[Rule]) == 0 && sameDirection(least) && sameDirection(most):
		return fmt.Sprintf("%s share %s: %s have open squares only %s", plural(least), plural(most), s.lineNames(least), s.onLines(most))
	}
	lines := append(slices.Clone(least), most...)
	cannot := "cannot all"
	if len(least) == 2 {
		cannot = "cannot both"
	}
	text := fmt.Sprintf("%s%s %s have %s", comma(with), s.lineNames(least), cannot, s.theirs(least))
	if len(least) == 0 || slices.ContainsFunc(least, func(st Statement) bool { return isTotal(st.Name) }) {
		text = fmt.Sprintf("%sthe bounds of %s contradict each other", with, s.lineNames(lines))
	}
	return text + because(closed)
}

// comma puts a comma behind the first part of a sentence.
func comma(with string) string {
	if with == "" {
		return ""
	}
	return strings.TrimSpace(with) + ", "
}

// theirs returns what some lines need: "a queen", or "their queens" if a line needs several.
func (s *System) theirs(least []Statement) string {
	if slices.ContainsFunc(least, func(st Statement) bool { return st.line.Min > 1 }) {
		return "their " + s.shared(least) + "s"
	}
	return "a " + s.shared(least)
}

// shared returns the name of the pieces that all lines need: "piece" if they need different ones.
func (s *System) shared(least []Statement) string {
	if digit, same := sameDigit(least); same {
		return digit
	}
	name := s.noun(least[0])
	if slices.ContainsFunc(least, func(st Statement) bool { return s.noun(st) != name || strings.Contains(st.Name, " on ") }) {
		return "piece"
	}
	return name
}

// part returns the name of the statements of a formula: "clause" or "constraint".
func (s *System) part(all []Statement) string {
	if slices.ContainsFunc(all, func(st Statement) bool { return st.Kind != Rule || st.sum != nil }) {
		return "constraint"
	}
	return "clause"
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
	if len(closed) > mostNamed {
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

// plural returns the number of lines of a direction: "12 ranks".
func plural(lines []Statement) string { return table.Plural(len(lines), direction(lines[0].title)) }

func sameDirection(lines []Statement) bool {
	return !slices.ContainsFunc(lines, func(st Statement) bool { return direction(st.Name) != direction(lines[0].Name) })
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

// mostWritten is the number of literals or terms of a formula's statement that Sentence writes.
const mostWritten = 12

// Sentence returns a statement as a sentence. A short statement of a formula is written out.
func (s *System) Sentence(k int) string {
	st := s.Statements[k]
	if !s.Problem.HasBoard() {
		if text := s.formula(st); text != "" {
			return st.Name + ": " + text
		}
		return st.Name
	}
	switch st.Kind {
	case Given:
		return "a piece stands on " + st.Name
	case Closed:
		if strings.HasPrefix(st.Name, "diagonal ") {
			return st.Name + " is excluded"
		}
		return st.Name + " is blocked"
	case AtLeast:
		return s.bound(st, "at least", st.line.Min)
	case AtMost:
		return s.bound(st, "at most", st.line.Max)
	}
	return s.rule(st)
}

// rule returns a clause or a sum of a board as a sentence.
func (s *System) rule(st Statement) string {
	if square, attacked := strings.CutPrefix(st.Name, "attacked "); attacked {
		if s.stands(st, square) {
			return fmt.Sprintf("%s has a %s or is attacked by one", square, s.piece())
		}
		return fmt.Sprintf("%s must be attacked by a %s", square, s.piece())
	}
	if len(st.clauses) != 1 {
		return st.Name
	}
	var on, off []string
	for _, l := range st.clauses[0].Literals {
		if at := s.placement(l.Placement()); l.Positive() {
			on = append(on, at)
		} else {
			off = append(off, at)
		}
	}
	switch {
	case len(on)+len(off) == 0:
		return st.Name
	case len(on) == 0 && len(off) == 1:
		return "there cannot be " + off[0]
	case len(on) == 0 && len(off) == 2:
		return fmt.Sprintf("there cannot be both %s", and(off))
	case len(on) == 0:
		return fmt.Sprintf("there cannot be all of %s", and(off))
	case len(off) == 0:
		return "there is " + or(on)
	}
	return fmt.Sprintf("if there is %s, there is %s", and(off), or(on))
}

// stands reports whether the clause about an attacked square is also fulfilled by a piece on that square.
func (s *System) stands(st Statement, square string) bool {
	return slices.ContainsFunc(st.Squares, func(at nqueens.Square) bool { return at.String() == square })
}

// placement returns the text of a placement: "a queen on a1".
func (s *System) placement(i int) string {
	at := s.model.Placements[i]
	return fmt.Sprintf("a %s on %v", s.kind(at.Kind), at.Square)
}

// or returns words with commas and a last "or".
func or(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// formula writes a statement of a formula: "1 or −2", "x1 + 2 x2 ≥ 2". It returns "" for a long one.
func (s *System) formula(st Statement) string {
	literal := func(l nqueens.Literal) string {
		name := s.Problem.Formula.VariableName(s.model.Placements[l.Placement()].Variable)
		if !l.Positive() {
			return "−" + name
		}
		return name
	}
	var parts []string
	left := func() string { return cmp.Or(strings.Join(parts, " + "), "0") }
	switch {
	case st.sum != nil && len(st.sum.Terms) <= mostWritten:
		for _, t := range st.sum.Terms {
			if t.Weight == 1 {
				parts = append(parts, literal(t.Literal))
			} else {
				parts = append(parts, fmt.Sprintf("%d %s", t.Weight, literal(t.Literal)))
			}
		}
		return fmt.Sprintf("%s ≥ %d", left(), st.sum.Min)
	case st.line != nil && len(st.line.Placements) <= mostWritten:
		for _, i := range st.line.Placements {
			parts = append(parts, literal(nqueens.Chosen(i)))
		}
		if st.Kind == AtLeast {
			return fmt.Sprintf("%s ≥ %d", left(), st.line.Min)
		}
		return fmt.Sprintf("%s ≤ %d", left(), st.line.Max)
	case isEmpty(st):
		return "empty"
	case len(st.clauses) == 1 && len(st.clauses[0].Literals) <= mostWritten:
		for _, l := range st.clauses[0].Literals {
			parts = append(parts, literal(l))
		}
		return strings.Join(parts, " or ")
	}
	return ""
}

// isEmpty reports whether a statement is a clause without literals.
func isEmpty(st Statement) bool { return len(st.clauses) == 1 && len(st.clauses[0].Literals) == 0 }

// cannotHold returns the end of a sentence about a statement of a formula that cannot be fulfilled.
func cannotHold(st Statement) string {
	if isEmpty(st) {
		return " is empty"
	}
	return " cannot be fulfilled"
}

// Ordered returns the statements of a conflict in the order in which a reader expects them: given
// pieces, closed squares, then lines by direction and number, each with its least before its largest
// number of pieces.
func (s *System) Ordered(set []int) []int {
	order := slices.Clone(set)
	if !s.Problem.HasBoard() {
		return order
	}
	rank := func(st Statement) int {
		switch st.Kind {
		case AtLeast, AtMost:
			return 2
		case Rule:
			return 3
		}
		return int(st.Kind)
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := s.Statements[i], s.Statements[j]
		if c := cmp.Compare(rank(a), rank(b)); c != 0 || rank(a) != 2 {
			return c
		}
		return cmp.Or(cmp.Compare(slices.Index(directions, direction(a.Name)), slices.Index(directions, direction(b.Name))),
			cmp.Compare(len(a.Name), len(b.Name)), strings.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
	})
	return order
}

// directions are the directions of lines in the order in which Ordered lists them, after all others.
var directions = []string{"rank", "file", "region", "sum", "diff", "block"}

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
