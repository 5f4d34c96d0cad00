package judge_test

import (
	"fmt"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
)

// ExampleJudge judges the answers of two engines that differ on a problem whose count is published.
func ExampleJudge() {
	queens := nqueens.Problem{Family: family.Queens, N: 6}
	var e bench.Experiment
	var records []bench.Record
	for _, answer := range []struct {
		backend string
		count   uint64
	}{{"bitmask", 4}, {"dlx", 5}} {
		job := bench.Job{Problem: queens, Task: nqueens.CountAll, Contender: backends.Contender{Backend: answer.backend}}
		r := job.Record(bench.Maker{Version: "1", Seed: 1, Repetition: 1}, bench.Observation{})
		r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(answer.count)}
		e.Jobs, records = append(e.Jobs, job), append(records, r)
	}
	judgement := judge.Judge(e, records, backends.All())
	fmt.Println(judgement.Verdicts[0])
	fmt.Println(judgement.Failures)
	// Output:
	// verdict: disagreement, 4; one engine: bitmask
	// [queens(6), count: dlx: 5, not 4 (+1)]
}
