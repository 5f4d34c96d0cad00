package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
)

// TestMendVerdicts checks that chart and report rewrite a damaged verdicts.json from the records,
// and change neither a valid file nor a folder without one.
func TestMendVerdicts(t *testing.T) {
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
	verdicts := filepath.Join(dir, bench.VerdictsFile)
	run := func(command string) string {
		t.Helper()
		var said bytes.Buffer
		args := []string{command, dir, "-o", filepath.Join(t.TempDir(), "x.html")}
		if command == "chart" {
			args[3] = t.TempDir()
		}
		newProgram(nil, io.Discard, &said, backends.All(), family.All()).execute(t.Context(), args)
		return said.String()
	}
	for _, command := range []string{"report", "chart"} {
		if err := os.Remove(verdicts); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if said := run(command); strings.Contains(said, "damaged") {
			t.Errorf("%s without verdicts: %s", command, said)
		}
		for _, text := range []string{"", `{"verdicts": [`} {
			if err := os.WriteFile(verdicts, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if said := run(command); !strings.Contains(said, "was damaged and was rewritten from the records") {
				t.Errorf("%s of %q: %s", command, text, said)
			}
			c, err := judge.ReadConclusion(dir)
			if err != nil || c.Damaged || c.Records != 1 || len(c.Verdicts) != 1 || c.Verdicts[0].Kind != judge.Known {
				t.Errorf("%s of %q: %+v, %v", command, text, c, err)
			}
		}
		if said := run(command); strings.Contains(said, "damaged") {
			t.Errorf("%s again: %s", command, said)
		}
	}
}
