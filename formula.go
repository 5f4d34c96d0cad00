package nqueens

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Formula is a problem without a board, read from a file: clauses, linear constraints, or an exact
// cover. Its placements are numbered from 1, as its text numbers its variables (or options). A
// solution lists the chosen ones.
type Formula struct {
	Name   string // the file's name, without its folder
	Digest string // the first 16 hexadecimal digits of the SHA-256 of its text
	Format string // "dimacs", "opb" or "cover"; "" until the formula has been read
	Path   string // the path from which it can be read again; "" if not known
	// Choices are the texts of placements that have more than a number, such as the items of an
	// option.
	Choices []string
	// Names are the names of the variables 1, 2, … in the text; nil if each is Prefix followed by
	// its number.
	Names  []string
	Prefix string // "x" in OPB, "" in DIMACS
	// Goal is the objective's goal; NoGoal if the text has no objective.
	Goal Goal
	// Turned is set if the text has the objective with all signs changed, to be minimised: the most
	// pieces are written as the smallest sum of −1 for each.
	Turned bool
	// Scale relates the objective of the Model to that of the text; nil if their values are equal.
	Scale *Scale
	// Given are the literals that must be true, by the numbers of their variables: see Problem.Conditioned.
	Given []int
	// Squares are the squares that the first variables stand for, if the text states them.
	Squares []Square
	// Warnings describe faults of the text that leave its meaning clear.
	Warnings []string
	// Tautologies and Repeating are the numbers of clauses of the text that always hold, which the
	// Model omits, and of those that have a literal twice.
	Tautologies, Repeating int
	Soft                   int // number of soft clauses and constraints of the text
	Exclusive              int // number of rows of the text that state an exclusive-or
	// Numbered is the number of variables of the text; the Model's other variables were added when
	// it was read. It is 0 if it is not known.
	Numbered int
	model    *Model
	solver   *extender // finds values of the auxiliary placements to check solutions
}

// Formulas is the family of formulas. It has no boards and is in no Catalogue, since
// Catalogue.Parse always knows it.
var Formulas = &Family{
	Name:  "formula",
	About: "a formula or an exact cover from a file",
	Piece: 'X',
	Board: func(Problem) Board { return Board{} },
	Group: func(Problem) []Symmetry { return []Symmetry{Identity} },
}

// NewFormula makes a problem of a formula. All placements of the model must be variables.
func NewFormula(f Formula, m *Model) Problem {
	f.model, f.solver, f.Goal = m, newExtender(m), m.Objective.Goal
	f.solver.called = f.called
	return Problem{Family: Formulas, N: len(m.Placements) - m.Auxiliaries, Formula: &f}
}

// Read reports whether the formula itself is available, not only its name.
func (f *Formula) Read() bool { return f.model != nil }

// Weighted reports whether the formula gives its variables weights, so that the weights of
// solutions are summed instead of the solutions counted.
func (f *Formula) Weighted() bool { return f.model != nil && len(f.model.Weights) > 0 }

// Variables returns the numbers of the variables that are part of solutions, in order. The formula
// must have been read.
func (f *Formula) Variables() []int {
	var list []int
	for _, p := range f.model.Placements[:len(f.model.Placements)-f.model.Auxiliaries] {
		list = append(list, p.Variable)
	}
	slices.Sort(list)
	return list
}

// VariableName returns the name of a variable in the text.
func (f *Formula) VariableName(variable int) string {
	if i := variable - 1; i >= 0 && i < len(f.Names) {
		return f.Names[i]
	}
	return f.Prefix + strconv.Itoa(variable)
}

// called returns the text of a placement for messages.
func (f *Formula) called(p Placement) string { return f.VariableName(p.Variable) }

// ParseSolution parses the variables that are true, each by its name or its number, separated by
// commas or blanks. It also accepts the output of solvers, "v x1 -x2": a variable with - or ~
// before it is false.
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
				named = v > 0 && v <= maxCoordinate || v == 0 && i > 0 // 0 ends the lines of v
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

// Draw draws the board of the formula's squares, the highest rank first. X is a square whose
// variable is chosen in the solution; places without a square are blank.
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

// Drawable reports whether the formula states the squares of its variables, on a board that is not
// too large to draw.
func (f *Formula) Drawable() bool {
	return len(f.Squares) > 0 && !slices.ContainsFunc(f.Squares, func(s Square) bool { return max(s.File, s.Rank) >= MaxModelSize })
}

// text returns the name of the formula's problem.
func (f *Formula) text(n int) string {
	goal := ""
	if f.Goal != NoGoal {
		goal = fmt.Sprintf("goal=%v, ", f.Goal)
	}
	return fmt.Sprintf("%s(%s, variables=%d, %s%sdigest=%s)", Formulas.Name, f.plainName(), n, goal, f.givenText(), f.Digest)
}

// plainName returns the file's name without the characters that have a meaning in the names of
// problems.
func (f *Formula) plainName() string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(",()=+ \t\r\n", r) {
			return '_'
		}
		return r
	}, f.Name)
}

// parseFormula parses what text wrote, without the family and the brackets. The result has a name
// but no model.
func parseFormula(inside string) (Problem, error) {
	parts := strings.Split(inside, ",")
	goal := NoGoal
	var given []int
	if n := len(parts); n > 3 {
		var ok bool
		if given, ok = parseGiven(parts[n-2]); ok {
			parts = slices.Delete(parts, n-2, n-1)
		}
	}
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
			return Problem{Family: Formulas, N: n, Formula: &Formula{Name: strings.TrimSpace(parts[0]), Digest: digest, Goal: goal, Given: given}}, nil
		}
	}
	return Problem{}, errors.New("a formula is named by its file, variables=NUMBER and digest=DIGITS")
}

// validateFormula returns an error for constraints that a formula cannot have.
func (p Problem) validateFormula() error {
	switch {
	case p.laidDown() > 0:
		return errors.New("a formula has no squares: nothing can be given, blocked or excluded")
	case p.Pieces != nil:
		return errors.New("a formula has no pieces, so their number cannot be set")
	case p.Symmetric != Identity:
		return errors.New("a formula has no board, so no symmetry can be required")
	case p.Family != Formulas:
		return fmt.Errorf("a formula has no family, so %s does not apply", p.Family.Name)
	}
	return nil
}

// errUnread is the error for a formula of which only the name is known.
func (f *Formula) errUnread() error {
	return fmt.Errorf("the formula %s has not been read", f.Name)
}

// check decides whether the variables are exactly those chosen in a solution.
func (f *Formula) check(s Solution) error {
	if !f.Read() {
		return f.errUnread()
	}
	return f.solver.check(s)
}

// counted returns the value of the objective for a choice of variables.
func (f *Formula) counted(s Solution) int {
	chosen := f.solver.completed(s)
	return f.model.Objective.Value(func(i int) bool { return chosen[i] })
}

// within returns the formula without its objective and with the constraint that the objective's
// value is in the range.
func (f *Formula) within(r Range) *Formula {
	m := *f.model
	m.Objective, m.Then = Objective{}, nil
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

// bounds returns sums that require a value of the objective in the range; span is the range of
// possible values.
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
	// The weight of the terms is the distance of a choice from the worst one.
	if r.Min > span.Min {
		atLeast(1, r.Min-span.Min)
	}
	if r.Max < span.Max {
		atLeast(-1, span.Max-r.Max)
	}
	return sums
}
