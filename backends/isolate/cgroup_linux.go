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

// cgroup is a version 2 control group made for one run. No descendant can leave it. With the memory
// controller the kernel counts and limits the memory of the group. Without it the kernel still
// finds and kills every process and counts CPU time.
type cgroup struct {
	path   string
	dir    *os.File
	memory bool
}

// newCgroup creates a cgroup below the cgroup of this process or, if that fails, beside it. These
// are the only places where an unprivileged owner of a delegated subtree may create one. It prefers
// a place with the memory controller.
func newCgroup(memoryLimit int64) (*cgroup, error) {
	own, top, err := ownCgroup()
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(filepath.Base(own), cgroupPrefix) {
		// A cgroup beside this one would not be counted, limited or killed with the run that this
		// process is part of.
		return nil, errors.New("this process is itself a measured run, and its children stay in its cgroup")
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

// ownCgroup returns the directories of this process's version 2 cgroup and of the topmost visible
// cgroup.
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

// findCgroup finds both directories in the texts of /proc/PID/cgroup, whose version 2 line is
// 0::PATH, and of /proc/PID/mountinfo. In mountinfo (proc_pid_mountinfo(5)) field 4 is the
// directory inside the file system, field 5 the mount point, and the type of the file system
// follows a dash.
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

// lacksMemory returns 0 if children of the cgroup at dir have the memory controller, else 1. It
// first tries to turn the controller on. That succeeds if this process owns dir and dir contains no
// processes.
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
	// Starting a process in another cgroup moves it, which requires write access to the common
	// ancestor.
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

// cgroupPrefix starts the name of a cgroup. The mark of the process that created it follows.
const cgroupPrefix = "isolate-"

// removeStale removes the cgroups of harnesses that were killed, and kills the processes in them.
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

// limitMemory makes the kernel kill the whole group when it needs more than limit bytes; 0 sets no
// limit. It returns an error if the memory controller is absent.
func (cg *cgroup) limitMemory(limit int64) error {
	if _, err := os.Stat(cg.file("memory.current")); err != nil || limit == 0 {
		return err
	}
	// The file is absent if the kernel does not swap.
	if err := cg.write("memory.swap.max", "0"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := cg.write("memory.oom.group", "1"); err != nil {
		return err
	}
	return cg.write("memory.max", strconv.FormatInt(limit, 10))
}

// memoryUse returns the current and the peak memory in bytes (the peak is 0 before Linux 5.19), and
// whether the kernel killed the group at its limit. Both include page cache and kernel memory of
// the group.
func (cg *cgroup) memoryUse() (now, peak int64, killed bool) {
	return cg.number("memory.current"), cg.number("memory.peak"), cg.value("memory.events", "oom_kill") > 0
}

// cpu returns the user and system time of all processes that have ever been in the group.
func (cg *cgroup) cpu() time.Duration {
	return time.Duration(cg.value("cpu.stat", "usage_usec")) * time.Microsecond
}

func (cg *cgroup) processes() []int { return numbers(words(cg.file("cgroup.procs"))) }

// populated reports whether any process in the group is alive.
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

// close removes the group. Processes that have just died may keep it busy for a moment. If a
// process cannot be killed, the directory stays.
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

// number returns the number in a file of one number, 0 if the file is missing.
func (cg *cgroup) number(name string) int64 {
	w := words(cg.file(name))
	if len(w) == 0 {
		return 0
	}
	n, _ := strconv.ParseInt(w[0], 10, 64)
	return n
}

// value returns the number after key in a file of keys and numbers, 0 if it is missing.
func (cg *cgroup) value(name, key string) int64 {
	w := words(cg.file(name))
	if i := slices.Index(w, key); i >= 0 && i+1 < len(w) {
		n, _ := strconv.ParseInt(w[i+1], 10, 64)
		return n
	}
	return 0
}

// words returns the words of a file, none if it cannot be read.
func words(path string) []string {
	data, _ := os.ReadFile(path)
	return strings.Fields(string(data))
}
