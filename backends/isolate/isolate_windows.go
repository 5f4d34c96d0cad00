package isolate

import (
	"fmt"
	"os"
	"os/exec"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a command in a job object, which its descendants cannot leave. The command is assigned
// to the job just after its start, so a process that it starts within its first microseconds is not
// in the job.
type group struct {
	command func() *exec.Cmd
	cmd     *exec.Cmd
	job     windows.Handle
	method  string
	pinned  bool
	ended   chan struct{}    // closed when the command has ended
	endedAt time.Time        // valid once ended is closed
	state   *os.ProcessState // valid once ended is closed
}

const firstPoll, longestPause = time.Millisecond, 10 * time.Millisecond

func newGroup(c Command, command func() *exec.Cmd) (*group, error) {
	g := &group{command: command, method: MethodJob, ended: make(chan struct{})}
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	// The job is closed with its last handle, and so with this process.
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if len(c.CPUs) > 0 {
		allowed := processCores()
		for _, cpu := range c.CPUs {
			if cpu < 0 || cpu >= 64 || allowed&(1<<cpu) == 0 {
				return nil, fmt.Errorf("cannot pin to core %d: this process may run on cores %s", cpu, ranges(bits(allowed)))
			}
			info.BasicLimitInformation.Affinity |= 1 << cpu
		}
		info.BasicLimitInformation.LimitFlags |= windows.JOB_OBJECT_LIMIT_AFFINITY
		g.pinned = true
	}
	var err error
	if g.job, err = windows.CreateJobObject(nil, nil); err != nil {
		return nil, fmt.Errorf("creating a job object: %w", err)
	}
	if _, err := windows.SetInformationJobObject(g.job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info))); err != nil {
		g.close()
		return nil, fmt.Errorf("limiting a job object: %w", err)
	}
	return g, nil
}

func (g *group) start() error {
	g.cmd = g.command()
	if err := g.cmd.Start(); err != nil {
		return err
	}
	err := g.cmd.Process.WithHandle(func(handle uintptr) {
		if err := windows.AssignProcessToJobObject(g.job, windows.Handle(handle)); err != nil {
			// The command may have ended already. If not, it continues without limits on memory and
			// cores.
			g.method, g.pinned = MethodNone, false
		}
	})
	if err != nil {
		g.method, g.pinned = MethodNone, false
	}
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

func (g *group) close() { windows.CloseHandle(g.job) }

func (g *group) kill() {
	windows.TerminateJobObject(g.job, 1)
	g.cmd.Process.Kill()
}

func (g *group) sample() usage {
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	var times jobAccounting
	var u usage
	if g.query(windows.JobObjectExtendedLimitInformation, unsafe.Pointer(&limits), unsafe.Sizeof(limits)) {
		u.peak = int64(limits.PeakJobMemoryUsed)
		u.exact = u.peak > 0
	}
	if g.query(windows.JobObjectBasicAccountingInformation, unsafe.Pointer(&times), unsafe.Sizeof(times)) {
		u.cpu = time.Duration(times.TotalUserTime+times.TotalKernelTime) * 100 // units of 100 ns
	}
	return u
}

func (g *group) query(class int32, info unsafe.Pointer, size uintptr) bool {
	return windows.QueryInformationJobObject(g.job, class, uintptr(info), uint32(size), nil) == nil
}

// jobAccounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION of the Windows API.
type jobAccounting struct {
	TotalUserTime             int64
	TotalKernelTime           int64
	ThisPeriodTotalUserTime   int64
	ThisPeriodTotalKernelTime int64
	TotalPageFaultCount       uint32
	TotalProcesses            uint32
	ActiveProcesses           uint32
	TotalTerminatedProcesses  uint32
}

// notifyResumed does nothing: no signal stops a process on Windows.
func notifyResumed(chan<- os.Signal) {}

// exitPeak returns 0: the job object has already reported the peak.
func (g *group) exitPeak(*os.ProcessState) int64 { return 0 }

// ending returns the exit status, or -1 and the NTSTATUS of an unhandled exception, which
// Windows reports as an exit status that starts with hexadecimal C.
func ending(state *os.ProcessState) (exit int, signal string) {
	code := uint32(state.ExitCode())
	if code>>28 == 0xC {
		return -1, fmt.Sprintf("exception %#X", code)
	}
	return int(code), ""
}

// processCores returns the mask of the cores that this process may run on, among the first 64.
func processCores() uint64 {
	var process, system uintptr
	windows.NewLazySystemDLL("kernel32.dll").NewProc("GetProcessAffinityMask").Call(
		uintptr(windows.CurrentProcess()), uintptr(unsafe.Pointer(&process)), uintptr(unsafe.Pointer(&system)))
	return uint64(process)
}

func bits(mask uint64) []int {
	var list []int
	for i := range 64 {
		if mask&(1<<i) != 0 {
			list = append(list, i)
		}
	}
	return list
}

// SelfPeak returns this process's peak resident memory in bytes. PeakBytes does not contain it: a
// job object counts committed memory, resident or not.
func SelfPeak() (int64, bool) {
	// PROCESS_MEMORY_COUNTERS of the Windows API.
	var counters struct {
		size, pageFaults                         uint32
		peakWorkingSet, workingSet               uintptr
		peakPaged, paged, peakNonPaged, nonPaged uintptr
		pagefile, peakPagefile                   uintptr
	}
	counters.size = uint32(unsafe.Sizeof(counters))
	ok, _, _ := windows.NewLazySystemDLL("kernel32.dll").NewProc("K32GetProcessMemoryInfo").Call(
		uintptr(windows.CurrentProcess()), uintptr(unsafe.Pointer(&counters)), uintptr(counters.size))
	return int64(counters.peakWorkingSet), ok != 0
}

func probe() Capabilities {
	return Capabilities{
		CPUs:        bits(processCores()),
		Memory:      MethodJob,
		Containment: "job object",
		ParentDeath: "the command and its descendants are killed",
		Notes: []string{
			"peaks count committed memory, not resident memory",
			"what a command starts within its first microseconds may escape the job object",
		},
	}
}
