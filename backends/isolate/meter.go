package isolate

import (
	"os"
	"time"
)

// usage is what a group of processes uses now, as far as the system tells.
type usage struct {
	memory    int64         // bytes now
	peak      int64         // a high-water mark in bytes that the kernel keeps, 0 for none
	exact     bool          // peak is the mark of the whole group
	cpu       time.Duration // used so far
	processes int           // how many were seen alive
	killed    bool          // the kernel itself enforced the memory limit
}

// meter accumulates what a group was seen to use.
type meter struct {
	limits  Limits
	peak    int64
	exact   bool // peak is a mark of the kernel's
	several bool // more than one process was seen at a time
	cpu     time.Duration
	killed  bool
}

func (m *meter) add(u usage) {
	m.peak = max(m.peak, u.memory, u.peak)
	m.cpu = max(m.cpu, u.cpu)
	m.exact = m.exact || u.exact
	m.several = m.several || u.processes > 1
	m.killed = m.killed || u.killed
}

// addExit takes in what the kernel tells when the command is reaped: its own use and that of
// the descendants it waited for, but the peak only of the largest of them.
func (m *meter) addExit(state *os.ProcessState, peak int64) {
	m.cpu = max(m.cpu, state.UserTime()+state.SystemTime())
	if !m.exact && peak > 0 {
		m.peak = max(m.peak, peak)
		m.exact = !m.several
	}
}

// over says whether a limit on what was seen has been passed.
func (m *meter) over() verdict {
	switch {
	case m.limits.Memory > 0 && m.peak > m.limits.Memory:
		return overMemory(m.limits.Memory, m.peak)
	case m.limits.CPU > 0 && m.cpu > m.limits.CPU:
		return overCPU(m.limits.CPU, m.cpu)
	}
	return verdict{}
}
