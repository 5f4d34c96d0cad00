package nqueens

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nqueens/internal/printable"
	"nqueens/internal/suggest"
)

// Catalogue is a list of families that a program knows by name. Package family has the catalogue of
// the commands; a program with its own families appends them.
type Catalogue []*Family

// Named returns the family with the given name or alternative name. It returns an error if two
// families have the name.
func (c Catalogue) Named(name string) (*Family, error) {
	called := func(f *Family) bool { return name != "" && (f.Name == name || f.Also == name) }
	i := slices.IndexFunc(c, called)
	if i < 0 {
		var names []string
		for _, f := range c {
			if names = append(names, f.Name); f.Also != "" {
				names = append(names, f.Also)
			}
		}
		return nil, fmt.Errorf("no family is called %q %s", name, suggest.Among(name, names))
	}
	if slices.ContainsFunc(c[i+1:], func(f *Family) bool { return f != c[i] && called(f) }) {
		return nil, fmt.Errorf("two families are called %q: one of them needs another name", name)
	}
	return c[i], nil
}

// Parse parses a problem's name as written by Problem.String; spaces are ignored. For a formula it
// returns a problem with a name but no model.
func (c Catalogue) Parse(text string) (Problem, error) {
	fail := func(err error) (Problem, error) {
		if len(text) > 1000 { // keep the message short enough to read
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
	family, err := c.Named(strings.TrimSpace(name))
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
		case "map":
			p.Regions, err = ParseRegions(value)
		case "symmetric":
			p.Symmetric, err = ParseSymmetry(strings.TrimSpace(value))
		default:
			if len(family.Parameters) == 0 {
				err = fmt.Errorf("unknown part %q (files, pieces, given, blocked, excluded, symmetric, or map of regions)", key)
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

// parsePart parses the number in a part of a problem's name.
func parsePart(key, value string) (int, error) {
	number, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil {
		return 0, fmt.Errorf("%s=%s: write a whole number", key, strings.TrimSpace(value))
	}
	return number, nil
}

// form returns the form of a problem of the family with its numbers only: "latin-queens(N, extra)".
func (f *Family) form() string {
	words := []string{"N"}
	for _, p := range f.Parameters {
		words = append(words, p.Name)
	}
	return f.Name + "(" + strings.Join(words, ", ") + ")"
}
