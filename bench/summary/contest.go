package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/internal/table"
)

// Contest holds the rules by which cells of several contenders are compared; the zero Contest is
// for cells with equal limits. Rankings, letters, headlines and charts of the same cells take their
// values from it, so that they agree.
type Contest struct {
	// limits are the smallest limits of each question whose cells have different ones; nil where no
	// question has.
	limits map[question]terms
	// timed and sized are set if the limits of time or of memory differ. A different number of
	// threads within the same limits is not such a difference.
	timed, sized bool
	// Late is the number of right answers that came after the smallest limit and so are not
	// counted.
	Late int
	// Net is set if times are compared without the start of a process, because some answers took
	// less than shortStart times as long as the start.
	Net bool
}

// comparable reports whether a cell outside the contest had limits at least as wide as those of c,
// which is in it.
func (x Contest) comparable(other, c *Cell) bool {
	t, differ := x.limits[c.question()]
	if !differ {
		t.Limits = c.limits()
	}
	l := other.Limits
	return smaller(l.Time, t.Time) == t.Time && smaller(l.CPU, t.CPU) == t.CPU && smaller(l.Memory, t.Memory) == t.Memory &&
		(differ || l.Time == t.Time && l.CPU == t.CPU && l.Memory == t.Memory)
}

// terms are the limits that apply to all cells of a question.
type terms struct {
	bench.Limits
	penalty float64 // the time in seconds that an unanswered problem counts as; 0 without a limit
}

const (
	// shortStart is the ratio of answer time to start time from which on the start does not matter.
	shortStart = 10
	// unsureStart is the relative error of a measured start time.
	unsureStart = 0.1
)

// NewContest returns the rules for the given cells, which must be counted cells of the contenders
// to be compared.
func NewContest(cells []*Cell) Contest {
	var x Contest
	if slices.ContainsFunc(cells, func(c *Cell) bool { return c.limits() != cells[0].limits() || c.Limit != cells[0].Limit }) {
		x.setLimits(cells)
	}
	x.Net = slices.ContainsFunc(cells, func(c *Cell) bool { return x.Answered(c) && c.short() })
	return x
}

// setLimits finds the smallest limits of each question and the number of answers beyond them.
func (x *Contest) setLimits(cells []*Cell) {
	for _, column := range grouped(cells, (*Cell).question) {
		if !slices.ContainsFunc(column, func(c *Cell) bool { return c.limits() != column[0].limits() || c.Limit != column[0].Limit }) {
			continue
		}
		var t terms
		for _, c := range column {
			first := column[0].Limits
			x.timed = x.timed || c.Limits.Time != first.Time || c.Limits.CPU != first.CPU
			x.sized = x.sized || c.Limits.Memory != first.Memory
			t.Time, t.CPU, t.Memory = smaller(t.Time, c.Limits.Time), smaller(t.CPU, c.Limits.CPU), smaller(t.Memory, c.Limits.Memory)
		}
		for _, c := range column {
			t.penalty = max(t.penalty, seconds(t.Limits, c.Threads))
		}
		if t.penalty == 0 { // the cells only have a limit in seconds
			for _, c := range column {
				t.penalty = smaller(t.penalty, c.Limit)
			}
		}
		if x.limits == nil {
			x.limits = map[question]terms{}
		}
		x.limits[column[0].question()] = t
	}
	for _, c := range cells {
		if c.Timed() && !x.Answered(c) {
			x.Late++
		}
	}
}

// limits returns the limits that decide whether a run has an answer.
func (c *Cell) limits() bench.Limits {
	l := c.Limits
	l.Proof = 0
	return l
}

// smaller returns the smaller of two limits, where 0 means no limit.
func smaller[T cmp.Ordered](a, b T) T {
	var none T
	if a == none || b != none && b < a {
		return b
	}
	return a
}

// Answered reports whether the cell has a right answer within the limits that apply to all.
func (x Contest) Answered(c *Cell) bool {
	if !c.Timed() {
		return false
	}
	t, differ := x.limits[c.question()]
	return !differ ||
		!beyond(t.Time.Seconds(), c.Limits.Time.Seconds(), c.longest()) &&
			!beyond(t.CPU.Seconds(), c.Limits.CPU.Seconds(), c.CPUSeconds) &&
			!beyond(float64(t.Memory), float64(c.Limits.Memory), float64(c.PeakBytes))
}

// beyond reports whether used is more than limit, in a cell whose own limit was a different one.
func beyond(limit, own, used float64) bool { return limit > 0 && own != limit && used > limit }

// longest returns the time of the slowest repetition, since each repetition must stay within the
// limit.
func (c *Cell) longest() float64 {
	longest := c.Seconds.Median
	for _, seconds := range c.Times {
		longest = max(longest, seconds)
	}
	return longest
}

// Limited returns the cell as it would be with the limits that apply to all: the cell itself or a
// changed copy.
func (x Contest) Limited(c *Cell) *Cell {
	t, differ := x.limits[c.question()]
	if !differ || c.Skipped != "" {
		return c
	}
	held := *c
	held.Limit = t.penalty
	if c.Timed() && !x.Answered(c) {
		held.Status, held.Reason, held.Seconds, held.Times = nqueens.Timeout, "beyond the smallest limit", bench.Interval{}, nil
	}
	return &held
}

// Seconds returns the time of the cell's answer, including the start of a process; infinity without
// an answer.
func (x Contest) Seconds(c *Cell) float64 {
	if !x.Answered(c) {
		return math.Inf(1)
	}
	return c.Seconds.Median
}

// Compared returns the time by which the cell is ranked: that of its answer, without the start of a
// process if Net is set; infinity without an answer.
func (x Contest) Compared(c *Cell) float64 {
	if x.Net && x.Answered(c) {
		return c.beyondStart()
	}
	return x.Seconds(c)
}

// beyondStart returns the time without the start of a process, but at least the possible error of
// the measured start, since a smaller difference is not reliable.
func (c *Cell) beyondStart() float64 { return max(c.Searching(), unsureStart*c.Floor) }

// Log returns the logarithm of Compared.
func (x Contest) Log(c *Cell) float64 { return math.Log(x.Compared(c)) }

// Same reports whether the times of two answers differ by less than the possible error of the
// measured starts.
func (x Contest) Same(a, b *Cell) bool {
	return x.Net && x.Answered(a) && x.Answered(b) && pair{a, b}.unsure()
}

// penalised returns the time of the answer, without the start of a process if net is set; without
// an answer, it returns factor times the limit.
func (x Contest) penalised(c *Cell, factor float64, net bool) float64 {
	limit := c.Limit
	if t, differ := x.limits[c.question()]; differ {
		limit = t.penalty
	}
	switch {
	case !x.Answered(c) && limit > 0:
		return factor * limit
	case x.Answered(c) && net:
		return c.beyondStart()
	}
	return x.Seconds(c)
}

// short reports whether the start of a process is such a large part of the time that the time must
// be compared without it.
func (c *Cell) short() bool { return c.Floor > 0 && c.Seconds.Median < shortStart*c.Floor }

// Start is the effect of a process start on the comparison of a cell's time. For a pair of cells
// the larger value applies.
type Start int

// The values of Start.
const (
	StartSmall Start = iota // the time is compared as it is
	StartLarge              // the time is compared without Floor
	StartOnly               // the time without Floor is within the possible error of Floor
)

// Start returns the effect of the process start on the cell's time.
func (c *Cell) Start() Start {
	switch {
	case c.onlyStart():
		return StartOnly
	case c.short():
		return StartLarge
	}
	return StartSmall
}

// net returns the times without the start of a process, each as in beyondStart.
func (c *Cell) net() []float64 {
	net := make([]float64, len(c.Times))
	for i, seconds := range c.Times {
		net[i] = max(seconds-c.Floor, unsureStart*c.Floor)
	}
	return net
}

// Within returns a text about the limits that apply to all, if they differ: "within 0.5 s, the
// smallest limit"; otherwise "".
func (x Contest) Within() string {
	var times, sizes []float64
	for _, t := range x.limits {
		if x.timed && t.penalty > 0 {
			times = append(times, t.penalty)
		}
		if x.sized && t.Memory > 0 {
			sizes = append(sizes, float64(t.Memory>>20))
		}
	}
	var parts []string
	if len(times) > 0 {
		parts = append(parts, rangeText(times, table.Duration))
	}
	if len(sizes) > 0 {
		parts = append(parts, rangeText(sizes, func(size float64) string { return fmt.Sprintf("%v MiB", size) }))
	}
	switch {
	case parts == nil:
		return ""
	case slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(part, " to ") }):
		return "within the smallest limit of each problem, " + strings.Join(parts, " and ")
	}
	return "within " + strings.Join(parts, " and ") + ", the smallest limit"
}

// rangeText returns the smallest and the largest value as text, or one text if they are equal.
func rangeText(values []float64, text func(float64) string) string {
	least, most := slices.Min(values), slices.Max(values)
	if least == most {
		return text(least)
	}
	return text(least) + " to " + text(most)
}

// LateText returns a text about the answers that are not counted, or "" if there are none.
func (x Contest) LateText() string {
	if x.Late == 0 {
		return ""
	}
	return fmt.Sprintf("limits differ: the smallest applies to all, and %s beyond it do not count", table.Plural(x.Late, "answer"))
}

// decidable reports whether the smallest limits can be applied to all cells: for answers under
// different limits of memory or CPU time, the memory or CPU time used must be known.
func decidable(cells []*Cell) bool {
	for _, c := range cells {
		if c.Timed() && (c.PeakBytes == 0 && c.Limits.Memory != cells[0].Limits.Memory || c.CPUSeconds == 0 && c.Limits.CPU != cells[0].Limits.CPU) {
			return false
		}
	}
	return true
}

// Wrong is a contender that gave wrong answers, including open ones. It is in no ranking.
type Wrong struct {
	Contender      string
	Wrong, Answers int // numbers of wrong answers and of all answers in the whole run
	Open           int // number of wrong answers whose only evidence is that others disagree
}

// String returns "12/30 WRONG", or "2/30 WRONG, 10/30 disputed".
func (w Wrong) String() string {
	var parts []string
	if n := w.Wrong - w.Open; n > 0 {
		parts = append(parts, fmt.Sprintf("%d/%d WRONG", n, w.Answers))
	}
	if w.Open > 0 {
		parts = append(parts, fmt.Sprintf("%d/%d disputed", w.Open, w.Answers))
	}
	return strings.Join(parts, ", ")
}

// WrongContenders returns the contenders with wrong answers, sorted by the number of wrong answers,
// largest first.
func WrongContenders(cells []*Cell) (list []Wrong) {
	wrong := map[backends.Contender]*Wrong{}
	for _, c := range cells {
		if c.Wrong && wrong[c.Contender] == nil {
			wrong[c.Contender] = &Wrong{Contender: c.Contender.String()}
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	for _, c := range cells {
		if w := wrong[c.Contender]; w != nil && (c.Wrong || c.Status.Answered()) {
			if w.Answers++; c.Wrong {
				w.Wrong++
			}
			if c.Open {
				w.Open++
			}
		}
	}
	for _, w := range wrong {
		list = append(list, *w)
	}
	slices.SortFunc(list, func(a, b Wrong) int {
		return cmp.Or(b.Wrong-a.Wrong, a.Answers-b.Answers, cmp.Compare(a.Contender, b.Contender))
	})
	return list
}

// seconds returns how long a run with the given number of threads may take within the limits; 0
// means any time.
func seconds(l bench.Limits, threads int) float64 {
	limit := l.Time
	if cpu := l.CPU / time.Duration(max(1, threads)); cpu > 0 && (limit == 0 || cpu < limit) {
		limit = cpu
	}
	return limit.Seconds()
}
