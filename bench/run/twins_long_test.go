//go:build long

package run

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nqueens/bench/stats"
)

// TestTwinsDifferSeldom checks that the same program under two names differs significantly in at most 5 % of
// the cells, in twenty runs: cadical that finds a solution and clasp that counts, ten runs each, alternating.
func TestTwinsDifferSeldom(t *testing.T) {
	folder := t.TempDir()
	for _, program := range []string{"cadical", "clasp"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
		text, err := os.ReadFile(filepath.Join("..", "..", "backends", "external", "solvers", program+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{program + "-one", program + "-two"} {
			named := strings.Replace(string(text), "name: "+program+"\n", "name: "+name+"\n", 1)
			if err := os.WriteFile(filepath.Join(folder, name+".yaml"), []byte(named), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	const head = "repetitions: {warmup: 0, min: 10, max: 10}\n"
	plans := []string{
		head + "solvers: [cadical-one.yaml, cadical-two.yaml]\nbaseline: cadical-one\n" +
			"runs: [{problems: [{n: [16, 20, 24, 28, 32, 36]}], tasks: first, backends: [cadical-one, cadical-two]}]\n",
		head + "solvers: [clasp-one.yaml, clasp-two.yaml]\nbaseline: clasp-one\n" +
			"runs: [{problems: [{n: 6..9}], tasks: count, backends: [clasp-one, clasp-two]}]\n",
	}
	const runs = 20
	cells, different := 0, 0
	for i := range 2 * runs {
		_, _, s := runPlan(t, filepath.Join(folder, "plan.yaml"), plans[i%2], t.TempDir())
		for _, c := range s.Cells {
			if c.SpeedupP > 0 && strings.HasSuffix(c.Backend, "-two") {
				if cells++; c.SpeedupP < stats.Level {
					different++
					t.Logf("%s by %s: ratio %.3g, p = %.3g", c.Problem, c.Backend, c.Speedup.Median, c.SpeedupP)
				}
			}
		}
	}
	t.Logf("%d of %d cells differ, in %d runs", different, cells, runs)
	if cells < 9*runs || different*20 > cells {
		t.Errorf("%d of %d cells differ, of twins", different, cells)
	}
}
