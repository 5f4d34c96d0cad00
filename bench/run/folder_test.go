package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nqueens/bench"
	"nqueens/bench/summary"
	"nqueens/family"
)

func TestOpenFolderRefusesAnotherRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e := planned(t, smallPlan)
	f, err := bench.OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	e.Seed = 99
	if _, err := bench.OpenFolder(dir, e); err == nil || !strings.Contains(err.Error(), "another plan") {
		t.Errorf("another plan: %v", err)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, bench.RecordsFile), []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := bench.OpenFolder(other, e); err == nil || !strings.Contains(err.Error(), "unknown run") {
		t.Errorf("records alone: %v", err)
	}
	if _, err := bench.ReadFolder(t.TempDir(), family.All()); err == nil || !strings.Contains(err.Error(), "holds no run") {
		t.Errorf("empty folder: %v", err)
	}
}

// TestDamagedRecords damages the records of a run in the ways in which a kill or an editor can.
func TestDamagedRecords(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 2, max: 2}
runs:
  - problems: [queens(4)]
    backends: [right]
`)
	dir := t.TempDir()
	whole := carryOut(t, e, dir)
	whole.Close()
	name := filepath.Join(dir, bench.RecordsFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	first := text[:strings.IndexByte(string(text), '\n')+1]
	for _, test := range []struct{ damage, content, want string }{
		{"nonsense", string(first) + "nonsense\n", ":2: not a record: byte 2: invalid character"},
		{"no status", `{"key":"k","problem":"queens(4)","task":"count","backend":"dlx","status":"banana"}` + "\n", `:1: not a record: status "banana"`},
		{"no task", `{"key":"k","problem":"queens(4)","backend":"dlx","status":"solved"}` + "\n", `:1: not a record: it needs a key`},
		{"no key", "{}\n", ":1: not a record"},
		{"twice", string(first) + string(first), ":2: the record of line 1 again"},
		{"cut off", string(text[:len(text)-10]), ":2: the last record is cut off"},
	} {
		if err := os.WriteFile(name, []byte(test.content), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := bench.ReadFolder(dir, family.All()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want …%s…", test.damage, err, test.want)
		}
	}
	// A kill truncates the last line of an unfinished run.
	f := carryOut(t, e, dir)
	if len(f.Records) != len(whole.Records) || f.Repaired == "" {
		t.Errorf("%d records after repair (%q), want %d", len(f.Records), f.Repaired, len(whole.Records))
	}
	if cut, err := os.ReadFile(name + ".cut"); err != nil || len(cut) == 0 {
		t.Errorf("the cut-off piece was lost: %v", err)
	}
	// In a finished run a truncated line is damage.
	if _, err := testRunner(t).Conclude(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := os.WriteFile(name, text[:len(text)-10], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := bench.OpenFolder(dir, e); err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("a finished run's cut-off record: %v", err)
	}
}

func FuzzParseRecords(f *testing.F) {
	f.Add([]byte(`{"list":"l","backend":"b","limits":{"time":1},"from":0,"verdicts":"1w","seconds":[1,2],"stats":{"nodes":[3,-1]},"failures":[{"at":1,"why":"no"}]}` + "\n" + `{"list":"l"}` + "\n"))
	f.Add([]byte("{\"key\":\"k\",\"problem\":\"queens(4)\",\"status\":\"solved\"}\n"))
	f.Add([]byte("{\"key\":\"k\"}\n{"))
	f.Fuzz(func(t *testing.T, text []byte) {
		records, err := bench.ParseRecords("records.jsonl", text)
		if err == nil && len(records) != strings.Count(string(text), "\n") {
			t.Errorf("%q: %d records", text, len(records))
		}
	})
}

const oneJob = `
repetitions: {warmup: 0, min: 3, max: 3}
runs: [{problems: queens(4), backends: right}]
`

// finishedRun returns the folder of a finished run.
func finishedRun(t *testing.T, e bench.Experiment) (dir string) {
	t.Helper()
	dir = t.TempDir()
	f := carryOut(t, e, dir)
	if _, err := testRunner(t).Conclude(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	f.Close()
	return dir
}

// TestFinishedRunThatLostRecords checks the error for missing lines, which a kill does not cause.
func TestFinishedRunThatLostRecords(t *testing.T) {
	t.Parallel()
	e := planned(t, oneJob)
	dir := finishedRun(t, e)
	name := filepath.Join(dir, bench.RecordsFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	for _, left := range []string{"", first + "\n"} {
		if err := os.WriteFile(name, []byte(left), 0o666); err != nil {
			t.Fatal(err)
		}
		want := "of the finished run's 3 records"
		if _, err := bench.OpenFolder(dir, e); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("opened: %v", err)
		}
		if _, err := summary.Read(dir, fakes(), family.All()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("read: %v", err)
		}
		if now, err := os.ReadFile(name); err != nil || string(now) != left {
			t.Errorf("the records were changed: %q, %v", now, err)
		}
	}
	// The message recommends this.
	if err := os.Remove(filepath.Join(dir, bench.SummaryFile)); err != nil {
		t.Fatal(err)
	}
	if f := carryOut(t, e, dir); len(f.Records) != 3 {
		t.Errorf("%d records", len(f.Records))
	}
}

// TestRunThatGoesOnIsNotFinished checks that a kill may truncate the records of a resumed run.
func TestRunThatGoesOnIsNotFinished(t *testing.T) {
	t.Parallel()
	e := planned(t, oneJob)
	dir := finishedRun(t, e)
	f, err := bench.OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if !bench.Finished(dir) {
		t.Error("opening alone makes a run unfinished")
	}
	r := f.Records[0]
	r.Key = "another"
	if err := f.Append(r); err != nil {
		t.Fatal(err)
	}
	if bench.Finished(dir) {
		t.Error("finished, with a record that its summary does not know")
	}
}

func TestRecordsOfAnotherExperiment(t *testing.T) {
	t.Parallel()
	e := planned(t, oneJob)
	dir := finishedRun(t, e)
	name := filepath.Join(dir, bench.RecordsFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	// These records have no digest, like old ones, and belong to another experiment.
	foreign := regexp.MustCompile(`,"digest":"[0-9a-f]+"`).ReplaceAllString(string(text), "")
	foreign = strings.ReplaceAll(strings.ReplaceAll(foreign, "queens(4)", "queens(5)"), `"key":"`, `"key":"0`)
	if err := os.WriteFile(name, []byte(string(text)+foreign), 0o666); err != nil {
		t.Fatal(err)
	}
	want := ":4: a record of queens(5) count right, which is not in the experiment"
	if _, err := bench.OpenFolder(dir, e); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("opened: %v", err)
	}
	if _, err := bench.ReadFolder(dir, family.All()); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("read: %v", err)
	}
}

// TestExperimentIsComparedByContent checks that the formatting of the experiment's file does not matter.
func TestExperimentIsComparedByContent(t *testing.T) {
	t.Parallel()
	e := planned(t, oneJob)
	dir := finishedRun(t, e)
	name := filepath.Join(dir, bench.ExperimentFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ content, want string }{
		{strings.ReplaceAll(string(text), "\n", ""), ""},
		{strings.Replace(string(text), "{", `{"later": "versions may write more", `, 1), ""},
		{strings.Replace(string(text), `"max": 3`, `"max": 4`, 1), "another plan"},
		{`{"jobs": [{}]}`, "job 1 has no problem, backend or time limit"},
		{"{", "reading " + name},
	} {
		if err := os.WriteFile(name, []byte(test.content), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := bench.OpenFolder(dir, e)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.40s: %v, want …%s…", test.content, err, test.want)
		}
		if err == nil {
			f.Close()
		}
	}
}

// TestFolderIsForOneRun checks that two runs cannot use one folder at the same time.
func TestFolderIsForOneRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e := planned(t, "runs: [{problems: queens(4), backends: right}]")
	first, err := bench.OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	who := fmt.Sprintf("process %d on ", os.Getpid())
	if _, err := bench.OpenFolder(dir, e); !errors.Is(err, bench.ErrLocked) || !strings.Contains(err.Error(), who) {
		t.Errorf("a second run opened the folder: %v", err)
	}
	if _, err := bench.ReadFolder(dir, family.All()); err != nil {
		t.Errorf("a run that goes on cannot be read: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, bench.HolderFile)); err == nil {
		t.Error("a folder into which nothing runs says that something does")
	}
	second, err := bench.OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	second.Close()
}

// TestResumedInAnyOrder checks that jobs are found by their keys, in any order of the plan.
func TestResumedInAnyOrder(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 1, max: 1}
runs: [{problems: [queens(4), "queens(5, given=a1)"], backends: [right, righttoo]}]
`)
	for i := range e.Jobs {
		e.Jobs[i].Instance, e.Jobs[i].Naming = fmt.Sprintf("file-%d", i/2), bench.Naming{}
	}
	dir := finishedRun(t, e)
	slices.Reverse(e.Jobs)
	if f := carryOut(t, e, dir); len(f.Records) != 4 {
		t.Errorf("%d records, want the 4 that were there", len(f.Records))
	}
}
