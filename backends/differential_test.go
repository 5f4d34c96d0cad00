package backends_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
	"nqueens/internal/familytest"
)

// variants are the names of everything that a backend can be asked to run with: each encoding
// and each way to refine it. Those of one that has others answer are the names of programs,
// which have tests of their own.
func variants(d nqueens.Description) (names []string) {
	if len(d.Encodings) == 0 || d.Portfolio {
		return []string{""}
	}
	for _, encoding := range d.Encodings {
		names = append(names, encoding)
		for _, refinement := range d.Refinements {
			if _, err := encode.EncodingNamed(encoding + refinement); err == nil {
				names = append(names, encoding+refinement)
			}
		}
	}
	return names
}

// A contest puts one problem after the other to every backend, in all its variants or some of
// them in turn, and holds the answers against what brute force finds by the rules of the game.
type contest struct {
	*testing.T
	maker
	backends []backends.Backend
	answered map[backends.Contender]int // problems
	families map[string]map[string]bool // that a backend has answered
	over     func() bool                // reports whether no more problems are wanted
}

func newContest(t *testing.T, seed uint64, steps, most int) *contest {
	t.Logf("seed %d", seed)
	return &contest{
		T: t, maker: maker{rand.New(rand.NewPCG(seed, 33)), steps, most}, backends: everyone(),
		answered: map[backends.Contender]int{}, families: map[string]map[string]bool{},
		over: func() bool { return false },
	}
}

// round puts a problem of every family to every backend.
func (c *contest) round() {
	for _, family := range everyFamily() {
		if c.over() {
			return
		}
		if p, right, found := c.problem(family); found {
			c.put(p, right)
		}
	}
}

// bareBoards puts the bare boards of every family to every backend, as large as brute force can do,
// and each once more with a symmetry that some of its solutions have.
func (c *contest) bareBoards() {
	for _, family := range everyFamily() {
		for n := 1; n <= largestSide; n++ {
			p := nqueens.Problem{Family: family, N: n}
			if p.Validate() != nil {
				continue
			}
			right, err := familytest.SolutionsWithin(p, c.steps, c.most)
			if err != nil {
				c.published(p)
				break
			}
			c.put(p, right)
			if symmetric := c.symmetric(p, right); symmetric.Symmetric != nqueens.Identity {
				if right, err := familytest.SolutionsWithin(symmetric, c.steps, c.most); err == nil {
					c.put(symmetric, right)
				}
			}
		}
	}
}

// Up to this side and number of solutions boards are counted by all that do not need clauses of
// various encodings. Some forms of loops begin to differ at a side of 10.
const (
	largestCounted = 10
	mostCounted    = 3000
)

// published holds the counts of a bare board and of larger ones against those that are published, where
// each rank and file has one piece.
func (c *contest) published(p nqueens.Problem) {
	for ; p.Family.Rule.Permutes() && p.N <= largestCounted; p.N++ {
		known, ok := p.Known()
		if !ok || known.Count.Cmp(nqueens.NewCount(mostCounted)) > 0 {
			continue
		}
		for _, b := range c.backends {
			d := b.Describe()
			for _, name := range variants(d) {
				r := nqueens.Request{Problem: p, Task: nqueens.CountAll, Encoding: name, Threads: 1 + c.IntN(3)}
				if d.Caution != "" || len(d.Refinements) > 0 || b.Supports(r) != nil {
					continue
				}
				c.answered[c.as(d, name)]++
				if o := b.Run(c.Context(), r, nil); !o.Status.Answered() || o.Count.Cmp(known.Count) != 0 {
					c.Errorf("%v, %s of %v: %s %v, and %s says %v", c.as(d, name), r.Task, p, o.Status, o.Count, known.Source, known.Count)
				}
			}
		}
	}
}

// symmetric returns the problem with one of the symmetries that some but not all of its solutions have, or
// without any.
func (c *contest) symmetric(p nqueens.Problem, solutions []nqueens.Solution) nqueens.Problem {
	var some []nqueens.Symmetry
	for _, g := range p.Classes() {
		with := 0
		for _, s := range solutions {
			if s.Has(p.Board(), g) {
				with++
			}
		}
		if with > 0 && with < len(solutions) {
			some = append(some, g)
		}
	}
	if len(some) == 0 {
		return p
	}
	return p.SymmetricUnder(some[c.IntN(len(some))])
}

// inTurn is how many variants of a backend get a problem, those first that have answered least.
const inTurn = 6

// put puts a problem to every backend.
func (c *contest) put(p nqueens.Problem, solutions []nqueens.Solution) {
	right := map[string]bool{}
	for _, s := range solutions {
		right[s.String()] = true
		if err := p.Check(s); err != nil {
			c.Errorf("%v: the check refuses %v: %v", p, s, err)
		}
	}
	if known, ok := p.Known(); ok && known.Count.String() != fmt.Sprint(len(right)) {
		c.Errorf("%v: brute force finds %d solutions, %s says %v", p, len(right), known.Source, known.Count)
	}
	for _, b := range c.backends {
		d := b.Describe()
		names := variants(d)
		c.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		slices.SortStableFunc(names, func(v, w string) int { return c.answered[c.as(d, v)] - c.answered[c.as(d, w)] })
		asked := 0
		for _, name := range names {
			tasks := d.Tasks
			if len(names) > inTurn {
				tasks = []nqueens.Task{tasks[c.IntN(len(tasks))]}
			}
			took := false
			for _, task := range tasks {
				r := nqueens.Request{Problem: p, Task: task, Encoding: name, Threads: 1 + c.IntN(3), Seed: c.Uint64()}
				if answers(c.T, b, r, right) {
					took = true
					c.inParts(b, r, len(right))
				}
			}
			if took {
				c.answered[c.as(d, name)]++
				if c.families[d.Name] == nil {
					c.families[d.Name] = map[string]bool{}
				}
				c.families[d.Name][p.Family.Name] = true
				if asked++; asked == inTurn {
					break
				}
			}
		}
	}
	c.upToSymmetry(p, solutions)
}

func (c *contest) as(d nqueens.Description, variant string) backends.Contender {
	return backends.Contender{Backend: d.Name, Encoding: variant}
}

// inParts holds what the tasks of a count add up to against the number of solutions, of a backend
// that counts in tasks.
func (c *contest) inParts(b backends.Backend, r nqueens.Request, want int) {
	by, can := b.(backends.Resumable)
	if !can || r.Task != nqueens.CountAll {
		return
	}
	n, _, err := by.Tasks(r)
	if err != nil {
		return
	}
	sum := nqueens.NewCount(0)
	if err := by.CountTasks(c.Context(), r, c.Perm(n), func(_ int, o nqueens.Outcome) { sum = sum.Plus(o.Count) }); err != nil || sum.String() != fmt.Sprint(want) {
		c.Errorf("%s of %v: %d tasks find %v (%v), and there are %d", b.Describe().Name, r.Problem, n, sum, err, want)
	}
}

// mostImages is of how many images of solutions classes are made.
const mostImages = 1 << 13

// upToSymmetry has one of the backends count the classes of solutions that symmetries map to each
// other, and compares with the classes themselves.
func (c *contest) upToSymmetry(p nqueens.Problem, solutions []nqueens.Solution) {
	group := p.Group()
	if p.Goal() != nqueens.NoGoal || len(group)*len(solutions) > mostImages {
		return
	}
	first := map[string]bool{}
	for _, s := range solutions {
		first[s.OrbitUnder(p.Board(), group)[0].String()] = true
	}
	able := slices.DeleteFunc(slices.Clone(c.backends), func(b backends.Backend) bool {
		return b.Describe().Caution != "" || slices.ContainsFunc(p.Classes(), func(g nqueens.Symmetry) bool {
			return b.Supports(nqueens.Request{Problem: p.SymmetricUnder(g), Task: nqueens.CountAll}) != nil
		})
	})
	if p.Symmetric != nqueens.Identity || len(able) == 0 {
		return
	}
	b := able[c.IntN(len(able))]
	names := variants(b.Describe())
	name := names[c.IntN(len(names))]
	classes, _, err := p.CountUpToSymmetry(func(p nqueens.Problem) (*nqueens.Count, error) {
		o := b.Run(c.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll, Encoding: name}, nil)
		if !o.Status.Answered() || o.Count == nil {
			return nil, fmt.Errorf("%s: %s", o.Status, o.Reason)
		}
		return o.Count, nil
	})
	if err != nil || classes.String() != fmt.Sprint(len(first)) {
		c.Errorf("%v up to symmetry by %s/%s: %v (%v), and there are %d", p, b.Describe().Name, name, classes, err, len(first))
	}
}

// largestBare is the side of the largest bare board for those that take no smaller problem.
const largestBare = 13

// larger asks those that have taken no problem, which write down solutions of bare boards, for one of each
// family. Whether that is a solution the rules of the game say.
func (c *contest) larger() {
	for _, b := range c.backends {
		d := b.Describe()
		for _, name := range variants(d) {
			for _, family := range everyFamily() {
				for n := 1; n <= largestBare && c.answered[c.as(d, name)] == 0; n++ {
					p := nqueens.Problem{Family: family, N: n}
					r := nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: name}
					if p.Validate() != nil || b.Supports(r) != nil {
						continue
					}
					c.answered[c.as(d, name)]++
					o := b.Run(c.Context(), r, nil)
					if holds, err := familytest.Holds(p, o.Solution); err != nil || !holds || o.Status != nqueens.Solved {
						c.Errorf("%v by %s/%s: %s, %v is no solution (%v)", p, d.Name, name, o.Status, o.Solution, err)
					}
				}
			}
		}
	}
}

// general are the backends that take every family.
var general = []string{"auto", "allsat", "branch", "linear", "gini", "gophersat", "gophersat-pb"}

// took fails if a variant took part in no problem, or a backend for every problem in none of a family.
func (c *contest) took() {
	c.larger()
	least, total := 0, 0
	for _, b := range c.backends {
		d := b.Describe()
		for _, name := range variants(d) {
			n := c.answered[c.as(d, name)]
			if n == 0 {
				c.Errorf("%v takes part in no problem", c.as(d, name))
			}
			if total++; total == 1 || n < least {
				least = n
			}
		}
	}
	for _, name := range general {
		for _, family := range everyFamily() {
			if !c.families[name][family.Name] {
				c.Errorf("%s takes no problem of the family %s", name, family.Name)
			}
		}
	}
	c.Logf("%d variants, of which each took part in %d problems or more", total, least)
}

// answers reports whether the backend takes the request, and holds its answer against all
// solutions, by name.
func answers(t *testing.T, b backends.Backend, r nqueens.Request, right map[string]bool) bool {
	t.Helper()
	d := b.Describe()
	wrong := func(what string, args ...any) {
		t.Errorf("%v, %s of %v: %s", backends.Contender{Backend: d.Name, Encoding: r.Encoding, Threads: r.Threads}, r.Task, r.Problem, fmt.Sprintf(what, args...))
	}
	if err := b.Supports(r); err != nil {
		if o := b.Run(t.Context(), r, nil); o.Status != nqueens.Unsupported {
			wrong("refused (%v), and then %s", err, o.Status)
		}
		return false
	}
	ctx, seen, strange := t.Context(), map[string]bool{}, ""
	if incomplete[d.Name] && len(right) == 0 {
		with, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		ctx = with
	}
	o := b.Run(ctx, r, func(s nqueens.Solution) bool {
		s = append(nqueens.Solution{}, s...)
		s.Sort()
		name := s.String()
		switch {
		case strange != "":
		case !right[name]:
			strange = fmt.Sprintf("%v is no solution", s)
		case seen[name]:
			strange = fmt.Sprintf("%v comes twice", s)
		}
		seen[name] = true
		return true
	})
	if d.Caution != "" { // something is known to be wrong with its answers
		return true
	}
	if strange != "" {
		wrong("%s", strange)
	}
	if o.Status == nqueens.Solved && (o.Optimum != nil) != (r.Problem.Goal() != nqueens.NoGoal && len(right) > 0) {
		wrong("optimum %v", o.Optimum)
	}
	for s := range right { // all have as many
		if one, err := nqueens.ParseSolution(s); err == nil && o.Optimum != nil && *o.Optimum != r.Problem.Counted(one) {
			wrong("the best have %d pieces, not %d: %s", r.Problem.Counted(one), *o.Optimum, s)
		}
		break
	}
	switch {
	case incomplete[d.Name] && o.Status == nqueens.Timeout && len(right) == 0, o.Status == nqueens.Unsatisfiable && len(right) == 0:
	case o.Status != nqueens.Solved:
		wrong("%s %s, and there are %d solutions", o.Status, o.Reason, len(right))
	case r.Task.FindsOne() && !right[o.Solution.String()]:
		wrong("%v is no solution", o.Solution)
	case !r.Task.FindsOne() && (o.Count.String() != fmt.Sprint(len(right)) || r.Task == nqueens.FindAll && len(seen) != len(right)):
		wrong("%v solutions, %d seen, and there are %d", o.Count, len(seen), len(right))
	}
	return true
}
