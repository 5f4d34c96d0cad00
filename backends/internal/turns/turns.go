package turns

import (
	"context"
	"sync"
	"sync/atomic"
)

// A Gate lets the searches behind it go on or wait. It is open at first.
type Gate struct {
	mu    sync.Mutex
	shut  atomic.Pointer[chan struct{}] // closed when the gate opens again; nil while it is open
	flags map[*Flag]bool
}

// Shut makes the searches behind the gate wait when they next look at their flags.
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

// Open lets them go on.
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

// wait returns when the gate is open or the context has ended.
func (g *Gate) wait(ctx context.Context) {
	for opened := g.shut.Load(); opened != nil && ctx.Err() == nil; opened = g.shut.Load() {
		select {
		case <-*opened:
		case <-ctx.Done():
		}
	}
}

type gateKey struct{}

// Behind is a context whose searches are behind the gate.
func Behind(ctx context.Context, g *Gate) context.Context {
	return context.WithValue(ctx, gateKey{}, g)
}

// gateOf is the gate that the context is behind, or nil.
func gateOf(ctx context.Context) *Gate {
	g, _ := ctx.Value(gateKey{}).(*Gate)
	return g
}

// Flag is what a search looks at as often as it can: whether it is to stop. The zero Flag
// says no until it is raised.
type Flag struct {
	raised atomic.Bool // there is something to see: it is to stop, or to wait
	stop   atomic.Bool
	ctx    context.Context
	gate   *Gate
}

// Watch makes a flag that is raised when the context ends; release lets go of it.
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
	}
}

// Raise says that the search is to stop.
func (f *Flag) Raise() {
	if f.gate != nil { // which may be opening
		f.gate.mu.Lock()
		defer f.gate.mu.Unlock()
	}
	f.stop.Store(true)
	f.raised.Store(true)
}

// Load reports whether the search is to stop. It waits while the gate is shut.
func (f *Flag) Load() bool { return f.raised.Load() && f.see() }

func (f *Flag) see() bool {
	if f.gate != nil && !f.stop.Load() {
		f.gate.wait(f.ctx)
		return f.stop.Load() || f.ctx.Err() != nil
	}
	return true
}

// Polled is the context for a search that calls its Err to see whether to stop: while
// the gate is shut, Err waits.
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
