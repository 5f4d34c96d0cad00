package run

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/internal/table"
)

const (
	// turn is how long a process of a batch goes on to take problems.
	turn = 5 * time.Second
	// maxHanded bounds the problems that one process is handed.
	maxHanded      = 2000
	maxHandedBytes = 8 << 20
)

// OpenLedger opens the ledger of a folder, or begins one, in which the answers that
// other builds of the program gave do not count unless they are kept.
func (r *Runner) OpenLedger(dir string) (*bench.Ledger, error) {
	if err := r.identify(); err != nil {
		return nil, err
	}
	l, err := bench.OpenLedger(dir)
	if err != nil {
		return nil, err
	}
	l.Build, l.Keep = r.build, r.Keep
	others := 0
	for _, record := range l.Records {
		if record.Build != r.build {
			others += len(record.Verdicts)
		}
	}
	switch {
	case r.Keep && others > 0:
		r.warn(fmt.Sprintf("kept: another build of this program gave %s (this is %s)", table.Plural(others, "answer"), r.build))
	case others > 0:
		r.warn(fmt.Sprintf("another build of this program gave %s (this is %s), asked for again", table.Plural(others, "answer"), r.build))
	}
	return l, nil
}

// RunBatch asks what the ledger does not hold yet of the batch, and records it
// process by process. It returns the context's error if it was stopped; what
// was answered by then is recorded, and another call goes on from there.
func (r *Runner) RunBatch(ctx context.Context, l *bench.Ledger, b bench.Batch) error {
	begun := time.Now()
	backend, err := backends.Named(r.Backends, b.Backend)
	if err != nil {
		return err
	}
	version := backends.Version(backend)
	build := l.Build // to find it again for each batch takes as long as some of them
	if build == "" {
		if err := r.identify(); err != nil {
			return err
		}
		build = r.build
	}
	environment := bench.CurrentEnvironment()
	for next := b.From + l.Answered(b, version); next < b.Len; {
		if warning, err := bench.KeepEnvironment(l.Dir, environment); err != nil {
			return err
		} else if warning != "" {
			r.warn(warning)
		}
		record, err := r.answerFrom(ctx, backend, b, next, r.bound(environment.Isolation))
		if n := len(record.Verdicts); n > 0 {
			now := time.Now()
			record.Version, record.Build, record.WallSeconds = version, build, now.Sub(begun).Seconds()
			if e := l.Append(record); e != nil {
				return e
			}
			next, begun = next+n, now
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// answerFrom has one process answer the problems from one on.
func (r *Runner) answerFrom(ctx context.Context, backend backends.Backend, b bench.Batch, from int, cores []int) (bench.BatchRecord, error) {
	s := bench.BatchRecord{List: b.List, Contender: b.Contender, Limits: b.Limits, From: from, Started: time.Now().UTC()}
	var problems []string
	for i, size := from, 0; i < b.Len && len(problems) < maxHanded && size < maxHandedBytes; i++ {
		p, err := b.Problem(i)
		if err == nil && !p.HasBoard() {
			err = errors.New("a formula, and a batch has boards only")
		}
		if err != nil {
			return s, fmt.Errorf("%s, problem %d: %w", b.List, i, err)
		}
		problems = append(problems, p.String())
		size += len(problems[len(problems)-1])
	}
	whole := bench.Limits{Time: turn + b.Limits.Time, Memory: b.Limits.Memory}
	for attempt := 1; ; attempt++ {
		s := s // without what an earlier attempt answered
		a := assignment{
			Nonce: rand.Text(), Problems: problems, Task: nqueens.FindFirst, Backend: b.Backend, Encoding: b.Encoding,
			Threads: 1, Time: b.Limits.Time, Memory: b.Limits.Memory, Turn: turn, Busy: r.Busy, by: backend,
		}
		result, err := r.child(ctx, cores, whole, a)
		s.PeakBytes = result.PeakBytes
		readBatch(&s, result, a, err == nil)
		switch why := r.lost(result, "", 1); {
		case err != nil || why == "":
			return s, err
		case attempt == attempts:
			s.Void(why)
			return s, nil
		}
	}
}

// readBatch takes in what a process wrote to its assignment. If it did not end as it
// should, that is what became of the problem after the last that it reported; unless it
// was stopped from outside.
func readBatch(s *bench.BatchRecord, result isolate.Result, a assignment, toItsEnd bool) {
	add := func(r report) { s.Add(r.Outcome, r.Seconds, r.Wrong()) }
	handed := len(a.Problems)
	rest := result.Stdout
	for len(s.Verdicts) < handed {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		if !ended {
			break
		}
		r, err := parseReport(line, a.Nonce, len(s.Verdicts))
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
	if !toItsEnd || len(s.Verdicts) == handed {
		return
	}
	turnOver := result.Outcome == isolate.Exited && result.Exit == 0 && len(s.Verdicts) > 0 && len(rest) == 0
	if !turnOver {
		result.Stdout = rest
		add(readReport(result, a.Nonce))
	}
}

// serveBatch is the child's side of a batch.
func serveBatch(ctx context.Context, a assignment, backend backends.Backend, more []*nqueens.Family, out io.Writer) error {
	start := time.Now()
	for i, text := range a.Problems {
		p, err := family.All(more...).Parse(text)
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
	found := stopwatch{busy: a.Busy, limit: a.Time}.answer(ctx, b, request, skim)
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
