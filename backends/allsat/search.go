package allsat

import (
	"sync/atomic"

	"nqueens/encode"
)

// search is the enumeration of a formula by one engine or both.
type search struct {
	f       *formula
	bits    *bitFormula // nil if learning alone is to search
	learner *learner    // nil if it is not
	stop    *atomic.Bool
	threads int
	listing *listing // nil to count only
	first   bool     // one model will do
	rules   rules

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
	c := contest{rules: s.rules, bits: newBitSearch(s.bits, s.visitor())}
	c.begin = func() *learner {
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
