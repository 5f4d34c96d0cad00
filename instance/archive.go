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

// Each calls fn with every instance at a path. The path is a file, a folder, which is read
// recursively in the order of names, or a tar archive, packed or not, which is read in its own
// order without unpacking it to disk. Archives in folders are read; archives in archives are not.
// Files of formulas and exact covers are problems too, except in archives, from which they could
// not be read again.
//
// Hidden files (macOS adds ._name for each name), links and devices are ignored. Every other file
// must be an instance; if how.Skipped is set, it is called with the files that are not recognised
// as problems. fn gets the path; in an archive the member's name follows it. An error of fn ends
// the reading and is returned; fs.SkipAll ends it without an error.
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

// EachIn does what Each does for a stream: an instance or an archive.
func EachIn(how encode.Reading, family *nqueens.Family, name string, r io.Reader, fn func(name string, p nqueens.Problem) error) error {
	in, err := unpacked(r)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	e := &each{how: how, family: family, fn: fn}
	return e.finish(name, e.stream(name, in))
}

// Many reports whether the path is a folder or an archive, which may hold several instances, or a
// file with several levels.
func Many(how encode.Reading, family *nqueens.Family, name string) (bool, error) {
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
	if isArchive(name, in) {
		return true, nil
	}
	s, err := how.Open(family, name, in)
	return err == nil && holdsLevels(s), nil
}

type each struct {
	how    encode.Reading
	family *nqueens.Family
	fn     func(name string, p nqueens.Problem) error
	found  int
	within bool // inside a folder or an archive
	packed bool // inside an archive
}

// finish returns the error of Each: err, unless err is fs.SkipAll, or an error if no instance was
// found.
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
	return e.text(name, in)
}

// text reads an instance, or the levels of a text that holds several, each with its own name after
// that of the file.
func (e *each) text(name string, in io.Reader) error {
	s, err := e.how.Open(e.family, name, in)
	if err == nil && s.Format.Name == detect.Regions {
		var list []level
		if list, err = readLevels(e.family, s.Text); err == nil && len(list) > 1 {
			for _, l := range list {
				if err := e.call(name+"/"+l.name, l.problem, nil); err != nil {
					return err
				}
			}
			return nil
		}
		if err = s.Guessed(err); err == nil {
			return e.call(name, list[0].problem, nil)
		}
	}
	var p nqueens.Problem
	if err == nil {
		p, err = read(e.family, s)
	}
	return e.call(name, p, damaged(err))
}

// member reads an instance in an archive.
func (e *each) member(name string, r io.Reader) error {
	e.packed = true
	defer func() { e.packed = false }()
	return e.text(name, r)
}

func (e *each) call(name string, p nqueens.Problem, err error) error {
	if e.within && e.how.Skipped != nil && isForeign(err) {
		e.how.Skipped(name)
		return nil
	}
	if err == nil && e.packed && !p.HasBoard() {
		err = fmt.Errorf("a formula (%s) in an archive; only boards can be read from archives: unpack the archive into a folder", p.Formula.Format)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	e.found++
	return e.fn(name, p)
}

// documents are prefixes of the names of files that are often next to instances, and
// documentEndings are their suffixes.
var (
	documents       = []string{"readme", "license", "licence", "copying", "copyright", "changelog", "notice", "makefile"}
	documentEndings = []string{".md", ".rst", ".html", ".tex", ".bib", ".pdf", ".py", ".sh"}
)

// passes reports whether the file is skipped because of its name, and calls Skipped if so.
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

// isForeign reports whether the error is for a text that is not recognised as a problem.
func isForeign(err error) bool {
	_, ok := errors.AsType[*detect.Foreign](err)
	return ok
}

// isArchive reports whether the text has tar's magic number or the name has an extension of
// archives. An empty archive has no magic number.
func isArchive(name string, in *bufio.Reader) bool {
	named := func(extension string) bool { return strings.HasSuffix(unpack.Bare(name), extension) }
	marked, _ := hasMark(in)
	return marked || slices.ContainsFunc([]string{".tar", ".tgz", ".txz", ".tbz2", ".tzst"}, named)
}

// hasMark reports whether the text has tar's magic number at its place in a header. The error says
// why the text could not be read that far.
func hasMark(in *bufio.Reader) (bool, error) {
	const at, mark = 257, "ustar"
	head, err := in.Peek(at + len(mark))
	return err == nil && string(head[at:]) == mark, err
}

func (e *each) archive(name string, in *bufio.Reader) error {
	e.within = true
	// Very old and empty archives have no magic number. A damaged archive has one.
	marked, cut := hasMark(in)
	nothing := !marked && (cut == nil || errors.Is(cut, io.EOF))
	archive := tar.NewReader(in)
	read := name // the archive and the last member that was read
	taken := map[string]bool{}
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && nothing && read == name {
			return fmt.Errorf("%s: not a tar archive, packed or not, although its name ends like one", name)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", read, damaged(err))
		}
		read = name + ", after " + header.Name
		if header.Typeflag != tar.TypeReg || strings.HasPrefix(path.Base(header.Name), ".") {
			continue
		}
		member := name + "/" + strings.TrimPrefix(header.Name, "./")
		for base, k := member, 2; taken[member]; k++ { // an archive may contain a name twice
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
	// Only the end of a gzipped archive shows whether it is complete.
	if _, err := io.Copy(io.Discard, in); err != nil {
		return fmt.Errorf("%s: %w", read, damaged(err))
	}
	return nil
}
