package bench

import (
	"slices"

	"nqueens"
)

// Runs holds the records of a run that count, by job. Code that processes one job after the other may
// release the records of each finished job, because a million records need much more memory than the
// results.
type Runs struct {
	// ByJob has the records of each job in the order of their making: the latest ones that one
	// version of its backend, in one build, made on one machine. Others are not mixed into one
	// mean. A discarded run counts only until it is repeated.
	ByJob [][]*Record
	// Order lists all jobs in the order of their first runs, then those without runs. Records that
	// were read together are then released together.
	Order     []int
	Checks    []*Record   // answers on unreduced problems that are not jobs
	All, Void int         // number of records that count, and of discarded ones among them
	Sweeps    []SweepRun  // of the experiment's sweeps
	Kept      []KeptProof // proofs kept by any record
}

// ByJob returns Runs.ByJob for the records of an experiment. The result points into records.
func ByJob(e Experiment, records []Record) [][]*Record { return RunsOf(e, records).ByJob }

// RunsOf returns the runs of an experiment's records, all of which count.
func RunsOf(e Experiment, records []Record) Runs { return newRuns(e, pointers(records)) }

// Runs returns the runs of the folder.
func (f *Folder) Runs() Runs { return f.runs(pointers(f.Records)) }

func (f *Folder) runs(records []*Record) Runs {
	runs := newRuns(f.Experiment, f.counted(records))
	runs.Checks = append(runs.Checks, pointers(f.Checks)...)
	runs.Sweeps = f.sweeps()
	for _, s := range runs.Sweeps {
		runs.All += s.Answered()
	}
	return runs
}

func newRuns(e Experiment, records []*Record) Runs {
	runs := Runs{ByJob: make([][]*Record, len(e.Jobs)), Order: make([]int, 0, len(e.Jobs)), All: len(records)}
	jobOf := e.places()
	for _, r := range records {
		if r.Status == nqueens.Void {
			runs.Void++
		}
		if r.ProofKept != nil {
			runs.Kept = append(runs.Kept, *r.ProofKept)
		}
		i, ok := jobOf(r)
		if !ok {
			if r.Unreduced {
				runs.Checks = append(runs.Checks, r)
			}
			continue
		}
		mine := runs.ByJob[i]
		if len(mine) == 0 {
			runs.Order = append(runs.Order, i)
		} else if !r.sameMaker(mine[len(mine)-1]) {
			if r.Status == nqueens.Void && slices.ContainsFunc(mine, func(m *Record) bool { return m.Status != nqueens.Void }) {
				continue
			}
			mine = nil
		}
		mine = slices.DeleteFunc(mine, func(v *Record) bool { return v.Status == nqueens.Void && v.Key == r.Key })
		runs.ByJob[i] = append(mine, r)
	}
	for i, records := range runs.ByJob {
		if len(records) == 0 {
			runs.Order = append(runs.Order, i)
		}
	}
	return runs
}
