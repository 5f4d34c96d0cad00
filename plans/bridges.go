//go:build ignore

// Prints a Markdown table of the fastest engine at each place of a run of bridges.yaml:
// go run plans/bridges.go results/auto/bridges
package main

import (
	"fmt"
	"log"
	"maps"
	"os"
	"slices"
	"strings"

	"nqueens/bench"
	"nqueens/family"
	"nqueens/internal/table"
)

// place is a field of the table: a board with its corner, and a number of bridges.
type place struct{ board, bridges string }

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run plans/bridges.go RUN, the folder of a run of bridges.yaml")
	}
	run, err := bench.ReadFolder(os.Args[1], family.All())
	if err != nil {
		log.Fatal(err)
	}
	spent := map[place]map[string]float64{} // seconds by contender; a run without an answer counts as twice its limit
	solved := map[place]map[string]int{}
	boards, bridges := map[string]bool{}, map[string]bool{}
	for i, records := range bench.ByJob(run.Experiment, run.Counted()) {
		job := run.Experiment.Jobs[i]
		part := strings.Split(job.Instance, "-") // structured-60-10-b2-8-1.param
		if len(part) < 5 || len(records) == 0 {
			log.Fatalf("%s of %s: no structured instance, or not yet run", job.Instance, job.Contender.String())
		}
		at := place{part[1] + "/" + part[2], part[3][1:]}
		boards[at.board], bridges[at.bridges] = true, true
		if spent[at] == nil {
			spent[at], solved[at] = map[string]float64{}, map[string]int{}
		}
		if r := records[len(records)-1]; r.Status.Answered() {
			spent[at][job.Backend] += r.Seconds
			solved[at][job.Backend]++
		} else {
			spent[at][job.Backend] += 2 * job.Limits.Time.Seconds()
		}
	}
	columns := slices.Sorted(maps.Keys(bridges))
	fmt.Printf("| board/corner, bridges | %s |\n|---|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	for _, board := range slices.Sorted(maps.Keys(boards)) {
		fmt.Printf("| %s |", board)
		for _, b := range columns {
			at, best := place{board, b}, ""
			for _, engine := range slices.Sorted(maps.Keys(spent[at])) {
				if solved[at][engine] > 0 && (best == "" || spent[at][engine] < spent[at][best]) {
					best = engine
				}
			}
			if best == "" {
				fmt.Print(" none |")
				continue
			}
			fmt.Printf(" %s %d: %s |", best, solved[at][best], table.Duration(spent[at][best]))
		}
		fmt.Println()
	}
	fmt.Println("\nEach cell has the engine with the least total time over the three instances of the place (an unsolved instance counts as twice the limit), the number of instances that it solved, and that time.")
}
