package bench

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/journal"
)

// longRun is an experiment, and more of its records than any reader's buffer
// holds, one of which is alone longer than that.
func longRun(t *testing.T) (Experiment, []byte) {
	t.Helper()
	p, err := nqueens.ParseProblem("queens(8)")
	if err != nil {
		t.Fatal(err)
	}
	e := Experiment{Repeat: Repeat{Min: 1, Max: 1}, Jobs: []Job{{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}, Limits: Limits{Time: time.Second}}}}
	var text bytes.Buffer
	for i := range 3000 {
		reason := ""
		if i == 1000 {
			reason = strings.Repeat("because ", 1<<15)
		}
		fmt.Fprintf(&text, `{"key":"%08x","problem":"queens(8)","task":"count","backend":"right","status":"crashed","reason":"%s"}`+"\n", uint32(i)*2654435761, reason)
	}
	return e, text.Bytes()
}

// longLedger is records of a batch that no reader's buffer holds.
func longLedger() []byte {
	var text bytes.Buffer
	for i := range 300 {
		fmt.Fprintf(&text, `{"list":"l","backend":"right","limits":{"time":1},"from":%d,"verdicts":"%s","seconds":[0%s],"started":"2026-01-02T03:04:05Z"}`+"\n",
			i*500, strings.Repeat("1", 500), strings.Repeat(",0", 499))
	}
	return text.Bytes()
}

func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(text)
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
}

func runFolder(t *testing.T, e Experiment) (dir, records string) {
	t.Helper()
	dir = t.TempDir()
	content, err := EncodeExperiment(e)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ExperimentFile), content)
	return dir, filepath.Join(dir, RecordsFile)
}

// TestPackedRun goes on with a run whose records were gzipped, all of them or
// the first half.
func TestPackedRun(t *testing.T) {
	e, text := longRun(t)
	half := bytes.Index(text[len(text)/2:], []byte("\n")) + len(text)/2 + 1
	for _, c := range []struct{ away, plain []byte }{{text, nil}, {text[:half], text[half:]}, {nil, text}} {
		dir, name := runFolder(t, e)
		write(t, name+".gz", packed(t, c.away))
		if c.plain != nil {
			write(t, name, c.plain)
		}
		f, err := OpenFolder(dir, e)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Records) != 3000 || f.Records[2999].Key != fmt.Sprintf("%08x", uint32(2999*2654435761&0xffffffff)) {
			t.Fatalf("%d records", len(f.Records))
		}
		if _, err := OpenFolder(dir, e); !errors.Is(err, ErrLocked) {
			t.Errorf("opened twice: %v", err)
		}
		if _, err := os.Stat(name); err == nil && c.plain == nil {
			t.Error("opening alone begins a new file")
		}
		for _, key := range []string{"one", "two"} {
			r := f.Records[0]
			r.Key = key
			if err := f.Append(r); err != nil {
				t.Fatal(err)
			}
		}
		if read, err := ReadFolder(dir); err != nil || len(read.Records) != 3002 || read.Records[3001].Key != "two" {
			t.Errorf("while it runs: %v", err)
		}
		f.Close()
		if now, err := os.ReadFile(name + ".gz"); err != nil || !bytes.Equal(now, packed(t, c.away)) {
			t.Errorf("the packed records were changed: %v", err)
		}
		// A kill cuts off the last record, of those that are not packed.
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, name, whole[:len(whole)-5])
		f, err = OpenFolder(dir, e)
		if err != nil || len(f.Records) != 3001 || !strings.Contains(f.Repaired, "records.jsonl:") {
			t.Fatalf("after a kill: %v", err)
		}
		f.Close()
	}
}

// TestPackedLedger is the same for the answers of batches.
func TestPackedLedger(t *testing.T) {
	text := longLedger()
	dir := t.TempDir()
	name := filepath.Join(dir, LedgerFile)
	write(t, name+".gz", packed(t, text))
	b := Batch{List: "l", Contender: backends.Contender{Backend: "right"}, Limits: Limits{Time: 1}}
	for want := 300; want < 303; want++ {
		l, err := OpenLedger(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := OpenLedger(dir); err == nil || !strings.Contains(err.Error(), "locked: process ") {
			t.Errorf("opened twice: %v", err)
		}
		if len(l.Records) != want || l.Answered(b, "") != 500*want {
			t.Errorf("%d records, %d answers", len(l.Records), l.Answered(b, ""))
		}
		s := l.Records[want-1]
		s.From += 500
		if err := errors.Join(l.Append(s), l.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReferenceRuns: what is committed can be read.
func TestReferenceRuns(t *testing.T) {
	folders, batches := 0, 0
	err := filepath.WalkDir("../results", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.Name() == ExperimentFile:
			folders++
			if f, err := ReadFolder(filepath.Dir(path)); err != nil || len(f.Records) == 0 {
				t.Errorf("%s: no records: %v", path, err)
			}
		case entry.Name() == LedgerFile+".gz":
			var l Ledger
			if err := journal.Read(strings.TrimSuffix(path, ".gz"), l.add); err != nil {
				return err
			}
			batches += len(l.Records)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if folders < 10 || batches < 400 {
		t.Errorf("%d runs and %d records of batches", folders, batches)
	}
}

// TestBothHoldTheSame: a file that was unpacked and kept holds the records again.
func TestBothHoldTheSame(t *testing.T) {
	e, text := longRun(t)
	dir, name := runFolder(t, e)
	write(t, name, text)
	write(t, name+".gz", packed(t, text))
	want := name + ":1: the record of " + name + ".gz:1 again"
	if _, err := OpenFolder(dir, e); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("opened: %v", err)
	}
	if _, err := ReadFolder(dir); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("read: %v", err)
	}
	ledger := filepath.Join(dir, LedgerFile)
	write(t, ledger, longLedger())
	write(t, ledger+".gz", packed(t, longLedger()))
	want = ledger + ":1: the record of " + ledger + ".gz:1 again"
	if _, err := OpenLedger(dir); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("ledger: %v", err)
	}
}

// TestDamagedPacked: each is refused in one line with the file's name, and left
// as it is.
func TestDamagedPacked(t *testing.T) {
	e, text := longRun(t)
	dir, name := runFolder(t, e)
	ledger := filepath.Join(dir, LedgerFile)
	refused := func(what string, records, batches []byte, want string) {
		t.Helper()
		write(t, name+".gz", records)
		write(t, ledger+".gz", batches)
		_, opened := OpenFolder(dir, e)
		_, read := ReadFolder(dir)
		_, batch := OpenLedger(dir)
		for _, got := range []struct {
			file string
			err  error
		}{{name, opened}, {name, read}, {ledger, batch}} {
			if err := got.err; err == nil || !strings.HasPrefix(err.Error(), got.file+".gz:") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want …%s…", what, err, want)
			}
		}
		for _, file := range []string{name, ledger} {
			if _, err := os.Stat(file); err == nil {
				t.Fatalf("%s: there is a %s now", what, file)
			}
		}
		if now, err := os.ReadFile(name + ".gz"); err != nil || !bytes.Equal(now, records) {
			t.Errorf("%s: the file was changed: %v", what, err)
		}
	}
	records, batches := packed(t, text), packed(t, longLedger())
	for _, keep := range []float64{0, 0.0001, 0.01, 0.3, 0.5, 0.9, 0.999} {
		refused(fmt.Sprint("cut off at ", keep), records[:int(keep*float64(len(records)))], batches[:int(keep*float64(len(batches)))], "cut off")
	}
	refused("without its checksum", records[:len(records)-8], batches[:len(batches)-8], "cut off")
	refused("not packed", text, longLedger(), "the gzipped file is damaged (gzip: invalid header)")
	refused("with something after", append(bytes.Clone(records), "and so on and on"...), append(bytes.Clone(batches), "and so on and on"...), "damaged")
	wrong := func(b []byte) []byte { b = bytes.Clone(b); b[len(b)-6]++; return b }
	refused("with another checksum", wrong(records), wrong(batches), "the gzipped file is damaged (gzip: invalid checksum)")
	refused("the last record cut off", packed(t, text[:len(text)-4]), packed(t, longLedger()[:len(longLedger())-4]), "the last record is cut off; unpack the file with gunzip")
	for at := 0; at < len(records); at += len(records)/50 + 1 { // any one byte
		broken := bytes.Clone(records)
		broken[at] ^= 0x10
		write(t, name+".gz", broken)
		if f, err := ReadFolder(dir); err != nil {
			if !strings.HasPrefix(err.Error(), name+".gz:") || strings.Contains(err.Error(), "\n") {
				t.Errorf("byte %d: %v", at, err)
			}
		} else if len(f.Records) != 3000 { // the name or the time in the header does not matter
			t.Errorf("byte %d: %d records and no error", at, len(f.Records))
		}
	}
}
