package isolate

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"time"
)

// pipeGrace limits the wait for the output of a run after all its processes have been killed. It
// can only be exceeded if an escaped descendant holds the pipes open, or if this process gets no
// core for that long; then output may be lost. See longestGap for such delays.
const pipeGrace = 5 * time.Second

// Run starts c and waits until it ends, exceeds a limit or ctx is done. It kills the command and
// its remaining descendants, and returns the outcome and the resources used. The error is non-nil
// only if c is invalid or could not be started; a command that fails is a Result.
//
// Run locks its goroutine to an operating-system thread until it returns. It may be called from
// several goroutines, but runs that share a core or a memory bus disturb each other's times.
func Run(ctx context.Context, c Command) (Result, error) {
	if err := c.check(); err != nil {
		return Result{}, err
	}
	if ctx.Err() != nil {
		return Result{Outcome: Cancelled, Reason: reasonCancelled(ctx), Exit: -1, Method: MethodNone}, nil
	}
	if c.Output == 0 {
		c.Output = DefaultOutput
	}

	// Linux ties a child's life to the thread that created it and lets it inherit that thread's
	// affinity, so one thread must stay with the run until its end.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	full := make(chan struct{}, 1)
	stdout := &cappedWriter{limit: c.Output, full: full}
	stderr := &cappedWriter{limit: c.Output, full: full}
	g, err := newGroup(c, func() *exec.Cmd {
		cmd := exec.Command(c.Path, c.Args...)
		cmd.Dir = c.Dir
		cmd.Env = c.Env
		cmd.Env = cmd.Environ()
		if len(c.Stdin) > 0 {
			cmd.Stdin = bytes.NewReader(c.Stdin)
		}
		cmd.Stdout, cmd.Stderr = stdout, stderr
		if c.Stdout != nil {
			cmd.Stdout = c.Stdout
		}
		cmd.WaitDelay = pipeGrace
		return cmd
	})
	if err != nil {
		return Result{}, fmt.Errorf("isolate %s: %w", c.Path, err)
	}
	defer g.close()
	resumed := make(chan os.Signal, 1)
	notifyResumed(resumed)
	defer signal.Stop(resumed)
	before := readClocks(c.CPUs)
	begin := time.Now()
	if err := g.start(); err != nil {
		return Result{}, fmt.Errorf("isolate %s: %w", c.Path, err)
	}

	m := meter{limits: c.Limits, begin: begin, looked: begin}
	v := watch(ctx, g, &m, begin, full)
	m.add(g.sample())
	g.kill()
	<-g.ended
	state := g.reap()
	m.addExit(state, g.exitPeak(state))

	r := Result{
		Wall: g.endedAt.Sub(begin), CPU: m.cpu, PeakBytes: m.peak, PeakExact: m.exact,
		Method: g.method, Pinned: g.pinned,
		Waited: m.waited, Stopped: m.stopped, Halted: m.halted, Gap: m.gap,
	}
	r.Resumed = m.resumed(resumed)
	var pressed time.Duration
	r.Slept, r.Stolen, pressed = before.passed()
	if !m.reported {
		r.Waited = pressed
	}
	r.Exit, r.Signal = ending(state)
	var outCut, errCut bool
	r.Stdout, outCut = stdout.take()
	r.Stderr, errCut = stderr.take()
	r.Truncated = outCut || errCut
	if v.Outcome == "" {
		v = judge(r, &m)
	}
	r.Outcome, r.Reason = v.Outcome, v.Reason
	return r, nil
}

// verdict is an Outcome with its Reason. The zero verdict means that nothing stopped the run.
type verdict struct {
	Outcome Outcome
	Reason  string
}

// watch waits until the command itself has ended, and then returns a zero verdict, or until it must
// be stopped.
func watch(ctx context.Context, g *group, m *meter, begin time.Time, full <-chan struct{}) verdict {
	var wall <-chan time.Time
	elapsed := m.limits.Wall
	if m.limits.Busy {
		elapsed = m.limits.outer()
	}
	if m.limits.Wall > 0 {
		timer := time.NewTimer(time.Until(begin.Add(elapsed)))
		defer timer.Stop()
		wall = timer.C
	}
	pause := firstPoll
	poll := time.NewTimer(pause)
	defer poll.Stop()
	defer func() { m.look(pause) }()
	for {
		select {
		case <-g.ended:
			return verdict{}
		case <-ctx.Done():
			return verdict{Cancelled, reasonCancelled(ctx)}
		case <-wall:
			return overWall(elapsed)
		case <-full:
			return overOutput(m.limits.Output)
		case <-poll.C:
			m.look(pause)
			m.add(g.sample())
			if v := m.over(); v.Outcome != "" {
				return v
			}
			pause = min(pause*3/2, longestPause)
			poll.Reset(pause)
		}
	}
}

// judge returns the verdict of a run that ended by itself. An exceeded limit counts even if the run
// ended before a sample showed it: the outcome must not depend on the time of a sample.
func judge(r Result, m *meter) verdict {
	v := m.over()
	switch {
	case v.Outcome != "":
		return v
	case m.limits.Wall > 0 && !m.limits.Busy && r.Wall > m.limits.Wall:
		return overWall(m.limits.Wall)
	case r.Truncated:
		return overOutput(m.limits.Output)
	case r.Signal == "SIGKILL":
		return verdict{Crashed, "killed by SIGKILL from outside; perhaps the system ran out of memory"}
	case r.Signal != "":
		return verdict{Crashed, "ended by " + r.Signal}
	case r.Exit != 0:
		return verdict{Exited, fmt.Sprintf("exit status %d", r.Exit)}
	}
	return verdict{Outcome: Exited}
}

func reasonCancelled(ctx context.Context) string { return "cancelled: " + context.Cause(ctx).Error() }

func overWall(limit time.Duration) verdict {
	return verdict{Timeout, fmt.Sprintf("ran for more than %v", limit)}
}

func overCPU(used, limit time.Duration) verdict {
	return verdict{Timeout, fmt.Sprintf("used %v of CPU time, limit %v", used, limit)}
}

func overOutput(limit int64) verdict {
	return verdict{OutputLimit, fmt.Sprintf("wrote more than %d bytes to stdout or stderr", limit)}
}

// usage holds the resources that a group of processes uses at one moment, as far as the system
// reports them.
type usage struct {
	memory    int64         // bytes now
	peak      int64         // high-water mark in bytes kept by the kernel, 0 for none
	exact     bool          // peak is for the whole group
	cpu       time.Duration // used so far
	waited    time.Duration // total time for which its threads were ready and waited for a core
	reported  bool          // the system reports waited
	stopped   bool          // a signal stopped the command, now or before
	halted    bool          // a signal keeps it stopped now
	processes int           // number of processes seen alive
	killed    bool          // the kernel killed it at the memory limit
}

// meter accumulates the samples of a group's use.
type meter struct {
	limits   Limits
	peak     int64
	exact    bool // peak is a high-water mark kept by the kernel
	several  bool // more than one process was seen at a time
	cpu      time.Duration
	waited   time.Duration
	reported bool
	stopped  bool
	halted   bool // at the last sample
	begin    time.Time
	looked   time.Time     // time of the last sample
	gap      time.Duration // the longest delay of a sample
	killed   bool
}

// look records a sample and its delay: the time since the last sample beyond the planned pause.
func (m *meter) look(pause time.Duration) {
	now := time.Now()
	m.gap, m.looked = max(m.gap, now.Sub(m.looked)-pause), now
}

// resumed reports whether a signal, received on the channel, ended the gap.
func (m *meter) resumed(reported <-chan os.Signal) bool {
	if m.gap <= longestGap {
		return false
	}
	select {
	case <-reported:
		return true
	case <-time.After(resumption):
	}
	select { // on a busy machine both may be ready before this goroutine runs
	case <-reported:
		return true
	default:
		return false
	}
}

func (m *meter) add(u usage) {
	m.peak = max(m.peak, u.memory, u.peak)
	m.cpu = max(m.cpu, u.cpu)
	m.waited = max(m.waited, u.waited)
	m.reported = m.reported || u.reported
	m.stopped, m.halted = m.stopped || u.stopped, u.halted
	m.exact = m.exact || u.exact
	m.several = m.several || u.processes > 1
	m.killed = m.killed || u.killed
}

// addExit adds the values that the kernel reports when the command is reaped: the CPU time of the
// command and of the descendants that it waited for, and the peak of the largest of these
// processes.
func (m *meter) addExit(state *os.ProcessState, peak int64) {
	m.cpu = max(m.cpu, state.UserTime()+state.SystemTime())
	if !m.exact && peak > 0 {
		m.peak = max(m.peak, peak)
		m.exact = !m.several
	}
}

// over returns the verdict if a limit has been exceeded, otherwise a zero verdict.
func (m *meter) over() verdict {
	switch {
	case m.killed, m.limits.Memory > 0 && m.peak > m.limits.Memory:
		return verdict{MemoryLimit, fmt.Sprintf("held %d bytes, limit %d", m.peak, m.limits.Memory)}
	case m.limits.CPU > 0 && m.cpu > m.limits.CPU:
		return overCPU(m.cpu, m.limits.CPU)
	case m.limits.Wall > 0 && m.limits.Busy && m.cpu > m.limits.Wall:
		return overCPU(m.cpu, m.limits.Wall)
	case m.limits.Wall > 0 && m.limits.Busy && m.reported && m.limits.Asleep(m.looked.Sub(m.begin), m.waited):
		return overWall(m.limits.Wall) // exceeded by far
	}
	return verdict{}
}
