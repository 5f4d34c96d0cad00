//go:build unix

package isolate

import (
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// askPS asks ps what the processes of a process group use. A ps that fails tells nothing.
func askPS(pgid int) usage {
	table, err := exec.Command("ps", "-A", "-o", "pgid=", "-o", "rss=", "-o", "time=").Output()
	if err != nil {
		return usage{}
	}
	return parsePS(string(table), pgid)
}

// parsePS adds up the lines of a process group: its number, resident KiB and CPU time.
func parsePS(table string, pgid int) usage {
	var u usage
	for line := range strings.Lines(table) {
		f := strings.Fields(line)
		if len(f) != 3 || f[0] != strconv.Itoa(pgid) {
			continue
		}
		kib, err := strconv.ParseInt(f[1], 10, 64)
		if err != nil {
			continue
		}
		u.processes++
		u.memory += kib << 10
		u.cpu += psTime(f[2])
	}
	return u
}

// psTime reads [days-][hours:]minutes:seconds[.fraction]; what is not a time is 0.
func psTime(s string) time.Duration {
	days, clock, found := strings.Cut(s, "-")
	if !found {
		days, clock = "0", s
	}
	total, err := strconv.ParseFloat(days, 64)
	if err != nil {
		return 0
	}
	parts := strings.Split(clock, ":")
	if len(parts) == 2 {
		parts = append([]string{"0"}, parts...)
	}
	if len(parts) != 3 {
		return 0
	}
	for i, base := range []float64{24, 60, 60} {
		n, err := strconv.ParseFloat(parts[i], 64)
		if err != nil {
			return 0
		}
		total = total*base + n
	}
	return time.Duration(total * float64(time.Second))
}
