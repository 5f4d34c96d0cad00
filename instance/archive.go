package instance

import (
	"archive/tar"
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/detect"
	"nqueens/internal/unpack"
)

// Each calls fn with every instance at a path: a file, a folder with all
// below it in the order of the names, or a tar archive, packed or not, in its
// own order and without unpacking it to disk. Archives in folders are opened,
// those in archives are not. Files of formulas and exact covers are problems too,
// but not in archives, where nothing could read them again.
//
// What is no instance file is passed over: hidden files (macOS puts ._name
// beside each name), links, devices. Everything else must be an instance, or how.Skipped is called
// with what nothing says to be one. fn is
// given the path with, in an archive, the member's name after it. An error of
// fn ends the reading and is returned; fs.SkipAll ends it without one.
func Each(how encode.Reading, family *nqueens.Family, name string, fn func(name string, p nqueens.Problem) error) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	e := &each{how: how, family: family, fn: fn}
	if info.IsDir() {
		return e.finish(name, e.folder(name))
	}
	return e.finish(name, e.file(name))
}

// EachIn is Each for what is read from a stream: an instance or an archive.
func EachIn(how encode.Reading, family *nqueens.Family, name string, r io.Reader, fn func(name string, p nqueens.Problem) error) error {
	in, err := unpacked(r)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	e := &each{how: how, family: family, fn: fn}
	return e.finish(name, e.stream(name, in))
}

// Many reports whether the path is a folder or an archive, which hold any number of
// instances.
func Many(name string) (bool, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return info.IsDir(), nil // a pipe can be opened only once
	}
	f, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	in, err := unpacked(f)
	if err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	return isArchive(name, in), nil
}

type each struct {
	how    encode.Reading
	family *nqueens.Family
	fn     func(name string, p nqueens.Problem) error
	found  int
	within bool // a folder or an archive
}

// finish is the error of the whole reading.
func (e *each) finish(name string, err error) error {
	switch {
	case errors.Is(err, fs.SkipAll):
		return nil
	case err == nil && e.found == 0:
		return fmt.Errorf("%s holds no instance", name)
	}
	return err
}

func (e *each) folder(name string) error {
	e.within = true
	entries, err := os.ReadDir(name)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		at := filepath.Join(name, entry.Name())
		switch {
		case strings.HasPrefix(entry.Name(), "."):
			continue
		case entry.IsDir():
			err = e.folder(at)
		case entry.Type().IsRegular() && !e.passes(at):
			err = e.file(at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *each) file(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := unpacked(f)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return e.stream(name, in)
}

func (e *each) stream(name string, in *bufio.Reader) error {
	if isArchive(name, in) {
		return e.archive(name, in)
	}
	p, err := ReadProblemAs(e.how, e.family, name, in)
	return e.call(name, p, err)
}

// member reads an instance in an archive.
func (e *each) member(name string, r io.Reader) error {
	p, err := ReadProblemAs(e.how, e.family, name, r)
	if err == nil && !p.HasBoard() {
		err = fmt.Errorf("a formula (%s) in an archive, of which only boards are read: unpack the archive into a folder", p.Formula.Format)
	}
	return e.call(name, p, err)
}

func (e *each) call(name string, p nqueens.Problem, err error) error {
	if e.within && e.how.Skipped != nil && isForeign(err) {
		e.how.Skipped(name)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	e.found++
	return e.fn(name, p)
}

// documents are what the names of files begin with that lie beside instances, and documentEndings
// what they end with.
var (
	documents       = []string{"readme", "license", "licence", "copying", "copyright", "changelog", "notice", "makefile"}
	documentEndings = []string{".md", ".rst", ".html", ".tex", ".bib", ".pdf", ".py", ".sh"}
)

// passes reports whether the file is passed over for its name, and says so.
func (e *each) passes(name string) bool {
	if e.how.Skipped == nil {
		return false
	}
	base := strings.ToLower(path.Base(filepath.ToSlash(name)))
	begins := func(word string) bool { return strings.HasPrefix(base, word) }
	ends := func(ending string) bool { return strings.HasSuffix(base, ending) }
	if !slices.ContainsFunc(documents, begins) && !slices.ContainsFunc(documentEndings, ends) {
		return false
	}
	e.how.Skipped(name)
	return true
}

// isForeign reports whether the error is of a text that nothing says to be a problem.
func isForeign(err error) bool {
	_, ok := errors.AsType[*detect.Foreign](err)
	return ok
}

// isArchive reports whether tar's mark stands where it does in its headers, or
// the name says so: the mark is missing in an archive of nothing.
func isArchive(name string, in *bufio.Reader) bool {
	named := func(extension string) bool { return strings.HasSuffix(unpack.Bare(name), extension) }
	marked, _ := hasMark(in)
	return marked || slices.ContainsFunc([]string{".tar", ".tgz", ".txz", ".tbz2", ".tzst"}, named)
}

// hasMark reports whether tar's mark stands where it does in its headers, and why
// that far cannot be read.
func hasMark(in *bufio.Reader) (bool, error) {
	const at, mark = 257, "ustar"
	head, err := in.Peek(at + len(mark))
	return err == nil && string(head[at:]) == mark, err
}

func (e *each) archive(name string, in *bufio.Reader) error {
	e.within = true
	// Archives of long ago have no mark, nor has one of nothing; and one that is
	// damaged is one.
	marked, cut := hasMark(in)
	nothing := !marked && (cut == nil || errors.Is(cut, io.EOF))
	archive := tar.NewReader(in)
	read := name // and the last member that was
	taken := map[string]bool{}
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && nothing && read == name {
			return fmt.Errorf("%s: no tar archive, packed or not, though its name says so", name)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", read, damaged(err))
		}
		read = name + ", after " + header.Name
		if header.Typeflag != tar.TypeReg || strings.HasPrefix(path.Base(header.Name), ".") {
			continue
		}
		member := name + "/" + strings.TrimPrefix(header.Name, "./")
		for base, k := member, 2; taken[member]; k++ { // an archive may hold a name twice
			member = fmt.Sprintf("%s (%d)", base, k)
		}
		taken[member] = true
		if e.passes(member) {
			continue
		}
		if header.Size > MaxBytes {
			return fmt.Errorf("%s: %w", member, errTooLong)
		}
		if err := e.member(member, archive); err != nil {
			return err
		}
	}
	// Only the end of a gzipped archive tells whether all of it is sound.
	if _, err := io.Copy(io.Discard, in); err != nil {
		return fmt.Errorf("%s: %w", read, damaged(err))
	}
	return nil
}
