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

// Engine is the name of a search method.
type Engine string

const (
	// Auto begins with Bits and changes to another engine if that is better.
	Auto Engine = ""
	// Bits is chronological backtracking on bit sets with closed implications.
	Bits Engine = "bits"
	// Lookahead tries many variables before it branches on one. After simplification the formula
	// must have clauses of at most three literals and no auxiliary variables.
	Lookahead Engine = "lookahead"
	// Learning learns a clause from each conflict.
	Learning Engine = "learning"
)

// Config configures an Enumerator. Its zero value suits most formulas.
type Config struct {
	Engine  Engine
	Threads int // maximum number of threads for counting; 0 is 1
}

// Stats describes the work of an Enumerator. It depends on the formula and the Config, not on the
// machine.
type Stats struct {
	Engine       Engine // the engine that gave the answer; empty if nothing was searched
	Variables    int64  // number of variables after simplification
	Clauses      int64  // number of clauses of three or more literals after simplification
	Decisions    int64  // branches tried
	Propagations int64  // literals forced by clauses
	Conflicts    int64  // dead ends
	Learnt       int64  // clauses learnt
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

// New returns an Enumerator of the models of f, projected on f.Projection. It returns an error if
// the projection lists an unknown variable or the engine does not exist. The formula must not be
// changed afterwards.
func New(f *encode.CNF, c Config) (*Enumerator, error) {
	for _, v := range f.Projection {
		if v < 1 || int(v) > f.Variables {
			return nil, fmt.Errorf("the projection lists %d, but the variables are 1 to %d", v, f.Variables)
		}
	}
	switch c.Engine {
	case Auto, Bits, Lookahead, Learning:
	default:
		return nil, fmt.Errorf("no engine is called %q (%q, %q or %q; empty to choose automatically)", c.Engine, Bits, Lookahead, Learning)
	}
	return &Enumerator{cnf: f, config: c, schedule: defaultSchedule(), pace: defaultPace(c.Threads)}, nil
}

// Stats returns the work done by the last Count or Models.
func (e *Enumerator) Stats() Stats { return e.stats }

// Err returns the error of the last Models once its loop has ended: the context's error if it ended
// early.
func (e *Enumerator) Err() error { return e.err }

// ErrTooLarge is the error for a formula that is too large for the engine Bits.
var ErrTooLarge = errors.New("the formula is too large for the engine bits")

// ErrLongClauses is the error for a formula that the engine Lookahead does not support.
var ErrLongClauses = errors.New("the formula has clauses of four literals or more, auxiliary variables or too many variables, which the engine lookahead cannot search")

// Count returns the number of models. If the context ends first, it returns the number found by
// then and the context's error.
func (e *Enumerator) Count(ctx context.Context) (*nqueens.Count, error) {
	return e.run(ctx, nil)
}

// Models iterates over the models. A model has, for each projected variable in the order of the
// projection, the variable or its negative. The slice belongs to the Enumerator and is valid only
// until the next model. Err then returns an error if the loop ended early.
func (e *Enumerator) Models(ctx context.Context) iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		_, e.err = e.run(ctx, yield)
	}
}

// run counts the models, or passes them to yield if that is not nil.
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

// visitor is called with the known values of the variables of a formula: every assignment of the
// unknown projected variables extends them to a model. It returns false to stop the search.
type visitor func(values []truth) bool

// listing converts the results of a search to models of the CNF, one by one.
type listing struct {
	f     *formula
	stop  *turns.Flag
	cut   bool // it was stopped
	yield func([]int32) bool
	model []int32
	free  []truth // by free variable of the formula
	open  []*truth
	skip  func(values []truth) bool // if not nil, reports which models were already returned
}

func newListing(f *formula, stop *turns.Flag, yield func([]int32) bool) *listing {
	return &listing{f: f, stop: stop, yield: yield, model: make([]int32, len(f.projection)), free: make([]truth, f.free)}
}

// list calls one with every assignment of the free variables, in the order of a binary counter. It
// changes values. It returns false if the enumeration was stopped.
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

// one passes the model with the given values to yield, unless skip excludes it. It returns false if
// yield does.
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

// times returns 2^k times the total.
func (t *total) times(k int) *nqueens.Count {
	t.carry()
	var n big.Int
	c, err := nqueens.ParseCount(n.Lsh(&t.high, uint(k)).String())
	if err != nil {
		panic(err) // the text consists of digits
	}
	return c
}
