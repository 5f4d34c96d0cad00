package judge

import (
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/stats"
	"nqueens/internal/table"
)

// EstimateVerdict is the conclusion about all estimates of one approximate counter: whether more of
// them are outside of their intervals than the counter's delta explains. One estimate outside of its
// interval is no wrong answer.
type EstimateVerdict struct {
	backends.Contender
	Epsilon   float64 `json:"epsilon"`
	Delta     float64 `json:"delta"`
	Estimates int     `json:"estimates"` // those that could be compared with a count
	Misses    int     `json:"misses"`    // those outside of [count/(1+epsilon), count·(1+epsilon)]
	// P is the probability of at least Misses misses by a counter that misses with the probability
	// Delta: an exact binomial test.
	P     float64 `json:"p"`
	Wrong bool    `json:"wrong,omitempty"`
	Worst string  `json:"worst,omitempty"` // a miss as an example

	deterministic map[string]bool // the problems and seeds of the estimates counted so far
}

// leastP is the probability below which the misses of an approximate counter are not chance. It is small
// because a run may have many counters.
const leastP = 0.001

// estimate compares the estimates of a job with the count that is considered right, if there is one. A
// second estimate from the same seed is not counted, because it repeats the first.
func (j *Judgement) estimate(job *bench.Job, records []*bench.Record, truth *nqueens.Count) {
	for _, r := range records {
		if r.Estimate == nil || truth == nil || r.Status != nqueens.Unknown {
			continue
		}
		same := func(e EstimateVerdict) bool {
			return e.Contender == job.Contender && e.Epsilon == r.Estimate.Epsilon && e.Delta == r.Estimate.Delta
		}
		if r.Estimate.Delta == 0 { // rounded numbers have an epsilon each
			same = func(e EstimateVerdict) bool { return e.Contender == job.Contender && e.Delta == 0 }
		}
		i := slices.IndexFunc(j.Estimates, same)
		if i < 0 {
			i = len(j.Estimates)
			j.Estimates = append(j.Estimates, EstimateVerdict{Contender: job.Contender, Epsilon: r.Estimate.Epsilon, Delta: r.Estimate.Delta, deterministic: map[string]bool{}})
		}
		e := &j.Estimates[i]
		key := fmt.Sprintf("%s %d", job.ProblemName(), r.Seed)
		if e.deterministic[key] {
			continue
		}
		e.deterministic[key] = true
		e.Estimates++
		if !r.Estimate.Holds(truth) {
			e.Misses++
			if e.Worst == "" {
				e.Worst = fmt.Sprintf("%s: %v, and there are %v", job.ProblemName(), r.Estimate, truth)
			}
		}
	}
}

// concludeEstimates tests the misses of each approximate counter. Those that chance does not explain
// are failures.
func (j *Judgement) concludeEstimates() {
	slices.SortStableFunc(j.Estimates, func(a, b EstimateVerdict) int {
		return strings.Compare(a.Contender.String(), b.Contender.String())
	})
	for i := range j.Estimates {
		e := &j.Estimates[i]
		e.P = stats.AtLeast(e.Misses, e.Estimates, e.Delta)
		if e.Wrong = e.P < leastP; e.Wrong {
			j.Failures = append(j.Failures, e.String())
		} else {
			j.Notes = append(j.Notes, e.String())
		}
	}
}

// String returns the verdict as a line: "approxmc: 3 of 40 estimates are outside of their intervals, as delta
// 0.2 allows".
func (e EstimateVerdict) String() string {
	text := fmt.Sprintf("%s: %d of %s", e.Contender, e.Misses, table.Plural(e.Estimates, "estimate"))
	switch {
	case e.Misses == 0:
		return fmt.Sprintf("%s: all of %s in their intervals", e.Contender, table.Plural(e.Estimates, "estimate"))
	case e.Delta == 0:
		return fmt.Sprintf("%s differ from the count by more than the rounding; %s", text, e.Worst)
	case e.Wrong:
		return fmt.Sprintf("%s outside of their intervals, more than delta %v explains (exact binomial test, p = %.2g); %s", text, e.Delta, e.P, e.Worst)
	}
	return fmt.Sprintf("%s outside of their intervals, as delta %v allows (exact binomial test, p = %.2g); %s", text, e.Delta, e.P, e.Worst)
}
