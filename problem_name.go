package nqueens

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nqueens/internal/printable"
)

// String names the problem: queens(8), queens(20, given=a1+c2, excluded=sum:7),
// queens(12, symmetric=half-turn). A formula's name has its file and a digest.
// form is how a problem of the family is written, with its numbers alone: "latin-queens(N, extra)".
func (f *Family) form() string {
	words := []string{"N"}
	for _, p := range f.Parameters {
		words = append(words, p.Name)
	}
	return f.Name + "(" + strings.Join(words, ", ") + ")"
}

// ParseProblem reads it back, and equal problems have equal names.
func (p Problem) String() string {
	if !p.HasBoard() {
		return p.Formula.text(p.N)
	}
	return p.text(part("given", p.Laid()) + part("blocked", sortedSquares(p.Blocked)) +
		part("excluded", sortedDiagonals(p.Excluded)))
}

// text is the problem's name, with what is laid down beforehand.
func (p Problem) text(laid string) string {
	if p.Symmetric != Identity {
		laid += ", symmetric=" + p.Symmetric.String()
	}
	files := ""
	if p.Files != 0 && p.Files != p.N {
		files = fmt.Sprintf(", files=%d", p.Files)
	}
	pieces := ""
	if p.Pieces != nil {
		pieces = fmt.Sprintf(", pieces=%v", p.Pieces)
	}
	return fmt.Sprintf("%s(%d%s%s%s%s)", p.Family.Name, p.N, files, p.changed(), pieces, laid)
}

// mostNamed is how many squares and diagonals Short names.
const mostNamed = 12

// Short names the problem for a message: as String does, or where much is laid
// down by how much: queens(2543, 300 given, 5 excluded).
func (p Problem) Short() string {
	if p.laidDown() <= mostNamed {
		return p.String()
	}
	number := func(n int, name string) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprintf(", %d %s", n, name)
	}
	return p.text(number(len(p.Given)+len(p.Others), "given") + number(len(p.Blocked), "blocked") + number(len(p.Excluded), "excluded"))
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
		if len(text) > 1000 { // a message is to be read
			return Problem{}, fmt.Errorf("problem %s: %s", printable.Short(text), printable.Short(err.Error()))
		}
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
	for i, part := range parts[1:] {
		key, value, assigned := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		if _, err := strconv.Atoi(key); !assigned && err == nil {
			if i >= len(family.Parameters) {
				return fail(fmt.Errorf("%q is a number too many: write %s", key, family.form()))
			}
			key, value, assigned = family.Parameters[i].Name, key, true
		}
		switch {
		case !assigned:
			return fail(fmt.Errorf("%q is no part of a problem: write given=a1+c2, with + between squares", strings.TrimSpace(part)))
		case seen[key]:
			return fail(fmt.Errorf("%s is there twice: list all in one, as in given=a1+c2", key))
		}
		seen[key] = true
		switch key {
		case "files":
			if p.Files, err = parsePart(key, value); err == nil && p.Files < 1 {
				err = fmt.Errorf("a board has at least one file, not %d", p.Files)
			}
		case "pieces":
			p.Pieces, err = ParseRange(value)
		case "given":
			var laid []Placement
			laid, err = ParsePieces(value)
			p.Give(laid...)
		case "blocked":
			p.Blocked, err = ParseSquares(value)
		case "excluded":
			p.Excluded, err = ParseDiagonals(value)
		case "symmetric":
			p.Symmetric, err = ParseSymmetry(strings.TrimSpace(value))
		default:
			if len(family.Parameters) == 0 {
				err = fmt.Errorf("unknown part %q (files, pieces, given, blocked, excluded or symmetric)", key)
				break
			}
			var number int
			if number, err = parsePart(key, value); err == nil {
				err = p.SetParameter(key, number)
			}
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

// parsePart reads the number that a part of a problem's name has.
func parsePart(key, value string) (int, error) {
	number, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil {
		return 0, fmt.Errorf("%s=%s: write a whole number", key, strings.TrimSpace(value))
	}
	return number, nil
}

// MarshalText makes a Problem its name in JSON.
func (p Problem) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a problem's name, of a family of this package.
func (p *Problem) UnmarshalText(text []byte) (err error) {
	*p, err = ParseProblem(string(text))
	return err
}
