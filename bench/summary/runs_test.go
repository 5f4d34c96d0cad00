package summary

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/internal/journal"
)

// TestRecordsReleased checks that a summary is the same whether the records were released or not. The run
// has several blocks of records, half of them compressed, with void runs, some repeated, and with
// records of two builds.
func TestRecordsReleased(t *testing.T) {
	const (
		sizes = 150
		begun = 280 // jobs with runs by the second build
	)
	e := bench.Experiment{Name: "many", Seed: 1, Baseline: "right", Repeat: bench.Repeat{Min: 2, Max: 2}, Signed: true, Schema: bench.Schema}
	for n := 1; n <= sizes; n++ {
		for _, backend := range []string{"right", "righttoo"} {
			e.Jobs = append(e.Jobs, bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: backend}, Limits: bench.Limits{Time: time.Minute}})
		}
	}
	var lines [2]bytes.Buffer
	records, void, old := 0, 0, 0
	add := func(job int, build string, repetition int, status nqueens.Status) {
		r := e.Jobs[job].Record(bench.Maker{Version: "1", Build: build, Seed: e.Seed, Repetition: repetition}, bench.Observation{})
		r.Started = time.Date(2026, 1, 1, 0, 0, records, 0, time.UTC)
		r.Outcome = nqueens.Outcome{Status: status, Stats: map[string]int64{"nodes": int64(job * repetition)}}
		if status.Answered() {
			r.Seconds, r.CPUSeconds, r.Iterations = float64(1+job)/8, float64(job), repetition
		}
		line, err := journal.Line(r)
		if err != nil {
			t.Fatal(err)
		}
		lines[repetition-1].Write(line)
		records++
	}
	for repetition := 1; repetition <= 2; repetition++ {
		for i := range e.Jobs {
			switch {
			case i%5 == 0: // kept
				add(i, "one", repetition, nqueens.Timeout)
			case i%7 == 0: // measured again
				add(i, "one", repetition, nqueens.Solved)
				if i < begun && (i%3 > 0 || i%11 > 0) { // the others only had void runs
					old++
				}
			}
			if i%5 == 0 || i >= begun {
				continue
			}
			if i%11 == 0 {
				add(i, "two", repetition, nqueens.Void)
				void++
			}
			if i%3 > 0 || i%11 > 0 {
				add(i, "two", repetition, nqueens.Solved)
			}
		}
	}
	dir := t.TempDir()
	content, err := bench.EncodeExperiment(e)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, wrong := z.Write(lines[0].Bytes())
	err = errors.Join(err, wrong, z.Close())
	for name, text := range map[string][]byte{
		bench.ExperimentFile: content, bench.RecordsFile + ".gz": packed.Bytes(), bench.RecordsFile: lines[1].Bytes(), "build.json": []byte(`{"build": "two", "keep": true}`),
	} {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), text, 0o666))
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := bench.ReadFolder(dir, family.All())
	if err != nil {
		t.Fatal(err)
	}
	held, err := Of(f, engines)
	if err != nil {
		t.Fatal(err)
	}
	f, runs, err := bench.ReadRuns(dir, false, family.All())
	if err != nil {
		t.Fatal(err)
	}
	letGo, err := JudgeRuns(f, runs, engines)
	if err != nil {
		t.Fatal(err)
	}
	if letGo.Runs != records-old || letGo.Void != void {
		t.Errorf("%d runs, %d void, want %d, %d", letGo.Runs, letGo.Void, records-old, void)
	}
	for name, write := range map[string]func(Summary, *bytes.Buffer) error{
		"text": func(s Summary, b *bytes.Buffer) error { return s.WriteText(b, Style{Full: true, Markdown: true}) },
		"CSV":  func(s Summary, b *bytes.Buffer) error { return s.WriteCSV(b) },
	} {
		var with, without bytes.Buffer
		if err := errors.Join(write(held, &with), write(letGo, &without)); err != nil {
			t.Fatal(err)
		}
		if with.Len() == 0 || !bytes.Equal(with.Bytes(), without.Bytes()) {
			t.Errorf("%s of records that were held and let go differs:\n%s\n%s", name, with.Bytes(), without.Bytes())
		}
	}
	for i, c := range letGo.Cells {
		if c.Records != nil || !c.Same(held.Cells[i]) && c.Runs > 0 {
			t.Errorf("%s of %s: %d records are held, or are others", c.Contender.String(), c.Problem, len(c.Records))
		}
	}
}
