package journal

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"nqueens/internal/fulldisk"
	"nqueens/internal/readertest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
)

// TestLinesStops checks that Lines stops at a reader's error, at any position, and does not take a
// part of a line for a line.
func TestLinesStops(t *testing.T) {
	text := bytes.Repeat([]byte(strings.Repeat("a record ", 40)+"\n"), 1000)
	text = append(text, strings.Repeat("a long record ", 1<<15)+"\n"...)
	broken := errors.New("the disk is gone")
	for _, at := range []int{0, 1, bytes.IndexByte(text, '\n'), bytes.IndexByte(text, '\n') + 1, 1<<16 - 1, 1 << 16, 1<<16 + 1, len(text) - 1, len(text)} {
		whole := int64(bytes.LastIndexByte(text[:at], '\n') + 1)
		lines := 0
		got, err := Lines("f", io.MultiReader(bytes.NewReader(text[:at]), iotest.ErrReader(broken)), func(Place, []byte) error { lines++; return nil })
		if want := bytes.Count(text[:at], []byte("\n")); !errors.Is(err, broken) || err.Error() != fmt.Sprintf("f:%d: the disk is gone", want+1) || got != whole || lines != want {
			t.Errorf("at %d: %d lines, %d bytes, %v", at, lines, got, err)
		}
	}
	var zeros endless
	if _, err := Lines("f", zeros, func(Place, []byte) error { return nil }); err == nil || err.Error() != "f:1: longer than any record: more than 64 MiB without a line end" {
		t.Errorf("a line without end: %v", err)
	}
}

// endless reads zeros.
type endless struct{}

func (endless) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// TestDrop checks that a journal contains the records that were not removed, unchanged, and later
// ones.
func TestDrop(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	for range 2 {
		j, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		read := func(_ Place, line []byte) error { got = append(got, string(line[:6])); return nil }
		if err := errors.Join(j.Read(read), j.Append(map[string]int{"a": 1}, map[string]int{"a": 2}), j.Drop(func(i int) bool { return i != len(got)+1 }), j.Append(map[string]int{"a": 3}), j.Close()); err != nil {
			t.Fatal(err)
		}
		if want := []string{`{"a":2`, `{"a":3`}; len(got) > 0 && !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil || bytes.Count(text, []byte("\n")) != 2 {
		t.Errorf("%s, %v", text, err)
	}
}

// TestDropFullDisk checks that a failed Drop leaves the journal unchanged, and that later records
// follow.
func TestDropFullDisk(t *testing.T) {
	if !fulldisk.InOwnProcess(t) {
		return
	}
	name := filepath.Join(t.TempDir(), "j")
	j, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Append(map[string]int{"a": 1}, map[string]int{"a": 2}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	room := fulldisk.After(t, len(before)/2-1)
	if err := j.Drop(func(i int) bool { return i == 0 }); err == nil {
		t.Error("a record taken away on a full disk")
	}
	room()
	if err := errors.Join(j.Append(map[string]int{"a": 3}), j.Close()); err != nil {
		t.Fatal(err)
	}
	there, err := os.ReadFile(name)
	if err != nil || !bytes.HasPrefix(there, before) || !bytes.Contains(there[len(before):], []byte(`{"a":3`)) {
		t.Errorf("the file holds %q, %v", there, err)
	}
	if left, err := os.ReadDir(filepath.Dir(name)); err != nil || len(left) != 1 {
		t.Errorf("left beside the journal: %v, %v", left, err)
	}
}

// TestUnpackedMeanwhile unpacks a journal while it is open.
func TestUnpackedMeanwhile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	if err := os.WriteFile(name+".gz", []byte(packedLine), 0o666); err != nil {
		t.Fatal(err)
	}
	j, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if j.Empty() {
		t.Error("empty, with a packed record")
	}
	if err := os.WriteFile(name, nil, 0o666); err != nil || j.Empty() {
		t.Errorf("%v; empty, with a packed record and a file beside it", err)
	}
	if err := os.WriteFile(name, []byte("1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(2); err == nil {
		t.Error("written into a file that was not there when the journal was opened")
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "1\n" {
		t.Errorf("now it holds %q, %v", text, err)
	}
}

// packedLine is "1" and a line end, gzipped.
const packedLine = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x33\xe4\x02\x00\x53\xfc\x51\x67\x02\x00\x00\x00"

// TestPipeIsRefused checks that a pipe is rejected, because reading it could block forever.
func TestPipeIsRefused(t *testing.T) {
	for _, ending := range []string{"", ".gz"} {
		name := filepath.Join(t.TempDir(), "j")
		if out, err := exec.Command("mkfifo", name+ending).CombinedOutput(); err != nil {
			t.Skipf("%v: %s", err, out)
		}
		_, opened := Open(name)
		for _, err := range []error{opened, Read(name, nil)} {
			if err == nil || !strings.HasSuffix(err.Error(), ending+" is not a regular file") {
				t.Errorf("%q: %v", ending, err)
			}
		}
		if _, err := os.Stat(name + ".lock"); err == nil {
			t.Error("it stays locked")
		}
	}
}

// TestAppendWaitsForTheDisk checks that a record is on the disk when Append returns, that nothing
// of it stays if the disk fails, and that records after a removed incomplete line are read.
func TestAppendWaitsForTheDisk(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	if err := os.WriteFile(name, []byte("{\"a\":1}\n{\"a\":"+strings.Repeat("7", 1000)), 0o666); err != nil {
		t.Fatal(err)
	}
	j, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.ReadWhole(func(Place, []byte) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for i, broken := range []error{nil, errors.New("the disk is gone"), nil} {
		synced := 0
		j.sync = func(f *os.File) error {
			if text, err := os.ReadFile(name); err != nil || !bytes.HasSuffix(text, []byte("}\n")) {
				t.Errorf("synced before it was written: %q, %v", text, err)
			}
			synced++
			return broken
		}
		if err := j.Append(map[string]int{"a": 2 + i}); !errors.Is(err, broken) || synced != 1 {
			t.Errorf("record %d: %v after %d syncs", i, err, synced)
		}
	}
	closed, err := Open(filepath.Join(t.TempDir(), "closed"))
	if err != nil {
		t.Fatal(err)
	}
	if err := closed.Close(); err != nil || closed.sync(closed.file) == nil {
		t.Errorf("what a journal has by itself asks no system: %v", err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	var read []string
	if err := Read(name, func(_ Place, line []byte) error { read = append(read, string(line)[:6]); return nil }); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(read, " "); got != `{"a":1 {"a":2 {"a":4` {
		t.Errorf("read again: %s", got)
	}
}

// TestNewFileLasts checks that the name of a new file is on the disk with its first record;
// otherwise a power failure would lose the record.
func TestNewFileLasts(t *testing.T) {
	dir := t.TempDir()
	j, err := Open(filepath.Join(dir, "j"))
	if err != nil {
		t.Fatal(err)
	}
	var done []string
	j.sync = func(*os.File) error { done = append(done, "content"); return nil }
	toDisk := j.syncFolder
	j.syncFolder = func(of string) error { done = append(done, of); return toDisk(of) }
	for range 2 {
		if err := j.Append(1); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"content", dir, "content"}; !slices.Equal(done, want) {
		t.Errorf("on the disk are %q, want %q", done, want)
	}
	if err := j.Close(); err != nil || toDisk(filepath.Join(dir, "missing")) == nil {
		t.Errorf("what a journal has by itself asks no system: %v", err)
	}
}

// TestNoRecordIsNoLine checks that a value that cannot be JSON leaves the file unchanged, and that
// the holder is named only while the journal is open.
func TestNoRecordIsNoLine(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	j, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if who, err := os.ReadFile(holder(name)); err != nil || !strings.Contains(string(who), fmt.Sprintf("process %d ", os.Getpid())) {
		t.Errorf("%q, %v", who, err)
	}
	if err := errors.Join(j.Append(1), j.Drop(func(int) bool { return false })); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(1); err != nil || j.Empty() {
		t.Errorf("%v, empty %v", err, j.Empty())
	}
	if err := j.Drop(func(int) bool { return true }); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(func() {}); err == nil || !j.Empty() {
		t.Errorf("a record that is none: %v, empty %v", err, j.Empty())
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(left) != 1 {
		t.Errorf("left beside the journal: %v, %v", left, err)
	}
}

// TestResultsByMany checks that results of several goroutines are all read again, and that the
// later of two counts.
func TestResultsByMany(t *testing.T) {
	type result struct{ Question, Answer int }
	name := filepath.Join(t.TempDir(), "r")
	open := func() *Results[int, result] {
		t.Helper()
		r, err := OpenResults(name, "result", func(r result) int { return r.Question })
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := open()
	r.file.sync = func(*os.File) error { return nil } // syncing is not tested here
	const many, each = 8, 200
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() {
			for k := range each {
				if err := r.Add(result{1 + i*each + k, k}); err != nil {
					t.Error(err)
				}
				if found, known := r.Find(1 + i*each + k); !known || found.Answer != k || len(r.All()) == 0 {
					t.Errorf("%v, %v", found, known)
				}
			}
		})
	}
	all.Wait()
	if err := r.Add(result{1, 99}); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	r = open()
	defer r.Close() //nolint:errcheck // a test's
	if first, known := r.Find(1); !known || first.Answer != 99 || len(r.All()) != many*each {
		t.Errorf("read again: %v, %v, %d results", first, known, len(r.All()))
	}
	if _, known := r.Find(many*each + 1); known {
		t.Error("a result that nobody gave")
	}
}

// TestResultsRefused checks that an edited result or another record is rejected.
func TestResultsRefused(t *testing.T) {
	type result struct{ Question, Answer int }
	name := filepath.Join(t.TempDir(), "r")
	open := func() (*Results[int, result], error) {
		return OpenResults(name, "result", func(r result) int { return r.Question })
	}
	r, err := open()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Add(result{1, 2}), r.Close()); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		strings.Replace(string(kept), "2", "3", 1): name + ":1: the record was edited or damaged: its digest does not match its content",
		string(kept) + "{\"Answer\":2}\n":          name + ", line 2: \"{\\\"Answer\\\":2}\\n\" is no result",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := open(); err == nil || err.Error() != want {
			t.Errorf("%s%v, want %s", text, err, want)
		}
	}
	if err := os.WriteFile(name, kept, 0o666); err != nil {
		t.Fatal(err)
	}
	if r, err = open(); err != nil {
		t.Fatal(err)
	}
	if second, err := open(); !errors.Is(err, ErrLocked) || second != nil {
		t.Errorf("opened twice: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := r.Add(result{2, 3}); err == nil {
		t.Error("kept in what is closed")
	}
	if _, known := r.Find(2); known {
		t.Error("what could not be kept is known")
	}
	var none *Results[int, result]
	if _, known := none.Find(1); known || none.All() != nil {
		t.Error("no results have one")
	}
	if err := errors.Join(none.Add(result{1, 2}), none.Close()); err != nil {
		t.Error(err)
	}
}

// TestSigned checks that a digest matches only its own text.
func TestSigned(t *testing.T) {
	for object, want := range map[string]Seal{`{"a":1}`: Signed, `{"a":"}"}`: Signed, `{}`: Unsigned, `3`: Unsigned, ``: Unsigned} {
		line := signed([]byte(object))
		if got := SealOf(line); got != want || !bytes.HasPrefix(line, []byte(strings.TrimSuffix(object, "}"))) {
			t.Errorf("%s: %s is %v, want %v", object, line, got, want)
		}
		if want != Signed {
			continue
		}
		for i := range line {
			flipped := bytes.Clone(line)
			if flipped[i] ^= 1; json.Valid(flipped) && SealOf(flipped) != Edited {
				t.Errorf("%s is not seen to be edited", flipped)
			}
		}
	}
}

// TestSealOfNoRecord checks lines that are only a digest, and lines with a similar field.
func TestSealOfNoRecord(t *testing.T) {
	alone := digestField + digest(nil) + digestEnd
	for line, want := range map[string]Seal{alone: Signed, " " + alone: Edited, alone[1:]: Edited, alone + " ": Edited, `{"mydigest":"b"}`: Unsigned, `{"a":"digest"}`: Unsigned} {
		if got := SealOf([]byte(line)); got != want {
			t.Errorf("%q is %v, want %v", line, got, want)
		}
	}
}

// An error of the disk in the middle of records is not taken for their end.
func TestLinesOfAFailingReader(t *testing.T) {
	for _, text := range []string{"{\"a\":1}\n{\"b\":2}\n", "{\"a\":1}\n{\"b\"", ""} {
		readertest.Check(t, []byte(text), func(in io.Reader) error {
			_, err := Lines("r", in, func(Place, []byte) error { return nil })
			return err
		})
	}
}

// TestFullDisk checks that a record that fits only in part leaves the file unchanged and is not a
// result, and that later records follow the last complete one.
func TestFullDisk(t *testing.T) {
	if !fulldisk.InOwnProcess(t) {
		return
	}
	type result struct {
		Question int
		Answer   string
	}
	name := filepath.Join(t.TempDir(), "r")
	open := func() *Results[int, result] {
		t.Helper()
		r, err := OpenResults(name, "result", func(r result) int { return r.Question })
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := open()
	if err := r.Add(result{1, "one"}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	room := fulldisk.After(t, len(before)+20)
	if err := r.Add(result{2, strings.Repeat("two ", 100)}); err == nil || !strings.HasPrefix(err.Error(), "writing computed results: ") {
		t.Errorf("on a full disk: %v", err)
	}
	if _, known := r.Find(2); known {
		t.Error("what is not kept is known")
	}
	if there, err := os.ReadFile(name); err != nil || !bytes.Equal(there, before) {
		t.Errorf("the file holds %q, %v", there, err)
	}
	room()
	if err := errors.Join(r.Add(result{3, "three"}), r.Close()); err != nil {
		t.Fatal(err)
	}
	r = open()
	defer r.Close() //nolint:errcheck // a test's
	if three, known := r.Find(3); !known || three.Answer != "three" || len(r.All()) != 2 {
		t.Errorf("read again: %v", r.All())
	}
}

// TestLock checks that one process holds the lock, that others change nothing meanwhile, and that
// it is free afterwards.
func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	for range 2 {
		l, err := TryLock(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := TryLock(name); !errors.Is(err, ErrLocked) {
				t.Errorf("locked twice: %v", err)
			}
		}
		if !l.inPlace() {
			t.Error("it was taken away")
		}
		if err := l.Unlock(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(name + ".lock"); err == nil {
			t.Error("unlocked, its file stays")
		}
	}
	// Another process may remove or replace the file between opening and locking.
	l, err := TryLock(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name + ".lock"); err != nil {
		t.Skip(err) // some systems cannot remove a locked file
	}
	if l.inPlace() {
		t.Error("a lock on a file that is gone keeps nobody out")
	}
	other, err := TryLock(name)
	if err != nil || l.inPlace() || !other.inPlace() {
		t.Errorf("%v; of two locked files the one that others find counts", err)
	}
	defer other.Unlock() //nolint:errcheck // a test's
	if err := l.Unlock(); err != nil || !other.inPlace() {
		t.Errorf("%v; who had a lock takes nobody else's away", err)
	}
	if _, err := TryLock(filepath.Join(name, "in a file")); err == nil || errors.Is(err, ErrLocked) {
		t.Errorf("where no file can be: %v", err)
	}
}

// TestOpenedTwice checks that only one process can open a journal, and that the error names the
// holder if it is known.
func TestOpenedTwice(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	j, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close() //nolint:errcheck // a test's
	for _, want := range []string{fmt.Sprintf("locked: process %d on ", os.Getpid()), "locked: another process writes to it"} {
		if _, err := Open(name); !errors.Is(err, ErrLocked) || !strings.HasPrefix(err.Error(), filepath.Dir(name)+": "+want) {
			t.Errorf("%v, want %s", err, want)
		}
		if err := os.WriteFile(holder(name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Append(map[string]int{"a": 1}); err != nil {
		t.Errorf("who asked meanwhile spoiled it: %v", err)
	}
}

// TestRecordedTwice checks the error for an unpacked file next to the packed one, whose records
// would count twice.
func TestRecordedTwice(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	if err := errors.Join(os.WriteFile(name+".gz", []byte(packedLine), 0o666), os.WriteFile(name, []byte("1\n2\n"), 0o666)); err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(t.TempDir(), "j")
	if err := os.WriteFile(damaged+".gz", []byte("no gzip"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Read(damaged, func(Place, []byte) error { return nil }); err == nil || !strings.HasPrefix(err.Error(), damaged+".gz: ") {
		t.Errorf("what is not packed: %v", err)
	}
	want := name + ":1: the record of " + name + ".gz:1 again; if one file was unpacked from the other, remove the shorter"
	if err := Read(name, func(Place, []byte) error { return nil }); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := os.WriteFile(name, []byte("2\n1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var read []string
	if err := Read(name, func(at Place, line []byte) error {
		read = append(read, at.Relative(Place{File: name})+" "+string(line))
		return nil
	}); err != nil || !slices.Equal(read, []string{name + ".gz:1 1", "line 1 2", "line 2 1"}) {
		t.Errorf("%q, %v", read, err)
	}
}

// TestLongestLine checks the limit of the length of a line.
func TestLongestLine(t *testing.T) {
	for more, fits := range map[int64]bool{-1: true, 0: false} {
		got, err := Lines("f", io.MultiReader(io.LimitReader(endless{}, longestLine+more), strings.NewReader("\n")), func(Place, []byte) error { return nil })
		if (err == nil) != fits || fits && got != longestLine {
			t.Errorf("%d bytes and a line end: %d, %v", longestLine+more, got, err)
		}
	}
}

// TestPackedIsNotChanged checks that a packed file is neither rewritten nor cut.
func TestPackedIsNotChanged(t *testing.T) {
	var read []string
	record := func(at Place, line []byte) error { read = append(read, string(line)); return nil }
	name := filepath.Join(t.TempDir(), "j")
	if err := Read(name, record); err != nil || len(read) > 0 {
		t.Errorf("where there is none: %q, %v", read, err)
	}
	for text, want := range map[string]string{"1\n": "", "1\n2": name + ".gz:2: the last record is cut off; unpack the file with gunzip, and the command that wrote it repeats what is missing"} {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, err := io.WriteString(z, text)
		if err := errors.Join(err, z.Close(), os.WriteFile(name+packedEnding, packed.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
		j, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		read = nil
		if err := j.ReadWhole(record); fmt.Sprint(err) != cmp.Or(want, "<nil>") || !slices.Equal(read, []string{"1"}) {
			t.Errorf("%q: %q, %v", text, read, err)
		}
		if err := j.Drop(func(int) bool { return true }); err == nil || err.Error() != name+".gz is packed: unpack it with gunzip" {
			t.Errorf("taken away: %v", err)
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
		if there, err := os.ReadFile(name + packedEnding); err != nil || !bytes.Equal(there, packed.Bytes()) {
			t.Errorf("%q was changed, %v", text, err)
		}
		if _, err := os.Stat(name); err == nil {
			t.Errorf("%q: a file is beside it", text)
		}
	}
}

// TestAppendToPacked checks that records after a packed journal are read after it, and that a file
// created meanwhile by another program is not written.
func TestAppendToPacked(t *testing.T) {
	for _, meanwhile := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "j")
		first, err := Line(map[string]int{"a": 1})
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, err = z.Write(first)
		if err := errors.Join(err, z.Close(), os.WriteFile(name+packedEnding, packed.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
		var got []string
		read := func(_ Place, line []byte) error { got = append(got, string(line[:6])); return nil }
		j, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Read(read); err != nil || len(got) != 1 {
			t.Fatalf("%q, %v", got, err)
		}
		if meanwhile {
			if err := os.WriteFile(name, []byte("another's"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := j.Append(map[string]int{"a": 2}); !errors.Is(err, fs.ErrExist) {
				t.Errorf("wrote into another's file: %v", err)
			}
			if err := j.Close(); err != nil {
				t.Error(err)
			}
			continue
		}
		if err := errors.Join(j.Append(map[string]int{"a": 2}), j.Append(map[string]int{"a": 3}), j.Close()); err != nil {
			t.Fatal(err)
		}
		if j, err = Open(name); err != nil {
			t.Fatal(err)
		}
		got = nil
		if err := errors.Join(j.Read(read), j.Close()); err != nil || !slices.Equal(got, []string{`{"a":1`, `{"a":2`, `{"a":3`}) {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// TestUnopenable checks that a file that cannot be opened is an error, not an empty journal, and
// that the failed attempt leaves no lock.
func TestUnopenable(t *testing.T) {
	for _, ending := range []string{"", packedEnding} {
		name := filepath.Join(t.TempDir(), "records.jsonl")
		if err := os.Symlink(name+ending, name+ending); err != nil {
			t.Skip(err)
		}
		err := Read(name, func(Place, []byte) error { return nil })
		if failed, ok := errors.AsType[*fs.PathError](err); !ok || failed.Op != "open" || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s%s: read, %v", name, ending, err)
		}
		j, err := Open(name)
		if ending == "" && err == nil || ending != "" && err != nil {
			t.Fatalf("%s%s: opened, %v", name, ending, err)
		}
		if j != nil {
			if err := j.Read(func(Place, []byte) error { return nil }); err == nil {
				t.Errorf("%s%s: read, %v", name, ending, err)
			}
			if err := j.Close(); err != nil {
				t.Error(err)
			}
		}
		lock, err := TryLock(name)
		if err != nil {
			t.Fatalf("%s%s: others are kept out: %v", name, ending, err)
		}
		if err := lock.Unlock(); err != nil {
			t.Error(err)
		}
	}
}

// TestAppearsMeanwhile checks that a file that appears next to a packed journal is kept.
func TestAppearsMeanwhile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "records.jsonl")
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	line, err := Line(map[string]int{"a": 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(line); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Close(), os.WriteFile(name+packedEnding, packed.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	j, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := os.WriteFile(name, []byte("another's\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(map[string]int{"b": 2}); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "another's\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestLeavesNothingOpen checks that reading and writing journals leaves no file open.
func TestLeavesNothingOpen(t *testing.T) {
	open := func() int {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(files)
	}
	dir := t.TempDir()
	name, packed, damaged := filepath.Join(dir, "j"), filepath.Join(dir, "p"), filepath.Join(dir, "d")
	if err := errors.Join(os.WriteFile(packed+packedEnding, []byte(packedLine), 0o600), os.WriteFile(damaged+packedEnding, []byte("no gzip"), 0o600)); err != nil {
		t.Fatal(err)
	}
	record := func(Place, []byte) error { return nil }
	before := open()
	for range 5 {
		j, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(name); !errors.Is(err, ErrLocked) {
			t.Error(err)
		}
		if err := errors.Join(j.Append(1), j.Drop(func(int) bool { return true }), j.Append(2), j.Close(), Read(name, record), Read(packed, record)); err != nil {
			t.Error(err)
		}
		if Read(damaged, record) == nil {
			t.Error("what is not packed was read")
		}
	}
	if after := open(); after > before {
		t.Errorf("%d files are open, and %d were", after, before)
	}
}

// TestCutOff checks that the error for an incomplete last line has its place, the remedy and its
// text.
func TestCutOff(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	if err := os.WriteFile(name, []byte("{}\n{\"a\":"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := Read(name, func(Place, []byte) error { return nil })
	cut, ok := errors.AsType[*CutOff](err)
	if want := name + ":2: the last record is cut off; `nqueens bench` into its folder repeats that run if it was never finished, otherwise restore the file or delete the line"; !ok || err.Error() != want || string(cut.Piece) != `{"a":` || cut.Packed() {
		t.Errorf("%v, want %s", err, want)
	}
	broken := errors.New("no record")
	if err := Read(name, func(Place, []byte) error { return broken }); err != broken {
		t.Errorf("a record that is none: %v", err)
	}
	for line, want := range map[string]Seal{`{"a":1}`: Unsigned, `{"b":"0123456789abcdef01234567"}`: Edited, `{"b":"0123456789abcdef0123456"}`: Unsigned, `{"digest":1}`: Edited} {
		if err := CheckSeal(Place{name, 7}, []byte(line)); SealOf([]byte(line)) != want || (err != nil) != (want == Edited) {
			t.Errorf("%s is %v, %v", line, SealOf([]byte(line)), err)
		}
	}
}
