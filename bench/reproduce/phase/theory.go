package phase

import (
	"context"
	"fmt"
	"slices"
	"time"

	"nqueens/bench/reproduce/completable"
	"nqueens/bench/reproduce/density"
	"nqueens/bench/reproduce/page"
)

// reportTheory has what theory says of completion and what can be computed of
// it. How much is computed depends on the budget alone, so that the page does.
func (study *Study) reportTheory(ctx context.Context, p *page.Page) error {
	if err := reportTerms(ctx, p, study.share(partTheory)); err != nil {
		return err
	}
	return reportDensity(ctx, p, study.share(partTheory))
}

// reportTerms finds how many queens can always be completed, on boards as large
// as so many seconds allow.
func reportTerms(ctx context.Context, p *page.Page, seconds float64) error {
	largest := 13
	switch {
	case seconds >= 25:
		largest = 19
	case seconds >= 5:
		largest = 18
	case seconds >= 1:
		largest = 16
	}
	var terms []completable.Result
	var wrong []string
	for n := completable.MinSize; n <= largest; n++ {
		r, err := completable.Term(ctx, n, completable.Options{})
		if err != nil {
			return err
		}
		if !r.Agrees() {
			k, _ := completable.Published(n)
			wrong = append(wrong, fmt.Sprintf("n = %d: %d, published %d", n, r.K, k))
		}
		terms = append(terms, r)
	}
	p.Heading("Theory: how many queens can always be completed")
	p.Text("The largest k such that k queens or fewer, wherever they stand without attacking each other, belong to a solution (OEIS A374013). " +
		"That k can be completed is proved by looking at all placements of k queens up to symmetry, that k + 1 cannot by an example. " +
		"For large n the term is between n/60 and 0.241 n (Glock, Munhá Correia, Sudakov 2022).")
	p.Table(completable.Table(terms))
	v := page.Verdict{What: "A374013", Kind: page.SameValue, Why: fmt.Sprintf("n = %d to %d", completable.MinSize, largest)}
	if wrong != nil {
		v.Kind, v.Why = page.Wrong, fmt.Sprint(wrong)
	}
	p.Verdict(v)
	p.Figure(completable.Chart(terms))
	p.Text("Queens that no solution has, the largest boards:")
	p.Boards("blocking-queens", completable.Boards(slices.Clone(terms[len(terms)-6:])))
	return nil
}

// reportDensity estimates Simkin's constant and density.
func reportDensity(ctx context.Context, p *page.Page, seconds float64) error {
	each := min(max(time.Duration(seconds/30*float64(time.Second)), 50*time.Millisecond), 2*time.Second)
	list, err := density.Series(ctx, density.Sizes(), each, density.Options{Seed: 1})
	if err != nil {
		return err
	}
	fit, err := density.FitAlpha(list)
	if err != nil {
		return err
	}
	p.Heading("Theory: where queens stand")
	p.Text("Random solutions, each weighted with the inverse of its probability, estimate the number of solutions Q(n) " +
		"and where their queens stand. Simkin (2023): Q(n) = ((1 + o(1)) n e^−α)^n with α = 1.942 ± 0.003, and solutions " +
		"are denser near the middles of the sides than in the corners and the centre.")
	p.Table(density.Table(list))
	p.Text("%v", fit)
	v := page.Verdict{What: "Simkin's α", Kind: page.SameShape, Why: fmt.Sprintf("%.3f ± %.3f, Simkin %.3f ± %.3f", fit.Alpha, fit.Error(), density.SimkinAlpha, density.SimkinAlphaError)}
	if d := fit.Alpha - density.SimkinAlpha; max(d, -d) > 2*(fit.Error()+density.SimkinAlphaError) {
		v.Kind = page.Differs
	}
	largest := list[len(list)-1]
	cells := largest.Cells(7)
	side, corner, centre := cells[0][3].Value, cells[0][0].Value, cells[3][3].Value
	w := page.Verdict{What: "where queens stand", Kind: page.SameShape, Why: fmt.Sprintf("at n = %d, with 1 as the mean: middle of a side %.2f, corner %.2f, centre %.2f", largest.N, side, corner, centre)}
	if side < corner || side < centre {
		w.Kind = page.Differs
	}
	p.Verdict(v, w)
	p.Figure(density.HeatMap(largest, 16), density.Chart(list, fit))
	return nil
}
