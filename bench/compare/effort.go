package compare

import (
	"slices"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/stats"
)

// Effort is the change of one unit of work. Old and New are medians over the repetitions.
type Effort struct {
	Unit   string  `json:"unit"`
	Old    float64 `json:"old"`
	New    float64 `json:"new"`
	Change Change  `json:"change"`
	// Exact is set if the work of each side was constant or equal run by run. Otherwise (random
	// choices, threads) Effect and P come from the test that times use.
	Exact  bool         `json:"exact"`
	Effect stats.Effect `json:"effect"` // each value increased by one if some are 0
	P      float64      `json:"p,omitempty"`
}

// size reports whether the unit measures the formula instead of the search.
func (e Effort) size() bool { return slices.Contains(sizes, e.Unit) }

// sizes lists the statistics that measure the formula; unmeasured lists those that measure no work.
var (
	sizes      = []string{"variables", "clauses", "parities", "literals", "constraints", "items", "options", "queens", "tasks", "bytes", "blockingLiterals"}
	unmeasured = []string{backends.PeakBytes, "seed", "threads", "time"}
)

// efforts compares the work of all rows that both sides answered.
func (c *Comparison) efforts() {
	var tested []*Effort
	var old, now [][]float64
	for i := range c.Rows {
		r := &c.Rows[i]
		if r.Old == nil || r.New == nil || !r.Old.Status.Answered() || !r.New.Status.Answered() {
			continue
		}
		r.Effort = make([]Effort, 0, len(r.New.Stats))
		for _, s := range r.New.Stats {
			a, b := r.Old.Effort(s.Name), r.New.Effort(s.Name)
			if a == nil || slices.Contains(unmeasured, s.Name) {
				continue
			}
			r.Effort = append(r.Effort, Effort{Unit: s.Name})
			if e := &r.Effort[len(r.Effort)-1]; !e.exactly(a, b) {
				tested, old, now = append(tested, e), append(old, a), append(now, b)
			}
		}
	}
	p := test(old, now)
	for i, e := range tested {
		a, b := old[i], now[i]
		if min(slices.Min(a), slices.Min(b)) <= 0 {
			a, b = oneMore(a), oneMore(b)
		}
		e.Effect, e.P = stats.Quotient(a, b), p[i]
		e.Change = c.change(e.Effect, e.P)
	}
}

func oneMore(values []float64) []float64 {
	more := slices.Clone(values)
	for i := range more {
		more[i]++
	}
	return more
}

// exactly sets the change if the work of each side was constant or equal run by run, and reports
// whether it was.
func (e *Effort) exactly(a, b []float64) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	e.Old, e.New = bench.Median(a), bench.Median(b)
	constant := a[0] == a[len(a)-1] && b[0] == b[len(b)-1]
	if e.Exact = constant || slices.Equal(a, b); !e.Exact {
		return false
	}
	switch e.Effect = none; {
	case e.Old == e.New:
		e.Change = Equal
		return true
	case e.New > e.Old:
		e.Change = More
	default:
		e.Change = Less
	}
	ratio := e.New / e.Old
	if e.Old == 0 || e.New == 0 {
		ratio = (e.New + 1) / (e.Old + 1)
	}
	e.Effect = stats.Effect{Ratio: ratio, Low: ratio, High: ratio, Enough: true}
	return true
}
