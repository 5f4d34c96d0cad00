package nqueens

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseLiterals parses literals of the formula, separated by commas or blanks: the number or the name of a variable, with - or ~
// before it if the variable is false. It returns an error for a variable that the formula does not have.
func (f *Formula) ParseLiterals(text string) (literals []int, err error) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) }) {
		name := strings.TrimLeft(word, "-~")
		v := slices.Index(f.Names, name) + 1
		if v == 0 {
			if v, err = strconv.Atoi(strings.TrimPrefix(name, f.Prefix)); err != nil {
				return nil, fmt.Errorf("%q is not a literal of %s: write numbers of variables, as in 3,-5", word, f.Name)
			}
		}
		if name != word {
			v = -v
		}
		literals = append(literals, v)
	}
	return literals, nil
}

// Conditioned returns the problem of a formula with the condition that some literals are true: numbers of variables, negative if the variable is false. The
// formula must have been read. It returns an error for a variable that the formula does not have, and for two literals that contradict each other.
func (p Problem) Conditioned(literals []int) (Problem, error) {
	if p.HasBoard() {
		return p, errors.New("a board has squares instead of literals")
	}
	if len(literals) == 0 {
		return p, nil
	}
	if !p.Formula.Read() {
		return p, p.Formula.errUnread()
	}
	f, m := *p.Formula, *p.Formula.model
	index := make(map[int]int, len(m.Placements))
	largest := 0
	for i, placement := range m.Placements {
		if text := cmp.Or(len(f.Choices), f.Numbered); text == 0 || placement.Variable <= text { // the others are not in the text
			index[placement.Variable] = i
			largest = max(largest, placement.Variable)
		}
	}
	given := slices.Clone(f.Given)
	m.Clauses = slices.Clip(m.Clauses)
	for _, l := range literals {
		v := max(l, -l)
		i, known := index[v]
		switch {
		case !known:
			return p, fmt.Errorf("%d: %s has the variables 1 to %d", l, f.Name, largest)
		case slices.Contains(given, -l):
			return p, fmt.Errorf("%d and %d: %s cannot be both true and false", -l, l, f.VariableName(v))
		case slices.Contains(given, l):
			continue
		}
		given = append(given, l)
		literal := Chosen(i)
		if l < 0 {
			literal = NotChosen(i)
		}
		m.Clauses = append(m.Clauses, Clause{Name: fmt.Sprintf("given %d", l), Literals: []Literal{literal}})
	}
	slices.SortFunc(given, func(a, b int) int { return max(a, -a) - max(b, -b) })
	f.Given = given
	f.model, f.solver = &m, newExtender(&m)
	f.solver.called = f.called
	p.Formula = &f
	return p, nil
}

// givenText returns the condition in the name of a problem, or "".
func (f *Formula) givenText() string {
	if len(f.Given) == 0 {
		return ""
	}
	words := make([]string, len(f.Given))
	for i, l := range f.Given {
		words[i] = strconv.Itoa(l)
	}
	return "given=" + strings.Join(words, "+") + ", "
}

// parseGiven parses what givenText wrote, without the comma.
func parseGiven(text string) (given []int, ok bool) {
	list, ok := strings.CutPrefix(strings.TrimSpace(text), "given=")
	if !ok {
		return nil, false
	}
	for word := range strings.SplitSeq(list, "+") {
		l, err := strconv.Atoi(word)
		if err != nil || l == 0 {
			return nil, false
		}
		given = append(given, l)
	}
	return given, true
}
