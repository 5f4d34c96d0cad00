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

// The clocks that a plan or a user can name.
const (
	// AutoClock stands for CPUClock if the machine is busy when the run begins, and for WallClock
	// otherwise.
	AutoClock = "auto"
	// WallClock measures the backend's work inside a process by wall-clock time. In an Experiment
	// it is "".
	WallClock = "wall"
	// CPUClock measures the CPU time of that work instead, over all threads, and that of the
	// processes of an external program. Limits also apply to CPU time.
	CPUClock = "cpu"
	// ProcessClock measures the wall-clock time of a whole fresh process for each answer of every
	// backend.
	ProcessClock = "process"
)

// Clocks returns the names of the clocks.
func Clocks() []string { return []string{AutoClock, WallClock, CPUClock, ProcessClock} }

// ClockName returns the name of an Experiment's clock.
func ClockName(clock string) string { return cmp.Or(clock, WallClock) }

// Busyness describes how busy a machine is.
type Busyness struct {
	// Share is the fraction of a core that a computing process gets.
	Share float64 `json:"share"`
	// Load is the load average of the last minute; 0 if unknown.
	Load float64 `json:"load,omitempty"`
	// Pressure is the percentage of the last ten seconds in which some thread waited for a core.
	Pressure float64 `json:"pressure,omitempty"`
	// Stolen is the fraction of all cores that a hypervisor took during the measurement.
	Stolen float64 `json:"stolen,omitempty"`
	Cores  int     `json:"cores"` // of the machine
}

const (
	// leastShare is the least share on a machine that is not busy. It is above the share below
	// which a run is discarded; with one competing process the share is a half.
	leastShare = 0.75
	// mostPressure is far above the pressure that one process at a time causes on a free core.
	mostPressure = 60
)

// Busy reports whether wall-clock times mean little on such a machine. The load is not used,
// because it lags by a minute and includes threads that wait for a disk.
func (b Busyness) Busy() bool { return b.Share < leastShare || b.Pressure > mostPressure }

// Clock returns the clock that AutoClock stands for, as in an Experiment.
func (b Busyness) Clock() string {
	if b.Busy() {
		return CPUClock
	}
	return ""
}

// String returns the measurements in words.
func (b Busyness) String() string {
	text := fmt.Sprintf("a process that computes all the time got %.0f %% of a core", 100*b.Share)
	if b.Load > 0 {
		text += fmt.Sprintf(", at a load of %.1f", b.Load)
		text += " on " + table.Plural(b.Cores, "core")
	}
	if b.Pressure > 0 {
		text += fmt.Sprintf(", and processes waited for a core %.0f %% of the time", b.Pressure)
	}
	return text
}

// MeasureBusyness computes for the given time on one of the cores to which runs can be bound, and
// returns how busy the machine was.
func MeasureBusyness(cores []int, long time.Duration) Busyness {
	stolen, begin := stolenSeconds("/"), time.Now()
	b := Busyness{Share: isolate.Share(cores, long), Cores: runtime.NumCPU()}
	b.look("/")
	if all := float64(b.Cores) * time.Since(begin).Seconds(); all > 0 {
		b.Stolen = max(0, stolenSeconds("/")-stolen) / all
	}
	return b
}

// look reads load and pressure from the files of the system whose root folder is given.
func (b *Busyness) look(root string) {
	if f := strings.Fields(firstLine(filepath.Join(root, "proc/loadavg"))); len(f) > 0 {
		b.Load, _ = strconv.ParseFloat(f[0], 64)
	}
	if f := strings.Fields(firstLine(filepath.Join(root, "proc/pressure/cpu"))); len(f) > 1 {
		b.Pressure, _ = strconv.ParseFloat(strings.TrimPrefix(f[1], "avg10="), 64)
	}
}

// ClockLine returns a sentence if times are CPU times, with the reason, and otherwise "".
func (e Experiment) ClockLine() string {
	switch {
	case e.Clock != CPUClock:
		return ""
	case e.Busy != nil && e.Busy.Busy():
		return "times are CPU time: the machine was busy when the run began (" + e.Busy.String() + ")"
	}
	return "times are CPU time, as requested for the run"
}
