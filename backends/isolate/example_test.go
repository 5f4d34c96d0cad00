package isolate_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"nqueens/backends/isolate"
)

func ExampleRun() {
	for _, program := range []string{"echo", "sleep"} {
		r, err := isolate.Run(context.Background(), isolate.Command{
			Path:   program,
			Args:   []string{"60"},
			Limits: isolate.Limits{Wall: time.Second, Memory: 1 << 30},
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %s %q %q\n", program, r.Outcome, r.Reason, r.Stdout)
	}
	// Output:
	// echo: exited "" "60\n"
	// sleep: timeout "ran for more than 1s" ""
}
