package isolate

import (
	"cmp"
	"fmt"
	"os"
	"os/signal"
	"time"

	"nqueens/internal/table"
)

// NotReported is the value of Result.Waited if the system does not report it.
const NotReported = -1

// ShortestJudged is the shortest run whose CPU time is judged: the start of a process alone waits
// some milliseconds, and waits are sampled every 10 ms. The harness repeats shorter work within a
// run, so few runs are shorter. If the short runs of a busy machine counted and the long ones did
// not, a fast contender would look slow.
const ShortestJudged = 20 * time.Millisecond

const (
	// longestGap is the longest delay of a sample that does not make the harness discard a run. Run samples every
	// 10 ms; delays of 0.14 s were seen on a machine with other work, and of 1.3 s beside 24 busy
	// processes on two cores.
	longestGap = 500 * time.Millisecond
	// resumption is the time to wait, after such a gap, for the signal that this process was
	// continued.
	resumption = time.Second
	// mostLost is the fraction of a run for which its threads may wait for a core. Beside one other
	// busy process on the core they wait for half of it; on a quiet machine for 2 % at most.
	// TestWaitsDistribution measures it.
	mostLost = 0.3
)

// Void returns the reason why the times of a run on the given number of cores are unusable, or "":
// the reason of Interrupted or Starved. A discarded run that exceeded Limits.Wall might have ended in
// time.
func (r Result) Void(cores int) string { return cmp.Or(r.Interrupted(), r.Starved(cores)) }

// Interrupted returns what stopped a run for a while, or "": the command or this process was
// stopped by a signal, or the machine was suspended.
func (r Result) Interrupted() string {
	switch {
	case r.Slept > longestGap:
		return fmt.Sprintf("the machine slept for %v", r.Slept.Round(time.Millisecond))
	case r.Stopped && r.Halted:
		return "it was stopped by a signal and did not continue"
	case r.Stopped && r.Outcome == Crashed: // perhaps by a signal that arrived while it was stopped
		return "it was stopped by a signal"
	case r.Stopped:
		return "it was stopped by a signal and continued later"
	case r.Resumed:
		return fmt.Sprintf("the harness was stopped by a signal for %v", r.Gap.Round(time.Millisecond))
	}
	return ""
}

// StoppedAlone reports whether a signal stopped only the command: this process was not stopped and
// the machine was not suspended.
func (r Result) StoppedAlone() bool { return r.Stopped && !r.Resumed && r.Slept <= longestGap }

// WatchInterruptions watches for interruptions of this process's own work. The returned function
// ends the watch and returns, like Interrupted, what stopped the process meanwhile, or "".
func WatchInterruptions() (end func() string) {
	reported := make(chan os.Signal, 1)
	notifyResumed(reported)
	before, m := readClocks(nil), meter{looked: time.Now()} // on a busy machine the goroutine starts later
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
		r := Result{Gap: m.gap, Resumed: m.resumed(reported)}
		signal.Stop(reported)
		r.Slept, _, _ = before.passed()
		return r.Interrupted()
	}
}

// Starved returns the reason, or "", if other processes had a run's cores for a large part of it.
// Threads that waited for each other lost nothing: they used all the time of the cores. A command
// that sleeps by itself, for example because its input never comes, is not starved either.
func (r Result) Starved(cores int) string {
	if r.Gap > longestGap {
		return fmt.Sprintf("starved: the harness did not run for %v", r.Gap.Round(time.Millisecond))
	}
	wall := r.Wall * time.Duration(max(1, cores))
	lost := wall - r.CPU
	cause := fmt.Sprintf("its threads waited %v for a core", r.Waited.Round(time.Millisecond))
	if r.Waited == NotReported {
		cause = "this system does not report whether it waited or slept"
	} else {
		lost = min(lost, r.Waited+r.Stolen)
	}
	if r.Wall < ShortestJudged || float64(lost) <= mostLost*float64(wall) {
		return ""
	}
	if r.Stolen > 0 {
		cause += fmt.Sprintf(", a hypervisor took %v", r.Stolen.Round(time.Millisecond))
	}
	return fmt.Sprintf("starved: %v of CPU time in %v on %s; %s", r.CPU.Round(time.Millisecond), r.Wall.Round(time.Millisecond), table.Plural(max(1, cores), "core"), cause)
}
