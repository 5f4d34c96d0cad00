package compare_test

import (
	"log"
	"os"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/compare"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/family"
)

// A solver became faster between two runs; a gate states what must not happen.
func Example() {
	p, err := family.All().Parse("queens(8)")
	if err != nil {
		log.Fatal(err)
	}
	side := func(name string, seconds float64, nodes int64) compare.Side {
		job := bench.Job{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "mine"}}
		e := bench.Experiment{Jobs: []bench.Job{job}, Repeat: bench.Repeat{Min: 6, Max: 6}}
		var records []bench.Record
		for i := range 6 {
			r := job.Record(bench.Maker{Version: "1", Seed: 1, Repetition: i + 1}, bench.Observation{})
			r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(92), Stats: map[string]int64{"nodes": nodes}}
			r.Seconds = seconds * (1 + float64(i)/100)
			records = append(records, r)
		}
		here := bench.Environment{CPU: "of both"}
		return compare.SideOf(name, summary.Summarise(e, records, judge.Judge(e, records, nil), nil), []bench.Environment{here})
	}
	gate, err := compare.ParseGate("slower=5%,effort=1%,wrong,missing")
	if err != nil {
		log.Fatal(err)
	}
	c, err := compare.New(side("before", 1, 2000), side("after", 0.8, 1500), gate, compare.Wall)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Write(os.Stdout, compare.Style{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// answers: 1 of 1 as before
	// times: −20 % [−22, −18] over 1 (geometric mean); 1 faster
	// effort: the same in 0 of 1; 1 less
	//
	//           contender  problem             old     new              time  work
	//   faster  mine       queens(8) count  1.02 s  820 ms  −20 % [−22, −18]  −25 % nodes
	// old and new are medians; time is the median of the quotients of each new run by each old run, which
	//   can differ from the quotient of the medians
}
