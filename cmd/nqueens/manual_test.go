package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nqueens/backends"
)

// TestManual runs the commands of the manual, which is the package comment, one
// after the other in one folder, and compares what they print with what the
// manual shows. "…" in a line stands for any text, alone in a line for any
// lines. `cat FILE` makes the file that it shows.
func TestManual(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	dir := t.TempDir()
	for _, example := range manual(t) {
		if name, ok := strings.CutPrefix(example.command, "cat "); ok {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(example.output), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Run(example.command, func(t *testing.T) {
			needsTools(t, example.command)
			cmd := withoutChildren(exec.Command(shell, "-c", example.command))
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if _, ended := err.(*exec.ExitError); err != nil && !ended {
				t.Fatal(err)
			}
			if !matches(example.output, string(out)) {
				t.Errorf("line %d of the manual shows\n%s\nand the command prints\n%s", example.line, example.output, out)
			}
		})
	}
}

type example struct {
	line            int // of doc.go
	command, output string
}

// manual returns the examples in the package comment.
func manual(t *testing.T) []example {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "doc.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	var examples []example
	shown := false // whether lines belong to the last example's output
	for _, comment := range file.Doc.List {
		code, isCode := strings.CutPrefix(comment.Text, "//\t")
		command, isCommand := strings.CutPrefix(code, "$ ")
		switch {
		case isCode && isCommand:
			examples = append(examples, example{line: files.Position(comment.Pos()).Line, command: command})
			shown = true
		case isCode && shown:
			examples[len(examples)-1].output += code + "\n"
		case comment.Text == "//" && shown:
			examples[len(examples)-1].output += "\n" // within the output, if more of it follows
		default:
			shown = false
		}
	}
	for i := range examples {
		if examples[i].output = strings.TrimRight(examples[i].output, "\n"); examples[i].output != "" {
			examples[i].output += "\n"
		}
	}
	if len(examples) < 20 {
		t.Fatalf("only %d examples found in the manual", len(examples))
	}
	return examples
}

// ofMachine matches notes that depend on the machine: which of several engines came first, as on a busy
// one others have begun before the first has answered, and that there are fewer cores than threads.
var ofMachine = regexp.MustCompile(`(?m)^note: (\S+ answered first, of \d+ engines that raced|\d+ threads: this machine has .*)\n`)

func matches(shown, printed string) bool {
	printed = ofMachine.ReplaceAllString(printed, "")
	pattern := regexp.QuoteMeta(shown)
	pattern = regexp.MustCompile(`(?m)^…\n`).ReplaceAllString(pattern, "(?s:.*)")
	pattern = strings.ReplaceAll(pattern, "…", ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString(printed)
}

// The comparison itself tells right from wrong.
func TestManualMatches(t *testing.T) {
	for _, c := range []struct {
		shown, printed string
		want           bool
	}{
		{"92\n", "92\n", true},
		{"92\n", "92", false},
		{"92\n", "92\n93\n", false},
		{"a … b\n", "a 3.2 ms b\n", true},
		{"a … b\n", "a\nb\n", false},
		{"a\n…\nb\n", "a\nx\ny\nb\n", true},
		{"a\n…\nb\n", "a\nb\n", true},
		{"a\n…\nb\n", "a\nx\n", false},
		{".\n", "x\n", false},
		{"no solution\n", "note: gini answered first, of 3 engines that raced\nno solution\n", true},
		{"no solution\n", "note: gini answered first, of 3 engines that raced\n", false},
		{"92\n", "note: 2 threads: this machine has 1 core, and more threads than that would wait for each other: 1\n92\n", true},
	} {
		if got := matches(c.shown, c.printed); got != c.want {
			t.Errorf("matches(%s) = %v", fmt.Sprintf("%q, %q", c.shown, c.printed), got)
		}
	}
}

// TestReadme runs the commands that README shows after a "$". Where it shows
// what they print, they print that; where it shows nothing, they succeed. They
// run one after the other in one folder.
func TestReadme(t *testing.T) {
	t.Parallel()
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
			cmd := withoutChildren(exec.Command(shell, "-c", e.command))
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

// TestCommandsAreShown: the manual and a script have every command.
func TestCommandsAreShown(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, name := range append(scripts, "doc.go") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Ext(name)] += string(text)
	}
	for _, c := range newProgram(nil, io.Discard, io.Discard, backends.All()).root(nil).Commands() {
		for place, text := range texts {
			if !c.Hidden && !regexp.MustCompile(`\bnqueens `+c.Name()+`\b`).MatchString(text) {
				t.Errorf("nqueens %s is in no %s", c.Name(), place)
			}
		}
	}
}
