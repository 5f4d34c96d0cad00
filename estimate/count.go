package estimate

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"nqueens"
	"nqueens/internal/propagate"
)

// A Config holds the options of an estimate.
type Config struct {
	Seed    uint64
	Samples int // the number of samples; 0: no limit except the context
	Threads int // 0 means 1
	// Width is the number of nodes of a level that a sample keeps; 0 means DefaultWidth.
	Width int
}

// Counted is an estimate of a number of solutions.
type Counted struct {
	Interval
	// Exact reports that samples kept every node, so that the number is exact.
	Exact bool   `json:"exact,omitempty"`
	Width int    `json:"width"`
	Seed  uint64 `json:"seed"`
}

// Count estimates the number of solutions of a board whose rule consists of lines and forbidden
// pairs. If the context ends, it returns the estimate from the samples drawn so far. It returns an
// error if there are too few samples or if the problem cannot be estimated.
//
// For a given seed the samples are the same on every machine and with any number of threads. The
// number of samples drawn in a given time is not.
func Count(ctx context.Context, p nqueens.Problem, c Config) (Counted, error) {
	if o, err := p.Outline(); err != nil {
		return Counted{}, err
	} else if o.Placements > maxPlacements {
		return Counted{}, fmt.Errorf("%v has %d placements; estimates support at most %d", p.Short(), o.Placements, maxPlacements)
	}
	m, err := propagate.Reduced(p)
	if err != nil {
		return Counted{}, err
	}
	t, err := newTree(m)
	if err != nil {
		return Counted{}, err
	}
	if c.Width == 0 {
		c.Width = DefaultWidth(p)
	}
	logs, exact := t.samples(ctx, c)
	counted := Counted{Exact: exact, Width: c.Width, Seed: c.Seed}
	switch {
	case exact:
		n := Number(logs[0])
		counted.Interval = Interval{Value: n, Low: n, High: n, Samples: 1, Effective: 1}
	case len(logs) < fewest:
		return Counted{}, fmt.Errorf("%d samples were drawn, but an interval needs %d: give more time", len(logs), fewest)
	default:
		counted.Interval = newInterval(logs, logs)
	}
	return counted, nil
}

// samples draws samples until there are c.Samples or the context ends. If a sample is exact, only
// that one is returned.
func (t *tree) samples(ctx context.Context, c Config) (logs []float64, exact bool) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	drawn := map[int]float64{}
	var mu sync.Mutex
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(1, c.Threads) {
		group.Go(func() {
			w := newWalk(t, c.Width)
			for !stop.Load() {
				i := int(next.Add(1)) - 1
				if c.Samples > 0 && i >= c.Samples {
					return
				}
				log, whole := w.sample(rand.New(rand.NewPCG(c.Seed, uint64(i))), stop.Load)
				mu.Lock()
				if whole && !stop.Load() {
					exact = true
					drawn = map[int]float64{0: log}
					stop.Store(true)
				} else if !stop.Load() {
					drawn[i] = log
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	for _, i := range slices.Sorted(maps.Keys(drawn)) { // in order, so that the result does not depend on the number of threads
		logs = append(logs, drawn[i])
	}
	return logs, exact
}

// maxPlacements is the largest number of placements; tree.against has its square in bits.
const maxPlacements = 1 << 15

// DefaultWidth returns the width with which a sample takes tenths of a second, or a few seconds on
// large boards.
func DefaultWidth(p nqueens.Problem) int {
	side := float64(max(27, p.Board().Side()))
	return max(64, int(1024*math.Pow(27/side, 2.5)))
}
