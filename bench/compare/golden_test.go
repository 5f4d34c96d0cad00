package compare

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/summary"
	"nqueens/internal/golden"
)

// loaded returns sessions with the given median loads.
func loaded(medians ...float64) (sessions []bench.Session) {
	for _, load := range medians {
		sessions = append(sessions, bench.Session{Load: &bench.Spread{Median: load}})
	}
	return append(sessions, bench.Session{})
}

// many returns a side with more rows than a page shows, all with the given time.
func many(t *testing.T, name string, seconds float64, nodes int64) Side {
	var runs []run
	for i := range mostRows + 6 {
		r := run{problem: "queens(5)", backend: fmt.Sprint("c", i), times: around(seconds), nodes: []int64{nodes}}
		if i%8 == 7 {
			r.status, r.times = nqueens.Timeout, []float64{0}
		}
		runs = append(runs, r)
	}
	return side(t, name, runs...)
}

// TestPages compares whole pages in each style with a golden file.
func TestPages(t *testing.T) {
	old, now := changed(t)
	old.Environments = []bench.Environment{{CPU: "Xeon", Cores: 2, System: "linux/amd64", Kernel: "6.1", Sessions: loaded(0.5, 1.5, 9)}}
	now.Environments = []bench.Environment{{CPU: "Xeon", Cores: 2, System: "linux/amd64", Kernel: "6.2", Sessions: loaded(2.5)}}
	few := func(name string, seconds float64, nodes ...int64) Side {
		return side(t, name, run{problem: "queens(4)", backend: "a", times: []float64{seconds, 1.01 * seconds, 1.02 * seconds}},
			run{problem: "queens(5)", backend: "a", times: []float64{seconds, 1.01 * seconds, 1.02 * seconds}, nodes: nodes})
	}
	one := func(name string, seconds float64) Side {
		return side(t, name, run{problem: "queens(4)", backend: "a", times: around(seconds)})
	}
	nothing := side(t, "after")
	nothing.Caveats = []string{"some records were edited"}
	there := side(t, "there")
	there.Environments = []bench.Environment{{CPU: "Xeon", System: "linux/amd64"}}
	partly := few("after", 3, 9)
	partly.Cells = []*summary.Cell{few("before", 1, 8).Cells[0], partly.Cells[1]}
	for _, r := range partly.Cells[0].Records {
		r.Started = time.Unix(1, 0)
	}
	before := few("before", 1, 8)
	before.Cells[0] = partly.Cells[0]
	strict := gate(t, "slower=5%,effort=1%,wrong,missing")
	strict.Strict = true
	var got bytes.Buffer
	for _, test := range []struct {
		name     string
		old, now Side
		gate     Gate
		effort   bool
		style    Style
	}{
		{"each kind of change", old, now, gate(t, "slower=5%,effort=1%,wrong,missing"), false, Style{}},
		{"each kind, all rows, strictly", old, now, strict, false, Style{Full: true}},
		{"each kind, effort alone", old, now, gate(t, "effort=30%"), true, Style{}},
		{"each kind, for a pull request", old, now, gate(t, "wrong"), false, Style{Markdown: true}},
		{"the other way round", now, old, Gate{}, false, Style{}},
		{"many slower", many(t, "before", 1, 10), many(t, "after", 2, 12), gate(t, "slower=5%,effort=0%"), false, Style{}},
		{"many slower, all rows", many(t, "before", 1, 10), many(t, "after", 2, 12), Gate{}, false, Style{Full: true}},
		{"many that are the same", many(t, "before", 1, 10), many(t, "after", 1, 10), gate(t, "slower=5%"), false, Style{}},
		{"too few runs", few("before", 1, 8, 9, 7), few("after", 3, 8, 10, 7), gate(t, "slower=5%"), false, Style{}},
		{"too few runs, for a pull request", few("before", 1, 8, 9, 7), few("after", 3, 8, 10, 7), gate(t, "slower=5%"), false, Style{Markdown: true}},
		{"some of the very same runs", before, partly, Gate{}, false, Style{Full: true}},
		{"nothing", side(t, "before"), nothing, Gate{}, false, Style{}},
		{"nothing, for a pull request", side(t, "before"), side(t, "after"), Gate{}, false, Style{Markdown: true}},
		{"nothing on one machine, for a pull request", there, there, Gate{}, false, Style{Markdown: true}},
		{"one slower, for a pull request", one("before", 1), one("after", 2), Gate{}, false, Style{Markdown: true}},
		{"one that is the same, for a pull request", one("before", 1), one("after", 1), Gate{}, false, Style{Markdown: true}},
	} {
		clock := Wall
		if test.effort {
			clock = NoClock
		}
		c, err := New(test.old, test.now, test.gate, clock)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s %s\n\n", strings.Repeat("=", 20), test.name)
		if err := c.Write(&got, test.style); err != nil {
			t.Fatal(err)
		}
		got.WriteByte('\n')
	}
	golden.Equal(t, "pages.golden", got.String())
}
