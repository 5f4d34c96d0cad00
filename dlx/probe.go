package dlx

import (
	"context"
	"time"
)

// Where the table of the bits engine is larger than bitsLimit, but no larger than
// probeLimit, Automatic has both engines search from the root for probeTime, in turns: the
// one whose best turn visits more nodes in a second goes on. The best, since what else a
// machine does can only slow a turn down; and bits, whose table is in no cache at first, has
// mostProbes turns to get ahead in, of which fewestProbes are enough. Pentominoes in boxes of 6 × 10 and 5 × 12 are
// faster with bits in a table of six megabytes; not all problems of that size are.
const (
	probeTime    = 6 * time.Millisecond
	fewestProbes = 2
	mostProbes   = 4
	probeLimit   = 16 << 20
)

// probe decides for an engine where the size of the problem does not. Where solutions are
// listed and the dancing one finds one at once, it stays: who wants no more has it sooner.
func (s *Search) probe(ctx context.Context, listing bool) error {
	if s.config.Engine != Automatic || s.probed != Automatic || s.Engine() != Dancing || s.config.Choice == Degree ||
		s.problem.NumOptions() <= fewOptions || layOut(&s.problem).bytes() > probeLimit {
		return nil
	}
	return s.decide(func() (nodes float64, ended bool, err error) {
		return s.rate(ctx, listing && s.probed == Dancing)
	})
}

// decide takes the engine that has the best rate of all turns.
func (s *Search) decide(rate func() (nodes float64, ended bool, err error)) error {
	var rates [Bits + 1]float64
	for i := range mostProbes {
		if i >= fewestProbes && rates[Bits] >= rates[Dancing] {
			return nil
		}
		for _, e := range []Engine{Dancing, Bits} {
			s.probed = e
			nodes, ended, err := rate()
			if err != nil {
				s.probed = Automatic
				return err
			}
			if rates[e] = max(rates[e], nodes); ended {
				return nil
			}
		}
	}
	if rates[Dancing] > rates[Bits] {
		s.probed, s.table = Dancing, nil
	}
	return nil
}

// rate is how many nodes the engine visits in a second, and whether it came to the end, or
// to a first solution.
func (s *Search) rate(ctx context.Context, first bool) (nodes float64, ended bool, err error) {
	e, err := s.engine(ctx)
	if err != nil {
		return 0, false, err
	}
	start := time.Now()
	look := walk{ctx: until{ctx, start.Add(probeTime)}}
	if first {
		look.yield = func([]int) bool { return false }
	}
	w, ended := e.search(look)
	took := time.Since(start)
	for _, l := range w.levels {
		nodes += float64(l.Nodes)
	}
	return nodes / max(took.Seconds(), 1e-9), ended || first && w.solutions > 0, ctx.Err()
}

// until is a context that ends at a time, by the clock alone: on one core a timer waits for
// the search that it is to end.
type until struct {
	context.Context
	end time.Time
}

func (u until) Err() error {
	if err := u.Context.Err(); err != nil {
		return err
	}
	if time.Now().After(u.end) {
		return context.DeadlineExceeded
	}
	return nil
}
