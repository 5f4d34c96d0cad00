package isolate

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// descendants are a command and its descendants, found by searching /proc. A process belongs to
// them if it is in the command's process group, if its parent belongs to them, or if it has the
// run's mark in its environment. Children inherit the mark in every group or session. A process
// that clears its environment, begins a session and loses its parent becomes a child of this
// process; see adoptOrphans.
type descendants struct {
	root  int
	mark  string          // NAME=value
	born  uint64          // start time of root; older processes are no descendants
	seen  map[int]process // by number, as of the last sample
	spent time.Duration   // CPU time of the processes seen that have ended
	lone  time.Duration   // CPU time of those whose parent had ended, including that of their children
	next  time.Time       // time of the next scan
	limit int64           // memory limit in bytes, 0 for none
}

// process holds fields of /proc/PID/stat.
type process struct {
	state     byte
	parent    int
	group     int
	session   int
	user, sys uint64 // clock ticks
	children  uint64 // clock ticks of the children that it waited for
	start     uint64 // clock ticks since boot: distinguishes two processes with the same number
}

// scanEvery is the interval between two searches of all of /proc for new descendants. Known ones
// are sampled far more often, which is cheap.
const scanEvery = 100 * time.Millisecond

// clockTick is the unit of times in /proc/PID/stat: USER_HZ is 100 on every architecture Go runs on.
const clockTick = 10 * time.Millisecond

// adoptOrphans makes this process, and not init, the parent of descendants that lose their parent:
// prctl(2), PR_SET_CHILD_SUBREAPER.
func adoptOrphans() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// orphan reports whether a process is an adopted child of this one: a child in another session that
// has no mark of a run. Processes that Run starts stay in this session.
func orphan(pid int, p process) bool {
	own, err := unix.Getsid(0)
	if err != nil || p.parent != os.Getpid() || p.session == own {
		return false
	}
	environ, _ := os.ReadFile(procPath(pid, "environ"))
	return !bytes.Contains(environ, []byte(markPrefix))
}

// markPrefix starts the name of the environment variable that marks a run.
const markPrefix = "ISOLATE_RUN_"

func (d *descendants) adopt(root int) {
	d.root = root
	d.seen = map[int]process{}
	if p, ok := readProcess(root); ok {
		d.born = p.start
		d.seen[root] = p
	}
	d.next = time.Now().Add(scanEvery)
}

// scan searches /proc for new descendants.
func (d *descendants) scan() {
	others := map[int]process{}
	for _, pid := range allPids() {
		if _, known := d.seen[pid]; known && d.refresh(pid) {
			continue
		}
		if p, ok := readProcess(pid); !ok || p.start < d.born {
			continue
		} else if p.group == d.root || d.marked(pid) || orphan(pid, p) {
			d.seen[pid] = p
		} else {
			others[pid] = p
		}
	}
	for grown := true; grown; {
		grown = false
		for pid, p := range others {
			if _, known := d.seen[p.parent]; known {
				d.seen[pid] = p
				delete(others, pid)
				grown = true
			}
		}
	}
	d.next = time.Now().Add(scanEvery)
}

// refresh reads a known process again. If the process has ended, or its number belongs to another
// process, refresh forgets it and returns false.
func (d *descendants) refresh(pid int) bool {
	old := d.seen[pid]
	p, ok := readProcess(pid)
	if !ok || p.start != old.start {
		d.spent += old.cpu()
		if _, known := d.seen[old.parent]; !known {
			d.lone += old.cpu() + old.waitedFor()
		}
		delete(d.seen, pid)
		return false
	}
	if !p.alive() && p.parent == os.Getpid() && pid != d.root {
		_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil) // an orphan of the run
	}
	d.seen[pid] = p
	return true
}

func (d *descendants) marked(pid int) bool {
	environ, _ := os.ReadFile(procPath(pid, "environ"))
	return bytes.Contains(environ, []byte(d.mark))
}

// sample returns the memory of the live descendants and the CPU time of all that were seen.
func (d *descendants) sample() usage {
	if time.Now().After(d.next) {
		d.scan()
	}
	var u usage
	var whole time.Duration // including children that were waited for, which may never have been seen
	for pid := range d.seen {
		if !d.refresh(pid) {
			continue
		}
		p := d.seen[pid]
		u.cpu += p.cpu()
		whole += p.cpu() + p.waitedFor()
		if p.alive() {
			now, peak := residentSet(pid)
			u.processes++
			u.memory += now
			u.peak = max(u.peak, peak)
		}
	}
	u.memory = sharedOnce(slices.Collect(maps.Keys(d.seen)), u.memory, d.limit)
	u.cpu = max(u.cpu+d.spent, whole+d.lone)
	return u
}

// kill sends SIGKILL to all descendants that it can find, and returns how many are alive or not yet
// reaped. It searches first, because a descendant can be recognised only while its parents live.
func (d *descendants) kill() int {
	d.scan()
	_ = syscall.Kill(-d.root, syscall.SIGKILL)
	left := 0
	for pid := range d.seen {
		if d.refresh(pid) && (pid != d.root || d.seen[pid].alive()) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			left++
		}
	}
	return left
}

// alive reports whether the process is running. A zombie, which only has to be reaped, is not
// alive.
func (p process) alive() bool { return p.state != 'Z' && p.state != 'X' }

func (p process) cpu() time.Duration { return time.Duration(p.user+p.sys) * clockTick }

func (p process) waitedFor() time.Duration { return time.Duration(p.children) * clockTick }

// procMethod returns how memory is measured without a cgroup.
func procMethod() string {
	if _, ok := readProcess(os.Getpid()); !ok {
		return MethodNone // /proc is not mounted
	}
	return MethodPolling
}

// allPids returns the numbers of the processes in /proc.
func allPids() []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	return numbers(names)
}

// numbers returns the integers among texts.
func numbers(texts []string) (list []int) {
	for _, t := range texts {
		if n, err := strconv.Atoi(t); err == nil {
			list = append(list, n)
		}
	}
	return list
}

// readProcess reads /proc/PID/stat. It returns false if there is no such process.
func readProcess(pid int) (process, bool) {
	data, err := os.ReadFile(procPath(pid, "stat"))
	if err != nil {
		return process{}, false
	}
	return parseStat(string(data))
}

// parseStat parses the fields of proc_pid_stat(5). The second field, the name in parentheses, may
// itself contain spaces and parentheses, so fields are counted after the last parenthesis. The
// third field, the state, then has index 0.
func parseStat(stat string) (process, bool) {
	f := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(f) < 20 {
		return process{}, false
	}
	number := func(i int) uint64 {
		n, _ := strconv.ParseUint(f[i], 10, 64)
		return n
	}
	return process{
		state: f[0][0], parent: int(number(1)), group: int(number(2)), session: int(number(3)),
		user: number(11), sys: number(12), children: number(13) + number(14), start: number(19),
	}, true
}

// residentSet returns the bytes of memory that a process holds, and the peak since its exec; 0 if
// it has ended.
func residentSet(pid int) (now, peak int64) {
	status, err := os.ReadFile(procPath(pid, "status"))
	if err != nil {
		return 0, 0
	}
	return statusBytes(string(status), "VmRSS:"), statusBytes(string(status), "VmHWM:")
}

// sharedOnce returns the memory that processes hold in bytes. If their resident sets together
// exceed the limit, it counts shared pages only once. That takes a millisecond, so it is done only
// then.
func sharedOnce(pids []int, resident, limit int64) (held int64) {
	if len(pids) < 2 || limit == 0 || resident <= limit {
		return resident
	}
	for _, pid := range pids {
		held += proportionalSet(pid)
	}
	return held
}

// proportionalSet returns the bytes of memory that a process holds, with shared pages divided among
// the processes that share them. It falls back to residentSet if the system does not report that.
func proportionalSet(pid int) int64 {
	rollup, _ := os.ReadFile(procPath(pid, "smaps_rollup"))
	if n := statusBytes(string(rollup), "Pss:"); n > 0 {
		return n
	}
	now, _ := residentSet(pid)
	return now
}

// statusBytes returns the size in bytes on the line of key in /proc/PID/status, whose sizes are in
// KiB.
func statusBytes(status, key string) int64 {
	_, rest, found := strings.Cut(status, "\n"+key)
	if !found {
		return 0
	}
	line, _, _ := strings.Cut(rest, "\n")
	n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(line, "kB")), 10, 64)
	return n << 10
}

func procPath(pid int, name string) string { return "/proc/" + strconv.Itoa(pid) + "/" + name }

// SelfPeak returns this process's peak resident memory in bytes since its exec. A command that
// reports it just before it ends is more exact than its parent can be without a cgroup.
func SelfPeak() (int64, bool) {
	_, peak := residentSet(os.Getpid())
	return peak, peak > 0
}
