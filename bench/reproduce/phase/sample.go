package phase

import (
	"slices"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/stats"
)

// sample is a contender's answers to a list.
type sample struct {
	list    *list
	answers []answer
}

type answer struct{ bench.Answer }

// right reports whether there is an answer, and not a wrong solution.
func (a answer) right() bool { return a.Status().Answered() && !a.Wrong() }

// stat returns a statistic, 0 where it is not told.
func (a answer) stat(name string) int64 {
	v, _ := a.Stat(name)
	return v
}

// solvable counts the instances with a solution among those decided.
func (s sample) solvable() (solvable, decided int) {
	for _, a := range s.answers {
		if a.right() {
			decided++
			if a.Status() == nqueens.Solved {
				solvable++
			}
		}
	}
	return solvable, decided
}

// effort is the spread of a statistic over the instances that were answered,
// wrong solutions left out.
func (s sample) effort(name string) stats.Distribution {
	var values []float64
	for _, a := range s.answers {
		if v, known := a.Stat(name); known && a.right() {
			values = append(values, float64(v))
		}
	}
	return stats.NewDistribution(values, 0)
}

// seconds is the spread of the times. A time limit counts as the time, which is
// at least that.
func (s sample) seconds(limit float64) stats.Distribution {
	var values []float64
	censored := 0
	for _, a := range s.answers {
		switch {
		case a.Wrong():
		case a.Status().Answered():
			values = append(values, a.Seconds())
		case a.Status() == nqueens.Timeout:
			values = append(values, limit)
			censored++
		}
	}
	return stats.NewDistribution(values, censored)
}

// counted are how many of a contender's lists are solvable, by size.
func counted(samples []sample) []stats.Counted {
	var out []stats.Counted
	for _, s := range samples {
		k, n := s.solvable()
		out = append(out, stats.Counted{X: float64(s.list.size), K: k, N: n})
	}
	return out
}

// shares are the parts of a contender's lists that are solvable, by size.
func shares(samples []sample) []stats.Share {
	var out []stats.Share
	for _, s := range samples {
		if k, n := s.solvable(); n > 0 {
			out = append(out, stats.Share{X: float64(s.list.size), Part: float64(k) / float64(n)})
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
