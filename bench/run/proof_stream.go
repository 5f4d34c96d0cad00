package run

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http/httputil"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/internal/atomicfile"
)

// proofStream is what a child that proves writes, as the checker reads it: the proof in
// chunks, of which no more is held than a buffer, and then the report.
type proofStream struct {
	from  *bufio.Reader
	proof io.Reader // the chunks
	keep  io.Writer // gets what is read
	most  int64     // bytes
	// The prover's time is that in which the checker waits for it; the checker's is the rest.
	proving, checking *clock

	bytes  int64 // read so far, of the proof
	whole  bool  // the proof was read to its end
	kind   bench.ProofKind
	err    error // of the check, told beside the report
	report []byte
}

func newProofStream(from io.Reader, most int64, keep io.Writer) *proofStream {
	s := &proofStream{from: bufio.NewReaderSize(from, 1<<16), most: most, keep: keep}
	s.proof = httputil.NewChunkedReader(s.from)
	return s
}

// Read reads of the proof.
func (s *proofStream) Read(p []byte) (int, error) {
	s.checking.stop()
	s.proving.start()
	n, err := s.proof.Read(p)
	s.proving.stop()
	s.checking.start()
	if s.bytes += int64(n); s.bytes > s.most {
		return 0, errTooLong
	}
	if _, failed := s.keep.Write(p[:n]); failed != nil {
		return 0, failed
	}
	s.whole = err == io.EOF
	return n, err
}

// check checks the proof. Where it was read to its end, or the prover's end cut it off, the
// prover's report is to be seen beside what is wrong; any other error should end the prover.
func (s *proofStream) check(ctx context.Context, p nqueens.Problem, encoding string) error {
	s.checking.start()
	defer s.checking.stop()
	_, s.kind, s.err = against(ctx, p, encoding, s)
	if s.err == nil {
		_, s.err = io.Copy(io.Discard, s) // what follows the refutation
	}
	if !s.whole {
		if errors.Is(s.err, io.ErrUnexpectedEOF) {
			return nil
		}
		return s.err
	}
	s.proving.start()
	defer s.proving.stop()
	report, err := io.ReadAll(io.LimitReader(s.from, mostReport))
	if err == nil {
		s.report = report
	}
	return err
}

// clock calls a function once it has run for a while in all.
type clock struct {
	all, left time.Duration
	since     time.Time
	timer     *time.Timer
}

func newClock(all time.Duration, end func()) *clock {
	c := &clock{all: all, left: all, timer: time.AfterFunc(all, end)}
	c.timer.Stop()
	return c
}

func (c *clock) start() {
	c.since = time.Now()
	c.timer.Reset(c.left)
}

func (c *clock) stop() {
	c.timer.Stop()
	c.left -= time.Since(c.since)
}

func (c *clock) ran() time.Duration { return c.all - c.left }

// keptProof is a proof being kept in a file; one without a name is kept nowhere.
type keptProof struct {
	folder, name string // the name is that in the record
	encoding     string // of the formula that it is about

	file   *atomicfile.File
	digest hash.Hash
	out    *bufio.Writer
	packed *gzip.Writer // nil if it is not packed
	failed error
}

// begin begins the file.
func (k *keptProof) begin() (err error) {
	if k.name == "" {
		return nil
	}
	path := filepath.Join(k.folder, filepath.FromSlash(k.name))
	if k.folder != "" {
		err = os.MkdirAll(filepath.Dir(path), 0o777)
	}
	if err == nil {
		k.file, err = atomicfile.Create(path)
	}
	if err != nil {
		return fmt.Errorf("keeping a proof: %w", err)
	}
	k.digest = sha256.New()
	k.out = bufio.NewWriterSize(io.MultiWriter(k.file, k.digest), 1<<16)
	if strings.HasSuffix(k.name, ".gz") {
		k.packed = gzip.NewWriter(k.out)
	}
	return nil
}

// Write adds to the file.
func (k *keptProof) Write(p []byte) (n int, err error) {
	switch {
	case k.file == nil:
		return len(p), nil
	case k.packed != nil:
		n, err = k.packed.Write(p)
	default:
		n, err = k.out.Write(p)
	}
	if err != nil {
		k.failed = fmt.Errorf("keeping a proof: %w", err)
	}
	return n, err
}

// end ends the file, which has its name from now on, or is given up.
func (k *keptProof) end(complete bool) (*bench.KeptProof, error) {
	if k.file == nil {
		return nil, nil
	}
	if !complete {
		return nil, k.file.Discard()
	}
	var err error
	if k.packed != nil {
		err = k.packed.Close()
	}
	if err == nil {
		err = k.out.Flush()
	}
	if err != nil {
		k.file.Discard() //nolint:errcheck // another error is on its way already
	} else {
		err = k.file.Commit()
	}
	if err != nil {
		return nil, fmt.Errorf("keeping a proof: %w", err)
	}
	return &bench.KeptProof{File: k.name, SHA256: hex.EncodeToString(k.digest.Sum(nil)), Encoding: k.encoding}, nil
}
