package instance

import (
	"slices"
	"strings"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/suggest"
)

// A definition is the value of a name: a number, or a list of numbers or pairs.
type definition struct {
	at     encode.Place // of the name
	list   bool
	paired bool // whether the list contains pairs
	number int32
	items  []item
}

// An item is an entry of a list: a pair or a number.
type item struct {
	a, b int32
	at   encode.Place
}

// readDefinitions reads the formats that give names to numbers and lists:
// "letting n = 28", "n = 28", "n = 28;". Names may come in any order.
func readDefinitions(family *nqueens.Family, text []byte) (nqueens.Problem, error) {
	d := &definitions{lexer: newLexer("parameters", "$%", text), named: map[string]definition{}}
	if err := d.read(); err != nil {
		return nqueens.Problem{}, err
	}
	return d.problem(family)
}

type definitions struct {
	*lexer
	named map[string]definition
}

// definable lists every name of these formats.
var definable = [...]string{"n", "init", "blocks", "numdiags", "diags", "m", "row", "col"}

func (d *definitions) read() error {
	if d.token.is("language") { // as in "language ESSENCE' 1.0"
		for line := d.token.at.Line; d.token.kind != endToken && d.token.at.Line == line; {
			d.next()
		}
	}
	for d.token.kind != endToken {
		if d.token.is("letting") {
			d.next()
		}
		name := d.token
		if name.kind != wordToken {
			return d.wrong("%v where a name should be: one of %s", name, strings.Join(definable[:], ", "))
		}
		if !slices.Contains(definable[:], string(name.text)) {
			return d.wrong("nothing in an instance is called %v %s", name, suggest.Among(string(name.text), definable[:]))
		}
		if _, twice := d.named[string(name.text)]; twice {
			return d.wrong("%v is defined twice; once is right", name)
		}
		d.next()
		if !d.token.is("=") && !d.token.is("be") {
			return d.wrong(`%v where "=" should follow the name %s`, d.token, name.text)
		}
		d.next()
		value, err := d.value(string(name.text))
		if err != nil {
			return err
		}
		value.at = name.at
		d.named[string(name.text)] = value
		if d.token.is(";") {
			d.next()
		}
	}
	return nil
}

func (d *definitions) value(name string) (definition, error) {
	if !d.token.is("[") {
		n, err := d.integer("the value of " + name)
		return definition{number: n}, err
	}
	d.next()
	v := definition{list: true}
	for !d.token.is("]") {
		if len(v.items) > 0 {
			if err := d.expect(",", "go on with the list, or ] end it"); err != nil {
				return v, err
			}
			if d.token.is("]") { // a comma after the last item is allowed
				break
			}
		}
		if err := d.item(&v); err != nil {
			return v, err
		}
		if len(v.items) > nqueens.MaxModelSize*nqueens.MaxModelSize {
			return v, d.wrong("the list %s is longer than any board has squares", name)
		}
	}
	d.next()
	return v, nil
}

// item reads the next item of the list.
func (d *definitions) item(v *definition) error {
	i, paired := item{at: d.token.at}, d.token.is("[")
	if len(v.items) > 0 && paired != v.paired {
		return d.wrong("%v: a list holds either pairs, as [1, 2], or numbers", d.token)
	}
	v.paired = paired
	var err error
	if paired {
		d.next()
	}
	if i.a, err = d.integer("a number of the list"); err != nil {
		return err
	}
	if paired {
		if err = d.expect(",", "stand between the two numbers of a pair"); err != nil {
			return err
		}
		if i.b, err = d.integer("the second number of the pair"); err != nil {
			return err
		}
		if err = d.expect("]", "end the pair"); err != nil {
			return err
		}
	}
	v.items = append(v.items, i)
	return nil
}

// problem determines the format from the names and returns the problem.
func (d *definitions) problem(family *nqueens.Family) (nqueens.Problem, error) {
	c := checker{lexer: d.lexer, p: nqueens.Problem{Family: family}}
	n, err := d.number("n")
	if err != nil {
		return c.p, err
	}
	if err := c.size(n.number, n.at); err != nil {
		return c.p, err
	}
	for _, f := range []struct {
		main string // the list that identifies the format
		also []string
		fill func(*definitions, *checker) error
	}{
		{"init", nil, (*definitions).fillInit},
		{"blocks", nil, (*definitions).fillBlocks},
		{"diags", []string{"numdiags"}, (*definitions).fillDiagonals},
		{"row", []string{"col", "m"}, (*definitions).fillArrays},
	} {
		if _, ok := d.named[f.main]; !ok {
			continue
		}
		for _, name := range definable {
			def, ok := d.named[name]
			if ok && name != "n" && name != f.main && !slices.Contains(f.also, name) {
				return c.p, d.wrongAt(def.at, "%s and %s belong to different formats: a file has one format", f.main, name)
			}
		}
		return c.p, f.fill(d, &c)
	}
	return c.p, d.wrong("no squares: init, blocks, diags or row and col should be defined, as in letting blocks = [[1, 2]]")
}

func (d *definitions) number(name string) (definition, error) {
	v, ok := d.named[name]
	switch {
	case !ok:
		return v, d.wrong("%s is not defined; it should be, as in %s = 8", name, name)
	case v.list:
		return v, d.wrongAt(v.at, "%s is a list and should be a number", name)
	}
	return v, nil
}

func (d *definitions) list(name string, paired bool) (definition, error) {
	v, ok := d.named[name]
	example := name + " = [1, 2]"
	if paired {
		example = name + " = [[1, 2], [3, 4]]"
	}
	switch {
	case !ok:
		return v, d.wrong("%s is not defined; it should be, as in %s", name, example)
	case !v.list || len(v.items) > 0 && v.paired != paired:
		return v, d.wrongAt(v.at, "%s should be a list, as in %s", name, example)
	}
	return v, nil
}

func (d *definitions) fillInit(c *checker) (err error) {
	v, err := d.list("init", true)
	if err == nil {
		c.p.Given, err = c.squares(v.items, 0)
	}
	if err == nil {
		err = c.room(v.items)
	}
	return err
}

func (d *definitions) fillBlocks(c *checker) error {
	v, err := d.list("blocks", true)
	if err == nil {
		c.p.Blocked, err = c.squares(v.items, 1)
	}
	return err
}

func (d *definitions) fillDiagonals(c *checker) error {
	v, err := d.list("diags", true)
	if err != nil {
		return err
	}
	count, err := d.number("numdiags")
	if err != nil {
		return err
	}
	if int(count.number) != len(v.items) {
		return d.wrongAt(count.at, "numdiags is %d and diags lists %d; both should be the same", count.number, len(v.items))
	}
	return c.diagonals(v.items)
}

func (d *definitions) fillArrays(c *checker) error {
	rows, err := d.list("row", false)
	if err != nil {
		return err
	}
	columns, err := d.list("col", false)
	if err != nil {
		return err
	}
	m, err := d.number("m")
	if err != nil {
		return err
	}
	if r, c := len(rows.items), len(columns.items); int(m.number) != r || r != c {
		return d.wrongAt(m.at, "m is %d, row lists %d and col lists %d; all should be the same", m.number, r, c)
	}
	pairs := rows.items
	for i := range pairs {
		pairs[i].b = columns.items[i].a
	}
	c.p.Blocked, err = c.squares(pairs, 1)
	return err
}
