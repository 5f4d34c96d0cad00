package isolate

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// clocks are those of the machine at one moment.
type clocks struct {
	cpus            []int
	awake, sinceRun time.Duration // since the boot, without and with the time that the machine slept
	stolen          time.Duration // by a hypervisor from the cpus
	pressure        time.Duration // in which some thread of the machine waited for a core; NotTold
}

func readClocks(cpus []int) clocks {
	return clocks{
		cpus: cpus, awake: readClock(unix.CLOCK_MONOTONIC), sinceRun: readClock(unix.CLOCK_BOOTTIME),
		stolen: stolen(cpus), pressure: pressure(),
	}
}

// passed is how long, since then, the machine slept, a hypervisor had the cores, and some
// thread waited for one.
func (c clocks) passed() (slept, stolen, pressed time.Duration) {
	now := readClocks(c.cpus)
	pressed = now.pressure - c.pressure
	if now.pressure == NotTold {
		pressed = NotTold
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

// parseStolen reads the steal column of proc_stat(5) for the cores, or for all of them together.
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

// parsePressure reads how long some thread of the machine has waited for a core.
func parsePressure(text string) time.Duration {
	for word := range strings.FieldsSeq(text) { // "some" comes first
		if total, ok := strings.CutPrefix(word, "total="); ok {
			if micros, err := strconv.ParseInt(total, 10, 64); err == nil {
				return time.Duration(micros) * time.Microsecond
			}
		}
	}
	return NotTold
}

// waits are how long threads, by number, were ready to run and waited for a core.
type waits map[int]time.Duration

// look reads those of a process from /proc/PID/task/TID/schedstat, whose second number is
// nanoseconds. What a thread waited after the last look is missed.
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

// total is what all threads ever seen have waited.
func (w waits) total() (sum time.Duration) {
	for _, waited := range w {
		sum += waited
	}
	return sum
}

// What waitid(2) tells of a child that a signal stopped, or that goes on.
const cldStopped, cldContinued = 5, 6
