package main

import (
	"bytes"
	"cmp"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckIPASIR checks the status and the lines of check ipasir for a right and a wrong library.
func TestCheckIPASIR(t *testing.T) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler")
	}
	for _, c := range []struct {
		fault, line string
		status      int
	}{
		{"", "ok      assumption ", answered},
		{"FORGETS", "failed  assumption ", failedCheck},
	} {
		path := filepath.Join(t.TempDir(), "libtest.so")
		args := []string{"-O1", "-shared", "-fPIC", "-D" + cmp.Or(c.fault, "RIGHT"), "-o", path, "../../backends/ipasir/testdata/solver.c"}
		if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		var out, errs bytes.Buffer
		status := execute(t.Context(), []string{"check", "ipasir", path}, strings.NewReader(""), &out, &errs)
		if status != c.status || !strings.Contains(out.String(), c.line) {
			t.Errorf("fault %q: status %d\n%s%s", c.fault, status, out.String(), errs.String())
		}
	}
}
