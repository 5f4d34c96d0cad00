package run

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench"
	"nqueens/internal/table"
)

// resume returns the state of the run according to the folder's records: the schedule with the backends'
// current versions in this build, and the keys that need not be run again. The notes list records that do not
// count or are kept.
func (r *Runner) resume(f *bench.Folder) (state *bench.Schedule, recorded map[string]bool, notes []string) {
	e := r.Selected(f.Experiment)
	state, recorded = bench.NewSchedule(e), map[string]bool{}
	other := map[string]string{} // the last other build, by job
	for _, record := range f.Records {
		if record.Build != r.build {
			other[record.String()] = cmp.Or(record.Build, "an unnamed build")
		}
	}
	older := map[string]string{} // versions, by backend
	kept, again := builds{}, builds{}
	var undone []bench.Job
	for i, records := range bench.ByJob(e, f.Counted()) {
		job := e.Jobs[i]
		switch {
		case len(records) == 0:
			undone = append(undone, job)
			continue
		case records[0].Version != r.versions[job.Backend]:
			older[job.Backend] = records[0].Version
			continue
		case records[0].Build == r.build:
		case r.Keep && (complete(e, job, records) || r.Budget > 0):
			kept.add(other[job.String()])
			for repetition := range e.Repeat.Most() { // one mean must not combine two builds
				recorded[job.Key(r.versions[job.Backend], r.build, e.Seed, repetition+1)] = true
			}
		default:
			undone = append(undone, job)
			continue
		}
		for _, record := range records {
			if record.Status != nqueens.Void { // a discarded run is repeated
				recorded[record.Key] = true
				state.Add(*record)
			}
		}
	}
	for _, job := range undone {
		if by := other[job.String()]; by != "" && state.Skip(job) == "" {
			again.add(by)
		}
	}
	others := 0 // answers to sweeps
	for i := range f.Blocks {
		switch b := &f.Blocks[i]; {
		case b.Version != r.versions[b.Backend]:
			older[b.Backend] = b.Version
		case b.Build != r.build:
			others += b.Len()
		}
	}
	switch answers := table.Plural(others, "answer"); {
	case others > 0 && r.Keep:
		notes = append(notes, fmt.Sprintf("kept: another build of this program gave %s to sweeps (this is %s)", answers, r.build))
	case others > 0:
		notes = append(notes, fmt.Sprintf("another build of this program gave %s to sweeps (this is %s): they are measured again", answers, r.build))
	}
	if len(kept) > 0 {
		notes = append(notes, "kept: "+kept.measured(len(e.Jobs), r.build))
	}
	if len(again) > 0 {
		notes = append(notes, again.measured(len(e.Jobs), r.build)+": they are measured again")
	}
	for _, name := range slices.Sorted(maps.Keys(older)) {
		notes = append(notes, fmt.Sprintf("%s is now version %s, but there are records of version %s: versions are not mixed, only the latest records count",
			name, r.versions[name], older[name]))
	}
	return state, recorded, notes
}

// builds counts jobs by the build that measured them.
type builds map[string]int

func (b builds) add(build string) { b[build]++ }

func (b builds) measured(jobs int, this string) string {
	sum := 0
	for _, n := range b {
		sum += n
	}
	return fmt.Sprintf("another build of this program measured %d of %s (%s; this is %s)", sum, table.Plural(jobs, "job"), strings.Join(slices.Sorted(maps.Keys(b)), ", "), this)
}

// complete reports whether the job needs no further runs after these records.
func complete(e bench.Experiment, job bench.Job, records []*bench.Record) bool {
	e.Jobs = []bench.Job{job}
	s := bench.NewSchedule(e)
	for _, r := range records {
		if r.Status == nqueens.Void {
			return false
		}
		s.Add(*r)
	}
	return s.Complete(job)
}
