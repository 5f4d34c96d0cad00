package fuzz

import (
	"sync"
	"time"

	"nqueens"
	"nqueens/bench"
)

// reach estimates how many solutions each solver can count within the time limit. A solver that lists
// solutions would otherwise spend the budget on a few instances with millions of them.
type reach struct {
	mu     sync.Mutex
	limits map[string]*bound
}

// A bound is the estimate for one solver.
type bound struct {
	most  float64 // solutions
	fixed bool    // the solver ran out of time with more
}

const (
	// firstReach is the number of solutions that a solver is first asked to count.
	firstReach = 1000
	// growth is how many times as many solutions a solver is asked to count after a quick answer.
	growth = 20
)

// known returns a copy of what is known so far.
func (x *reach) known() map[string]*bound {
	x.mu.Lock()
	defer x.mu.Unlock()
	limits := map[string]*bound{}
	for name, b := range x.limits {
		same := *b
		limits[name] = &same
	}
	return limits
}

func (x *reach) of(q Question) *bound {
	if x.limits == nil {
		x.limits = map[string]*bound{}
	}
	if x.limits[q.Backend] == nil {
		x.limits[q.Backend] = &bound{most: firstReach}
	}
	return x.limits[q.Backend]
}

// restrict lowers the estimate for the solver of a question to a number of solutions, for good.
func (x *reach) restrict(q Question, most float64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	b := x.of(q)
	b.most, b.fixed = min(b.most, most), true
}

// covers reports whether the solver should count n solutions. n is nil if no reference counted
// them.
func (x *reach) covers(q Question, n *nqueens.Count) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return q.Task.FindsOne() || n != nil && n.Float() <= x.of(q).most
}

// learn adjusts the bound after an answer about n solutions; n is nil if their number is not known.
func (x *reach) learn(q Question, n *nqueens.Count, r bench.Record, limit time.Duration) {
	if q.Task.FindsOne() || n == nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	b := x.of(q)
	switch {
	case r.Status == nqueens.Timeout:
		b.most, b.fixed = min(b.most, n.Float()/10), true
	case r.Status.Answered() && !b.fixed && r.Seconds < limit.Seconds()/growth/growth:
		b.most = max(b.most, growth*n.Float())
	}
}

// counted returns the first count among answers, or nil.
func counted(answers []bench.Record) *nqueens.Count {
	for _, r := range answers {
		if r.Status == nqueens.Unsatisfiable {
			return nqueens.NewCount(0)
		}
		if r.Status == nqueens.Solved && r.Count != nil {
			return r.Count
		}
	}
	return nil
}

// beyond returns the record of a question that is left out because there are too many solutions.
func (x *Examiner) beyond(p nqueens.Problem, q Question) bench.Record {
	return x.record(p, q, bench.Observation{Outcome: nqueens.Fail(nqueens.Unsupported, "it has more solutions than the solver counts in time")})
}
