package backends_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/opttest"
)

// TestOptimisationFiles gives random problems in each format of formulas to every ordinary backend
// that takes them, with every task. It compares the answers with the definition of the problem.
func TestOptimisationFiles(t *testing.T) {
	asked := checkOptimisationFiles(t, 200, func(d nqueens.Description) bool { return d.Ordinary() })
	for _, name := range []string{"linear", "branch", "gini", "gophersat", "gophersat-pb", "cores", "gophersat-maxsat"} {
		if asked[name] < 100 {
			t.Errorf("%s took only %d requests", name, asked[name])
		}
	}
}

func checkOptimisationFiles(t *testing.T, number int, takesPart func(nqueens.Description) bool) (asked map[string]int) {
	r := rand.New(rand.NewPCG(36, 5))
	asked = map[string]int{}
	for i := range number {
		q := opttest.Random(r, opttest.Formats()...)
		p, err := encode.Reading{Format: q.Format}.Problem(family.Queens, "random", strings.NewReader(q.Text))
		if err != nil {
			t.Fatalf("%s: %v", q.Text, err)
		}
		best, count := q.Best()
		answers(p, 1+i%2, takesPart, asked, func(a answered) {
			if why := wrongAnswer(p, q, best, count, uint64(len(a.shown)), a.task, a.outcome); why != "" {
				t.Fatalf("%s by %s: %s: %+v; of\n%s", a.task, a.by.Name, why, a.outcome, q.Text)
			}
		})
	}
	return asked
}

// wrongAnswer returns what is wrong with an answer, or "".
func wrongAnswer(p nqueens.Problem, q opttest.Text, best *big.Rat, count, seen uint64, task nqueens.Task, o nqueens.Outcome) string {
	switch {
	case task.FindsOne() && count == 0:
		if o.Status != nqueens.Unsatisfiable {
			return "there is no solution"
		}
		return ""
	case o.Status != nqueens.Solved:
		return "there is a solution"
	case task.FindsOne():
		var a opttest.Assignment
		for _, at := range o.Solution {
			a |= 1 << (opttest.NumberOf(p.Formula.VariableName(at.Variable)) - 1)
		}
		value, ok := q.Value(a)
		if !ok || p.Check(o.Solution) != nil {
			return "it is no solution"
		}
		if q.Optimises() && value.Cmp(best) != 0 {
			return fmt.Sprintf("its value is %v, and the best is %v", value, best)
		}
	case o.Count == nil || o.Count.Cmp(nqueens.NewCount(count)) != 0:
		return fmt.Sprintf("there are %d", count)
	case task == nqueens.FindAll && seen != count:
		return fmt.Sprintf("it showed %d of %d", seen, count)
	}
	if !q.Optimises() || count == 0 {
		return ""
	}
	says := o.Cost
	if says == nil && o.Optimum != nil {
		if says = p.CostOf(*o.Optimum); says == nil {
			says = nqueens.SumOf(big.NewRat(int64(*o.Optimum), 1))
		}
	}
	if says == nil || says.Rat().Cmp(best) != 0 {
		return fmt.Sprintf("it says that the best value is %v, and it is %v", says, best)
	}
	return ""
}
