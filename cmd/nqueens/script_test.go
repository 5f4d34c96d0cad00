package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
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

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/fleet/network"
	"nqueens/fleet/network/embedded"
	"nqueens/internal/familytest"
)

// TestMain lets this test binary be the program: tests find it in PATH.
func TestMain(m *testing.M) {
	// Whatever else the machine does, no run of a test is void for want of a core. No test asks
	// how long a run took.
	play := func(more ...*nqueens.Family) {
		p := newProgram(os.Stdin, os.Stdout, os.Stderr, backends.All(), more...)
		p.busy, p.minTime = true, time.Millisecond
		p.startNATS = func(l network.Listen) (network.Broker, error) { return embedded.Start(l) } // as built with -tags nats
		os.Exit(p.execute(context.Background(), os.Args[1:]))
	}
	if err := flag.Set("test.parallel", "4"); err != nil { // these tests mostly wait, for other processes
		panic(err)
	}
	more := func() { play(append(familytest.All(), familytest.Shaped()...)...) } // a program with families of its own
	// "exe" is what itself calls either.
	testscript.Main(m, map[string]func(){"nqueens": func() { play() }, "nqueens-more": more, "exe": more})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status, "fails": fails, "tmpfs": tmpfs, "keys": keys, "nats": startServer,
		},
		Condition: condition,
	})
}

// status STATUS PROGRAM ARGS… runs a program that must end with the status.
func status(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := statusOf(ts, args[1], args[2:]...); got != want {
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

// fails STATUS MESSAGE ARGS… runs nqueens, which must print nothing but one
// line, the message, to standard error and end with the status.
func fails(ts *testscript.TestScript, _ bool, args []string) {
	status(ts, false, append([]string{args[0], "nqueens"}, args[2:]...))
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("printed %q", out)
	}
	if got, want := ts.ReadFile("stderr"), "nqueens: "+args[1]+"\n"; got != want {
		ts.Fatalf("says  %swant %s", got, want)
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

// nats starts a NATS server with JetStream, in which everyone may do everything, at $NATS until
// the script ends.
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

// keys DIR… compares the keys of the records of runs: each once in a run, and
// the same in all.
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

// condition knows [/FILE], whether it is there, and [tmpfs], whether one may be
// mounted.
func condition(name string) (bool, error) {
	if filepath.IsAbs(name) {
		_, err := os.Stat(name)
		return err == nil, nil
	}
	if name != "tmpfs" {
		return false, errors.New("unknown condition " + name)
	}
	dir, err := os.MkdirTemp("", "nqueens")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	if mount(dir, "64k") != nil {
		return false, nil
	}
	return true, exec.Command("umount", dir).Run()
}

// recordKeys reads the keys of a run's records, sorted. A key that comes twice
// is an error.
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
