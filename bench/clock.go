package bench

import (
	"cmp"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"nqueens/backends/isolate"
	"nqueens/internal/table"
)

// The clocks that a plan or its user can name.
const (
	// AutoClock is CPUClock on a machine that is busy when the run begins, and otherwise
	// WallClock.
	AutoClock = "auto"
	// WallClock times the backend's own work inside a process by the wall. In an Experiment
	// it is "".
	WallClock = "wall"
	// CPUClock takes the CPU time of the backend's own work in place of that, of all threads
	// together, and of an external program's processes. Limits are limits of CPU time too.
	CPUClock = "cpu"
	// ProcessClock has every backend timed as a fresh process, from its start to its
	// end, one answer each, by the wall.
	ProcessClock = "process"
)

// Clocks are their names.
func Clocks() []string { return []string{AutoClock, WallClock, CPUClock, ProcessClock} }

// ClockName returns the name of the clock that an Experiment has.
func ClockName(clock string) string { return cmp.Or(clock, WallClock) }

// Busyness is how busy a machine is.
type Busyness struct {
	// Share is the part of a core that a process gets which computes all the time.
	Share float64 `json:"share"`
	// Load is the load average of the last minute; 0 where the system does not tell.
	Load float64 `json:"load,omitempty"`
	// Pressure is in percent how much of the last ten seconds some thread waited for a core.
	Pressure float64 `json:"pressure,omitempty"`
	// Stolen is the part of all cores that a hypervisor took meanwhile.
	Stolen float64 `json:"stolen,omitempty"`
	Cores  int     `json:"cores"` // of the machine
}

const (
	// leastShare is what a process gets that is not void for want of a core, and a little more:
	// beside one other process it is a half.
	leastShare = 0.75
	// mostPressure is far above what one process at a time makes where there is a core for it.
	mostPressure = 60
)

// Busy reports whether times on the wall mean little on such a machine. Its load is no reason
// by itself: it lags by a minute, and who waits for a disk is in it.
func (b Busyness) Busy() bool { return b.Share < leastShare || b.Pressure > mostPressure }

// Clock is the clock that AutoClock stands for, as an Experiment has it.
func (b Busyness) Clock() string {
	if b.Busy() {
		return CPUClock
	}
	return ""
}

// String says how busy the machine was.
func (b Busyness) String() string {
	text := fmt.Sprintf("a process that computes all the time got %.0f %% of a core", 100*b.Share)
	if b.Load > 0 {
		text += fmt.Sprintf(", at a load of %.1f", b.Load)
		text += " on " + table.Plural(b.Cores, "core")
	}
	if b.Pressure > 0 {
		text += fmt.Sprintf(", some waited for one %.0f %% of the time", b.Pressure)
	}
	return text
}

// MeasureBusyness computes for so long on one of the cores to which runs can be bound, and
// returns how busy the machine was meanwhile.
func MeasureBusyness(cores []int, long time.Duration) Busyness {
	stolen, begin := stolenSeconds("/"), time.Now()
	b := Busyness{Share: isolate.Share(cores, long), Cores: runtime.NumCPU()}
	b.look("/")
	if all := float64(b.Cores) * time.Since(begin).Seconds(); all > 0 {
		b.Stolen = max(0, stolenSeconds("/")-stolen) / all
	}
	return b
}

// look reads the files of the machine whose root folder it is.
func (b *Busyness) look(root string) {
	if f := strings.Fields(firstLine(filepath.Join(root, "proc/loadavg"))); len(f) > 0 {
		b.Load, _ = strconv.ParseFloat(f[0], 64)
	}
	if f := strings.Fields(firstLine(filepath.Join(root, "proc/pressure/cpu"))); len(f) > 1 {
		b.Pressure, _ = strconv.ParseFloat(strings.TrimPrefix(f[1], "avg10="), 64)
	}
}

// ClockLine says what times are where they are not those on the wall, and why; or "".
func (e Experiment) ClockLine() string {
	switch {
	case e.Clock != CPUClock:
		return ""
	case e.Busy != nil && e.Busy.Busy():
		return "times are CPU time: the machine was busy when the run began (" + e.Busy.String() + ")"
	}
	return "times are CPU time, as requested for the run"
}
