package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/family"
	"nqueens/internal/readertest"
)

// TestOneLine checks that the beginning and the end of a very long error are printed.
func TestOneLine(t *testing.T) {
	long := strings.Repeat("ñ", 50_000)
	for text, want := range map[string]string{"a\nb\r\nc": "a; b; c", "tab\t": `tab\t`, long[:longestLine]: long[:longestLine]} {
		if got := oneLine(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, before := range []string{"", "x"} { // so that it is cut within a letter
		got := oneLine(before + "begins " + long + " ends")
		if !strings.HasPrefix(got, before+"begins ñ") || !strings.HasSuffix(got, "ñ ends") || len(got) > longestLine+5 || !utf8.ValidString(got) {
			t.Errorf("%d bytes, %.20q … %q", len(got), got, got[max(0, len(got)-20):])
		}
	}
}

// TestUnfinishedOutput checks that an existing file changes, and a new one appears, only when the
// answer is complete, for sizes around every buffer size.
func TestUnfinishedOutput(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old")
	if err := os.WriteFile(old, []byte("as before\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := formNamed("list")
	if err != nil {
		t.Fatal(err)
	}
	solution, err := nqueens.ParseSolution("a2,b4,c1,d3")
	if err != nil {
		t.Fatal(err)
	}
	const line = "a2,b4,c1,d3\n"
	p := new(program)
	for _, solutions := range []int{0, 1, 340, 341, 342, 5461, 5462, 20000} {
		for _, name := range []string{"new", "old"} {
			path := filepath.Join(dir, name)
			before, was := os.ReadFile(path)
			for _, complete := range []bool{false, true} {
				s, err := p.createSolutions(t.Context(), new(limitFlags), path, list, nqueens.Problem{Family: family.Queens, N: 4})
				if err != nil {
					t.Fatal(err)
				}
				for range solutions {
					if err := s.add(solution); err != nil {
						t.Fatal(err)
					}
				}
				want, missing := string(before), errors.Is(was, fs.ErrNotExist)
				if complete {
					if err := s.finish(nqueens.NewCount(uint64(solutions))); err != nil {
						t.Fatal(err)
					}
					want, missing = strings.Repeat(line, solutions), false
				}
				s.discard()
				content, err := os.ReadFile(path)
				if string(content) != want || errors.Is(err, fs.ErrNotExist) != missing {
					t.Errorf("%s with %d solutions, complete %t, holds %d bytes (%v), want %d", name, solutions, complete, len(content), err, len(want))
				}
			}
		}
		os.Remove(filepath.Join(dir, "new"))
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestStoppedEnumeration checks that a stopped enumeration writes the solutions found so far, and
// that its status shows that they are not all.
func TestStoppedEnumeration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "found")
	for found, want := range []string{"as before\n", "a3,b1,c4,d2\n", "a3,b1,c4,d2\na2,b4,c1,d3\n"} {
		if err := os.WriteFile(path, []byte("as before\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		var errs strings.Builder
		p := newProgram(strings.NewReader(""), io.Discard, &errs, []backends.Backend{stopping{bitmask.New(), stop, found}}, family.All())
		status := p.execute(ctx, []string{"solve", "4", "--all", "--backend", "bitmask", "-o", path})
		if status != limitHit || !strings.HasPrefix(errs.String(), "nqueens: no answer: cancelled") {
			t.Errorf("%d found: status %d, %q", found, status, errs.String())
		}
		if content, err := os.ReadFile(path); string(content) != want {
			t.Errorf("%d found: the file holds %q (%v), want %q", found, content, err, want)
		}
	}
}

// stopping is a backend that is stopped after some solutions.
type stopping struct {
	backends.Backend
	stop  func()
	after int
}

func (s stopping) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	found := 0
	if s.after > 0 {
		s.Backend.Run(ctx, r, func(x nqueens.Solution) bool {
			found++
			return visit(x) && found < s.after
		})
	}
	s.stop()
	return nqueens.Stopped(ctx, uint64(found))
}

// TestFullPicture checks that a picture can hold mostBoards small boards with two captions each.
func TestFullPicture(t *testing.T) {
	path := filepath.Join(t.TempDir(), "full.svg")
	s, err := new(program).createSolutions(t.Context(), new(limitFlags), path, form{}, nqueens.Problem{Family: family.Queens, N: 8})
	if err != nil {
		t.Fatal(err)
	}
	for range mostBoards {
		if err := s.add(nil, "orbit 8", "no three in line"); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.finish(nil); err != nil {
		t.Error(err)
	}
}

// TestErrorsAreEscaped checks that an error escapes terminal commands in names and files.
func TestErrorsAreEscaped(t *testing.T) {
	var errs strings.Builder
	execute(t.Context(), []string{"solve", "--file", "\x1b[31mré\u202e\x07\xff.txt"}, strings.NewReader(""), io.Discard, &errs)
	if want := `\u001b[31mré\u202e\u0007\xff.txt`; !strings.Contains(errs.String(), want) || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("%q; should have %s", errs.String(), want)
	}
}

// TestClosedPipe checks that a closed pipe ends the program without a message, and any other write
// error with one line. Both end with status 1.
func TestClosedPipe(t *testing.T) {
	for failure, want := range map[error]string{
		syscall.EPIPE: "",
		syscall.EIO:   "nqueens: writing the answer: input/output error\n",
	} {
		for _, args := range [][]string{{"count", "8"}, {"encode", "20"}, {"solve", "6", "--all"}} {
			var said strings.Builder
			status := execute(t.Context(), args, strings.NewReader(""), failing{failure}, &said)
			if status != failedCheck || said.String() != want {
				t.Errorf("%v: status %d, %q; should be %q", args, status, said.String(), want)
			}
		}
	}
}

// failing is a writer that always fails.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestNothingSteersTheTerminal checks that every command escapes terminal commands and newlines in
// names, files and the texts of backends.
func TestNothingSteersTheTerminal(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	const steering = "\x1b]0;x\a\r\u009b31m\u202e\x7f\x01"
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, content string, mode os.FileMode) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(content), mode)); err != nil {
			t.Fatal(err)
		}
	}
	instance := steering + "\nFAILED.param"
	write(instance, "letting n = 4\nletting init = []\n", 0o666)
	write("folder/"+instance, "letting n = 4\nletting init = []\n", 0o666)
	write("none/"+instance, "letting n = 3\nletting init = []\n", 0o666)
	write(steering+".cnf", "p cnf 1 1\n1 0\n", 0o666)
	write("board"+steering, steering+"\x00\n", 0o666)
	write("wrong.cnf", "p cnf 1 1\n1"+steering+"\x00 0\n", 0o666)
	write("says", "#!/bin/sh\necho '"+steering+"' >&2\necho '"+steering+"'\nexit 3\n", 0o777)
	write("says.yaml", "name: says\nabout: a script\ninputs:\n- {format: dimacs, answer: competition, first: './says {input}'}\n", 0o666)
	quoted, err := json.Marshal(steering + "\x00")
	if err != nil {
		t.Fatal(err)
	}
	write("named.yaml", "name: "+string(quoted)+"\nruns: [{problems: queens(4)}]\n", 0o666)
	write("plan.yaml", `baseline: bitmask
solvers: says.yaml
published: [{name: `+string(quoted)+`, ratios: {6: 3}, source: `+string(quoted)+`}]
repetitions: {min: 1, max: 1}
runs:
  - {problems: [queens(4), {folder: folder}], tasks: first, backends: [says, bitmask]}
  - {problems: queens(6), tasks: count, backends: [bitmask]}
`, 0o666)
	for _, args := range [][]string{
		{"solve", "--file", instance}, {"solve", "--file", steering}, {"solve", steering}, {"solve", "4", "--as", steering},
		{"solve", "--file", instance, "--solver", "says.yaml", "--backend", "says"},
		{"solve", "--file", "folder"}, {"solve", "--file", "folder", "--json"}, {"solve", "--file", "none", "--proof", "--backend", "bitmask,dlx"},
		{"solve", "--file", "folder", "--solver", "says.yaml", "--backend", "says,bitmask"},
		{"count", "--file", instance, "--backend", "bitmask,dlx"}, {"count", "--file", steering + ".cnf", "--backend", "dlx,gini"},
		{"count", "4", "--external", "says=./says {n}", "--backend", "bitmask"}, {"count", "4", "--external", "says=./says {n}", "--json"},
		{"count", "--file", "board" + steering}, {"count", "--file", "wrong.cnf"}, {"count", "4", "--checkpoint", "none/" + steering + ".ckpt", "--backend", "quadrant"},
		{"check", "--file", "board" + steering}, {"check", "--file", "wrong.cnf", "--solution", "1"}, {"check", "4", "--solution", steering},
		{"check", "proof", "wrong.cnf", "board" + steering}, {"check", "proof", steering + ".cnf", "board" + steering}, {"check", "count", steering},
		{"convert", "folder"}, {"convert", instance}, {"encode", "--file", instance}, {"encode", "--file", steering + ".cnf"}, {"sum", "board" + steering},
		{"bench", "plan.yaml", "-o", "run", "--full"}, {"bench", "plan.yaml", "-o", "run"}, {"chart", "run", "--full"}, {"chart", steering},
		{"bench", "--files", "folder", "--backend", "bitmask", "-o", steering, "--no-charts"}, {"bench", "named.yaml"}, {"bench", steering}, {steering},
	} {
		var out, errs strings.Builder
		p := newProgram(strings.NewReader(""), &out, &errs, backends.All(), family.All())
		p.busy, p.minTime = true, time.Millisecond
		p.execute(t.Context(), args)
		for _, text := range []string{out.String(), errs.String()} {
			steers := func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }
			if strings.ContainsFunc(text, steers) || strings.Contains("\n"+text, "\nFAILED.param") {
				t.Errorf("%q prints %q", args, text)
			}
		}
	}
	pages, err := filepath.Glob("run/*.[sm][vd]*")
	if err != nil || len(pages) < 3 {
		t.Fatalf("%v %v", pages, err)
	}
	for _, name := range pages {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexFunc(string(page), func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }); i >= 0 {
			t.Errorf("%s has %q", name, page[max(0, i-60):i+5])
		}
	}
}

// TestFailingInput checks that a read error at any position is reported, and that a shorter text is
// not taken for the whole.
func TestFailingInput(t *testing.T) {
	t.Chdir(t.TempDir())
	for text, args := range map[string][]string{
		". Q . .\n. . . Q\nQ . . .\n. . Q .\n": nil, "letting n = 4\nletting init = []\n": nil, "n = 4;\nnum(1).\n": nil,
		"p cnf 2 2\n1 2 0\n-1 -2 0\n": nil, "* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n": nil, "a b\na\nb\na b\n": nil,
		"2\n4\n1\n3\n": {"4"}, "b1,d2,a3,c4\n": {"4"},
	} {
		for name, read := range map[string]func(problemFlags, *program) error{
			"problem": func(b problemFlags, p *program) error { _, err := b.problem(nil, p); return err },
			"instances": func(b problemFlags, p *program) error {
				many, err := b.many(family.Queens, p)
				if err == nil && !many {
					_, err = b.instances(family.Queens, &program{})
				}
				return err
			},
			"check": func(b problemFlags, p *program) error {
				c := checkFlags{problemFlags: b}
				_, err := c.check(args, p)
				return err
			},
		} {
			readertest.Check(t, []byte(text), func(r io.Reader) error {
				p := newProgram(r, io.Discard, io.Discard, backends.All(), family.All())
				b := problemFlags{file: "-"}
				_, done, err := b.bound(t.Context(), "reading")
				if err == nil {
					defer done()
					err = read(b, p)
				}
				for _, kept := range p.kept {
					os.Remove(kept) //nolint:errcheck // it is a temporary file
				}
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				return nil
			})
		}
	}
}
