package bench

import (
	"fmt"

	"nqueens"
)

// Cell is what a run says of one contender, a backend with an encoding, on one
// problem and task: all its repetitions together. Tables and charts are made
// from cells.
type Cell struct {
	Problem  string       `json:"problem"`            // as Job.ProblemName has it
	Instance string       `json:"instance,omitempty"` // the name of its file, where it came from one
	Family   string       `json:"family"`
	N        int          `json:"n"`
	Task     nqueens.Task `json:"task"`
	Backend  string       `json:"backend"`
	Encoding string       `json:"encoding,omitempty"`
	Threads  int          `json:"threads,omitempty"` // that it might use, if more than one

	// Status is solved or unsatisfiable if every repetition was answered,
	// otherwise that of the first one that was not, and Reason its reason.
	Status nqueens.Status `json:"status"`
	Reason string         `json:"reason,omitempty"`
	// Skipped is why the cell was never run ("timeout at queens(10)", NotRun);
	// then Status is empty and so is the rest.
	Skipped string `json:"skipped,omitempty"`
	// Wrong is set when the harness judged the answer wrong. A wrong cell keeps
	// its times but takes part in no mean and no chart as a time.
	Wrong bool   `json:"wrong,omitempty"`
	Count string `json:"count,omitempty"`

	Runs    int      `json:"runs"`
	Seconds Interval `json:"seconds"` // the backend's own time for one answer
	// Started says that Seconds holds the start of a process: the backend is an
	// external program.
	Started bool `json:"started,omitempty"`
	// Speedup is how many times as fast as the baseline the cell is on its
	// problem; 0 where that cannot be said.
	Speedup Interval `json:"speedup,omitzero"`
	// Limit is the wall-clock limit in seconds that each repetition ran under.
	Limit      float64          `json:"limit"`
	PeakBytes  int64            `json:"peakBytes,omitempty"`  // the median of the repetitions
	CPUSeconds float64          `json:"cpuSeconds,omitempty"` // likewise, of the whole process
	Phases     nqueens.Phases   `json:"phases"`               // likewise
	Stats      map[string]int64 `json:"stats,omitempty"`      // likewise; a search that does not choose at random always does the same work
}

// NotRun is why a cell of an unfinished run is skipped: its turn has not come.
const NotRun = "not run yet"

// Contender names the backend, where it took one the encoding, and the threads
// if they were several: "bitmask", "gini/product", "bitmask x2".
func (c Cell) Contender() string { return contenderName(c.Backend, c.Encoding, c.Threads) }

// Timed reports whether the cell has a time that may be compared.
func (c Cell) Timed() bool { return c.Status.Answered() && !c.Wrong && c.Seconds.Median > 0 }

// Interval is a median with its 95 % confidence interval.
type Interval struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low,omitempty"`
	High   float64 `json:"high,omitempty"`
	// Enough is false when there were too few runs for an interval; then Low
	// and High are 0.
	Enough bool `json:"enough"`
}

// bare reports whether the problem is a bare board, named by family and size alone.
func (c Cell) bare() bool { return c.Problem == fmt.Sprintf("%s(%d)", c.Family, c.N) }
