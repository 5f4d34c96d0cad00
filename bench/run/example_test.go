package run_test

import (
	"context"
	"fmt"
	"os"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/bench/run"
	"nqueens/family"
)

// Example runs a benchmark from its plan to its verdicts. The program is started again as the child of each
// measurement; see the package's documentation.
func Example() {
	if err := compare(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 12 records
	// queens(6) verdict: known, 4 (OEIS A000170); 2 engines agree: bitmask, dlx
	// queens(6, given=b1) verdict: agreed, 1; 2 engines agree: bitmask, dlx; on the unreduced problem: dlx
}

func compare() error {
	plan, err := plan.Read("two.yaml", []byte(`
repetitions: {min: 3, max: 3}
runs:
  - problems: [queens(6), "queens(6, given=b1)"]
    backends: [bitmask, dlx]
`), family.All())
	if err != nil {
		return err
	}
	experiment, err := plan.Experiment(backends.All())
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	folder, err := bench.OpenFolder(dir, experiment)
	if err != nil {
		return err
	}
	defer folder.Close()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	runner := run.Runner{Backends: backends.All(), Child: []string{self, "measure-child"}, Busy: true}
	if err := runner.Run(context.Background(), folder); err != nil {
		return err
	}
	summary, err := runner.Conclude(context.Background(), folder)
	if err != nil {
		return err
	}
	fmt.Println(len(folder.Records), "records")
	for _, v := range summary.Judgement.Verdicts {
		fmt.Println(v.Problem, v)
	}
	return nil
}
