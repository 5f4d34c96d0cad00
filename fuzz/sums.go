package fuzz

import (
	"bytes"
	"fmt"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/table"
)

// Sums is a set of pseudo-Boolean constraints, with or without an objective.
type Sums struct {
	Variables int    `json:"variables"`
	List      []Sum  `json:"list"`
	Goal      string `json:"goal,omitempty"` // "min" or "max"; "" without an objective
	Objective []Term `json:"objective,omitempty"`
}

// Sum is one constraint.
type Sum struct {
	Terms    []Term `json:"terms"`
	Relation string `json:"relation"` // ">=", "<=" or "="
	Bound    int64  `json:"bound"`
}

// Term is a coefficient and its literal: a variable, from 1, or its negative.
type Term struct {
	Coefficient int64 `json:"coefficient"`
	Literal     int32 `json:"literal"`
}

// sumsOf returns the constraints of package encode as Sums.
func sumsOf(p *encode.PB) *Sums {
	terms := func(from []encode.PBTerm) (list []Term) {
		for _, t := range from {
			list = append(list, Term{t.Coefficient, t.Variable})
		}
		return list
	}
	s := &Sums{Variables: p.Variables}
	for _, c := range p.Constraints() {
		relation := ">="
		if c.Equal {
			relation = "="
		}
		s.List = append(s.List, Sum{terms(c.Terms), relation, c.Bound})
	}
	if p.Objective != nil {
		s.Goal, s.Objective = "min", terms(p.Objective)
	}
	return s
}

// Problem implements Form.
func (s *Sums) Problem() (nqueens.Problem, error) { return read(encode.OPB, s.Extension(), s.Text()) }

// Extension implements Form.
func (s *Sums) Extension() string { return ".opb" }

// Text implements Form.
func (s *Sums) Text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "* #variable= %d #constraint= %d\n", s.Variables, len(s.List))
	write := func(terms []Term) {
		for _, t := range terms {
			name := fmt.Sprintf("x%d", t.Literal)
			if t.Literal < 0 {
				name = fmt.Sprintf("~x%d", -t.Literal)
			}
			fmt.Fprintf(&b, "%+d %s ", t.Coefficient, name)
		}
	}
	if s.Goal != "" {
		b.WriteString(s.Goal + ": ")
		write(s.Objective)
		b.WriteString(";\n")
	}
	for _, c := range s.List {
		write(c.Terms)
		fmt.Fprintf(&b, "%s %d ;\n", c.Relation, c.Bound)
	}
	return b.Bytes()
}

// Size implements Form.
func (s *Sums) Size() string {
	return table.Plural(s.Variables, "variable") + ", " + table.Plural(len(s.List), "constraint")
}

// copy returns a copy of the constraints, and pointers to all terms of the copy.
func (s *Sums) copy() (d *Sums, terms []*Term) {
	c := *s
	d = &c
	d.List, d.Objective = make([]Sum, len(s.List)), append([]Term(nil), s.Objective...)
	for i := range d.Objective {
		terms = append(terms, &d.Objective[i])
	}
	for i, sum := range s.List {
		sum.Terms = append([]Term(nil), sum.Terms...)
		d.List[i] = sum
		for k := range sum.Terms {
			terms = append(terms, &sum.Terms[k])
		}
	}
	return d, terms
}

// drop removes the terms whose literal is 0.
func (s *Sums) drop() *Sums {
	clean := func(terms []Term) (list []Term) {
		for _, t := range terms {
			if t.Literal != 0 {
				list = append(list, t)
			}
		}
		return list
	}
	s.Objective = clean(s.Objective)
	for i := range s.List {
		s.List[i].Terms = clean(s.List[i].Terms)
	}
	return s
}

// Cuts implements Form. Setting a variable to true subtracts its coefficients from the bounds of
// its constraints.
func (s *Sums) Cuts() []Cut {
	_, all := s.copy()
	cuts := []Cut{
		{"variables set to false", s.Variables, func(gone []bool) Form { return s.fixed(gone, false) }},
		{"variables set to true", s.Variables, func(gone []bool) Form { return s.fixed(gone, true) }},
		{"constraints", len(s.List), func(gone []bool) Form {
			d, _ := s.copy()
			d.List = kept(d.List, gone)
			return d
		}},
		{"terms", len(all), func(gone []bool) Form {
			d, terms := s.copy()
			for i, t := range terms {
				if gone[i] {
					t.Literal = 0
				}
			}
			return d.drop()
		}},
		{"halves of weights", len(all), func(gone []bool) Form {
			d, terms := s.copy()
			changed := false
			for i, t := range terms {
				if gone[i] && t.Coefficient/2 != 0 {
					t.Coefficient, changed = t.Coefficient/2, true
				}
			}
			if !changed {
				return nil
			}
			return d
		}},
		{"halves of bounds", len(s.List), func(gone []bool) Form {
			d, _ := s.copy()
			changed := false
			for i := range d.List {
				if gone[i] && d.List[i].Bound != 0 {
					d.List[i].Bound, changed = d.List[i].Bound/2, true
				}
			}
			if !changed {
				return nil
			}
			return d
		}},
	}
	if s.Goal != "" {
		cuts = append(cuts, Cut{"the objective", 1, func([]bool) Form {
			d, _ := s.copy()
			d.Goal, d.Objective = "", nil
			return d
		}})
	}
	return cuts
}

// fixed gives each variable for which gone is set the value, and returns the constraints on the other
// variables, which it renumbers.
func (s *Sums) fixed(gone []bool, value bool) Form {
	d, _ := s.copy()
	number := make([]int32, s.Variables)
	d.Variables = 0
	for v := range number {
		if !gone[v] {
			d.Variables++
			number[v] = int32(d.Variables)
		}
	}
	renumber := func(terms []Term, bound *int64) {
		for i := range terms {
			t := &terms[i]
			negative := t.Literal < 0
			v := max(t.Literal, -t.Literal) - 1
			if gone[v] && value != negative {
				*bound -= t.Coefficient
			}
			if t.Literal = number[v]; negative {
				t.Literal = -t.Literal
			}
		}
	}
	var ignored int64
	renumber(d.Objective, &ignored)
	for i := range d.List {
		renumber(d.List[i].Terms, &d.List[i].Bound)
	}
	return d.drop()
}
