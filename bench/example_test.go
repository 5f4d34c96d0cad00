package bench_test

import (
	"fmt"
	"os"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

// A run's folder keeps the records, and the schedule decides which runs are missing.
func ExampleOpenFolder() {
	dir, err := os.MkdirTemp("", "run")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	e := bench.Experiment{Name: "example", Repeat: bench.Repeat{Min: 1, Max: 1}}
	for _, backend := range []string{"bitmask", "dlx"} {
		e.Jobs = append(e.Jobs, bench.Job{
			Problem: nqueens.Problem{Family: family.Queens, N: 6}, Task: nqueens.CountAll,
			Contender: backends.Contender{Backend: backend}, Limits: bench.Limits{Time: time.Second},
		})
	}
	folder, err := bench.OpenFolder(dir, e)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := e.Jobs[0].Record(bench.Maker{Version: "1", Seed: e.Seed, Repetition: 1}, bench.Observation{})
	r.Outcome, r.Seconds = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(4)}, 1e-6
	if err := folder.Append(r); err != nil {
		fmt.Println(err)
	}
	folder.Close()

	folder, err = bench.ReadFolder(dir, family.All())
	if err != nil {
		fmt.Println(err)
		return
	}
	schedule := bench.NewSchedule(folder.Experiment)
	for _, r := range folder.Records {
		schedule.Add(r)
	}
	for _, job := range folder.Experiment.Jobs {
		fmt.Println(job, schedule.Complete(job))
	}
	// Output:
	// queens(6) count bitmask true
	// queens(6) count dlx false
}
