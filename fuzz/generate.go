package fuzz

import (
	"math/rand/v2"

	"nqueens/encode"
	"nqueens/instance"
)

// A Kind makes random instances.
type Kind struct {
	Name  string
	About string
	// Make returns an instance, or nil if the random choices lead to none.
	Make func(*rand.Rand) Form
}

// Kinds returns all kinds of instances.
func Kinds() []Kind {
	return []Kind{
		{"bare boards", "families with published counts", bareBoard},
		{"completion", "queens of which some are given", func(r *rand.Rand) Form { return recipe(r, instance.Completion) }},
		{"blocked", "queens with blocked squares", func(r *rand.Rand) Form { return recipe(r, instance.Blocked) }},
		{"diagonals", "queens with excluded diagonals", func(r *rand.Rand) Form { return recipe(r, instance.ExcludedDiagonals) }},
		{"given boards", "any family with given pieces, blocked squares and symmetries", givenBoard},
		{"regions", "boards that are divided into random regions", regionBoard},
		{"random", "random k-SAT of any ratio", randomClauses},
		{"planted", "random k-SAT with a hidden solution", planted},
		{"communities", "random clauses, most of them among few variables", communities},
		{"grids", "independent sets and colourings of grids", grid},
		{"colourings", "colourings of random graphs", colouring},
		{"parity", "chains of exclusive ors", parity},
		{"pigeonholes", "pigeonhole principles with and without room", pigeonholes},
		{"Latin squares", "Latin squares with given digits", latin},
		{"cardinalities", "bounds on sets of literals under every encoding", cardinalities},
		{"parts", "disjoint parts", parts},
		{"oddities", "empty, tautological, repeated and contradicting clauses, unused variables, nothing at all", oddities},
		{"counts", "bounds on how many of many variables are true, as linear constraints", counts},
		{"sums", "linear constraints with large, negative and zero weights", sums},
		{"objectives", "linear constraints with an objective", objectives},
		{"covers", "exact covers with colours and multiplicities", covers},
	}
}

// size returns a random size: mostly small, sometimes up to most.
func size(r *rand.Rand, least, most int) int {
	n := least + r.IntN(most-least+1)
	for r.IntN(3) > 0 && n > least {
		n = least + r.IntN(n-least+1)
	}
	return n
}

// literal returns a random literal of n variables.
func literal(r *rand.Rand, n int) int32 {
	l := int32(1 + r.IntN(n))
	if r.IntN(2) == 0 {
		return -l
	}
	return l
}

// clause returns k literals of different variables from a list.
func clause(r *rand.Rand, among []int, k int) (c []int32) {
	for _, i := range r.Perm(len(among))[:min(k, len(among))] {
		l := int32(among[i])
		if r.IntN(2) == 0 {
			l = -l
		}
		c = append(c, l)
	}
	return c
}

// upTo returns 1, 2, …, n.
func upTo(n int) (list []int) {
	for v := range n {
		list = append(list, v+1)
	}
	return list
}

// project sometimes projects the formula on some of its variables.
func project(r *rand.Rand, c *Clauses) *Clauses {
	if r.IntN(4) > 0 || c.Variables == 0 {
		return c
	}
	c.Projected, c.Projection = true, projection(r, c)
	return c
}

// projection returns random variables of a formula: any, none, one, all but one, all, or only such as are in no
// clause, or in some. Their order is random.
func projection(r *rand.Rand, c *Clauses) (list []int32) {
	occurs := make([]bool, c.Variables+1)
	for _, clause := range c.List {
		for _, l := range clause {
			occurs[max(l, -l)] = true
		}
	}
	one := 1 + r.IntN(c.Variables)
	takes := []func(v int) bool{
		func(int) bool { return r.IntN(2) == 0 },
		func(int) bool { return false },
		func(v int) bool { return v == one },
		func(v int) bool { return v != one },
		func(int) bool { return true },
		func(v int) bool { return !occurs[v] },
		func(v int) bool { return occurs[v] },
	}[max(0, r.IntN(12)-5)] // any variables in half of the cases
	for _, i := range r.Perm(c.Variables) {
		if takes(i + 1) {
			list = append(list, int32(i+1))
		}
	}
	return list
}

// randomClauses returns random k-SAT. The ratio is often near the threshold of 3-SAT.
func randomClauses(r *rand.Rand) Form {
	n := size(r, 1, 40)
	c := &Clauses{Variables: n}
	k, ratio := 2+r.IntN(4), []float64{0.5, 1, 2, 3, 4, 4.26, 5, 7}[r.IntN(8)]
	for range int(ratio * float64(n)) {
		length := k
		if r.IntN(8) == 0 {
			length = 1 + r.IntN(6)
		}
		c.List = append(c.List, clause(r, upTo(n), length))
	}
	return project(r, c)
}

// planted returns random clauses that a hidden assignment satisfies.
func planted(r *rand.Rand) Form {
	n := size(r, 2, 60)
	hidden := make([]bool, n+1)
	for v := range hidden {
		hidden[v] = r.IntN(2) == 0
	}
	c := &Clauses{Variables: n}
	for range int((3 + 3*r.Float64()) * float64(n)) {
		literals := clause(r, upTo(n), 3)
		for _, l := range literals {
			if hidden[max(l, -l)] == (l > 0) {
				c.List = append(c.List, literals)
				break
			}
		}
	}
	return project(r, c)
}

// communities returns clauses over groups of variables. Most clauses have all their variables in
// one group.
func communities(r *rand.Rand) Form {
	groups, each := 2+r.IntN(4), 3+r.IntN(6)
	c := &Clauses{Variables: groups * each}
	for range int((2 + 2.5*r.Float64()) * float64(c.Variables)) {
		among := upTo(c.Variables)
		if r.IntN(10) > 0 {
			first := r.IntN(groups) * each
			among = among[first : first+each]
		}
		c.List = append(c.List, clause(r, among, 2+r.IntN(2)))
	}
	return project(r, c)
}

// grid returns a formula whose solutions are the independent sets, or the dominating sets, of a
// grid graph.
func grid(r *rand.Rand) Form {
	w, h := 1+r.IntN(6), 1+r.IntN(6)
	c := &Clauses{Variables: w * h}
	at := func(x, y int) int32 { return int32(y*w + x + 1) }
	cover := r.IntN(3) == 0
	for y := range h {
		for x := range w {
			near := []int32{at(x, y)}
			if x+1 < w {
				c.List = append(c.List, []int32{-at(x, y), -at(x+1, y)})
				near = append(near, at(x+1, y))
			}
			if y+1 < h {
				c.List = append(c.List, []int32{-at(x, y), -at(x, y+1)})
				near = append(near, at(x, y+1))
			}
			if cover && x > 0 {
				near = append(near, at(x-1, y))
			}
			if cover && y > 0 {
				near = append(near, at(x, y-1))
			}
			if cover && r.IntN(8) > 0 {
				c.List = append(c.List, near)
			}
		}
	}
	return project(r, c)
}

// colouring returns a formula whose solutions are the colourings of a random graph.
func colouring(r *rand.Rand) Form {
	nodes, colours := 1+r.IntN(9), 1+r.IntN(4)
	c := &Clauses{Variables: nodes * colours}
	at := func(node, colour int) int32 { return int32(node*colours + colour + 1) }
	for a := range nodes {
		var some []int32
		for k := range colours {
			some = append(some, at(a, k))
			for j := range k {
				c.List = append(c.List, []int32{-at(a, k), -at(a, j)})
			}
		}
		c.List = append(c.List, some)
		for b := range a {
			if r.IntN(2) > 0 {
				continue
			}
			for k := range colours {
				c.List = append(c.List, []int32{-at(a, k), -at(b, k)})
			}
		}
	}
	return project(r, c)
}

// parity returns exclusive-or constraints with common variables. Sometimes they form a cycle that
// contradicts itself.
func parity(r *rand.Rand) Form {
	n := size(r, 2, 24)
	c := &Clauses{Variables: n}
	for first := 0; first < n; first += 1 + r.IntN(2) {
		length := min(1+r.IntN(4), n)
		odd := r.IntN(2)
		for signs := range 1 << length {
			ones, literals := 0, []int32{}
			for i := range length {
				l := int32((first+i)%n + 1)
				if signs>>i&1 == 1 {
					ones++
					l = -l
				}
				literals = append(literals, l)
			}
			if ones%2 == odd {
				c.List = append(c.List, literals)
			}
		}
	}
	return project(r, c)
}

// pigeonholes returns the formula that pigeons are in different holes. There may be too few holes.
func pigeonholes(r *rand.Rand) Form {
	holes := 1 + r.IntN(5)
	pigeons := max(1, holes-1+r.IntN(3))
	c := &Clauses{Variables: pigeons * holes}
	at := func(pigeon, hole int) int32 { return int32(pigeon*holes + hole + 1) }
	for p := range pigeons {
		var some []int32
		for h := range holes {
			some = append(some, at(p, h))
			for q := range p {
				c.List = append(c.List, []int32{-at(p, h), -at(q, h)})
			}
		}
		c.List = append(c.List, some)
	}
	return project(r, c)
}

// latin returns a formula whose solutions are the Latin squares with some given digits.
func latin(r *rand.Rand) Form {
	n := 1 + r.IntN(4)
	c := &Clauses{Variables: n * n * n}
	one := func(at func(i int) int32) {
		var some []int32
		for i := range n {
			some = append(some, at(i))
			for j := range i {
				c.List = append(c.List, []int32{-at(i), -at(j)})
			}
		}
		c.List = append(c.List, some)
	}
	for a := range n {
		for b := range n {
			at := func(x, y, z int) int32 { return int32((x*n+y)*n + z + 1) }
			one(func(i int) int32 { return at(a, b, i) })
			one(func(i int) int32 { return at(a, i, b) })
			one(func(i int) int32 { return at(i, a, b) })
		}
	}
	for range r.IntN(2 * n) {
		c.List = append(c.List, []int32{int32(1 + r.IntN(c.Variables))})
	}
	return project(r, c)
}

// cardinalities returns bounds on the number of true literals among random ones, under random
// encodings. The formula is projected on the variables of these literals.
func cardinalities(r *rand.Rand) Form {
	n, all := size(r, 1, 16), encode.Encodings()
	f := encode.NewCNF(n)
	for range 1 + r.IntN(3) {
		literals := clause(r, upTo(n), 1+r.IntN(n))
		least := r.IntN(len(literals) + 1)
		all[r.IntN(len(all))].Bounds(f, literals, least, least+r.IntN(len(literals)-least+1))
	}
	for range r.IntN(n) {
		f.Add(clause(r, upTo(n), 3)...)
	}
	for v := range n {
		f.Projection = append(f.Projection, int32(v+1))
	}
	c := clausesOf(f)
	if c.Variables == n {
		c.Projected, c.Projection = false, nil
	}
	return c
}

// parts returns a formula that consists of formulas of other kinds without common variables.
func parts(r *rand.Rand) Form {
	makers := []func(*rand.Rand) Form{randomClauses, grid, colouring, parity, pigeonholes, oddities}
	union := &Clauses{}
	for range 2 + r.IntN(3) {
		if more, ok := makers[r.IntN(len(makers))](r).(*Clauses); ok && union.Variables+more.Variables <= 60 {
			union = disjoint(union, more)
		}
	}
	return union
}

// disjoint returns both formulas together, without a common variable.
func disjoint(a, b *Clauses) *Clauses {
	c := &Clauses{Variables: a.Variables + b.Variables, Projected: a.Projected || b.Projected}
	c.List = append(c.List, a.List...)
	shift := int32(a.Variables)
	for _, literals := range b.List {
		var moved []int32
		for _, l := range literals {
			if l > 0 {
				moved = append(moved, l+shift)
			} else {
				moved = append(moved, l-shift)
			}
		}
		c.List = append(c.List, moved)
	}
	shown := func(f *Clauses, shift int32) {
		for v := range int32(f.Variables) {
			if !f.Projected {
				c.Projection = append(c.Projection, v+1+shift)
			}
		}
		for _, v := range f.Projection {
			c.Projection = append(c.Projection, v+shift)
		}
	}
	if c.Projected {
		shown(a, 0)
		shown(b, shift)
	}
	return c
}

// oddities returns a formula with clauses that readers may treat wrongly, such as empty or repeated
// ones.
func oddities(r *rand.Rand) Form {
	n := r.IntN(9)
	c := &Clauses{Variables: n}
	add := func(literals ...int32) { c.List = append(c.List, literals) }
	if n == 0 {
		if r.IntN(2) == 0 {
			add()
		}
		return c
	}
	used := upTo(1 + r.IntN(n)) // the others are unused
	for range r.IntN(3 * n) {
		literals := clause(r, used, 1+r.IntN(3))
		switch r.IntN(6) {
		case 0:
			literals = append(literals, literals[0])
		case 1:
			literals = append(literals, -literals[0])
		case 2:
			add(literals...)
		case 3:
			literals = literals[:1]
		}
		add(literals...)
	}
	switch v := int32(1 + r.IntN(n)); r.IntN(12) {
	case 0:
		add()
	case 1:
		add(v)
		add(-v)
	}
	return project(r, c)
}
