package external

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestModelCounters checks descriptions of model counters by scripts that print in their formats, and
// that an estimate is no count.
func TestModelCounters(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no shell")
	}
	p := nqueens.Problem{Family: family.Queens, N: 4}
	for _, c := range []struct {
		about, counted, prints string
		status                 nqueens.Status
		count, reason          string
	}{
		{"the competition", `^c s exact arb int (\d+)$`, "c o a comment\ns SATISFIABLE\nc s type mc\nc s log10-estimate 0.3\nc s exact arb int 2\n", nqueens.Solved, "2", ""},
		{"ganak before 2023, sharpSAT-TD", `^s mc (\d+)$`, "s mc 2\n", nqueens.Solved, "2", ""},
		{"d4", `^s (\d+)$`, "c [d4] ready\ns 2\n", nqueens.Solved, "2", ""},
		{"sharpSAT", `^# solutions *\n(\d+)$`, "# solutions\n2\n# END\n\ntime: 0.1s\n", nqueens.Solved, "2", ""},
		{"a large number", `^c s exact arb int (\d+)$`, "c s exact arb int 123456789012345678901234567890\n", nqueens.Solved, "123456789012345678901234567890", ""},
		{"approxmc", `^s mc (\d+)$`, "c s approx arb int 2\ns mc 2\n", nqueens.Unknown, "", "estimate"},
		{"ganak with --prob 1", `^c s pac double (\d+)`, "s SATISFIABLE\nc s pac guarantees epsilon: 0 delta: 0.2\nc s pac double 2\n", nqueens.Unknown, "", "estimate"},
		{"no number", `^s mc (\d+)$`, "c s type mc\n", nqueens.Crashed, "", "no number"},
	} {
		dir := t.TempDir()
		script := "#!/bin/sh\ncat <<'END'\n" + c.prints + "END\n"
		if err := os.WriteFile(filepath.Join(dir, "counter"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		s, err := ParseSolver(filepath.Join(dir, "counter.yaml"), []byte("name: counter\nabout: "+c.about+"\ninputs:\n  - format: dimacs\n    count: ./counter {input}\n    counted: '"+c.counted+"'\n"))
		if err != nil {
			t.Fatal(err)
		}
		out := s.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
		if out.Status != c.status || c.count != "" && out.Count.String() != c.count || c.count == "" && out.Count != nil || !strings.Contains(out.Reason, c.reason) {
			t.Errorf("%s: %s %s, count %v", c.about, out.Status, out.Reason, out.Count)
		}
	}
}
