package summary

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/stats"
	"nqueens/instance"
	"nqueens/internal/table"
)

// Sweep holds the answers to generated instances of one kind and task. One parameter varies along
// each line.
type Sweep struct {
	Kind      instance.Kind
	Task      nqueens.Task
	Parameter string // n, or a parameter of the kind
	Lines     []SweepLine
}

// SweepLine holds the answers with the same other parameters.
type SweepLine struct {
	Name   string // "n = 12"
	Points []SweepPoint
}

// SweepPoint holds the answers with the same value of the parameter.
type SweepPoint struct {
	X     int
	Cells []*Cell
}

// Each iterates over the answers at the point, each as a cell.
func (p SweepPoint) Each() iter.Seq[*Cell] {
	return func(yield func(*Cell) bool) {
		for _, c := range p.Cells {
			for a := range c.Answers() {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// Sweeps finds the sweeps among the cells. Instances without a varying parameter are not a sweep.
func Sweeps(cells []*Cell) (list []Sweep) {
	made := filter(cells, func(c *Cell) bool { return c.Origin != nil })
	for _, cells := range grouped(made, func(c *Cell) [2]string { return [2]string{string(c.Origin.Kind), string(c.Task)} }) {
		s := Sweep{Kind: cells[0].Origin.Kind, Task: cells[0].Task}
		names := append(s.Kind.Parameters(), "n")
		var varying []string
		for _, name := range names {
			if len(grouped(cells, func(c *Cell) int { return c.Origin.Parameter(name) })) > 1 {
				varying = append(varying, name)
			}
		}
		if varying == nil {
			continue
		}
		// Along a line everything else must be the same. If every parameter varies together with
		// another, n is the parameter of the sweep.
		i := slices.IndexFunc(varying, func(name string) bool {
			without := func(c *Cell) instance.Recipe { return c.Origin.Without(name) }
			lines := len(grouped(cells, without))
			return lines < len(grouped(cells, func(c *Cell) instance.Recipe { return c.Origin.Recipe }))
		})
		key := func(c *Cell) instance.Recipe { return c.Origin.Without(varying...) }
		if s.Parameter = varying[len(varying)-1]; i >= 0 {
			s.Parameter = varying[i]
			key = func(c *Cell) instance.Recipe { return c.Origin.Without(s.Parameter) }
		}
		others := slices.DeleteFunc(slices.Clone(varying), func(name string) bool { return name == s.Parameter || i < 0 })
		slices.SortStableFunc(others, func(a, b string) int { return map[bool]int{true: -1}[a == "n"] - map[bool]int{true: -1}[b == "n"] })
		for _, line := range grouped(cells, key) {
			s.Lines = append(s.Lines, newSweepLine(line, s.Parameter, others))
		}
		list = append(list, s)
	}
	return list
}

func newSweepLine(cells []*Cell, parameter string, others []string) (l SweepLine) {
	var fixed []string
	for _, name := range others {
		fixed = append(fixed, fmt.Sprintf("%s = %d", name, cells[0].Origin.Parameter(name)))
	}
	if l.Name = strings.Join(fixed, ", "); l.Name == "" {
		l.Name = fmt.Sprintf("n = %d", cells[0].N)
		if parameter == "n" {
			l.Name = "all"
		}
	}
	for _, point := range grouped(cells, func(c *Cell) int { return c.Origin.Parameter(parameter) }) {
		l.Points = append(l.Points, SweepPoint{point[0].Origin.Parameter(parameter), point})
	}
	slices.SortFunc(l.Points, func(a, b SweepPoint) int { return a.X - b.X })
	return l
}

// Shares returns for each point how many of the decided instances have a solution, and the total
// number of undecided instances.
func (l SweepLine) Shares() (shares []stats.Counted, undecided int) {
	for _, p := range l.Points {
		share := stats.Counted{X: float64(p.X)}
		for _, kind := range instanceKinds(p.Each()) {
			switch kind {
			case Solvable:
				share.K++
				share.N++
			case Unsolvable:
				share.N++
			default:
				undecided++
			}
		}
		shares = append(shares, share)
	}
	return shares, undecided
}

// Of returns the line with the cells of one contender only.
func (l SweepLine) Of(c backends.Contender) SweepLine {
	mine := SweepLine{Name: l.Name}
	for _, p := range l.Points {
		if cells := filter(p.Cells, func(o *Cell) bool { return o.Contender == c }); len(cells) > 0 {
			mine.Points = append(mine.Points, SweepPoint{p.X, cells})
		}
	}
	return mine
}

// Contenders returns the contenders of the sweep in the order of the plan.
func (s Sweep) Contenders() (list []backends.Contender) {
	seen := map[backends.Contender]bool{}
	for _, l := range s.Lines {
		for _, p := range l.Points {
			for _, c := range p.Cells {
				if !seen[c.Contender] {
					seen[c.Contender] = true
					list = append(list, c.Contender)
				}
			}
		}
	}
	return list
}

// Unit returns the unit in which the work of a contender's answers in the sweep is counted: the
// first unit that all answers have. It is "" if there is none or if there are time-outs, for which
// the work is unknown.
func (s Sweep) Unit(c backends.Contender) string {
	for _, unit := range []string{"nodes", "updates", "conflicts", "decisions", "steps"} {
		told, untold := 0, 0
		for _, l := range s.Lines {
			for _, p := range l.Of(c).Points {
				for cell := range p.Each() {
					switch _, ok := cell.Stats.Of(unit); {
					case cell.Timed() && ok:
						told++
					case cell.Timed() || cell.Status == nqueens.Timeout:
						untold++
					}
				}
			}
		}
		if told > 0 && untold == 0 {
			return unit
		}
	}
	return ""
}

// Measure returns the work for an instance in the given unit, or the time in seconds if the unit is
// "". The value of a time-out is its limit, and censored is set, since the true value is larger. ok
// is false if the value is not known.
func (c *Cell) Measure(unit string) (value float64, censored, ok bool) {
	switch {
	case unit != "":
		v, told := c.Stats.Of(unit)
		return float64(v), false, told && c.Timed()
	case c.Timed():
		return c.Seconds.Median, false, true
	case c.Status == nqueens.Timeout && !c.Wrong:
		return c.Limit, true, true
	}
	return 0, false, false
}

// SweepLines returns for each line of a sweep a text that states where half of the instances have a
// solution and where they are hardest.
func (s Summary) SweepLines() []string {
	if s.sweepLines == nil {
		return sweepLines(s.Results())
	}
	return s.sweepLines()
}

func sweepLines(cells []*Cell) (lines []string) {
	more := 0
	for _, sweep := range Sweeps(cells) {
		for _, l := range sweep.Lines {
			if len(l.Points) < 2 {
				continue
			}
			if len(lines) == mostLines {
				more++
				continue
			}
			parts := []string{sweep.half(l)}
			for _, c := range sweep.Contenders() {
				if text := sweep.hardest(l, c); text != "" {
					parts = append(parts, text)
				}
			}
			name := ", " + l.Name
			if l.Name == "all" {
				name = ""
			}
			lines = append(lines, fmt.Sprintf("%s%s: %s", sweep.Kind, name, strings.Join(parts, "; ")))
		}
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more lines, see the charts share and spread", more))
	}
	return lines
}

// half returns a text that states where half of a line's instances have a solution.
func (s Sweep) half(l SweepLine) string {
	shares, undecided := l.Shares()
	first, last := l.Points[0].X, l.Points[len(l.Points)-1].X
	if locate, instances := l.locate(); locate != nil {
		return located(*locate, shares, instances)
	}
	text := ""
	h, ok := stats.HalfPoint(shares)
	switch known := slices.DeleteFunc(slices.Clone(shares), func(c stats.Counted) bool { return c.N == 0 }); {
	case len(known) == 0:
		return "no instance was decided"
	case ok:
		low, high := fmt.Sprintf("%.1f", h.Low), fmt.Sprintf("%.1f", h.High)
		if math.IsInf(h.Low, -1) {
			low = fmt.Sprintf("below %d", first)
		}
		if math.IsInf(h.High, 1) {
			high = fmt.Sprintf("above %d", last)
		}
		text = fmt.Sprintf("half have a solution at %s %.1f [%s, %s]", s.Parameter, h.X, low, high)
	case 2*known[0].K > known[0].N:
		text = fmt.Sprintf("more than half have a solution from %s %d to %d", s.Parameter, first, last)
	default:
		text = fmt.Sprintf("fewer than half have a solution from %s %d to %d", s.Parameter, first, last)
	}
	if undecided > 0 {
		text += fmt.Sprintf(" (%d undecided left out)", undecided)
	}
	return text
}

// HalfPoint returns the value of the parameter at which half of a line's instances have a solution, or
// the share that the plan locates. ok is false if the line has no such value.
func (l SweepLine) HalfPoint() (h stats.Half, ok bool) {
	shares, _ := l.Shares()
	locate, _ := l.locate()
	if locate == nil {
		return stats.HalfPoint(shares)
	}
	place, ok := locate.Design(shares, 0).Place(shares)
	return stats.Half(place), ok && place.X >= shares[0].X && place.X <= shares[len(shares)-1].X
}

// Peak returns where a contender's mean effort along a line is largest, in the sweep's unit for the
// contender, and the number of time-outs, which count as the limit.
func (s Sweep) Peak(l SweepLine, c backends.Contender) (p stats.Peak, late int, ok bool) {
	unit, mine := s.Unit(c), l.Of(c)
	var points []stats.Observed
	for _, p := range mine.Points {
		o := stats.Observed{X: float64(p.X), Of: map[uint64]float64{}}
		for cell := range p.Each() {
			if v, censored, ok := cell.Measure(unit); ok {
				o.Of[cell.Origin.Seed] = v
				if censored {
					late++
				}
			}
		}
		points = append(points, o)
	}
	p, ok = stats.PeakOf(points)
	return p, late, ok && len(points) > 1
}

// hardest returns a text that states where a contender's mean effort is largest.
func (s Sweep) hardest(l SweepLine, c backends.Contender) string {
	p, late, ok := s.Peak(l, c)
	if !ok {
		return ""
	}
	unit, points := s.Unit(c), l.Of(c).Points
	amount := fmt.Sprintf("%s %s [%s, %s]", table.Count(p.Mean), unit, table.Count(p.MeanLow), table.Count(p.MeanHigh))
	if unit == "" {
		amount = table.DurationBetween(p.Mean, p.MeanLow, p.MeanHigh)
	}
	text := fmt.Sprintf("hardest for %s at %s %.0f [%.0f, %.0f], mean %s", c, s.Parameter, p.X, p.Low, p.High, amount)
	if late > 0 {
		text += fmt.Sprintf(" with %s counted as the limit", table.Plural(late, "time-out"))
	}
	if p.X == float64(points[0].X) || p.X == float64(points[len(points)-1].X) {
		text += ", at the end of the sweep"
	}
	return text
}
