package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/table"
)

// countTo is the largest board of each table, whatever the budget.
const countTo = 20

// enumerateTo is the largest board whose solutions are all listed for the
// number of fundamental ones.
const enumerateTo = 12

// counters are who counts all solutions, and to what size at most.
var counters = []struct {
	backend string
	most    int
}{
	{"bitmask", countTo}, {"dlx", 17}, {"recursive-bitmask", 18}, {"gini", 10},
}

func counts() Reproduction {
	return Reproduction{
		Name:   "counts",
		About:  "The number of solutions, all and fundamental",
		Source: "OEIS A000170 (all solutions) and A002562 (up to rotation and reflection)",
		Takes:  "3 min",
		experiment: func() bench.Experiment {
			e := bench.Experiment{Seed: 1, Repeat: bench.Repeat{Warmup: 1, Min: 1, Max: 1}}
			for n := 1; n <= countTo; n++ {
				for _, c := range counters {
					if n <= c.most {
						e.Jobs = append(e.Jobs, jobs(queensProblem(n), nqueens.CountAll, day, c.backend)...)
					}
				}
				for _, g := range turns {
					e.Jobs = append(e.Jobs, jobs(queensProblem(n).SymmetricUnder(g), nqueens.CountAll, day, "orbit", "dlx")...)
				}
			}
			return e
		},
		report: reportCounts,
	}
}

// tally is what was counted of one problem.
type tally struct {
	count   *nqueens.Count // nil if nobody counted or the answers differ
	engines []string       // those whose answers agree
	dissent string         // what those say who are wrong, "" if nobody is
}

func (e evidence) tally(p nqueens.Problem) (t tally) {
	i := slices.IndexFunc(e.Summary.Judgement.Verdicts, func(v judge.Verdict) bool { return v.Problem.String() == p.String() })
	if i < 0 {
		return t
	}
	v := e.Summary.Judgement.Verdicts[i]
	if t.engines = v.Engines; len(v.Engines) > 0 {
		t.count = v.Count
	}
	var said []string
	for _, d := range v.Dissent {
		if d.Count != nil {
			said = append(said, fmt.Sprintf("%v by %s", d.Count, d.Contender.String()))
		} else {
			said = append(said, "a wrong answer by "+d.Contender.String())
		}
	}
	t.dissent = strings.Join(said, ", ")
	return t
}

func reportCounts(ctx context.Context, p *page.Page, e evidence) error {
	p.Heading("All solutions, A000170")
	p.Text("Each count is by backends that do not share an engine; the verdict is on all of them.")
	reportTallies(p, e, "number of solutions", nqueens.Identity)
	p.Heading("Solutions equal to their half turn, A032522")
	reportTallies(p, e, "number of solutions equal to their half turn", nqueens.HalfTurn)
	p.Heading("Solutions equal to their quarter turn, A033148")
	reportTallies(p, e, "number of solutions equal to their quarter turn", nqueens.QuarterTurn)
	return reportFundamental(ctx, p, e)
}

// reportTallies compares the counts of the solutions with a symmetry.
func reportTallies(p *page.Page, e evidence, what string, g nqueens.Symmetry) {
	compared := newComparison("n", "published", "ours", "engines")
	var alone []int
	for n := 1; n <= countTo; n++ {
		problem := queensProblem(n).SymmetricUnder(g)
		t := e.tally(problem)
		published, _ := problem.Known()
		kind := page.Untested
		if t.dissent != "" || t.count != nil {
			kind = sameOrWrong(t.dissent == "")
		}
		if kind == page.SameValue && len(t.engines) == 1 {
			alone = append(alone, n)
		}
		compared.add(n, kind, published.Count.String(), t.String(), strings.Join(t.engines, ", "))
	}
	p.Table(compared.rows)
	v := compared.exact(what)
	if v.Kind == page.SameValue && len(alone) > 0 {
		v.Why += fmt.Sprintf("; for n = %s by a single engine", table.Ranges(alone, " to "))
	}
	p.Verdict(v)
}

func reportFundamental(ctx context.Context, p *page.Page, e evidence) error {
	p.Heading("Fundamental solutions, A002562")
	p.Text(`By Burnside's lemma the number of solutions that no rotation or reflection makes of each other is the mean, over the eight symmetries, of the number that each maps to itself: (A + H + 2 Q) / 8 from n = 2 on, with A all solutions, H those that a half turn and Q those that a quarter turn maps to itself, since no reflection maps one to itself. H and Q are the two tables above. To n = %d the solutions are also listed, in this process by package bitmask, and those kept that come before their images.`, enumerateTo)
	compared := newComparison("n", "half turn", "quarter turn", "published", "by Burnside", "listed")
	var listed []int
	for n := 1; n <= countTo; n++ {
		problem := queensProblem(n)
		all := e.tally(problem)
		half, quarter := e.tally(problem.SymmetricUnder(nqueens.HalfTurn)), e.tally(problem.SymmetricUnder(nqueens.QuarterTurn))
		published, _ := problem.KnownUpToSymmetry()
		row := []string{half.String(), quarter.String(), published.Count.String(), "–", "–"}
		var ours []*nqueens.Count
		broken := all.dissent+half.dissent+quarter.dissent != ""
		if all.count != nil && half.count != nil && quarter.count != nil {
			mean, err := burnside(problem, all.count, half.count, quarter.count)
			if err != nil {
				row[3], broken = "no whole number", true
			} else {
				row[3] = mean.String()
				ours = append(ours, mean)
			}
		}
		if n <= enumerateTo {
			count, err := listFundamental(ctx, problem)
			if err != nil {
				return err
			}
			row[4] = count.String()
			ours, listed = append(ours, count), append(listed, n)
		}
		kind := page.Untested
		if len(ours) > 0 || broken {
			kind = sameOrWrong(!broken && !slices.ContainsFunc(ours, func(c *nqueens.Count) bool { return c.Cmp(published.Count) != 0 }))
		}
		compared.add(n, kind, row...)
	}
	p.Table(compared.rows)
	v := compared.exact("number of fundamental solutions")
	if v.Kind == page.SameValue {
		v.Why += fmt.Sprintf("; listed for n = %s", table.Ranges(listed, " to "))
	}
	p.Verdict(v)
	return nil
}

// String is the count, or what those say who are wrong.
func (t tally) String() string {
	switch {
	case t.dissent != "":
		return t.dissent
	case t.count == nil:
		return "–"
	}
	return t.count.String()
}

// burnside is the number of fundamental solutions from those of each symmetry.
func burnside(p nqueens.Problem, all, half, quarter *nqueens.Count) (*nqueens.Count, error) {
	mirrored := nqueens.NewCount(0)
	if p.N == 1 {
		mirrored = all
	}
	mean, _, err := p.CountUpToSymmetry(func(q nqueens.Problem) (*nqueens.Count, error) {
		switch q.Symmetric {
		case nqueens.Identity:
			return all, nil
		case nqueens.HalfTurn:
			return half, nil
		case nqueens.QuarterTurn, nqueens.QuarterTurnBack:
			return quarter, nil
		}
		return mirrored, nil
	})
	return mean, err
}

// eachSolution lists all solutions of a problem in this process by package
// bitmask, each in file order.
func eachSolution(ctx context.Context, p nqueens.Problem, visit func(nqueens.Solution)) error {
	o := bitmask.New().Run(ctx, nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(s nqueens.Solution) bool {
		s = slices.Clone(s)
		s.Sort()
		visit(s)
		return true
	})
	if o.Status.Answered() {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("listing the solutions of %v: %s: %s", p, o.Status, o.Reason)
}

func listAll(ctx context.Context, p nqueens.Problem) (all []nqueens.Solution, set nqueens.Fingerprint, err error) {
	err = eachSolution(ctx, p, func(s nqueens.Solution) {
		set.Add(s)
		all = append(all, s)
	})
	return all, set, err
}

// listFundamental lists all solutions and counts those that come before their
// images.
func listFundamental(ctx context.Context, p nqueens.Problem) (*nqueens.Count, error) {
	var found uint64
	err := eachSolution(ctx, p, func(s nqueens.Solution) {
		if s.Fundamental(p.N) {
			found++
		}
	})
	return nqueens.NewCount(found), err
}
