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
	// Checking a proof may take so many times the time that the prover may, or leastCheck if
	// that is more.
	checkLimits = 10
	leastCheck  = time.Minute
	// mostReport is more than any report of a child that proves.
	mostReport = 1 << 20
)

// Why a prover was stopped.
var (
	errTooLong = errors.New("the proof is too long")
	errLate    = errors.New(string(nqueens.Timeout))
)

// attachProof says in a record of the answer unsatisfiable what supports it. If the
// job asks for a proof, the backend is asked for one, in another child process within
// the same limits. The formula that it is about is made here and not there. On
// boards it is compared with the rules of the piece, where it can be; then the
// proof is checked, while it is written: neither side holds it.
//
// What a prover does wrong becomes part of the record: an error is the harness's
// own, or that it was stopped. A run that came to its limit while it was void is made again, and
// so is one whose check was interrupted: if it always is, the time is left out.
func (r *Runner) attachProof(ctx context.Context, cores []int, job trial, a assignment, record *bench.Record, keep keptProof) error {
	if record.Status != nqueens.Unsatisfiable || !job.Proof {
		return nil
	}
	a, encoding := r.prover(job, a, record.By, keep)
	if encoding == "" {
		return nil
	}
	keep.encoding = encoding
	if encoding == proof.PseudoBoolean && keep.folder != "" { // in a run, which names it
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

// prover is the assignment of who is to prove the answer, with the encoding of the formula that the
// proof is about, "" for nobody: who answered where the backend that was asked had another do so, since
// what refutes a problem in milliseconds proves it in a few lines; else the one that was asked. A
// file that has its name already is for a proof of that one's kind.
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

// proofEncoding is that of the formula which the backend's proof is about, "" if it can prove nothing.
func proofEncoding(b backends.Backend, r nqueens.Request) string {
	by, can := b.(backends.Prover)
	if !can {
		return ""
	}
	encoding, err := by.ProofEncoding(r)
	if err != nil {
		return ""
	}
	return encoding
}

// proved is what came of asking for a proof.
type proved struct {
	result isolate.Result // of the prover's process
	bench.Proof
	status  nqueens.Status // as Record.ProofStatus
	void    string         // as Outcome.Void
	bytes   int64          // of a proof that was read
	seconds float64        // of checking
	kept    *bench.KeptProof
	// interrupted is what stopped the harness meanwhile, or "".
	interrupted string
}

// proofOf has a child write a proof, and checks what comes of it as it comes. Files
// that the prover makes are in a temporary folder, and go with it. When either
// ends before the other, so does the other.
func (r *Runner) proofOf(ctx context.Context, cores []int, job trial, a assignment, keep keptProof) (p proved, err error) {
	interrupted := isolate.WatchInterruptions()
	defer func() { p.interrupted = interrupted() }()
	folder, err := leftover.MkdirTemp()
	if err != nil {
		return p, fmt.Errorf("making a folder for a proof: %w", err)
	}
	defer os.RemoveAll(folder) //nolint:errcheck // it is one of the system's temporary folders
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
	// The child's own limit is for all of it, since it may wait to be read.
	limits.Time += checking
	a.Proof, a.Temporary, a.Out, a.Time = true, folder, to, limits.Time
	if err := keep.begin(); err != nil {
		return p, errors.Join(err, from.Close(), to.Close())
	}
	var failed error // of the harness's own
	both.Go(func() (err error) {
		defer to.Close() //nolint:errcheck // the child's is another
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
		err = context.Cause(within) // what ended the first
	}
	switch {
	case ctx.Err() != nil:
		failed = context.Cause(ctx)
	case err == nil && isolate.FolderBytes(folder) > most: // it was quick
		err = errTooLong
	}
	p.result.Stdout = s.report
	p.conclude(readReport(p.result, a.Nonce), s, most, err)
	if failed = cmp.Or(failed, keep.failed); failed == nil {
		p.kept, failed = keep.end(p.Checked())
	} else {
		keep.end(false) //nolint:errcheck // another error is on its way already
	}
	return p, failed
}

// conclude says what came of it: ended is what ended one side before the other.
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
		p.Proof = bench.Proof{Kind: bench.ProofRefused, Why: "asked for a proof, it says that there is a solution"}
	case rep.Status != nqueens.Unsatisfiable:
		unproved(rep.Status, strings.TrimSuffix(fmt.Sprintf("%s: %s", rep.Status, rep.Reason), ": "))
	case s.err != nil:
		unproved(nqueens.Crashed, "crashed: "+s.err.Error())
	default:
		p.Proof, p.bytes, p.seconds = bench.Proof{Kind: s.kind}, s.bytes, s.checking.ran().Seconds()
	}
}

// refusal is why what was given as a proof is none, or "" if the error is another.
func refusal(err error) string {
	if wrong, ok := errors.AsType[*proof.Error](err); ok {
		return wrong.Error()
	}
	if mismatch, ok := errors.AsType[*proof.Mismatch](err); ok {
		return "the formula: " + mismatch.Why
	}
	return ""
}

// against checks a proof against the formula of a problem, which it makes. If the
// proof is right, the kind says whether the formula was compared with the rules.
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
		result, err = proof.Check(ctx, f, steps) // which says so if the context has ended
	}
	return result, kind, err
}

// compared says whether a problem's formula could be compared with the rules. One that says
// something else is an error.
func compared(p nqueens.Problem, compare func() error) (bench.ProofKind, error) {
	if !p.HasBoard() { // one from a file has no rules beside it
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

// prove is the child's side: it writes the proof in chunks, so that one that is cut
// off does not seem to end, and reports as if asked for an answer.
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
