package chart

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// series is what one line of a chart shows: the cells of one contender.
type series struct {
	name  string // the contender
	look  look
	cells []*summary.Cell // those that were run
	all   []*summary.Cell // and those that were not
	why   string          // this encoding is drawn and no other; "" without a choice
}

// lineup decides which contenders are drawn, the same in every chart of a run,
// and how each looks, the same in every run.
type lineup struct {
	everyEncoding bool // or else the best encoding of each backend is drawn alone
	looks         map[string]look
}

// fewLines is how many lines a reader can follow.
const fewLines = 8

func newLineup(cells []*summary.Cell, opt Options) lineup {
	taking, ofBackends := map[backends.Contender]bool{}, map[backends.Contender]bool{}
	for _, c := range cells {
		if !taking[c.Contender] {
			taking[c.Contender], ofBackends[withoutEncoding(c.Contender)] = true, true
		}
	}
	all := slices.Collect(maps.Keys(taking))
	for _, p := range opt.Published {
		all = append(all, backends.Contender{Backend: p.Name})
	}
	return lineup{
		everyEncoding: opt.EveryEncoding || len(taking) <= max(fewLines, len(ofBackends)),
		looks:         newLooks(backends.All()).of(all),
	}
}

// series splits the cells of a chart into lines. Contenders that were wrong,
// unsupported or skipped throughout have none.
func (l lineup) series(cells []*summary.Cell) []series {
	chosen := map[string]string{} // why, by contender
	if !l.everyEncoding {
		for _, choice := range summary.BestEncodings(cells) {
			chosen[choice.Contender] = choice.Why
		}
	}
	all := map[backends.Contender][]*summary.Cell{}
	for _, c := range cells {
		all[c.Contender] = append(all[c.Contender], c)
	}
	var list []series
	for who, mine := range all {
		name := who.String()
		why, best := chosen[name]
		if !best && !l.everyEncoding {
			continue
		}
		run := filter(mine, func(c *summary.Cell) bool { return c.Skipped == "" })
		if slices.ContainsFunc(run, func(c *summary.Cell) bool { return c.Timed() || failed(c) }) {
			list = append(list, series{name: name, look: l.looks[name], cells: run, all: mine, why: why})
		}
	}
	slices.SortFunc(list, func(a, b series) int { return cmp.Compare(a.name, b.name) })
	return list
}

// question is what all contenders are asked alike.
type question struct {
	problem string
	task    nqueens.Task
}

func questionOf(c *summary.Cell) question { return question{c.Problem, c.Task} }

// asked are the questions of the cells, and whether there is a result that counts. One that
// was skipped for a limit met on a smaller board has one.
func asked(cells []*summary.Cell) map[question]bool {
	set := make(map[question]bool, len(cells))
	for _, c := range cells {
		set[questionOf(c)] = c.Counts()
	}
	return set
}

// over is the series on those questions alone.
func (s series) over(set map[question]bool) series {
	s.cells = filter(s.cells, func(c *summary.Cell) bool { return set[questionOf(c)] })
	return s
}

// even leaves out the problems, of a size that has several, on which one of the contenders has
// no result yet: means over different problems do not compare. Contenders without any result are
// passed over. What it leaves out it says in a note.
func even(cells []*summary.Cell) (kept []*summary.Cell, notes []string) {
	if !slices.ContainsFunc(cells, func(c *summary.Cell) bool { return !c.Counts() }) {
		return cells, nil
	}
	begun := map[string]bool{}
	for _, c := range cells {
		begun[contenderOf(c)] = begun[contenderOf(c)] || c.Counts()
	}
	open, ofSize := map[string]bool{}, map[int]map[string]bool{}
	for _, c := range cells {
		if ofSize[c.N] == nil {
			ofSize[c.N] = map[string]bool{}
		}
		ofSize[c.N][c.Problem] = true
		open[c.Problem] = open[c.Problem] || begun[contenderOf(c)] && !c.Counts()
	}
	kept = filter(cells, func(c *summary.Cell) bool { return len(ofSize[c.N]) == 1 || !open[c.Problem] })
	return kept, unfinished(problems(cells) - problems(kept))
}

// unfinished says that so many problems are left out for all, since not all have a result.
func unfinished(problems int) []string {
	if problems == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Problems left out for all, since one of these contenders has no result there yet: %d.", problems)}
}

// choices says why each line's encoding was chosen, where there was a choice.
func choices(list []series) []string {
	var parts []string
	for _, s := range list {
		if s.why != "" {
			parts = append(parts, s.name+" is "+s.why)
		}
	}
	if parts == nil {
		return nil
	}
	return []string{"Encodings: " + strings.Join(parts, "; ") + "."}
}

// withoutEncoding is the contender, whatever its encoding: threads tell
// contenders apart, encodings may be chosen among.
func withoutEncoding(c backends.Contender) backends.Contender {
	c.Encoding = ""
	return c
}

// longest is the number of sizes at which any line of a run has a point.
func longest(lists [][]series) int {
	most := 0
	for _, list := range lists {
		for _, s := range list {
			most = max(most, len(sizes(filter(s.cells, func(c *summary.Cell) bool { return failed(c) || c.Timed() && finite(c.Seconds.Median) }))))
		}
	}
	return most
}

func (l lineup) legend() string {
	if l.everyEncoding {
		return "one line per contender"
	}
	return "one line per backend, with its best encoding on what all its encodings were asked"
}

// byMerit puts the series first that answered more or, with as many answers,
// took less time over them.
func byMerit(a, b series) int {
	measure := func(s series) (answered int, total float64) {
		for _, c := range s.cells {
			if c.Timed() {
				answered++
				total += c.Seconds.Median
			}
		}
		return answered, total
	}
	m, x := measure(a)
	n, y := measure(b)
	return cmp.Or(cmp.Compare(n, m), cmp.Compare(x, y), cmp.Compare(a.name, b.name))
}

// failed reports whether the cell ran into something that a chart marks.
func failed(c *summary.Cell) bool {
	return c.Skipped == "" && !c.Wrong && slices.Contains(failures, c.Status)
}

// failures are the ways to end without an answer that a chart marks, in the order
// of their rows.
var failures = []nqueens.Status{nqueens.Timeout, nqueens.MemoryLimit, nqueens.Unknown, nqueens.Crashed}

// withLimit is the name of a status, with the time limit in seconds where that is
// what was run into and the same throughout.
func withLimit(s nqueens.Status, limit float64) string {
	if s == nqueens.Timeout && limit > 0 {
		return fmt.Sprintf("%s (%s)", statusName(s), limitName(limit))
	}
	return statusName(s)
}

// limitName is a time limit as it was set: "0.5 s", "86400 s".
func limitName(seconds float64) string { return strconv.FormatFloat(seconds, 'g', 12, 64) + " s" }

func statusName(s nqueens.Status) string {
	switch s {
	case nqueens.Timeout:
		return "time-out"
	case nqueens.MemoryLimit:
		return "memory limit"
	}
	return string(s)
}

// point is one place on a line: a value, or the status of a run without one.
type point struct {
	x         float64
	value     float64
	low, high float64        // the ends of its bar; equal where there is none
	gap       bool           // there should be a point before it, but it was wrong
	status    nqueens.Status // one of failures; "" where there is a value
	problem   string         // "" for several
}

// interval reads a cell's value; ok is false if it has none.
type interval func(*summary.Cell) (i bench.Interval, ok bool)

// bySize makes a point for each size. Where a size has several problems, the
// point is their median and the bar runs from quartile to quartile; a run
// without an answer counts as longer than any other, and one with a wrong
// answer leaves a gap.
func (s series) bySize(read interval) []point { return s.pointsBySize(read, math.Inf(1)) }

// pointsBySize is bySize with the value that a run without an answer counts as.
func (s series) pointsBySize(read interval, worst float64) []point {
	ofSize := map[int][]*summary.Cell{}
	for _, c := range s.cells {
		ofSize[c.N] = append(ofSize[c.N], c)
	}
	var points, found []point
	gap := false
	for _, n := range slices.Sorted(maps.Keys(ofSize)) {
		found = found[:0]
		for _, c := range ofSize[n] {
			if failed(c) {
				found = append(found, point{value: worst, status: c.Status, problem: c.Problem})
			} else if i, ok := read(c); ok && finite(i.Median) {
				p := measured(i)
				p.problem = c.Problem
				found = append(found, p)
			}
		}
		if len(found) == 0 {
			gap = true
			continue
		}
		slices.SortFunc(found, func(a, b point) int {
			return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.status, b.status))
		})
		p := found[len(found)/2]
		if below := found[(len(found)-1)/2]; p.status == "" {
			p.value = (below.value + p.value) / 2 // a worst value below makes it so
			p.status = below.status
		}
		if len(found) > 1 {
			p.low, p.high, p.problem = found[len(found)/4].value, found[(3*len(found)-1)/4].value, ""
		}
		p.x, p.gap, gap = float64(n), gap, false
		points = append(points, p)
	}
	return points
}

// measured is a point without its place.
func measured(i bench.Interval) point {
	p := point{value: i.Median, low: i.Median, high: i.Median}
	if i.Enough && finite(i.Low) && finite(i.High) && i.Low <= i.Median && i.Median <= i.High {
		p.low, p.high = i.Low, i.High
	}
	return p
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func times(c *summary.Cell) (bench.Interval, bool) { return c.Seconds, c.Timed() }

// several reports whether some size has more than one problem for a contender,
// so that points are medians over problems.
func several(list []series) bool {
	return slices.ContainsFunc(list, func(s series) bool { return len(sizes(s.cells)) < len(s.cells) })
}
