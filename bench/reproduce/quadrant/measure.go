package quadrant

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"nqueens"
	"nqueens/backends/checkpoint"
	"nqueens/backends/quadrant"
	"nqueens/bench"
	"nqueens/internal/cputime"
	"nqueens/internal/journal"
	"nqueens/internal/table"
)

// Measurement is a part of a count, by one thread.
type Measurement struct {
	N       int
	Part    checkpoint.Part
	Found   uint64  // solutions
	Pairs   uint64  // of half-boards that were compared
	Seconds float64 // of processor time, where the system tells it
	Build   string  `json:",omitempty"` // of the program that measured
}

// planned is what is measured, in the order of size, and about how long each takes.
type planned struct {
	n       int
	part    checkpoint.Part
	seconds float64
}

func plan() (list []planned) {
	seconds := map[int]float64{17: 0.2, 18: 1.2, 19: 6, 20: 46}
	for n := 8; n <= 20; n++ {
		list = append(list, planned{n, checkpoint.Whole, max(seconds[n], 0.05)})
	}
	for _, s := range []struct {
		n, of   int
		parts   []int
		seconds float64
	}{
		{21, 300, []int{1, 100, 200}, 2}, {22, 1000, []int{1, 333, 666}, 3}, {23, 10_000, []int{1, 3333, 6666}, 2.5},
		{24, 100_000, []int{1, 33_333, 66_666}, 2}, {25, 100_000, []int{1, 20_001}, 12},
	} {
		for _, k := range s.parts {
			list = append(list, planned{s.n, checkpoint.Part{K: k, Of: s.of}, s.seconds})
		}
	}
	return list
}

func (p planned) String() string {
	if p.part == checkpoint.Whole {
		return fmt.Sprintf("N = %d", p.n)
	}
	return fmt.Sprintf("N = %d, part %v", p.n, p.part)
}

// tries is how often a count is made; the best time is taken.
func (p planned) tries() int {
	if p.n > 18 {
		return 1
	}
	return 3
}

// JournalFile holds the measurements in a reproduction's folder.
const JournalFile = "journal.jsonl"

// question is what a Measurement answers.
type question struct {
	n    int
	part checkpoint.Part
}

func (m Measurement) question() question { return question{m.N, m.Part} }

// Options are how to measure.
type Options struct {
	Budget time.Duration
	// Build is this program, as bench.BuildOf has it. What others measured is measured
	// again unless it is kept.
	Build string
	Keep  bool
	Warn  func(string) // is told if the machine is another than before; may be nil
}

// Measure makes the measurements that the folder does not hold, the cheapest first,
// as far as the budget goes; a count that was stopped is made again. It returns all
// that count, in the order of size, and says what the budget left out, which depends on
// the budget alone.
func Measure(ctx context.Context, dir string, o Options) (list []Measurement, leftOut []string, err error) {
	known, err := journal.OpenResults(filepath.Join(dir, JournalFile), "measurement", Measurement.question)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, known.Close()) }()
	environment := bench.CurrentEnvironment()
	order := plan()
	slices.SortStableFunc(order, func(a, b planned) int { return cmp.Compare(a.seconds, b.seconds) })
	left := o.Budget.Seconds()
	for _, p := range order {
		seconds := p.seconds * float64(p.tries())
		left -= seconds
		m, found := known.Find(question{p.n, p.part})
		switch {
		case found && (o.Keep || m.Build == o.Build):
		case left < 0:
			leftOut = append(leftOut, fmt.Sprintf("%v: it takes about %s, more than the budget leaves for it", p, table.Rough(seconds)))
			continue
		default:
			if warning, err := bench.KeepEnvironment(dir, environment); err != nil {
				return nil, nil, err
			} else if warning != "" && o.Warn != nil {
				o.Warn(warning)
			}
			if m, err = p.measure(ctx); err != nil {
				return nil, nil, err
			}
			m.Build = o.Build
			if err := known.Add(m); err != nil {
				return nil, nil, err
			}
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Measurement) int { return cmp.Or(a.N-b.N, a.Part.K-b.Part.K) })
	slices.Sort(leftOut)
	return list, leftOut, nil
}

// measure counts.
func (p planned) measure(ctx context.Context) (Measurement, error) {
	m := Measurement{N: p.n, Part: p.part, Seconds: math.Inf(1)}
	for range p.tries() {
		c, err := checkpoint.New(quadrant.New(), nqueens.Request{Problem: queens(p.n), Task: nqueens.CountAll}, p.part)
		if err != nil {
			return m, err
		}
		runtime.GC() // what went before is not to be swept up in this time
		before := cputime.Used()
		if err := c.Run(ctx, nil); err != nil {
			return m, err
		}
		m.Seconds = min(m.Seconds, (cputime.Used() - before).Seconds())
		m.Pairs = uint64(c.Stats["pairs"])
		if m.Found, err = strconv.ParseUint(c.Found.String(), 10, 64); err != nil {
			return m, fmt.Errorf("counting, %v: %w", p, err)
		}
	}
	return m, nil
}

func queens(n int) nqueens.Problem { return nqueens.Problem{Family: nqueens.Queens, N: n} }
