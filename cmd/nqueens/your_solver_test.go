package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestSolverWorkflow runs the steps of the workflow in docs/your-solver.md, once with the fixed solver and
// once with the bug in its place, which the gate must stop.
func TestSolverWorkflow(t *testing.T) {
	needsTools(t, "cc")
	page, err := os.ReadFile("../../docs/your-solver.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```yaml\nname: solver\n")
	text, _, _ = strings.Cut(text, "```")
	var workflow struct {
		Jobs map[string]struct{ Steps []struct{ Name, Run string } }
	}
	if err := yaml.Unmarshal([]byte(text), &workflow); err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../../docs/your-solver/dpll.c")
	if err != nil {
		t.Fatal(err)
	}
	fix := strings.Replace(string(source), "start[level] = top;", "start[level] = top;\n\ttried[level] = 0;", 1)
	for name, code := range map[string]string{"fixed": fix, "with the bug": string(source)} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("../../docs/your-solver")); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			description, err := os.ReadFile("dpll.yaml")
			if err != nil {
				t.Fatal(err)
			}
			for file, content := range map[string]string{"fixed.c": code, "fixed.yaml": strings.ReplaceAll(string(description), "dpll", "fixed")} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(content), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			failed, ran := "", 0
			for _, step := range workflow.Jobs["solver"].Steps {
				for line := range strings.Lines(step.Run) {
					out, status := printed(t, strings.TrimSpace(line))
					if ran++; status != 0 && failed == "" {
						failed = step.Name
						if name == "fixed" {
							t.Fatalf("%s: status %d\n%s", line, status, out)
						}
					}
				}
				if failed != "" {
					break // as a workflow does
				}
			}
			if name != "fixed" {
				if failed != "look for wrong answers" {
					t.Errorf("the workflow stops at %q", failed)
				}
				return
			}
			junit, err := os.ReadFile("junit.xml")
			if err != nil || ran != 6 || !strings.Contains(string(junit), `tests="8" failures="0"`) {
				t.Errorf("%d steps, %v\n%s", ran, err, junit)
			}
		})
	}
}
