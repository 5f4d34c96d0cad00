package external

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"nqueens"
)

// ProofEncoding implements backends.Prover.
func (s *Solver) ProofEncoding(r nqueens.Request) (string, error) {
	in, encoding := s.input(r)
	switch {
	case r.Task != nqueens.FindFirst:
		return "", fmt.Errorf("%s proves that there is no solution, for the task %q", s.says().name, nqueens.FindFirst)
	case in.proof == nil && in.encoded:
		return "", fmt.Errorf("%s writes no proofs", s.says().name)
	case in.proof == nil:
		return "", fmt.Errorf("%s/%s writes no proofs", s.says().name, encoding)
	}
	if err := s.Supports(r); err != nil {
		return "", err
	}
	return encoding, s.installed(in.proof)
}

// Prove implements backends.Prover. The proof is first written to a file,
// which is bounded as everything is that the program writes.
func (s *Solver) Prove(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
	encoding, err := s.ProofEncoding(r)
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	in, _ := s.input(r)
	return s.answer(ctx, r, in, encoding, in.proof, nil, func(file string) error {
		return copyProof(attentive{ctx, proof}, file, in.skip)
	})
}

// copyProof copies a proof without the lines that begin with skip.
func copyProof(to io.Writer, file, skip string) error {
	from, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return errors.New("says that there is no solution and wrote no proof")
	}
	if err != nil {
		return err
	}
	defer from.Close()
	if skip == "" {
		_, err = io.Copy(to, from)
		return err
	}
	lines, out := bufio.NewReaderSize(from, 1<<16), bufio.NewWriterSize(to, 1<<16)
	for begin, skipping := true, false; ; {
		part, err := lines.ReadSlice('\n') // a line, or a part of a long one
		if begin {
			skipping = bytes.HasPrefix(part, []byte(skip))
		}
		if !skipping {
			out.Write(part) // Flush reports its error
		}
		begin = err == nil
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return errors.Join(out.Flush(), unlessEOF(err))
		}
	}
}

func unlessEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
