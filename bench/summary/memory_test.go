package summary

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
	"nqueens/internal/journal"
)

// TestMemoryOfRecords checks that a record that was read, with its job and its result, takes so few
// bytes that a million records, each of a different job, fit into two gigabytes.
func TestMemoryOfRecords(t *testing.T) {
	const n = 10_000
	e := bench.Experiment{Name: "many", Seed: 1, Baseline: "bitmask", Repeat: bench.Repeat{Min: 1, Max: 1}, Signed: true, Schema: bench.Schema}
	var lines bytes.Buffer
	for i := range n {
		p := nqueens.Problem{Family: family.Queens, N: 40, Given: []nqueens.Square{{File: i / 4 % 40, Rank: i / 160 % 40}}, Blocked: []nqueens.Square{{File: (i/4%40 + 1 + i/6400) % 40}}}
		job := bench.Job{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: []string{"bitmask", "dlx", "gini", "quadrant"}[i%4]}, Limits: bench.Limits{Time: time.Second}}
		e.Jobs = append(e.Jobs, job)
		r := job.Record(bench.Maker{Version: "v1.2.3", Build: "v0.1.0 0123456789ab", Seed: 1, Repetition: 1}, bench.Observation{})
		r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(uint64(i / 4)), Stats: map[string]int64{"nodes": int64(i), "conflicts": int64(2 * i), "propagations": int64(3 * i), "clauses": 5}}
		r.Seconds, r.WallSeconds, r.CPUSeconds, r.PeakBytes = float64(1+i), float64(2+i), float64(1+i), 1<<24
		line, err := journal.Line(r)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(line)
	}
	dir := t.TempDir()
	content, err := bench.EncodeExperiment(e)
	for name, text := range map[string][]byte{bench.ExperimentFile: content, bench.RecordsFile: lines.Bytes()} {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	var m runtime.MemStats
	held := func() uint64 {
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := held()
	f, runs, err := bench.ReadRuns(dir, false, family.All())
	if err != nil {
		t.Fatal(err)
	}
	judgement := judge.OfRuns(f.Experiment, runs, nil)
	read, made := held(), m.TotalAlloc
	s := OfRuns(f, runs, judgement, nil)
	after := held()
	per := func(from, to uint64) uint64 { return (max(from, to) - from) / n }
	t.Logf("a record and its job take %d bytes, the job and its result %d, made of %d", per(before, read), per(before, after), per(made, m.TotalAlloc))
	if got := per(before, read); got > 1450 {
		t.Errorf("a record and its job take %d bytes", got)
	}
	if got := per(before, after); got > 1350 { // the records were released
		t.Errorf("a job and its result take %d bytes", got)
	}
	if got := per(made, m.TotalAlloc); got > 2200 {
		t.Errorf("making a result takes %d bytes", got)
	}
	runtime.KeepAlive(f)
	runtime.KeepAlive(s)
}
