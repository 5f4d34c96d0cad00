package run

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/family"
)

const (
	// turn is how long a process of a sweep goes on to take problems.
	turn = 5 * time.Second
	// maxHanded bounds the problems that one process is handed.
	maxHanded      = 2000
	maxHandedBytes = 8 << 20
)

// sweep has a contender go on until it has answered so many instances, and records them process by process: a
// process answers one after the other until it has run for a while, and when it dies the next goes on
// after the problem that it died of.
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
		block, why, err := t.runner.answerFrom(ctx, asked, s, m, next, to, t.folder.Experiment.Clock, t.cores)
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

// answerFrom has one process answer the problems from one on, and says why its time means nothing, if it does
// not.
func (r *Runner) answerFrom(ctx context.Context, asked trial, s *bench.Sweep, m bench.Maker, from, to int, clock string, cores []int) (block bench.Block, why string, err error) {
	block = bench.NewBlock(s, m, from)
	a := newAssignment(asked, 0)
	a.Threads, a.Turn, a.CPU, a.Busy = 1, turn, clock == bench.CPUClock, r.busy(clock)
	for i, size := from, 0; i < to && len(a.Problems) < maxHanded && size < maxHandedBytes; i++ {
		p, _, err := s.Problem(i)
		if err == nil && !p.HasBoard() {
			err = fmt.Errorf("%s, problem %d: a formula, and a sweep has boards only", s.Name, i)
		}
		if err != nil {
			return block, "", err
		}
		a.Problems = append(a.Problems, p.String())
		size += len(a.Problems[len(a.Problems)-1])
	}
	whole := bench.Limits{Time: turn + s.Limits.Time, Memory: s.Limits.Memory}
	for attempt := 1; ; attempt++ {
		block := block // without what an earlier attempt answered
		result, err := r.child(ctx, cores, whole, a)
		block.PeakBytes = result.PeakBytes
		readBlock(&block, result, a, err == nil)
		switch why := r.lost(result, clock, 1); {
		case err != nil || why == "":
			return block, "", err
		case attempt == attempts:
			block.Void(why)
			return block, why, nil
		}
	}
}

// readBlock takes in what a process wrote to its assignment. If it did not end as it
// should, that is what became of the problem after the last that it reported; unless it
// was stopped from outside.
func readBlock(b *bench.Block, result isolate.Result, a assignment, toItsEnd bool) {
	add := func(r report) {
		r.Spent = r.spent()
		b.Add(r.Observation)
	}
	handed := len(a.Problems)
	rest := result.Stdout
	for b.Len() < handed {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		if !ended {
			break
		}
		r, err := parseReport(line, a.Nonce, b.Len())
		if err == nil && !r.Status.Valid() {
			err = fmt.Errorf("reported the status %q", r.Status)
		}
		if err != nil {
			if toItsEnd {
				add(ending(nqueens.Crashed, err.Error()))
			}
			return
		}
		add(r)
		rest = after
	}
	if !toItsEnd || b.Len() == handed {
		return
	}
	turnOver := result.Outcome == isolate.Exited && result.Exit == 0 && b.Len() > 0 && len(rest) == 0
	if !turnOver {
		result.Stdout = rest
		add(readReport(result, a.Nonce))
	}
}

// serveBlock is the child's side of a sweep.
func serveBlock(ctx context.Context, a assignment, backend backends.Backend, more []*nqueens.Family, out io.Writer) error {
	start, known := time.Now(), family.All(more...)
	for i, text := range a.Problems {
		p, err := known.Parse(text)
		if err != nil {
			return err
		}
		request := a.request(p)
		rep := a.once(ctx, backend, request)
		if i == 0 && rep.Status.Answered() && rep.Seconds < bench.ShortWork.Seconds() {
			rep = a.once(ctx, backend, request) // the first answer pays for what a process does only once
		}
		if err := a.report(out, i, rep); err != nil {
			return err
		}
		if !rep.Status.Answered() || time.Since(start) >= a.Turn {
			return nil // what had to be left behind may still be running
		}
	}
	return nil
}

// once has the backend answer one time within its limit, and checks a solution
// by the rules of the board. The report is without the solution if it is right.
func (a assignment) once(ctx context.Context, b backends.Backend, request nqueens.Request) report {
	ctx, cancel := a.limited(ctx)
	defer cancel()
	inspection := newInspection(request)
	found := stopwatch{cpu: a.CPU, busy: a.Busy, limit: a.Time}.answer(ctx, b, request, skim)
	inspection.conclude(found.outcome)
	r := report{Observation: bench.Observation{Outcome: found.outcome}}
	inspection.report(&r)
	r.Solution = nil
	if r.Status.Answered() {
		r.Seconds, r.AnswerCPU = found.took.Seconds(), found.computed.Seconds()
		if r.spent() > a.Time.Seconds() {
			return ending(nqueens.Timeout, "")
		}
	}
	return r
}
