package allsat

import (
	"math"
	"sync/atomic"
)

// unlimited is more effort than any search will spend.
const unlimited = math.MaxInt64

// contest runs both engines on a formula until it is clear which is better,
// and then that one alone. They take turns, by their effort and not by a clock,
// so that the same formula always goes the same way. The turns double, and
// learning gets the greater share of them, since it is what hard formulas need
// and the time it takes from the other is little where that is much faster.
type contest struct {
	rules
	bits    *bitSearch
	begin   func() *learner
	learner *learner // nil before its first turn
}

// rules are those of a contest.
type rules struct {
	turn   int64 // effort of the bit search before learning is tried
	share  int64 // effort of learning for one of the bit search, while that finds little
	enough int64 // times that models were found by which to judge
}

func usualRules() rules { return rules{turn: 10e6, share: 4, enough: 64} }

// run returns the engine that is better. It may have ended or been stopped.
func (c *contest) run(stop *atomic.Bool) (better Engine) {
	for turn := c.turn; ; turn *= 2 {
		if ended := c.bits.run(c.bits.effort+turn, stop); ended || stop.Load() {
			return Bits
		}
		if c.nearlyDone() {
			continue
		}
		if c.learner == nil {
			c.learner = c.begin()
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
func (c *contest) nearlyDone() bool {
	spent := c.bits.effort
	if c.learner != nil {
		spent += c.learner.effort
	}
	return float64(c.bits.effort) < 8*float64(spent)*c.bits.progress()
}
