package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"nqueens/backends"
	"nqueens/family"
)

// TestManual runs the commands of the manual, which is the package comment, one after the other in
// one folder. It compares their output with the manual. "…" in a line matches any text; alone in a
// line it matches any lines. `cat FILE` creates the file with the shown content.
func TestManual(t *testing.T) {
	examples, dir := manual(t), t.TempDir()
	t.Chdir(dir) // therefore this test is not parallel to others
	for _, example := range examples {
		if name, ok := strings.CutPrefix(example.command, "cat "); ok {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(example.output), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Run(example.command, func(t *testing.T) {
			needsTools(t, example.command)
			if out, _ := printed(t, example.command); !matches(example.output, out) {
				t.Errorf("line %d of the manual shows\n%s\nand the command prints\n%s", example.line, example.output, out)
			}
		})
	}
}

// printed runs a shell command and returns its standard output and error, and its status. A single
// command of nqueens runs in this process.
func printed(t *testing.T, command string) (string, int) {
	t.Helper()
	var out bytes.Buffer
	command, asks := strings.CutSuffix(command, `; echo "status $?"`)
	status := 0
	if args, ok := words(command); ok && args[0] == "nqueens" {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
		p := testProgram("nqueens", strings.NewReader(""), &out, &out)
		p.startNone()
		status = p.execute(t.Context(), args[1:])
	} else {
		shell, err := exec.LookPath("sh")
		if err != nil {
			t.Skip("no sh")
		}
		cmd := withoutChildren(exec.Command(shell, "-c", command))
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		status = cmd.ProcessState.ExitCode()
	}
	if asks {
		fmt.Fprintf(&out, "status %d\n", status)
	}
	return out.String(), status
}

// word matches a word of a shell command, quoted or not, that the shell does not change.
var word = regexp.MustCompile(`^ *(?:'([^']*)'|"([^"$\\` + "`" + `]*)"|([^ '"|&;<>$(){}*?#~\\` + "`" + `]+))( |$)`)

// words returns the words of a command, or false if the shell would interpret any of it.
func words(command string) (list []string, ok bool) {
	for command != "" {
		parts := word.FindStringSubmatch(command)
		if parts == nil {
			return nil, false
		}
		list = append(list, parts[1]+parts[2]+parts[3])
		command = command[len(parts[0]):]
	}
	return list, len(list) > 0
}

// TestWords checks that a command needs a shell unless it consists only of plain words.
func TestWords(t *testing.T) {
	for command, want := range map[string]string{
		"a b  --c=d": "a,b,--c=d", `a 'b (c)' "d e"`: "a,b (c),d e", `a ''`: "a,",
		"a|b": "", "a $b": "", `a "$b"`: "", "a >b": "", "a; b": "", "a & b": "", "a b'c'": "", "a 'b": "", "a *": "", "a # b": "", `a \b`: "", "": "",
	} {
		if got, ok := words(command); strings.Join(got, ",") != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", command, got, ok)
		}
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

// ofMachine matches the note that the machine has fewer cores than threads.
var ofMachine = regexp.MustCompile(`(?m)^note: \d+ threads: this machine has .*\n`)

func matches(shown, printed string) bool {
	printed = ofMachine.ReplaceAllString(printed, "")
	pattern := regexp.QuoteMeta(shown)
	pattern = regexp.MustCompile(`(?m)^…\n`).ReplaceAllString(pattern, "(?s:.*)")
	pattern = strings.ReplaceAll(pattern, "…", ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString(printed)
}

// TestManualMatches checks the comparison of shown and printed text.
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
		{"92\n", "note: 2 threads: this machine has 1 core, so 1 are used\n", false},
		{"92\n", "note: 2 threads: this machine has 1 core, so 1 are used\n92\n", true},
	} {
		if got := matches(c.shown, c.printed); got != c.want {
			t.Errorf("matches(%s) = %v", fmt.Sprintf("%q, %q", c.shown, c.printed), got)
		}
	}
}

// TestDocuments runs the commands after a "$" in README and the pages of docs. If a page shows
// output, it must match; otherwise the command must succeed. The commands of a page run one after
// the other in one folder.
func TestDocuments(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		examples := shownCommands(string(text))
		commands += len(examples)
		t.Run(filepath.Base(page), func(t *testing.T) {
			dir := t.TempDir()
			if files := strings.TrimSuffix(page, ".md"); isFolder(files) {
				if err := os.CopyFS(dir, os.DirFS(files)); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(dir) // therefore this test is not parallel to others
			for _, e := range examples {
				t.Run(e.command, func(t *testing.T) { e.check(t) })
			}
		})
	}
	if commands < 40 {
		t.Errorf("the documents show only %d commands", commands)
	}
}

// shownCommands returns the commands after a "$" in the indented lines of a page, each with the output
// that follows it.
func shownCommands(page string) []example {
	var examples []example
	shown := false
	for line := range strings.Lines(page) {
		code, isCode := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "    ")
		command, isCommand := strings.CutPrefix(strings.TrimLeft(code, " "), "$ ")
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
	return examples
}

// check runs the command and compares what it prints with the output that is shown.
func (e example) check(t *testing.T) {
	needsTools(t, e.command)
	out, status := printed(t, e.command)
	switch {
	case e.output != "" && !matches(e.output, out):
		t.Errorf("the page shows\n%s\nand the command prints\n%s", e.output, out)
	// SAT solvers end with 10 or 30 if they found a solution.
	case e.output == "" && status != 0 && !strings.Contains(e.command, "|"):
		t.Errorf("status %d\n%s", status, out)
	}
}

// needsTools skips a test if its command pipes into a missing program or names a missing solver.
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

// TestCommandsAreShown checks that the manual and a script contain every command.
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
	for _, c := range newProgram(nil, io.Discard, io.Discard, backends.All(), family.All()).root(nil).Commands() {
		for place, text := range texts {
			if !c.Hidden && !regexp.MustCompile(`\bnqueens `+c.Name()+`\b`).MatchString(text) {
				t.Errorf("nqueens %s is in no %s", c.Name(), place)
			}
		}
	}
}
