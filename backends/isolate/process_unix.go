//go:build unix

package isolate

import (
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// askPS returns the resources that the processes of a process group use, as reported by ps. If ps
// fails the result is zero.
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

// psTime parses [days-][hours:]minutes:seconds[.fraction]. It returns 0 for an invalid time.
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

// ending returns the exit status, or -1 and the name of the signal that ended the process.
func ending(state *os.ProcessState) (exit int, signal string) {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		if signal = unix.SignalName(ws.Signal()); signal == "" {
			signal = ws.Signal().String()
		}
	}
	return state.ExitCode(), signal
}

// notifyResumed sends to c when this process continues after a signal stopped it.
func notifyResumed(c chan<- os.Signal) { signal.Notify(c, syscall.SIGCONT) }

// exitPeak returns the peak in bytes that the kernel reports for a reaped command, or 0 if the
// value may not be the command's own. Linux carries the high-water mark of the memory before exec
// into ru_maxrss, and a Go child has its parent's memory until exec. A mark above this process's
// own peak cannot be inherited.
func (g *group) exitPeak(state *os.ProcessState) int64 {
	rusage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok || g.ownPeak == 0 {
		return 0
	}
	if peak := rssBytes(rusage); peak > g.ownPeak {
		return peak
	}
	return 0
}

// rssBytes returns ru_maxrss in bytes. Its unit is KiB except on Apple's systems.
func rssBytes(r *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(r.Maxrss)
	}
	return int64(r.Maxrss) << 10
}
