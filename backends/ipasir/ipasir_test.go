//go:build (linux || darwin) && (amd64 || arm64)

package ipasir

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens/backends/isolate"
	"nqueens/internal/starts"
)

func TestMain(m *testing.M) {
	if Serving(os.Args) {
		starts.Note()
		os.Exit(Serve(os.Args, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// built returns a library compiled from testdata/solver.c, with a fault if one is named.
func built(t *testing.T, fault string) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler")
	}
	path := filepath.Join(t.TempDir(), "libtest.so")
	args := []string{"-O1", "-shared", "-fPIC", "-o", path, "testdata/solver.c"}
	if fault != "" {
		args = append(args, "-D"+fault)
	}
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// limit is not reached by a library that returns.
const limit = 5 * time.Minute

// TestCheck checks that a right library passes every test and that each planted fault fails the
// tests that are about it.
func TestCheck(t *testing.T) {
	for fault, want := range map[string][]string{
		"":         nil,
		"PRINTS":   nil, // what it prints is no answer
		"FORGETS":  {"assumption", "assumed-value", "opposite-assumptions", "random"},
		"KEEPS":    {"assumption", "opposite-assumptions"},
		"DROPS":    {"incremental", "new-variables"},
		"FLIPS":    {"model", "assumed-value", "random"},
		"LIES":     {"empty-clause", "unsatisfiable", "assumption", "incremental"},
		"UNSIGNED": {"negative-value"},
		"FORGIVES": {"assumption", "failed"},
		"CRASHES":  {"empty", "model", "random"},
		"EXITS":    {"empty", "model", "random"},
	} {
		t.Run("fault "+fault, func(t *testing.T) {
			path := built(t, fault)
			if err := Inspect(path); err != nil {
				t.Errorf("Inspect: %v", err)
			}
			failed := map[string]string{}
			err := Check(t.Context(), path, limit, isolate.Run, func(v Verdict) bool {
				if v.Err != nil {
					failed[v.Name] = v.Err.Error()
				}
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(want) == 0 && len(failed) > 0 {
				t.Errorf("failed: %v", failed)
			}
			for _, name := range want {
				if failed[name] == "" {
					t.Errorf("passed %s; failed: %v", name, failed)
				}
			}
		})
	}
}

// TestHangs checks that a library that never returns fails, and that later tests run.
func TestHangs(t *testing.T) {
	path, hung := built(t, "HANGS"), 0
	err := Check(t.Context(), path, 100*time.Millisecond, isolate.Run, func(v Verdict) bool {
		if v.Err == nil {
			t.Errorf("passed %s", v.Name)
		}
		hung++
		return hung < 2
	})
	if err != nil || hung != 2 {
		t.Errorf("%d results, %v", hung, err)
	}
}

// TestNoLibrary checks the errors for files that are not IPASIR libraries.
func TestNoLibrary(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "libtext.so")
	if err := os.WriteFile(text, []byte("not a library\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Inspect(text); err == nil || !strings.Contains(err.Error(), "not a shared library") {
		t.Errorf("a text: %v", err)
	}
	if cc, err := exec.LookPath("cc"); err == nil {
		source, other := filepath.Join(dir, "other.c"), filepath.Join(dir, "libother.so")
		if err := os.WriteFile(source, []byte("const char *ipasir_signature(void) { return \"\"; }\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(cc, "-shared", "-fPIC", "-o", other, source).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if err := Inspect(other); err == nil || !strings.Contains(err.Error(), "ipasir_init") {
			t.Errorf("a library without functions: %v", err)
		}
		err := Check(t.Context(), other, limit, isolate.Run, func(v Verdict) bool { t.Errorf("ran %s", v.Name); return true })
		if err == nil || !strings.Contains(err.Error(), "ipasir_init") {
			t.Errorf("Check of a library without functions: %v", err)
		}
	}
	for name, want := range map[string]string{"./libnone.so": "there is no library", "libnone-at-all.so": "LD_LIBRARY_PATH", "./": "folder"} {
		if _, err := Find(name, dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Find(%q): %v", name, err)
		}
	}
	if path, err := Find("./libtext.so", dir); err != nil || path != text {
		t.Errorf("Find in the folder: %q, %v", path, err)
	}
}

// TestAnswer checks the output of a child for each task, under a projection.
func TestAnswer(t *testing.T) {
	path := built(t, "")
	formula := filepath.Join(t.TempDir(), "f.cnf")
	// 1 or 2; 3 equals 1; 4 is in no clause. Projected on 1, 2 and 4: 6 models.
	if err := os.WriteFile(formula, []byte("p cnf 4 3\nc p show 1 2 4 0\n1 2 0\n-1 3 0\n1 -3 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for task, want := range map[string]struct {
		models int
		lines  []string
	}{
		"first": {1, []string{"s SATISFIABLE"}},
		"all":   {6, []string{"s SATISFIABLE", "c solves 7"}},
		"count": {0, []string{"c solutions 6", "s SATISFIABLE"}},
	} {
		command, err := Command(path, task, formula, "3600")
		if err != nil {
			t.Fatal(err)
		}
		result, err := isolate.Run(t.Context(), command)
		if err != nil || result.Exit != 0 {
			t.Fatalf("%s: %v %s %s", task, err, result.Reason, result.Stderr)
		}
		lines := strings.Split(strings.TrimSpace(string(result.Stdout)), "\n")
		if lines[0] != "c ipasir backtrack-1" {
			t.Errorf("%s: the first line is %q", task, lines[0])
		}
		for _, line := range want.lines {
			if !slices.Contains(lines, line) {
				t.Errorf("%s: there is no line %q in %q", task, line, lines)
			}
		}
		models := slices.DeleteFunc(lines, func(line string) bool { return !strings.HasPrefix(line, "v ") })
		if slices.Sort(models); len(slices.Compact(models)) != want.models {
			t.Errorf("%s: %d models, not %d", task, len(models), want.models)
		}
	}
}

// TestNested checks that a program that does not serve children does not start itself for ever.
func TestNested(t *testing.T) {
	t.Setenv(childMark, "1")
	if _, err := Command("lib.so", "first", "f.cnf", "1"); err == nil {
		t.Error("a child starts another child")
	}
	err := Check(context.Background(), "lib.so", limit, isolate.Run, func(Verdict) bool { return true })
	if err == nil {
		t.Error("a child checks a library")
	}
}
