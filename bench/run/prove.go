package run

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httputil"
	"os"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/internal/leftover"
	"nqueens/proof"
)

const (
	// Checking a proof may take checkLimits times the prover's time limit, but at least leastCheck.
	checkLimits = 10
	leastCheck  = time.Minute
	// mostReport limits the size of the report of a proving child.
	mostReport = 1 << 20
)

// Reasons for stopping a prover.
var (
	errTooLong = errors.New("the proof is too long")
	errLate    = errors.New(string(nqueens.Timeout))
)

// attachProof adds the proof, or why there is none, to a record with the answer unsatisfiable. If the job
// requests a proof, another child process of the backend writes one, within the same limits. The harness
// makes the formula itself. On boards it compares the formula with the rules of the piece, if possible. It
// checks the proof while the child writes it, so that the proof is never in memory as a whole.
//
// A prover's errors become part of the record. attachProof returns an error only if the harness itself failed
// or was stopped. It repeats a proof that timed out in a discarded run, and one whose check was interrupted.
// If every check was interrupted, the record has no time of checking.
func (r *Runner) attachProof(ctx context.Context, cores []int, job trial, a assignment, record *bench.Record, keep keptProof) error {
	if record.Status != nqueens.Unsatisfiable || !job.Proof {
		return nil
	}
	a, encoding := r.prover(job, a, record.By, keep)
	if encoding == "" {
		return nil
	}
	keep.encoding = encoding
	if encoding == proof.PseudoBoolean && keep.folder != "" { // in a run, which chooses the file's name
		keep.name = strings.Replace(keep.name, ".drat", ".pbp", 1)
	}
	for range attempts {
		p, err := r.proofOf(ctx, cores, job, a, keep)
		if err != nil {
			return err
		}
		why := cmp.Or(p.void, r.lost(p.result, "", min(a.Threads, max(1, len(cores)))))
		if p.status == nqueens.Timeout && why != "" {
			p.status, p.Why = nqueens.Void, "void: "+why
		}
		if p.interrupted != "" {
			p.seconds = 0
		}
		record.Proof, record.ProofStatus = p.Proof, p.status
		record.ProofBytes, record.ProofSeconds, record.ProofKept = p.bytes, p.seconds, p.kept
		if p.status != nqueens.Void && p.interrupted == "" {
			break
		}
	}
	return nil
}

// prover returns the assignment of the backend that is to prove the answer, and the encoding of the proof's
// formula, "" if no backend can prove it. If a portfolio delegated the answer to another backend, that one
// proves it, because it needs few steps for a problem that it refutes quickly. If the user named the proof's
// file, the kind of proof must not change.
func (r *Runner) prover(job trial, a assignment, by string, keep keptProof) (assignment, string) {
	encoding := proofEncoding(job.by, a.request(job.Problem))
	other := a
	other.Backend, other.Encoding, _ = strings.Cut(by, "/")
	b, err := backends.Named(r.Backends, other.Backend)
	if by == "" || err != nil || a.Program != "" {
		return a, encoding
	}
	other.by = b
	kind := func(encoding string) bool { return encoding == proof.PseudoBoolean }
	another, named := proofEncoding(b, other.request(job.Problem)), keep.name != "" && keep.folder == ""
	if another == "" || named && kind(another) != kind(encoding) {
		return a, encoding
	}
	return other, another
}

// proofEncoding returns the encoding of the formula for the backend's proof, "" if the backend cannot prove
// the answer.
func proofEncoding(b backends.Backend, r nqueens.Request) string {
	encoding, err := backends.ProofEncoding(b, r)
	if err != nil {
		return ""
	}
	return encoding
}

// proved is the result of a proof request.
type proved struct {
	result isolate.Result // of the prover's process
	bench.Proof
	status  nqueens.Status // see Record.ProofStatus
	void    string         // see Outcome.Void
	bytes   int64          // of the proof that was read
	seconds float64        // of checking
	kept    *bench.KeptProof
	// interrupted states what stopped the harness meanwhile, or is "".
	interrupted string
}

// proofOf runs a child that writes a proof, and checks the proof while it is written. The prover's files are
// in a temporary folder, which is removed. If the child or the check fails, the other is stopped.
func (r *Runner) proofOf(ctx context.Context, cores []int, job trial, a assignment, keep keptProof) (p proved, err error) {
	interrupted := isolate.WatchInterruptions()
	defer func() { p.interrupted = interrupted() }()
	folder, err := leftover.MkdirTemp()
	if err != nil {
		return p, fmt.Errorf("making a folder for a proof: %w", err)
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder of the system
	from, to, err := os.Pipe()
	if err != nil {
		return p, fmt.Errorf("making a pipe for a proof: %w", err)
	}
	limits, most := job.Limits, cmp.Or(job.Limits.Proof, bench.DefaultProof)
	checking := max(leastCheck, checkLimits*limits.Time)
	watched, stop := isolate.WatchFolder(ctx, folder, most, errTooLong)
	defer stop()
	timed, end := context.WithCancelCause(watched)
	defer end(nil)
	both, within := errgroup.WithContext(timed)
	s := newProofStream(from, most, &keep)
	s.proving = newClock(limits.Time, func() { end(fmt.Errorf("%w: ran for more than %v", errLate, job.Limits.Time)) })
	s.checking = newClock(checking, func() { end(fmt.Errorf("%w: checking took more than %v", errLate, checking)) })
	// The child's own limit includes checking, because the child waits for its reader.
	limits.Time += checking
	a.Proof, a.Temporary, a.Out, a.Time = true, folder, to, limits.Time
	if err := keep.begin(); err != nil {
		return p, errors.Join(err, from.Close(), to.Close())
	}
	var failed error // of the harness itself
	both.Go(func() (err error) {
		defer to.Close() //nolint:errcheck // the child has its own copy
		if p.result, err = r.child(within, cores, limits, a); within.Err() == nil {
			failed = err
		}
		return err
	})
	both.Go(func() error {
		defer context.AfterFunc(within, func() { from.Close() })() //nolint:errcheck // only read
		defer from.Close()                                         //nolint:errcheck // only read
		return s.check(within, job.Problem, keep.encoding)
	})
	if err = both.Wait(); err != nil {
		err = context.Cause(within) // the first error
	}
	switch {
	case ctx.Err() != nil:
		failed = context.Cause(ctx)
	case err == nil && isolate.FolderBytes(folder) > most: // it ended before the folder was looked at
		err = errTooLong
	}
	p.result.Stdout = s.report
	p.conclude(readReport(p.result, a.Nonce), s, most, err)
	if failed = cmp.Or(failed, keep.failed); failed == nil {
		p.kept, failed = keep.end(p.Checked())
	} else {
		keep.end(false) //nolint:errcheck // another error is returned
	}
	return p, failed
}

// conclude sets the status and the kind of the proof. ended is the error that stopped one side, or nil.
func (p *proved) conclude(rep report, s *proofStream, most int64, ended error) {
	unproved := func(status nqueens.Status, why string) {
		p.status, p.Proof = status, bench.Proof{Kind: bench.Unproved, Why: why}
	}
	why := refusal(ended)
	if ended == nil && rep.Status == nqueens.Unsatisfiable {
		why = refusal(s.err)
	}
	p.void = rep.Void
	switch {
	case why != "":
		p.Proof, p.bytes, p.seconds = bench.Proof{Kind: bench.ProofRefused, Why: why}, s.bytes, s.checking.ran().Seconds()
	case errors.Is(ended, errTooLong):
		unproved(nqueens.MemoryLimit, fmt.Sprintf("the proof takes more than %d bytes", most))
	case errors.Is(ended, errLate):
		unproved(nqueens.Timeout, ended.Error())
	case ended != nil:
		unproved(nqueens.Crashed, "crashed: "+ended.Error())
	case rep.Status == nqueens.Solved:
		p.Proof = bench.Proof{Kind: bench.ProofRefused, Why: "when a proof was requested, the backend reported a solution"}
	case rep.Status != nqueens.Unsatisfiable:
		unproved(rep.Status, strings.TrimSuffix(fmt.Sprintf("%s: %s", rep.Status, rep.Reason), ": "))
	case s.err != nil:
		unproved(nqueens.Crashed, "crashed: "+s.err.Error())
	default:
		p.Proof, p.bytes, p.seconds = bench.Proof{Kind: s.kind}, s.bytes, s.checking.ran().Seconds()
	}
}

// refusal returns why a proof is invalid, or "" if the error has another cause.
func refusal(err error) string {
	if wrong, ok := errors.AsType[*proof.Error](err); ok {
		return wrong.Error()
	}
	if mismatch, ok := errors.AsType[*proof.Mismatch](err); ok {
		return "the formula: " + mismatch.Why
	}
	return ""
}

// against checks a proof against the formula of a problem, which it makes. If the proof is valid, kind states
// whether the formula was compared with the rules.
func against(ctx context.Context, p nqueens.Problem, encoding string, steps io.Reader) (result proof.Result, kind bench.ProofKind, err error) {
	if encoding == proof.PseudoBoolean {
		f, err := proof.PBOf(p)
		if err != nil {
			return result, "", err
		}
		if kind, err = compared(p, func() error { _, err := proof.ComparePB(ctx, p, f); return err }); err == nil {
			result, err = proof.CheckPB(ctx, f, steps)
		}
		return result, kind, err
	}
	e, err := encode.EncodingNamed(encoding)
	if err != nil {
		return result, "", err
	}
	f, err := encode.FromProblem(p, e)
	if err != nil {
		return result, "", err
	}
	if kind, err = compared(p, func() error { _, err := proof.Compare(ctx, p, f); return err }); err == nil {
		result, err = proof.Check(ctx, f, steps) // returns an error if the context has ended
	}
	return result, kind, err
}

// compared compares a problem's formula with the rules, if possible, and returns whether it did. It returns
// an error if they differ.
func compared(p nqueens.Problem, compare func() error) (bench.ProofKind, error) {
	if !p.HasBoard() { // a formula from a file has no rules to compare with
		return bench.ProofChecked, nil
	}
	err := compare()
	if _, mismatched := errors.AsType[*proof.Mismatch](err); mismatched {
		return "", err
	}
	if err != nil {
		return bench.ProofUncompared, nil
	}
	return bench.ProofChecked, nil
}

// prove is the child's side of a proof: it writes the proof in chunks, so that a truncated proof is
// recognised, and returns a report like that of an answer.
func prove(ctx context.Context, b backends.Backend, r nqueens.Request, to io.Writer) (report, error) {
	prover, can := b.(backends.Prover)
	if !can {
		return report{}, fmt.Errorf("%s writes no proofs", b.Describe().Name)
	}
	chunks := httputil.NewChunkedWriter(to)
	out := bufio.NewWriterSize(chunks, 1<<16)
	rep := report{Observation: bench.Observation{Outcome: prover.Prove(ctx, r, out)}}
	if err := errors.Join(out.Flush(), chunks.Close()); err != nil && rep.Status == nqueens.Unsatisfiable {
		rep.Outcome = nqueens.Fail(nqueens.Crashed, "writing the proof: "+err.Error())
	}
	return rep, nil
}
