package run

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

// printing has, by name, what backends do with the standard streams before their right answer.
var printing = map[string]func(){
	"garbage":    func() { fmt.Print("\x1b[2J\x00{") },
	"a-report":   func() { fmt.Println(`{"status": "solved", "count": "9", "seconds": 1e-9}`) },
	"much":       func() { fmt.Print(strings.Repeat("c still searching\n", 1<<12)) },
	"a-log":      func() { fmt.Println("c a log"); fmt.Fprintln(os.Stderr, "c a log") },
	"descriptor": func() { fmt.Fprintln(os.NewFile(1, "stdout"), "c by descriptor 1") },
	"nothing":    func() { os.Stdout.Close() }, //nolint:errcheck // the error would change nothing
}

func printingBackends() (all []backends.Backend) {
	for name, print := range printing {
		all = append(all, fake{name: "prints-" + name, engine: "printing", isolated: true, do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			print()
			return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(10)}
		}})
	}
	return all
}

// TestPrintingBackends checks that output to standard output, or closing it, does not change a backend's
// answer, and that the harness warns of it once.
func TestPrintingBackends(t *testing.T) {
	for name := range printing {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := testRunner(t)
			r.Backends = printingBackends()
			var warned []string
			r.Warn = func(text string) { warned = append(warned, text) }
			job := bench.Job{
				Problem: nqueens.Problem{Family: family.Queens, N: 5}, Task: nqueens.CountAll,
				Contender: backends.Contender{Backend: "prints-" + name}, Limits: bench.Limits{Time: 10 * time.Minute},
			}
			for range 2 {
				record, err := r.Once(t.Context(), job, bench.Experiment{Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				if record.Status != nqueens.Solved || record.Count == nil || record.Count.String() != "10" {
					t.Fatalf("%s %v: %s", record.Status, record.Count, record.Reason)
				}
			}
			want := 1
			if name == "nothing" {
				want = 0
			}
			if len(warned) != want || want == 1 && !strings.HasPrefix(warned[0], "prints-"+name+" printed ") {
				t.Errorf("warned %q, want %d warnings", warned, want)
			}
		})
	}
}
