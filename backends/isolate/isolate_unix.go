//go:build unix && !linux

package isolate

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// group is a command in its own process group, measured with ps.
type group struct {
	command func() *exec.Cmd
	cmd     *exec.Cmd
	method  string
	pinned  bool
	ended   chan struct{}    // closed when the command has ended
	endedAt time.Time        // valid once ended is closed
	state   *os.ProcessState // valid once ended is closed
	ownPeak int64            // this process's peak just after the start
}

// Starting ps takes milliseconds, so short runs end before the first sample.
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

// reap collects the output of the ended command, and returns its process state.
func (g *group) reap() *os.ProcessState {
	_ = g.cmd.Wait() // fails because the process is already reaped, after having waited for the output
	return g.state
}

func (g *group) close() {}

// kill kills the process group. Descendants that left it escape.
func (g *group) kill() { syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL) }

func (g *group) sample() usage {
	select {
	case <-g.ended: // ps would find nothing, and would delay every short run
		return usage{}
	default:
		return askPS(g.cmd.Process.Pid)
	}
}

// SelfPeak returns this process's peak resident memory in bytes. A command that reports it just
// before it ends is more exact than its parent can be.
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
