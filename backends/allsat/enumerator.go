package allsat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"

	"nqueens"
	"nqueens/backends/internal/await"
	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// Engine is a way to search.
type Engine string

const (
	// Auto begins with bits and goes over to another where that does better.
	Auto Engine = ""
	// Bits is chronological backtracking on bit sets with closed implications.
	Bits Engine = "bits"
	// Lookahead tries many variables before it branches on one. It takes formulas
	// that have, once they are simplified, clauses of up to three literals and no auxiliary variables.
	Lookahead Engine = "lookahead"
	// Learning learns a clause from each conflict.
	Learning Engine = "learning"
)

// Config says how to enumerate. Its zero value is right for most formulas.
type Config struct {
	Engine  Engine
	Threads int // how many to count with at most; 0 is 1
}

// Stats is the work that an Enumerator did. It depends on the formula and the
// Config, not on the machine.
type Stats struct {
	Engine       Engine // the one that gave the answer; empty if there was nothing to search
	Variables    int64  // searched, after simplification
	Clauses      int64  // of three or more literals, after simplification
	Decisions    int64  // branches tried
	Propagations int64  // literals that a clause forced
	Conflicts    int64  // dead ends
	Learnt       int64  // clauses learnt from them
}

// Enumerator counts and lists the models of a formula.
type Enumerator struct {
	cnf      *encode.CNF
	config   Config
	schedule schedule
	pace     pace
	stats    Stats
	err      error
}

// New returns an Enumerator of the models of f, projected on f.Projection. It
// refuses a projection on what is no variable, and an engine that does not
// exist. The formula must not be changed afterwards.
func New(f *encode.CNF, c Config) (*Enumerator, error) {
	for _, v := range f.Projection {
		if v < 1 || int(v) > f.Variables {
			return nil, fmt.Errorf("the projection lists %d, which is none of the variables 1 to %d", v, f.Variables)
		}
	}
	switch c.Engine {
	case Auto, Bits, Lookahead, Learning:
	default:
		return nil, fmt.Errorf("no engine is called %q (%q, %q or %q; empty to let it decide)", c.Engine, Bits, Lookahead, Learning)
	}
	return &Enumerator{cnf: f, config: c, schedule: defaultSchedule(), pace: defaultPace(c.Threads)}, nil
}

// Stats is the work done by the last Count or Models.
func (e *Enumerator) Stats() Stats { return e.stats }

// Err is the error of the last Models, once its loop has ended: the context's
// if that cut it short.
func (e *Enumerator) Err() error { return e.err }

// ErrTooLarge says that a formula is too large for the engine Bits.
var ErrTooLarge = errors.New("the formula is too large for the engine bits")

// ErrLongClauses says that a formula is none for the engine Lookahead.
var ErrLongClauses = errors.New("the formula has clauses of four literals or more, auxiliary variables or too many variables, which the engine lookahead cannot search")

// Count is the number of models. If the context ends first, it returns what was
// found by then with the context's error.
func (e *Enumerator) Count(ctx context.Context) (*nqueens.Count, error) {
	return e.run(ctx, nil)
}

// Models iterates over the models: of each projected variable, in the order of
// the projection, itself or its negative. The slice is the Enumerator's and
// valid only until the next model. Afterwards Err says whether something cut
// the loop short.
func (e *Enumerator) Models(ctx context.Context) iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		_, e.err = e.run(ctx, yield)
	}
}

// run counts the models, or hands them to yield if that is not nil.
func (e *Enumerator) run(ctx context.Context, yield func([]int32) bool) (*nqueens.Count, error) {
	if ctx.Err() != nil {
		return nqueens.NewCount(0), ctx.Err()
	}
	stop, release := turns.Watch(ctx)
	defer release()
	e.stats = Stats{}
	s, err := await.Result(ctx, func() *search {
		s := &search{stop: stop, schedule: e.schedule, pace: e.pace}
		s.prepare(e.cnf, e.config.Engine)
		return s
	})
	if err != nil || stop.Load() {
		return nqueens.NewCount(0), cmp.Or(err, ctx.Err())
	}
	e.stats.Variables, e.stats.Clauses = int64(s.f.variables), int64(len(s.f.long))
	if s.f.contradiction {
		return nqueens.NewCount(0), nil
	}
	if yield != nil {
		s.listing = newListing(s.f, stop, yield)
		s.pace.threads = 1
	}
	if err := s.run(e.config.Engine); err != nil {
		return nqueens.NewCount(0), err
	}
	e.stats.Engine = s.engine
	e.stats.add(s.stats)
	if !s.ended || s.listing != nil && s.listing.cut {
		return s.found.times(s.f.free), ctx.Err()
	}
	return s.found.times(s.f.free), nil
}

// add adds the work of another search.
func (s *Stats) add(t Stats) {
	s.Decisions += t.Decisions
	s.Propagations += t.Propagations
	s.Conflicts += t.Conflicts
	s.Learnt += t.Learnt
}

// visitor is given what is known of each variable of a formula where it, and
// any way to set the projected variables that are unknown, is a model. It says
// whether to go on.
type visitor func(values []truth) bool

// listing turns what a search finds into models of the CNF, one by one.
type listing struct {
	f     *formula
	stop  *turns.Flag
	cut   bool // it was stopped
	yield func([]int32) bool
	model []int32
	free  []truth // of each free variable of the formula
	open  []*truth
	skip  func(values []truth) bool // if not nil, says which models were handed over before
}

func newListing(f *formula, stop *turns.Flag, yield func([]int32) bool) *listing {
	return &listing{f: f, stop: stop, yield: yield, model: make([]int32, len(f.projection)), free: make([]truth, f.free)}
}

// list counts in binary through the values of the variables that may have
// either. It changes values.
func (l *listing) list(values []truth) bool {
	l.open = l.open[:0]
	for i := range l.free {
		l.open = append(l.open, &l.free[i])
	}
	for v := range values {
		if values[v] == unknown && l.f.projected[v] {
			l.open = append(l.open, &values[v])
		}
	}
	for _, v := range l.open {
		*v = isFalse
	}
	for {
		if l.stop.Load() {
			l.cut = true
			return false
		}
		if !l.one(values) {
			return false
		}
		i := 0
		for i < len(l.open) && *l.open[i] == isTrue {
			*l.open[i] = isFalse
			i++
		}
		if i == len(l.open) {
			return true
		}
		*l.open[i] = isTrue
	}
}

// one hands a model over.
func (l *listing) one(values []truth) bool {
	if l.skip != nil && l.skip(values) {
		return true
	}
	for i, p := range l.f.projection {
		var t truth
		switch p.kind {
		case fixed:
			t = p.at.polarity()
		case searched:
			t = p.at.valueOf(values[p.at.variable()])
		case free:
			t = p.at.valueOf(l.free[p.at.variable()])
		}
		l.model[i] = p.variable
		if t == isFalse {
			l.model[i] = -p.variable
		}
	}
	return l.yield(l.model)
}

// total is a number of models. Its zero value is 0.
type total struct {
	low  uint64  // below 2^63
	high big.Int // the rest
}

// add adds 2^k.
func (t *total) add(k int) {
	if k < 63 {
		t.low += 1 << k
	} else {
		t.high.Add(&t.high, new(big.Int).Lsh(big.NewInt(1), uint(k)))
	}
	if t.low >= 1<<63 {
		t.carry()
	}
}

func (t *total) carry() {
	var low big.Int
	t.high.Add(&t.high, low.SetUint64(t.low))
	t.low = 0
}

// plus adds another total.
func (t *total) plus(u *total) {
	u.carry()
	t.high.Add(&t.high, &u.high)
}

// times is 2^k times the total.
func (t *total) times(k int) *nqueens.Count {
	t.carry()
	var n big.Int
	c, err := nqueens.ParseCount(n.Lsh(&t.high, uint(k)).String())
	if err != nil {
		panic(err) // it is made of digits
	}
	return c
}
