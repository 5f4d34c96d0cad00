package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"

	"nqueens/bench"
	"nqueens/internal/starts"
)

func TestScripts(t *testing.T) {
	// Not in parallel with other tests: commands of a script in this process use its folder and
	// environment.
	scripts, err := filepath.Abs("testdata/script")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(scripts, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if line := unread(string(text)); line > 0 {
			t.Errorf("%s:%d: a program in this process does not read what stdin names: give it <FILE", file, line)
		}
	}
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv(starts.File, os.Getenv(starts.File))
			env.Setenv(starts.Delay, os.Getenv(starts.Delay))
			env.Values[variables{}] = slices.Clone(env.Vars)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"nqueens": succeeds("nqueens"), "nqueens-more": succeeds("nqueens-more"),
			"status": status, "fails": fails, "tmpfs": tmpfs, "keys": keys, "nats": startServer,
		},
		Condition: conditions(t),
	})
}

// unread returns the line number of a stdin command in a script whose input no command would read, or 0. A
// command that runs in this process does not read it.
func unread(script string) int {
	named := 0 // line of the last stdin command whose input is not read yet
	for i, line := range strings.Split(script, "\n") {
		words := strings.Fields(line)
		for len(words) > 0 && (words[0] == "!" || words[0] == "?" || strings.HasPrefix(words[0], "[")) {
			words = words[1:]
		}
		switch {
		case strings.HasPrefix(line, "-- ") && strings.HasSuffix(line, " --"):
			return 0 // the script's files begin
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
		case words[0] == "stdin":
			named = i + 1
		case words[0] == "exec", len(words) > 2 && words[0] == "status" && words[2] == "exec":
			named = 0
		case named > 0 && slices.Contains([]string{"nqueens", "nqueens-more", "status", "fails"}, words[0]):
			return named
		}
	}
	return 0
}

// TestUnread checks that unread finds a stdin command whose input no command reads, and accepts one whose
// input a process reads.
func TestUnread(t *testing.T) {
	for script, want := range map[string]int{
		"stdin f\nnqueens count": 1, "\nstdin f\n# so\n[unix] ! nqueens count": 2, "stdin f\nstatus 2 nqueens count": 1, "stdin f\nfails 2 no count": 1,
		"stdin f\nexec nqueens count": 0, "stdin f\nstatus 2 exec nqueens": 0, "stdin f\n! exec cat\nnqueens count": 0, "stdin f\ncp a b\nnqueens count": 1,
		"nqueens count <f": 0, "nqueens count\n-- f --\nstdin f\nnqueens": 0,
	} {
		if got := unread(script); got != want {
			t.Errorf("%q: %d, want %d", script, got, want)
		}
	}
}

// succeeds returns a script command that runs a program of this binary in this process. It must end
// with status 0, or after "!" with another status.
func succeeds(program string) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, not bool, args []string) {
		if got := runHere(ts, program, args); (got == 0) == not {
			ts.Fatalf("status %d", got)
		}
	}
}

// status STATUS PROGRAM ARGS… runs a program that must end with the status. A program of this
// binary runs in this process; exec PROGRAM and any other run in a process of their own.
func status(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var got int
	if _, ours := programs[args[1]]; ours {
		got = runHere(ts, args[1], args[2:])
	} else {
		if args[1] == "exec" {
			args = args[1:]
		}
		got = statusOf(ts, args[1], args[2:]...)
	}
	if got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
}

func statusOf(ts *testscript.TestScript, program string, args ...string) int {
	err := ts.Exec(program, args...)
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return ended.ExitCode()
	}
	ts.Check(err)
	return 0
}

// fails STATUS MESSAGE ARGS… runs nqueens in this process. The program must end with the status and
// print only one line, on standard error, that contains the message. A stable part of the message
// is enough.
func fails(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var out, errs strings.Builder
	got := inside(ts, "nqueens", args[2:], &out, &errs)
	fmt.Fprint(ts.Stdout(), out.String())
	fmt.Fprint(ts.Stderr(), errs.String())
	if got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
	if out.Len() > 0 {
		ts.Fatalf("printed %q", &out)
	}
	if said := errs.String(); !strings.HasPrefix(said, "nqueens: ") || strings.Count(said, "\n") != 1 || !strings.Contains(said, args[1]) {
		ts.Fatalf("printed %swant %s", said, args[1])
	}
}

// tmpfs DIR SIZE mounts a file system of that size until the script ends.
func tmpfs(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	ts.Check(mount(dir, args[1]))
	ts.Defer(func() { exec.Command("umount", dir).Run() })
}

func mount(dir, size string) error {
	return exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "tmpfs", dir).Run()
}

// startServer implements the script command nats: it starts a NATS server with JetStream, without
// permissions, at $NATS until the script ends.
func startServer(ts *testscript.TestScript, _ bool, _ []string) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: ts.MkAbs("nats"), NoSigs: true, NoLog: true})
	ts.Check(err)
	s.Start()
	ts.Defer(s.Shutdown)
	if !s.ReadyForConnections(30 * time.Second) {
		ts.Fatalf("no NATS server")
	}
	ts.Setenv("NATS", s.ClientURL())
}

// keys DIR… checks that the keys of the runs' records are unique in a run and the same in all runs.
func keys(ts *testscript.TestScript, _ bool, dirs []string) {
	var first []string
	for i, dir := range dirs {
		got, err := recordKeys(ts.MkAbs(dir))
		ts.Check(err)
		if i == 0 {
			first = got
		}
		if strings.Join(got, " ") != strings.Join(first, " ") {
			ts.Fatalf("%s has the keys\n%v\nand %s\n%v", dir, got, dirs[0], first)
		}
	}
}

// conditions returns the conditions of scripts: [/FILE] is true if the file exists, and [tmpfs] if
// one can be mounted. The latter is tested once, because a program in this process may use another
// folder for temporary files.
func conditions(t *testing.T) func(string) (bool, error) {
	t.Helper()
	dir := t.TempDir()
	mounts := mount(dir, "64k") == nil
	if mounts {
		if err := exec.Command("umount", dir).Run(); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string) (bool, error) {
		if filepath.IsAbs(name) {
			_, err := os.Stat(name)
			return err == nil, nil
		}
		if name != "tmpfs" {
			return false, errors.New("unknown condition " + name)
		}
		return mounts, nil
	}
}

// recordKeys returns the sorted keys of a run's records. A double key is an error.
func recordKeys(dir string) ([]string, error) {
	f, err := os.Open(filepath.Join(dir, "records.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var keys []string
	for scan := bufio.NewScanner(f); scan.Scan(); {
		var r bench.Record
		if err := json.Unmarshal(scan.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		keys = append(keys, r.Key)
	}
	slices.Sort(keys)
	if n := len(keys); len(slices.Compact(keys)) != n {
		return nil, fmt.Errorf("%s: a key comes twice", f.Name())
	}
	return keys, nil
}
