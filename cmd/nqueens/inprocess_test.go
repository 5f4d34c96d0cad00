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
	"nqueens/bench/run"
	"nqueens/fleet/network"
	"nqueens/fleet/network/embedded"
	"nqueens/internal/familytest"
	"nqueens/internal/starts"
)

// programs are what this test binary can be, by name, with the families that each has of its own.
var programs = map[string][]*nqueens.Family{"nqueens": nil, "nqueens-more": moreFamilies, exe: moreFamilies}

// exe is the name by which a program starts itself, and so its children.
const exe = "exe"

var moreFamilies = append(familytest.All(), familytest.Shaped()...)

// testProgram is one of them. Whatever else the machine does, no run of a test is void for want
// of a core. No test asks how long a run took.
func testProgram(name string, in io.Reader, out, errs io.Writer) *program {
	p := newProgram(in, out, errs, backends.All(), programs[name]...)
	p.busy, p.minTime = true, time.Millisecond
	p.startNATS = func(l network.Listen) (network.Broker, error) { return embedded.Start(l) } // as built with -tags nats
	return p
}

// childless is the environment variable, of any value, that has a program answer in its own process
// what children would answer.
const childless = "NQUEENS_CHILDLESS"

// withoutChildren has a program that is to be started answer in its own process.
func withoutChildren(cmd *exec.Cmd) *exec.Cmd {
	cmd.Env = append(cmd.Environ(), childless+"=1")
	return cmd
}

// startNone has the program answer in this process what children would answer.
func (p *program) startNone() {
	self, err := itself()
	if err != nil {
		panic(err)
	}
	p.start = run.Within(self, p.backends, p.families...)
}

// TestMain lets this test binary be a program: tests find it in PATH, under its name.
func TestMain(m *testing.M) {
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

// inPath has the programs in PATH while the tests run.
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

// mostStarts is how many processes of the program the tests of this package start at most.
// A test that shows what a call in this process shows as well starts none.
const mostStarts = 450

// withinStarts runs the tests, and fails where they start more processes than that.
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

// process is held by the program that has this process's folder and environment.
var process sync.Mutex

// runHere runs a program of this binary in this process and returns its status. Of the
// arguments <FILE is standard input, as with "stdin" the last standard output by that name
// too, and >FILE is standard output.
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

// moveInto gives this process a script's folder and environment, until the returned function
// is called. A variable of the same value is left alone: other scripts look for programs in PATH.
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
