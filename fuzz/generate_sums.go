package fuzz

import (
	"fmt"
	"math/rand/v2"
)

// counts returns bounds on the number of true literals, some over many variables.
func counts(r *rand.Rand) Form {
	n := size(r, 2, 60)
	s := &Sums{Variables: n}
	for range 1 + r.IntN(n) {
		var c Sum
		for _, l := range clause(r, upTo(n), 2+r.IntN(min(n, 12)-1)) {
			if r.IntN(3) > 0 {
				l = max(l, -l)
			}
			c.Terms = append(c.Terms, Term{1, l})
		}
		c.Relation = []string{">=", "<=", "="}[r.IntN(3)]
		c.Bound = int64(1 + r.IntN(max(1, len(c.Terms)-1)))
		if c.Relation != ">=" && r.IntN(2) == 0 {
			c.Bound = 1
		}
		s.List = append(s.List, c)
	}
	return s
}

// sums returns linear constraints with weights of all sizes.
func sums(r *rand.Rand) Form { return linear(r, size(r, 1, 16)) }

func linear(r *rand.Rand, n int) *Sums {
	s := &Sums{Variables: n}
	most := []int{2, 5, 20, 1000, 1 << 20, 1 << 40}[r.IntN(6)]
	for range 1 + r.IntN(4) {
		c := Sum{Relation: []string{">=", "<=", "="}[r.IntN(3)]}
		var low, high int64
		for _, l := range clause(r, upTo(n), 1+r.IntN(n)) {
			w := int64(r.IntN(2*most+1) - most)
			if r.IntN(10) == 0 {
				w = 0
			}
			c.Terms = append(c.Terms, Term{w, l})
			low, high = low+min(w, 0), high+max(w, 0)
		}
		c.Bound = low + r.Int64N(high-low+1)
		if c.Relation == "=" { // a random choice satisfies it
			c.Bound = 0
			for _, t := range c.Terms {
				c.Bound += t.Coefficient * int64(r.IntN(2))
			}
		}
		s.List = append(s.List, c)
	}
	return s
}

// objectives returns linear constraints with an objective.
func objectives(r *rand.Rand) Form {
	s := linear(r, size(r, 1, 12))
	s.Goal = []string{"min", "max"}[r.IntN(2)]
	most := []int{1, 9, 1000}[r.IntN(3)]
	for _, l := range clause(r, upTo(s.Variables), 1+r.IntN(s.Variables)) {
		s.Objective = append(s.Objective, Term{int64(1+r.IntN(most)) * int64(1-2*r.IntN(2)), max(l, -l)})
	}
	return s
}

// covers returns exact covers. Half of them have colours, a quarter have multiplicities.
func covers(r *rand.Rand) Form {
	c, coloured := &Cover{}, r.IntN(2) == 0
	primary := 1 + r.IntN(6)
	for i := range primary + r.IntN(4) {
		item := Item{Name: fmt.Sprintf("i%d", i+1), Secondary: i >= primary}
		if !item.Secondary && r.IntN(4) == 0 {
			item.Most = 1 + r.IntN(3)
			item.Least = r.IntN(item.Most + 1)
		}
		c.Items = append(c.Items, item)
	}
	for range 1 + r.IntN(12) {
		var option []Entry
		for _, i := range r.Perm(len(c.Items))[:1+r.IntN(min(3, len(c.Items)))] {
			e := Entry{Item: i}
			if coloured && c.Items[i].Secondary {
				e.Colour = []string{"", "red", "blue"}[r.IntN(3)]
			}
			option = append(option, e)
		}
		c.add(option)
	}
	return c
}
