package isolate

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// clocks are readings of the machine's clocks at one moment.
type clocks struct {
	cpus            []int
	awake, sinceRun time.Duration // time since boot, without and with the time for which the machine was suspended
	stolen          time.Duration // time that a hypervisor took from the cpus
	pressure        time.Duration // time for which some thread of the machine waited for a core; NotReported if unknown
}

func readClocks(cpus []int) clocks {
	return clocks{
		cpus: cpus, awake: readClock(unix.CLOCK_MONOTONIC), sinceRun: readClock(unix.CLOCK_BOOTTIME),
		stolen: stolen(cpus), pressure: pressure(),
	}
}

// passed returns, since the readings, how long the machine was suspended, how long a hypervisor had
// the cores, and how long some thread waited for a core.
func (c clocks) passed() (slept, stolen, pressed time.Duration) {
	now := readClocks(c.cpus)
	pressed = now.pressure - c.pressure
	if now.pressure == NotReported {
		pressed = NotReported
	}
	return now.sinceRun - c.sinceRun - (now.awake - c.awake), now.stolen - c.stolen, pressed
}

func readClock(id int32) time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(id, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

func stolen(cpus []int) time.Duration {
	text, _ := os.ReadFile("/proc/stat")
	return parseStolen(string(text), cpus)
}

// parseStolen returns the steal column of proc_stat(5), added up over the given cores, or over all
// cores if none is given.
func parseStolen(stat string, cpus []int) (total time.Duration) {
	names := []string{"cpu"}
	if len(cpus) > 0 {
		names = nil
	}
	for _, cpu := range cpus {
		names = append(names, "cpu"+strconv.Itoa(cpu))
	}
	for line := range strings.Lines(stat) {
		if f := strings.Fields(line); len(f) > 8 && slices.Contains(names, f[0]) {
			ticks, _ := strconv.ParseInt(f[8], 10, 64)
			total += time.Duration(ticks) * clockTick
		}
	}
	return total
}

func pressure() time.Duration {
	text, _ := os.ReadFile("/proc/pressure/cpu")
	return parsePressure(string(text))
}

// parsePressure returns how long some thread of the machine has waited for a core.
func parsePressure(text string) time.Duration {
	for word := range strings.FieldsSeq(text) { // the line "some" comes first
		if total, ok := strings.CutPrefix(word, "total="); ok {
			if micros, err := strconv.ParseInt(total, 10, 64); err == nil {
				return time.Duration(micros) * time.Microsecond
			}
		}
	}
	return NotReported
}

// waits holds, by thread number, how long threads were ready to run and waited for a core.
type waits map[int]time.Duration

// look reads the waits of a process from /proc/PID/task/TID/schedstat, whose second number is in
// nanoseconds. Waits after the last call are missed.
func (w waits) look(pid int) {
	tasks, err := os.Open(procPath(pid, "task"))
	if err != nil {
		return
	}
	defer tasks.Close()
	names, _ := tasks.Readdirnames(-1)
	for _, thread := range numbers(names) {
		if f := words(procPath(pid, "task/"+strconv.Itoa(thread)+"/schedstat")); len(f) == 3 {
			nanos, _ := strconv.ParseInt(f[1], 10, 64)
			w[thread] = max(w[thread], time.Duration(nanos))
		}
	}
}

// total returns the waits of all threads ever seen.
func (w waits) total() (sum time.Duration) {
	for _, waited := range w {
		sum += waited
	}
	return sum
}

// The codes with which waitid(2) reports that a child was stopped by a signal, or continued.
const cldStopped, cldContinued = 5, 6
