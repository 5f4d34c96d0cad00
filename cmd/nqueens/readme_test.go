package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"nqueens/backends"
)

// TestReadme runs the commands that README shows after a "$". Where it shows
// what they print, they print that; where it shows nothing, they succeed. They
// run one after the other in one folder.
func TestReadme(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var examples []example
	shown := false
	for line := range strings.Lines(string(readme)) {
		code, isCode := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "    ")
		command, isCommand := strings.CutPrefix(code, "$ ")
		switch {
		case isCode && isCommand:
			examples = append(examples, example{command: command})
			shown = true
		case isCode && shown:
			examples[len(examples)-1].output += code + "\n"
		default:
			shown = false
		}
	}
	if len(examples) < 10 {
		t.Fatalf("README shows only %d commands", len(examples))
	}
	dir := t.TempDir()
	for _, e := range examples {
		t.Run(e.command, func(t *testing.T) {
			needsTools(t, e.command)
			cmd := exec.Command(shell, "-c", e.command)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			_, ended := err.(*exec.ExitError)
			switch {
			case e.output != "" && !matches(e.output, string(out)):
				t.Errorf("README shows\n%s\nand the command prints\n%s", e.output, out)
			// SAT solvers end with 10 or 30 where they found something.
			case e.output == "" && err != nil && !(ended && strings.Contains(e.command, "|")):
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// needsTools skips a test whose command pipes into a program that is not here,
// or names a solver that is not.
func needsTools(t *testing.T, command string) {
	t.Helper()
	named := strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(" ,/=", r) })
	for _, b := range backends.All() {
		if s, ok := b.(backends.Process); ok && slices.Contains(named, b.Describe().Name) && s.Installed() != nil {
			t.Skip(s.Installed())
		}
	}
	for part := range strings.SplitSeq(command, "|") {
		if tool := strings.Fields(part)[0]; tool != "nqueens" {
			if _, err := exec.LookPath(tool); err != nil {
				t.Skipf("%s is not installed", tool)
			}
		}
	}
}
