package external

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
)

// TestModelCounters checks descriptions of model counters by scripts that print in their formats. An
// estimate is no count.
func TestModelCounters(t *testing.T) {
	const approximate = "    epsilon: 0.8\n    delta: 0.2\n"
	for _, c := range []struct {
		about, keys, prints string
		status              nqueens.Status
		count, reason       string
		estimate            string
	}{
		{about: "the competition", prints: "c o a comment\ns SATISFIABLE\nc s type mc\nc s log10-estimate 0.3\nc s exact arb int 2\n", status: nqueens.Solved, count: "2"},
		{about: "a fraction", prints: "c s exact arb frac 3/4\n", status: nqueens.Crashed, reason: "printed"},
		{about: "rounded", prints: "c s exact arb prec-sci 2.00e0\n", status: nqueens.Unknown, estimate: "2, rounded"},
		{about: "in floating point", prints: "c s exact double float 2.0\r\n", status: nqueens.Unknown, estimate: "2, rounded"},
		{about: "no status", prints: "c s exact arb int two\n", status: nqueens.Crashed, reason: "no number"},
		{about: "ganak before 2023, sharpSAT-TD", keys: `    counted: '^s mc (\d+)$'`, prints: "s mc 2\n", status: nqueens.Solved, count: "2"},
		{about: "d4", keys: `    counted: '^s (\d+)$'`, prints: "c [d4] ready\ns 2\n", status: nqueens.Solved, count: "2"},
		{about: "sharpSAT", keys: `    counted: '^# solutions *\n(\d+)$'`, prints: "# solutions\n2\n# END\n\ntime: 0.1s\n", status: nqueens.Solved, count: "2"},
		{about: "a large number", prints: "c s exact arb int 123456789012345678901234567890\n", status: nqueens.Solved, count: "123456789012345678901234567890"},
		{about: "approxmc", keys: `    counted: '^s mc (\d+)$'`, prints: "c s approx arb int 2\ns mc 2\n", status: nqueens.Unknown, reason: "estimate"},
		{about: "approxmc with its bounds", keys: approximate + `    counted: '^s mc (\d+)$'`, prints: "s mc 3\n", status: nqueens.Unknown, estimate: "about 3 (epsilon 0.8, delta 0.2)"},
		{about: "approxmc of the competition", keys: approximate, prints: "c s approx arb int 3\n", status: nqueens.Unknown, estimate: "about 3 (epsilon 0.8, delta 0.2)"},
		{about: "ganak with --prob 1", prints: "s SATISFIABLE\nc s pac guarantees epsilon: 0 delta: 0.2\nc s pac double 2\n", status: nqueens.Unknown, reason: "estimate"},
		{about: "no number", keys: `    counted: '^s mc (\d+)$'`, prints: "c s type mc\n", status: nqueens.Crashed, reason: "no number"},
	} {
		out := counterThat(t, c.prints, c.keys).Run(t.Context(), nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll}, nil)
		if out.Status != c.status || c.count != "" && out.Count.String() != c.count || c.count == "" && out.Count != nil || !strings.Contains(out.Reason, c.reason) {
			t.Errorf("%s: %s %s, count %v", c.about, out.Status, out.Reason, out.Count)
		}
		if (out.Estimate != nil) != (c.estimate != "") || out.Estimate != nil && out.Estimate.String() != c.estimate {
			t.Errorf("%s: estimate %v", c.about, out.Estimate)
		}
	}
}

// counterThat returns a model counter that prints a text, with more keys in its description.
func counterThat(t *testing.T, prints, keys string) *Solver {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no shell")
	}
	dir := t.TempDir()
	script := "#!/bin/sh\n[ -z \"$2\" ] || cp \"$1\" \"$2\"\ncat <<'END'\n" + prints + "END\n"
	if err := os.WriteFile(filepath.Join(dir, "counter"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "name: counter\nabout: prints a text\ninputs:\n  - format: dimacs\n    count: ./counter {input} {folder}/seen.cnf\n" + keys + "\n"
	s, err := ParseSolver(filepath.Join(dir, "counter.yaml"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestWeightedCounter checks the file that a counter of weights gets, and the fraction that it prints. A counter
// without the key gets no weights.
func TestWeightedCounter(t *testing.T) {
	p, err := encode.ReadProblem(family.Queens, "weighted.cnf", strings.NewReader("p cnf 3 2\nc p weight 1 1/4 0\nc p weight -1 3/4 0\n1 2 0\n3 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := nqueens.Request{Problem: p, Task: nqueens.CountAll, Encoding: "pairwise"}
	s := counterThat(t, "c s type wmc\nc s exact arb frac 5/4\n", "    weighs: true")
	if out := s.Run(t.Context(), r, nil); out.Status != nqueens.Solved || out.Count.String() != "5/4" {
		t.Fatalf("%s %s, count %v", out.Status, out.Reason, out.Count)
	}
	seen, err := os.ReadFile(filepath.Join(s.folder(), "seen.cnf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"c t pwmc\np cnf 3 2\n", "c p show 1 2 3 0\n", "c p weight 1 1/4 0\nc p weight -1 3/4 0\n"} {
		if !strings.Contains(string(seen), line) {
			t.Errorf("the counter's file does not have %q:\n%s", line, seen)
		}
	}
	if err := counterThat(t, "c s exact arb int 1\n", "").Supports(r); err == nil || !strings.Contains(err.Error(), "weights") {
		t.Errorf("a counter that does not sum weights: %v", err)
	}
}
