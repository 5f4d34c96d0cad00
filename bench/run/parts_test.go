package run

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/fleet"
)

const partsPlan = `
repetitions: {warmup: 0, min: 2, max: 2}
limits: {time: 1m}
runs:
  - problems: [queens(4), queens(5)]
    tasks: [count, first]
    backends: [right, righttoo]
`

// cut writes the parts of an experiment into a folder.
func cut(t *testing.T, r *Runner, e bench.Experiment) *fleet.Folder {
	t.Helper()
	build, err := bench.BuildOf(r.Child[0])
	if err != nil {
		t.Fatal(err)
	}
	l, err := r.NewParts(t.Context(), e, Cut{Size: 3}, build)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := l.Write(dir); err != nil {
		t.Fatal(err)
	}
	return reopened(t, dir)
}

func reopened(t *testing.T, dir string) *fleet.Folder {
	t.Helper()
	f, err := fleet.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func benchWorker(r *Runner, f *fleet.Folder, machine string) fleet.Worker {
	return fleet.Worker{Machine: machine, Build: f.List.Build, Measurers: map[string]fleet.Measurer{BenchParts: Measurer{Runner: r, Families: family.All()}}}
}

// gathered returns the run that Gather makes of a folder.
func gathered(t *testing.T, dir string) *bench.Folder {
	t.Helper()
	if _, err := reopened(t, dir).Collect(); err != nil {
		t.Fatal(err)
	}
	f, err := Gather(reopened(t, dir), "", family.All())
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return f
}

// made lists the jobs of records with the machine and the time.
func made(records []bench.Record) (texts []string) {
	for _, r := range records {
		texts = append(texts, fmt.Sprint(r.Key, r.Machine, r.Started.UTC()))
	}
	return texts
}

// answers lists the records without times, machines and discarded runs.
func answers(records []bench.Record) (texts []string) {
	for _, r := range records {
		if r.Status != nqueens.Void {
			texts = append(texts, fmt.Sprint(r.Key, r.String(), r.Repetition, r.Status, r.Count, r.Solution))
		}
	}
	slices.Sort(texts)
	return texts
}

// TestBenchInParts checks that several machines give the same results as one, with each cell on one machine,
// however often its result arrives.
func TestBenchInParts(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r, e := testRunner(t), planned(t, partsPlan)
	whole := carryOut(t, e, t.TempDir())
	whole.Close()
	f := cut(t, r, e)
	for part, machine := range map[int]string{1: "a", 2: "b", 3: "b"} {
		if err := reopened(t, f.Dir).Work(t.Context(), benchWorker(r, f, machine), []int{part}, nil); err != nil {
			t.Fatal(err)
		}
	}
	some := gathered(t, f.Dir)
	if n := len(answers(some.Records)); n != 12 {
		t.Errorf("%d answers of three parts, want 12", n)
	}
	// The same part again, from a worker that was considered dead.
	again, err := benchWorker(r, f, "c").Do(t.Context(), f.List.Part(1))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Put(again); err != nil {
		t.Fatal(err)
	}
	twice, err := Gather(reopened(t, f.Dir), "", family.All()) // before it is in the journal
	if err != nil {
		t.Fatal(err)
	}
	twice.Close()
	if !slices.Equal(made(twice.Records), made(some.Records)) {
		t.Errorf("records of a part that another machine measured too:\n%v\nbefore\n%v", made(twice.Records), made(some.Records))
	}
	if err := reopened(t, f.Dir).Work(t.Context(), benchWorker(r, f, "a"), nil, nil); err != nil {
		t.Fatal(err)
	}
	all := gathered(t, f.Dir)
	if got, want := answers(all.Records), answers(whole.Records); !slices.Equal(got, want) {
		t.Errorf("in parts\n%s\nwhole\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	on := map[string]string{}
	for _, record := range all.Records {
		cell := record.Problem + " " + string(record.Task)
		if on[cell] == "" {
			on[cell] = record.Machine
		}
		if record.Machine == "" || on[cell] != record.Machine {
			t.Errorf("%s was measured on %q and %q", cell, on[cell], record.Machine)
		}
	}
	environments, err := bench.ReadEnvironments(f.Dir)
	if err != nil || len(environments) != 2 || environments[0].Name != "a" || len(environments[0].Sessions) != 2 || environments[1].Name != "b" {
		t.Errorf("%v, environments %+v", err, environments)
	}
	if once := gathered(t, f.Dir); len(once.Records) != len(all.Records) {
		t.Errorf("gathered again it has %d records", len(once.Records))
	}
	if _, err := bench.OpenFolder(f.Dir, e); err != nil {
		t.Errorf("bench does not go on with it: %v", err)
	}
}

// TestBenchPartsAreData checks that a part has the full text of its problems, and no command.
func TestBenchPartsAreData(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // its lock is free
	p, err := family.All().Parse("queens(6, given=a2)")
	if err != nil {
		t.Fatal(err)
	}
	job := func(b string) bench.Job {
		return bench.Job{Problem: p, Instance: "six.param", Task: nqueens.FindFirst, Contender: backends.Contender{Backend: b}, Limits: bench.Limits{Time: 1e10}}
	}
	e := bench.Experiment{
		Name: "data", Repeat: bench.Repeat{Min: 1, Max: 1}, Jobs: []bench.Job{job("right"), job("righttoo")},
		External: []bench.Program{{Name: "righttoo", Command: "/opt/secret/solver"}},
	}
	r := testRunner(t)
	f := cut(t, r, e)
	text, err := json.Marshal(f.List.Part(1))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "secret") || !strings.Contains(string(text), "given=a2") {
		t.Errorf("part 1 is %s", text)
	}
	if err := f.Work(t.Context(), benchWorker(r, f, "a"), nil, nil); err != nil {
		t.Fatal(err)
	}
	if got := gathered(t, f.Dir); len(got.Records) != 2 || got.Records[0].Instance != "six.param" || got.Experiment.External[0].Command == "" {
		t.Errorf("%+v", got)
	}
}

// TestBenchPartsLeft checks that a worker measures the parts that it can and reports what it lacks for the
// others.
func TestBenchPartsLeft(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r := testRunner(t)
	f := cut(t, r, planned(t, `
repetitions: {warmup: 0, min: 1, max: 1}
runs:
  - {problems: [queens(4)], backends: [right, righttoo]}
  - {problems: [queens(5)], backends: [right]}
`))
	without := *r
	without.Backends = slices.DeleteFunc(slices.Clone(r.Backends), func(b backends.Backend) bool { return b.Describe().Name == "righttoo" })
	err := reopened(t, f.Dir).Work(t.Context(), benchWorker(&without, f, "a"), nil, nil)
	if !fleet.Unable(err) || !strings.Contains(err.Error(), `part 1 is left to others: part 1, queens(4): no backend is called "righttoo"`) {
		t.Errorf("%v", err)
	}
	without.Backends = append(without.Backends, fake{name: "righttoo", engine: "two", version: "2"})
	err = reopened(t, f.Dir).Work(t.Context(), benchWorker(&without, f, "a"), nil, nil)
	if !fleet.Unable(err) || !strings.Contains(err.Error(), `part 1 needs righttoo in version "1", but this machine has "2"`) {
		t.Errorf("%v", err)
	}
	if missing := reopened(t, f.Dir).Tally.Missing(); !slices.Equal(missing, []int{1}) {
		t.Errorf("parts %v are missing", missing)
	}
	other := benchWorker(r, f, "b")
	other.Build = "another"
	if err := reopened(t, f.Dir).Work(t.Context(), other, nil, nil); err == nil || fleet.Unable(err) || !strings.Contains(err.Error(), "times of two builds do not mix") {
		t.Errorf("%v", err)
	}
	counts := fleet.Worker{Machine: "c", Backends: r.Backends, Families: family.All(), Build: f.List.Build}
	if err := counts.Check(f.List.Part(1)); err == nil || !strings.Contains(err.Error(), "part 1 is of a bench, which this program does not measure") {
		t.Errorf("%v", err)
	}
	// The measured part has one record.
	if got := gathered(t, f.Dir); len(got.Records) != 1 || got.Records[0].Machine != "a" || got.Records[0].Problem != "queens(5)" {
		t.Errorf("%+v", got.Records)
	}
	if err := reopened(t, f.Dir).Work(t.Context(), benchWorker(r, f, "b"), nil, nil); err != nil {
		t.Error(err)
	}
	if got := gathered(t, f.Dir); len(got.Records) != 3 {
		t.Errorf("%+v", got.Records)
	}
}

// TestBenchPartsStopped checks that the part of a stopped worker is left to others.
func TestBenchPartsStopped(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r := testRunner(t)
	f := cut(t, r, planned(t, partsPlan))
	ctx, stop := context.WithCancel(t.Context())
	r.Starting = func(bench.Job) { stop() }
	if err := f.Work(ctx, benchWorker(r, f, "a"), nil, nil); err == nil || ctx.Err() == nil {
		t.Errorf("%v", err)
	}
	if left, err := filepath.Glob(filepath.Join(f.Dir, "*", "*")); err != nil || len(left) > 0 {
		t.Errorf("%q are left, %v", left, err)
	}
	r.Starting = nil
	if err := reopened(t, f.Dir).Work(t.Context(), benchWorker(r, f, "b"), nil, nil); err != nil {
		t.Error(err)
	}
}

// TestBenchPartsRefused checks the errors for experiments that cannot be divided into parts.
func TestBenchPartsRefused(t *testing.T) {
	t.Parallel()
	formula := nqueens.Problem{Family: nqueens.Formulas, N: 2, Formula: &nqueens.Formula{Name: "two.cnf"}}
	job := bench.Job{Problem: formula, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "right"}}
	kept := job
	kept.Problem, kept.KeepProof = nqueens.Problem{Family: family.Queens, N: 4}, true
	for want, e := range map[string]bench.Experiment{
		"reading two.cnf for its part": {Jobs: []bench.Job{job}},
		"proofs of other machines":     {Jobs: []bench.Job{kept}},
		"other builds":                 {Binaries: []string{"old"}},
	} {
		if _, err := (&Runner{Backends: fakes()}).NewParts(t.Context(), e, Cut{}, "b"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestBenchPartsFormula checks that a part contains the text of its formula, and that a worker refuses
// another formula.
func TestBenchPartsFormula(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "two.cnf")
	if err := os.WriteFile(name, []byte("p cnf 2 1\n1 2 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := encode.Reading{}.File(family.Queens, name)
	if err != nil {
		t.Fatal(err)
	}
	job := bench.Job{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}, Limits: bench.Limits{Time: time.Minute}}
	other := job
	other.Backend = "righttoo"
	l, err := (&Runner{Backends: fakes()}).NewParts(t.Context(), bench.Experiment{Jobs: []bench.Job{job, other}}, Cut{}, "b")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("p cnf 2 1\n-1 2 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (&Runner{Backends: fakes()}).NewParts(t.Context(), bench.Experiment{Jobs: []bench.Job{job}}, Cut{}, "b"); err == nil || !strings.HasSuffix(err.Error(), ": the part has another formula") {
		t.Errorf("a file that has changed: %v", err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if _, err := (&Runner{Backends: fakes()}).NewParts(t.Context(), bench.Experiment{Jobs: []bench.Job{job}}, Cut{}, "b"); err == nil || !strings.HasPrefix(err.Error(), "reading two.cnf for its part: ") {
		t.Errorf("a file that is gone: %v", err)
	}
	c, e, err := openCell(l.Part(1), family.All())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.unpack(e.Jobs, "elsewhere"); err != nil {
		t.Fatal(err)
	}
	for _, j := range e.Jobs {
		if f := j.Problem.Formula; !f.Read() || f.Name != "two.cnf" || f.Digest != p.Formula.Digest || f.Path != "elsewhere" || j.ProblemName() != job.ProblemName() {
			t.Errorf("%s: %+v", j, f)
		}
	}
	for text, want := range map[string]string{"p cnf 2 1\n-1 2 0\n": "the part has another formula", "": "its formula", "p cnf x": "its formula"} {
		forged := c
		forged.Formula = []byte(text)
		if _, e, err = openCell(l.Part(1), family.All()); err != nil {
			t.Fatal(err)
		}
		part := l.Part(1)
		if part.Request, err = json.Marshal(forged); err != nil {
			t.Fatal(err)
		}
		if err := (Measurer{Runner: testRunner(t)}).Check(part); err == nil || !strings.HasPrefix(err.Error(), "part 1: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		if m, err := (Measurer{Runner: testRunner(t)}).Measure(t.Context(), part); err == nil || m != nil || !strings.HasPrefix(err.Error(), "part 1: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v, want %s", text, m, err, want)
		}
		if err := forged.unpack(e.Jobs, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestBenchPartsForged checks that results with missing or additional records are refused with their worker's
// name, and that withdrawn results are removed.
func TestBenchPartsForged(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r := testRunner(t)
	f := cut(t, r, planned(t, partsPlan))
	honest, err := benchWorker(r, f, "honest").Do(t.Context(), f.List.Part(2))
	if err != nil {
		t.Fatal(err)
	}
	other, err := benchWorker(r, f, "honest").Do(t.Context(), f.List.Part(1))
	if err != nil {
		t.Fatal(err)
	}
	records := honest.Measured.Records
	first := func(change func(*bench.Record)) []bench.Record {
		forged := slices.Clone(records)
		change(&forged[0])
		return forged
	}
	for want, forged := range map[string][]bench.Record{
		"it lacks runs of":                 records[1:],
		"it lacks runs of q":               nil,
		"does not contain; ":               slices.Concat(records, other.Measured.Records), // of another part
		"the result has a run":             slices.Concat(records, records[:1]),
		"which this part does not contain": first(func(r *bench.Record) { r.Version = "2" }),
		"run of queens(":                   first(func(r *bench.Record) { r.Build = "another" }),
		"the result has a run of queens":   first(func(r *bench.Record) { r.Key = "0123456789abcdef01234567" }),
		"seconds are -1":                   first(func(r *bench.Record) { r.Seconds = -1 }),
	} {
		dir := t.TempDir()
		if err := f.List.Write(dir); err != nil {
			t.Fatal(err)
		}
		lie := honest
		lie.Machine, lie.Measured = "liar", &fleet.Measured{Environment: honest.Measured.Environment, Records: forged}
		at := reopened(t, dir)
		if err := at.Put(lie); err != nil {
			t.Fatal(err)
		}
		if f, err := Gather(reopened(t, dir), "", family.All()); err == nil || !strings.HasPrefix(err.Error(), "part 2, measured by liar: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v, %v, want %s", f, err, want)
		}
		if _, err := at.Collect(); err != nil {
			t.Fatal(err)
		}
		if err := at.Distrust(t.Context(), "liar"); err != nil {
			t.Fatal(err)
		}
		if got := gathered(t, dir); len(got.Records) > 0 {
			t.Errorf("%d records of a liar", len(got.Records))
		}
	}
	// These results are gathered first and withdrawn later.
	for i, machine := range []string{"a", "b"} {
		if err := reopened(t, f.Dir).Work(t.Context(), benchWorker(r, f, machine), []int{i + 1}, nil); err != nil {
			t.Fatal(err)
		}
	}
	gathered(t, f.Dir)
	if err := reopened(t, f.Dir).Distrust(t.Context(), "b"); err != nil {
		t.Fatal(err)
	}
	if environments, err := bench.ReadEnvironments(gathered(t, f.Dir).Dir); err != nil || len(environments) != 1 || environments[0].Name != "a" {
		t.Errorf("%v, environments %+v", err, environments)
	}
	// A record in no result of the list was not withdrawn: it stays, and the error says that the journal is
	// incomplete.
	name := filepath.Join(f.Dir, bench.RecordsFile)
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(f.Dir, fleet.JournalFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := Gather(reopened(t, f.Dir), "", family.All()); err == nil || !strings.HasSuffix(err.Error(), " that the machine a measured, and no result in the list has it: restore journal.jsonl") {
		t.Errorf("%v", err)
	}
	if there, err := os.ReadFile(name); err != nil || !bytes.Equal(there, before) {
		t.Errorf("%d bytes of records, and %d before; %v", len(there), len(before), err)
	}
}

// TestBenchPartsTwins checks that different machines with the same name are distinguished.
func TestBenchPartsTwins(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	f := cut(t, r, planned(t, partsPlan))
	for k, cpu := range map[int]string{1: "Xeon", 2: "Epyc", 3: "Xeon"} {
		part := fleet.Result{Part: k, Key: f.List.Part(k).Key, Machine: "x", Measured: &fleet.Measured{Environment: bench.Environment{Name: "y", CPU: cpu}}}
		if err := f.Put(part); err != nil {
			t.Fatal(err)
		}
	}
	machines := reopened(t, f.Dir).Tally.Environments()
	if len(machines) != 2 || machines[0].Name != "x" || machines[0].CPU != "Xeon" || machines[1].Name != "x" || machines[1].CPU != "Epyc" {
		t.Errorf("%+v", machines)
	}
}
