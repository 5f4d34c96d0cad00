package phase

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/run"
)

// DefaultPilot is how long a Cut measures instances.
const DefaultPilot = 30 * time.Second

// measure answers some instances of each entry, so many of each list at most, until the pilot's time,
// of which all entries have the same share, is over. It says what one instance of each list is likely
// to take, in seconds: where none was answered as one of the nearest list with an answer, and where an
// entry has no answer at all as those of the contender's next smaller one, grown.
func (study *Study) measure(ctx context.Context, entries []entry, each int, pilot time.Duration) ([][]float64, error) {
	costs := make([][]float64, len(entries))
	_, err := run.Apart(ctx, func(dir string) error {
		l, err := study.config.Runner.OpenLedger(dir)
		if err != nil {
			return err
		}
		defer l.Close()
		end := time.Now().Add(pilot)
		for i, e := range entries {
			share := time.Until(end) / time.Duration(len(entries)-i)
			order, b := spread(len(e.lists)), study.batch(e, e.target(each))
			b.Problem = func(k int) (nqueens.Problem, error) { return e.problem(k - k%len(order) + order[k%len(order)]) }
			within, cancel := context.WithTimeoutCause(ctx, share, errSpent)
			err := study.config.Runner.RunBatch(within, l, b)
			cancel()
			if err != nil && (!errors.Is(err, errSpent) || ctx.Err() != nil) {
				return err
			}
			times := taken(l.Answers(b, study.version(b.Backend)), e.limit())
			costs[i] = likely(order, times, max(share.Seconds(), study.grown(entries[:i], costs, e)))
		}
		return nil
	})
	return costs, err
}

// taken is how long answers took, in seconds: of one that ran into the limit a ledger does not say it.
func taken(answers []bench.Answer, limit time.Duration) (times []float64) {
	for _, a := range answers {
		if a.Status == nqueens.Timeout {
			a.Seconds = limit.Seconds()
		}
		times = append(times, a.Seconds)
	}
	return times
}

// spread are the numbers below n in an order in which the first few are far from each other.
func spread(n int) (order []int) {
	for k := range 1 << bits.Len(uint(max(0, n-1))) {
		if at := int(bits.Reverse64(uint64(k)) >> (64 - bits.Len(uint(max(0, n-1))))); at < n {
			order = append(order, at)
		}
	}
	return order
}

// likely is what an instance of each list takes, by the times of some in an order of the lists that is
// gone through again and again, or else so many seconds.
func likely(order []int, times []float64, otherwise float64) []float64 {
	each := make([]float64, len(order))
	if len(times) == 0 {
		for i := range each {
			each[i] = otherwise
		}
		return each
	}
	answered := slices.Sorted(slices.Values(order[:min(len(order), len(times))]))
	for i := range each {
		nearest := slices.MinFunc(answered, func(a, b int) int { return max(a-i, i-a) - max(b-i, i-b) })
		sum, of := 0.0, 0
		for k := slices.Index(order, nearest); k < len(times); k += len(order) {
			sum, of = sum+times[k], of+1
		}
		each[i] = max(firstGuess, sum/float64(of))
	}
	return each
}

// grown is what an instance may take by what those of the contender's smaller sweeps do, up to its limit.
func (study *Study) grown(smaller []entry, costs [][]float64, e entry) float64 {
	each := 0.0
	for i, o := range smaller {
		if o.part == e.part && o.kind == e.kind && o.contender == e.contender {
			each = slices.Max(costs[i]) * math.Pow(growth[e.part], float64(e.rank-o.rank))
		}
	}
	return min(each, e.limit().Seconds())
}
