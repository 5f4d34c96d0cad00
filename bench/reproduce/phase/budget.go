package phase

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/run"
	"nqueens/family"
	"nqueens/internal/table"
)

// errSpent ends a run that took much longer than was predicted.
var errSpent = errors.New("the budget is spent")

// trialLimit is the time limit of one instance.
const trialLimit = 60 * time.Second

// limit is the time limit of one of its instances.
func (e entry) limit() time.Duration {
	if e.contender == linear {
		return rootLimit
	}
	return trialLimit
}

// batch has the first so many instances of an entry.
func (study *Study) batch(e entry, most int) bench.Batch {
	return bench.Batch{
		List: e.part + ", " + e.name, Contender: e.contender,
		Limits: bench.Limits{Time: e.limit(), Memory: 2 << 30}, Len: most * len(e.lists), Problem: e.problem,
	}
}

// version is the backend's; to find that of an external program takes a while.
func (study *Study) version(backend string) string {
	v, known := study.versions[backend]
	if !known {
		if b, err := backends.Named(study.config.Runner.Backends, backend); err == nil {
			v = backends.Version(b)
		}
		study.versions[backend] = v
	}
	return v
}

// answered is how many instances an entry has answered, of all its lists.
func (study *Study) answered(e entry) int {
	return study.ledger.Answered(study.batch(e, 0), study.version(e.contender.Backend))
}

// rounds are how many instances a point gets, one round after the other. Going
// round lets all contenders reach the same points before any goes deep.
var rounds = []int{10, 30, 100}

// firstPart is how much of a round's time those may take that come first.
const firstPart = 0.6

// Run answers as many instances as the budget allows, and whatever it is one of each
// point on the smallest boards: without them there is no page. An error of the
// context is returned; what was recorded by then is safe.
func (study *Study) Run(ctx context.Context) error {
	for _, part := range Parts() {
		if !study.config.selected(part) {
			continue
		}
		var first, rest, last []entry
		for _, e := range study.entries {
			switch {
			case e.part != part || study.supported(e) != nil:
			case e.first:
				first = append(first, e)
			case e.last:
				last = append(last, e)
			default:
				rest = append(rest, e)
			}
		}
		for _, e := range first {
			if e.rank == 0 && e.kind != competition {
				if err := study.run(ctx, e, 1); err != nil {
					return err
				}
			}
		}
		for i, round := range rounds {
			if err := study.round(ctx, first, round, (1-firstPart)*study.remaining(part)); err != nil {
				return err
			}
			if i == len(rounds)-1 { // deeper is worth less than farther
				if err := study.round(ctx, last, rounds[0], 0); err != nil {
					return err
				}
			}
			if err := study.round(ctx, rest, round, 0); err != nil {
				return err
			}
		}
		if err := study.round(ctx, last, mostLargest, 0); err != nil {
			return err
		}
	}
	return nil
}

// round brings entries of one part to so many instances a point, the cheapest
// first, as far as the budget goes when some of it is kept.
func (study *Study) round(ctx context.Context, entries []entry, round int, keep float64) error {
	left := slices.Clone(entries)
	for len(left) > 0 {
		// What is not known yet is predicted from what is: so again after each.
		var cheapest int
		least := math.Inf(1)
		for i, e := range left {
			if cost := study.predict(e, round); cost < least {
				cheapest, least = i, cost
			}
		}
		e := left[cheapest]
		left = slices.Delete(left, cheapest, cheapest+1)
		rest := study.remaining(e.part) - keep
		if least > rest {
			return nil
		}
		// Much more than was predicted is for a later round to decide on.
		if err := study.answer(ctx, e, round, min(rest, 3*least+1)); err != nil {
			return err
		}
	}
	return nil
}

// answer has an entry go on for so many seconds at most.
func (study *Study) answer(ctx context.Context, e entry, round int, most float64) error {
	limited, cancel := context.WithTimeoutCause(ctx, time.Duration(most*float64(time.Second)), errSpent)
	defer cancel()
	err := study.run(limited, e, e.target(round))
	if errors.Is(err, errSpent) && ctx.Err() == nil {
		return nil
	}
	return err
}

// run has an entry go on until it has so many answers of each list.
func (study *Study) run(ctx context.Context, e entry, each int) error {
	study.showProgress(e)
	if err := study.config.Runner.RunBatch(ctx, study.ledger, study.batch(e, each)); err != nil {
		return fmt.Errorf("%v, %s: %w", e.contender, e.name, err)
	}
	return nil
}

// target is how many instances of each list an entry has after a round.
func (e entry) target(round int) int {
	if e.first {
		round *= 10
	}
	return min(e.most, round)
}

// whole is the target of the last round.
func (e entry) whole() int { return e.target(rounds[len(rounds)-1]) }

func (study *Study) showProgress(e entry) {
	if show := study.config.Runner.Progress; show != nil {
		spent := 0.0
		for _, part := range Parts() {
			spent += study.spent(part)
		}
		total := int(study.config.Budget.Seconds())
		show(run.Progress{Done: min(int(spent), total), Total: total,
			Job: bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: e.n}, Task: nqueens.FindFirst, Contender: e.contender}})
	}
}

// secondsEach is how long an entry took for one instance on average; 0 if none was
// answered.
func (study *Study) secondsEach(e entry) float64 {
	wall, answered := 0.0, 0
	name := study.batch(e, 0).List
	for _, s := range study.ledger.Records {
		if s.List == name && s.Backend == e.contender.Backend && s.Encoding == e.contender.Encoding && s.Version == study.version(s.Backend) {
			wall, answered = wall+s.WallSeconds, answered+len(s.Verdicts)
		}
	}
	return wall / max(1, float64(answered))
}

// growth is how much longer an instance of the next sweep of a contender may
// take, by part, where nothing is known of it.
var growth = map[string]float64{partDiagonals: 2, partCompletion: 15, partBlocked: 4, partLinear: 3}

// firstGuess is how long an instance may take of which nothing is known at all.
// When that is too little it shows soon.
const firstGuess = 0.0003

// predict is how many seconds a round of an entry takes.
func (study *Study) predict(e entry, round int) float64 {
	missing := e.target(round)*len(e.lists) - study.answered(e)
	if missing <= 0 {
		return 0
	}
	each := study.secondsEach(e)
	if each == 0 {
		each = study.extrapolated(e)
	}
	return 0.05 + each*float64(missing) // a process takes time to start
}

// extrapolated is how long an instance may take if nothing is known but of
// smaller sweeps.
func (study *Study) extrapolated(e entry) float64 {
	each, nearest := firstGuess, -1
	if e.contender == linear {
		each = rootLimit.Seconds()
	}
	for _, o := range study.entries {
		if o.part == e.part && o.kind == e.kind && o.contender == e.contender && o.rank < e.rank && o.rank > nearest {
			if known := study.secondsEach(o); known > 0 {
				nearest = o.rank
				each = known * math.Pow(growth[e.part], float64(e.rank-o.rank))
			}
		}
	}
	return each
}

// LeftOut says what the budget left out, and who cannot take part. How many
// instances the others had is in the tables.
func (study *Study) LeftOut() []string {
	var lines []string
	refused := map[string]bool{}
	for _, e := range study.entries {
		if !study.config.selected(e.part) {
			continue
		}
		name, all := e.contender.String(), e.whole()*len(e.lists)
		why, done := study.supported(e), study.answered(e)
		switch {
		case why != nil && !refused[name]:
			refused[name] = true
			lines = append(lines, fmt.Sprintf("%s, from %s, %s on: %v", name, e.part, e.name, why))
		case why != nil:
		case done < min(enoughRuns*len(e.lists), all) || e.first && done < all:
			lines = append(lines, fmt.Sprintf("%s, %s, %s: %s of %s answers, for want of time", name, e.part, e.name, table.Count(done), table.Count(all)))
		}
	}
	return lines
}

// clock is the time that passes, of which the processes take only a part.
type clock struct {
	begun  time.Time
	before float64 // seconds of the budget that were taken before
}

// start begins to count the time of this run of the study.
func (study *Study) start() clock {
	c := clock{begun: time.Now()}
	for _, part := range Parts() {
		if study.config.selected(part) {
			c.before += min(study.spent(part), study.share(part)) // another part's is not spent
		}
	}
	return c
}

// partShares are how the budget is divided among the parts.
var partShares = map[string]float64{partDiagonals: 0.45, partCompletion: 0.2, partBlocked: 0.2, partLinear: 0.1, partTheory: 0.05}

// share is the part's of the budget, in seconds.
func (study *Study) share(part string) float64 {
	all := 0.0
	for _, p := range Parts() {
		if study.config.selected(p) {
			all += partShares[p]
		}
	}
	return study.config.Budget.Seconds() * partShares[part] / all
}

// spent is how many seconds a part took as far as it is recorded, that of other
// versions of the backends left out.
func (study *Study) spent(part string) float64 {
	sum := 0.0
	for _, s := range study.ledger.Records {
		if strings.HasPrefix(s.List, part+", ") && s.Version == study.version(s.Backend) {
			sum += s.WallSeconds
		}
	}
	return sum
}

// remaining is how many seconds a part may still take: those of its share, as long as
// the whole budget has them by the clock. The theory, which comes at the end, has
// its share kept for it.
func (study *Study) remaining(part string) float64 {
	whole := study.config.Budget.Seconds() - study.clock.before - time.Since(study.clock.begun).Seconds()
	if study.config.selected(partTheory) {
		whole -= study.share(partTheory)
	}
	return min(whole, study.share(part)-study.spent(part))
}
