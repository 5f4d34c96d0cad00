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

// proofStream splits the output of a proving child for the checker: first the proof in chunks, of which only
// a buffer is in memory, then the report.
type proofStream struct {
	from  *bufio.Reader
	proof io.Reader // the chunks
	keep  io.Writer // receives a copy of the proof
	most  int64     // maximal size in bytes
	// The prover's clock runs while the checker waits for it. The checker's clock runs otherwise.
	proving, checking *clock

	bytes  int64 // read so far
	whole  bool  // the proof was read to its end
	kind   bench.ProofKind
	err    error // error of the check, reported in addition to the report
	report []byte
}

func newProofStream(from io.Reader, most int64, keep io.Writer) *proofStream {
	s := &proofStream{from: bufio.NewReaderSize(from, 1<<16), most: most, keep: keep}
	s.proof = httputil.NewChunkedReader(s.from)
	return s
}

// Read reads from the proof.
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

// check checks the proof. If the proof was read to its end, or was truncated by the prover's end, check
// returns nil and leaves its error in s.err, because the prover's report is also needed. Any other error ends
// the prover.
func (s *proofStream) check(ctx context.Context, p nqueens.Problem, encoding string) error {
	s.checking.start()
	defer s.checking.stop()
	_, s.kind, s.err = against(ctx, p, encoding, s)
	if s.err == nil {
		_, s.err = io.Copy(io.Discard, s) // read the rest after the refutation
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

// clock calls a function after it has run for a given total time.
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

// keptProof writes a proof to a file. Without a name it writes nothing.
type keptProof struct {
	folder, name string // the name is the one in the record
	encoding     string // encoding of the formula

	file   *atomicfile.File
	digest hash.Hash
	out    *bufio.Writer
	packed *gzip.Writer // nil if the file is not compressed
	failed error
}

// begin creates the file.
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

// Write appends to the file.
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

// end closes the file and gives it its final name, or discards it if the proof is incomplete.
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
		k.file.Discard() //nolint:errcheck // another error is returned
	} else {
		err = k.file.Commit()
	}
	if err != nil {
		return nil, fmt.Errorf("keeping a proof: %w", err)
	}
	return &bench.KeptProof{File: k.name, SHA256: hex.EncodeToString(k.digest.Sum(nil)), Encoding: k.encoding}, nil
}
