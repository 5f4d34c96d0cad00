package chart

import (
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/summary"
	"nqueens/instance"
)

// sweepCells returns answers of two contenders to instances of two sizes.
func sweepCells() (cells []*summary.Cell) {
	for seed := range uint64(8) {
		for _, n := range []int{10, 12} {
			for d := 3; d < 7; d++ {
				for k, contender := range []string{"bitmask", "gini"} {
					o := &instance.Origin{Recipe: instance.Recipe{Kind: instance.ExcludedDiagonals, N: n, Size: d, Least: 4}, Seed: seed}
					c := &summary.Cell{
						Problem: o.FileName(), Instance: o.FileName(), Origin: o, Family: "queens", N: n, Task: nqueens.FindFirst, Limit: 10,
						Contender: backends.Contender{Backend: contender}, Status: nqueens.Solved, Runs: 1, Times: []float64{0.1},
						Stats: summary.Stats{{Name: []string{"nodes", "conflicts"}[k], Value: int64(10*d) + int64(seed)}},
					}
					c.Seconds.Median = 0.01 * float64(d)
					if int(seed) < 2*(d-3) {
						c.Status = nqueens.Unsatisfiable
					}
					cells = append(cells, c)
				}
			}
		}
	}
	return cells
}

// TestSweepCharts checks the default charts of a sweep: the share of solvable instances with a line
// for each size, the cost for each contender in its unit of work, and the time of all on the
// largest size.
func TestSweepCharts(t *testing.T) {
	figures, err := Figures(sweepCells(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]Figure{}
	for _, f := range figures {
		of[f.Name] = f
	}
	for name, want := range map[string]string{
		"share-excluded-diagonals-first":                  "n = 10, n = 12",
		"spread-nodes-bitmask-excluded-diagonals-first":   "n = 10, n = 10, 90th percentile, n = 12, n = 12, 90th percentile",
		"spread-conflicts-gini-excluded-diagonals-first":  "n = 10, n = 10, 90th percentile, n = 12, n = 12, 90th percentile",
		"spread-time-contenders-excluded-diagonals-first": "bitmask, bitmask, 90th percentile, gini, gini, 90th percentile",
	} {
		f, ok := of[name]
		if !ok {
			t.Errorf("no %s", name)
			continue
		}
		var names []string
		for _, s := range f.Plot.Series {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%s: %s", name, got)
		}
		var csv, svg strings.Builder
		if err := f.WriteCSV(&csv); err != nil || !strings.HasPrefix(csv.String(), "diagonals,") {
			t.Errorf("%s: %v, %s", name, err, csv.String())
		}
		if err := f.WriteSVG(&svg, false); err != nil || !strings.Contains(svg.String(), names[0]) {
			t.Errorf("%s: %v", name, err)
		}
	}
	points := of["share-excluded-diagonals-first"].Plot.Series[0].Points
	if got := fmt.Sprintf("%v %.3f %.3f", points[1].Y, points[1].Low, points[1].High); got != "0.75 0.409 0.929" {
		t.Errorf("six of eight: %s", got)
	}
	// The median, mean and percentile of 30 to 37 nodes.
	if p := of["spread-nodes-bitmask-excluded-diagonals-first"].Plot.Series[0].Points[0]; p.Y != 33.5 || p.Low != 33.5 || p.High != 37 {
		t.Errorf("%+v", p)
	}
}

// TestSweepTimeouts checks that a time-out counts as the limit, and that a note says so.
func TestSweepTimeouts(t *testing.T) {
	cells := sweepCells()
	for _, c := range cells {
		if c.Backend == "bitmask" && c.Origin.Seed == 3 && c.Origin.Size == 5 {
			c.Status, c.Times, c.Stats = nqueens.Timeout, nil, nil
			c.Seconds.Median = 0
		}
	}
	figures, err := Figures(cells, Options{Kinds: []string{"spread"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures {
		if f.Name == "spread-time-bitmask-excluded-diagonals-first" {
			if f.Plot.Series[0].Points[2].High != 10 || !strings.Contains(strings.Join(f.Notes, " "), "2 time-outs counted as the limit") {
				t.Errorf("%+v %q", f.Plot.Series[0].Points, f.Notes)
			}
			return
		}
	}
	t.Error("no chart of the times")
}
