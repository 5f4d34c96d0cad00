package quadrant

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"nqueens"
	"nqueens/backends/checkpoint"
	"nqueens/backends/quadrant"
	"nqueens/bench/table"

	"nqueens/internal/atomicfile"
)

// Measurement is a part of a count, by one thread.
type Measurement struct {
	N       int
	Part    checkpoint.Part
	Found   uint64  // solutions
	Pairs   uint64  // of half-boards that were compared
	Seconds float64 // of processor time, where the system tells it
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
		{24, 100_000, []int{1, 33_333, 66_666}, 2}, {25, 100_000, []int{1, 20_001}, 40},
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

// File holds the measurements in a reproduction's folder.
const File = "measured.json"

// Measure makes the measurements that the folder does not hold, the cheapest first,
// as far as the budget goes; a count that was stopped is made again. It returns all,
// in the order of size, and says what the budget left out, which depends on the
// budget alone.
func Measure(ctx context.Context, dir string, budget time.Duration) (list []Measurement, leftOut []string, err error) {
	path := filepath.Join(dir, File)
	if list, err = read(path); err != nil {
		return nil, nil, err
	}
	known := func(p planned) bool {
		return slices.ContainsFunc(list, func(m Measurement) bool { return m.N == p.n && m.Part == p.part })
	}
	order := plan()
	slices.SortStableFunc(order, func(a, b planned) int { return cmp.Compare(a.seconds, b.seconds) })
	left := budget.Seconds()
	for _, p := range order {
		seconds := p.seconds * float64(p.tries())
		left -= seconds
		switch {
		case known(p):
		case left < 0:
			leftOut = append(leftOut, fmt.Sprintf("%v: it takes about %s, more than the budget leaves for it", p, table.Rough(seconds)))
		default:
			m, err := p.measure(ctx)
			if err != nil {
				return nil, nil, err
			}
			list = append(list, m)
			slices.SortFunc(list, func(a, b Measurement) int { return cmp.Or(a.N-b.N, a.Part.K-b.Part.K) })
			if err := write(path, list); err != nil {
				return nil, nil, err
			}
		}
	}
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
		before := processorTime()
		if err := c.Run(ctx, nil); err != nil {
			return m, err
		}
		m.Seconds = min(m.Seconds, (processorTime() - before).Seconds())
		m.Pairs = uint64(c.Stats["pairs"])
		if m.Found, err = strconv.ParseUint(c.Found.String(), 10, 64); err != nil {
			return m, fmt.Errorf("counting, %v: %w", p, err)
		}
	}
	return m, nil
}

func queens(n int) nqueens.Problem { return nqueens.Problem{Family: nqueens.Queens, N: n} }

func read(path string) (list []Measurement, err error) {
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("reading measurements: %w", err)
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("reading measurements: %s: %w", path, err)
	}
	return list, nil
}

func write(path string, list []Measurement) error {
	text, err := encoded(list)
	if err == nil {
		err = atomicfile.WriteFile(path, text)
	}
	if err != nil {
		return fmt.Errorf("keeping measurements: %w", err)
	}
	return nil
}

// encoded is the measurements as the file has them, a line each.
func encoded(list []Measurement) ([]byte, error) {
	text := []byte("[")
	for i, m := range list {
		line, err := json.Marshal(m)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(text, "\n\t"...), line...)
	}
	return append(text, "\n]\n"...), nil
}

// start is for systems that do not tell the time that a process has computed.
var start = time.Now()
