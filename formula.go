package nqueens

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Formula is a problem that has nothing to do with a board, read from a file:
// clauses, linear constraints, an exact cover. Its placements are numbered from
// 1, as its text numbers its variables (or options). A solution lists those that
// are chosen.
type Formula struct {
	Name   string // the file's, without its folder
	Digest string // the first 16 hexadecimal digits of the SHA-256 of its text
	Format string // "dimacs", "opb" or "cover"; "" until it has been read
	Path   string // where it can be read again; "" where that is not known
	// Choices are the texts of the placements where they have any beyond their
	// number: the items of an option.
	Choices []string
	// Names are the names that variables 1, 2, … have in the text; nil where each is called
	// Prefix and its number.
	Names  []string
	Prefix string // "x" in OPB, "" in DIMACS
	// Goal is what the solutions are best at, NoGoal where the text asks for no more than
	// that they hold.
	Goal Goal
	// Turned says that the text has the objective with all signs turned, to be as small as
	// can be: the most pieces are written as the fewest times −1.
	Turned bool
	// Squares are those that the first variables stand for, where the text says so.
	Squares []Square
	// Warnings are what is wrong with the text, though its meaning is clear.
	Warnings []string
	model    *Model
	solver   *extender // finds values for the auxiliary placements, to check solutions
}

// Formulas is the family of formulas. It has no boards, and stands in no Catalogue:
// Catalogue.Parse knows it always.
var Formulas = &Family{
	Name:  "formula",
	About: "a formula or an exact cover from a file",
	Piece: 'X',
	Board: func(Problem) Board { return Board{} },
	Group: func(Problem) []Symmetry { return []Symmetry{Identity} },
}

// NewFormula makes a problem of a formula, whose model must be made of
// placements that are variables.
func NewFormula(f Formula, m *Model) Problem {
	f.model, f.solver, f.Goal = m, newExtender(m), m.Objective.Goal
	f.solver.called = f.called
	return Problem{Family: Formulas, N: len(m.Placements) - m.Auxiliaries, Formula: &f}
}

// Read reports whether the formula is at hand, not only its name.
func (f *Formula) Read() bool { return f.model != nil }

// Weighted reports whether the formula gives its variables weights, so that solutions are not counted but
// their weights summed.
func (f *Formula) Weighted() bool { return f.model != nil && len(f.model.Weights) > 0 }

// Variables lists the numbers of the variables that solutions are about, in
// order. The formula must have been read.
func (f *Formula) Variables() []int {
	var list []int
	for _, p := range f.model.Placements[:len(f.model.Placements)-f.model.Auxiliaries] {
		list = append(list, p.Variable)
	}
	slices.Sort(list)
	return list
}

// VariableName is the name that a variable has in the text.
func (f *Formula) VariableName(variable int) string {
	if i := variable - 1; i >= 0 && i < len(f.Names) {
		return f.Names[i]
	}
	return f.Prefix + strconv.Itoa(variable)
}

// called is the text of a placement in messages.
func (f *Formula) called(p Placement) string { return f.VariableName(p.Variable) }

// ParseSolution reads the variables that are true, each by its name or its number, with
// commas or blanks between them. What solvers print, "v x1 -x2", is read too: a variable with
// - or ~ before it is false.
func (f *Formula) ParseSolution(text string) (Solution, error) {
	numbers := make(map[string]int, len(f.Names))
	for i, name := range f.Names {
		numbers[name] = i + 1
	}
	var s Solution
	for i, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) }) {
		name := strings.TrimLeft(word, "-~")
		v, named := numbers[name]
		if _, err := strconv.Atoi(name); !named && (err == nil || f.Names == nil) {
			if v, err = strconv.Atoi(strings.TrimPrefix(name, f.Prefix)); err == nil {
				named = v > 0 && v <= maxCoordinate || v == 0 && i > 0 // which ends the lines of v
			}
		}
		switch {
		case i == 0 && word == "v" && !named:
		case !named:
			return nil, fmt.Errorf("%q: %s has no such variable", word, f.Name)
		case name == word && v > 0:
			s = append(s, Placement{Variable: v})
		}
	}
	s.Sort()
	return s, nil
}

// Draw draws the board that the formula's squares make, highest rank first: X is a square
// whose variable is chosen in the solution, and what is no square is blank.
func (f *Formula) Draw(s Solution) string {
	files, ranks := 0, 0
	for _, square := range f.Squares {
		files, ranks = max(files, square.File+1), max(ranks, square.Rank+1)
	}
	rows := make([][]byte, ranks)
	for i := range rows {
		rows[i] = bytes.Repeat([]byte{' '}, 2*files-1)
	}
	mark := func(variable int, letter byte) {
		if at := variable - 1; at >= 0 && at < len(f.Squares) {
			rows[ranks-1-f.Squares[at].Rank][2*f.Squares[at].File] = letter
		}
	}
	for variable := range f.Squares {
		mark(variable+1, '.')
	}
	for _, chosen := range s {
		mark(chosen.Variable, byte(Formulas.Piece))
	}
	var b strings.Builder
	for _, row := range rows {
		b.Write(bytes.TrimRight(row, " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// Drawable reports whether the formula says which squares its variables stand for, on a
// board that is not too large to draw.
func (f *Formula) Drawable() bool {
	return len(f.Squares) > 0 && !slices.ContainsFunc(f.Squares, func(s Square) bool { return max(s.File, s.Rank) >= MaxModelSize })
}

// text is the formula's part of a problem's name.
func (f *Formula) text(n int) string {
	goal := ""
	if f.Goal != NoGoal {
		goal = fmt.Sprintf("goal=%v, ", f.Goal)
	}
	return fmt.Sprintf("%s(%s, variables=%d, %sdigest=%s)", Formulas.Name, f.plainName(), n, goal, f.Digest)
}

// plainName is the file's name without what a problem's name is made of.
func (f *Formula) plainName() string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(",()=+ \t\r\n", r) {
			return '_'
		}
		return r
	}, f.Name)
}

// parseFormula reads what text wrote, less the family and the brackets. What
// it returns has a name and no model.
func parseFormula(inside string) (Problem, error) {
	parts := strings.Split(inside, ",")
	goal := NoGoal
	if len(parts) == 4 {
		for _, g := range []Goal{Fewest, Most} {
			if strings.TrimSpace(parts[2]) == "goal="+g.String() {
				goal, parts = g, slices.Delete(parts, 2, 3)
				break
			}
		}
	}
	if len(parts) == 3 {
		variables, okV := strings.CutPrefix(strings.TrimSpace(parts[1]), "variables=")
		digest, okD := strings.CutPrefix(strings.TrimSpace(parts[2]), "digest=")
		if n, err := strconv.Atoi(variables); okV && okD && err == nil && n >= 0 {
			return Problem{Family: Formulas, N: n, Formula: &Formula{Name: strings.TrimSpace(parts[0]), Digest: digest, Goal: goal}}, nil
		}
	}
	return Problem{}, errors.New("a formula is named by its file, variables=NUMBER and digest=DIGITS")
}

// validateFormula refuses what cannot be said of a formula.
func (p Problem) validateFormula() error {
	switch {
	case p.laidDown() > 0:
		return errors.New("a formula has no squares: nothing can be given, blocked or excluded")
	case p.Pieces != nil:
		return errors.New("a formula has no pieces whose number could be asked for")
	case p.Symmetric != Identity:
		return errors.New("a formula has no board whose symmetry could be asked for")
	case p.Family != Formulas:
		return fmt.Errorf("a formula is not of the family %s", p.Family.Name)
	}
	return nil
}

// errUnread is what a formula of which only the name is known says.
func (f *Formula) errUnread() error {
	return fmt.Errorf("the formula %s has not been read", f.Name)
}

// check decides whether the variables are those chosen in a solution.
func (f *Formula) check(s Solution) error {
	if !f.Read() {
		return f.errUnread()
	}
	return f.solver.check(s)
}

// counted is what a choice of variables comes to in the objective.
func (f *Formula) counted(s Solution) int {
	chosen := make(map[Placement]bool, len(s))
	for _, p := range s {
		chosen[p] = true
	}
	return f.model.Objective.Value(func(i int) bool { return chosen[f.model.Placements[i]] })
}

// within is the formula without its objective, of whose solutions only those are left that
// come to a value in the range in it.
func (f *Formula) within(r Range) *Formula {
	m := *f.model
	m.Objective = Objective{}
	goal := f.model.Objective
	span := goal.Span()
	switch plain := goal.Weights == nil; {
	case r.Min <= span.Min && r.Max >= span.Max:
	case plain:
		line := Line{Name: "the objective's bound", Min: max(r.Min-goal.Fixed, 0), Max: len(goal.Over), Placements: goal.Over}
		if r.Max < span.Max {
			line.Max = r.Max - goal.Fixed
		}
		m.Lines = append(slices.Clip(m.Lines), line)
	default:
		m.Sums = append(slices.Clip(m.Sums), goal.bounds(r, span)...)
	}
	out := *f
	out.model, out.solver, out.Goal = &m, newExtender(&m), NoGoal
	out.solver.called = f.called
	return &out
}

// bounds are sums that say that the objective has a value in the range; span is that of
// the values that it can have.
func (o Objective) bounds(r, span Range) (sums []Sum) {
	atLeast := func(sign int64, min int) {
		sum := Sum{Name: "the objective's bound", Min: int64(min)}
		for k, i := range o.Over {
			weight, l := sign*o.Weight(k), Chosen(i)
			if weight < 0 {
				weight, l = -weight, NotChosen(i)
			}
			sum.Terms = append(sum.Terms, Term{weight, l})
		}
		sums = append(sums, sum)
	}
	// What the terms weigh is how far a choice is from the worst one.
	if r.Min > span.Min {
		atLeast(1, r.Min-span.Min)
	}
	if r.Max < span.Max {
		atLeast(-1, span.Max-r.Max)
	}
	return sums
}
