package isolate

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"nqueens/internal/leftover"
)

// TestLeavesNoCgroup checks that runs leave no cgroup. It looks only for those of this process, because other
// harnesses may be running.
func TestLeavesNoCgroup(t *testing.T) {
	own, top, err := ownCgroup()
	if err != nil {
		t.Skip(err)
	}
	name := cgroupPrefix + leftover.Mark() + "*"
	list := func() []string {
		dirs, _ := filepath.Glob(filepath.Join(own, name))
		if own != top {
			beside, _ := filepath.Glob(filepath.Join(filepath.Dir(own), name))
			dirs = append(dirs, beside...)
		}
		return dirs
	}
	before := list()
	Probe()
	run(t, t.Context(), child("spawn", filepath.Join(t.TempDir(), "pid")))
	c := child("sleep")
	c.Path = "./no-such-program"
	if _, err := Run(t.Context(), c); err == nil {
		t.Error("starting nothing succeeds")
	}
	for _, dir := range list() {
		if !slices.Contains(before, dir) {
			t.Errorf("left behind: %s", dir)
		}
	}
}

func TestRemoveStale(t *testing.T) {
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	parent := t.TempDir()
	ours := strings.TrimSuffix(leftover.Mark(), fmt.Sprintf("-%d-", os.Getpid()))
	stays := map[string]bool{
		fmt.Sprintf("%s%s-%d-1", cgroupPrefix, ours, dead.Process.Pid):  false,
		fmt.Sprintf("%s%s-%d-1", cgroupPrefix, ours, os.Getpid()):       true,
		fmt.Sprintf("%s%s1-%d-1", cgroupPrefix, ours, dead.Process.Pid): true, // of another container, which may still be running
		cgroupPrefix + "other": true,
		"another":              true,
	}
	for name := range stays {
		if err := os.Mkdir(filepath.Join(parent, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	removeStale(parent)
	for name, want := range stays {
		if _, err := os.Stat(filepath.Join(parent, name)); (err == nil) != want {
			t.Errorf("%s: stays %v, want %v", name, err == nil, want)
		}
	}
}

func TestFindCgroup(t *testing.T) {
	const (
		hybrid = "24 20 0:21 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n"
		pure   = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"
		bound  = "30 23 0:26 /docker/ab /sys/fs/cgroup ro - cgroup2 cgroup rw\n"
	)
	tests := []struct{ memberships, mounts, own, top string }{
		{"4:memory:/x\n0::/\n", hybrid, "/sys/fs/cgroup/unified", "/sys/fs/cgroup/unified"},
		{"0::/user.slice/a.scope\n", pure, "/sys/fs/cgroup/user.slice/a.scope", "/sys/fs/cgroup"},
		{"0::/docker/ab/c\n", bound, "/sys/fs/cgroup/c", "/sys/fs/cgroup"},
		{"0::/elsewhere\n", bound, "", ""},
		{"4:memory:/x\n", hybrid, "", ""},
		{"0::/\n", "", "", ""},
	}
	for _, test := range tests {
		own, top, err := findCgroup(test.memberships, test.mounts)
		if own != test.own || top != test.top || (err == nil) != (test.own != "") {
			t.Errorf("findCgroup(%q, %q) = %q, %q, %v; want %q, %q", test.memberships, test.mounts, own, top, err, test.own, test.top)
		}
	}
}

// TestCgroupRefuses checks that a refusal of the kernel is an error, also if it comes only on
// close.
func TestCgroupRefuses(t *testing.T) {
	cg := &cgroup{path: t.TempDir()}
	if err := os.Symlink("/dev/full", cg.file("memory.max")); err != nil {
		t.Fatal(err)
	}
	if err := cg.write("memory.max", "1"); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
	memberships, err := os.ReadFile("/proc/self/cgroup")
	mounts, e := os.ReadFile("/proc/self/mountinfo")
	if err != nil || e != nil {
		t.Skip(err, e)
	}
	wantOwn, wantTop, wantErr := findCgroup(string(memberships), string(mounts))
	if own, top, err := ownCgroup(); own != wantOwn || top != wantTop || (err == nil) != (wantErr == nil) {
		t.Errorf("%q, %q, %v; the files say %q, %q, %v", own, top, err, wantOwn, wantTop, wantErr)
	}
}

// TestCgroupFiles reads and writes the files of a memory controller in a plain folder that stands
// for a cgroup, because few machines let a test create one.
func TestCgroupFiles(t *testing.T) {
	cg := &cgroup{path: t.TempDir()}
	if err := cg.limitMemory(0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no memory controller: error %v, want %v", err, os.ErrNotExist)
	}
	files := map[string]string{
		"memory.current": "4096\n", "memory.peak": "8192\n", "memory.max": "", "memory.oom.group": "",
		"memory.events": "low 0\nhigh 0\nmax 7\noom 1\noom_kill 2\noom_group_kill 1\n",
		"cpu.stat":      "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n",
		"cgroup.procs":  "12\n345\n", "cgroup.events": "populated 1\nfrozen 0\n",
	}
	for name, text := range files {
		if err := os.WriteFile(cg.file(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := cg.limitMemory(1 << 20); err != nil {
		t.Fatal(err)
	}
	if limit, group := cg.number("memory.max"), cg.number("memory.oom.group"); limit != 1<<20 || group != 1 {
		t.Errorf("memory.max is %d, memory.oom.group %d", limit, group)
	}
	if now, peak, killed := cg.memoryUse(); now != 4096 || peak != 8192 || !killed {
		t.Errorf("memoryUse() = %d, %d, %v", now, peak, killed)
	}
	if cpu := cg.cpu(); cpu != 1500*time.Microsecond {
		t.Errorf("cpu() = %v", cpu)
	}
	if pids := cg.processes(); !slices.Equal(pids, []int{12, 345}) {
		t.Errorf("processes() = %v", pids)
	}
	if !cg.populated() {
		t.Error("populated() = false")
	}
}

// TestLacksMemory checks that a cgroup that has the memory controller, or can turn it on, is
// preferred.
func TestLacksMemory(t *testing.T) {
	dir := t.TempDir()
	if got := lacksMemory(filepath.Join(dir, "none")); got != 1 {
		t.Errorf("where there is none: %d", got)
	}
	control := filepath.Join(dir, "cgroup.subtree_control")
	for said, want := range map[string]int{"cpu memory pids\n": 0, "memory": 0, "cpu pids\n": 1, "": 1} {
		if err := os.WriteFile(control, []byte(said), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := lacksMemory(dir); got != want {
			t.Errorf("%q: %d, want %d", said, got, want)
		}
		if text, err := os.ReadFile(control); err != nil || (want == 0) != (string(text) == said) || want == 1 && string(text) != "+memory" {
			t.Errorf("%q: asked for %q, %v", said, text, err)
		}
	}
}
