// Package unpack reads files that are packed with gzip, xz, bzip2 or zstd. Its errors describe how
// a file is damaged.
package unpack

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// A Packing is a compression format.
type Packing string

// The supported formats. None means that a file is not packed.
const (
	None  Packing = ""
	Gzip  Packing = "gzip"
	XZ    Packing = "xz"
	Bzip2 Packing = "bzip2"
	Zstd  Packing = "zstd"
)

// maxWindow limits the memory for unpacking. xz and zstd need this much at their highest levels.
const maxWindow = 128 << 20

// A method describes how a packed file begins and how it is read.
type method struct {
	packing Packing
	magic   string
	endings []string
	open    func(*bufio.Reader) (io.Reader, error)
}

// methods returns the supported methods.
func methods() []method {
	return []method{
		{Gzip, "\x1f\x8b", []string{".gz"}, func(r *bufio.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{XZ, "\xfd7zXZ\x00", []string{".xz"}, openXZ},
		{Bzip2, "BZh", []string{".bz2"}, openBzip2},
		{Zstd, "\x28\xb5\x2f\xfd", []string{".zst", ".zstd"}, openZstd},
	}
}

// IfPacked returns the unpacked content of r if r begins like a packed file, otherwise r itself.
func IfPacked(r *bufio.Reader) (in io.Reader, packing Packing, err error) {
	for _, m := range methods() {
		if head, _ := r.Peek(len(m.magic)); m.begins(head, r) { // an error occurs again at the first read
			in, err = m.reader(r)
			return in, m.packing, err
		}
	}
	return r, None, nil
}

// begins reports whether r begins like a file of the method. A text may begin with "BZh" too.
func (m method) begins(head []byte, r *bufio.Reader) bool {
	if string(head) != m.magic {
		return false
	}
	if m.packing != Bzip2 {
		return true
	}
	const size, block, end = 3, "1AY&SY", "\x17\x72\x45\x38\x50\x90"
	head, _ = r.Peek(size + 1 + len(block))
	switch {
	case len(head) <= size:
		return false
	case head[size] < '1' || head[size] > '9':
		return false
	}
	rest := string(head[size+1:])
	return strings.HasPrefix(block, rest) || strings.HasPrefix(end, rest)
}

// Gunzip returns the content of r, which is packed with gzip.
func Gunzip(r io.Reader) (io.Reader, error) {
	return methods()[0].reader(bufio.NewReader(r))
}

// Bare returns a file's name without the ending of a packed file.
func Bare(name string) string {
	ending := filepath.Ext(name)
	for _, m := range methods() {
		if slices.Contains(m.endings, strings.ToLower(ending)) {
			return strings.TrimSuffix(name, ending)
		}
	}
	return name
}

func openXZ(r *bufio.Reader) (io.Reader, error) {
	if size, known := dictionary(r); known && size > maxWindow {
		return nil, fmt.Errorf("it needs a dictionary of %d MiB; at most %d MiB are allowed", size>>20, maxWindow>>20)
	}
	return xz.NewReader(r)
}

// dictionary returns the size of the dictionary that the first block of an xz file requests. The xz
// package would allocate it at once, whatever the file contains.
func dictionary(r *bufio.Reader) (size int64, known bool) {
	const header, lzma2 = 12, 0x21
	head, _ := r.Peek(header + 2)
	if len(head) < header+2 || head[header] == 0 {
		return 0, false
	}
	block, _ := r.Peek(header + (int(head[header])+1)*4)
	i := bytes.Index(block[min(header+2, len(block)):], []byte{lzma2, 1})
	if i < 0 || header+2+i+2 >= len(block) {
		return 0, false
	}
	bits := block[header+2+i+2]
	if bits > 40 {
		return 0, false
	}
	return int64(2|bits&1) << (bits/2 + 11), true
}

func openBzip2(r *bufio.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }

func openZstd(r *bufio.Reader) (io.Reader, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
}

// reader returns the unpacked content of r.
func (m method) reader(r *bufio.Reader) (io.Reader, error) {
	from := &source{from: r}
	in, err := m.open(bufio.NewReaderSize(from, 1<<16))
	u := &unpacked{packing: m.packing, from: from, packed: in}
	if errors.Is(err, io.EOF) { // not even a header
		err = io.ErrUnexpectedEOF
	}
	return u, u.damaged(err)
}

// source is the packed input. It remembers read errors and the last bytes.
type source struct {
	from   io.Reader
	failed error
	tail   []byte // the last bytes before the zeros at the end
	zeros  int    // number of these zeros, up to a limit
}

// xzFooter is the length of the footer of an xz file.
const xzFooter = 12

func (s *source) Read(p []byte) (int, error) {
	n, err := s.from.Read(p)
	if err != nil && err != io.EOF {
		s.failed = err
	}
	bare := bytes.TrimRight(p[:n], "\x00")
	if len(bare) > 0 {
		s.tail = append(append(s.tail, make([]byte, s.zeros)...), bare[max(0, len(bare)-xzFooter):]...)
		s.tail, s.zeros = s.tail[max(0, len(s.tail)-xzFooter):], 0
	}
	s.zeros = min(xzFooter, s.zeros+n-len(bare))
	return n, err
}

// hasFooter reports whether the file ends with the footer of an xz file and padding. The xz package
// accepts a file that was cut off before a block.
func (s *source) hasFooter() bool {
	return len(s.tail) == xzFooter && string(s.tail[10:]) == "YZ" && binary.LittleEndian.Uint32(s.tail) == crc32.ChecksumIEEE(s.tail[4:10])
}

// unpacked is a reader whose errors describe how the file is damaged.
type unpacked struct {
	packing Packing
	from    *source
	packed  io.Reader
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.packed.Read(p)
	if err == io.EOF && u.packing == XZ && !u.from.hasFooter() {
		err = io.ErrUnexpectedEOF
	}
	return n, u.damaged(err)
}

// damaged returns a descriptive error, or the error of the underlying reader.
func (u *unpacked) damaged(err error) error {
	name := string(u.packing)
	if u.packing == Gzip {
		name = "gzipped"
	}
	switch {
	case err == nil || errors.Is(err, io.EOF):
		return err
	case u.from.failed != nil:
		return u.from.failed
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("incomplete: the %s file ends too early (%w)", name, err)
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("the %s file needs more than %d MiB to be unpacked (%w)", name, maxWindow>>20, err)
	}
	return fmt.Errorf("the %s file is damaged (%w)", name, err)
}
