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

// Config says how a number of solutions is estimated.
type Config struct {
	Seed    uint64
	Samples int // how many to draw; 0: until the context ends
	Threads int // 0 is 1
	// Width is how many nodes of a level a sample keeps; 0 is DefaultWidth.
	Width int
}

// Counted is an estimate of a number of solutions.
type Counted struct {
	Interval
	// Exact is set where samples kept every node, so that the number is no estimate.
	Exact bool   `json:"exact,omitempty"`
	Width int    `json:"width"`
	Seed  uint64 `json:"seed"`
}

// Count estimates the number of solutions of a problem: of a board whose rule lines and
// forbidden pairs describe. It ends with the context, and then has what was drawn before; an error
// says that nothing was, or why there can be no estimate.
//
// For a seed the samples are the same on every machine, in any number of threads; how many are
// drawn in a given time is not.
func Count(ctx context.Context, p nqueens.Problem, c Config) (Counted, error) {
	if o, err := p.Outline(); err != nil {
		return Counted{}, err
	} else if o.Placements > maxPlacements {
		return Counted{}, fmt.Errorf("%v has %d placements, and estimates take at most %d", p.Short(), o.Placements, maxPlacements)
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
		return Counted{}, fmt.Errorf("%d samples were drawn, and an interval takes %d: give more time", len(logs), fewest)
	default:
		counted.Interval = newInterval(logs, logs)
	}
	return counted, nil
}

// samples draws samples until there are enough or the context ends. An exact one is the only one.
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
	for _, i := range slices.Sorted(maps.Keys(drawn)) { // so that any number of threads say the same
		logs = append(logs, drawn[i])
	}
	return logs, exact
}

// maxPlacements is how many a problem may have: what each is against takes as many bits.
const maxPlacements = 1 << 15

// DefaultWidth is the width of samples that take tenths of a second, or a few seconds where the
// board is large.
func DefaultWidth(p nqueens.Problem) int {
	side := float64(max(27, p.Board().Side()))
	return max(64, int(1024*math.Pow(27/side, 2.5)))
}
