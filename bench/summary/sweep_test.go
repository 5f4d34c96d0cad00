package summary

import (
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/instance"
)

// generatedCell returns the cell of an answer to a generated instance, solved if solvable is set.
func generatedCell(contender string, n, diagonals int, seed uint64, solvable bool, nodes int64) *Cell {
	o := &instance.Origin{Recipe: instance.Recipe{Kind: instance.ExcludedDiagonals, N: n, Size: diagonals, Least: 4}, Seed: seed}
	c := &Cell{
		Problem: o.FileName(), Instance: o.FileName(), Origin: o, Family: "queens", N: n, Task: nqueens.FindFirst, Limit: 10,
		Contender: backends.Contender{Backend: contender}, Status: nqueens.Unsatisfiable, Runs: 1, Times: []float64{0.1}, Stats: Stats{{"nodes", nodes}},
	}
	c.Seconds.Median = float64(nodes) / 1000
	if solvable {
		c.Status = nqueens.Solved
	}
	return c
}

// sweepCells returns cells of two sizes: with 3 to 6 diagonals ten, eight, two and none of ten
// instances have a solution, and the instances with 5 diagonals are hardest.
func sweepCells(contenders ...string) (cells []*Cell) {
	for seed := range uint64(10) {
		for _, n := range []int{10, 12} {
			for i, solvable := range []uint64{10, 8, 2, 0} {
				for _, contender := range contenders {
					cells = append(cells, generatedCell(contender, n, 3+i+n-10, seed+1, seed < solvable, []int64{10, 100, 500, 200}[i]+int64(seed)))
				}
			}
		}
	}
	return cells
}

func TestSweeps(t *testing.T) {
	list := Sweeps(append(sweepCells("bitmask", "gini"), &Cell{Problem: "queens(8)", N: 8}))
	if len(list) != 1 || list[0].Parameter != "diagonals" || len(list[0].Lines) != 2 || len(list[0].Contenders()) != 2 {
		t.Fatalf("%+v", list)
	}
	line := list[0].Lines[1]
	shares, undecided := line.Shares()
	if line.Name != "n = 12" || undecided != 0 || fmt.Sprint(shares) != "[{5 10 10} {6 8 10} {7 2 10} {8 0 10}]" {
		t.Errorf("%s %v, %d undecided", line.Name, shares, undecided)
	}
	if one := line.Of(backends.Contender{Backend: "gini"}); len(one.Points) != 4 || len(one.Points[0].Cells) != 10 {
		t.Errorf("%+v", one)
	}
	// Where the number of diagonals depends on n, n is the parameter; a single recipe is not a
	// sweep.
	var diagonal, one []*Cell
	for n := 8; n < 11; n++ {
		diagonal = append(diagonal, generatedCell("bitmask", n, n-2, 1, true, 5))
		one = append(one, generatedCell("bitmask", 8, 3, uint64(n), true, 5))
	}
	if list := Sweeps(diagonal); len(list) != 1 || list[0].Parameter != "n" || len(list[0].Lines) != 1 || len(list[0].Lines[0].Points) != 3 {
		t.Errorf("%+v", list)
	}
	if list := Sweeps(one); list != nil {
		t.Errorf("%+v", list)
	}
}

// TestSweepLines checks that a line for each size states where half of the instances have a
// solution and where they are hardest, each with its interval.
func TestSweepLines(t *testing.T) {
	cells := sweepCells("bitmask")
	lines := Summary{Cells: cells}.SweepLines()
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "excluded-diagonals, n = 10: half have a solution at diagonals 4.5 [") ||
		!strings.Contains(lines[1], "hardest for bitmask at diagonals 7 [7, 7], mean 504 nodes [50") {
		t.Errorf("%q", lines)
	}
	// A time-out decides nothing, has no nodes, and its time is at least the limit.
	for _, c := range cells {
		if c.N == 12 && c.Origin.Size == 7 && c.Origin.Seed > 7 {
			c.Status, c.Times, c.Stats = nqueens.Timeout, nil, nil
			c.Seconds.Median = 0
		}
	}
	lines = Summary{Cells: cells}.SweepLines()
	if !strings.Contains(lines[1], "(3 undecided left out)") || !strings.Contains(lines[1], "with 3 time-outs counted as the limit") || strings.Contains(lines[1], "nodes") || !strings.Contains(lines[1], " s [") {
		t.Errorf("%q", lines[1])
	}
	// A wrong answer counts neither as effort nor in the share.
	for _, c := range cells {
		c.Wrong = true
	}
	if lines := (Summary{Cells: cells}).SweepLines(); !strings.HasSuffix(lines[0], "n = 10: no instance was decided") {
		t.Errorf("%q", lines)
	}
	if lines := (Summary{Cells: []*Cell{{Problem: "queens(8)"}}}).SweepLines(); lines != nil {
		t.Errorf("%q", lines)
	}
}
