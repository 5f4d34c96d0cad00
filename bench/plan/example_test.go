package plan_test

import (
	"fmt"
	"nqueens/backends"
	"nqueens/bench/plan"
	"nqueens/family"
)

func ExampleRead() {
	p, err := plan.Read("small.yaml", []byte(`
runs:
  - problems: [{n: 7..8}]
    tasks: [count]
    backends: [bitmask, dlx]
`), family.All())
	if err != nil {
		fmt.Println(err)
		return
	}
	experiment, err := p.Experiment(backends.All())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, job := range experiment.Jobs {
		fmt.Println(job.Problem, job.Task, job.Contender.String())
	}

	_, err = plan.Read("small.yaml", []byte("runs:\n  - problem: queens(8)\n"), family.All())
	fmt.Println(err)
	// Output:
	// queens(7) count bitmask
	// queens(7) count dlx
	// queens(8) count bitmask
	// queens(8) count dlx
	// small.yaml:2:5: unknown key "problem" (did you mean "problems"?)
}
