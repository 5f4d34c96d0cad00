package chart

import (
	"fmt"
	"maps"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// Quantity selects the property of an answer that is drawn.
type Quantity string

const (
	Wall       Quantity = "wall"   // wall-clock seconds, as backends are timed
	CPU        Quantity = "cpu"    // CPU seconds of the whole process
	PeakMemory Quantity = "memory" // of the whole process
	Work       Quantity = "effort" // nodes, updates, conflicts, …: a chart for each
)

// Quantities returns all quantities.
func Quantities() []Quantity { return []Quantity{Wall, CPU, PeakMemory, Work} }

// quantity describes how charts read and name a quantity.
type quantity struct {
	slug   string // in the names of files; "" for the time of the run's clock
	title  string // "Time", before "to count …"
	axis   string
	amount string // "Problems answered within …"
	each   string // "… answers if each may take so long"
	fewer  string // "times as fast as" a baseline
	bars   string // the meaning of a point and its bar for a single problem
	least  int    // least number of sizes for a chart
	timed  bool   // a time: a run without an answer would have had a higher value
	unit   unit
	read   interval
	// shows, if set, reports whether a contender counts in the unit; failures of others are not
	// marked.
	shows func(contender string) bool
}

// clock returns the quantity for the time of the run's clock.
func clock() quantity {
	return quantity{
		title: "Time", axis: "time of one answer", amount: "a time", each: "if each may take so long",
		fewer: "times as fast as", bars: "Median and 95 % interval", least: 2, timed: true, unit: seconds, read: times,
	}
}

// quantities returns the quantities to draw for the cells.
func (opt Options) quantities(cells []*summary.Cell) []quantity {
	switch opt.Quantity {
	case CPU:
		return []quantity{{
			slug: "cpu", title: "Processor time", axis: "processor time of one answer", amount: "a processor time", each: "if each may take so much",
			fewer: "times as little processor time as", bars: "Median and 95 % interval, of the whole process and its threads", least: 2, timed: true, unit: seconds, read: cpu,
		}}
	case PeakMemory:
		return []quantity{{
			slug: "memory", title: "Peak memory", axis: "peak memory of the process", amount: "an amount of memory", each: "with so much memory",
			fewer: "times as little memory as", bars: "Median of the repetitions", least: 3, unit: bytes10, read: peak,
		}}
	case Work:
		return units(cells)
	}
	q := clock()
	if opt.CPUClock {
		q.title, q.axis, q.amount, q.each, q.fewer = "CPU time", "CPU time of one answer", "a CPU time", "if each may take so much", "times as little CPU time as"
	}
	return []quantity{q}
}

func cpu(c *summary.Cell) (bench.Interval, bool) {
	i, known := c.CPU()
	return i, known && c.Timed()
}

func peak(c *summary.Cell) (bench.Interval, bool) {
	return bench.Interval{Median: float64(c.PeakBytes)}, c.Timed() && c.PeakBytes > 0
}

// units returns the units of work in which contenders count. Unlike times these numbers are the
// same on every machine. Decisions, propagations and steps are drawn only for contenders that count
// neither nodes nor conflicts, because they would repeat the same information.
func units(cells []*summary.Cell) (list []quantity) {
	const nodes, updates, conflicts, steps = "nodes", "updates", "conflicts", "steps" // steps are counted by random searches
	described := contendersThatCount(cells, nodes)
	for contender := range contendersThatCount(cells, conflicts) {
		described[contender] = true
	}
	for _, unit := range []string{nodes, updates, conflicts, "decisions", "propagations", steps} {
		counting := contendersThatCount(cells, unit)
		bars := "A count that is the same on every machine"
		if unit == steps {
			bars = "The median over the runs, each with a seed of its own"
		}
		if main := unit == nodes || unit == updates || unit == conflicts; !main {
			maps.DeleteFunc(counting, func(name string, _ bool) bool { return described[name] })
		}
		if len(counting) == 0 {
			continue
		}
		list = append(list, quantity{
			slug: unit, title: strings.ToUpper(unit[:1]) + unit[1:], axis: unit, amount: "a number of " + unit, each: "with so many " + unit,
			fewer: "times as few " + unit + " as", bars: bars, least: 3, unit: effort, read: count(unit),
			shows: func(name string) bool { return counting[name] },
		})
	}
	return list
}

// count returns a function that reads from a cell the amount of work of its answer, in the given unit.
func count(unit string) interval {
	return func(c *summary.Cell) (bench.Interval, bool) {
		v, ok := c.Stats.Of(unit)
		return bench.Interval{Median: float64(v)}, ok && c.Timed()
	}
}

// contendersThatCount returns the contenders with at least one answer that has the unit of work.
func contendersThatCount(cells []*summary.Cell, unit string) map[string]bool {
	found, counting := map[backends.Contender]bool{}, map[string]bool{}
	read := count(unit)
	for _, c := range cells {
		if _, ok := read(c); ok && !found[c.Contender] {
			found[c.Contender], counting[contenderOf(c)] = true, true
		}
	}
	return counting
}

// named returns the name of a chart's file, which begins with the quantity unless it is the time of the
// run's clock, and ends with rest.
func (q quantity) named(rest string) string { return strings.TrimPrefix(q.slug+"-"+rest, "-") }

// to returns the title of a chart: "Time to count the solutions of queens(n)".
func (q quantity) to(what string) string { return q.title + " to " + what }

// over returns the series of the contenders that count in the unit.
func (q quantity) over(list []series) []series {
	if q.shows == nil {
		return list
	}
	var left []series
	for _, s := range list {
		if q.shows(s.name) {
			left = append(left, s)
		}
	}
	return left
}

// starts returns a note on times that include the start of a process, nil for quantities other than
// times.
func (q quantity) starts(cells []*summary.Cell) []string {
	if !q.timed {
		return nil
	}
	return starts(cells)
}

// within returns the title of a cactus plot over a task, and the first part of its caption.
func (q quantity) within(problems int, t nqueens.Task) (title, caption string) {
	return fmt.Sprintf("Problems answered within %s: %s", q.amount, taskWords(t)),
		fmt.Sprintf("How many of the same %d problems a contender answers %s, and beside its name how many in all", problems, q.each)
}

// multiple returns the axis title of a map of encodings.
func (q quantity) multiple() string {
	if q.timed {
		return "times as long as the best"
	}
	return "times as much as the best"
}

// short formats a value for a narrow place.
func (q quantity) short(v float64) string {
	if q.timed {
		return table.ShortDuration(v)
	}
	return q.unit.written(v, max(v, 1))
}
