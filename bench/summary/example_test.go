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
	// verdicts on 1 problem: 1 known
	// best, task count, 1 problem: bitmask (1 answered, PAR-2 103 µs); second: dlx, 10 × slower, too few problems for a test of differences
	// discarded: no run
	//
	// ranking: task count, 1 problem that all these contenders ran
	//   contender           solved    PAR-2   PAR-10   median    VBS +  rank  against dlx
	//   virtual best (VBS)       1   103 µs   103 µs   103 µs                 10 × faster
	//   bitmask (SBS)            1   103 µs   103 µs   103 µs  +923 µs   1.0  10 × faster
	//   dlx                      1  1.03 ms  1.03 ms  1.03 ms            2.0     baseline
	// PAR-2, PAR-10: mean time, where an unsolved problem counts as 2 or 10 times the limit. VBS: virtual
	// best solver, the best contender for each problem; SBS: single best solver; VBS +: increase of the
	// PAR-2 of the VBS without this contender. against dlx: problems solved only by this contender (+) or
	// only by the baseline (−), and the ratio of their PAR-2.
}
