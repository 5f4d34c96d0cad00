package bench

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCurrentEnvironment(t *testing.T) {
	e := CurrentEnvironment()
	if e.Started.IsZero() || e.Cores < 1 || e.System == "" || e.Go == "" || e.Isolation.Memory == "" {
		t.Errorf("%+v", e)
	}
}

// TestEnvironmentIsKept checks that resuming a run in another environment warns of each difference
// and keeps both environments.
func TestEnvironmentIsKept(t *testing.T) {
	dir := t.TempDir()
	before := CurrentEnvironment()
	before.Modules = map[string]string{"github.com/go-air/gini": "v1"}
	for range 2 {
		if warning, err := KeepEnvironment(dir, before); err != nil || warning != "" {
			t.Fatalf("unchanged: %q, %v", warning, err)
		}
	}
	now := before
	now.CPU, now.Kernel, now.Go, now.Commit, now.Cores = "abacus", "0.01", "go2", "fedcba", 1+before.Cores
	now.Modules = map[string]string{"github.com/go-air/gini": "v2"}
	warning, err := KeepEnvironment(dir, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`CPU "abacus", was "`, `kernel "0.01"`, `Go "go2"`, `commit "fedcba"`, "cores", `gini "v2", was "v1`} {
		if !strings.Contains(warning, want) {
			t.Errorf("%q says nothing of %s", warning, want)
		}
	}
	if kept := readEnvironment(t, filepath.Join(dir, environmentFile)); kept.CPU != before.CPU {
		t.Errorf("the environment at the start has become %+v", kept)
	}
	later, err := filepath.Glob(filepath.Join(dir, "environment-*.json"))
	if err != nil || len(later) != 1 {
		t.Fatalf("%q, %v", later, err)
	}
	if kept := readEnvironment(t, later[0]); kept.CPU != "abacus" {
		t.Errorf("the environment on resuming is %+v", kept)
	}
	if warning, err := KeepEnvironment(dir, now); err != nil || warning != "" {
		t.Errorf("the same as the latest: %q, %v", warning, err)
	}

	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, environmentFile), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := KeepEnvironment(dir, now); err == nil || !strings.Contains(err.Error(), "reading "+filepath.Join(dir, environmentFile)) {
		t.Errorf("damaged: %v", err)
	}
}

func readEnvironment(t *testing.T, path string) (e Environment) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(content, &e)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// do runs a program in a folder and returns its output.
func do(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit creates a repository with a program of the module, and returns the revision.
func commit(t *testing.T, dir, module string) string {
	t.Helper()
	for name, text := range map[string]string{"go.mod": module, "main.go": "package main\n\nvar name string\n\nfunc main() { println(name) }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	do(t, dir, "git", "init", "-q")
	do(t, dir, "git", "add", ".")
	do(t, dir, "git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "hello")
	return do(t, dir, "git", "rev-parse", "HEAD")
}

// TestCheckedOutCommit checks that a program without a stamp has the revision of the current
// folder, if that is a repository of this module.
func TestCheckedOutCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	t.Setenv("GIT_CEILING_DIRECTORIES", os.TempDir())
	t.Chdir(t.TempDir())
	is := func(want string) {
		t.Helper()
		if got := checkedOutCommit(); got != want || CurrentEnvironment().Commit != want {
			t.Errorf("commit %q, in the environment %q, want %q", got, CurrentEnvironment().Commit, want)
		}
	}
	is("")
	if err := os.WriteFile("go.mod", []byte("module nqueens\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	is("") // no repository
	revision := commit(t, ".", "module nqueens\n\ngo 1.26\n")
	is(revision)
	if err := os.WriteFile("main.go", []byte("package main\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	is(revision + changed)
	if err := os.WriteFile("go.mod", []byte("module other\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	is("")
}

// TestBuildOf checks that different compiler flags give different builds of one revision, and that
// a modified file is another build, also without a build ID.
func TestBuildOf(t *testing.T) {
	for _, tool := range []string{"git", "go", "sh"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("a revision is stamped into a program by git and go: %v", err)
		}
	}
	dir := t.TempDir()
	revision := commit(t, dir, "module hello\n")[:12]
	builds := map[string]bool{}
	flags := []string{"-ldflags=", "-ldflags=-s", "-ldflags=-buildid= -X=main.name=a", "-ldflags=-buildid= -X=main.name=b"}
	for _, flags := range flags {
		program := filepath.Join(t.TempDir(), "hello") // outside the tree, which must stay unmodified
		do(t, dir, "go", "build", "-buildvcs=true", flags, "-o", program)
		for range 2 {
			build, err := BuildOf(program)
			if err != nil || !strings.HasPrefix(build, revision+" sha256:") {
				t.Errorf("%q, %v; the revision is %s", build, err, revision)
			}
			builds[build] = true
			do(t, dir, "sh", "-c", "echo >> "+program)
		}
	}
	if len(builds) != 2*len(flags) {
		t.Errorf("builds: %v", builds)
	}
}

// TestMachinesCaveat checks that results of several machines give a caveat with their numbers.
func TestMachinesCaveat(t *testing.T) {
	for _, m := range []Machines{nil, {"a": 3}, {"": 3}} {
		if got := m.Caveat("so"); got != nil {
			t.Errorf("%v: %q", m, got)
		}
	}
	want := []string{"the times are of 2 machines (results: unnamed machine: 1, b: 2): so"}
	if got := (Machines{"b": 2, "": 1}).Caveat("so"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestBuildsCaveat checks that there is no caveat for results of this build only, and the caveats
// for another build and for several.
func TestBuildsCaveat(t *testing.T) {
	for want, b := range map[string]Builds{
		"":  {"a": 3},
		" ": nil,
		"the times were measured by another build of this program, b: 3 of 3 results (this build is a)":                                                              {"b": 3},
		"the times are of 2 builds of this program and may not be comparable; no ratio or growth combines builds: a: 3 of 5 results (this build); b: 2 of 5 results": {"a": 3, "b": 2},
	} {
		if got := strings.Join(b.Caveat("a"), "|"); got != strings.TrimSpace(want) {
			t.Errorf("%v: %q, want %q", b, got, want)
		}
	}
	older := Builds{}
	older.Add("", 2)
	older.Add("", 1)
	if got := older.Caveat(""); got != nil || older[unnamedBuild] != 3 {
		t.Errorf("%v, none of which is named: %q", older, got)
	}
}

// TestDifferences checks which differences mean different machines, and that unknown properties do
// not.
func TestDifferences(t *testing.T) {
	base := Environment{Name: "a", System: "s", CPU: "c", Cores: 2, Kernel: "k", Go: "g", Commit: "h", Machine: Machine{Memory: 8 << 30, SMT: "on", Governor: "g", Turbo: "on"},
		Programs: map[string]Executable{"kept": {Path: "kept", Version: "1"}}, Modules: map[string]string{"m": "v1"}}
	if d := base.Differences(base); d != nil {
		t.Errorf("from itself: %v", d)
	}
	for _, test := range []struct {
		change  func(*Environment)
		what    string // "" for no difference
		machine bool
	}{
		{func(e *Environment) { e.Name = "b" }, "name", true},
		{func(e *Environment) { e.System = "t" }, "system", true},
		{func(e *Environment) { e.CPU = "d" }, "CPU", true},
		{func(e *Environment) { e.CPU = "" }, "CPU", false},
		{func(e *Environment) { e.Cores = 3 }, "cores", true},
		{func(e *Environment) { e.Cores = 0 }, "cores", false},
		{func(e *Environment) { e.Kernel = "l" }, "kernel", false},
		{func(e *Environment) { e.Memory = 9 << 30 }, "memory", true},
		{func(e *Environment) { e.Memory -= 1 << 20 }, "", false},
		{func(e *Environment) { e.Memory += 1 << 20 }, "", false},
		{func(e *Environment) { e.Memory = 0 }, "memory", false},
		{func(e *Environment) { e.SMT = "off" }, "SMT", true},
		{func(e *Environment) { e.Governor = "h" }, "governor", false},
		{func(e *Environment) { e.Turbo = "off" }, "turbo", false},
		{func(e *Environment) { e.Go = "h" }, "Go", false},
		{func(e *Environment) { e.Commit = "i" }, "commit", false},
		{func(e *Environment) { e.Isolation.Memory = "i" }, "isolation", false},
		{func(e *Environment) { e.Programs = map[string]Executable{"kept": {Path: "kept", Version: "2"}} }, "kept", false},
		{func(e *Environment) { e.Programs = map[string]Executable{"new": {Path: "new"}} }, "", false},
		{func(e *Environment) { e.Modules = map[string]string{"m": "v2"} }, "m", false},
	} {
		now := base
		test.change(&now)
		switch d := now.Differences(base); {
		case test.what == "" && d != nil, test.what != "" && (len(d) != 1 || d[0].What != test.what || d[0].Machine != test.machine):
			t.Errorf("%+v, want %s, of another machine %v", d, test.what, test.machine)
		}
	}
}

// TestMachinesAreKept checks that the folder has one environment for each machine, also if there
// were more before.
func TestMachinesAreKept(t *testing.T) {
	dir := t.TempDir()
	for _, names := range []string{"a b c", "d e", "f", "g h i"} {
		var machines []Environment
		for name := range strings.FieldsSeq(names) {
			machines = append(machines, Environment{Name: name})
		}
		if err := KeepMachines(dir, machines); err != nil {
			t.Fatal(err)
		}
		list, err := ReadEnvironments(dir)
		if err != nil {
			t.Fatal(err)
		}
		var there []string
		for _, e := range list {
			there = append(there, e.Name)
		}
		if got := strings.Join(there, " "); got != names {
			t.Errorf("%q are there, want %q", got, names)
		}
	}
	if list, err := ReadEnvironments(t.TempDir()); err != nil || list != nil {
		t.Errorf("of no run: %v, %v", list, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "environment-2.json"), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadEnvironments(dir); err == nil || !strings.Contains(err.Error(), "environment-2.json") {
		t.Errorf("damaged: %v", err)
	}
}
