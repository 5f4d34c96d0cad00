package summary_test

import (
	"fmt"
	"os"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/family"
)

// ExampleSummarise summarises two contenders' records, with one of the contenders as the baseline.
func ExampleSummarise() {
	queens := nqueens.Problem{Family: family.Queens, N: 8}
	e := bench.Experiment{Baseline: "dlx"}
	var records []bench.Record
	for _, c := range []struct {
		backend string
		seconds float64
	}{{"dlx", 0.001}, {"bitmask", 0.0001}} {
		job := bench.Job{Problem: queens, Task: nqueens.CountAll, Contender: backends.Contender{Backend: c.backend}}
		e.Jobs = append(e.Jobs, job)
		for repetition := range 6 {
			r := job.Record(bench.Maker{Version: "1", Seed: 1, Repetition: repetition + 1}, bench.Observation{})
			r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(92)}
			r.Seconds = c.seconds * (1 + float64(repetition)/100)
			records = append(records, r)
		}
	}
	s := summary.Summarise(e, records, judge.Judge(e, records, backends.All()), nil)
	if err := s.WriteText(os.Stdout, summary.Style{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// no answer is wrong
	// verdicts on 1 problem: 1 known (equal to a published value)
	// fastest, task count, 1 problem: bitmask (mean time 103 µs); second: dlx, 10 × slower, too few problems for a test of differences
	// discarded: no run
	//
	// ranking: task count, 1 problem that all these contenders ran
	//   mean time: an unsolved problem counts as twice the limit (PAR-2)
	//   rank: mean place on the problems; 1 is the fastest
	//   against dlx: ratio of the mean times
	//   virtual best (VBS): the fastest contender of each problem, as if one program chose it
	//   contender           solved  mean time  rank  against dlx
	//   virtual best (VBS)       1     103 µs        10 × faster
	//   bitmask                  1     103 µs   1.0  10 × faster
	//   dlx                      1    1.03 ms   2.0     baseline
}
