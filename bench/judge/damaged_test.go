package judge_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
)

// TestDamagedVerdicts checks that a finished run with an empty or damaged verdicts.json can be
// read, since its verdicts are computed again from its records.
func TestDamagedVerdicts(t *testing.T) {
	dir := t.TempDir()
	job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "dlx"}, Limits: bench.Limits{Time: time.Minute}}
	f, err := bench.OpenFolder(dir, bench.Experiment{Name: "x", Seed: 1, Jobs: []bench.Job{job}, Repeat: bench.Repeat{Min: 1, Max: 1}})
	if err != nil {
		t.Fatal(err)
	}
	record := job.Record(bench.Maker{Version: "1", Seed: 1, Repetition: 1}, bench.Observation{})
	record.Outcome, record.Seconds = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}, 1
	if err := f.Append(record); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "{", "[1]", `{"records": "one"}`, "\x00\x00\x00"} {
		for name, content := range map[string]string{bench.VerdictsFile: text, bench.SummaryFile: "problem\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		c, err := judge.ReadConclusion(dir)
		if err != nil || !c.Damaged || c.Records != 0 || c.Verdicts != nil {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
		f, err := bench.ReadFolder(dir, family.All())
		if err != nil || len(f.Records) != 1 {
			t.Errorf("%q: %v", text, err)
		}
	}
}
