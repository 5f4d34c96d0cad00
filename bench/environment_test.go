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

// TestEnvironmentIsKept: a run resumed elsewhere warns of each difference and
// keeps both environments.
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

// do runs a program in a folder and returns what it prints.
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

// commit makes a folder a repository with a program of the module, and returns the revision.
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

// TestCheckedOutCommit: a program without a stamp is of the revision that it was started in,
// if that is one of this module.
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

// TestBuildOf: one clean revision makes a build for each way to compile it, and a file that was
// changed is another, also where its linker gave it no ID.
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
		program := filepath.Join(t.TempDir(), "hello") // elsewhere, or the tree would have changed
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

// TestMachinesCaveat: the results of one machine compare; where they are of several that is
// said, with how many each has.
func TestMachinesCaveat(t *testing.T) {
	for _, m := range []Machines{nil, {"a": 3}, {"": 3}} {
		if got := m.Caveat("so"); got != nil {
			t.Errorf("%v: %q", m, got)
		}
	}
	want := []string{"the times are of 2 machines (results: one that is not named: 1, b: 2): so"}
	if got := (Machines{"b": 2, "": 1}).Caveat("so"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
