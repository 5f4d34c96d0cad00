package summary

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/plan"
	"nqueens/family"
)

// BenchmarkInstances measures the overhead of a large run over files: 400 instances of 2,744
// blocked squares by eight contenders, read again from their folder as in a resumed run, judged and
// summarised.
func BenchmarkInstances(b *testing.B) {
	var list []plan.Instance
	p := blockedBoard()
	for i := range 400 {
		q := p
		q.Blocked = append(q.Blocked[:i:i], q.Blocked[i+1:]...) // each is a different instance
		list = append(list, plan.Instance{Name: fmt.Sprintf("blocked-56-%d.param", i), Problem: q})
	}
	e := bench.Experiment{Name: "large", Baseline: "backend0", Repeat: bench.Repeat{Min: 1, Max: 1}}
	for k := range 8 {
		for _, i := range list {
			e.Jobs = append(e.Jobs, bench.Job{
				Problem: i.Problem, Instance: i.Name, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: fmt.Sprint("backend", k)}, Limits: bench.Limits{Time: time.Minute},
			})
		}
	}
	dir := b.TempDir()
	f, err := bench.OpenFolder(dir, e)
	if err != nil {
		b.Fatal(err)
	}
	for _, job := range e.Jobs {
		r := madeRecord(job, nqueens.Solved, 0.1)
		r.Instance, r.Key = job.Instance, job.Key("", "", 1, 1)
		f.Records = append(f.Records, r)
	}
	records := f.Records
	f.Close()
	if info, err := os.Stat(filepath.Join(dir, bench.ExperimentFile)); err == nil {
		b.ReportMetric(float64(info.Size())/1e6, "MB-experiment")
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			f, err := bench.OpenFolder(dir, e)
			if err != nil {
				b.Fatal(err)
			}
			f.Close()
		}
	})
	b.Run("judge", func(b *testing.B) {
		for b.Loop() {
			Summarise(e, records, judge.Judge(e, records, nil), nil)
		}
	})
}

// blockedBoard returns a problem with a long name.
func blockedBoard() nqueens.Problem {
	p := nqueens.Problem{Family: family.Queens, N: 56}
	for file := range 56 {
		for rank := range 49 {
			p.Blocked = append(p.Blocked, nqueens.Square{File: file, Rank: rank})
		}
	}
	return p
}
