package dlx

import (
	"context"
	"time"
)

// If the table of the bits engine has more than bitsLimit but at most probeLimit bytes, Automatic
// lets both engines search from the root in turns of probeTime. The engine whose best turn visits
// more nodes per second continues. The best turn counts, because other load on the machine can only
// slow a turn down. The bits engine, whose table is in no cache at first, has up to mostProbes
// turns; fewestProbes turns suffice if it leads. Pentominoes in boxes of 6 × 10 and 5 × 12 are
// faster with the bits engine and a table of six megabytes, but not all problems of that size are.
// With colours the limit is colouredLimit: the table is built as quickly, and its search saves more.
const (
	probeTime    = 6 * time.Millisecond
	fewestProbes = 2
	mostProbes   = 4
	probeLimit   = 16 << 20

	colouredLimit = 64 << 20
)

// probe chooses an engine by measurement if the size of the problem does not decide. If solutions
// are listed and the dancing engine finds one during its turn, that engine is kept, because it
// returns the first solution sooner.
func (s *Search) probe(ctx context.Context, listing bool) error {
	limit := int64(probeLimit)
	if s.problem.colours != nil {
		limit = colouredLimit
	}
	if s.config.Engine != Automatic || s.probed != Automatic || s.Engine() != Dancing || s.config.Choice == Degree ||
		s.problem.NumOptions() <= fewOptions || layOut(&s.problem).bytes() > limit {
		return nil
	}
	return s.decide(func() (nodes float64, ended bool, err error) {
		return s.rate(ctx, listing && s.probed == Dancing)
	})
}

// decide sets s.probed to the engine with the best rate of all turns.
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

// rate returns the number of nodes per second that the engine visits, and whether it finished the
// search, or found a first solution if first is set.
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

// until is a context that ends at a time, checked by the clock alone: on one core a timer would
// wait for the search that it should end.
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
