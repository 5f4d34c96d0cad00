package external

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// compiled returns a description of the test library of package ipasir, with a fault if one is named.
func compiled(t *testing.T, fault string) *Solver {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler")
	}
	dir := t.TempDir()
	args := []string{"-O1", "-shared", "-fPIC", "-o", filepath.Join(dir, "libtest.so"), "../ipasir/testdata/solver.c"}
	if fault != "" {
		args = append(args, "-D"+fault)
	}
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s, err := ParseSolver(filepath.Join(dir, "library.yaml"), []byte("name: library\nabout: a library\nipasir: ./libtest.so\n"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLibrary checks that a library does each task, whatever it prints.
func TestLibrary(t *testing.T) {
	s := compiled(t, "PRINTS")
	p := nqueens.Problem{Family: family.Queens, N: 5}
	for _, encoding := range []string{"pairwise"} { // quick without propagation
		for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll, nqueens.FindAll} {
			seen := 0
			out := s.Run(t.Context(), nqueens.Request{Problem: p, Task: task, Encoding: encoding}, func(x nqueens.Solution) bool {
				seen++
				return p.Check(x) == nil
			})
			if out.Status != nqueens.Solved || task != nqueens.FindFirst && out.Count.String() != "10" || task == nqueens.FindAll && seen != 10 {
				t.Errorf("%s, %s: %s %s, count %v, %d seen", encoding, task, out.Status, out.Reason, out.Count, seen)
			}
			if task == nqueens.FindFirst && p.Check(out.Solution) != nil || out.Stats["solves"] == 0 {
				t.Errorf("%s, %s: %v, %v", encoding, task, out.Solution, out.Stats)
			}
		}
	}
	if v := s.Version(); !strings.Contains(v, "+") || s.Describe().External != "./libtest.so" {
		t.Errorf("version %s, external %s", v, s.Describe().External)
	}
}

// TestFaultyLibraries checks that a library that lies, crashes or exits gives a crash with its reason.
func TestFaultyLibraries(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 4}
	for fault, want := range map[string]string{
		"DROPS": "twice", "FLIPS": "does not satisfy clause", "CRASHES": "SIGSEGV", "EXITS": "no number",
	} {
		out := compiled(t, fault).Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll, Encoding: "pairwise"}, nil)
		if out.Status != nqueens.Crashed || !strings.Contains(out.Reason, want) {
			t.Errorf("%s: %s %s, want %q", fault, out.Status, out.Reason, want)
		}
	}
}

// TestNoLibrary checks the refusals of libraries that are not there or are none.
func TestNoLibrary(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "text.so"), []byte("text\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"./none.so": "there is no library ./none.so", "./text.so": "not a shared library"} {
		s, err := ParseSolver(filepath.Join(dir, "library.yaml"), []byte("name: library\nabout: a library\nipasir: "+text+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		err = s.Supports(nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.FindFirst})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"ipasir: a.so\ninputs:\n  - format: dimacs\n    first: ./x {input}\n    answer: competition\n": "no meaning with \"inputs\"",
		"ipasir: a b.so\n":         "space",
		"ipasir: a.so\nlacks: x\n": "no commands",
	} {
		if _, err := ParseSolver("library.yaml", []byte("name: library\nabout: a library\n"+text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
