package isolate

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// DefaultOutput is how many bytes of each of stdout and stderr are kept when Limits.Output is 0.
const DefaultOutput = 16 << 20

// Limits bounds one run. A zero field sets no bound, except Output.
type Limits struct {
	Wall   time.Duration // elapsed time
	CPU    time.Duration // user and system time of the command and its descendants together
	Memory int64         // bytes held by the command and its descendants together
	Output int64         // bytes kept of stdout and of stderr, each; 0 is DefaultOutput
	// Busy has Wall bound the CPU time of the command and its descendants instead: on a busy
	// machine a command waits for a core for most of its elapsed time. A command that sleeps
	// is ended as Limits.Asleep says, and any command after Limits.outer.
	Busy bool
}

// outer is how much elapsed time a command may take where Wall bounds its CPU time. Beside 12
// busy processes on two cores a command takes seven times as long as alone.
func (l Limits) outer() time.Duration { return 20*l.Wall + 10*time.Second }

// Asleep reports whether a command that took so much time, and is known to have waited for a core
// for so much of it, sleeps too long where Wall bounds its CPU time. Waits of processes that live
// for some milliseconds are not known, hence the room; waited is NotTold where none are.
func (l Limits) Asleep(elapsed, waited time.Duration) bool {
	if waited == NotTold {
		return elapsed > l.outer()
	}
	return elapsed-waited > 4*l.Wall+time.Second
}

// Command is what to run, where, and within which bounds.
type Command struct {
	Path  string   // the executable; a bare name is looked up in PATH
	Args  []string // the arguments, without the program's own name
	Env   []string // KEY=value; nil inherits this process's environment. One ISOLATE_RUN_… may be added
	Dir   string   // working directory; "" is this process's own
	Stdin []byte   // fed to standard input, which is then closed
	// Stdout, if set, is standard output: Result.Stdout stays empty, and Limits.Output does
	// not hold for it. Run does not close it.
	Stdout *os.File
	CPUs   []int // cores to pin to, of those in Capabilities.CPUs; empty does not pin
	Limits

	plain bool // do without cgroups: lets tests reach what other systems use
}

// Outcome says how a run ended.
type Outcome string

const (
	Exited      Outcome = "exited"       // it ended by itself; Result.Exit is its exit status
	Timeout     Outcome = "timeout"      // it passed Limits.Wall or Limits.CPU
	MemoryLimit Outcome = "memory-limit" // it passed Limits.Memory
	OutputLimit Outcome = "output-limit" // it wrote more than Limits.Output
	Crashed     Outcome = "crashed"      // a signal that this package did not send ended it
	Cancelled   Outcome = "cancelled"    // the context was done
)

// Result is what one run did and used.
type Result struct {
	Outcome Outcome
	Reason  string // Outcome in a sentence with its figures; "" for Exited with status 0

	Stdout, Stderr []byte // at most Limits.Output bytes of each, from the start
	Truncated      bool   // Stdout or Stderr is not all that was written

	Exit   int    // exit status; -1 when a signal ended it
	Signal string // the signal that ended it, such as "SIGSEGV"; "" for none

	Wall time.Duration // from just before the start until the command itself had ended
	CPU  time.Duration // user and system time, of descendants too as far as Method reaches

	// PeakBytes is the most memory held at one time, as far as the operating system told;
	// 0 means not known. With PeakExact it is a high-water mark that the kernel kept: of
	// the whole group under MethodCgroup and MethodJob, else of the only process seen.
	// Without, it is the highest of several looks, and so a lower bound.
	PeakBytes int64
	PeakExact bool

	// What took time from the run that was not its own; see Result.Void.
	Waited  time.Duration // its threads, added up, were ready and waited for a core; NotTold where the system does not tell
	Stolen  time.Duration // a hypervisor gave the run's cores to others
	Stopped bool          // a signal such as SIGSTOP stopped the command, or a descendant while none computed
	Halted  bool          // Stopped, and still so at the last look, before a limit or the context ended it
	Resumed bool          // this process was stopped by a signal and went on
	Gap     time.Duration // the longest time in which this process could not look
	Slept   time.Duration // the machine slept

	Method string // how memory was watched: one of the Method constants
	Pinned bool   // it ran on Command.CPUs only
}

// How memory is watched, from the most exact to the least.
const (
	MethodCgroup  = "cgroup v2"            // the kernel counts and enforces
	MethodJob     = "job object"           // the kernel counts, polling enforces
	MethodPolling = "resident-set polling" // looks at /proc every few milliseconds
	MethodPS      = "resident-set by ps"   // asks ps a few times a second
	MethodNone    = "none"                 // not watched
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

// Capabilities is what this system lets Run do. It belongs beside every measurement made
// with it: a peak found by polling is not the peak that a kernel counted.
type Capabilities struct {
	System      string   `json:"system"`          // GOOS/GOARCH
	CPUs        []int    `json:"cpus,omitempty"`  // cores that a command can be pinned to; none where pinning is impossible
	Memory      string   `json:"memory"`          // how memory is watched, one of the Method constants
	Containment string   `json:"containment"`     // what finds and kills descendants
	ParentDeath string   `json:"parentDeath"`     // what becomes of a command whose harness is killed
	Notes       []string `json:"notes,omitempty"` // what is weaker here than it could be, and what would help
}

// Probe finds out what this system allows, by doing what Run does: on Linux it creates and
// removes an empty cgroup, and may turn on the memory controller for cgroups made there.
func Probe() Capabilities {
	c := probe()
	c.System = runtime.GOOS + "/" + runtime.GOARCH
	return c
}

// Lines describes the capabilities for a person, one topic a line.
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

// ranges writes ascending core numbers as Linux does: 0-3,8.
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
