package allsat

import (
	"math"
	"sync/atomic"

	"nqueens/encode"
)

// search is the enumeration of a formula by one engine or both.
type search struct {
	f        *formula
	bits     *bitFormula // nil if learning alone is to search
	learner  *learner    // nil if it is not
	stop     *atomic.Bool
	threads  int
	listing  *listing // nil to count only
	first    bool     // one model will do
	schedule schedule

	engine Engine // the one that gave the answer
	found  *total
	ended  bool
	stats  []Stats
}

// prepare simplifies the formula and lays it out for the engine, which takes
// seconds for the largest.
func (s *search) prepare(cnf *encode.CNF, engine Engine) {
	s.f = simplify(cnf, s.stop)
	switch {
	case s.f.contradiction:
	case engine == Learning || !fitsBits(s.f):
		s.learner = newLearner(s.f)
	default:
		s.bits = newBitFormula(s.f)
	}
}

// run searches with the engine.
func (s *search) run(engine Engine) error {
	switch {
	case engine == Bits && s.bits == nil:
		return ErrTooLarge
	case s.bits == nil:
		s.learner.visit = s.visitor()
		s.learn(s.learner)
	case engine == Bits:
		s.searchBits(newBitSearch(s.bits, s.visitor()))
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

func (s *search) learn(l *learner) {
	s.ended = l.run(unlimited, s.stop)
	s.engine, s.found, s.stats = Learning, &l.found, append(s.stats, l.stats)
}

func (s *search) searchBits(b *bitSearch) {
	if s.threads > 1 && s.listing == nil {
		s.ended = b.runParallel(s.threads, s.stop)
	} else {
		s.ended = b.run(unlimited, s.stop)
	}
	s.engine, s.found, s.stats = Bits, &b.found, append(s.stats, b.stats)
}

// decide lets the engines compete. While they do, only the bit search hands
// models over, unless one is enough.
func (s *search) decide() {
	c := portfolio{schedule: s.schedule, bits: newBitSearch(s.bits, s.visitor())}
	c.newLearner = func() *learner {
		l := newLearner(s.f)
		if s.first {
			l.visit = s.visitor()
		}
		return l
	}
	better := c.run(s.stop)
	switch {
	case better == Bits:
		if c.learner != nil {
			s.stats = append(s.stats, c.learner.stats)
		}
		s.searchBits(c.bits)
	case s.listing == nil || s.first || s.stop.Load():
		s.stats = append(s.stats, c.bits.stats)
		s.learn(c.learner)
	default:
		s.stats = append(s.stats, c.bits.stats, c.learner.stats)
		s.listing.skip = c.bits.explored()
		l := newLearner(s.f)
		l.visit = s.visitor()
		s.learn(l)
	}
}

// unlimited is more effort than any search will spend.
const unlimited = math.MaxInt64

// portfolio runs both engines on a formula until it is clear which is better.
// They take turns, by their effort and not by a clock, so that the same formula
// always goes the same way. The turns double. Learning gets the greater share,
// since hard formulas need it; where the bit search is much faster, what it loses
// by that is little.
type portfolio struct {
	schedule
	bits       *bitSearch
	newLearner func() *learner
	learner    *learner // nil before its first turn
}

// schedule says how the engines of a portfolio take turns.
type schedule struct {
	turn   int64 // effort of the bit search before learning is tried
	share  int64 // effort of learning for one of the bit search, while that finds little
	enough int64 // times that models were found by which to judge
}

func defaultSchedule() schedule { return schedule{turn: 10e6, share: 4, enough: 64} }

// run returns the engine that is better. It may have ended or been stopped.
func (c *portfolio) run(stop *atomic.Bool) (better Engine) {
	for turn := c.turn; ; turn *= 2 {
		if ended := c.bits.run(c.bits.effort+turn, stop); ended || stop.Load() {
			return Bits
		}
		if c.nearlyDone() {
			continue
		}
		if c.learner == nil {
			c.learner = c.newLearner()
		}
		share := turn * c.share
		if c.bits.events >= c.enough {
			share = turn / 2
		}
		if ended := c.learner.run(c.learner.effort+share, stop); ended || stop.Load() {
			return Learning
		}
		if max(c.bits.events, c.learner.events) < c.enough {
			continue
		}
		// Both have the same models to find.
		if c.bits.found.rate(c.bits.effort) < c.learner.found.rate(c.learner.effort) {
			return Learning
		}
		return Bits
	}
}

// nearlyDone reports whether the bit search expects to end before much more is
// spent than both have spent by now.
func (c *portfolio) nearlyDone() bool {
	spent := c.bits.effort
	if c.learner != nil {
		spent += c.learner.effort
	}
	return float64(c.bits.effort) < 8*float64(spent)*c.bits.progress()
}
