package backends_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/familytest"
)

// Families made elsewhere go through every backend: what Supports takes, Run
// answers, and rightly. Brute force by the rules of the pieces says what is right.
func TestFamiliesFromElsewhere(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 3))
	answered := map[string]int{}
	for _, family := range familytest.Unusual() {
		most := 4
		if family.Rule.Permutes() {
			most = 5
		} else if len(family.Kinds) > 0 {
			most = 3
		}
		for n := 1; n <= most; n++ {
			for _, p := range []nqueens.Problem{
				{Family: family, N: n},
				laidDown(random, family, n),
				laidDown(random, family, n).SymmetricUnder(nqueens.HalfTurn),
				{Family: family, N: n, Symmetric: nqueens.QuarterTurn},
			} {
				if p.Validate() != nil || p.Board().Size() > 30 {
					continue // three dimensions
				}
				right := solutions(t, p)
				for _, b := range everyone() {
					tasks := b.Describe().Tasks
					if answers(t, b, nqueens.Request{Problem: p, Task: tasks[random.IntN(len(tasks))]}, right) {
						answered[family.Name+" "+b.Describe().Name]++
					}
				}
			}
		}
		for _, name := range []string{"allsat", "branch", "linear", "gini", "gophersat", "gophersat-pb"} {
			if answered[family.Name+" "+name] == 0 {
				t.Errorf("%s does not take %s", name, family.Name)
			}
		}
	}
	for _, b := range everyone() { // queens by another name
		d := b.Describe()
		mine := nqueens.Problem{Family: familytest.Superiors, N: 8}
		for _, task := range b.Describe().Tasks {
			theirs := nqueens.Problem{Family: nqueens.Queens, N: 8}
			a, b := b.Supports(nqueens.Request{Problem: mine, Task: task}), b.Supports(nqueens.Request{Problem: theirs, Task: task})
			if (a == nil) != (b == nil) && d.Name != "table" { // which has published counts
				t.Errorf("queens: %v; queens by another name: %v", b, a)
			}
		}
	}
}

// bruteForce has for the name of a problem what finds its solutions, once.
var bruteForce sync.Map

// solutions are those of a problem, the best ones if it has an objective, by name: found by
// trying everything.
func solutions(t *testing.T, p nqueens.Problem) map[string]bool {
	t.Helper()
	once, _ := bruteForce.LoadOrStore(p.String(), sync.OnceValues(func() (map[string]bool, error) {
		found, err := familytest.Solutions(p)
		right := map[string]bool{}
		for _, s := range found {
			right[s.String()] = true
		}
		return right, err
	}))
	right, err := once.(func() (map[string]bool, error))()
	if err != nil {
		t.Fatal(err)
	}
	return right
}

func laidDown(random *rand.Rand, family *nqueens.Family, n int) nqueens.Problem {
	p := nqueens.Problem{Family: family, N: n}
	square := func() nqueens.Square { return nqueens.Square{File: random.IntN(n), Rank: random.IntN(n)} }
	if random.IntN(2) == 0 {
		p.Given = append(p.Given, square())
	}
	p.Blocked = append(p.Blocked, square())
	if random.IntN(2) == 0 {
		p.Excluded = append(p.Excluded, nqueens.Diagonal{Sum: true, Value: random.IntN(2*n - 1)})
	}
	return p
}

// answers reports whether the backend takes the request, and tests its answer.
func answers(t *testing.T, b backends.Backend, r nqueens.Request, right map[string]bool) bool {
	t.Helper()
	d := b.Describe()
	wrong := func(what any, args ...any) {
		t.Errorf("%s, %s of %v: %s", d.Name, r.Task, r.Problem, fmt.Sprintf(fmt.Sprint(what), args...))
	}
	if err := b.Supports(r); err != nil {
		if o := b.Run(t.Context(), r, nil); o.Status != nqueens.Unsupported {
			wrong("refused (%v), and then %s", err, o.Status)
		}
		return false
	}
	ctx, seen := t.Context(), 0
	if incomplete[d.Name] && len(right) == 0 {
		with, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		ctx = with
	}
	o := b.Run(ctx, r, func(s nqueens.Solution) bool {
		s = append(nqueens.Solution{}, s...)
		s.Sort()
		if seen++; d.Caution == "" && !right[s.String()] {
			wrong("%v is no solution", s)
		}
		return true
	})
	if o.Status == nqueens.Solved && d.Caution == "" && (o.Optimum != nil) != (r.Problem.Goal() != nqueens.NoGoal && len(right) > 0) {
		wrong("optimum %v", o.Optimum)
	}
	for s := range right { // all have as many
		if one, err := nqueens.ParseSolution(s); err == nil && d.Caution == "" && o.Optimum != nil && *o.Optimum != r.Problem.Counted(one) {
			wrong("the best have %d pieces, not %d: %s", r.Problem.Counted(one), *o.Optimum, s)
		}
		break
	}
	count := fmt.Sprint(len(right))
	switch {
	case d.Caution != "" && o.Status != nqueens.Unsupported || incomplete[d.Name] && o.Status == nqueens.Timeout || o.Status == nqueens.Unsatisfiable && len(right) == 0:
	case o.Status != nqueens.Solved:
		wrong("%s %s", o.Status, o.Reason)
	case r.Task.FindsOne():
		if s := o.Solution; !right[s.String()] {
			wrong("%v is no solution", s)
		} else if err := r.Problem.Check(s); err != nil {
			wrong("%v: %v", s, err)
		}
	case o.Count.String() != count, r.Task == nqueens.FindAll && seen != len(right):
		wrong("%v solutions, %d seen, and there are %s", o.Count, seen, count)
	}
	return true
}
