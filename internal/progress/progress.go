// Package progress lets an answer that takes long say how far it has come, to whoever
// asked for it: the context carries what is asked.
package progress

import (
	"context"
	"sync/atomic"
)

// Meter is read by who waits, while who answers sets it.
type Meter struct {
	share atomic.Pointer[func() float64]
}

type key struct{}

// Watched is a context in which an answer can tell its progress, and where that is read.
func Watched(ctx context.Context) (context.Context, *Meter) {
	m := new(Meter)
	return context.WithValue(ctx, key{}, m), m
}

// Share is how much of the work is done, from 0 to 1, and whether that is known: an
// estimate, as good as the branches of a search are alike.
func (m *Meter) Share() (share float64, known bool) {
	if f := m.share.Load(); f != nil {
		return (*f)(), true
	}
	return 0, false
}

// Waits reports whether anybody reads in this context how far an answer has come.
func Waits(ctx context.Context) bool {
	_, waits := ctx.Value(key{}).(*Meter)
	return waits
}

// Tell has whoever waits for the answer read its share, which may be called from any
// goroutine, and reports whether anybody does.
func Tell(ctx context.Context, share func() float64) bool {
	m, waits := ctx.Value(key{}).(*Meter)
	if waits {
		m.share.Store(&share)
	}
	return waits
}
