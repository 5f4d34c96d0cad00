package bench

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
	"nqueens/internal/fulldisk"
)

// longRun returns an experiment and more of its records than a reader's buffer holds, one of which
// alone is longer than the buffer.
func longRun(t *testing.T) (Experiment, []byte) {
	t.Helper()
	p, err := family.All().Parse("queens(8)")
	if err != nil {
		t.Fatal(err)
	}
	e := Experiment{Repeat: Repeat{Min: 1, Max: 3}, Jobs: []Job{{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}, Limits: Limits{Time: time.Second}}}}
	var text bytes.Buffer
	for i := range 3000 {
		reason := ""
		if i == 1000 {
			reason = strings.Repeat("because ", 1<<15)
		}
		version := fmt.Sprint(i)
		fmt.Fprintf(&text, `{"key":"%s","problem":"queens(8)","task":"count","backend":"right","version":"%s","repetition":1,"status":"crashed","reason":"%s"}`+"\n",
			e.Jobs[0].Key(version, "", 0, 1), version, reason)
	}
	return e, text.Bytes()
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

// TestPackedRun resumes a run whose records, all or the first half, are gzipped.
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
		if len(f.Records) != 3000 || f.Records[2999].Version != "2999" {
			t.Fatalf("%d records", len(f.Records))
		}
		if _, err := OpenFolder(dir, e); !errors.Is(err, ErrLocked) {
			t.Errorf("opened twice: %v", err)
		}
		if _, err := os.Stat(name); err == nil && c.plain == nil {
			t.Error("opening alone begins a new file")
		}
		for i := range 2 {
			r := e.Jobs[0].Record(Maker{Seed: 0, Repetition: 2 + i}, Observation{})
			r.Status = nqueens.Crashed
			if err := f.Append(r); err != nil {
				t.Fatal(err)
			}
		}
		if read, err := ReadFolder(dir, family.All()); err != nil || len(read.Records) != 3002 || read.Records[3001].Repetition != 3 || read.Unsigned != 3000 {
			t.Errorf("while it runs: %v", err)
		}
		f.Close()
		if now, err := os.ReadFile(name + ".gz"); err != nil || !bytes.Equal(now, packed(t, c.away)) {
			t.Errorf("the packed records were changed: %v", err)
		}
		// A kill truncates the last record of the unpacked ones.
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

// TestReferenceRuns checks that the committed runs can be read.
func TestReferenceRuns(t *testing.T) {
	folders, answers := 0, 0
	err := filepath.WalkDir("../results", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.Name() == ExperimentFile:
			folders++
			f, err := ReadFolder(filepath.Dir(path), family.All())
			if err != nil || len(f.Records)+len(f.Blocks) == 0 {
				t.Errorf("%s: no records: %v", path, err)
				return nil
			}
			for _, s := range f.Runs().Sweeps {
				answers += s.Answered()
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if folders < 10 || answers < 500_000 {
		t.Errorf("%d runs and %d answers to sweeps", folders, answers)
	}
}

// TestPackedBesideUnpacked checks the error for a file that was unpacked and kept beside the packed one.
func TestPackedBesideUnpacked(t *testing.T) {
	e, text := longRun(t)
	dir, name := runFolder(t, e)
	write(t, name, text)
	write(t, name+".gz", packed(t, text))
	want := name + ":1: the record of " + name + ".gz:1 again"
	if _, err := OpenFolder(dir, e); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("opened: %v", err)
	}
	if _, err := ReadFolder(dir, family.All()); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("read: %v", err)
	}
}

// TestDamagedPacked checks that damaged packed files give one line with the file's name and are not
// modified.
func TestDamagedPacked(t *testing.T) {
	e, text := longRun(t)
	dir, name := runFolder(t, e)
	refused := func(what string, records []byte, want string) {
		t.Helper()
		write(t, name+".gz", records)
		_, opened := OpenFolder(dir, e)
		_, read := ReadFolder(dir, family.All())
		for _, got := range []struct {
			file string
			err  error
		}{{name, opened}, {name, read}} {
			if err := got.err; err == nil || !strings.HasPrefix(err.Error(), got.file+".gz:") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want …%s…", what, err, want)
			}
		}
		if _, err := os.Stat(name); err == nil {
			t.Fatalf("%s: there is a %s now", what, name)
		}
		if now, err := os.ReadFile(name + ".gz"); err != nil || !bytes.Equal(now, records) {
			t.Errorf("%s: the file was changed: %v", what, err)
		}
	}
	records := packed(t, text)
	for _, keep := range []float64{0, 0.0001, 0.01, 0.3, 0.5, 0.9, 0.999} {
		refused(fmt.Sprint("cut off at ", keep), records[:int(keep*float64(len(records)))], "the gzipped file ends too early")
	}
	refused("without its checksum", records[:len(records)-8], "the gzipped file ends too early")
	refused("not packed", text, "the gzipped file is damaged (gzip: invalid header)")
	refused("with something after", append(bytes.Clone(records), "and so on and on"...), "damaged")
	wrong := func(b []byte) []byte { b = bytes.Clone(b); b[len(b)-6]++; return b }
	refused("with another checksum", wrong(records), "the gzipped file is damaged (gzip: invalid checksum)")
	refused("the last record cut off", packed(t, text[:len(text)-4]), "the last record is cut off; unpack the file with gunzip")
	for at := 0; at < len(records); at += len(records)/50 + 1 { // change any single byte
		broken := bytes.Clone(records)
		broken[at] ^= 0x10
		write(t, name+".gz", broken)
		if f, err := ReadFolder(dir, family.All()); err != nil {
			if !strings.HasPrefix(err.Error(), name+".gz:") || strings.Contains(err.Error(), "\n") {
				t.Errorf("byte %d: %v", at, err)
			}
		} else if len(f.Records) != 3000 { // the name and the time in the header do not matter
			t.Errorf("byte %d: %d records and no error", at, len(f.Records))
		}
	}
}

// signedRun returns a folder with three records and their digests.
func signedRun(t *testing.T) (dir, name string, text []byte) {
	t.Helper()
	e, _ := longRun(t)
	dir = t.TempDir()
	f, err := OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		r := e.Jobs[0].Record(Maker{Version: "1", Build: "build", Seed: e.Seed, Repetition: i + 1}, Observation{})
		r.Outcome, r.Seconds = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(92)}, 1.5
		if err := f.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(dir, RecordsFile)
	if text, err = os.ReadFile(name); err != nil {
		t.Fatal(err)
	}
	return dir, name, text
}

// TestEveryBitCounts checks that a change of any bit of the records is detected.
func TestEveryBitCounts(t *testing.T) {
	dir, name, text := signedRun(t)
	if f, err := ReadFolder(dir, family.All()); err != nil || f.Unsigned+len(f.Edited) > 0 || len(f.Records) != 3 {
		t.Fatalf("as it was written: %v", err)
	}
	file, err := os.OpenFile(name, os.O_WRONLY, 0) // overwritten in place, because some systems sync a file that was emptied
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	set := func(at int, b byte) {
		if _, err := file.WriteAt([]byte{b}, int64(at)); err != nil {
			t.Fatal(err)
		}
	}
	for at, was := range text {
		for bit := range 8 {
			set(at, was^1<<bit)
			if _, err := ReadFolder(dir, family.All()); err == nil {
				t.Fatalf("bit %d of byte %d flipped unseen: %q", bit, at, was^1<<bit)
			}
		}
		set(at, was)
	}
	if _, err := ReadFolder(dir, family.All()); err != nil {
		t.Errorf("as it was at first: %v", err)
	}
}

// TestEdited checks that an edited record is refused, or accepted and listed; the same for a record
// without its digest, among other signed records or in a folder where all are signed.
func TestEdited(t *testing.T) {
	dir, name, text := signedRun(t)
	lines := strings.SplitAfter(string(text), "\n")
	faster := strings.Replace(lines[1], `"seconds":1.5`, `"seconds":0.5`, 1)
	bare := regexp.MustCompile(`,"digest":"[0-9a-f]+"`).ReplaceAllString(faster, "")
	ofAnotherSeed := func() string {
		other := t.TempDir()
		e, _ := longRun(t)
		e.Seed = 5
		f, err := OpenFolder(other, e)
		if err != nil {
			t.Fatal(err)
		}
		r := e.Jobs[0].Record(Maker{Version: "1", Build: "build", Seed: e.Seed, Repetition: 2}, Observation{})
		r.Status = nqueens.Crashed
		if err := errors.Join(f.Append(r), f.Close()); err != nil {
			t.Fatal(err)
		}
		line, err := os.ReadFile(filepath.Join(other, RecordsFile))
		if err != nil {
			t.Fatal(err)
		}
		return string(line)
	}
	e, _ := longRun(t)
	for _, test := range []struct {
		line, want       string
		edited, unsigned int
	}{
		{lines[1], "", 0, 0},
		{faster, ":2: the record was edited or damaged", 1, 0},
		{bare, ":2: the record was edited or damaged: it has no digest", 1, 0},
		{ofAnotherSeed(), ":2: the record is of another run", 1, 0},
		{strings.Replace(bare, `"repetition":2`, `"repetition":3`, 1), ":2: the record is of another run", 1, 0},
	} {
		write(t, name, []byte(lines[0]+test.line+lines[2]))
		_, err := ReadFolder(dir, family.All())
		opened, openErr := OpenFolder(dir, e)
		for _, err := range []error{err, openErr} {
			if (err == nil) != (test.want == "") || err != nil && (!strings.HasPrefix(err.Error(), name+test.want) || !strings.Contains(err.Error(), "--accept-edited")) {
				t.Errorf("%s: %v, want …%s…", test.line, err, test.want)
			}
		}
		if openErr == nil {
			opened.Close()
		}
		read, err := ReadEdited(dir, family.All())
		if err != nil {
			t.Fatal(err)
		}
		opened, err = OpenEdited(dir, e)
		if err != nil {
			t.Fatal(err)
		}
		opened.Close()
		for _, f := range []*Folder{read, opened} {
			if len(f.Edited) != test.edited || f.Unsigned != test.unsigned || test.edited > 0 && f.Edited[0] != name+":2" {
				t.Errorf("%s: edited %q, %d unsigned", test.line, f.Edited, f.Unsigned)
			}
		}
	}
}

// TestResumeAfterRepair checks that nothing of a truncated record stays in the file, even if the
// next record is shorter, and that later records can be read.
func TestResumeAfterRepair(t *testing.T) {
	e, _ := longRun(t)
	dir := t.TempDir()
	record := func(repetition int, note string) Record {
		r := e.Jobs[0].Record(Maker{Version: "1", Build: "build", Seed: e.Seed, Repetition: repetition}, Observation{})
		r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Note: note}
		return r
	}
	var before []byte
	for i, note := range []string{"", strings.Repeat("long ", 1000), ""} {
		f, err := OpenFolder(dir, e)
		if err != nil {
			t.Fatal(err)
		}
		if (f.Repaired != "") != (i == 2) {
			t.Errorf("repaired: %q", f.Repaired)
		}
		if err := errors.Join(f.Append(record(min(i, 1)+1, note)), f.Close()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, RecordsFile))
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 { // truncated as by a kill
			if text = text[:len(text)-9]; os.WriteFile(filepath.Join(dir, RecordsFile), text, 0o666) != nil {
				t.Fatal("not written")
			}
		}
		if !bytes.HasPrefix(text, before) {
			t.Errorf("the records before are lost: %q", text)
		}
		if i == 0 {
			before = text
		}
	}
	f, err := ReadFolder(dir, family.All())
	if err != nil || len(f.Records) != 2 || f.Records[1].Note != "" || len(f.Edited) != 0 {
		t.Fatalf("read again: %v", err)
	}
	if cut, err := os.ReadFile(filepath.Join(dir, RecordsFile+".cut")); err != nil || len(cut) < 5000 {
		t.Errorf("the piece is not kept: %d bytes, %v", len(cut), err)
	}
}

// TestProofText checks that a proof's text can be read back, and the errors for other texts.
func TestProofText(t *testing.T) {
	for text, want := range map[string]Proof{
		"checked": {Kind: ProofChecked}, "checked, the formula uncompared": {Kind: ProofUncompared},
		"search, unproved: timeout": {Unproved, "timeout"}, "refused: line 3: no: it is not": {ProofRefused, "line 3: no: it is not"}, "": {},
	} {
		var p Proof
		if err := p.UnmarshalText([]byte(text)); err != nil || p != want || p.String() != text {
			t.Errorf("%q: %+v, %v; written %q", text, p, err, p.String())
		}
		if checked := strings.HasPrefix(text, "checked"); p.Checked() != checked {
			t.Errorf("%q: checked %v", text, p.Checked())
		}
	}
	for _, text := range []string{"check", "Checked", "proved: yes"} {
		if err := new(Proof).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken for a proof", text)
		}
	}
}

// TestRecordNamesItsJob checks that a record without an identifying field is refused, and that a
// run without an answer has none.
func TestRecordNamesItsJob(t *testing.T) {
	e, _ := longRun(t)
	for what, spoil := range map[string]func(*Record){
		"key": func(r *Record) { r.Key = "" }, "problem": func(r *Record) { r.Problem = "" }, "task": func(r *Record) { r.Task = "" },
		"backend": func(r *Record) { r.Backend = "" }, "status": func(r *Record) { r.Status = "" },
		"count":    func(r *Record) { r.Status, r.Count = nqueens.Timeout, nqueens.NewCount(1) },
		"solution": func(r *Record) { r.Status, r.Solution = nqueens.Crashed, nqueens.Solution{nqueens.On(0, 0)} },
	} {
		r := e.Jobs[0].Record(Maker{Version: "1", Build: "build", Seed: e.Seed, Repetition: 1}, Observation{})
		r.Outcome = nqueens.Outcome{Status: nqueens.Solved}
		if err := r.Check(); err != nil {
			t.Fatal(err)
		}
		if spoil(&r); r.Check() == nil {
			t.Errorf("%s: a record is taken", what)
		}
	}
}

// TestUnsigned checks that records without digests are accepted unless the experiment or an earlier
// record has one.
func TestUnsigned(t *testing.T) {
	signed, _, text := signedRun(t)
	lines := strings.SplitAfter(string(text), "\n")
	bare := func(line string) string {
		return regexp.MustCompile(`,"digest":"[0-9a-f]+"`).ReplaceAllString(line, "")
	}
	e, _ := longRun(t)
	old, _ := runFolder(t, e)
	for _, test := range []struct {
		dir, text, want string
		unsigned        int
	}{
		{old, bare(lines[0]) + bare(lines[1]), "", 2},
		{old, bare(lines[0]) + lines[1], "", 1}, // the run was resumed
		{old, lines[0] + bare(lines[1]), ":2: the record was edited or damaged: it has no digest", 0},
		{signed, bare(lines[0]) + lines[1], ":1: the record was edited or damaged: it has no digest", 0},
		{signed, bare(lines[0]) + bare(lines[1]), ":1: the record was edited or damaged: it has no digest", 0},
	} {
		name := filepath.Join(test.dir, RecordsFile)
		write(t, name, []byte(test.text))
		f, err := ReadFolder(test.dir, family.All())
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), name+test.want) || err == nil && f.Unsigned != test.unsigned {
			t.Errorf("%s: %v, want …%s…", test.text, err, test.want)
		}
		opened, err := OpenFolder(test.dir, e) // the plan does not mention digests
		if err == nil {
			opened.Close()
		}
		if (err == nil) != (test.want == "") {
			t.Errorf("%s: opened: %v", test.text, err)
		}
	}
}

// TestWriterAndReaderAgree checks that the writer refuses what the reader refuses.
func TestWriterAndReaderAgree(t *testing.T) {
	e, _ := longRun(t)
	for want, spoil := range map[string]func(*Record){
		`status "great"`:           func(r *Record) { r.Status = "great" },
		`status "solved great"`:    func(r *Record) { r.ProofStatus = "great" },
		"threads -3, repetition 1": func(r *Record) { r.Threads = -3 },
		"threads 0, repetition 0":  func(r *Record) { r.Repetition = 0 },
		"seconds are -1":           func(r *Record) { r.Seconds = -1 },
		"phases: decode are -1":    func(r *Record) { r.Phases.Decode = -1 },
		"phases add up to 5 s":     func(r *Record) { r.Phases.Encode, r.Phases.Solve = 2, 3 },
		"peakBytes are -1":         func(r *Record) { r.PeakBytes = -1 },
		"":                         func(r *Record) { r.Phases.Encode, r.Phases.Solve = 0.5, 1 },
	} {
		r := e.Jobs[0].Record(Maker{Version: "1", Build: "build", Seed: e.Seed, Repetition: 1}, Observation{})
		r.Outcome, r.Seconds = nqueens.Outcome{Status: nqueens.Solved}, 1.5
		spoil(&r)
		f, err := OpenFolder(t.TempDir(), e)
		if err != nil {
			t.Fatal(err)
		}
		written := errors.Join(f.Append(r), f.Close())
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		_, read := ParseRecords("r", append(line, '\n'))
		for _, err := range []error{written, read} {
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want …%s…", err, want)
			}
		}
	}
	dir, records := runFolder(t, e)
	write(t, records, []byte(`{"key":"k","problem":"queens(8)","task":"count","backend":"right","repetition":99,"status":"solved"}`+"\n"))
	if _, err := ReadFolder(dir, family.All()); err == nil || !strings.Contains(err.Error(), ":1: repetition 99, but the experiment has only 4") {
		t.Errorf("%v", err)
	}
}

// TestOneRunAFolder checks that a folder accepts one plan and one process only.
func TestOneRunAFolder(t *testing.T) {
	e := Experiment{Repeat: Repeat{Min: 1, Max: 1}, Jobs: []Job{boardJob(8, Limits{Time: time.Second}), boardJob(9, Limits{Time: time.Second})}}
	dir := t.TempDir()
	f, err := OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(dir, e); !errors.Is(err, ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	turned := e
	turned.Jobs = []Job{e.Jobs[1], e.Jobs[0]}
	for other, same := range map[*Experiment]bool{
		&e: true, &turned: true, {Repeat: e.Repeat, Jobs: e.Jobs[:1]}: false, {Repeat: Repeat{Min: 2, Max: 2}, Jobs: e.Jobs}: false, {Repeat: e.Repeat, Jobs: e.Jobs, Seed: 1}: false,
	} {
		f, err := OpenFolder(dir, *other)
		if same && err == nil {
			err = f.Close()
		} else if !same && err != nil && strings.HasPrefix(err.Error(), dir+" holds the run of another plan; ") {
			err = nil
		} else if !same {
			err = fmt.Errorf("another plan's: %v", err)
		}
		if err != nil {
			t.Error(err)
		}
	}
	timed := e
	timed.Clock = CPUClock
	if _, err := OpenFolder(dir, timed); err == nil || err.Error() != dir+" holds a run with the clock wall, but the clock is now cpu; resume it with --clock wall, or choose another folder with -o" {
		t.Errorf("another clock: %v", err)
	}
}

// TestFullDisk checks that a failed write is an error that names the record, that the file stays
// intact, and that the run continues when there is space again.
func TestFullDisk(t *testing.T) {
	if !fulldisk.InOwnProcess(t) {
		return
	}
	e := Experiment{Repeat: Repeat{Min: 2, Max: 2}, Jobs: []Job{boardJob(8, Limits{Time: time.Second})}}
	dir := t.TempDir()
	room := fulldisk.After(t, 50)
	if f, err := OpenFolder(dir, e); err == nil || !strings.HasPrefix(err.Error(), "starting the run: ") {
		t.Fatalf("%v, %v", f, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 || left[0].Name() != RecordsFile {
		t.Errorf("%v is left, %v", left, err)
	}
	room()
	f, err := OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	record := func(repetition int) Record {
		r := e.Jobs[0].Record(Maker{Version: "1", Build: "build", Seed: e.Seed, Repetition: repetition}, Observation{})
		r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(92)}
		return r
	}
	if err := f.Append(record(1)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, RecordsFile)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	room = fulldisk.After(t, len(before)+50)
	if err := f.Append(record(2)); err == nil || !strings.HasPrefix(err.Error(), "recording a run (1 record before it") || len(f.Records) != 1 {
		t.Errorf("%d records, %v", len(f.Records), err)
	}
	room()
	room = fulldisk.After(t, 10)
	if err := f.SetBuild("build", true); err == nil || !strings.HasPrefix(err.Error(), "writing the build") || f.Build == "build" {
		t.Errorf("run by %q: %v", f.Build, err)
	}
	if _, err := KeepEnvironment(dir, CurrentEnvironment()); err == nil {
		t.Error("an environment that is not kept is no error")
	}
	room()
	if there, err := os.ReadFile(path); err != nil || !bytes.Equal(there, before) {
		t.Errorf("%q is left, %v", there, err)
	}
	if err := errors.Join(f.SetBuild("build", true), f.Append(record(2)), f.Close()); err != nil {
		t.Fatal(err)
	}
	if f, err = ReadFolder(dir, family.All()); err != nil || len(f.Records) != 2 || f.Build != "build" || !f.Keep {
		t.Errorf("read again: %+v, %v", f, err)
	}

	// The truncated record must be saved before it is removed from the file.
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cut := whole[:len(whole)-9]
	write(t, path, cut)
	room = fulldisk.After(t, 10)
	if _, err := OpenFolder(dir, e); err == nil {
		t.Error("what was cut off is not kept, and that is no error")
	}
	room()
	if there, err := os.ReadFile(path); err != nil || !bytes.Equal(there, cut) {
		t.Errorf("%q is left, %v", there, err)
	}
	if f, err = OpenFolder(dir, e); err != nil || f.Repaired == "" || len(f.Records) != 1 {
		t.Fatalf("%v", err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// TestOpenGrown checks that an experiment may have more jobs than its folder's, whose records stay,
// but not other jobs or fewer.
func TestOpenGrown(t *testing.T) {
	dir := t.TempDir()
	e := Experiment{Name: "grows", Seed: 1, Repeat: Repeat{Min: 1, Max: 1}, Jobs: []Job{boardJob(4, Limits{Time: time.Second}), boardJob(5, Limits{Time: time.Second})}}
	f, err := OpenFolder(dir, e)
	if err == nil {
		err = f.Append(e.Jobs[0].Record(Maker{Version: "1", Seed: 1, Repetition: 1}, Observation{}).solved())
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	more, fewer, other := e, e, e
	more.Jobs = append(slices.Clone(e.Jobs), boardJob(6, Limits{Time: time.Second}))
	fewer.Jobs = more.Jobs[1:]
	other.Jobs, other.Seed = more.Jobs, 2
	for _, wrong := range []Experiment{fewer, other} {
		if f, err := OpenGrown(dir, wrong, false); err == nil || !strings.Contains(err.Error(), "another plan") {
			t.Errorf("%v: %+v", err, f)
		}
	}
	if _, err := OpenFolder(dir, more); err == nil {
		t.Error("it grows without being asked to")
	}
	if f, err = OpenGrown(dir, more, false); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if read, err := ReadFolder(dir, family.All()); err != nil || len(read.Experiment.Jobs) != 3 || len(read.Records) != 1 {
		t.Errorf("%v: %+v", err, read)
	}
}

// solved returns the record with an answer.
func (r Record) solved() Record {
	r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
	return r
}

// TestDrop checks that dropped records are removed from the disk together with the summaries, that
// the run continues, and that a full disk changes nothing.
func TestDrop(t *testing.T) {
	if !fulldisk.InOwnProcess(t) {
		return
	}
	e := Experiment{Repeat: Repeat{Min: 3, Max: 3}, Jobs: []Job{boardJob(8, Limits{Time: time.Second})}}
	record := func(repetition int) Record {
		return e.Jobs[0].Record(Maker{Version: "1", Build: "build", Seed: e.Seed, Repetition: repetition}, Observation{}).solved()
	}
	dir := t.TempDir()
	f, err := OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Append(record(1)), f.Append(record(2)), f.Close()); err != nil {
		t.Fatal(err)
	}
	if f, err = OpenFolder(dir, e); err != nil {
		t.Fatal(err)
	}
	summary := filepath.Join(dir, SummaryFile)
	there := func(want ...int) {
		t.Helper()
		read, err := ReadFolder(dir, family.All())
		if err != nil {
			t.Fatal(err)
		}
		for _, records := range [][]Record{f.Records, read.Records} {
			var got []int
			for _, r := range records {
				got = append(got, r.Repetition)
			}
			if !slices.Equal(got, want) {
				t.Errorf("repetitions %v, want %v", got, want)
			}
		}
	}
	first := func(r Record) bool { return r.Repetition == 1 }
	if err := f.Drop(func(Record) bool { return false }, func(*Block) bool { return false }); err != nil {
		t.Error(err)
	}
	room := fulldisk.After(t, 10)
	if err := f.Drop(first, func(*Block) bool { return false }); err == nil || !strings.HasPrefix(err.Error(), "removing records: ") {
		t.Errorf("on a full disk: %v", err)
	}
	room()
	there(1, 2)
	if err := f.Append(record(3)); err != nil {
		t.Error(err)
	}
	there(1, 2, 3)
	if err := f.Drop(first, func(*Block) bool { return false }); err != nil {
		t.Error(err)
	}
	there(2, 3)
	if err := errors.Join(f.Append(record(1)), f.Close()); err != nil {
		t.Error(err)
	}
	there(2, 3, 1)

	write(t, summary, nil)
	write(t, filepath.Join(dir, PageFile), nil)
	write(t, filepath.Join(dir, VerdictsFile), []byte(`{"records": 3}`))
	if f, err = OpenFolder(dir, e); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Drop(first, func(*Block) bool { return false }), f.Close()); err != nil {
		t.Error(err)
	}
	if Finished(dir) {
		t.Error("the summary of what was taken away is still there")
	}
	if _, err := os.Stat(filepath.Join(dir, PageFile)); err == nil {
		t.Error("the page is still there")
	}
	there(2, 3)
}

// TestZeroSeconds checks that an answer in 0 s is written with its time, that a run without an
// answer has none, and that both can be read, as can an answer without a time.
func TestZeroSeconds(t *testing.T) {
	dir := t.TempDir()
	e := Experiment{Name: "zero", Seed: 1, Repeat: Repeat{Min: 1, Max: 1}, Jobs: []Job{boardJob(4, Limits{Time: time.Second}), boardJob(5, Limits{Time: time.Second})}}
	f, err := OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	zero := e.Jobs[0].Record(Maker{Version: "1", Seed: 1, Repetition: 1}, Observation{}).solved()
	late := e.Jobs[1].Record(Maker{Version: "1", Seed: 1, Repetition: 1}, Observation{})
	zero.Seconds, late.Status = 0, nqueens.Timeout
	if err := errors.Join(f.Append(zero, late), f.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, RecordsFile))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if !strings.Contains(lines[0], `"seconds":0`) || strings.Contains(lines[1], `"seconds"`) {
		t.Errorf("%s", text)
	}
	f, err = ReadFolder(dir, family.All())
	if err != nil || len(f.Records) != 2 || f.Records[0].Seconds != 0 || f.Records[0].Status != nqueens.Solved {
		t.Errorf("%+v, %v", f, err)
	}
	old, err := ParseRecords("old", []byte(`{"key":"k","problem":"queens(4)","task":"count","backend":"b","repetition":1,"started":"2026-01-01T00:00:00Z","status":"solved","count":"2"}`+"\n"))
	if err != nil || len(old) != 1 || old[0].Seconds != 0 {
		t.Errorf("%+v, %v", old, err)
	}
}
