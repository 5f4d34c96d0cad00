package isolate

import (
	"cmp"
	"fmt"
	"os"
	"os/signal"
	"time"

	"nqueens/internal/table"
)

// NotTold is Result.Waited where the system does not tell it.
const NotTold = -1

// LeastTelling is the shortest run whose processor time is judged: the start of a process
// alone waits some milliseconds, and waits are read every 10 ms. A run of the harness
// is hardly ever shorter, as what takes less is repeated; where the short runs of a busy
// machine counted and the long ones did not, who is fast would look slow.
const LeastTelling = 20 * time.Millisecond

const (
	// longestGap is the longest time that Run may look away without making a run void. It
	// looks every 10 ms; it was seen to come 0.14 s late on a machine with other work, and
	// 1.3 s late beside 24 busy processes on two cores.
	longestGap = 500 * time.Millisecond
	// resumption is how long the news that this process goes on may take after such a gap.
	resumption = time.Second
	// mostLost is the part of a run that its threads may wait for a core. Beside one other
	// busy process on the core they wait for half of it, beside none on a quiet machine
	// for 2 % at most. TestWaitsDistribution measures it.
	mostLost = 0.3
)

// Void says why the times of a run on so many cores mean nothing, or "": it was Interrupted
// or Starved. One that passed Limits.Wall meanwhile might have ended in time.
func (r Result) Void(cores int) string { return cmp.Or(r.Interrupted(), r.Starved(cores)) }

// Interrupted says what stopped a run for a while, or "": the command or this process was
// stopped, or the machine slept.
func (r Result) Interrupted() string {
	switch {
	case r.Slept > longestGap:
		return fmt.Sprintf("the machine slept for %v", r.Slept.Round(time.Millisecond))
	case r.Stopped && r.Halted:
		return "it was stopped by a signal and did not go on"
	case r.Stopped && r.Outcome == Crashed: // perhaps by a signal that came while it stood still
		return "it was stopped by a signal"
	case r.Stopped:
		return "it was stopped by a signal and went on later"
	case r.Resumed:
		return fmt.Sprintf("the harness was stopped by a signal and stood still for %v", r.Gap.Round(time.Millisecond))
	}
	return ""
}

// StoppedAlone reports whether a signal stopped the command while this process was not stopped and
// the machine did not sleep.
func (r Result) StoppedAlone() bool { return r.Stopped && !r.Resumed && r.Slept <= longestGap }

// WatchInterruptions watches this process's own work. What it returns ends that and says, as
// Interrupted does, what stopped the process meanwhile, or "".
func WatchInterruptions() (end func() string) {
	told := make(chan os.Signal, 1)
	notifyResumed(told)
	before, m := readClocks(nil), meter{looked: time.Now()} // on a busy machine the goroutine begins later
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		looks := time.NewTicker(longestPause)
		defer looks.Stop()
		for going := true; going; m.look(longestPause) {
			select {
			case <-looks.C:
			case <-stop:
				going = false
			}
		}
	}()
	return func() string {
		close(stop)
		<-ended
		r := Result{Gap: m.gap, Resumed: m.resumed(told)}
		signal.Stop(told)
		r.Slept, _, _ = before.passed()
		return r.Interrupted()
	}
}

// Starved says that others had a run's cores for a large part of it, or "". Threads that
// kept each other waiting lost nothing: all that the cores gave was theirs. Nor does a
// command that sleeps by itself, for example because its input never comes.
func (r Result) Starved(cores int) string {
	if r.Gap > longestGap {
		return fmt.Sprintf("starved: the harness could not look for %v", r.Gap.Round(time.Millisecond))
	}
	wall := r.Wall * time.Duration(max(1, cores))
	lost := wall - r.CPU
	cause := fmt.Sprintf("its threads waited %v for a core", r.Waited.Round(time.Millisecond))
	if r.Waited == NotTold {
		cause = "whether it waited or slept this system does not tell"
	} else {
		lost = min(lost, r.Waited+r.Stolen)
	}
	if r.Wall < LeastTelling || float64(lost) <= mostLost*float64(wall) {
		return ""
	}
	if r.Stolen > 0 {
		cause += fmt.Sprintf(", a hypervisor took %v", r.Stolen.Round(time.Millisecond))
	}
	return fmt.Sprintf("starved: %v of CPU time in %v on %s; %s", r.CPU.Round(time.Millisecond), r.Wall.Round(time.Millisecond), table.Plural(max(1, cores), "core"), cause)
}
