package doctor_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"nqueens/backends"
	"nqueens/bench/doctor"
)

func ExampleExamine() {
	e := doctor.Examine(context.Background(), doctor.Options{Backends: backends.All(), Folder: ".", Noise: time.Millisecond})
	for _, f := range e.Findings {
		if f.Level == doctor.Problem {
			fmt.Fprintln(os.Stderr, f.What+":", f.Found, f.Advice)
		}
	}
	fmt.Println(e.Err())
	// Output: <nil>
}
