package run

import (
	"path/filepath"
	"strings"
	"testing"

	"nqueens/bench"
)

// An external program has its floor in every record, measured once; a backend of
// ours has one only where its whole process is timed, and answers once in it.
func TestFloors(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	file := programs(t, map[string]string{"good": `echo $1 >> ` + log + `; case $1 in 1) echo 1;; *) echo 10;; esac`})
	const plan = `
repetitions: {warmup: 0, min: 2, max: 2}
external: {good: "./good {n}"}
runs:
  - problems: [queens(5)]
    backends: [right, good]
`
	for _, clock := range []string{"", bench.ProcessClock} {
		text := plan
		if clock != "" {
			text += "clock: " + clock + "\n"
		}
		_, f, s := runPlan(t, file, text, t.TempDir())
		for _, r := range f.Records {
			wants := r.Backend == "good" || clock != ""
			if (r.FloorSeconds > 0) != wants || r.FloorSeconds > r.WallSeconds*100 {
				t.Errorf("clock %q, %s: floor %v s", clock, r.Backend, r.FloorSeconds)
			}
			if whole := r.Iterations == 1 && r.Seconds+r.Phases.Check == r.WallSeconds; clock != "" && r.Backend == "right" && !whole {
				t.Errorf("%d answers, %v of %v s", r.Iterations, r.Seconds, r.WallSeconds)
			}
		}
		for _, c := range s.Cells {
			if wants := c.Backend == "good" || clock != ""; (c.Floor > 0) != wants || c.Searching() > c.Seconds.Median {
				t.Errorf("%s: floor %v, searching %v of %v", c.Backend, c.Floor, c.Searching(), c.Seconds.Median)
			}
		}
		var csv strings.Builder
		if err := s.WriteCSV(&csv); err != nil || !strings.Contains(csv.String(), ",floorSeconds,searchingSeconds") {
			t.Error(err, csv.String())
		}
	}
}
