package phase

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"time"

	"nqueens/bench/reproduce/completable"
	"nqueens/bench/reproduce/density"
	"nqueens/bench/reproduce/page"
)

// reportTheory has what theory says of completion and what can be computed of
// it. How much is computed depends on the budget alone; what was computed is kept, and
// the page has all of it.
func (study *Study) reportTheory(ctx context.Context, p *page.Page) error {
	if err := study.reportTerms(ctx, p, study.theory().Seconds()); err != nil {
		return err
	}
	return study.reportDensity(ctx, p, study.theory().Seconds())
}

// reportTerms finds how many queens can always be completed, on boards as large
// as so many seconds allow.
func (study *Study) reportTerms(ctx context.Context, p *page.Page, seconds float64) (err error) {
	largest := 13
	switch {
	case seconds >= 25:
		largest = 19
	case seconds >= 5:
		largest = 18
	case seconds >= 1:
		largest = 16
	}
	journal, err := completable.OpenJournal(filepath.Join(study.folder.Dir, "completable.jsonl"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	var sizes []int
	for n := completable.MinSize; n <= largest; n++ {
		sizes = append(sizes, n)
	}
	terms, _, err := completable.Terms(ctx, sizes, completable.Options{Journal: journal}, func(_, _, _ int) {})
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	p.Heading("Theory: how many queens can always be completed")
	completable.Report(p, terms)
	return nil
}

func (study *Study) reportDensity(ctx context.Context, p *page.Page, seconds float64) (err error) {
	journal, err := density.OpenJournal(filepath.Join(study.folder.Dir, "density.jsonl"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	each := min(max(time.Duration(seconds/30*float64(time.Second)), 50*time.Millisecond), 2*time.Second)
	list, err := density.Series(ctx, density.Sizes(), each, density.Options{Seed: 1, Journal: journal})
	if err != nil {
		return err
	}
	p.Heading("Theory: where queens stand")
	return density.Report(p, list)
}
