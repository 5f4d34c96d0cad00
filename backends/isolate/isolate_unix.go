//go:build unix && !linux

package isolate

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// group is a command in a process group of its own, watched through ps.
type group struct {
	command func() *exec.Cmd
	cmd     *exec.Cmd
	method  string
	pinned  bool
	ended   chan struct{}    // closed when the command has ended
	endedAt time.Time        // valid once ended is closed
	state   *os.ProcessState // valid once ended is closed
	ownPeak int64            // this process's own peak just after the start
}

// Starting ps costs milliseconds, so short runs go without.
const firstPoll, longestPause = 250 * time.Millisecond, 500 * time.Millisecond

func newGroup(c Command, command func() *exec.Cmd) (*group, error) {
	return &group{command: command, method: MethodPS, ended: make(chan struct{})}, nil
}

func (g *group) start() error {
	g.cmd = g.command()
	g.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := g.cmd.Start(); err != nil {
		return err
	}
	g.ownPeak, _ = SelfPeak()
	go func() {
		g.state, _ = g.cmd.Process.Wait()
		g.endedAt = time.Now()
		close(g.ended)
	}()
	return nil
}

// reap collects the output of the command once it has ended, and returns how it ended.
func (g *group) reap() *os.ProcessState {
	_ = g.cmd.Wait() // fails for want of a process, after having waited for the output
	return g.state
}

func (g *group) close() {}

// kill ends the process group. Descendants that left it escape.
func (g *group) kill() { syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL) }

func (g *group) sample() usage {
	select {
	case <-g.ended: // ps would find nothing, at a cost that every short run would pay
		return usage{}
	default:
		return askPS(g.cmd.Process.Pid)
	}
}

// SelfPeak returns the most memory in bytes that this process has held in physical memory. A
// command that reports it just before it ends tells its own peak more exactly than its parent can learn it.
func SelfPeak() (int64, bool) {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0, false
	}
	peak := rssBytes(&r)
	return peak, peak > 0
}

func probe() Capabilities {
	c := Capabilities{
		Memory:      MethodPS,
		Containment: "process group",
		ParentDeath: "the command runs on",
		Notes: []string{
			"no pinning: the scheduler may move a command between cores",
			"memory limits are enforced up to half a second late",
			"a descendant that leaves the process group is neither watched nor killed",
		},
	}
	if _, err := exec.LookPath("ps"); err != nil {
		c.Memory = MethodNone
		c.Notes = append(c.Notes, "no ps: memory and CPU limits are checked only after a run")
	}
	return c
}
