package external

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/ipasir"
	"nqueens/backends/isolate"
	"nqueens/family"
	"nqueens/internal/starts"
)

// TestMain lets the test binary play the external programs: its first argument is "play", the
// second the role.
func TestMain(m *testing.M) {
	if ipasir.Serving(os.Args) {
		starts.Note()
		os.Exit(ipasir.Serve(os.Args, os.Stdout, os.Stderr))
	}
	if len(os.Args) > 2 && os.Args[1] == "play" {
		starts.Note()
		play(os.Args[2], os.Args[3:])
		os.Exit(0)
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // players built with -race would each take a second to end
	os.Exit(m.Run())
}

func play(part string, args []string) {
	switch part {
	case "echo":
		fmt.Println(strings.Join(args, " "))
	case "fail":
		fmt.Println(92)
		fmt.Fprint(os.Stderr, "no more room\nand more\n")
		os.Exit(3)
	case "flood":
		for w := bufio.NewWriter(os.Stdout); ; {
			fmt.Fprintln(w, 1)
		}
	case "die":
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			self.Kill()
		}
		select {}
	case "threads":
		fmt.Println(os.Getenv("OMP_NUM_THREADS") + os.Getenv("GOMAXPROCS"))
	case "where":
		entries, _ := os.ReadDir(".")
		fmt.Println(len(entries))
	case "breed": // leaves a child behind that would write a file
		child := exec.Command(os.Args[0], "play", "haunt", args[0])
		if err := child.Start(); err != nil {
			panic(err)
		}
		time.Sleep(time.Hour)
	case "both": // the file of a proof, and the claim that it proves
		playSolver("file", args)
		fmt.Println("s UNSATISFIABLE")
	case "haunt":
		if err := os.WriteFile(args[0]+".born", nil, 0o666); err != nil {
			panic(err)
		}
		time.Sleep(1500 * time.Millisecond)
		os.WriteFile(args[0], nil, 0o666)
	default:
		playSolver(part, args)
	}
}

// playerCounter returns a counter whose program is this test, with the rest of its command.
func playerCounter(t *testing.T, rest, folder string) Counter {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, err := New("player", "'"+self+"' play "+rest, folder)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func queens(n int) nqueens.Request {
	return nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll}
}

// TestRun checks that a single number in the output is the answer, and that anything else is a
// crash with its reason.
func TestRun(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const wanted = ": the number of solutions and nothing else was expected"
	for _, test := range []struct{ command, want string }{
		{"echo {n}", "solved 8"},
		{"echo '  {n}' ''", "solved 8"},
		{"echo 0{n}", "solved 8"},
		{"echo {n}{n}123456789012345678901234567890", "solved 88123456789012345678901234567890"},
		{"threads {n}", "solved 33"},
		{"where {n}", "solved 3"},
		{"echo {n} {n}", `crashed printed "8 8"` + wanted},
		{"echo '' #{n}", `crashed printed "#8"` + wanted},
		{"nothing {n}", "crashed printed nothing" + wanted},
		{"echo {family} {n}", `crashed printed "queens 8"` + wanted},
		{"echo -{n}", `crashed printed "-8"` + wanted},
		{"echo {n}e3", `crashed printed "8e3"` + wanted},
		{"echo {threads}.{n}", `crashed printed "3.8"` + wanted},
		{"fail {n}", "crashed exit status 3: no more room"},
		{"flood {n}", "crashed wrote more than 65536 bytes to stdout or stderr"},
		{"die {n}", "crashed killed by SIGKILL from outside; perhaps the system ran out of memory"},
	} {
		request := queens(8)
		request.Threads = 3
		o := playerCounter(t, test.command, folder).Run(t.Context(), request, nil)
		got := strings.TrimSpace(string(o.Status) + " " + o.Reason)
		if o.Count != nil {
			got += " " + o.Count.String()
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.command, got, test.want)
		}
		if o.Status.Answered() != (o.Phases.Solve > 0) {
			t.Errorf("%s: %s after %v s", test.command, o.Status, o.Phases.Solve)
		}
	}
}

// TestRunStops checks that the program and its descendants are killed when the context ends.
func TestRunStops(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "ghost")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(file + ".born"); err == nil {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	o := playerCounter(t, "breed '"+file+"' {n}", "").Run(ctx, queens(8), nil)
	if o.Status != nqueens.Cancelled || o.Partial != nil {
		t.Errorf("%+v", o)
	}
	time.Sleep(1700 * time.Millisecond)
	if _, err := os.Stat(file); err == nil {
		t.Error("what the program had started lived on")
	}
	late, cancelLate := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancelLate()
	if o := playerCounter(t, "breed '"+file+"' {n}", "").Run(late, queens(8), nil); o.Status != nqueens.Timeout {
		t.Errorf("%+v", o)
	}
}

func TestNewRefuses(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "text"), []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ text, folder, want string }{
		{"./plain {n}", "", `"./plain {n}": write NAME=COMMAND, for example 'plain=./plain {n}'`},
		{"=./plain {n}", "", `name "": write up to 40 small letters, digits, - _ and dots, a letter or digit first`},
		{"My prog=./plain {n}", "", `name "My prog": write up to 40 small letters, digits, - _ and dots, a letter or digit first`},
		{"gini/product=./plain {n}", "", `name "gini/product": write up to 40 small letters, digits, - _ and dots, a letter or digit first`},
		{"all=./plain {n}", "", `"all" means every backend: choose another name`},
		{"plain=", "", "plain: the command is missing: write, for example, plain=./plain {n}"},
		{"plain=./plain 8", "", `plain: command "./plain 8" does not say where the board's side goes: write {n} there, as in ./plain {n}`},
		{"plain=./plain '{n}", "", `plain: command "./plain '{n}": a quote ' is not closed`},
		{"plain=./absent {n}", "", "plain: there is no program ./absent; if it is to be compiled, compile it first"},
		{"plain=./absent {n}", "some/where", "plain: there is no program ./absent in some/where; if it is to be compiled, compile it first"},
		{"plain=no-such-program {n}", "", `plain: no program in PATH is called "no-such-program"; one in the folder would be ./no-such-program`},
	} {
		if _, err := Define(test.text, test.folder); err == nil || err.Error() != test.want {
			t.Errorf("Define(%q, %q): %v\nwant %s", test.text, test.folder, err, test.want)
		}
	}
	if os.PathSeparator == '/' {
		_, err := Define("plain=./text {n}", folder)
		if want := "plain: ./text in " + folder + " cannot be run: it is not executable"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestSupports(t *testing.T) {
	given := queens(8)
	given.Problem.Given = []nqueens.Square{{}}
	symmetric := queens(8)
	symmetric.Problem.Symmetric = nqueens.HalfTurn
	first := queens(8)
	first.Task = nqueens.FindFirst
	encoded := queens(8)
	encoded.Encoding = "product"
	torus := queens(7)
	torus.Problem.Family = family.Torus
	plain, any := playerCounter(t, "echo {n}", ""), playerCounter(t, "echo {family} {n}", "")
	for _, test := range []struct {
		c    Counter
		r    nqueens.Request
		want string
	}{
		{plain, queens(8), ""},
		{any, torus, ""},
		{plain, torus, "player is an external program and counts boards of queens only, since its command has no {family}"},
		{any, given, "player is an external program and counts bare boards only"},
		{plain, symmetric, "player is an external program and counts bare boards only"},
		{plain, first, `player does not do the task "first" (it does count)`},
		{plain, encoded, `player takes no encoding, so "product" has no meaning for it`},
		{plain, queens(0), "a board has at least one square a side, not 0"},
	} {
		err := test.c.Supports(test.r)
		if got := fmt.Sprint(err); got != test.want && (err != nil || test.want != "") {
			t.Errorf("%v: %s, want %s", test.r, got, test.want)
		}
		if o := test.c.Run(t.Context(), test.r, nil); (o.Status == nqueens.Unsupported) != (err != nil) {
			t.Errorf("%v: run to the end %+v", test.r, o)
		}
	}
}

// TestVersion checks that the version changes with the program and with the files of its command,
// and with nothing else.
func TestVersion(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	version := func() string {
		c, err := New("prog", "./prog.exe -s script {n} absent .", folder)
		if err != nil {
			t.Fatal(err)
		}
		return c.Describe().Version
	}
	write("prog.exe", "one")
	write("script", "two")
	first := version()
	write("other", "")
	if version() != first {
		t.Error("a file that the command does not name changes the version")
	}
	write("script", "too")
	second := version()
	write("prog.exe", "onet")
	write("script", "wo")
	third := version()
	if first == second || second == third || first == third {
		t.Errorf("versions %s, %s, %s", first, second, third)
	}
}

func TestNotStarted(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "prog.exe"), []byte("no program"), 0o777); err != nil {
		t.Fatal(err)
	}
	c, err := New("prog", "./prog.exe {n}", folder)
	if err != nil {
		t.Fatal(err)
	}
	o := c.Run(t.Context(), queens(8), nil)
	if o.Status != nqueens.Crashed || !strings.HasPrefix(o.Reason, "it could not be started: ") || strings.Contains(o.Reason, folder) {
		t.Errorf("%+v", o)
	}
}

// TestAnswerAtALimit checks that the outcome of a run that was ended at a limit keeps its status
// and reason.
func TestAnswerAtALimit(t *testing.T) {
	for outcome, want := range map[isolate.Outcome]nqueens.Status{
		isolate.Timeout: nqueens.Timeout, isolate.MemoryLimit: nqueens.MemoryLimit,
		isolate.OutputLimit: nqueens.Crashed, isolate.Crashed: nqueens.Crashed,
	} {
		o := Counter{}.Answer(isolate.Result{Outcome: outcome, Reason: "why", Stdout: []byte("92\n")}, nil)
		if o.Status != want || o.Reason != "why" || o.Count != nil {
			t.Errorf("%s: %+v", outcome, o)
		}
	}
}
