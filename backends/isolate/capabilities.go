package isolate

import (
	"fmt"
	"runtime"
	"strings"
)

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
