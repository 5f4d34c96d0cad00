package allsat

import (
	"math"

	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// search is the enumeration of a formula by one engine or several.
type search struct {
	f         *formula
	bits      *bitFormula // nil if the engine bits is not used
	lookahead *lookahead  // nil if it is not the only engine
	learner   *learner    // nil if it is not the only engine
	stop      *turns.Flag
	listing   *listing // nil to only count
	schedule  schedule
	pace      pace

	engine Engine // the engine that gave the answer
	found  *total
	ended  bool
	stats  Stats
}

// prepare simplifies the formula and builds the representation for the engine, which takes seconds
// for the largest formulas.
func (s *search) prepare(cnf *encode.CNF, engine Engine) {
	s.f = simplify(cnf, s.stop)
	switch {
	case s.f.contradiction:
	case engine == Lookahead:
		if fitsLookahead(s.f) {
			s.lookahead = newLookahead(s.f)
		}
	case engine == Learning || engine == Auto && !fitsBits(s.f):
		s.learner = newLearner(s.f)
	case fitsBits(s.f):
		s.bits = newBitFormula(s.f)
	}
}

// run searches with the engine.
func (s *search) run(engine Engine) error {
	switch {
	case s.learner != nil:
		s.learner.visit = s.visitor()
		s.finish(Learning, newTeam(s.learner, s.pace))
	case s.lookahead != nil:
		s.lookahead.visit = s.visitor()
		s.finish(Lookahead, newTeam(s.lookahead, s.pace))
	case engine == Lookahead:
		return ErrLongClauses
	case s.bits == nil:
		return ErrTooLarge
	case engine == Bits:
		s.finish(Bits, newForest(newBitSearch(s.bits, s.visitor()), s.pace))
	default:
		s.decide()
	}
	return nil
}

func (s *search) visitor() visitor {
	if s.listing == nil {
		return nil
	}
	return s.listing.list
}

// team returns a team of one member, with the engine Lookahead or Learning.
func (s *search) team(engine Engine, visit visitor) *team {
	if engine == Lookahead {
		l := newLookahead(s.f)
		l.visit = visit
		return newTeam(l, s.pace)
	}
	l := newLearner(s.f)
	l.visit = visit
	return newTeam(l, s.pace)
}

// searcher is a forest or a team.
type searcher interface {
	run(effort int64, stop *turns.Flag) (ended bool)
	progress() float64
	work() *tally
}

func (s *search) finish(engine Engine, by searcher) {
	s.estimate(by.progress)
	s.ended = by.run(unlimited, s.stop)
	s.engine, s.found = engine, &by.work().found
	s.stats.add(by.work().stats)
}

// estimate lets the gate of the search ask how much of the tree has been searched. It does so only
// for searches with one thread, because no other thread can read the progress during a search.
func (s *search) estimate(progress func() float64) {
	if s.pace.threads == 1 {
		s.stop.Estimate(progress)
	}
}

// contestant is an engine in a competition.
type contestant struct {
	engine   Engine
	searcher // nil if it has had no turn
}

// decide lets the engines compete. During the competition only the bit search returns models.
func (s *search) decide() {
	whole := newBitSearch(s.bits, s.visitor())
	all := []*contestant{{Bits, newForest(whole, s.pace)}, {Learning, nil}}
	if fitsLookahead(s.f) {
		all = []*contestant{all[0], {Lookahead, nil}, all[1]}
	}
	best := s.compete(all)
	for _, c := range all {
		if c != best && c.searcher != nil {
			s.stats.add(c.work().stats)
		}
	}
	by := best.searcher
	if s.listing != nil && best != all[0] {
		// The winner has only counted. It begins again to list the models that are not listed yet.
		s.stats.add(by.work().stats)
		if s.stop.Load() {
			s.engine, s.found = best.engine, &all[0].work().found
			return
		}
		s.listing.skip = whole.explored()
		by = s.team(best.engine, s.visitor())
	}
	s.finish(best.engine, by)
}

// unlimited stands for no limit of effort: it is more than any search spends.
const unlimited = math.MaxInt64 / 4

// schedule configures the turns of the engines while they compete.
type schedule struct {
	turn   int64 // effort of the bit search before another engine is tried
	share  int64 // while the other engines find few models: effort of learning for each unit of effort of the others
	enough int64 // number of times that models must be found to compare rates
}

func defaultSchedule() schedule { return schedule{turn: 10e6, share: 4, enough: 64} }

// compete runs the engines until one is clearly the best, and returns that engine, whose search may
// have ended or been stopped.
//
// Turns are measured by effort and not by a clock, so that the same formula always gives the same
// result. Turns double. Learning gets the greater share, because hard formulas need it; if another
// engine is much faster, little is lost.
func (s *search) compete(all []*contestant) *contestant {
	s.estimate(func() (most float64) {
		for _, c := range all {
			if c.searcher != nil {
				most = max(most, c.progress())
			}
		}
		return most
	})
	spent, events := int64(0), int64(0) // effort of the engines that are not running; largest number of events
	for turn := s.schedule.turn; ; turn *= 2 {
		for _, c := range all {
			if c.searcher == nil {
				c.searcher = s.team(c.engine, nil)
			}
			spent -= c.work().effort
			for {
				share := turn
				if c.engine == Learning {
					share *= s.schedule.share
					if events >= s.schedule.enough {
						share = turn / 2
					}
				}
				if ended := c.run(share, s.stop); ended || s.stop.Load() {
					return c
				}
				// Does it expect to end before much more effort is spent than so far?
				if effort := float64(c.work().effort); effort >= 8*(effort+float64(spent))*c.progress() {
					break
				}
				turn *= 2
			}
			spent += c.work().effort
			events = max(events, c.work().events)
		}
		if events < s.schedule.enough {
			continue
		}
		best := all[0]
		for _, c := range all[1:] { // all have the same models to find
			if best.work().rate() < c.work().rate() {
				best = c
			}
		}
		return best
	}
}
