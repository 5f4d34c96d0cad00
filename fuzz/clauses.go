package fuzz

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/table"
)

// Clauses is a formula in conjunctive normal form.
type Clauses struct {
	Variables int       `json:"variables"`
	List      [][]int32 `json:"list"`
	// Projected is set if solutions are assignments of the variables in Projection only.
	Projected  bool    `json:"projected,omitempty"`
	Projection []int32 `json:"projection,omitempty"`
}

// clausesOf returns a formula of package encode as Clauses.
func clausesOf(f *encode.CNF) *Clauses {
	c := &Clauses{Variables: f.Variables, Projected: f.Projection != nil, Projection: slices.Clone(f.Projection)}
	for clause := range f.Clauses() {
		c.List = append(c.List, slices.Clone(clause))
	}
	return c
}

// ReadClauses parses a formula in the DIMACS format.
func ReadClauses(r io.Reader) (*Clauses, error) {
	f, err := encode.ReadDIMACS(r)
	if err != nil {
		return nil, err
	}
	return clausesOf(f), nil
}

// check returns an error for a literal whose variable is out of range.
func (c *Clauses) check() error {
	for _, clause := range c.List {
		for _, l := range clause {
			if l == 0 || int(max(l, -l)) > c.Variables {
				return fmt.Errorf("the literal %d is not of one of the %d variables", l, c.Variables)
			}
		}
	}
	return nil
}

// CNF returns the formula for package encode.
func (c *Clauses) CNF() *encode.CNF {
	f := encode.NewCNF(c.Variables)
	for _, clause := range c.List {
		f.Add(clause...)
	}
	if c.Projected {
		f.Projection = append([]int32{}, c.Projection...)
	}
	return f
}

// Problem implements Form.
func (c *Clauses) Problem() (nqueens.Problem, error) {
	return read(encode.DIMACS, c.Extension(), c.Text())
}

// Extension implements Form.
func (c *Clauses) Extension() string { return ".cnf" }

// Text implements Form.
func (c *Clauses) Text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "p cnf %d %d\n", c.Variables, len(c.List))
	if c.Projected {
		b.WriteString("c p show")
		for _, v := range c.Projection {
			fmt.Fprintf(&b, " %d", v)
		}
		b.WriteString(" 0\n")
	}
	for _, clause := range c.List {
		for _, l := range clause {
			fmt.Fprintf(&b, "%d ", l)
		}
		b.WriteString("0\n")
	}
	return b.Bytes()
}

// Size implements Form.
func (c *Clauses) Size() string {
	return table.Plural(c.Variables, "variable") + ", " + table.Plural(len(c.List), "clause")
}

// Cuts implements Form. One cut removes a variable's literals. Another gives the variable a value,
// which also removes the clauses that become true. Both keep the projection on the other variables.
// Cuts that give values come first, because they lower the number of solutions; without clauses
// there may be too many to count.
func (c *Clauses) Cuts() []Cut {
	literals := 0
	for _, clause := range c.List {
		literals += len(clause)
	}
	cuts := []Cut{
		{"variables set to true", c.Variables, func(gone []bool) Form { return c.fixed(gone, true) }},
		{"variables set to false", c.Variables, func(gone []bool) Form { return c.fixed(gone, false) }},
		{"clauses", len(c.List), func(gone []bool) Form {
			d := *c
			d.List = kept(c.List, gone)
			return &d
		}},
		{"variables", c.Variables, c.withoutVariables},
		{"literals", literals, func(gone []bool) Form {
			d := *c
			d.List = nil
			for _, clause := range c.List {
				d.List = append(d.List, kept(clause, gone[:len(clause)]))
				gone = gone[len(clause):]
			}
			return &d
		}},
		{"variables that become the one before", max(0, c.Variables-1), c.merged},
	}
	if c.Projected {
		cuts = append(cuts, Cut{"the projection", 1, func([]bool) Form {
			d := *c
			d.Projected, d.Projection = false, nil
			return &d
		}}, Cut{"projected variables", len(c.Projection), func(gone []bool) Form {
			d := *c
			d.Projection = kept(c.Projection, gone)
			return &d
		}})
	}
	return cuts
}

// fixed gives each variable for which gone is set the value, and returns the simplified formula without
// these variables.
func (c *Clauses) fixed(gone []bool, value bool) Form {
	d := *c
	d.List = slices.DeleteFunc(slices.Clone(c.List), func(clause []int32) bool {
		return slices.ContainsFunc(clause, func(l int32) bool { return gone[max(l, -l)-1] && (l > 0) == value })
	})
	return d.withoutVariables(gone)
}

// merged returns the formula with each variable i+2 for which gone[i] is set replaced by the variable before it.
// It numbers the other variables again.
func (c *Clauses) merged(gone []bool) Form {
	number := make([]int32, c.Variables)
	n := int32(0)
	for v := range number {
		if v == 0 || !gone[v-1] {
			n++
		}
		number[v] = n
	}
	d := c.mapped(func(l int32) int32 {
		if l < 0 {
			return -number[-l-1]
		}
		return number[l-1]
	})
	d.Variables = int(n)
	for i, clause := range d.List { // without repeated literals
		slices.Sort(clause)
		d.List[i] = slices.Compact(clause)
	}
	slices.Sort(d.Projection)
	d.Projection = slices.Compact(d.Projection)
	return d
}

// withoutVariables returns the formula without the variables for which gone is set and their
// literals. It numbers the other variables again.
func (c *Clauses) withoutVariables(gone []bool) Form {
	d := &Clauses{Projected: c.Projected}
	number := make([]int32, c.Variables)
	for v := range number {
		if !gone[v] {
			d.Variables++
			number[v] = int32(d.Variables)
		}
	}
	for _, clause := range c.List {
		short := make([]int32, 0, len(clause))
		for _, l := range clause {
			switch n := number[max(l, -l)-1]; {
			case n == 0:
			case l > 0:
				short = append(short, n)
			default:
				short = append(short, -n)
			}
		}
		d.List = append(d.List, short)
	}
	for _, v := range c.Projection {
		if number[v-1] > 0 {
			d.Projection = append(d.Projection, number[v-1])
		}
	}
	return d
}
