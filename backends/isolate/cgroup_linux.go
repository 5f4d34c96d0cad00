package isolate

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"nqueens/internal/leftover"
)

// cgroup is a control group, version 2, made for one run: no descendant can leave it. With
// the memory controller the kernel also counts and limits its memory; without, it still
// finds and kills every process and counts their CPU time.
type cgroup struct {
	path   string
	dir    *os.File
	memory bool
}

// newCgroup creates a cgroup below or, failing that, beside the one this process is in, the
// only places where an unprivileged owner of a delegated subtree may put its children. One
// with the memory controller is preferred.
func newCgroup(memoryLimit int64) (*cgroup, error) {
	own, top, err := ownCgroup()
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(filepath.Base(own), cgroupPrefix) {
		// Beside it the new one would leave the account, and the reach, of the run
		// that this process is part of.
		return nil, errors.New("this process is a run itself, and what it starts stays in its cgroup")
	}
	parents := []string{own}
	if own != top {
		parents = append(parents, filepath.Dir(own))
	}
	slices.SortStableFunc(parents, func(a, b string) int {
		return lacksMemory(a) - lacksMemory(b)
	})
	for _, parent := range parents {
		var cg *cgroup
		if cg, err = makeCgroup(parent, memoryLimit); err == nil {
			return cg, nil
		}
	}
	return nil, err
}

// ownCgroup returns the directory of this process's version 2 cgroup, and that of the
// topmost visible one.
func ownCgroup() (own, top string, err error) {
	memberships, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", "", err
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return "", "", err
	}
	return findCgroup(string(memberships), string(mounts))
}

// findCgroup reads /proc/PID/cgroup, whose version 2 line is 0::PATH, and /proc/PID/mountinfo
// (see proc_pid_mountinfo(5)): the directory in the file system is field 4, the place
// where that is mounted field 5, and the file system's type follows a dash.
func findCgroup(memberships, mounts string) (own, top string, err error) {
	path, found := "", false
	for line := range strings.Lines(memberships) {
		if path, found = strings.CutPrefix(strings.TrimSuffix(line, "\n"), "0::"); found {
			break
		}
	}
	if !found {
		return "", "", errors.New("this process is in no version 2 cgroup")
	}
	for line := range strings.Lines(mounts) {
		before, after, _ := strings.Cut(line, " - ")
		fields := strings.Fields(before)
		if len(fields) < 5 || !strings.HasPrefix(after, "cgroup2 ") {
			continue
		}
		rel, err := filepath.Rel(fields[3], path)
		if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
			continue
		}
		return filepath.Join(fields[4], rel), fields[4], nil
	}
	return "", "", errors.New("the version 2 cgroup of this process is not mounted")
}

// lacksMemory is 0 if children of the cgroup at dir have the memory controller, else 1.
// Turning it on is tried first: this works for whoever owns dir, if dir has no processes.
func lacksMemory(dir string) int {
	control := filepath.Join(dir, "cgroup.subtree_control")
	if !slices.Contains(words(control), "memory") {
		_ = os.WriteFile(control, []byte("+memory"), 0)
	}
	if slices.Contains(words(control), "memory") {
		return 0
	}
	return 1
}

func makeCgroup(parent string, memoryLimit int64) (*cgroup, error) {
	// Starting a process elsewhere moves it, for which one must own the common ancestor.
	if err := unix.Access(filepath.Join(parent, "cgroup.procs"), unix.W_OK); err != nil {
		return nil, fmt.Errorf("cgroup %s: %w", parent, err)
	}
	removeStale(parent)
	path, err := os.MkdirTemp(parent, cgroupPrefix+leftover.Mark())
	if err != nil {
		return nil, err
	}
	cg := &cgroup{path: path}
	if cg.dir, err = os.Open(path); err != nil {
		cg.close()
		return nil, err
	}
	cg.memory = cg.limitMemory(memoryLimit) == nil
	return cg, nil
}

// cgroupPrefix begins the name of a cgroup; the mark of the process that made it follows.
const cgroupPrefix = "isolate-"

// removeStale removes the cgroups of harnesses that were killed, and kills what lives on in them.
func removeStale(parent string) {
	dirs, _ := filepath.Glob(filepath.Join(parent, cgroupPrefix+"*"))
	for _, dir := range dirs {
		if leftover.Abandoned(strings.TrimPrefix(filepath.Base(dir), cgroupPrefix)) {
			left := cgroup{path: dir}
			left.kill()
			left.close()
		}
	}
}

// limitMemory has the kernel kill the whole group when it needs more than limit bytes; 0
// sets no limit. It fails where the memory controller is absent.
func (cg *cgroup) limitMemory(limit int64) error {
	if _, err := os.Stat(cg.file("memory.current")); err != nil || limit == 0 {
		return err
	}
	// Absent where the kernel does not swap.
	if err := cg.write("memory.swap.max", "0"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := cg.write("memory.oom.group", "1"); err != nil {
		return err
	}
	return cg.write("memory.max", strconv.FormatInt(limit, 10))
}

// memoryUse returns the bytes held now and at most so far (0 before Linux 5.19), and
// whether the kernel killed the group at its limit. They include files and kernel memory
// that the group brought in.
func (cg *cgroup) memoryUse() (now, peak int64, killed bool) {
	return cg.number("memory.current"), cg.number("memory.peak"), cg.value("memory.events", "oom_kill") > 0
}

// cpu is the user and system time of every process that ever was in the group.
func (cg *cgroup) cpu() time.Duration {
	return time.Duration(cg.value("cpu.stat", "usage_usec")) * time.Microsecond
}

func (cg *cgroup) processes() []int { return numbers(words(cg.file("cgroup.procs"))) }

// populated says whether any process in the group is alive.
func (cg *cgroup) populated() bool { return cg.value("cgroup.events", "populated") > 0 }

// kill sends SIGKILL to every process in the group.
func (cg *cgroup) kill() {
	if cg.write("cgroup.kill", "1") == nil {
		return
	}
	for _, pid := range cg.processes() { // before Linux 5.14
		_ = unix.Kill(pid, unix.SIGKILL)
	}
}

// close removes the group. Processes that have just died may keep it busy for a moment; one
// that cannot be killed leaves the directory behind.
func (cg *cgroup) close() {
	if cg.dir != nil {
		cg.dir.Close() //nolint:errcheck // nothing was written
	}
	for deadline := time.Now().Add(time.Second); ; time.Sleep(time.Millisecond) {
		if err := os.Remove(cg.path); !errors.Is(err, unix.EBUSY) || time.Now().After(deadline) {
			return
		}
	}
}

func (cg *cgroup) file(name string) string { return filepath.Join(cg.path, name) }

func (cg *cgroup) write(name, value string) error {
	f, err := os.OpenFile(cg.file(name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(value)
	return errors.Join(err, f.Close())
}

// number reads a file of one number, 0 if there is none.
func (cg *cgroup) number(name string) int64 {
	w := words(cg.file(name))
	if len(w) == 0 {
		return 0
	}
	n, _ := strconv.ParseInt(w[0], 10, 64)
	return n
}

// value reads the number after key in a file of keys and numbers, 0 if there is none.
func (cg *cgroup) value(name, key string) int64 {
	w := words(cg.file(name))
	if i := slices.Index(w, key); i >= 0 && i+1 < len(w) {
		n, _ := strconv.ParseInt(w[i+1], 10, 64)
		return n
	}
	return 0
}

// words reads a file and splits it at white space; an unreadable file has none.
func words(path string) []string {
	data, _ := os.ReadFile(path)
	return strings.Fields(string(data))
}
