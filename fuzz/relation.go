package fuzz

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nqueens"
	"nqueens/bench"
)

// A relation holds between the right answers to questions about several instances.
type relation struct {
	name, about string
	// make returns instances that are derived from the form, or nil if the relation does not apply to it.
	make func(*rand.Rand, Form) []Form
	// holds reports whether the numbers of solutions of the form and of the derived instances, in that
	// order, satisfy the relation.
	holds func(n []*nqueens.Count) bool
	// exist does the same for the existence of solutions. It is nil if the relation is only about
	// numbers.
	exist func(some []bool) bool
}

// relations returns all relations.
func relations() []relation {
	equal := func(n []*nqueens.Count) bool {
		return !slices.ContainsFunc(n[1:], func(other *nqueens.Count) bool { return other.Cmp(n[0]) != 0 })
	}
	same := func(some []bool) bool { return !slices.Contains(some[1:], !some[0]) }
	sum := func(n []*nqueens.Count) bool { return n[1].Plus(n[2]).Cmp(n[0]) == 0 }
	either := func(some []bool) bool { return some[0] == (some[1] || some[2]) }
	product := func(n []*nqueens.Count) bool {
		of := n[0].Big()
		return of.Mul(of, n[1].Big()).Cmp(n[2].Big()) == 0
	}
	both := func(some []bool) bool { return some[2] == (some[0] && some[1]) }
	one := nqueens.NewCount(1)
	less := func(n []*nqueens.Count) bool { return n[1].Plus(one).Cmp(n[0]) == 0 && n[2].Cmp(one) == 0 }
	shown := func(some []bool) bool { return some[0] && some[2] }
	return []relation{
		{"renamed variables", "other names of the variables have as many solutions", each(renamed, renamedSums, renamedCover), equal, same},
		{"reordered parts", "another order of clauses, constraints or options has as many solutions", each(reordered, reorderedSums, reorderedCover), equal, same},
		{"flipped signs", "all signs of some variables changed leaves as many solutions", each(flipped, flippedSums, nil), equal, same},
		{"implied parts", "clauses or constraints that follow from others change no solution", each(implied, impliedSums, nil), equal, same},
		{"cofactors", "the solutions with a variable true and with it false are all", each(cofactors, cofactorsSums, cofactorsCover), sum, either},
		{"disjoint union", "the numbers of disjoint parts multiply", each(union, unionSums, unionCover), product, both},
		{"another encoding", "each encoding has as many solutions", encoded, equal, same},
		{"one solution blocked", "a clause that excludes one solution leaves the others, and its literals as units leave only it", blocked, less, shown},
		{"mirror image", "the mirror image of a board has as many solutions", mirrored, equal, same},
	}
}

// each returns a function that derives instances from a form by calling the given function for the form's
// type: clauses, sums or exact covers. It derives none if that function is nil.
func each(
	clauses func(*rand.Rand, *Clauses) []Form, sums func(*rand.Rand, *Sums) []Form, covers func(*rand.Rand, *Cover) []Form,
) func(*rand.Rand, Form) []Form {
	return func(r *rand.Rand, f Form) []Form {
		switch f := f.(type) {
		case *Clauses:
			if clauses != nil && f.Variables > 0 {
				return clauses(r, f)
			}
		case *Sums:
			if sums != nil && f.Variables > 0 && f.Goal == "" {
				return sums(r, f)
			}
		case *Cover:
			if covers != nil && len(f.Options) > 0 {
				return covers(r, f)
			}
		}
		return nil
	}
}

// relate runs the solver on the form and on the instances derived from it, and judges whether the
// relation between the answers holds.
func (x *Examiner) relate(ctx context.Context, t Trial) (e Examination) {
	all := relations()
	i := slices.IndexFunc(all, func(r relation) bool { return r.name == t.Relation })
	if i < 0 || len(t.Asked) != 1 {
		return Examination{Refused: "there is no relation " + t.Relation}
	}
	q := t.Asked[0]
	forms := all[i].make(t.random(toCompare), t.Form)
	if forms == nil {
		return Examination{Refused: "the relation is not about this instance"}
	}
	if p, err := t.Form.Problem(); err != nil {
		return Examination{Refused: err.Error()}
	} else if !q.Task.FindsOne() {
		for _, reference := range x.references(t, p, true) {
			r := x.ask(ctx, t.Form, p, reference)
			if n := counted([]bench.Record{r}); n != nil {
				if !x.reach.covers(q, n) {
					return Examination{Refused: "it has more solutions than the solver counts in time"}
				}
				break
			}
		}
	}
	var numbers []*nqueens.Count
	var some []bool
	var text string
	instances := append([]Form{t.Form}, forms...)
	for _, f := range instances {
		p, err := f.Problem()
		if err != nil {
			return Examination{Refused: err.Error()}
		}
		r := x.ask(ctx, f, p, q)
		e.Answers = append(e.Answers, r)
		switch {
		case r.Fault == nil && r.Contradiction == "" && r.Status == nqueens.Unsatisfiable:
			numbers, some = append(numbers, nqueens.NewCount(0)), append(some, false)
		case r.Fault != nil || r.Contradiction != "" || r.Status != nqueens.Solved:
			e.Findings = x.alone(ctx, t, f)
			return e
		default:
			numbers, some = append(numbers, r.Count), append(some, r.Task.FindsOne() || r.Count.String() != "0")
		}
		if len(text) > 0 {
			text += ", "
		}
		text += said(r)
	}
	if ctx.Err() != nil {
		return Examination{Refused: "it was stopped"}
	}
	var right bool
	if q.Task.FindsOne() {
		right = all[i].exist == nil || all[i].exist(some)
	} else {
		right = all[i].holds(numbers)
	}
	if right {
		return e
	}
	for _, f := range instances {
		if e.Findings = x.alone(ctx, t, f); len(e.Findings) > 0 {
			return e
		}
	}
	e.Findings = []Finding{{
		Trial: t, Class: Related, Why: fmt.Sprintf("%s: %s, and its answers are %s", all[i].name, all[i].about, text),
		Answer: e.Answers[0], Others: e.Answers[1:],
	}}
	return e
}

// alone compares the solver's answer on one instance of a trial with the answers of references, and
// returns the failures. Such a failure needs one instance only, and shows which answer is wrong; a failed
// relation shows neither.
func (x *Examiner) alone(ctx context.Context, t Trial, f Form) []Finding {
	one := t
	one.Form, one.Relation = f, ""
	return slices.DeleteFunc(x.Examine(ctx, one).Findings, func(found Finding) bool { return found.Trial.Asked[0] != t.Asked[0] })
}

// said returns an answer in a few words.
func said(r bench.Record) string {
	switch {
	case r.Status == nqueens.Unsatisfiable:
		return "no solution"
	case r.Status != nqueens.Solved:
		return string(r.Status)
	case r.Optimum != nil:
		return fmt.Sprintf("optimum %d", *r.Optimum)
	case r.Task.FindsOne():
		return "a solution"
	}
	return r.Count.String()
}

// mapped returns the formula with each literal replaced.
func (c *Clauses) mapped(to func(int32) int32) *Clauses {
	d := &Clauses{Variables: c.Variables, Projected: c.Projected}
	for _, clause := range c.List {
		short := make([]int32, 0, len(clause))
		for _, l := range clause {
			short = append(short, to(l))
		}
		d.List = append(d.List, short)
	}
	for _, v := range c.Projection {
		w := to(v)
		d.Projection = append(d.Projection, max(w, -w))
	}
	return d
}

// renaming returns a random permutation of n variables, as a function of literals.
func renaming(r *rand.Rand, n int) func(int32) int32 {
	names := r.Perm(n)
	return func(l int32) int32 {
		if l < 0 {
			return -int32(names[-l-1] + 1)
		}
		return int32(names[l-1] + 1)
	}
}

// flipping returns a function that changes the signs of the literals of random variables among n.
func flipping(r *rand.Rand, n int) func(int32) int32 {
	turn := make([]bool, n+1)
	for v := range turn {
		turn[v] = r.IntN(2) == 0
	}
	return func(l int32) int32 {
		if turn[max(l, -l)] {
			return -l
		}
		return l
	}
}

func renamed(r *rand.Rand, c *Clauses) []Form { return []Form{c.mapped(renaming(r, c.Variables))} }

func flipped(r *rand.Rand, c *Clauses) []Form { return []Form{c.mapped(flipping(r, c.Variables))} }

func reordered(r *rand.Rand, c *Clauses) []Form {
	d := c.mapped(func(l int32) int32 { return l })
	r.Shuffle(len(d.List), func(i, j int) { d.List[i], d.List[j] = d.List[j], d.List[i] })
	for _, literals := range d.List {
		r.Shuffle(len(literals), func(i, j int) { literals[i], literals[j] = literals[j], literals[i] })
	}
	return []Form{d}
}

// implied adds clauses that follow from the others: supersets of clauses, and resolvents.
func implied(r *rand.Rand, c *Clauses) []Form {
	if len(c.List) == 0 {
		return nil
	}
	d := *c
	d.List = slices.Clone(c.List)
	for range 1 + r.IntN(5) {
		a, b := c.List[r.IntN(len(c.List))], c.List[r.IntN(len(c.List))]
		weaker := append(slices.Clone(a), literal(r, c.Variables))
		for _, l := range a {
			if slices.Contains(b, -l) {
				weaker = resolvent(a, b, l)
				break
			}
		}
		d.List = append(d.List, weaker)
	}
	return []Form{&d}
}

// resolvent returns the resolvent of clauses a and b on l, which is in a and whose negation is in
// b. Both clauses may be tautologies, and may be the same clause.
func resolvent(a, b []int32, l int32) []int32 {
	without := func(c []int32, l int32) []int32 {
		return slices.DeleteFunc(slices.Clone(c), func(k int32) bool { return k == l })
	}
	return append(without(a, l), without(b, -l)...)
}

// cofactors returns the formula with a variable of the projection true and with it false, each by a
// unit clause.
func cofactors(r *rand.Rand, c *Clauses) []Form {
	v := int32(1 + r.IntN(c.Variables))
	if c.Projected {
		if len(c.Projection) == 0 {
			return nil
		}
		v = c.Projection[r.IntN(len(c.Projection))]
	}
	with := func(l int32) Form {
		d := *c
		d.List = append(slices.Clone(c.List), []int32{l})
		return &d
	}
	return []Form{with(v), with(-v)}
}

func union(r *rand.Rand, c *Clauses) []Form {
	other, ok := randomClauses(rand.New(rand.NewPCG(r.Uint64(), 1))).(*Clauses)
	if !ok || other.Variables > 12 {
		return nil
	}
	return []Form{other, disjoint(c, other)}
}

func mirrored(r *rand.Rand, f Form) []Form {
	b, ok := f.(Board)
	if !ok || len(b.board.Excluded) > 0 || b.board.Symmetric != nqueens.Identity || b.board.Pieces != nil || b.board.Regions != "" {
		return nil
	}
	group := b.board.Empty().Group()
	if len(group) < 2 {
		return nil
	}
	return []Form{b.image(group[1+r.IntN(len(group)-1)])}
}
