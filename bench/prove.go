package bench

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/encode"
	"nqueens/encode/proof"
)

// refused begins a Record's Proof that does not prove.
const refused = "refused: "

const (
	// mostProof is a Runner's ProofBytes where it says none.
	mostProof = 1 << 30
	// sizeTold is how often a prover's files are looked at.
	sizeTold = 50 * time.Millisecond
	// A check may take as many times a run's limit, and at least leastCheck.
	checkLimits = 10
	leastCheck  = time.Minute
)

// errTooLong is why a prover was stopped.
var errTooLong = errors.New("the proof is too long")

// stand says in a record of the answer unsatisfiable what stands behind it. If the
// job asks for a proof, the backend is asked for one, in another child process within
// the same limits. The formula that it is about is made here and not there. On
// boards it is compared with the rules of the piece, where it can be; then the
// proof is checked. It lives in a temporary folder, as do the files that an external
// solver makes, and goes with it.
//
// What a prover does wrong becomes part of the record: an error is the harness's
// own, or that it was stopped.
func (r *Runner) stand(ctx context.Context, cores []int, job Job, a assignment, record *Record) error {
	if record.Status != nqueens.Unsatisfiable {
		return nil
	}
	record.Proof = Unproved
	b, err := backends.Named(r.Backends, job.Backend)
	if err != nil {
		return err
	}
	prover, can := b.(backends.Prover)
	if !job.Proof || !can {
		return nil
	}
	encoding, err := prover.ProofEncoding(nqueens.Request{
		Problem: job.Problem, Task: job.Task, Encoding: job.Encoding, Threads: a.Threads, Memory: a.Memory, Seed: a.Seed,
	})
	if err != nil {
		return nil // it can prove nothing about this
	}
	folder, err := os.MkdirTemp("", "nqueens-proof-*")
	if err != nil {
		return fmt.Errorf("making a folder for a proof: %w", err)
	}
	defer os.RemoveAll(folder) //nolint:errcheck // it is one of the system's temporary folders
	a.Proof = filepath.Join(folder, "proof")
	rep, err := r.proofIn(ctx, cores, folder, job.Limits, a)
	switch {
	case errors.Is(err, errTooLong):
		record.Proof += fmt.Sprintf(": the proof takes more than %d bytes", r.proofBytes())
		return nil
	case err != nil:
		return err
	case rep.Status == nqueens.Solved:
		record.Proof = refused + "asked for a proof, it says that there is a solution"
		return nil
	case rep.Status != nqueens.Unsatisfiable:
		record.Proof = strings.TrimSuffix(fmt.Sprintf("%s: %s: %s", Unproved, rep.Status, rep.Reason), ": ")
		return nil
	}
	return checkProof(ctx, job, encoding, a.Proof, record)
}

// proofIn has a child write a proof into the folder, and stops it if that grows
// too large.
func (r *Runner) proofIn(ctx context.Context, cores []int, folder string, limits Limits, a assignment) (report, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		for look := time.NewTicker(sizeTold); ; {
			select {
			case <-ctx.Done():
				look.Stop()
				return
			case <-look.C:
				if sizeOf(folder) > r.proofBytes() {
					stop(errTooLong)
				}
			}
		}
	}()
	a.Temporary = folder
	result, err := r.child(ctx, cores, limits, a)
	if err != nil {
		return report{}, err
	}
	if sizeOf(folder) > r.proofBytes() { // it was quick
		return report{}, errTooLong
	}
	return readReport(result), nil
}

func (r *Runner) proofBytes() int64 { return cmp.Or(r.ProofBytes, mostProof) }

// sizeOf is how many bytes the files in a folder have. What vanishes meanwhile has
// none.
func sizeOf(folder string) (size int64) {
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return nil
	})
	return size
}

// checkProof checks a proof in a file and enters in the record what came of it.
func checkProof(ctx context.Context, job Job, encoding, path string, record *Record) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("reading a proof: %w", err)
	}
	defer file.Close()
	start := time.Now()
	limit := max(leastCheck, checkLimits*job.Limits.Time)
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	result, err := against(within, job.Problem, encoding, file)
	record.ProofSeconds = time.Since(start).Seconds()
	var wrong *proof.Error
	var mismatch *proof.Mismatch
	switch {
	case err == nil:
		record.Proof = ProofChecked
		if info, err := file.Stat(); err == nil {
			record.ProofBytes = info.Size()
		}
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &mismatch):
		record.Proof = refused + "the formula: " + mismatch.Why
	case errors.As(err, &wrong):
		record.Proof = refused + wrong.Error()
		record.ProofBytes = result.Bytes
	case within.Err() != nil:
		record.Proof += fmt.Sprintf(": checking took more than %v", limit)
	default:
		record.Proof += ": " + err.Error()
	}
	return nil
}

// against checks a proof against the formula of a problem, which it makes.
func against(ctx context.Context, p nqueens.Problem, encoding string, steps io.Reader) (proof.Result, error) {
	e, err := encode.EncodingNamed(encoding)
	if err != nil {
		return proof.Result{}, err
	}
	m, err := p.Model()
	if err != nil {
		return proof.Result{}, err
	}
	f := encode.FromModel(m, e)
	var mismatch *proof.Mismatch
	if _, err := proof.Compare(ctx, p, f); errors.As(err, &mismatch) || ctx.Err() != nil {
		return proof.Result{}, err // otherwise there is nothing to compare it with
	}
	return proof.Check(ctx, f, steps)
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
