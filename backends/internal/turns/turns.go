package turns

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
)

// A Gate lets the searches behind it run or wait. It is open at first.
type Gate struct {
	mu    sync.Mutex
	shut  atomic.Pointer[chan struct{}] // closed when the gate opens again; nil while it is open
	flags map[*Flag]bool
	done  atomic.Uint64 // bits of the fraction that the last Estimate returned
}

// Shut makes the searches behind the gate wait at their next check.
func (g *Gate) Shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut.Load() == nil {
		opened := make(chan struct{})
		g.shut.Store(&opened)
		for f := range g.flags {
			f.raised.Store(true)
		}
	}
}

// Open lets the searches behind the gate continue.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if opened := g.shut.Swap(nil); opened != nil {
		for f := range g.flags {
			f.raised.Store(f.stop.Load())
		}
		close(*opened)
	}
}

// Ask makes the searches behind the gate call their estimates at their next check.
func (g *Gate) Ask() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for f := range g.flags {
		if f.estimate != nil {
			f.raised.Store(true)
		}
	}
}

// Done returns the fraction of the work that a search behind the gate has done, by its own
// estimate. It is the estimate from the last time that the search waited at the closed gate or
// answered Ask, and 0 if there is none.
func (g *Gate) Done() float64 { return math.Float64frombits(g.done.Load()) }

// wait returns when the gate is open or the context has ended.
func (g *Gate) wait(ctx context.Context) {
	for opened := g.shut.Load(); opened != nil && ctx.Err() == nil; opened = g.shut.Load() {
		select {
		case <-*opened:
		case <-ctx.Done():
		}
	}
}

// answer stores the estimate of a search. If the flag was raised only to get the estimate, answer
// lowers it.
func (g *Gate) answer(f *Flag) {
	g.done.Store(math.Float64bits(f.estimate()))
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut.Load() == nil {
		f.raised.Store(f.stop.Load())
	}
}

type gateKey struct{}

// Behind returns a context for searches that the gate controls.
func Behind(ctx context.Context, g *Gate) context.Context {
	return context.WithValue(ctx, gateKey{}, g)
}

// gateOf returns the gate that controls the searches of the context, or nil.
func gateOf(ctx context.Context) *Gate {
	g, _ := ctx.Value(gateKey{}).(*Gate)
	return g
}

// Flag tells a search to stop, or to wait for its turn. A search should call Load as often as it
// can. The zero Flag is not raised.
type Flag struct {
	raised atomic.Bool // the search should stop, or wait
	stop   atomic.Bool
	ctx    context.Context
	gate   *Gate

	estimate func() float64 // nil if there is none
}

// Estimate sets a function that estimates which fraction of the search is done, from 0 to 1. Load
// calls this function, in the goroutine of the search, when the search must wait or after a call of
// the gate's Ask. Only one goroutine may then call Load.
func (f *Flag) Estimate(done func() float64) {
	if f.gate != nil {
		f.gate.mu.Lock()
		defer f.gate.mu.Unlock()
		f.estimate = done
	}
}

// Watch returns a flag that is raised when the context ends, and a function that releases its
// resources.
func Watch(ctx context.Context) (f *Flag, release func()) {
	f = &Flag{ctx: ctx, gate: gateOf(ctx)}
	if f.gate == nil {
		stop := context.AfterFunc(ctx, f.Raise)
		return f, func() { stop() }
	}
	g := f.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.flags == nil {
		g.flags = map[*Flag]bool{}
	}
	g.flags[f] = true
	f.raised.Store(g.shut.Load() != nil)
	stop := context.AfterFunc(ctx, f.Raise)
	return f, func() {
		stop()
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.flags, f)
		g.done.Store(0)
	}
}

// Raise makes the search stop.
func (f *Flag) Raise() {
	if f.gate != nil { // the gate may be opening at the same time
		f.gate.mu.Lock()
		defer f.gate.mu.Unlock()
	}
	f.stop.Store(true)
	f.raised.Store(true)
}

// Load reports whether the search should stop. It waits while the gate is closed.
func (f *Flag) Load() bool { return f.raised.Load() && f.see() }

func (f *Flag) see() bool {
	if f.gate != nil && !f.stop.Load() {
		if f.estimate != nil {
			f.gate.answer(f)
		}
		f.gate.wait(f.ctx)
		return f.stop.Load() || f.ctx.Err() != nil
	}
	return true
}

// Polled returns a context for a search that calls its Err to see whether to stop: while the gate
// is closed, Err waits.
func Polled(ctx context.Context) context.Context {
	if g := gateOf(ctx); g != nil {
		return polled{ctx, g}
	}
	return ctx
}

type polled struct {
	context.Context
	gate *Gate
}

func (p polled) Err() error {
	p.gate.wait(p.Context)
	return p.Context.Err()
}
