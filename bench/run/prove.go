package run

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/internal/leftover"
	"nqueens/proof"
)

const (
	// mostProof is a Runner's ProofBytes where it says none.
	mostProof = 1 << 30
	// A check may take as many times a run's limit, and at least leastCheck.
	checkLimits = 10
	leastCheck  = time.Minute
)

// errTooLong is why a prover was stopped.
var errTooLong = errors.New("the proof is too long")

// attachProof says in a record of the answer unsatisfiable what supports it. If the
// job asks for a proof, the backend is asked for one, in another child process within
// the same limits. The formula that it is about is made here and not there. On
// boards it is compared with the rules of the piece, where it can be; then the
// proof is checked. It lives in a temporary folder, as do the files that an external
// solver makes, and goes with it.
//
// What a prover does wrong becomes part of the record: an error is the harness's
// own, or that it was stopped.
func (r *Runner) attachProof(ctx context.Context, cores []int, job bench.Job, a assignment, record *bench.Record) error {
	if record.Status != nqueens.Unsatisfiable {
		return nil
	}
	record.Proof = bench.Proof{Kind: bench.Unproved}
	b, err := backends.Named(r.Backends, job.Backend)
	if err != nil {
		return err
	}
	prover, can := b.(backends.Prover)
	if !job.Proof || !can {
		return nil
	}
	encoding, err := prover.ProofEncoding(a.request(job.Problem))
	if err != nil {
		return nil // it can prove nothing about this
	}
	folder, err := leftover.MkdirTemp()
	if err != nil {
		return fmt.Errorf("making a folder for a proof: %w", err)
	}
	defer os.RemoveAll(folder) //nolint:errcheck // it is one of the system's temporary folders
	a.Proof = filepath.Join(folder, "proof")
	rep, err := r.proofIn(ctx, cores, folder, job.Limits, a)
	switch {
	case errors.Is(err, errTooLong):
		record.ProofStatus = nqueens.MemoryLimit
		record.Proof.Why = fmt.Sprintf("the proof takes more than %d bytes", r.proofBytes())
		return nil
	case err != nil:
		return err
	case rep.Status == nqueens.Solved:
		record.Proof = bench.Proof{Kind: bench.ProofRefused, Why: "asked for a proof, it says that there is a solution"}
		return nil
	case rep.Status != nqueens.Unsatisfiable:
		record.ProofStatus = rep.Status
		record.Proof.Why = strings.TrimSuffix(fmt.Sprintf("%s: %s", rep.Status, rep.Reason), ": ")
		return nil
	}
	return checkProof(ctx, job, encoding, a.Proof, record)
}

// proofIn has a child write a proof into the folder, and stops it if that grows
// too large.
func (r *Runner) proofIn(ctx context.Context, cores []int, folder string, limits bench.Limits, a assignment) (report, error) {
	ctx, stop := isolate.WatchFolder(ctx, folder, r.proofBytes(), errTooLong)
	defer stop()
	a.Temporary = folder
	result, err := r.child(ctx, cores, limits, a)
	if err != nil {
		return report{}, err
	}
	if isolate.FolderBytes(folder) > r.proofBytes() { // it was quick
		return report{}, errTooLong
	}
	return readReport(result, a.Nonce), nil
}

func (r *Runner) proofBytes() int64 { return cmp.Or(r.ProofBytes, mostProof) }

func checkProof(ctx context.Context, job bench.Job, encoding, path string, record *bench.Record) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("reading a proof: %w", err)
	}
	defer file.Close()
	start := time.Now()
	limit := max(leastCheck, checkLimits*job.Limits.Time)
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	result, kind, err := against(within, job.Problem, encoding, file)
	record.ProofSeconds = time.Since(start).Seconds()
	wrong, isWrong := errors.AsType[*proof.Error](err)
	mismatch, mismatched := errors.AsType[*proof.Mismatch](err)
	switch {
	case result.Verified:
		record.Proof = bench.Proof{Kind: kind}
		if info, err := file.Stat(); err == nil {
			record.ProofBytes = info.Size()
		}
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case mismatched:
		record.Proof = bench.Proof{Kind: bench.ProofRefused, Why: "the formula: " + mismatch.Why}
	case isWrong:
		record.Proof = bench.Proof{Kind: bench.ProofRefused, Why: wrong.Error()}
		record.ProofBytes = result.Bytes
	case within.Err() != nil:
		record.ProofStatus = nqueens.Timeout
		record.Proof.Why = fmt.Sprintf("checking took more than %v", limit)
	default:
		record.ProofStatus = nqueens.Crashed
		record.Proof.Why = err.Error()
	}
	return nil
}

// against checks a proof against the formula of a problem, which it makes. If the
// proof is right, the kind says whether the formula was compared with the rules.
func against(ctx context.Context, p nqueens.Problem, encoding string, steps io.Reader) (result proof.Result, kind bench.ProofKind, err error) {
	e, err := encode.EncodingNamed(encoding)
	if err != nil {
		return result, "", err
	}
	f, err := encode.FromProblem(p, e)
	if err != nil {
		return result, "", err
	}
	kind = bench.ProofChecked
	if p.HasBoard() { // one from a file has no rules beside it
		_, err := proof.Compare(ctx, p, f)
		if _, mismatched := errors.AsType[*proof.Mismatch](err); mismatched {
			return result, "", err
		}
		if err != nil {
			kind = bench.ProofUncompared
		}
	}
	// If the context has ended, this says so.
	result, err = proof.Check(ctx, f, steps)
	return result, kind, err
}

// prove is the child's side: it writes the proof, and reports as if asked for an
// answer.
func prove(ctx context.Context, b backends.Backend, r nqueens.Request, path string) (report, error) {
	prover, can := b.(backends.Prover)
	if !can {
		return report{}, fmt.Errorf("%s writes no proofs", b.Describe().Name)
	}
	file, err := os.Create(path)
	if err != nil {
		return report{}, err
	}
	out := bufio.NewWriterSize(file, 1<<16)
	rep := report{Outcome: prover.Prove(ctx, r, out)}
	if err := errors.Join(out.Flush(), file.Close()); err != nil && rep.Status == nqueens.Unsatisfiable {
		rep.Outcome = nqueens.Fail(nqueens.Crashed, "writing the proof: "+err.Error())
	}
	rep.PeakBytes, _ = isolate.SelfPeak()
	return rep, nil
}
