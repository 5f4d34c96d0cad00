package proof

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/atomicfile"
	"nqueens/internal/bounded"
	"nqueens/internal/unpack"
)

// ErrNotEmpty is the error for a folder that is not empty.
var ErrNotEmpty = errors.New("is not empty: name a new folder")

// An Unreadable is the error for a file that does not have its format: not a problem's name, not
// DIMACS, not DRAT, or a damaged gzip file. It means bad input, not a false claim.
type Unreadable struct{ Err error }

func (u *Unreadable) Error() string { return u.Err.Error() }

// Unwrap returns the underlying error.
func (u *Unreadable) Unwrap() error { return u.Err }

// readable is a reader whose errors are Unreadable.
type readable struct{ io.Reader }

func (r readable) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = &Unreadable{err}
	}
	return n, err
}

// certificate is the folder of a certificate that is being written.
type certificate struct {
	path    string
	made    bool // the folder did not exist before
	written []string
}

// newCertificate creates a folder, which must be empty or not exist.
func newCertificate(path string) (*certificate, error) {
	entries, err := os.ReadDir(path)
	made := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !made:
		return nil, err
	case len(entries) > 0:
		return nil, fmt.Errorf("%s %w", path, ErrNotEmpty)
	}
	return &certificate{path: path, made: made}, os.MkdirAll(path, 0o777)
}

// end removes the written files if err is not nil, and returns err.
func (c *certificate) end(err error) error {
	if err == nil {
		return nil
	}
	for _, name := range c.written {
		err = errors.Join(err, os.RemoveAll(filepath.Join(c.path, name))) // no error if it does not exist
	}
	if c.made {
		err = errors.Join(err, os.Remove(c.path))
	}
	return err
}

// line writes a file of one line.
func (c *certificate) line(name string, content any) error {
	return c.write(name, func(out io.Writer) error { _, err := fmt.Fprintln(out, content); return err })
}

// write writes a file, gzipped if its name ends in .gz. An error names the file.
func (c *certificate) write(name string, content func(io.Writer) error) error {
	c.written = append(c.written, name)
	path := filepath.Join(c.path, name)
	file, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<16)
	if strings.HasSuffix(name, ".gz") {
		packed := gzip.NewWriter(out)
		err = content(packed)
		err = errors.Join(err, packed.Close())
	} else {
		err = content(out)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		file.Discard() //nolint:errcheck // another error is returned
	} else {
		err = file.Commit()
	}
	if _, named := errors.AsType[*fs.PathError](err); err != nil && !named {
		err = &fs.PathError{Op: "writing", Path: path, Err: err}
	}
	return err
}

// folder is a certificate that is being checked.
type folder struct {
	ctx      context.Context
	path     string
	families nqueens.Catalogue
}

// open opens a file of the folder, gzipped or not, and calls read.
func (f folder) open(name string, read func(io.Reader) error) error {
	path := filepath.Join(f.path, name)
	file, err := bounded.Open(f.ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		if packed, failed := bounded.Open(f.ctx, path+".gz"); failed == nil {
			path, file, err = path+".gz", packed, nil
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return f.lacks(name)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	in, _, err := unpack.IfPacked(bufio.NewReaderSize(bounded.Reader(f.ctx, file), 1<<18))
	if err != nil {
		err = &Unreadable{err}
	} else {
		err = read(readable{in})
	}
	if wrong, ok := errors.AsType[*Error](err); ok && wrong.Format == "" {
		err = &Unreadable{err}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// needs returns an error that names the files that the folder lacks, if any.
func (f folder) needs(names ...string) error {
	if missing := slices.DeleteFunc(names, f.has); len(missing) > 0 {
		return f.lacks(missing...)
	}
	return nil
}

// lacks returns the error for missing files.
func (f folder) lacks(missing ...string) error {
	const named = 6
	list := strings.Join(missing[:min(named, len(missing))], ", ")
	if more := len(missing) - named; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return &Unreadable{fmt.Errorf("%s: a certificate needs %s: %w", f.path, list, fs.ErrNotExist)}
}

// has reports whether a folder has a file, gzipped or not.
func (f folder) has(name string) bool {
	for _, name := range []string{name, name + ".gz"} {
		if _, err := os.Stat(filepath.Join(f.path, name)); err == nil {
			return true
		}
	}
	return false
}

// readFormula reads a formula in DIMACS.
func readFormula(r io.Reader) (*encode.CNF, error) {
	f, err := encode.ReadDIMACS(r)
	if err == nil && len(f.Warnings) > 0 { // a certificate must not have even harmless mistakes
		err = errors.New(f.Warnings[0])
	}
	if err != nil {
		return nil, &Unreadable{err}
	}
	return f, nil
}

// maxName is longer than the name of any problem that can be certified.
const maxName = 1 << 20

// named reads the name of a problem.
func (f folder) named(r io.Reader) (nqueens.Problem, error) {
	name, err := io.ReadAll(io.LimitReader(r, maxName))
	if err != nil {
		return nqueens.Problem{}, err
	}
	p, err := f.families.Parse(strings.TrimSpace(string(name)))
	if err != nil {
		err = &Unreadable{err}
	}
	return p, err
}

// solutions reads distinct solutions of a problem, one a line.
func (f folder) solutions(r io.Reader, p nqueens.Problem, add func(nqueens.Solution) error) error {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxName)
	seen := map[string]int64{}
	line := int64(0)
	for in.Scan() {
		line++
		wrong := func(err error) error { return fmt.Errorf("line %d: %w", line, err) }
		if err := f.ctx.Err(); err != nil {
			return err
		}
		var s nqueens.Solution
		if err := s.UnmarshalText(in.Bytes()); err != nil {
			return wrong(err)
		}
		if err := p.Check(s); err != nil {
			return wrong(fmt.Errorf("%v is no solution: %w", s, err))
		}
		s.Sort()
		if first, twice := seen[s.String()]; twice {
			return wrong(fmt.Errorf("%v stands in line %d already", s, first))
		}
		seen[s.String()] = line
		if err := add(s); err != nil {
			return wrong(err)
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("line %d: too long for a solution", line+1)
	}
	return in.Err()
}
