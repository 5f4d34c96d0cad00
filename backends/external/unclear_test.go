package external

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestUnclear checks the likely causes that are named for output that cannot be read.
func TestUnclear(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no shell")
	}
	for prints, want := range map[string]string{
		`\033[1ms SATISFIABLE\033[0m\n\033[1mv 1 2 0\n`: "colours",
		`sat\n((define-fun x1 () Bool true))\n`:         "looks like the answer smt, and its description says competition",
		`UNSATISFIABLE\n`:                               "looks like the answer asp",
		`no licence was found\n`:                        "none: no licence was found",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "mine"), []byte("#!/bin/sh\nprintf '"+prints+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		s, err := ParseSolver(filepath.Join(dir, "mine.yaml"), []byte(strings.ReplaceAll(sound, "mine {input}", "./mine {input}")))
		if err != nil {
			t.Fatal(err)
		}
		out := s.Run(t.Context(), nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.FindFirst}, nil)
		if out.Status != nqueens.Crashed || !strings.Contains(out.Reason, want) || strings.Contains(out.Reason, "\n") {
			t.Errorf("%s: %s %q", prints, out.Status, out.Reason)
		}
	}
}
