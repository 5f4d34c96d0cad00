package fleet_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/quadrant"
	"nqueens/family"
	"nqueens/fleet"
)

// A count in ten parts, one of which is computed again.
func Example() {
	dir, err := os.MkdirTemp("", "q10")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 10}, Task: nqueens.CountAll}
	plan := fleet.Plan{Parts: 10, Recheck: 0.1, Pilot: time.Millisecond}
	list, err := plan.Make(context.Background(), quadrant.New(), request)
	if err == nil {
		err = list.Write(dir)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	folder, err := fleet.OpenFolder(dir) // any number of machines may do this
	if err == nil {
		err = folder.Work(context.Background(), fleet.Worker{Backends: []backends.Backend{quadrant.New()}, Families: family.All()}, nil, nil)
	}
	t := folder.Tally
	fmt.Println(t.Sum(), len(t.Missing()), len(t.Drawn()), len(t.Unchecked()), len(t.Conflicts()), err)
	// Output: 724 0 1 0 0 <nil>
}
