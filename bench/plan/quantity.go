package plan

import (
	"fmt"
	"nqueens/internal/suggest"
	"slices"
	"strings"
)

// Quantity is a quantity in tables, figures, verdicts and columns of published values. It is written as
//
//	[half|peak|at peak|growth|ratio] [mean|median|p90|p99|max] nodes|steps|seconds…
//	[half] share
//	unique
//	count
//
// peak is the largest value along the varied parameter, and at peak the value of the parameter there. growth
// is the factor from one size to the next. ratio is the ratio of two contenders. half share is the value of
// the parameter at which half of the instances have a solution.
type Quantity struct {
	Place     string // half, peak, at peak, growth, ratio, or ""
	Statistic string // over several instances or runs: one of Statistics; "" stands for the median
	Unit      string // seconds, a unit of work, or a quantity without a unit
}

// Quantities without a unit.
const (
	Share       = "share"       // fraction of the decided instances that have a solution
	Unique      = "unique"      // fraction of the counted instances that have exactly one solution
	CountOf     = "count"       // the number of solutions
	Fundamental = "fundamental" // the number of solutions up to symmetry
	Answers     = "answers"     // number of runs or instances behind the other quantities
	Solvable    = "solvable"    // whether an instance has a solution, 1 or 0
	Engines     = "engines"     // engines that agree, in a table
)

// Seconds is the unit of times.
const Seconds = "seconds"

// The places of a quantity.
const (
	Half   = "half"
	Peak   = "peak"
	AtPeak = "at peak"
	Growth = "growth"
	Ratio  = "ratio"
)

// The statistics of a quantity.
const (
	Mean   = "mean"
	Median = "median"
	P90    = "p90"
	P99    = "p99"
	Max    = "max"
)

func quantityPlaces() []string { return []string{Half, Peak, AtPeak, Growth, Ratio} }
func statistics() []string     { return []string{Mean, Median, P90, P99, Max} }
func unitsOfWork() []string {
	return []string{"nodes", "updates", "steps", "conflicts", "decisions", "propagations"}
}
func plainQuantities() []string {
	return []string{Share, Unique, CountOf, Fundamental, Answers, Solvable, Engines}
}

// String returns the quantity in the syntax of ParseQuantity.
func (q Quantity) String() string {
	return strings.Join(slices.DeleteFunc([]string{q.Place, q.Statistic, q.Unit}, func(word string) bool { return word == "" }), " ")
}

// Exact reports whether the quantity is the same on every machine.
func (q Quantity) Exact() bool { return q.Unit != Seconds }

// ParseQuantity parses a quantity.
func ParseQuantity(text string) (q Quantity, err error) {
	words := strings.Fields(text)
	take := func(known []string) (taken string) {
		for _, k := range known {
			if rest, ok := strings.CutPrefix(strings.Join(words, " ")+" ", k+" "); ok {
				words = strings.Fields(rest)
				return k
			}
		}
		return ""
	}
	q.Place, q.Statistic = take(quantityPlaces()), take(statistics())
	all := slices.Concat([]string{Seconds}, unitsOfWork(), plainQuantities())
	if q.Unit = take(all); q.Unit == "" && len(words) > 0 {
		return q, fmt.Errorf("quantity %q: unknown unit %q %s", text, words[0], suggest.Among(words[0], all))
	}
	plain := slices.Contains(plainQuantities(), q.Unit)
	switch {
	case q.Unit == "" || len(words) > 0:
		err = fmt.Errorf("quantity %q: write, for example, mean nodes, peak median seconds, half share or count", text)
	case q.Place == Half && q.Unit != Share:
		err = fmt.Errorf("quantity %q: half is only for share", text)
	case plain && q.Statistic != "":
		err = fmt.Errorf("quantity %q: %s has no %s", text, q.Unit, q.Statistic)
	case plain && q.Place != "" && q.Place != Half:
		err = fmt.Errorf("quantity %q: %s has no %s", text, q.Unit, q.Place)
	}
	return q, err
}
