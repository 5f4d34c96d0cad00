package nqueens

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Problem is a member of a family with its size and what is laid down
// beforehand. It is a plain value; Validate says whether it makes sense.
type Problem struct {
	Family   *Family
	N        int        // squares a side; of a Formula, the variables that its solutions are about
	Given    []Square   // a piece must stand here
	Blocked  []Square   // no piece may stand here, though attacks pass over it
	Excluded []Diagonal // no piece may stand on these
	// Symmetric asks for solutions that this symmetry maps to themselves. The
	// identity, its zero value, asks for nothing.
	Symmetric Symmetry
	// Formula is what the problem is where it has no board; nil otherwise. Its
	// Family is then Formulas.
	Formula *Formula
}

// HasBoard reports whether the problem is about pieces on a board, and no Formula.
func (p Problem) HasBoard() bool { return p.Formula == nil }

// Bare reports whether every solution of the family's board is one: nothing is
// laid down beforehand and no symmetry is asked for.
func (p Problem) Bare() bool {
	return p.HasBoard() && len(p.Given) == 0 && len(p.Blocked) == 0 && len(p.Excluded) == 0 && p.Symmetric == Identity
}

// SymmetricUnder is the problem of those solutions that g maps to themselves.
func (p Problem) SymmetricUnder(g Symmetry) Problem {
	p.Symmetric = g
	return p
}

// String names the problem: queens(8), queens(20, given=a1+c2, excluded=sum:7),
// queens(12, symmetric=half-turn). A formula's name has its file and a digest.
// ParseProblem reads it back, and equal problems have equal names.
func (p Problem) String() string {
	if !p.HasBoard() {
		return p.Formula.text(p.N)
	}
	return p.text(part("given", sortedSquares(p.Given)) + part("blocked", sortedSquares(p.Blocked)) +
		part("excluded", sortedDiagonals(p.Excluded)))
}

// text is the problem's name, with what is laid down beforehand.
func (p Problem) text(laid string) string {
	if p.Symmetric != Identity {
		laid += ", symmetric=" + p.Symmetric.String()
	}
	return fmt.Sprintf("%s(%d%s)", p.Family.Name, p.N, laid)
}

// mostNamed is how many squares and diagonals Short names.
const mostNamed = 12

// Short names the problem for a message: as String does, or where much is laid
// down by how much: queens(2543, 300 given, 5 excluded).
func (p Problem) Short() string {
	if len(p.Given)+len(p.Blocked)+len(p.Excluded) <= mostNamed {
		return p.String()
	}
	number := func(n int, name string) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprintf(", %d %s", n, name)
	}
	return p.text(number(len(p.Given), "given") + number(len(p.Blocked), "blocked") + number(len(p.Excluded), "excluded"))
}

// part is a list in a problem's name: ", given=a1+c2".
func part[T fmt.Stringer](name string, list []T) string {
	var b strings.Builder
	sign := ", " + name + "="
	for _, one := range list {
		b.WriteString(sign + one.String())
		sign = "+"
	}
	return b.String()
}

func sortedSquares(squares []Square) []Square {
	return slices.Compact(slices.SortedFunc(slices.Values(squares), compareSquares))
}

// ParseProblem reads what String writes; spaces do not matter. Of a formula it
// makes a problem that knows its name only. Families beside those of this package
// are known if they are given.
func ParseProblem(text string, more ...*Family) (Problem, error) {
	fail := func(err error) (Problem, error) {
		return Problem{}, fmt.Errorf("problem %q: %w", text, err)
	}
	name, inside, ok := strings.Cut(strings.TrimSpace(text), "(")
	inside, closed := strings.CutSuffix(inside, ")")
	if !ok || !closed {
		return fail(errors.New("write it as queens(8) or queens(8, given=a1+c2)"))
	}
	if strings.TrimSpace(name) == Formulas.Name {
		p, err := parseFormula(inside)
		if err != nil {
			return fail(err)
		}
		return p, nil
	}
	family, err := FamilyNamed(strings.TrimSpace(name), more...)
	if err != nil {
		return fail(err)
	}
	parts := strings.Split(inside, ",")
	p := Problem{Family: family}
	if p.N, err = strconv.Atoi(strings.TrimSpace(parts[0])); err != nil {
		return fail(fmt.Errorf("size %q is not a number", strings.TrimSpace(parts[0])))
	}
	seen := map[string]bool{}
	for _, part := range parts[1:] {
		key, value, assigned := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		switch {
		case !assigned:
			return fail(fmt.Errorf("%q is no part of a problem: write given=a1+c2, with + between squares", strings.TrimSpace(part)))
		case seen[key]:
			return fail(fmt.Errorf("%s is there twice: list all in one, as in given=a1+c2", key))
		}
		seen[key] = true
		switch key {
		case "given":
			p.Given, err = ParseSquares(value)
		case "blocked":
			p.Blocked, err = ParseSquares(value)
		case "excluded":
			p.Excluded, err = ParseDiagonals(value)
		case "symmetric":
			p.Symmetric, err = ParseSymmetry(strings.TrimSpace(value))
		default:
			err = fmt.Errorf("unknown part %q (given, blocked, excluded or symmetric)", key)
		}
		if err != nil {
			return fail(err)
		}
	}
	if err := p.Validate(); err != nil {
		return fail(err)
	}
	return p, nil
}

// MarshalText makes a Problem its name in JSON.
func (p Problem) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a problem's name, of a family of this package.
func (p *Problem) UnmarshalText(text []byte) (err error) {
	*p, err = ParseProblem(string(text))
	return err
}

// Validate refuses a family that is missing or says nothing, sizes below 1,
// squares or diagonals off the board, and a symmetry that is none of the eight.
//
// Givens that attack each other or stand on a blocked square are no error:
// the problem has no solution.
func (p Problem) Validate() error {
	if p.Family == nil {
		return errors.New("the problem has no family")
	}
	if !p.HasBoard() {
		return p.validateFormula()
	}
	if err := p.Family.validate(); err != nil {
		return err
	}
	if p.N < 1 {
		return fmt.Errorf("a board has at least one square a side, not %d", p.N)
	}
	if f := p.Family; f.Rule != nil && f.Pieces != nil {
		if fixed, ok := f.Rule.pieces(p.N); ok && fixed != f.Pieces(p.N) {
			return fmt.Errorf("family %q: its rule puts %d pieces on a board of %d squares a side, not %d", f.Name, fixed, p.N, f.Pieces(p.N))
		}
	}
	for i, s := range slices.Concat(p.Given, p.Blocked) {
		if what := "given"; !s.on(p.N) {
			if i >= len(p.Given) {
				what = "blocked"
			}
			return fmt.Errorf("%s square %v is off the board (a1 to %v)", what, s, Square{File: p.N - 1, Rank: p.N - 1})
		}
	}
	for _, d := range p.Excluded {
		low, high := 1-p.N, p.N-1
		if d.Sum {
			low, high = 0, 2*p.N-2
		}
		if d.Value < low || d.Value > high {
			return fmt.Errorf("diagonal %v is off the board (%d to %d)", d, low, high)
		}
	}
	if int(p.Symmetric) >= len(symmetryNames) {
		return fmt.Errorf("the square has %d symmetries, numbered from 0, and none has the number %d", len(symmetryNames), p.Symmetric)
	}
	return nil
}

func (s Square) on(n int) bool {
	return s.File >= 0 && s.File < n && s.Rank >= 0 && s.Rank < n
}

// Closed reports for each square, indexed rank·N + file, whether no piece may
// stand there: it is blocked or on an excluded diagonal.
func (p Problem) Closed() []bool {
	closed := make([]bool, p.N*p.N)
	for _, s := range p.Blocked {
		closed[s.Rank*p.N+s.File] = true
	}
	if len(p.Excluded) > 0 {
		for i, s := range board(p.N) {
			closed[i] = closed[i] || slices.ContainsFunc(p.Excluded, func(d Diagonal) bool { return d.Contains(s) })
		}
	}
	return closed
}

// Barred reports for each square, indexed rank·N + file, whether no piece may stand
// there beside the givens: it is closed, or one of them rules it out. A given's own
// square is barred only if it is closed or another given's. The family must have a
// Rule.
func (p Problem) Barred() []bool {
	barred := p.Closed()
	for i, s := range board(p.N) {
		barred[i] = barred[i] || slices.ContainsFunc(p.Given, func(g Square) bool { return g != s && p.Family.Rule.Forbids(p.N, g, s) })
	}
	return barred
}

// MaxModelSize is the largest board side for which a Model is built. A larger
// one has more placements than any solver here could load.
const MaxModelSize = 2048

// Model writes the problem in 0–1 terms: the family's model for the bare
// board, without the placements where no piece may stand, a unit clause for
// each given, and for the symmetry asked for a clause for each placement: it is
// chosen only if its image is.
func (p Problem) Model() (*Model, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if f := p.Formula; f != nil && f.Read() {
		return f.model, nil
	} else if f != nil {
		return nil, f.errUnread()
	}
	if err := p.fits(); err != nil {
		return nil, err
	}
	m := p.Family.Model(p.N)
	if len(p.Blocked)+len(p.Excluded) > 0 {
		closed := p.Closed()
		m = m.without(func(at Placement) bool { return at.on(p.N) && closed[at.Square.Rank*p.N+at.Square.File] })
	}
	for _, s := range sortedSquares(p.Given) {
		given := Clause{Name: "given " + s.String()}
		if i := slices.Index(m.Placements, Placement{Square: s}); i >= 0 {
			given.Literals = []Literal{Chosen(i)}
		}
		m.Clauses = append(m.Clauses, given)
	}
	if p.Symmetric != Identity {
		m.Clauses = append(m.Clauses, m.imageClauses(p.N, p.Symmetric)...)
	}
	return m, nil
}

// fits refuses boards that are too large for a Model.
func (p Problem) fits() error {
	if p.N > MaxModelSize {
		return fmt.Errorf("%v is too large to write as a model (at most %d squares a side)", p.Short(), MaxModelSize)
	}
	return nil
}

// imageClauses say that a placement is chosen only if its image is. Going round
// the images says the converse.
func (m *Model) imageClauses(n int, g Symmetry) []Clause {
	index := make(map[Square]int, len(m.Placements))
	own := m.Placements[:len(m.Placements)-m.Auxiliaries]
	for i, p := range own {
		index[p.Square] = i
	}
	var clauses []Clause
	for i, p := range own {
		to := g.Apply(n, p.Square)
		if to == p.Square {
			continue
		}
		c := Clause{Name: fmt.Sprintf("%v %v %v", g, p, to), Literals: []Literal{NotChosen(i)}}
		if j, ok := index[to]; ok {
			c.Literals = append(c.Literals, Chosen(j))
		}
		clauses = append(clauses, c)
	}
	return clauses
}

// GivenConflict returns two givens that attack each other, if any do.
func (p Problem) GivenConflict() (a, b Square, found bool) {
	attacks := func(a, b Square) bool { return false }
	switch f := p.Family; {
	case f.Attacks != nil:
		attacks = func(a, b Square) bool { return f.Attacks(p.N, a, b) }
	case f.Rule != nil:
		attacks = func(a, b Square) bool { return f.Rule.Forbids(p.N, a, b) }
	}
	given := sortedSquares(p.Given)
	for i, a := range given {
		for _, b := range given[i+1:] {
			if attacks(a, b) {
				return a, b, true
			}
		}
	}
	return a, b, false
}
