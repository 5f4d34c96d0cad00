package allsat

import (
	"math"

	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// search is the enumeration of a formula by one engine or both.
type search struct {
	f        *formula
	bits     *bitFormula // nil if learning alone is to search
	learner  *learner    // nil if it is not
	stop     *turns.Flag
	listing  *listing // nil to count only
	schedule schedule
	pace     pace

	engine Engine // the one that gave the answer
	found  *total
	ended  bool
	stats  Stats
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
		s.learn(newTeam(s.learner, s.pace))
	case engine == Bits:
		s.searchBits(newForest(newBitSearch(s.bits, s.visitor()), s.pace))
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

func (s *search) learn(t *team) {
	s.ended = t.run(unlimited, s.stop)
	s.engine, s.found = Learning, &t.found
	s.stats.add(t.stats)
}

func (s *search) searchBits(f *forest) {
	s.ended = f.run(unlimited, s.stop)
	s.engine, s.found = Bits, &f.found
	s.stats.add(f.stats)
}

// decide lets the engines compete. While they do, only the bit search hands
// models over.
func (s *search) decide() {
	whole := newBitSearch(s.bits, s.visitor())
	bits := newForest(whole, s.pace)
	better, team := s.compete(bits)
	if better == Bits {
		if team != nil {
			s.stats.add(team.stats)
		}
		s.searchBits(bits)
		return
	}
	s.stats.add(bits.stats)
	if s.listing != nil {
		// It has counted, and now begins again to list what is not listed yet.
		s.stats.add(team.stats)
		if s.stop.Load() {
			s.engine, s.found = Learning, &bits.found
			return
		}
		s.listing.skip = whole.explored()
		team = newTeam(newLearner(s.f), s.pace)
		team.learners[0].visit = s.visitor()
	}
	s.learn(team)
}

// unlimited is more effort than any search will spend.
const unlimited = math.MaxInt64 / 4

// schedule says how the engines take turns while they compete.
type schedule struct {
	turn   int64 // effort of the bit search before learning is tried
	share  int64 // effort of learning for one of the bit search, while that finds little
	enough int64 // times that models were found by which to judge
}

func defaultSchedule() schedule { return schedule{turn: 10e6, share: 4, enough: 64} }

// compete runs both engines until it is clear which is better, and returns that
// and the learner, nil if it had no turn. Either may have ended or been stopped.
//
// They take turns, by their effort and not by a clock, so that the same formula
// always goes the same way. The turns double. Learning gets the greater share,
// since hard formulas need it; where the bit search is much faster, what it loses
// by that is little.
func (s *search) compete(bits *forest) (better Engine, t *team) {
	spent := int64(0) // by learning
	for turn := s.schedule.turn; ; turn *= 2 {
		if ended := bits.run(turn, s.stop); ended || s.stop.Load() {
			return Bits, t
		}
		// Does it expect to end before much more is spent than has been by now?
		if float64(bits.effort) < 8*float64(bits.effort+spent)*bits.progress() {
			continue
		}
		if t == nil {
			t = newTeam(newLearner(s.f), s.pace)
		}
		share := turn * s.schedule.share
		if bits.events >= s.schedule.enough {
			share = turn / 2
		}
		ended := t.run(share, s.stop)
		if spent = t.effort; ended || s.stop.Load() {
			return Learning, t
		}
		if max(bits.events, t.events) < s.schedule.enough {
			continue
		}
		// Both have the same models to find.
		if bits.found.rate(bits.effort) < t.found.rate(t.effort) {
			return Learning, t
		}
		return Bits, t
	}
}
