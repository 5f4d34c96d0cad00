package doctor

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"time"
)

// Noise is how long the same work took, again and again on one thread: on a quiet machine
// every time the same. Times are in seconds.
type Noise struct {
	Spins   int     `json:"spins"`
	Fastest float64 `json:"fastestSeconds"`
	Median  float64 `json:"medianSeconds"`
	Ninth   float64 `json:"ninthDecileSeconds"` // nine in ten took no longer
	Slowest float64 `json:"slowestSeconds"`
}

// Spread is by which part of the fastest time nine in ten exceed it at most.
func (n Noise) Spread() float64 { return n.Ninth/n.Fastest - 1 }

// spinTime is about how long one spin takes: long against a scheduler's tick.
const spinTime = 10 * time.Millisecond

// MeasureNoise spins for about as long as it is told, ten times at least, or until the context is done.
func MeasureNoise(ctx context.Context, long time.Duration) Noise {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	steps := 1 << 16
	for min(spin(steps), spin(steps), spin(steps)) < spinTime { // one may be interrupted
		steps *= 2
	}
	var times []float64
	for began := time.Now(); len(times) < 10 || time.Since(began) < long && ctx.Err() == nil; {
		times = append(times, spin(steps).Seconds())
	}
	return newNoise(times)
}

func newNoise(times []float64) Noise {
	slices.Sort(times)
	last := len(times) - 1
	return Noise{len(times), times[0], times[last/2], times[last*9/10], times[last]}
}

// spin takes a number of steps, each of which needs the one before.
func spin(steps int) time.Duration {
	began := time.Now()
	x := uint64(steps)
	for range steps {
		x = bits.RotateLeft64(x*0x9e3779b97f4a7c15, 29) ^ x>>7
	}
	took := time.Since(began)
	runtime.KeepAlive(x)
	return took
}
