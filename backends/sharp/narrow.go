package sharp

import (
	"context"
	"slices"

	"nqueens/encode"
)

// Narrow returns clauses that remove models of a projected formula without removing a projected model.
// Where a variable outside the projection may have either value, a clause fixes the value. If the
// projected variables then determine all others, the formula with the added clauses has exactly one model
// for each projected model, so that its models can be counted without projection. Each clause is a
// resolution asymmetric tautology (RAT) on its first literal, whose variable is not projected: each of its
// resolvents on that literal is a tautology. Narrow examines the clauses of one variable at a time. It
// returns in open the variables that it could not show to be determined.
func Narrow(ctx context.Context, f *encode.CNF) (clauses [][]int32, open []int32, err error) {
	n := narrower{ctx: ctx, formula: f, known: make([]bool, f.Variables+1), in: make([][]int32, 2*f.Variables+2)}
	for _, v := range f.Projection {
		n.known[v] = true
	}
	for c := range f.Clauses() {
		n.add(slices.Clone(c))
	}
	for again := true; again; {
		again = false
		for v := int32(1); int(v) <= f.Variables; v++ {
			if n.known[v] {
				continue
			}
			if n.known[v], err = n.define(v); err != nil {
				return nil, nil, err
			}
			again = again || n.known[v]
		}
	}
	for v := int32(1); int(v) <= f.Variables; v++ {
		if !n.known[v] {
			open = append(open, v)
		}
	}
	return n.added, open, nil
}

type narrower struct {
	ctx     context.Context
	formula *encode.CNF
	known   []bool // by variable: whether it is projected or is determined by known variables
	clauses [][]int32
	in      [][]int32 // by literal: the clauses that contain it
	added   [][]int32
}

func slot(l int32) int32 {
	if l < 0 {
		return -2*l + 1
	}
	return 2 * l
}

// add adds a clause. It ignores a clause with a literal and its negation.
func (n *narrower) add(c []int32) {
	slices.Sort(c)
	c = slices.Compact(c)
	if slices.ContainsFunc(c, func(l int32) bool { return l < 0 && slices.Contains(c, -l) }) {
		return
	}
	for _, l := range c {
		n.in[slot(l)] = append(n.in[slot(l)], int32(len(n.clauses)))
	}
	n.clauses = append(n.clauses, c)
}

// rests considers the clauses that contain l and whose other variables are all known. It returns the other
// literals of each such clause. all reports whether every clause that contains l is one of them.
func (n *narrower) rests(l int32) (list [][]int32, all bool) {
	all = true
clauses:
	for _, k := range n.in[slot(l)] {
		var rest []int32
		for _, o := range n.clauses[k] {
			if o == l {
				continue
			}
			if !n.known[max(o, -o)] {
				all = false
				continue clauses
			}
			rest = append(rest, o)
		}
		list = append(list, rest)
	}
	return list, all
}

// mostChoices limits the number of clauses that are added for a variable. mostRests limits the number of
// clauses in which define looks for a definition of a variable.
const mostChoices, mostRests = 256, 64

// define reports whether known variables determine the variable v. It first adds clauses if v is
// determined only with them.
func (n *narrower) define(v int32) (bool, error) {
	yes, allYes := n.rests(v)
	no, allNo := n.rests(-v)
	switch {
	case len(yes)+len(no) <= mostRests:
		g := encode.NewCNF(n.formula.Variables)
		for _, rest := range slices.Concat(yes, no) {
			g.Add(rest...)
		}
		c, err := New(g, Config{Memory: 1 << 20})
		if err != nil {
			return false, err
		}
		count, err := c.Count(n.ctx)
		if err != nil {
			return false, err
		}
		if count.String() == "0" { // whatever the known variables are, some clause becomes unit and forces v
			return true, nil
		}
	}
	return allYes && n.only(-v, yes) || allNo && n.only(v, no), nil
}

// only adds clauses that make l true unless some clause needs ¬l. rests lists the other literals of each
// clause that contains ¬l. If more than mostChoices clauses would be needed, only adds none and returns
// false.
func (n *narrower) only(l int32, rests [][]int32) bool {
	choices := 1
	for _, rest := range rests {
		if choices *= len(rest); choices > mostChoices {
			return false
		}
	}
	for k := range choices {
		c := []int32{l}
		for _, rest := range rests {
			c = append(c, -rest[k%len(rest)])
			k /= len(rest)
		}
		n.added = append(n.added, slices.Clone(c))
		n.add(c)
	}
	return true
}
