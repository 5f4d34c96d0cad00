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

// ending returns the exit status, or -1 and the name of the signal that ended the process.
func ending(state *os.ProcessState) (exit int, signal string) {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		if signal = unix.SignalName(ws.Signal()); signal == "" {
			signal = ws.Signal().String()
		}
	}
	return state.ExitCode(), signal
}

// notifyResumed has c told when this process goes on after a signal stopped it.
func notifyResumed(c chan<- os.Signal) { signal.Notify(c, syscall.SIGCONT) }

// exitPeak is the peak that the kernel tells of a reaped command, or 0 if it is not the
// command's own. The trap: Linux carries the high-water mark of the memory that a process
// leaves by exec into its ru_maxrss, and a Go child leaves this process's memory, which it
// shares or copies until then. A mark above all that this process ever held cannot be
// inherited.
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

// rssBytes is ru_maxrss in bytes: it counts KiB everywhere but on Apple's systems.
func rssBytes(r *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(r.Maxrss)
	}
	return int64(r.Maxrss) << 10
}
