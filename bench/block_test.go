package bench

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
)

// someSweep returns a sweep of backend b on five instances with one excluded diagonal and five with two.
func someSweep() *Sweep {
	recipe := instance.Recipe{Kind: instance.ExcludedDiagonals, N: 6, Size: 1, Least: 1}
	more := recipe
	more.Size = 2
	return &Sweep{
		Instances: NewInstances([]instance.Recipe{recipe, more}, 7), Task: nqueens.FindFirst,
		Contender: backends.Contender{Backend: "b"}, Limits: Limits{Time: time.Second}, Count: 5,
	}
}

// observations returns an observation of each kind, including those whose status changes in the record.
func observations() []Observation {
	at := func(s nqueens.Status) Observation { return Observation{Outcome: nqueens.Outcome{Status: s}} }
	solved := at(nqueens.Solved)
	solved.Seconds, solved.Spent = 0.125, 0.125
	told, late, wrong, odd, late2, void := solved, solved, solved, solved, at(nqueens.Timeout), solved
	told.Stats = map[string]int64{"nodes": 7}
	late.Seconds, late.Spent = 2, 2
	wrong.Fault = &Fault{Solution: nqueens.Solution{nqueens.On(0, 0)}, Why: "too few"}
	odd.Contradiction = "says this and that"
	late2.Reason = "late"
	void.Void = "it slept"
	odd.Void = "it slept"
	nonsense := at("great")
	return []Observation{solved, told, at(nqueens.Unsatisfiable), late, late2, wrong, odd, nonsense, at(nqueens.MemoryLimit), at(nqueens.Unknown)}
}

// TestBlockRecords checks that the records of a block equal those of single answers.
func TestBlockRecords(t *testing.T) {
	s, m := someSweep(), Maker{Version: "1", Build: "x", Repetition: 1, Started: time.Now().UTC()}
	b := NewBlock(s, m, 0)
	for _, o := range observations() {
		b.Add(o)
	}
	if err := b.Check(); err != nil || b.Verdicts != "110ttwwcmk" {
		t.Fatalf("%q, %v", b.Verdicts, err)
	}
	text, err := journal.Line(b)
	if err != nil {
		t.Fatal(err)
	}
	var read Block
	if err := jsonfile.Unmarshal(text[:len(text)-1], &read); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for i, o := range observations() {
		job, err := s.Job(i)
		if err != nil {
			t.Fatal(err)
		}
		want, got := job.Record(m, o), read.At(job, i)
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%d:\n%+v, want\n%+v", i, got, want)
		}
		if names[want.Key] = true; want.Problem == "" || job.Origin.Size != 1+i%2 {
			t.Errorf("%d: %+v", i, job)
		}
	}
	if len(names) != b.Len() {
		t.Errorf("%d keys of %d records", len(names), b.Len())
	}
	b.Void("starved")
	job, _ := s.Job(0)
	if r := b.At(job, 0); b.Verdicts != "vvvvvwwcmv" || r.Status != nqueens.Void || r.Reason != "starved" || r.Check() != nil {
		t.Errorf("%q, %+v", b.Verdicts, r)
	}
}

// TestBlockColumns checks that a statistic has a value for each answer if any answer has it.
func TestBlockColumns(t *testing.T) {
	b := Block{List: "l", Contender: backends.Contender{Backend: "b"}}
	b.Add(Observation{Outcome: nqueens.Fail(nqueens.Timeout, "late")})
	b.Add(Observation{Outcome: nqueens.Outcome{Status: nqueens.Solved, Stats: map[string]int64{"nodes": 7, "variables": 5}}, Seconds: 1.23456e-5})
	b.Add(Observation{Outcome: nqueens.Outcome{Status: nqueens.Unsatisfiable}})
	if err := b.Check(); err != nil || b.Verdicts != "t10" || !slices.Equal(b.Stats["nodes"], []int64{-1, 7, -1}) || b.Seconds[1] != 1.235e-5 || len(b.Stats) != 1 {
		t.Errorf("%+v: %v", b, err)
	}
	if v, known := (Answer{&b, 1}).Stat("nodes"); v != 7 || !known {
		t.Errorf("%d, %v", v, known)
	}
	if _, known := (Answer{&b, 2}).Stat("nodes"); known {
		t.Error("nodes that nobody told")
	}
}

// sweepFolder returns a folder with a job and a sweep. Records and blocks alternate.
func sweepFolder(t *testing.T) (dir string, e Experiment, f *Folder) {
	t.Helper()
	s := someSweep()
	job := Job{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"}, Limits: Limits{Time: time.Second}}
	e = Experiment{Name: "e", Seed: 1, Jobs: []Job{job}, Repeat: Repeat{Min: 3, Max: 3}, Sweeps: []*Sweep{s}}
	dir = t.TempDir()
	f, err := OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		r := job.Record(Maker{Version: "1", Build: "x", Seed: 1, Repetition: i + 1}, Observation{Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}})
		if err := errors.Join(f.Append(r), f.AppendBlocks(blockOf(s, "x", 2*i, 2))); err != nil {
			t.Fatal(err)
		}
	}
	return dir, e, f
}

// blockOf returns a block in which the given number of instances are solved.
func blockOf(s *Sweep, build string, from, answers int) Block {
	b := NewBlock(s, Maker{Version: "1", Build: build}, from)
	for range answers {
		b.Add(Observation{Outcome: nqueens.Outcome{Status: nqueens.Solved}, Seconds: 1})
	}
	return b
}

// TestFolderOfSweeps checks that blocks among single records are read and dropped with them.
func TestFolderOfSweeps(t *testing.T) {
	dir, e, f := sweepFolder(t)
	if err := f.Drop(func(r Record) bool { return r.Repetition == 2 }, func(b *Block) bool { return b.From == 0 }); err != nil {
		t.Fatal(err)
	}
	again := func(f *Folder, what string, records int, from ...int) {
		t.Helper()
		var got []int
		for _, b := range f.Blocks {
			got = append(got, b.From)
		}
		if len(f.Records) != records || !slices.Equal(got, from) {
			t.Errorf("%s: %d records and blocks from %v, want %d and %v", what, len(f.Records), got, records, from)
		}
	}
	again(f, "dropped", 2, 2, 4)
	if err := errors.Join(f.AppendBlocks(blockOf(e.Sweeps[0], "x", 0, 2)), f.Drop(func(Record) bool { return false }, func(b *Block) bool { return b.From == 4 }), f.Close()); err != nil {
		t.Fatal(err)
	}
	again(f, "dropped again", 2, 2, 0)
	read, err := ReadFolder(dir, family.All())
	if err != nil {
		t.Fatal(err)
	}
	again(read, "read", 2, 2, 0)
	runs := read.Runs()
	if runs.All != 6 || runs.Sweeps[0].Answered() != 4 || runs.Sweeps[0].Verdicts() != "1111" || read.Experiment.Schema != 2 {
		t.Errorf("%d records, %d answers, schema %d", runs.All, runs.Sweeps[0].Answered(), read.Experiment.Schema)
	}
	n := 0
	for number, a := range runs.Sweeps[0].Point(1) {
		if number != n || a.Status() != nqueens.Solved {
			t.Errorf("%d: %v", number, a)
		}
		n++
	}
	if n != 2 {
		t.Errorf("%d answers to the second recipe", n)
	}
	if f, err = OpenFolder(dir, e); err != nil {
		t.Fatal(err)
	}
	f.Close()
	fewer := e
	fewer.Sweeps = nil
	if _, err := OpenFolder(dir, fewer); err == nil || !strings.Contains(err.Error(), "holds the run of another plan") {
		t.Errorf("without the sweep: %v", err)
	}
}

// TestSweepBuilds checks which blocks of several builds count: those of the folder's build, and with Keep
// those of others for the remaining instances. Blocks of another version are separate.
func TestSweepBuilds(t *testing.T) {
	s := someSweep()
	f := &Folder{Experiment: Experiment{Sweeps: []*Sweep{s}}}
	f.Blocks = append(f.Blocks, blockOf(s, "old", 0, 2), blockOf(s, "new", 0, 3), blockOf(s, "new", 3, 1), blockOf(s, "old", 4, 2), blockOf(s, "new", 0, 9))
	other := blockOf(s, "new", 6, 1)
	other.Version = "2"
	f.Blocks = append(f.Blocks, other)
	for _, test := range []struct {
		build string
		keep  bool
		want  int
	}{{"new", false, 4}, {"new", true, 6}, {"old", false, 2}, {"old", true, 2}, {"none", false, 0}} {
		f.counting = counting{test.build, test.keep}
		if got := f.SweepRun(s, "1").Answered(); got != test.want {
			t.Errorf("%+v: %d answers", test, got)
		}
	}
	if got := f.SweepRun(s, "2").Answered(); got != 0 {
		t.Errorf("%d answers of a version that answered none before", got)
	}
}

// TestBlocksRefused checks that the error for a damaged block names its place.
func TestBlocksRefused(t *testing.T) {
	_, e, f := sweepFolder(t)
	f.Close()
	const good = `{"list":"LIST","backend":"b","version":"1","limits":{"time":1000000000},"from":0,"verdicts":"10","seconds":[1,2],"stats":{"nodes":[3,4]}}`
	for change, want := range map[string]string{
		"":                   "",
		`LIST>other`:         `records.jsonl: answers of b on the sweep "other"`,
		`"10">"1"`:           "records.jsonl:1: not a record: not a block of records",
		`"10">"1?"`:          "records.jsonl:1: not a record: not a block of records",
		`3,4>3`:              "records.jsonl:1: not a record: not a block of records",
		`[1,2]>[1,-2]`:       "records.jsonl:1: not a record: not a block of records: seconds",
		`"from":0>"from":-1`: "records.jsonl:1: not a record: not a block of records",
		`}}>},"digest":"000000000000000000000000"}`: "records.jsonl:1: the record was edited",
	} {
		from, to, _ := strings.Cut(change, ">")
		text := strings.Replace(good, from, to, 1)
		if change == "" {
			text = good
		}
		dir := t.TempDir()
		unsigned := e
		unsigned.Schema = 2
		content, err := EncodeExperiment(unsigned)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, ExperimentFile), content)
		write(t, filepath.Join(dir, RecordsFile), []byte(strings.Replace(text, "LIST", e.Sweeps[0].Name, 1)+"\n"))
		f, err := ReadFolder(dir, family.All())
		switch {
		case want == "" && (err != nil || len(f.Blocks) != 1 || f.Unsigned != 1):
			t.Errorf("%s: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestSweepCutOff checks that a truncated block is moved to another file and that the blocks before it stay.
func TestSweepCutOff(t *testing.T) {
	dir, e, f := sweepFolder(t)
	f.Close()
	name := filepath.Join(dir, RecordsFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	write(t, name, text[:len(text)-20])
	f, err = OpenFolder(dir, e)
	if err != nil || len(f.Blocks) != 2 || !strings.Contains(f.Repaired, "records.jsonl:6") {
		t.Fatalf("%v", err)
	}
	if err := errors.Join(f.AppendBlocks(blockOf(e.Sweeps[0], "x", 4, 2)), f.Close()); err != nil {
		t.Fatal(err)
	}
	if f, err = ReadFolder(dir, family.All()); err != nil || f.Runs().Sweeps[0].Answered() != 6 {
		t.Errorf("%v", err)
	}
}

// TestInstances checks that instances are the same wherever generation begins, that instances of one seed
// exclude the first diagonals of the same order, and that seeds on which the generator gives up are left out.
func TestInstances(t *testing.T) {
	crowded := instance.Recipe{Kind: instance.Completion, N: 6, Size: 5}
	in, back := NewInstances([]instance.Recipe{crowded}, 1), NewInstances([]instance.Recipe{crowded}, 1)
	var seeds []uint64
	for i := range 20 {
		p, o, err := in.Problem(i)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := o.Make(t.Context(), o.Seed)
		if err != nil || alone.String() != p.String() {
			t.Errorf("%d: %v, want %v", i, p, alone)
		}
		seeds = append(seeds, o.Seed)
	}
	if seeds[19] == 20 {
		t.Error("no seed gave up: take a recipe that is harder to make")
	}
	for i := range slices.Backward(seeds) {
		if _, o, err := back.Problem(i); err != nil || o.Seed != seeds[i] {
			t.Errorf("%d: seed %d, want %d", i, o.Seed, seeds[i])
		}
	}
	s := someSweep()
	for i := range 10 {
		p, o, err := s.Problem(i)
		if err != nil {
			t.Fatal(err)
		}
		if alone, err := o.Make(t.Context(), o.Seed); err != nil || alone.String() != p.String() || len(p.Excluded) != 1+i%2 {
			t.Errorf("%d: %v, want %v", i, p, alone)
		}
	}
	if _, _, err := (&Instances{Name: "gone"}).Problem(0); err == nil {
		t.Error("a problem, although there are neither recipes nor files")
	}
}
