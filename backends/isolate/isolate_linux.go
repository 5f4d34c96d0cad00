package isolate

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// group is a command and its descendants. They are found by their cgroup if there is one, otherwise
// by searching /proc.
type group struct {
	command     func() *exec.Cmd // creates the command again, because a failed exec.Cmd cannot be started again
	cmd         *exec.Cmd
	cpus        []int
	limit       int64        // memory limit in bytes, 0 for none
	cgroup      *cgroup      // nil if none can be created
	descendants *descendants // nil if there is a cgroup
	method      string
	pinned      bool
	ended       chan struct{} // closed when the command itself has ended, and is a zombie
	endedAt     time.Time     // valid once ended is closed
	ownPeak     int64         // this process's peak just after the start; see exitPeak
	waits       waits
	stopped     atomic.Bool // a signal has stopped it at least once
}

const firstPoll, longestPause = time.Millisecond, 10 * time.Millisecond

func newGroup(c Command, command func() *exec.Cmd) (*group, error) {
	g := &group{command: command, cpus: c.CPUs, limit: c.Memory, ended: make(chan struct{}), waits: waits{}}
	if !c.plain {
		// Without a cgroup the run continues with the other methods; Result.Method reports which.
		g.cgroup, _ = newCgroup(c.Memory)
	}
	return g, nil
}

// start starts the command on its cores. A child inherits the affinity of the thread that creates
// it, so this thread is bound to these cores during the start. The Go runtime does not create other
// threads from a locked one, so no other thread can inherit the affinity.
func (g *group) start() error {
	restore, err := pin(g.cpus)
	if err != nil {
		return err
	}
	err = g.spawn()
	if err != nil && g.cgroup != nil {
		// On old kernels or with seccomp filters, a cgroup can be created but no process can be
		// started in it. If the command itself is the cause, it fails again.
		g.cgroup.close()
		g.cgroup = nil
		err = g.spawn()
	}
	restoreErr := restore()
	if err != nil {
		return err
	}
	g.pinned = len(g.cpus) > 0
	g.ownPeak, _ = SelfPeak()
	go g.awaitEnd()
	if restoreErr != nil {
		g.kill()
		<-g.ended
		g.reap()
		return fmt.Errorf("restoring this thread's cores: %w", restoreErr)
	}
	return nil
}

func (g *group) spawn() error {
	g.cmd = g.command()
	g.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	g.method = procMethod()
	if g.cgroup != nil {
		g.cmd.SysProcAttr.UseCgroupFD = true
		g.cmd.SysProcAttr.CgroupFD = int(g.cgroup.dir.Fd())
		if g.cgroup.memory {
			g.method = MethodCgroup
		}
		return g.cmd.Start()
	}
	g.descendants = &descendants{mark: markPrefix + rand.Text() + "=1", limit: g.limit}
	g.cmd.Env = append(g.cmd.Env[:len(g.cmd.Env):len(g.cmd.Env)], g.descendants.mark)
	adoptOrphans()
	err := g.cmd.Start()
	if err == nil {
		g.descendants.adopt(g.cmd.Process.Pid)
	}
	return err
}

// awaitEnd closes g.ended when the command ends. It does not reap the zombie, so that the kernel
// cannot reuse its process and group number before the group is killed.
func (g *group) awaitEnd() {
	for {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_PID, g.cmd.Process.Pid, &info, unix.WEXITED|unix.WSTOPPED|unix.WCONTINUED|unix.WNOWAIT, nil)
		if err == nil && (info.Code == cldStopped || info.Code == cldContinued) {
			g.stopped.Store(true)
			_ = unix.Waitid(unix.P_PID, g.cmd.Process.Pid, nil, unix.WSTOPPED|unix.WCONTINUED|unix.WNOHANG, nil)
		} else if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	g.endedAt = time.Now()
	close(g.ended)
}

// reap collects the ended command and its output, and returns its process state.
func (g *group) reap() *os.ProcessState {
	_ = g.cmd.Wait() // the state contains the error
	return g.cmd.ProcessState
}

func (g *group) close() {
	if g.cgroup != nil {
		g.cgroup.close()
	}
}

// kill kills every process of the group. It returns when none is alive, or after a second if some
// cannot be killed.
func (g *group) kill() {
	if g.cgroup != nil {
		g.cgroup.kill()
	}
	for deadline := time.Now().Add(time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if g.cgroup != nil && !g.cgroup.populated() {
			return
		}
		if g.cgroup == nil && g.descendants.kill() == 0 {
			return
		}
	}
}

// sample returns the group's current resource use, and records what delayed it.
func (g *group) sample() usage {
	u, processes := g.used()
	for pid := range processes {
		g.waits.look(pid)
	}
	// A command that waits for a vfork is not in the state stopped while its child is.
	if halted(processes) {
		if g.descendants != nil {
			g.descendants.scan() // a new process may be computing
		}
		if g.descendants == nil || halted(g.descendants.seen) {
			u.halted = true
			g.stopped.Store(true)
		}
	}
	u.waited, u.reported, u.stopped = g.waits.total(), len(g.waits) > 0, g.stopped.Load()
	return u
}

// halted reports whether a signal has stopped one of the processes while none is running. A command
// that stops some of its children while others compute loses no time.
func halted(processes map[int]process) bool {
	stopped := false
	for _, p := range processes {
		if p.state == 'R' {
			return false
		}
		stopped = stopped || p.state == 'T'
	}
	return stopped
}

// used returns the group's current resource use, and its processes by number.
func (g *group) used() (usage, map[int]process) {
	if g.cgroup == nil {
		return g.descendants.sample(), g.descendants.seen
	}
	u, processes := usage{cpu: g.cgroup.cpu()}, map[int]process{}
	pids := g.cgroup.processes()
	for _, pid := range pids {
		processes[pid], _ = readProcess(pid)
	}
	if g.cgroup.memory {
		u.memory, u.peak, u.killed = g.cgroup.memoryUse()
		if u.exact = u.peak > 0; !u.exact {
			u.processes = len(pids)
		}
		return u, processes
	}
	u.processes = len(pids)
	for _, pid := range pids {
		now, peak := residentSet(pid)
		u.memory += now
		u.peak = max(u.peak, peak)
	}
	u.memory = sharedOnce(pids, u.memory, g.limit)
	return u, processes
}

func probe() Capabilities {
	c := Capabilities{
		Memory:      procMethod(),
		Containment: "process group, parent, a mark in the environment, and this process as the parent of orphans; a descendant escapes if it loses mark, group and parent at once and stays in the session",
		ParentDeath: "the command is killed at once; its descendants are not",
	}
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) == nil {
		c.CPUs = cores(&set)
	}
	cg, err := newCgroup(0)
	if err != nil {
		c.Notes = append(c.Notes, "no cgroup: "+err.Error())
	} else {
		defer cg.close()
		c.Containment = "cgroup v2"
		if cg.memory {
			c.Memory = MethodCgroup
			return c
		}
		c.Notes = append(c.Notes, "cgroups can be created, but without the memory controller")
	}
	c.Notes = append(c.Notes,
		"memory limits are enforced a few milliseconds late, and peaks of short runs are lower bounds; to let the kernel measure and limit memory under systemd, start the harness with systemd-run --user --scope -p Delegate=yes")
	return c
}

// pin binds the calling thread to cpus until restore is called.
func pin(cpus []int) (restore func() error, err error) {
	if len(cpus) == 0 {
		return func() error { return nil }, nil
	}
	var before, want unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return nil, fmt.Errorf("reading this thread's cores: %w", err)
	}
	for _, cpu := range cpus {
		if cpu < 0 || !before.IsSet(cpu) {
			return nil, fmt.Errorf("cannot pin to core %d: this process may run on cores %s", cpu, ranges(cores(&before)))
		}
		want.Set(cpu)
	}
	if err := unix.SchedSetaffinity(0, &want); err != nil {
		return nil, fmt.Errorf("pinning to cores %v: %w", cpus, err)
	}
	return func() error { return unix.SchedSetaffinity(0, &before) }, nil
}

func cores(set *unix.CPUSet) []int {
	var list []int
	for cpu := range len(set) * 64 {
		if set.IsSet(cpu) {
			list = append(list, cpu)
		}
	}
	return list
}
