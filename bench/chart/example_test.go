package chart_test

import (
	"fmt"
	"log"
	"os"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/chart"
	"nqueens/bench/summary"
)

// Draw makes the charts that the cells of a run support; here one of two backends reached the
// limit. Cactus and scatter plots need five problems.
func ExampleDraw() {
	dir, err := os.MkdirTemp("", "charts")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	cell := func(backend string, n int, status nqueens.Status, seconds float64) *summary.Cell {
		return &summary.Cell{
			Problem: fmt.Sprintf("queens(%d)", n), Family: "queens", N: n, Task: nqueens.CountAll,
			Contender: backends.Contender{Backend: backend}, Status: status, Runs: 1, Limit: 10, Seconds: bench.Interval{Median: seconds},
		}
	}
	names, err := chart.Draw(dir, []*summary.Cell{
		cell("bitmask", 12, nqueens.Solved, 0.09),
		cell("bitmask", 14, nqueens.Solved, 3.1),
		cell("cover", 12, nqueens.Solved, 2.2),
		cell("cover", 14, nqueens.Timeout, 0),
	}, chart.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range names {
		fmt.Println(name)
	}
	// Output:
	// time-queens-count.svg
	// time-queens-count.png
}
