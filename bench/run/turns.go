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

// mostTurns is the maximal number of repetitions of short work in one process.
const mostTurns = 5

// further returns the other repetitions to make in the same process. There are some only if the job's first
// run, which has its own process, took less than bench.ShortWork and so less than the start of a process. The
// processes of two builds of the program make the same repetitions.
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

// used is the time that a process has used since it received its assignment: wall-clock and CPU seconds.
type used struct {
	Wall float64 `json:"wall"`
	CPU  float64 `json:"cpu"`
}

// serveTurns is the child's side of several repetitions. The peak memory is measured after the first answer,
// because the garbage of later ones would increase it.
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
			return nil // the backend may still be running
		}
	}
	return nil
}

// readReports returns the reports of a child with n repetitions, for those that it reached. The last report
// may state how the child ended.
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
	if len(reports) == n { // any of them may have broken the output
		reports = reports[:n-1]
	}
	return append(reports, readReport(result, nonce))
}

// parts divides the time and CPU time of a process among its repetitions. The first one includes the start
// and the end of the process.
func parts(result isolate.Result, reports []report) (wall, cpu []float64) {
	wall, cpu = make([]float64, len(reports)), make([]float64, len(reports))
	wall[0], cpu[0] = result.Wall.Seconds(), result.CPU.Seconds()
	for i := 1; i < len(reports); i++ {
		before, now := reports[i-1].Process, reports[i].Process
		if before == nil || now == nil {
			continue // it has no report: the first repetition gets its time
		}
		wall[i], cpu[i] = max(0, now.Wall-before.Wall), max(0, now.CPU-before.CPU)
		wall[0], cpu[0] = max(0, wall[0]-wall[i]), max(0, cpu[0]-cpu[i])
	}
	return wall, cpu
}
