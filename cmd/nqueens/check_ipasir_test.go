package main

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckIPASIR checks the status and the lines of check ipasir for a right and a wrong library.
func TestCheckIPASIR(t *testing.T) {
	for _, c := range []struct {
		fault, line string
		status      int
	}{
		{"", "ok      assumption ", answered},
		{"FORGETS", "failed  assumption ", failedCheck},
	} {
		path := compiledLibrary(t, c.fault)
		var out, errs bytes.Buffer
		status := execute(t.Context(), []string{"check", "ipasir", path}, strings.NewReader(""), &out, &errs)
		if status != c.status || !strings.Contains(out.String(), c.line) {
			t.Errorf("fault %q: status %d\n%s%s", c.fault, status, out.String(), errs.String())
		}
	}
}

// compiledLibrary compiles the test library of package ipasir, with a fault if one is named, and returns its path.
func compiledLibrary(t *testing.T, fault string) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler")
	}
	path := filepath.Join(t.TempDir(), "libtest.so")
	args := []string{"-O1", "-shared", "-fPIC", "-D" + cmp.Or(fault, "RIGHT"), "-o", path, "../../backends/ipasir/testdata/solver.c"}
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// TestExplainByLibrary checks explain --backend: the conflict is made from the failed assumptions of a library, and
// a library that names too few of them is reported.
func TestExplainByLibrary(t *testing.T) {
	for _, c := range []struct {
		fault, printed string
		status         int
	}{
		{"", "failed in mine", answered},
		{"FORGIVES", "the 0 failed assumptions that mine names do not contradict each other", failedCheck},
		{"LIES", "mine says that there is a solution, and there is none", failedCheck},
	} {
		path := compiledLibrary(t, c.fault)
		description := filepath.Join(filepath.Dir(path), "mine.yaml")
		if err := os.WriteFile(description, []byte("name: mine\nabout: a library\nipasir: ./libtest.so\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		status := execute(t.Context(), []string{"explain", "2", "--solver", description, "--backend", "mine"}, strings.NewReader(""), &out, &errs)
		if status != c.status || !strings.Contains(out.String()+errs.String(), c.printed) {
			t.Errorf("fault %q: status %d\n%s%s", c.fault, status, out.String(), errs.String())
		}
	}
}
