package isolate

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// DefaultOutput is the number of bytes of each of stdout and stderr that are kept if Limits.Output
// is 0.
const DefaultOutput = 16 << 20

// Limits are the limits on the resources of one command. A field that is 0 sets no limit, except
// Output, for which 0 means DefaultOutput.
type Limits struct {
	Wall   time.Duration // elapsed time
	CPU    time.Duration // user and system time of the command and its descendants together
	Memory int64         // bytes held by the command and its descendants together
	Output int64         // bytes kept of each of stdout and stderr; 0 means DefaultOutput
	// Busy makes Wall a limit on the CPU time of the command and its descendants, for a busy
	// machine on which a command waits for a core for most of its elapsed time. A command that
	// sleeps too long is stopped as well (see Limits.Asleep), and so is any command after
	// Limits.outer.
	Busy bool
}

// outer returns the limit on elapsed time if Wall limits CPU time. Beside 12 busy processes on two
// cores a command takes seven times as long as alone.
func (l Limits) outer() time.Duration { return 20*l.Wall + 10*time.Second }

// Asleep reports whether a command sleeps too long, if Wall limits its CPU time. elapsed is its
// elapsed time, and waited the part in which it is known to have waited for a core, or NotReported.
// The waits of processes that live only some milliseconds are not known, so the limit is generous.
func (l Limits) Asleep(elapsed, waited time.Duration) bool {
	if waited == NotReported {
		return elapsed > l.outer()
	}
	return elapsed-waited > 4*l.Wall+time.Second
}

// Command describes the command to run, its environment and its limits.
type Command struct {
	Path  string   // the executable; a bare name is looked up in PATH
	Args  []string // the arguments, without the program's name
	Env   []string // KEY=value; nil inherits this process's environment. Run may add one variable ISOLATE_RUN_…
	Dir   string   // working directory; "" is this process's
	Stdin []byte   // written to standard input, which is then closed
	// Stdout, if not nil, receives standard output: Result.Stdout stays empty, and Limits.Output
	// does not apply to it. Run does not close it.
	Stdout *os.File
	CPUs   []int // cores to pin to, a subset of Capabilities.CPUs; empty does not pin
	Limits

	plain bool // use no cgroups: tests set it to cover what other systems use
}

// Outcome is the way in which a run ended.
type Outcome string

const (
	Exited      Outcome = "exited"       // ended by itself; Result.Exit is its exit status
	Timeout     Outcome = "timeout"      // exceeded Limits.Wall or Limits.CPU
	MemoryLimit Outcome = "memory-limit" // exceeded Limits.Memory
	OutputLimit Outcome = "output-limit" // wrote more than Limits.Output
	Crashed     Outcome = "crashed"      // ended by a signal that this package did not send
	Cancelled   Outcome = "cancelled"    // the context was done
)

// Result is the outcome of one run and the resources that it used.
type Result struct {
	Outcome Outcome
	Reason  string // explains Outcome in a sentence with figures; "" for Exited with status 0

	Stdout, Stderr []byte // at most the first Limits.Output bytes of each
	Truncated      bool   // Stdout or Stderr is incomplete

	Exit   int    // exit status; -1 when a signal ended it
	Signal string // the signal that ended it, such as "SIGSEGV"; "" if none did

	Wall time.Duration // from just before the start until the command itself had ended
	CPU  time.Duration // user and system time, including descendants as far as Method covers them

	// PeakBytes is the most memory held at one time, as reported by the operating system; 0 means
	// unknown. If PeakExact is set, the kernel kept this high-water mark: for the whole group with
	// MethodCgroup and MethodJob, otherwise for the only process seen. If not, it is the highest
	// sample, which is a lower bound.
	PeakBytes int64
	PeakExact bool

	// Delays of the run that were not its own; see Result.Void.
	Waited  time.Duration // total time in which its threads were ready and waited for a core; NotReported if the system does not report it
	Stolen  time.Duration // time of the run's cores that a hypervisor gave to others
	Stopped bool          // a signal such as SIGSTOP stopped the command, or a descendant while no other process computed
	Halted  bool          // Stopped, and still stopped at the last sample, before a limit or the context ended it
	Resumed bool          // this process was stopped by a signal and continued
	Gap     time.Duration // the longest time in which this process took no sample
	Slept   time.Duration // time in which the machine was suspended

	Method string // how memory was measured: one of the Method constants
	Pinned bool   // ran on Command.CPUs only
}

// The methods of measuring memory, from the most to the least exact.
const (
	MethodCgroup  = "cgroup v2"            // the kernel counts and enforces
	MethodJob     = "job object"           // the kernel counts, polling enforces
	MethodPolling = "resident-set polling" // samples /proc every few milliseconds
	MethodPS      = "resident-set by ps"   // calls ps a few times a second
	MethodNone    = "none"                 // not measured
)

func (c Command) check() error {
	switch {
	case c.Path == "":
		return errors.New("isolate: no command given: Path is empty")
	case c.Wall < 0:
		return fmt.Errorf("isolate %s: wall time limit %v is negative; 0 means none", c.Path, c.Wall)
	case c.CPU < 0:
		return fmt.Errorf("isolate %s: CPU time limit %v is negative; 0 means none", c.Path, c.CPU)
	case c.Memory < 0:
		return fmt.Errorf("isolate %s: memory limit %d is negative; 0 means none", c.Path, c.Memory)
	case c.Output < 0:
		return fmt.Errorf("isolate %s: output limit %d is negative; 0 means %d", c.Path, c.Output, DefaultOutput)
	}
	return nil
}

// Capabilities describes what Run can do on this system. Store it with every measurement: a sampled
// peak is less exact than one that the kernel counted.
type Capabilities struct {
	System      string   `json:"system"`          // GOOS/GOARCH
	CPUs        []int    `json:"cpus,omitempty"`  // cores that a command can be pinned to; none if pinning is impossible
	Memory      string   `json:"memory"`          // how memory is measured, one of the Method constants
	Containment string   `json:"containment"`     // how descendants are found and killed
	ParentDeath string   `json:"parentDeath"`     // what happens to a command whose harness is killed
	Notes       []string `json:"notes,omitempty"` // weaknesses of this system, and how to remove them
}

// Probe returns the capabilities of this system. It tries what Run does: on Linux it creates and
// removes an empty cgroup, and may turn on the memory controller for cgroups made there.
func Probe() Capabilities {
	c := probe()
	c.System = runtime.GOOS + "/" + runtime.GOARCH
	return c
}

// Lines returns the capabilities as text, one topic a line.
func (c Capabilities) Lines() []string {
	pinning := "not possible"
	if len(c.CPUs) > 0 {
		pinning = "cores " + ranges(c.CPUs)
	}
	lines := []string{
		"system: " + c.System,
		"pinning: " + pinning,
		"memory watched by: " + c.Memory,
		"descendants killed by: " + c.Containment,
		"when the harness dies: " + c.ParentDeath,
	}
	for _, n := range c.Notes {
		lines = append(lines, "note: "+n)
	}
	return lines
}

// ranges formats ascending core numbers as Linux does: 0-3,8.
func ranges(cores []int) string {
	var parts []string
	for i := 0; i < len(cores); {
		j := i
		for j+1 < len(cores) && cores[j+1] == cores[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint(cores[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", cores[i], cores[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ",")
}
