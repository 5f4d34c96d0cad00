package run

import (
	"bytes"
	"context"
	"io"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/internal/cputime"
)

// mostTurns is how many repetitions of short work one process makes.
const mostTurns = 5

// further returns the repetitions that the process of one of them is to make as well: none but of work that
// the job's first run, which has a process of its own, showed to be less than bench.ShortWork, and so less
// than what a process costs. Two builds of the program are compared by processes that do the same.
func (t *tour) further(job trial, repetition int) (more []int) {
	e := t.folder.Experiment
	if e.Clock == bench.ProcessClock || len(e.Binaries) > 0 || job.Proof || repetition == 1 {
		return nil
	}
	_, process := job.by.(backends.Process)
	_, elsewhere := job.by.(backends.OtherBuild)
	if took, known := t.state.Took(job.Job); process || elsewhere || !known || took >= bench.ShortWork {
		return nil
	}
	for next := repetition + 1; len(more)+1 < min(mostTurns, t.state.Left(job.Job)); next++ {
		if t.recorded[t.runner.maker(job, e, next).Key(job.Job)] {
			break
		}
		more = append(more, next)
	}
	return more
}

// used is what a process used so far: seconds since it was told what to do, and of CPU time.
type used struct {
	Wall float64 `json:"wall"`
	CPU  float64 `json:"cpu"`
}

// serveTurns is the child's side of several repetitions. The peak memory is that after the first
// answer of the process: later ones would add their garbage to it.
func serveTurns(ctx context.Context, a assignment, b backends.Backend, p nqueens.Problem, out io.Writer) error {
	begun := time.Now()
	var peak int64
	for i, seed := range slices.Concat([]uint64{a.Seed}, a.Further) {
		a.Seed = seed
		ctx, cancel := a.limited(ctx)
		r := a.measure(ctx, b, a.request(p))
		cancel()
		if i == 0 {
			peak = r.PeakBytes
		}
		r.PeakBytes = peak
		r.Process = &used{time.Since(begun).Seconds(), cputime.Used().Seconds()}
		if err := a.report(out, i, r); err != nil {
			return err
		}
		if !r.Status.Answered() {
			return nil // what had to be left behind may still be running
		}
	}
	return nil
}

// readReports turns what became of a child that was to make so many repetitions into the reports on
// those that it came to, the last of which may be how it ended.
func readReports(result isolate.Result, nonce string, n int) (reports []report) {
	rest := result.Stdout
	for len(reports) < n {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		r, err := parseReport(line, nonce, len(reports))
		if !ended || err != nil || r.Process == nil {
			break
		}
		reports, rest = append(reports, r), after
	}
	well := result.Outcome == isolate.Exited && result.Exit == 0 && len(rest) == 0
	if gaveUp := len(reports) > 0 && !reports[len(reports)-1].Status.Answered(); well && (len(reports) == n || gaveUp) {
		return reports
	}
	result.Stdout = rest
	if len(reports) == n { // it is not known which of them broke what the process left
		reports = reports[:n-1]
	}
	return append(reports, readReport(result, nonce))
}

// parts are what of a process's time and CPU time belongs to each of its repetitions: to the first
// one its start and end too.
func parts(result isolate.Result, reports []report) (wall, cpu []float64) {
	wall, cpu = make([]float64, len(reports)), make([]float64, len(reports))
	wall[0], cpu[0] = result.Wall.Seconds(), result.CPU.Seconds()
	for i := 1; i < len(reports); i++ {
		before, now := reports[i-1].Process, reports[i].Process
		if before == nil || now == nil {
			continue // it did not come to its report: what it used counts as the first one's
		}
		wall[i], cpu[i] = max(0, now.Wall-before.Wall), max(0, now.CPU-before.CPU)
		wall[0], cpu[0] = max(0, wall[0]-wall[i]), max(0, cpu[0]-cpu[i])
	}
	return wall, cpu
}
