package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/run"
	"nqueens/bench/table"
)

// trialLimit is the time limit of one instance.
const trialLimit = 60 * time.Second

// batch has the first so many instances of an entry.
func (l *laboratory) batch(e entry, most int) bench.Batch {
	return bench.Batch{
		List: e.part + ", " + e.name, Contender: backends.Contender{Backend: e.contender.backend, Encoding: e.contender.encoding},
		Limits: bench.Limits{Time: trialLimit, Memory: 2 << 30}, Len: most * len(e.lists), Problem: e.problem,
	}
}

// version is the backend's; to find that of an external program takes a while.
func (l *laboratory) version(backend string) string {
	v, known := l.versions[backend]
	if !known {
		if b, err := backends.Named(l.session.Runner.Backends, backend); err == nil {
			v = backends.Version(b)
		}
		l.versions[backend] = v
	}
	return v
}

// answered is how many instances an entry has answered, of all its lists.
func (l *laboratory) answered(e entry) int {
	return l.ledger.Answered(l.batch(e, 0), l.version(e.contender.backend))
}

// rounds are how many instances a point gets, one round after the other. Going
// round lets all contenders reach the same points before any goes deep.
var rounds = []int{10, 30, 100}

// firstPart is how much of a round's time those may take that come first.
const firstPart = 0.6

// run answers as many instances as the budget allows.
func (l *laboratory) run(ctx context.Context) error {
	for _, part := range parts() {
		if !l.session.selected(part) {
			continue
		}
		var first, rest, last []entry
		for _, e := range l.entries {
			switch {
			case e.part != part || l.supported(e) != "":
			case e.first:
				first = append(first, e)
			case e.last:
				last = append(last, e)
			default:
				rest = append(rest, e)
			}
		}
		for i, round := range rounds {
			if err := l.round(ctx, first, round, (1-firstPart)*l.left(part)); err != nil {
				return err
			}
			if i == len(rounds)-1 { // deeper is worth less than farther
				if err := l.round(ctx, last, rounds[0], 0); err != nil {
					return err
				}
			}
			if err := l.round(ctx, rest, round, 0); err != nil {
				return err
			}
		}
		if err := l.round(ctx, last, lastMost, 0); err != nil {
			return err
		}
	}
	return nil
}

// round brings entries of one part to so many instances a point, the cheapest
// first, as far as the budget goes when some of it is kept.
func (l *laboratory) round(ctx context.Context, entries []entry, round int, keep float64) error {
	left := slices.Clone(entries)
	for len(left) > 0 {
		// What is not known yet is predicted from what is: so again after each.
		var cheapest int
		least := math.Inf(1)
		for i, e := range left {
			if cost := l.predict(e, round); cost < least {
				cheapest, least = i, cost
			}
		}
		e := left[cheapest]
		left = slices.Delete(left, cheapest, cheapest+1)
		rest := l.left(e.part) - keep
		if least > rest {
			return nil
		}
		// Much more than was predicted is for a later round to decide on.
		if err := l.answer(ctx, e, round, min(rest, 3*least+1)); err != nil {
			return err
		}
	}
	return nil
}

// answer has an entry go on for so many seconds at most.
func (l *laboratory) answer(ctx context.Context, e entry, round int, most float64) error {
	l.tell(e)
	limited, cancel := context.WithTimeoutCause(ctx, time.Duration(most*float64(time.Second)), errSpent)
	defer cancel()
	err := l.session.Runner.RunBatch(limited, l.ledger, l.batch(e, e.target(round)))
	if errors.Is(err, errSpent) && ctx.Err() == nil {
		return nil
	}
	if err != nil {
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

// tell shows the budget as progress.
func (l *laboratory) tell(e entry) {
	if show := l.session.Runner.Progress; show != nil {
		spent := 0.0
		for _, part := range parts() {
			spent += l.spent(part)
		}
		total := int(l.session.Budget.Seconds())
		show(run.Progress{Done: min(int(spent), total), Total: total,
			Job: bench.Job{Problem: queensProblem(e.n), Task: nqueens.FindFirst, Contender: backends.Contender{Backend: e.contender.backend, Encoding: e.contender.encoding}}})
	}
}

// each is how long an entry took for one instance on average; 0 if none was
// answered.
func (l *laboratory) each(e entry) float64 {
	wall, answered := 0.0, 0
	name := l.batch(e, 0).List
	for _, s := range l.ledger.Stretches {
		if s.List == name && s.Backend == e.contender.backend && s.Encoding == e.contender.encoding && s.Version == l.version(s.Backend) {
			wall, answered = wall+s.WallSeconds, answered+len(s.Verdicts)
		}
	}
	return wall / max(1, float64(answered))
}

// growth is how much longer an instance of the next sweep of a contender may
// take, by part, where nothing is known of it.
var growth = map[string]float64{partDiagonals: 2, partCompletion: 15, partBlocked: 4}

// starter is how long an instance may take of which nothing is known at all.
// When that is too little it shows soon.
const starter = 0.0003

// predict is how many seconds a round of an entry takes.
func (l *laboratory) predict(e entry, round int) float64 {
	missing := e.target(round)*len(e.lists) - l.answered(e)
	if missing <= 0 {
		return 0
	}
	each := l.each(e)
	if each == 0 {
		each = l.extrapolated(e)
	}
	return 0.05 + each*float64(missing) // a process takes time to start
}

// extrapolated is how long an instance may take if nothing is known but of
// smaller sweeps.
func (l *laboratory) extrapolated(e entry) float64 {
	each, nearest := starter, -1
	for _, o := range l.entries {
		if o.part == e.part && o.kind == e.kind && o.contender == e.contender && o.rank < e.rank && o.rank > nearest {
			if known := l.each(o); known > 0 {
				nearest = o.rank
				each = known * math.Pow(growth[e.part], float64(e.rank-o.rank))
			}
		}
	}
	return each
}

// leftOut says what the budget left out, and who cannot take part. How many
// instances the others had stands in the tables.
func (l *laboratory) leftOut() []string {
	var lines []string
	refused := map[string]bool{}
	for _, e := range l.entries {
		if !l.session.selected(e.part) {
			continue
		}
		name, all := e.contender.String(), e.whole()*len(e.lists)
		why, done := l.supported(e), l.answered(e)
		switch {
		case why != "" && !refused[name]:
			refused[name] = true
			lines = append(lines, fmt.Sprintf("%s, from %s, %s on: %s", name, e.part, e.name, why))
		case why != "":
		case done < min(enoughRuns*len(e.lists), all) || e.first && done < all:
			lines = append(lines, fmt.Sprintf("%s, %s, %s: %s of %s answers, for want of time", name, e.part, e.name, table.Count(done), table.Count(all)))
		}
	}
	return lines
}
