package leftover

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestCollect(t *testing.T) {
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	own, err := MkdirTemp()
	if err != nil {
		t.Fatal(err)
	}
	if host, err := os.Hostname(); err == nil && host != "" && !strings.ContainsAny(host, `*?[/\`) && !strings.HasPrefix(place(), host) {
		t.Errorf("this place is called %s, on %s", place(), host)
	}
	if namespace, err := os.Readlink("/proc/self/ns/pid"); err == nil && !strings.Contains(namespace, place()[strings.LastIndexByte(place(), '.')+1:]) {
		t.Errorf("this place is called %s, and processes are numbered in %s", place(), namespace)
	}
	killed := fmt.Sprintf("%s-%d-1", place(), dead.Process.Pid)
	stays := map[string]bool{
		filepath.Base(own):           true,
		"nqueens-" + killed:          false,
		"nqueens-" + killed + "9":    false,
		"nqueens-elsewhere" + killed: true,
		// A process of another container is unknown here and may be running.
		fmt.Sprintf("nqueens-%s1-%d-1", place(), dead.Process.Pid): true,
		"nqueens-results":                  true,
		killed:                             true,
		"nqueens-" + place() + "-12":       true,
		"nqueens-" + place() + "-twelve-1": true,
	}
	for name := range stays {
		if err := os.MkdirAll(filepath.Join(folder, name, "in"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	CollectFolders()
	for name, want := range stays {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: stays %v, want %v", name, err == nil, want)
		}
	}
}

// TestPlaced checks that a place's name is valid in a file name and in a pattern, and distinguishes
// containers.
func TestPlaced(t *testing.T) {
	for _, test := range [][3]string{
		{"host", "pid:[4026531836]", "host.4026531836"}, {"host", "", "host"}, {"", "", "localhost"}, {"", "pid:[1]", "localhost.1"},
		{"a*b?c[d/e", "", "a_b_c_d_e"},
	} {
		if got := placed(test[0], test[1]); got != test[2] {
			t.Errorf("placed(%q, %q) = %q, want %q", test[0], test[1], got, test[2])
		}
	}
}

// TestMkdirTemp checks that the first temporary folder of a process collects those of processes that
// have ended.
func TestMkdirTemp(t *testing.T) {
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	t.Setenv("TMPDIR", t.TempDir())
	left := filepath.Join(os.TempDir(), fmt.Sprintf("%s%s-%d-1", FolderPrefix, place(), dead.Process.Pid))
	for _, goes := range []bool{true, false} {
		if err := os.MkdirAll(left, 0o777); err != nil {
			t.Fatal(err)
		}
		if goes {
			collected = sync.OnceFunc(CollectFolders) // as in a new process
		}
		if _, err := MkdirTemp(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(left); (err != nil) != goes {
			t.Errorf("collected %v, want %v", err != nil, goes)
		}
	}
}
