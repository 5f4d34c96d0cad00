package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/ipasir"
	"nqueens/bench/run"
	"nqueens/family"
	"nqueens/fleet/network"
	"nqueens/fleet/network/embedded"
	"nqueens/internal/familytest"
	"nqueens/internal/starts"
)

// programs are the programs that this test binary can run as, by name, with their additional
// families.
var programs = map[string][]*nqueens.Family{"nqueens": nil, "nqueens-more": moreFamilies, exe: moreFamilies}

// exe is the name under which a program starts itself as a child process.
const exe = "exe"

var moreFamilies = append(familytest.All(), familytest.Shaped()...)

// testProgram returns a program of that name that never discards a run for lack of CPU time,
// because no test depends on times.
func testProgram(name string, in io.Reader, out, errs io.Writer) *program {
	p := newProgram(in, out, errs, backends.All(), family.All(programs[name]...))
	p.busy, p.minTime = true, time.Millisecond
	p.startNATS = func(l network.Listen) (network.Broker, error) { return embedded.Start(l) } // as built with -tags nats
	return p
}

// childless is the environment variable that, if set, makes a program run in its own process what
// children would run.
const childless = "NQUEENS_CHILDLESS"

// withoutChildren makes a command run in its own process what children would run.
func withoutChildren(cmd *exec.Cmd) *exec.Cmd {
	cmd.Env = append(cmd.Environ(), childless+"=1")
	return cmd
}

// startNone makes the program run in this process what children would run.
func (p *program) startNone() {
	self, err := itself()
	if err != nil {
		panic(err)
	}
	p.start = run.Within(self, p.backends, p.families)
}

// TestMain makes this test binary a program that tests find in PATH under its name.
func TestMain(m *testing.M) {
	if ipasir.Serving(os.Args) {
		starts.Note()
		os.Exit(ipasir.Serve(os.Args, os.Stdout, os.Stderr))
	}
	name := filepath.Base(os.Args[0])
	if _, ours := programs[name]; ours {
		starts.Note()
		p := testProgram(name, os.Stdin, os.Stdout, os.Stderr)
		if os.Getenv(childless) != "" {
			p.startNone()
		}
		os.Exit(p.execute(context.Background(), os.Args[1:]))
	}
	if err := flag.Set("test.parallel", "4"); err != nil { // these tests mostly wait, for other processes
		panic(err)
	}
	os.Exit(inPath(func() int { return withinStarts(m.Run) }))
}

// inPath puts the programs into PATH while the tests run.
func inPath(tests func() int) int {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "nqueens-test")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for name := range programs {
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			panic(err)
		}
	}
	os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return tests()
}

// mostStarts is the largest number of processes of the program that the tests of this package may
// start. A test starts a process only if a call in this process cannot show the same.
const mostStarts = 450

// withinStarts runs the tests, and fails if they start more than mostStarts processes.
func withinStarts(tests func() int) int {
	folder, err := os.MkdirTemp("", "nqueens-test")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	all, own := os.Getenv(starts.File), filepath.Join(folder, "starts") // other packages' tests may count too
	setenv(starts.File, own)
	status := tests()
	n := starts.Count(own)
	if err := starts.Add(all, n); err != nil {
		panic(err)
	}
	if n > mostStarts && status == 0 {
		fmt.Fprintf(os.Stderr, "these tests started %d processes of the program, more than %d: see CONTRIBUTING\n", n, mostStarts)
		return 1
	}
	return status
}

// variables is the key of a script's first environment.
type variables struct{}

// setLater are the variables that scripts set themselves.
var setLater = []string{"DATA", "NATS", "TMPDIR"}

// process is locked by the program that uses this process's folder and environment.
var process sync.Mutex

// runHere runs a program of this binary in this process and returns its status. The argument <FILE
// sets standard input, as does "stdin"; >FILE sets standard output.
func runHere(ts *testscript.TestScript, name string, args []string) (status int) {
	return inside(ts, name, args, ts.Stdout(), ts.Stderr())
}

func inside(ts *testscript.TestScript, name string, args []string, out, errs io.Writer) (status int) {
	in := ""
	var words []string
	for _, arg := range args {
		if file, is := strings.CutPrefix(arg, "<"); is {
			in = ts.ReadFile(file)
		} else if file, is := strings.CutPrefix(arg, ">"); is {
			f, err := os.OpenFile(ts.MkAbs(file), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
			ts.Check(err)
			defer f.Close()
			out = f
		} else {
			words = append(words, arg)
		}
	}
	process.Lock()
	defer process.Unlock()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	defer moveInto(ts)()
	p := testProgram(name, strings.NewReader(in), out, errs)
	p.startNone()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute) // no command takes as long unless it hangs
	defer cancel()
	return p.execute(ctx, words)
}

// moveInto sets this process's folder and environment to those of a script, until the returned
// function is called. It does not set a variable again to the same value, because other scripts
// look for programs in PATH.
func moveInto(ts *testscript.TestScript) (back func()) {
	folder, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	names := slices.Clone(setLater)
	list, _ := ts.Value(variables{}).([]string)
	for _, line := range list {
		name, _, _ := strings.Cut(line, "=")
		names = append(names, name)
	}
	undo := []func(){func() { ts.Check(os.Chdir(folder)) }}
	set := func(name, value string) {
		before, was := os.LookupEnv(name)
		switch {
		case before == value:
			return
		case was:
			undo = append(undo, func() { setenv(name, before) })
		default:
			undo = append(undo, func() { os.Unsetenv(name) })
		}
		setenv(name, value)
	}
	for _, name := range names {
		set(name, ts.Getenv(name))
	}
	set("PWD", ts.MkAbs("."))
	return func() {
		for _, step := range undo {
			step()
		}
	}
}

func setenv(name, value string) {
	if err := os.Setenv(name, value); err != nil {
		panic(err)
	}
}
