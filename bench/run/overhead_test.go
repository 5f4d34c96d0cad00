package run

import (
	"context"
	"fmt"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/family"
)

// BenchmarkOverhead measures the cost of a run besides the backend's work: starting and isolating the child,
// reading its report, and writing the record to the disk. The backend enumerates the solutions of a 4 × 4
// board once.
func BenchmarkOverhead(b *testing.B) {
	problem := nqueens.Problem{Family: family.Queens, N: 4}
	job := bench.Job{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}, Limits: bench.Limits{Time: time.Minute, Memory: 1 << 30}}
	e := bench.Experiment{Jobs: []bench.Job{job}}
	f, err := bench.OpenFolder(b.TempDir(), e)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	r := testRunner(b)
	var worked float64
	for b.Loop() {
		record, err := r.Once(context.Background(), job, e)
		if err != nil {
			b.Fatal(err)
		}
		if !record.Status.Answered() {
			b.Fatal(record.Reason)
		}
		if err := f.Append(record); err != nil {
			b.Fatal(err)
		}
		worked += record.Seconds * float64(record.Iterations)
	}
	perRun := b.Elapsed().Seconds() / float64(b.N)
	b.ReportMetric((perRun-worked/float64(b.N))*1e3, "overhead-ms/run")
}

// BenchmarkSummarise judges and summarises a large run: 10,000 jobs, the maximum of a plan, with six
// repetitions.
func BenchmarkSummarise(b *testing.B) {
	var e bench.Experiment
	var records []bench.Record
	for n := range 1000 {
		for backend := range 10 {
			job := bench.Job{
				Problem: nqueens.Problem{Family: family.Queens, N: 1000 + n}, Task: nqueens.CountAll,
				Contender: backends.Contender{Backend: fmt.Sprint("backend", backend)}, Limits: bench.Limits{Time: time.Second},
			}
			e.Jobs = append(e.Jobs, job)
			for repetition := range 6 {
				r := timedRecord(job, nqueens.Solved, float64(repetition+1))
				r.Count = nqueens.NewCount(uint64(n))
				records = append(records, r)
			}
		}
	}
	e.Baseline = "backend0"
	for b.Loop() {
		summary.Summarise(e, records, judge.Judge(e, records, nil), nil)
	}
}

// timedRecord returns a record of the job with a status and a time.
func timedRecord(j bench.Job, s nqueens.Status, seconds float64) bench.Record {
	return bench.Record{Problem: j.ProblemName(), Task: j.Task, Contender: backends.Contender{Backend: j.Backend, Encoding: j.Encoding}, Outcome: nqueens.Outcome{Status: s}, Seconds: seconds}
}
