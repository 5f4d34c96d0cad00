package phase

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"nqueens"
	"nqueens/bench"
)

// sample is a contender's answers to a list.
type sample struct {
	list    *list
	answers []bench.Answer
}

// distribution is what a contender's answers to a list of instances say of one
// measure.
type distribution struct {
	values   []float64 // ascending
	mean     float64
	censored int // values that are only known to be at least this, since a limit came first
}

func newDistribution(values []float64, censored int) distribution {
	values = slices.Sorted(slices.Values(values))
	s := distribution{values: values, censored: censored}
	if len(values) > 0 {
		s.mean = stat.Mean(values, nil)
	}
	return s
}

// quantile is the least value that a part of all are no greater than.
func (s distribution) quantile(part float64) float64 {
	return stat.Quantile(part, stat.Empirical, s.values, nil)
}

// median is the middle one, or the mean of the two in the middle.
func (s distribution) median() float64 {
	n := len(s.values)
	return (s.values[(n-1)/2] + s.values[n/2]) / 2
}

func (s distribution) most() float64 { return s.values[len(s.values)-1] }

// solvable counts the instances with a solution among those decided.
func (s sample) solvable() (solvable, decided int) {
	for _, a := range s.answers {
		if a.Status.Answered() && !a.Wrong {
			decided++
			if a.Status == nqueens.Solved {
				solvable++
			}
		}
	}
	return solvable, decided
}

// effort is the spread of a statistic over the instances that were answered,
// wrong solutions left out.
func (s sample) effort(name string) distribution {
	var values []float64
	for _, a := range s.answers {
		if v, known := a.Stats[name]; known && a.Status.Answered() && !a.Wrong {
			values = append(values, float64(v))
		}
	}
	return newDistribution(values, 0)
}

// seconds is the spread of the times. A time limit counts as the time, which is
// at least that.
func (s sample) seconds(limit float64) distribution {
	var values []float64
	censored := 0
	for _, a := range s.answers {
		switch {
		case a.Wrong:
		case a.Status.Answered():
			values = append(values, a.Seconds)
		case a.Status == nqueens.Timeout:
			values = append(values, limit)
			censored++
		}
	}
	return newDistribution(values, censored)
}

// wilson is the 95 % interval of a proportion from k of n: E. B. Wilson, JASA
// 22, 1927, 209–212.
func wilson(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964
	p, m := float64(k)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, middle-half), min(1, middle+half)
}

// share is a proportion that was published or measured.
type share struct{ x, part float64 }

// crossing is where the proportion passes one half: the last time that it does,
// on the straight line between two points; ok is false if it never does. Where
// it falls with x, as for diagonals, it is the same.
func crossing(shares []share) (x float64, ok bool) {
	for i := len(shares) - 1; i > 0; i-- {
		a, b := shares[i-1], shares[i]
		if (a.part-0.5)*(b.part-0.5) <= 0 && a.part != b.part {
			return a.x + (0.5-a.part)/(b.part-a.part)*(b.x-a.x), true
		}
	}
	return 0, false
}

// shares are the parts of a contender's lists that are solvable, by size.
func shares(samples []sample) []share {
	var out []share
	for _, s := range samples {
		if k, n := s.solvable(); n > 0 {
			out = append(out, share{float64(s.list.size), float64(k) / float64(n)})
		}
	}
	return out
}

func ofSize(samples []sample, size int) (sample, bool) {
	i := slices.IndexFunc(samples, func(s sample) bool { return s.list.size == size })
	if i < 0 {
		return sample{}, false
	}
	return samples[i], true
}

// fewest is how many instances the least sample has.
func fewest(samples []sample) int {
	least := perPoint
	for _, s := range samples {
		least = min(least, len(s.answers))
	}
	return least
}
