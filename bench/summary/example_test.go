package summary_test

import (
	"fmt"
	"os"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
)

// What two contenders' records come to, with the one as the baseline.
func ExampleSummarise() {
	queens := nqueens.Problem{Family: nqueens.Queens, N: 8}
	e := bench.Experiment{Baseline: "dlx"}
	var records []bench.Record
	for _, c := range []struct {
		backend string
		seconds float64
	}{{"dlx", 0.001}, {"bitmask", 0.0001}} {
		job := bench.Job{Problem: queens, Task: nqueens.CountAll, Contender: backends.Contender{Backend: c.backend}}
		e.Jobs = append(e.Jobs, job)
		for repetition := range 6 {
			r := job.NewRecord("1", "", 1, repetition+1)
			r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(92)}
			r.Seconds = c.seconds * (1 + float64(repetition)/100)
			records = append(records, r)
		}
	}
	s := summary.Summarise(e, records, judge.Judge(e, records, backends.All()), nil)
	if err := s.WriteText(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// verdicts on 1 problem: 1 known
	//
	// queens, task count: median time of one answer, ± half its 95 % interval
	//                      8
	//   dlx      1.03 ms ±2%
	//   bitmask   103 µs ±2%
	//
	// queens, task count: times as fast as dlx, ± half the 90 % interval of the ratio
	//                 8
	//   bitmask  10 ±5%
	//
	// scores: PAR-2 is the mean time, what was not answered counting as twice the limit;
	// speed-up is against dlx, the geometric mean over what both answered
	//   contender   task  solved  wrong    PAR-2  speed-up
	//   bitmask    count  1 of 1          103 µs   10 on 1
	//   dlx        count  1 of 1         1.03 ms    1 on 1
}
