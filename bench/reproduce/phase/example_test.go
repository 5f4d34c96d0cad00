package phase_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"nqueens/backends"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/reproduce/phase"
	"nqueens/bench/run"
)

// A study of one part, which goes on with what the folder has. Its child processes
// serve run.ServeChild.
func Example() {
	dir, err := os.MkdirTemp("", "phase")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	study, err := phase.Open(dir, phase.Config{
		Runner: run.Runner{Backends: backends.All()},
		Budget: time.Minute,
		Parts:  []string{"completion"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer study.Close()
	// study.Run(ctx) answers instances as far as the budget goes.
	var p page.Page
	if err := study.Report(ctx, &p); err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range p.Verdicts() {
		fmt.Println(v.What+":", v)
	}
	// Output:
	// verdicts of all contenders on the same instances: not tested: no instance was answered by two
}
