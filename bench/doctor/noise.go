package doctor

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"time"
)

// Noise is the variation in the time of the same work, repeated on one thread. On a quiet machine
// all times are equal. Times are in seconds.
type Noise struct {
	Spins   int     `json:"spins"`
	Fastest float64 `json:"fastestSeconds"`
	Median  float64 `json:"medianSeconds"`
	Ninth   float64 `json:"ninthDecileSeconds"` // nine in ten took no longer
	Slowest float64 `json:"slowestSeconds"`
}

// Spread returns by what fraction of the fastest time the ninth decile exceeds it.
func (n Noise) Spread() float64 { return n.Ninth/n.Fastest - 1 }

// spinTime is the approximate time of one spin. It is long compared with a scheduler's tick.
const spinTime = 10 * time.Millisecond

// MeasureNoise measures how much the running time of a fixed computation varies on this machine. It
// repeats the computation, which takes about spinTime, for about the given time, or until ctx ends,
// but at least ten times.
func MeasureNoise(ctx context.Context, long time.Duration) Noise {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	steps := 1 << 16
	for min(spin(steps), spin(steps), spin(steps)) < spinTime { // one of them may be interrupted
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

// spin runs a number of steps, each of which depends on the one before, and returns their time.
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
