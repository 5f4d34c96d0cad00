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

// Contest says on what terms cells of several contenders compare; the zero Contest is one of cells
// with the same limits. Rankings, letters, headlines
// and charts over the same cells take their values from it, so that they say the same.
type Contest struct {
	// limits are the smallest of each question, where the cells of one have different ones; nil
	// where they have the same throughout.
	limits map[question]terms
	// timed and sized say that limits of time or of memory are not the same, which is more than
	// that some may use more threads within them.
	timed, sized bool
	// Late is how many right answers came after the smallest limit and count as none.
	Late int
	// Net says that the times are compared less what starting a process takes, since there are
	// answers that took less than shortStart times that.
	Net bool
}

// comparable reports whether a cell that may be none of the contest's had limits at least as wide
// as those of another that is.
func (x Contest) comparable(other, c *Cell) bool {
	t, differ := x.limits[c.question()]
	if !differ {
		t.Limits = c.limits()
	}
	l := other.Limits
	return smaller(l.Time, t.Time) == t.Time && smaller(l.CPU, t.CPU) == t.CPU && smaller(l.Memory, t.Memory) == t.Memory &&
		(differ || l.Time == t.Time && l.CPU == t.CPU && l.Memory == t.Memory)
}

// terms are the limits that hold for all cells of a question.
type terms struct {
	bench.Limits
	penalty float64 // what is not answered took so many seconds; 0 without a limit
}

const (
	// shortStart is how many times its start an answer takes at least for the start not to matter.
	shortStart = 10
	// unsureStart is the part of a start that its measurement may be wrong by.
	unsureStart = 0.1
)

// NewContest returns the terms for cells, those that count of contenders that are compared.
func NewContest(cells []*Cell) Contest {
	var x Contest
	if slices.ContainsFunc(cells, func(c *Cell) bool { return c.limits() != cells[0].limits() || c.Limit != cells[0].Limit }) {
		x.setLimits(cells)
	}
	x.Net = slices.ContainsFunc(cells, func(c *Cell) bool { return x.Answered(c) && c.short() })
	return x
}

// setLimits finds the smallest limits of each question, and how many answers are beyond them.
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
		if t.penalty == 0 { // the cells say no more than the seconds
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

// limits are those that decide whether a run has an answer.
func (c *Cell) limits() bench.Limits {
	l := c.Limits
	l.Proof = 0
	return l
}

// smaller is the smaller limit of two, of which 0 is none.
func smaller[T cmp.Ordered](a, b T) T {
	var none T
	if a == none || b != none && b < a {
		return b
	}
	return a
}

// Answered reports whether the cell has a right answer within the limits that hold for all.
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

// beyond reports whether what was used is more than the limit, where its own limit was another.
func beyond(limit, own, used float64) bool { return limit > 0 && own != limit && used > limit }

// longest is the time of the slowest repetition: each has to keep to the limit.
func (c *Cell) longest() float64 {
	longest := c.Seconds.Median
	for _, seconds := range c.Times {
		longest = max(longest, seconds)
	}
	return longest
}

// Held returns the cell as it would be with the limits that hold for all: the cell, or a copy.
func (x Contest) Held(c *Cell) *Cell {
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

// Seconds is the time of the cell's answer, with what starting a process takes; infinite without
// one.
func (x Contest) Seconds(c *Cell) float64 {
	if !x.Answered(c) {
		return math.Inf(1)
	}
	return c.Seconds.Median
}

// Compared is the time by which the cell is placed: that of its answer, where Net less the start
// of a process; infinite without one.
func (x Contest) Compared(c *Cell) float64 {
	if x.Net && x.Answered(c) {
		return c.beyondStart()
	}
	return x.Seconds(c)
}

// beyondStart is the time less the start of a process, but no less than what the measured start may be
// wrong by: nothing tells that less than that was enough.
func (c *Cell) beyondStart() float64 { return max(c.Searching(), unsureStart*c.Floor) }

// Log is the logarithm of Compared.
func (x Contest) Log(c *Cell) float64 { return math.Log(x.Compared(c)) }

// Same reports whether the times of two answers differ by less than the measured starts may be
// wrong by.
func (x Contest) Same(a, b *Cell) bool {
	return x.Net && x.Answered(a) && x.Answered(b) && pair{a, b}.unsure()
}

// penalised is Compared, or for want of an answer so many times the limit; net says whether the
// start is left out.
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

// short reports whether the start of a process is so large a part of the time that times compare
// without it alone.
func (c *Cell) short() bool { return c.Floor > 0 && c.Seconds.Median < shortStart*c.Floor }

// Start is what the start of a process means for comparing a cell's time: nothing, that times compare
// without it, or that nothing but it was measured. Between two cells the greater holds.
type Start int

// The values of Start.
const (
	StartSmall Start = iota // the time compares as it is
	StartLarge              // the time compares less Floor
	StartOnly               // the time less Floor is no more than Floor may be wrong by
)

// Start returns what the start of a process means for the cell's time.
func (c *Cell) Start() Start {
	switch {
	case c.onlyStart():
		return StartOnly
	case c.short():
		return StartLarge
	}
	return StartSmall
}

// net are the times less the start of a process, each as beyondStart has it.
func (c *Cell) net() []float64 {
	net := make([]float64, len(c.Times))
	for i, seconds := range c.Times {
		net[i] = max(seconds-c.Floor, unsureStart*c.Floor)
	}
	return net
}

// Within says what limits hold for all where some had others, "" where nobody had: "within 0.5 s,
// the smallest limit".
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
		parts = append(parts, between(times, table.Duration))
	}
	if len(sizes) > 0 {
		parts = append(parts, between(sizes, func(size float64) string { return fmt.Sprintf("%v MiB", size) }))
	}
	switch {
	case parts == nil:
		return ""
	case slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(part, " to ") }):
		return "within the smallest limit on each, " + strings.Join(parts, " and ")
	}
	return "within " + strings.Join(parts, " and ") + ", the smallest limit"
}

// between is a value as text, or the least and the greatest of several.
func between(values []float64, text func(float64) string) string {
	least, most := slices.Min(values), slices.Max(values)
	if least == most {
		return text(least)
	}
	return text(least) + " to " + text(most)
}

// LateText says how many answers count as none, "" if none does.
func (x Contest) LateText() string {
	if x.Late == 0 {
		return ""
	}
	return fmt.Sprintf("limits differ: the smallest holds for all, and %s beyond it count as none", table.Plural(x.Late, "answer"))
}

// decidable reports whether the smallest limits can be held against all cells: what memory and
// processor time each answer took is known where the limits of these differ.
func decidable(cells []*Cell) bool {
	for _, c := range cells {
		if c.Timed() && (c.PeakBytes == 0 && c.Limits.Memory != cells[0].Limits.Memory || c.CPUSeconds == 0 && c.Limits.CPU != cells[0].Limits.CPU) {
			return false
		}
	}
	return true
}

// Wrong is a contender that gave wrong answers, open ones among them: it is in no ranking.
type Wrong struct {
	Contender      string
	Wrong, Answers int // how many are wrong of how many in the whole run
	Open           int // how many of the wrong ones nothing shows wrong but that others differ
}

// String is "12/30 WRONG", or "2/30 WRONG, 10/30 disputed".
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

// WrongContenders are those of the cells that gave a wrong answer, the most wrong ones first.
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

// seconds is how long a run within the limits may take on so many threads, 0 for any time.
func seconds(l bench.Limits, threads int) float64 {
	limit := l.Time
	if cpu := l.CPU / time.Duration(max(1, threads)); cpu > 0 && (limit == 0 || cpu < limit) {
		limit = cpu
	}
	return limit.Seconds()
}
