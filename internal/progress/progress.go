// Package progress reports the progress of a long computation through its context.
package progress

import (
	"context"
	"sync/atomic"
)

// A Meter holds the progress that the computation sets and its caller reads.
type Meter struct {
	share atomic.Pointer[func() float64]
}

type key struct{}

// Watched returns a context in which a computation can report its progress, and the Meter to read
// it from.
func Watched(ctx context.Context) (context.Context, *Meter) {
	m := new(Meter)
	return context.WithValue(ctx, key{}, m), m
}

// Share returns the fraction of the work that is done, from 0 to 1, and whether it is known. It is
// an estimate that assumes similar branches of a search.
func (m *Meter) Share() (share float64, known bool) {
	if f := m.share.Load(); f != nil {
		return (*f)(), true
	}
	return 0, false
}

// Waits reports whether the context has a Meter.
func Waits(ctx context.Context) bool {
	_, waits := ctx.Value(key{}).(*Meter)
	return waits
}

// Report sets the function that returns the fraction done, which may be called from any goroutine. It
// reports whether the context has a Meter.
func Report(ctx context.Context, share func() float64) bool {
	m, waits := ctx.Value(key{}).(*Meter)
	if waits {
		m.share.Store(&share)
	}
	return waits
}
