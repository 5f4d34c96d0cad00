package bdd

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/dalzilio/rudd"

	"nqueens"
)

// diagram builds the decision diagram of a model.
type diagram struct {
	bdd   *rudd.BDD
	order *order
	err   error // the first error, after which results have no meaning
}

// newDiagram returns an empty diagram. It has at least one level, because rudd accepts no fewer.
func newDiagram(o *order) (*diagram, error) {
	// The caches grow with the table of nodes.
	b, err := rudd.New(o.levels(), rudd.Nodesize(1<<10), rudd.Cachesize(1<<10), rudd.Cacheratio(25))
	if err != nil {
		return nil, err
	}
	return &diagram{bdd: b, order: o}, nil
}

// keep returns the result of an operation. It removes the finalizer by which the library would
// release the result.
func (d *diagram) keep(n rudd.Node) rudd.Node {
	if n == nil {
		d.fail(errors.New("rudd: " + d.bdd.Error()))
		return d.bdd.False()
	}
	runtime.SetFinalizer((*int)(n), nil)
	return n
}

func (d *diagram) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// choose returns the diagram that is high if the variable of the level is true and low if not.
func (d *diagram) choose(level int, high, low rudd.Node) rudd.Node {
	return d.keep(d.bdd.Ite(d.bdd.Ithvar(level), high, low))
}

// literal does the same as choose for a literal: high applies if the literal is true.
func (d *diagram) literal(l nqueens.Literal, high, low rudd.Node) rudd.Node {
	if !l.Positive() {
		high, low = low, high
	}
	return d.choose(d.order.level[l.Placement()], high, low)
}

// constraint is the diagram of a line, clause or sum.
type constraint struct {
	node   rudd.Node
	levels []int // ascending
}

// of returns the diagram of all constraints of a model, after existential quantification of the
// auxiliary placements. If the context ends, it returns the context's error after the current
// operation.
func (d *diagram) of(ctx context.Context, m *nqueens.Model) (rudd.Node, error) {
	var list []constraint
	add := func(levels []int, node rudd.Node) {
		list = append(list, constraint{node, levels})
		if err := ctx.Err(); err != nil {
			d.fail(err)
		}
	}
	for _, line := range m.Lines {
		levels := d.order.of(line.Placements)
		add(levels, d.line(levels, max(0, line.Min), min(len(levels), line.Max)))
	}
	for _, clause := range m.Clauses {
		literals := d.order.sorted(clause.Literals)
		add(d.order.levelsOf(literals), d.clause(literals))
	}
	for _, sum := range m.Sums {
		terms := slices.SortedStableFunc(slices.Values(sum.Terms), func(a, b nqueens.Term) int {
			return cmp.Compare(d.order.level[a.Literal.Placement()], d.order.level[b.Literal.Placement()])
		})
		var literals []nqueens.Literal
		for _, t := range terms {
			literals = append(literals, t.Literal)
		}
		add(d.order.levelsOf(literals), d.sum(ctx, terms, sum.Min))
	}
	var joined []constraint // without auxiliary variables
	for _, group := range parts(list, d.order) {
		node := d.conjunction(ctx, group, 0, auxiliaries(group, d.order))
		var levels []int
		for _, c := range group {
			levels = append(levels, slices.DeleteFunc(slices.Clone(c.levels), d.order.auxiliary)...)
		}
		slices.Sort(levels)
		joined = append(joined, constraint{node, slices.Compact(levels)})
	}
	sortConstraints(joined)
	return d.conjunction(ctx, joined, 0, nil), d.err
}

func sortConstraints(list []constraint) {
	slices.SortStableFunc(list, func(a, b constraint) int { return slices.Compare(a.levels, b.levels) })
}

// parts returns the constraints in groups, sorted, such that constraints of different groups share no
// auxiliary variable. The clauses of a line under some encoding are such a group.
func parts(list []constraint, o *order) (groups [][]constraint) {
	parent := make([]int, len(list)) // of a tree of constraints of one group
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	first := map[int]int{} // by level of an auxiliary variable: the first constraint that contains it
	for i, c := range list {
		for _, level := range c.levels {
			if !o.auxiliary(level) {
				continue
			}
			if j, is := first[level]; is {
				parent[root(i)] = root(j)
			} else {
				first[level] = i
			}
		}
	}
	at := map[int]int{} // by root: the index of its group in groups
	for i, c := range list {
		k, is := at[root(i)]
		if !is {
			k = len(groups)
			at[root(i)] = k
			groups = append(groups, nil)
		}
		groups[k] = append(groups[k], c)
	}
	for _, group := range groups {
		sortConstraints(group)
	}
	return groups
}

// line returns the diagram of the constraint that between least and most of the variables are true.
func (d *diagram) line(levels []int, least, most int) rudd.Node {
	if least > most {
		return d.bdd.False()
	}
	// counted[c] is the diagram of the remaining variables if c variables before them are true.
	counted := make([]rudd.Node, most+2)
	for c := range counted {
		counted[c] = d.bdd.From(c >= least && c <= most)
	}
	for i := len(levels) - 1; i >= 0; i-- {
		for c := 0; c <= min(i, most); c++ { // ascending: counted[c+1] is still that of the next variable
			counted[c] = d.choose(levels[i], counted[c+1], counted[c])
		}
	}
	return counted[0]
}

// clause returns the diagram of a disjunction of literals in ascending order.
func (d *diagram) clause(literals []nqueens.Literal) rudd.Node {
	node := d.bdd.False()
	for _, l := range slices.Backward(literals) {
		node = d.literal(l, d.bdd.True(), node)
	}
	return node
}

// sum returns the diagram of the constraint that the weights of the true terms add up to least or
// more. Each node represents a term and the weight that this and the later terms must still add, as
// in the clauses of package encode.
func (d *diagram) sum(ctx context.Context, terms []nqueens.Term, least int64) rudd.Node {
	type need struct {
		from  int
		still int64
	}
	rest := make([]int64, len(terms)+1)
	for i := len(terms) - 1; i >= 0; i-- {
		rest[i] = rest[i+1] + terms[i].Weight
	}
	known := map[need]rudd.Node{}
	var at func(need) rudd.Node
	at = func(n need) rudd.Node {
		switch {
		case n.still <= 0:
			return d.bdd.True()
		case n.still > rest[n.from] || d.err != nil:
			return d.bdd.False()
		}
		if node, is := known[n]; is {
			return node
		}
		if len(known)%1024 == 0 && ctx.Err() != nil {
			d.fail(ctx.Err())
		}
		t := terms[n.from]
		node := d.literal(t.Literal, at(need{n.from + 1, n.still - t.Weight}), at(need{n.from + 1, n.still}))
		known[n] = node
		return node
	}
	return at(need{0, least})
}

// auxiliary is an auxiliary variable, with the indices of the first and the last constraint that
// contain it.
type auxiliary struct{ level, first, last int }

// auxiliaries returns the auxiliary variables of the constraints by level.
func auxiliaries(list []constraint, o *order) (all []auxiliary) {
	at := map[int]int{} // by level: index in all, plus 1
	for i, c := range list {
		for _, level := range c.levels {
			switch {
			case !o.auxiliary(level):
			case at[level] > 0:
				all[at[level]-1].last = i
			default:
				all = append(all, auxiliary{level, i, i})
				at[level] = len(all)
			}
		}
	}
	slices.SortFunc(all, func(a, b auxiliary) int { return a.level - b.level })
	return all
}

// conjunction returns the conjunction of consecutive constraints after existential quantification
// of the variables in remove. from is the index of the first of these constraints in the list to
// which the indices in remove refer. No other constraint contains the variables of remove.
func (d *diagram) conjunction(ctx context.Context, list []constraint, from int, remove []auxiliary) rudd.Node {
	if err := ctx.Err(); err != nil {
		d.fail(err)
	}
	switch {
	case d.err != nil || len(list) == 0:
		return d.bdd.True()
	case len(list) == 1 && len(remove) == 0:
		return list[0].node
	case len(list) == 1:
		return d.keep(d.bdd.Exist(list[0].node, d.set(remove)))
	}
	half := len(list) / 2
	var below, above, here []auxiliary
	for _, a := range remove {
		switch {
		case a.last < from+half:
			below = append(below, a)
		case a.first >= from+half:
			above = append(above, a)
		default:
			here = append(here, a)
		}
	}
	x := d.conjunction(ctx, list[:half], from, below)
	y := d.conjunction(ctx, list[half:], from+half, above)
	if d.err != nil {
		return d.bdd.True()
	}
	if len(here) == 0 {
		return d.keep(d.bdd.Apply(x, y, rudd.OPand))
	}
	return d.keep(d.bdd.AppEx(x, y, rudd.OPand, d.set(here)))
}

// set returns the conjunction of variables, which is how rudd represents a set of them.
func (d *diagram) set(variables []auxiliary) rudd.Node {
	node := d.bdd.True()
	for _, a := range slices.Backward(variables) {
		node = d.choose(a.level, node, d.bdd.False())
	}
	return node
}

// produced returns the number of nodes that the table has ever had, which only the text of Stats
// states, or 0.
func (d *diagram) produced() int64 {
	for line := range strings.Lines(d.bdd.Stats()) {
		if number, is := strings.CutPrefix(line, "Produced:"); is {
			n, _ := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
			return n
		}
	}
	return 0
}
