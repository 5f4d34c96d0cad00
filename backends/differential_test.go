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

// variants returns the names of all encodings and refinements of a backend. A portfolio has one
// variant: its encodings are names of programs, which have tests of their own.
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

// A contest gives each problem to every backend, in all its variants or in some of them in turn,
// and compares the answers with those of brute force by the rules of the game.
type contest struct {
	*testing.T
	maker
	backends []backends.Backend
	answered map[backends.Contender]int // number of problems
	families map[string]map[string]bool // families of which a backend has answered a problem
	over     func() bool                // reports whether the contest is over
}

func newContest(t *testing.T, seed uint64, steps, most int) *contest {
	t.Logf("seed %d", seed)
	return &contest{
		T: t, maker: maker{rand.New(rand.NewPCG(seed, 33)), steps, most}, backends: allBackends(),
		answered: map[backends.Contender]int{}, families: map[string]map[string]bool{},
		over: func() bool { return false },
	}
}

// round gives a problem of every family to every backend.
func (c *contest) round() {
	for _, family := range everyFamily() {
		if c.over() {
			return
		}
		if p, right, found := c.problem(family); found {
			c.checkAll(p, right)
		}
	}
}

// bareBoards gives the bare boards of every family to every backend, up to the largest that brute
// force can solve, and each again with a symmetry that some of its solutions have.
func (c *contest) bareBoards() {
	for _, family := range everyFamily() {
		for n := 1; n <= largestSide; n++ {
			p := nqueens.Problem{Family: family, N: n}
			if p.Validate() != nil {
				continue
			}
			right, err := familytest.SolutionsWithin(p, c.steps, c.most)
			if err != nil {
				c.checkPublished(p)
				break
			}
			c.checkAll(p, right)
			if symmetric := c.symmetric(p, right); symmetric.Symmetric != nqueens.Identity {
				if right, err := familytest.SolutionsWithin(symmetric, c.steps, c.most); err == nil {
					c.checkAll(symmetric, right)
				}
			}
		}
	}
}

// Boards up to this side and number of solutions are counted by all backends that do not need
// encodings. Some kinds of loops first differ at a side of 10.
const (
	largestCounted = 10
	mostCounted    = 3000
)

// checkPublished compares the counts of a bare board and of larger ones with the published counts,
// for families with one piece in each rank and file.
func (c *contest) checkPublished(p nqueens.Problem) {
	for ; p.Family.Rule.Permutes() && p.N <= largestCounted; p.N++ {
		known, ok := p.Known()
		if !ok || known.Count.Cmp(nqueens.NewCount(mostCounted)) > 0 {
			continue
		}
		for _, b := range c.backends {
			d := b.Describe()
			for _, name := range variants(d) {
				r := nqueens.Request{Problem: p, Task: nqueens.CountAll, Encoding: name, Threads: 1 + c.IntN(3)}
				if d.Caution != "" || len(d.Refinements) > 0 || expensive(d, p) || b.Supports(r) != nil {
					continue
				}
				c.answered[c.contender(d, name)]++
				if o := b.Run(c.Context(), r, nil); !o.Status.Answered() || o.Count.Cmp(known.Count) != 0 {
					c.Errorf("%v, %s of %v: %s %v, and %s says %v", c.contender(d, name), r.Task, p, o.Status, o.Count, known.Source, known.Count)
				}
			}
		}
	}
}

// symmetric returns the problem with a symmetry that some but not all of its solutions have, or
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

// expensive reports whether a backend would take gigabytes for the problem: the decision diagrams of
// some families are small only for boards of up to 36 choices, 54 with several kinds of pieces.
func expensive(d nqueens.Description, p nqueens.Problem) bool {
	if d.Name != "bdd" || !p.HasBoard() {
		return false
	}
	most := 36
	if len(p.Family.Kinds) > 1 {
		most = 54
	}
	o, err := p.Outline()
	return err != nil || o.Placements > most
}

// inTurn is the number of variants of a backend that get each problem. Variants with the fewest
// answers come first.
const inTurn = 6

// checkAll gives a problem to every backend and checks the answers.
func (c *contest) checkAll(p nqueens.Problem, solutions []nqueens.Solution) {
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
		if expensive(d, p) {
			continue
		}
		names := variants(d)
		c.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		slices.SortStableFunc(names, func(v, w string) int { return c.answered[c.contender(d, v)] - c.answered[c.contender(d, w)] })
		asked := 0
		for _, name := range names {
			tasks := d.Tasks
			if len(names) > inTurn {
				tasks = []nqueens.Task{tasks[c.IntN(len(tasks))]}
			}
			took := false
			for _, task := range tasks {
				r := nqueens.Request{Problem: p, Task: task, Encoding: name, Threads: 1 + c.IntN(3), Seed: c.Uint64()}
				if checkAnswer(c.T, b, r, right) {
					took = true
					c.checkTasks(b, r, len(right))
				}
			}
			if took {
				c.answered[c.contender(d, name)]++
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
	c.checkClasses(p, solutions)
}

func (c *contest) contender(d nqueens.Description, variant string) backends.Contender {
	return backends.Contender{Backend: d.Name, Encoding: variant}
}

// checkTasks checks that the counts of the tasks of a Resumable backend add up to the number of
// solutions.
func (c *contest) checkTasks(b backends.Backend, r nqueens.Request, want int) {
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

// mostImages limits the number of images of solutions for which classes are computed.
const mostImages = 1 << 13

// checkClasses has one of the backends count the solutions up to symmetry, and compares the result
// with the classes of the known solutions.
func (c *contest) checkClasses(p nqueens.Problem, solutions []nqueens.Solution) {
	group := p.Group()
	if p.Goal() != nqueens.NoGoal || len(group)*len(solutions) > mostImages {
		return
	}
	first := map[string]bool{}
	for _, s := range solutions {
		first[s.OrbitUnder(p.Board(), group)[0].String()] = true
	}
	able := slices.DeleteFunc(slices.Clone(c.backends), func(b backends.Backend) bool {
		return b.Describe().Caution != "" || expensive(b.Describe(), p) || slices.ContainsFunc(p.Classes(), func(g nqueens.Symmetry) bool {
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

// largestBare is the side of the largest bare board for the backends that take no smaller problem.
const largestBare = 13

// checkConstructors gives bare boards of each family to the backends that have taken no problem
// yet, which construct solutions of large boards. The rules of the game check the solutions.
func (c *contest) checkConstructors() {
	for _, b := range c.backends {
		d := b.Describe()
		for _, name := range variants(d) {
			for _, family := range everyFamily() {
				for n := 1; n <= largestBare && c.answered[c.contender(d, name)] == 0; n++ {
					p := nqueens.Problem{Family: family, N: n}
					r := nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: name}
					if p.Validate() != nil || b.Supports(r) != nil {
						continue
					}
					c.answered[c.contender(d, name)]++
					o := b.Run(c.Context(), r, nil)
					if holds, err := familytest.Holds(p, o.Solution); err != nil || !holds || o.Status != nqueens.Solved {
						c.Errorf("%v by %s/%s: %s, %v is no solution (%v)", p, d.Name, name, o.Status, o.Solution, err)
					}
				}
			}
		}
	}
}

// general lists the backends that support every family.
var general = []string{"auto", "allsat", "bdd", "branch", "linear", "gini", "gophersat", "gophersat-pb"}

// checkCoverage fails if a variant answered no problem, or if a general backend answered no problem
// of some family.
func (c *contest) checkCoverage() {
	c.checkConstructors()
	least, total := 0, 0
	for _, b := range c.backends {
		d := b.Describe()
		for _, name := range variants(d) {
			n := c.answered[c.contender(d, name)]
			if n == 0 {
				c.Errorf("%v takes part in no problem", c.contender(d, name))
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

// cautiousLimit is how long a backend with a Caution may take: gophersat-cutting-planes searches some
// small problems without end.
const cautiousLimit = 10 * time.Second

// checkAnswer reports whether the backend supports the request, and compares its answer with all
// solutions, by name.
func checkAnswer(t *testing.T, b backends.Backend, r nqueens.Request, right map[string]bool) bool {
	t.Helper()
	d := b.Describe()
	if d.Name == "bdd" {
		r.Memory = 1 << 40 // its limit is for the heap of the process, which all engines of the test share
	}
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
	if d.Caution != "" { // it may not end; its answer is not compared
		with, cancel := context.WithTimeout(ctx, cautiousLimit)
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
	if d.Caution != "" { // its answers are known to be sometimes wrong
		return true
	}
	if strange != "" {
		wrong("%s", strange)
	}
	if o.Status == nqueens.Solved && (o.Optimum != nil) != (r.Problem.Goal() != nqueens.NoGoal && len(right) > 0) {
		wrong("optimum %v", o.Optimum)
	}
	for s := range right { // all solutions have the same value
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
