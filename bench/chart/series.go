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

// series represents a line of a chart: the cells of one contender.
type series struct {
	name  string // of the contender
	look  look
	cells []*summary.Cell // those that were run
	all   []*summary.Cell // including those that were not run
	why   string          // why this encoding is drawn and no other; "" without a choice
}

// lineup decides which contenders are drawn (the same ones in every chart of a run) and their looks
// (the same in every run).
type lineup struct {
	everyEncoding bool // otherwise only the best encoding of each backend is drawn
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

// series splits the cells of a chart into lines. Contenders that are wrong, unsupported or skipped
// on all problems have none.
func (l lineup) series(cells []*summary.Cell) []series {
	chosen := map[string]string{} // the reason, by contender
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

// question represents a problem and task on which contenders are compared.
type question struct {
	problem string
	task    nqueens.Task
}

func questionOf(c *summary.Cell) question { return question{c.Problem, c.Task} }

// asked returns the questions of the cells, each with whether it has a valid result. A run skipped
// because of a limit on a smaller board counts as a result.
func asked(cells []*summary.Cell) map[question]bool {
	set := make(map[question]bool, len(cells))
	for _, c := range cells {
		set[questionOf(c)] = c.Counts()
	}
	return set
}

// over returns the series restricted to the given questions.
func (s series) over(set map[question]bool) series {
	s.cells = filter(s.cells, func(c *summary.Cell) bool { return set[questionOf(c)] })
	return s
}

// even drops, at sizes with several problems, those on which some contender has no result yet,
// because means over different problems cannot be compared. Contenders without any result are
// ignored. It returns notes on what was dropped.
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

// unfinished returns a note on the number of problems that were dropped because a result is
// missing.
func unfinished(problems int) []string {
	if problems == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Problems left out because at least one of these contenders has no result yet: %d.", problems)}
}

// choices returns a note on why each encoding was chosen.
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

// withoutEncoding returns the contender without its encoding. Encodings are chosen among; different
// threads are different contenders.
func withoutEncoding(c backends.Contender) backends.Contender {
	c.Encoding = ""
	return c
}

// longest returns the largest number of sizes at which a line has a point.
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
	return "one line per backend, with the encoding that is best on the problems of all its encodings"
}

// byMerit orders series by more answers and, among equals, by less total time.
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

// failed reports whether the cell has a failure that charts mark.
func failed(c *summary.Cell) bool {
	return c.Skipped == "" && !c.Wrong && slices.Contains(failures, c.Status)
}

// failures lists the statuses without an answer that charts mark, in the order of their rows.
var failures = []nqueens.Status{nqueens.Timeout, nqueens.MemoryLimit, nqueens.Unknown, nqueens.Crashed}

// withLimit returns the name of a status; a time-out with the limit in seconds if all runs have the
// same.
func withLimit(s nqueens.Status, limit float64) string {
	if s == nqueens.Timeout && limit > 0 {
		return fmt.Sprintf("%s (%s)", statusName(s), limitName(limit))
	}
	return statusName(s)
}

// limitName returns a time limit as it was set: "0.5 s", "86400 s".
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

// point is a place on a line: a value, or the status of a run without one.
type point struct {
	x         float64
	value     float64
	low, high float64        // ends of the bar; equal if there is none
	gap       bool           // the point before it is missing, because it was wrong
	status    nqueens.Status // one of failures; "" if there is a value
	problem   string         // "" for several
}

// interval reads a cell's value; ok is false if it has none.
type interval func(*summary.Cell) (i bench.Interval, ok bool)

// bySize returns a point for each size. If a size has several problems, the point is their median
// and the bar extends from quartile to quartile. A run without an answer counts as longer than any
// other; a wrong answer leaves a gap.
func (s series) bySize(read interval) []point { return s.pointsBySize(read, math.Inf(1)) }

// pointsBySize does what bySize does, with the value that a run without an answer counts as.
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
			p.value = (below.value + p.value) / 2 // if one of the two is a failure, so is the point
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

// measured returns a point without x.
func measured(i bench.Interval) point {
	p := point{value: i.Median, low: i.Median, high: i.Median}
	if i.Enough && finite(i.Low) && finite(i.High) && i.Low <= i.Median && i.Median <= i.High {
		p.low, p.high = i.Low, i.High
	}
	return p
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func times(c *summary.Cell) (bench.Interval, bool) { return c.Seconds, c.Timed() }

// several reports whether a contender has several problems of one size, so that points are medians
// over problems.
func several(list []series) bool {
	return slices.ContainsFunc(list, func(s series) bool { return len(sizes(s.cells)) < len(s.cells) })
}
