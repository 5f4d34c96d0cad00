package bench

import (
	"debug/elf"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Machine has the properties of a machine, besides the name of its processor, that affect times.
// Unknown properties are empty.
type Machine struct {
	Memory   int64  `json:"memory,omitempty"`   // bytes
	SMT      string `json:"smt,omitempty"`      // several threads on a core: on, off, notsupported
	Governor string `json:"governor,omitempty"` // of the processor's frequency: performance, powersave
	Turbo    string `json:"turbo,omitempty"`    // frequencies above the nominal one: on, off
	Flags    string `json:"flags,omitempty"`    // of the processor
	// Virtual names the virtualisation, "" if none is visible: a hypervisor, whose other guests do
	// not show in the load, or a container.
	Virtual string `json:"virtual,omitempty"`
}

// Executable describes the program of an external contender.
type Executable struct {
	Path     string `json:"path"` // if it is not in PATH, as the user wrote it
	Version  string `json:"version"`
	Compiler string `json:"compiler,omitempty"` // as returned by Compiler
}

// Compiler returns the compilers named in the .comment section of a program's file, "" for a script
// or a file without that section.
func Compiler(path string) string {
	file, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	section := file.Section(".comment")
	if section == nil {
		return ""
	}
	data, _ := section.Data() // an unreadable section is ignored
	names := strings.FieldsFunc(string(data), func(r rune) bool { return r == 0 })
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "; ")
}

// readMachine reads the properties from the files of a Linux system below the given root folder.
func readMachine(root string) Machine {
	line := func(name string) string { return firstLine(filepath.Join(root, name)) }
	m := Machine{
		SMT:      line("sys/devices/system/cpu/smt/control"),
		Governor: line("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
		Flags:    valueOf(filepath.Join(root, "proc/cpuinfo"), "flags"),
	}
	kib, _ := strconv.ParseInt(strings.TrimSuffix(valueOf(filepath.Join(root, "proc/meminfo"), "MemTotal"), " kB"), 10, 64)
	m.Memory = kib << 10
	switch {
	case line("sys/devices/system/cpu/intel_pstate/no_turbo") == "0", line("sys/devices/system/cpu/cpufreq/boost") == "1":
		m.Turbo = "on"
	case line("sys/devices/system/cpu/intel_pstate/no_turbo") == "1", line("sys/devices/system/cpu/cpufreq/boost") == "0":
		m.Turbo = "off"
	}
	var virtual []string
	if slices.Contains(strings.Fields(m.Flags), "hypervisor") {
		virtual = append(virtual, strings.TrimSpace("virtual machine "+line("sys/class/dmi/id/sys_vendor")))
	}
	for _, mark := range []string{".dockerenv", "run/.containerenv"} {
		if _, err := os.Stat(filepath.Join(root, mark)); err == nil {
			virtual = append(virtual, "container")
		}
	}
	m.Virtual = strings.Join(virtual, ", ")
	return m
}

// valueOf returns the value of the first "key: value" line of a file.
func valueOf(path, key string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(content)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// Session describes how busy the machine was while a command ran, sampled after each repetition. A
// killed command leaves none.
type Session struct {
	Began time.Time `json:"began"`
	Ended time.Time `json:"ended"`
	Runs  int       `json:"runs"`
	Void  int       `json:"void"` // discarded runs among them
	// Load is the one-minute load average, which includes the run itself. Pressure is the
	// percentage of the last ten seconds in which some thread waited for a core.
	Load     *Spread `json:"load,omitempty"`
	Pressure *Spread `json:"pressure,omitempty"`
	// StolenSeconds is the time that a hypervisor took from all cores together.
	StolenSeconds float64 `json:"stolenSeconds,omitempty"`

	loads, pressures []float64
	stolen           float64 // at the beginning
}

// Spread has the least, the median and the greatest of several values.
type Spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

// NewSession returns a session that starts now.
func NewSession() *Session {
	return &Session{Began: time.Now().UTC().Truncate(time.Second), stolen: stolenSeconds("/")}
}

// See samples the load after a run.
func (s *Session) See(void bool) {
	s.Runs++
	if void {
		s.Void++
	}
	s.look("/")
}

// look reads load and pressure from the files of the system whose root folder is given.
func (s *Session) look(root string) {
	if f := strings.Fields(firstLine(filepath.Join(root, "proc/loadavg"))); len(f) > 0 {
		s.loads = see(s.loads, f[0])
	}
	if f := strings.Fields(firstLine(filepath.Join(root, "proc/pressure/cpu"))); len(f) > 1 {
		s.pressures = see(s.pressures, strings.TrimPrefix(f[1], "avg10="))
	}
}

func see(values []float64, text string) []float64 {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return append(values, x)
	}
	return values
}

// end completes the session.
func (s *Session) end() {
	s.Ended = time.Now().UTC().Truncate(time.Second)
	s.StolenSeconds = max(0, stolenSeconds("/")-s.stolen) // the counter restarts if a machine was moved
	s.Load, s.Pressure = spread(s.loads), spread(s.pressures)
}

func spread(values []float64) *Spread {
	if len(values) == 0 {
		return nil
	}
	return &Spread{slices.Min(values), Median(values), slices.Max(values)}
}

// stolenSeconds returns the time that a hypervisor has taken from all cores since the boot,
// according to the files below the given root folder.
func stolenSeconds(root string) float64 {
	f := strings.Fields(firstLine(filepath.Join(root, "proc/stat")))
	if len(f) < 9 {
		return 0
	}
	ticks, _ := strconv.ParseFloat(f[8], 64)
	return ticks / 100 // USER_HZ
}
