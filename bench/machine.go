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

// Machine is what of a machine changes its times beside its processor's name. What the
// system does not tell is absent.
type Machine struct {
	Memory   int64  `json:"memory,omitempty"`   // bytes
	SMT      string `json:"smt,omitempty"`      // several threads on a core: on, off, notsupported
	Governor string `json:"governor,omitempty"` // of the processor's frequency: performance, powersave
	Turbo    string `json:"turbo,omitempty"`    // frequencies above the nominal one: on, off
	Flags    string `json:"flags,omitempty"`    // of the processor
	// Virtual says what the system runs in, "" for nothing that it can see: a hypervisor,
	// whose other guests are neighbours that no load shows, or a container.
	Virtual string `json:"virtual,omitempty"`
}

// Executable is the program of a contender that is no part of this one.
type Executable struct {
	Path     string `json:"path"` // of one that is not in PATH, as its user says it
	Version  string `json:"version"`
	Compiler string `json:"compiler,omitempty"` // as Compiler has it
}

// Compiler is what compilers wrote into the section .comment of a program's file, "" for
// a script and a file without it.
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
	data, _ := section.Data() // what cannot be read is not told
	names := strings.FieldsFunc(string(data), func(r rune) bool { return r == 0 })
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "; ")
}

// readMachine reads what Linux tells below a root folder, which is "/".
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

// valueOf finds the first "key: value" in a file.
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

// Session is how busy the machine was while a command went on with a run: what was seen
// after each repetition. A command that was killed leaves none.
type Session struct {
	Began time.Time `json:"began"`
	Ended time.Time `json:"ended"`
	Runs  int       `json:"runs"`
	Void  int       `json:"void"` // of them
	// Load is the one-minute load average, in which the run itself is one; Pressure the
	// share in percent of the last ten seconds in which some thread waited for a core.
	Load     *Spread `json:"load,omitempty"`
	Pressure *Spread `json:"pressure,omitempty"`
	// StolenSeconds is what a hypervisor took from all cores together.
	StolenSeconds float64 `json:"stolenSeconds,omitempty"`

	loads, pressures []float64
	stolen           float64 // at the begin
}

// Spread is the least, the middle and the greatest of several values.
type Spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

// NewSession begins to watch.
func NewSession() *Session {
	return &Session{Began: time.Now().UTC().Truncate(time.Second), stolen: stolenSeconds("/")}
}

// See notes how busy the machine is after a run.
func (s *Session) See(void bool) {
	s.Runs++
	if void {
		s.Void++
	}
	s.look("/")
}

// look reads the files of the machine whose root folder it is.
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

// end takes stock.
func (s *Session) end() {
	s.Ended = time.Now().UTC().Truncate(time.Second)
	s.StolenSeconds = max(0, stolenSeconds("/")-s.stolen) // the count of a machine that was moved begins anew
	s.Load, s.Pressure = spread(s.loads), spread(s.pressures)
}

func spread(values []float64) *Spread {
	if len(values) == 0 {
		return nil
	}
	return &Spread{slices.Min(values), Median(values), slices.Max(values)}
}

// stolenSeconds is what a hypervisor has taken from all cores since the boot, by the files
// of the machine whose root folder it is.
func stolenSeconds(root string) float64 {
	f := strings.Fields(firstLine(filepath.Join(root, "proc/stat")))
	if len(f) < 9 {
		return 0
	}
	ticks, _ := strconv.ParseFloat(f[8], 64)
	return ticks / 100 // USER_HZ
}
