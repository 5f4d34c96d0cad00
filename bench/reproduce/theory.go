package reproduce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"nqueens/bench"
	"nqueens/bench/reproduce/completable"
	"nqueens/bench/reproduce/density"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/run"
)

// Reproductions without backends. They compute their values themselves.

func completableQueens() Reproduction {
	return Reproduction{
		Name:   "completable",
		About:  "How many queens can always be completed",
		Source: "OEIS A374013 (H. M. Nielsen, 2024); S. Glock, D. Munhá Correia, B. Sudakov, “The n-queens completion problem”, Research in the Mathematical Sciences 9, 2022",
		Takes:  "3 min, and half an hour for n = 24",
		Sized:  true,
		study:  findTerms,
	}
}

// largestTerm is the largest size that is tried by default. A larger one would take years.
const largestTerm = 28

// findTerms computes terms until the budget is used up. A journal keeps what is proved, also of an unfinished
// term; it is not computed again and does not count as used budget. The page has all known terms.
func findTerms(ctx context.Context, s Session, dir string, p *page.Page) (found evidence, err error) {
	journal, err := completable.OpenJournal(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		return evidence{}, err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	sizes := s.Sizes
	if len(sizes) == 0 {
		for n := completable.MinSize; n <= largestTerm; n++ {
			sizes = append(sizes, n)
		}
	}
	budgeted, cancel := context.WithTimeout(ctx, s.Budget)
	defer cancel()
	terms, open, err := completable.Terms(budgeted, sizes, completable.Options{Threads: s.Threads, Seed: s.Seed, Journal: journal}, s.show)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return evidence{}, err
	}
	for _, r := range open {
		why := ""
		if r.Surveys != nil {
			why = fmt.Sprintf(": the budget was spent when %d queens were known to be completable; what was looked at is kept", r.K)
		}
		found.LeftOut = append(found.LeftOut, fmt.Sprintf("n = %d%s", r.N, why))
	}
	if len(terms) > 0 {
		completable.Report(p, terms)
	}
	return found, nil
}

func simkinDensity() Reproduction {
	return Reproduction{
		Name:   "density",
		About:  "Simkin's constant, and where the queens of a solution stand",
		Source: "M. Simkin, “The number of n-queens configurations”, Advances in Mathematics 427, 2023; OEIS A000170",
		Takes:  "3 min",
		Sized:  true,
		study:  sampleDensity,
	}
}

// sampleDensity samples each size for its share of the budget. The number of samples does not depend on the
// machine, so that the page does not either. A journal keeps the largest number of samples of each size, and
// the page has all of them.
func sampleDensity(ctx context.Context, s Session, dir string, p *page.Page) (_ evidence, err error) {
	journal, err := density.OpenJournal(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		return evidence{}, err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	sizes := s.Sizes
	if len(sizes) == 0 {
		sizes = density.Sizes()
	}
	each := s.Budget / time.Duration(len(sizes)) * time.Duration(max(1, s.Threads))
	for i, n := range sizes {
		s.show(i, len(sizes), n)
		if _, err := density.Series(ctx, []int{n}, each, density.Options{Seed: s.Seed, Threads: s.Threads, Journal: journal}); err != nil {
			return evidence{}, err
		}
	}
	return evidence{}, density.Report(p, density.Known(journal, s.Seed))
}

func (s Session) show(done, total, n int) {
	if s.Runner.Progress != nil {
		s.Runner.Progress(run.Progress{Done: done, Total: total, Job: bench.Job{Problem: queensProblem(n)}})
	}
}
