package phase

import (
	"context"
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
	for n := completable.MinSize; n <= largest; n++ {
		r, err := completable.Term(ctx, n, completable.Options{})
		if err != nil {
			return err
		}
		terms = append(terms, r)
	}
	p.Heading("Theory: how many queens can always be completed")
	completable.Report(p, terms)
	return nil
}

func reportDensity(ctx context.Context, p *page.Page, seconds float64) error {
	each := min(max(time.Duration(seconds/30*float64(time.Second)), 50*time.Millisecond), 2*time.Second)
	list, err := density.Series(ctx, density.Sizes(), each, density.Options{Seed: 1})
	if err != nil {
		return err
	}
	p.Heading("Theory: where queens stand")
	return density.Report(p, list)
}
