package run

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/internal/leftover"
)

const (
	// turn is the time after which a process of a sweep begins no further problem.
	turn = 5 * time.Second
	// maxHanded and maxHandedBytes bound the problems that one process gets as texts.
	maxHanded      = 2000
	maxHandedBytes = 8 << 20
	// maxMade bounds the number of instances that one process generates, and thereby the length of a line
	// of the records.
	maxMade = 50_000
)

// sweep runs a contender until it has answered the given number of instances, and records the answers of each
// process. A process answers instances until its turn ends. If it fails at an instance, the next process
// continues after that instance.
func (t *tour) sweep(ctx context.Context, s *bench.Sweep, to int) error {
	by, err := backends.Named(t.runner.Backends, s.Backend)
	if err != nil {
		return err
	}
	asked := trial{s.AsJob(), by}
	begun := time.Now()
	for next := t.done(s).answers; next < to; {
		if err := t.begin(); err != nil {
			return err
		}
		m := t.runner.maker(asked, t.folder.Experiment, 1)
		_, other := by.(backends.OtherBuild) // another build may generate other instances from the same seeds, or cannot generate any
		makes := len(s.Recipes) > 0 && !other
		block, why, err := t.runner.answerFrom(ctx, asked, s, m, next, to, makes, t.folder.Experiment.Clock, t.cores)
		if err == nil && makes && block.Len() == 0 {
			block, why, err = t.runner.answerFrom(ctx, asked, s, m, next, to, false, t.folder.Experiment.Clock, t.cores)
		}
		if n := block.Len(); n > 0 {
			now := time.Now()
			block.WallSeconds = now.Sub(begun).Seconds()
			if e := t.folder.AppendBlocks(block); e != nil {
				return e
			}
			t.session.See(why != "")
			next, begun = next+n, now
			t.swept[s] = done{next, t.done(s).wall + block.WallSeconds}
			t.tell(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// answerFrom runs one process that answers instances from index from on. why states why the process's
// times are invalid, or is "". If the process generates the instances itself, its turn may be too short
// for even one; then the block is empty.
func (r *Runner) answerFrom(ctx context.Context, asked trial, s *bench.Sweep, m bench.Maker, from, to int, makes bool, clock string, cores []int) (block bench.Block, why string, err error) {
	block = bench.NewBlock(s, m, from)
	a := newAssignment(asked, 0)
	a.Threads, a.Turn, a.CPU, a.Busy = 1, turn, clock == bench.CPUClock, r.busy(clock)
	if makes {
		a.Count = min(maxMade, to-from)
		a.Instances, err = s.After(from)
	} else {
		a.Problems, err = problemTexts(s, from, to)
	}
	if err != nil {
		return block, "", err
	}
	whole := bench.Limits{Time: turn + s.Limits.Time, Memory: s.Limits.Memory}
	for attempt := 1; ; attempt++ {
		block := block // without answers of an earlier attempt
		result, err := r.childToFile(ctx, cores, whole, a)
		block.PeakBytes = result.PeakBytes
		block.AddAll(func(yield func(bench.Observation) bool) {
			i := from
			for rep := range blockReports(result, a, err == nil) {
				if makes && rep.Made != nil {
					s.Know(i, *rep.Made)
				}
				i++
				rep.Spent = rep.spent()
				if !yield(rep.Observation) {
					return
				}
			}
		})
		switch {
		case err != nil || block.Len() == 0:
			return block, "", err
		case r.lost(result, clock, 1) == "":
			return block, "", nil
		case attempt == attempts:
			why := r.lost(result, clock, 1)
			block.Void(why)
			return block, why, nil
		}
	}
}

// problemTexts returns the texts of the problems of a sweep from index from up to index to, but at most as
// many as one process should get.
func problemTexts(s *bench.Sweep, from, to int) (texts []string, err error) {
	for i, size := from, 0; i < to && len(texts) < maxHanded && size < maxHandedBytes; i++ {
		p, _, err := s.Problem(i)
		if err == nil && !p.HasBoard() {
			err = fmt.Errorf("%s, problem %d: it is a formula, but a sweep has only boards", s.Name, i)
		}
		if err != nil {
			return nil, err
		}
		texts = append(texts, p.String())
		size += len(texts[len(texts)-1])
	}
	return texts, nil
}

// childToFile does what child does, with a file for the output. The harness need not read each report, and
// the output of a killed child is not lost.
func (r *Runner) childToFile(ctx context.Context, cores []int, limits bench.Limits, a assignment) (result isolate.Result, err error) {
	folder, err := leftover.MkdirTemp()
	if err != nil {
		return result, fmt.Errorf("making a folder for reports: %w", err)
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder of the system
	if a.Out, err = os.Create(filepath.Join(folder, "reports")); err != nil {
		return result, fmt.Errorf("making a file for reports: %w", err)
	}
	defer a.Out.Close() //nolint:errcheck // it was only read
	result, err = r.child(ctx, cores, limits, a)
	var failed error
	if result.Stdout, failed = io.ReadAll(io.NewSectionReader(a.Out, 0, mostOutput)); failed != nil && err == nil {
		err = fmt.Errorf("reading reports: %w", failed)
	}
	return result, err
}

// blockReports iterates over the reports of a process, one for each problem. If the process failed, the last
// report is on the problem at which it failed, unless the process was stopped from outside.
func blockReports(result isolate.Result, a assignment, toItsEnd bool) iter.Seq[report] {
	return func(yield func(report) bool) {
		rest, handed, n := result.Stdout, max(a.Count, len(a.Problems)), 0
		for ; n < handed; n++ {
			line, after, ended := bytes.Cut(rest, []byte("\n"))
			if !ended {
				break
			}
			r, err := parseReport(line, a.Nonce, n)
			if err == nil && !r.Status.Valid() {
				err = fmt.Errorf("reported the status %q", r.Status)
			}
			if err != nil {
				if toItsEnd {
					yield(ending(nqueens.Crashed, err.Error()))
				}
				return
			}
			if !yield(r) {
				return
			}
			rest = after
		}
		turnOver := result.Outcome == isolate.Exited && result.Exit == 0 && n+a.Count > 0 && len(rest) == 0
		if toItsEnd && n < handed && !turnOver {
			result.Stdout = rest
			yield(readReport(result, a.Nonce))
		}
	}
}

// serveBlock is the child's side of a sweep. If an instance cannot be generated within the turn, serveBlock
// returns without an error, and the harness generates that instance itself.
func serveBlock(ctx context.Context, a assignment, backend backends.Backend, known nqueens.Catalogue, out io.Writer) error {
	start := time.Now()
	making, cancel := context.WithTimeout(ctx, a.Turn)
	defer cancel()
	for i := range max(a.Count, len(a.Problems)) {
		var p nqueens.Problem
		var made *uint64
		if a.Instances != nil {
			problem, origin, err := a.Instances.ProblemWithin(making, i)
			if err != nil {
				return nil
			}
			p, made = problem, &origin.Seed
		} else {
			var err error
			if p, err = known.Parse(a.Problems[i]); err != nil {
				return err
			}
		}
		request := a.request(p)
		rep := a.once(ctx, backend, request)
		if i == 0 && rep.Status.Answered() && rep.Seconds < bench.ShortWork.Seconds() {
			rep = a.once(ctx, backend, request) // the first answer includes what a process does only once
		}
		rep.Made = made
		if err := a.brief(out, i, rep); err != nil {
			return err
		}
		if !rep.Status.Answered() || time.Since(start) >= a.Turn {
			return nil // the backend may still be running
		}
	}
	return nil
}

// once runs the backend once within its limit, and checks a solution against the rules of the board. The
// report has no solution if it is right.
func (a assignment) once(ctx context.Context, b backends.Backend, request nqueens.Request) report {
	ctx, cancel := a.limited(ctx)
	defer cancel()
	inspection := bench.NewInspection(request)
	found := stopwatch{cpu: a.CPU, busy: a.Busy, limit: a.Time}.answer(ctx, b, request, skim)
	inspection.Conclude(found.outcome)
	r := report{Observation: bench.Observation{Outcome: found.outcome}}
	inspection.Report(&r.Observation)
	r.Solution = nil
	if r.Status.Answered() {
		r.Seconds, r.AnswerCPU = found.took.Seconds(), found.computed.Seconds()
		if r.spent() > a.Time.Seconds() {
			return ending(nqueens.Timeout, "")
		}
	}
	return r
}
