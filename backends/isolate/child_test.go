package isolate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"

	"nqueens/internal/starts"
)

// roleVariable makes the test binary play a misbehaving child instead of running the tests.
const roleVariable = "ISOLATE_TEST_ROLE"

func TestMain(m *testing.M) {
	role, found := os.LookupEnv(roleVariable)
	if !found {
		os.Exit(m.Run())
	}
	starts.Note()
	maps.Copy(roles, systemRoles)
	play, found := roles[role]
	if !found {
		fmt.Fprintf(os.Stderr, "no role %q\n", role)
		os.Exit(99)
	}
	play(os.Args[1:])
}

// child returns a command that plays a role. Its limit ends it if Run should fail to.
func child(role string, args ...string) Command {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return Command{
		Path: self, Args: args, Env: append(os.Environ(), roleVariable+"="+role),
		Limits: Limits{Wall: 30 * time.Second},
	}
}

// roles are the behaviours of children; args are Command.Args.
var roles = map[string]func(args []string){
	"exit": func(args []string) {
		code, _ := strconv.Atoi(args[0])
		os.Exit(code)
	},
	"sleep": func([]string) { sleepLong() },
	"echo":  func([]string) { io.Copy(os.Stdout, os.Stdin); fmt.Fprint(os.Stderr, "to stderr") },
	"print": func([]string) { // without end
		line := bytes.Repeat([]byte("nonsense "), 1000)
		for {
			os.Stdout.Write(line)
		}
	},
	"spin": func(args []string) { // creates the file args[0], if given, when it starts
		if len(args) > 0 {
			os.WriteFile(args[0], nil, 0o600)
		}
		for i := 0; ; i++ {
		}
	},
	"allocate": func(args []string) { // allocates args[0] MiB, then ends
		mib, _ := strconv.Atoi(args[0])
		keep := allocate(mib)
		fmt.Println("allocated")
		runtime.KeepAlive(keep)
	},
	"allocate and report": func(args []string) {
		mib, _ := strconv.Atoi(args[0])
		keep := allocate(mib)
		peak, _ := SelfPeak()
		fmt.Print(peak)
		runtime.KeepAlive(keep)
	},
	"panic": func([]string) { panic("on purpose") },
	// Starts a second process that writes its number to the file args[0] and sleeps, holding stdout
	// open. Ends when the file is there, or with a second argument sleeps, too.
	"spawn": func(args []string) { spawn(args, nil) },
	"note and sleep": func(args []string) {
		os.WriteFile(args[0]+".new", []byte(strconv.Itoa(os.Getpid())), 0o600)
		os.Rename(args[0]+".new", args[0])
		sleepLong()
	},
	"share": func(args []string) { // two processes, each of args[0] MiB
		mib, _ := strconv.Atoi(args[0])
		other := again("allocate and sleep", args[0])
		if err := other.Start(); err != nil {
			panic(err)
		}
		keep := allocate(mib)
		sleepLong()
		runtime.KeepAlive(keep)
	},
	"allocate and sleep": func(args []string) {
		mib, _ := strconv.Atoi(args[0])
		keep := allocate(mib)
		sleepLong()
		runtime.KeepAlive(keep)
	},
	"harness": func(args []string) { // runs a child that sleeps; the test kills this process
		Run(context.Background(), child("note and sleep", args[0]))
	},
}

// sleepLong sleeps longer than every test takes, but ends soon enough if a broken test leaks the
// child.
func sleepLong() { time.Sleep(2 * time.Minute) }

func allocate(mib int) [][]byte {
	var keep [][]byte
	for range mib {
		block := make([]byte, 1<<20)
		for i := 0; i < len(block); i += 512 {
			block[i] = 1
		}
		keep = append(keep, block)
	}
	return keep
}

// again returns a command that runs this program in another role with the same output.
func again(role string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), roleVariable+"="+role)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd
}

func spawn(args []string, change func(*exec.Cmd)) {
	cmd := again("note and sleep", args[0])
	if change != nil {
		change(cmd)
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	if len(args) > 1 {
		sleepLong()
	}
	for notedPID(args[0]) == 0 {
		time.Sleep(time.Millisecond)
	}
}

// notedPID returns the process number in a file, 0 if there is none.
func notedPID(file string) int {
	text, _ := os.ReadFile(file)
	pid, _ := strconv.Atoi(string(text))
	return pid
}

// run calls Run and fails the test if it takes more than a minute.
func run(t *testing.T, ctx context.Context, c Command) Result {
	t.Helper()
	type answer struct {
		Result
		error
	}
	done := make(chan answer, 1)
	go func() {
		r, err := Run(ctx, c)
		done <- answer{r, err}
	}()
	select {
	case a := <-done:
		if a.error != nil {
			t.Fatal(a.error)
		}
		return a.Result
	case <-time.After(time.Minute):
		t.Fatalf("Run(%s %q) hangs", c.Path, c.Args)
	}
	panic("unreachable")
}

// printable formats a Result without its output.
func printable(r Result) string {
	r.Stdout, r.Stderr = nil, nil
	text, _ := json.Marshal(r)
	return string(text)
}
