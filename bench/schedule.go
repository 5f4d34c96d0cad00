package bench

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"nqueens"
)

// Schedule decides from the records so far which jobs need further runs. It depends on nothing
// else, so that a resumed run makes the same decisions as an uninterrupted one.
type Schedule struct {
	repeat Repeat
	jobs   []jobState
	index  jobIndex
	// stops has, for each contender on the bare boards of a family, the sizes at which it reached a
	// limit.
	stops map[string][]stop
}

type jobState struct {
	job     *Job
	times   []float64
	runs    int
	failed  bool // ended without an answer, so it is not repeated
	skipped bool
	proved  bool // a record has the result of a proof request
}

// stop represents a run that reached a limit.
type stop struct {
	n      int
	status nqueens.Status
	limits Limits
}

// NewSchedule returns the schedule of an experiment without records.
func NewSchedule(e Experiment) *Schedule {
	s := &Schedule{repeat: e.Repeat, index: e.index(), jobs: make([]jobState, len(e.Jobs)), stops: map[string][]stop{}}
	for i := range e.Jobs {
		s.jobs[i].job = &e.Jobs[i]
	}
	return s
}

// boards returns a name for a contender on one family and task, over all sizes.
func boards(j Job) string {
	return fmt.Sprintf("%s %s %s", j.Problem.Family.Name, j.Task, j.Contender.String())
}

func (s *Schedule) of(j Job) *jobState {
	i, _ := s.index.of(j.identity())
	return &s.jobs[i]
}

// Proved reports whether a record has the result of a proof request, which is made once for each
// job.
func (s *Schedule) Proved(j Job) bool { return s.of(j).proved }

// Add adds a record. It ignores records of other experiments' jobs and discarded runs.
func (s *Schedule) Add(r Record) {
	i, ok := s.index.of(r.identity())
	if !ok || r.Status == nqueens.Void {
		return
	}
	j := &s.jobs[i]
	j.runs++
	j.proved = j.proved || r.Proof.Kind != ""
	if r.Estimate != nil { // repeated, because the seeds of the repetitions differ
		j.times = append(j.times, r.WallSeconds)
		return
	}
	if !r.Status.Answered() {
		j.failed = true
		if (r.Status == nqueens.Timeout || r.Status == nqueens.MemoryLimit) && j.job.Problem.Bare() {
			name := boards(*j.job)
			s.stops[name] = append(s.stops[name], stop{j.job.Problem.N, r.Status, j.job.Limits})
		}
		return
	}
	j.times = append(j.times, r.Seconds)
}

// Complete reports whether the job needs no more runs, because all repetitions are made or one
// ended without an answer.
func (s *Schedule) Complete(job Job) bool { return s.Left(job) == 0 }

// Left returns how many more runs the job needs, according to the runs so far.
func (s *Schedule) Left(job Job) int {
	j := s.of(job)
	if j.failed {
		return 0
	}
	return max(0, s.repeat.needed(j.times)-j.runs)
}

// Took returns the median time of the job's answers so far; known is false if there is none.
func (s *Schedule) Took(job Job) (took time.Duration, known bool) {
	times := s.of(job).times
	return time.Duration(Median(times) * float64(time.Second)), len(times) > 0
}

// Most returns the largest number of runs of a job.
func (r Repeat) Most() int {
	if r.Min < r.Max {
		return r.Min + r.Max
	}
	return r.Max
}

// needed returns the number of runs of a job with the given times so far. After the pilot it is the
// number that makes the 95 % interval as narrow as required if all runs scatter like the pilot
// (Stein 1945), but at least six, the minimum for an interval. It depends only on the pilot, so
// that the interval of the remaining runs has its nominal coverage; stopping as soon as an interval
// is narrow would select intervals that are narrow by chance.
func (r Repeat) needed(times []float64) int {
	if r.Min >= r.Max {
		return r.Max
	}
	least := min(fewest, r.Max)
	if len(times) < r.Min {
		return r.Min + least
	}
	if r.Min < 2 || r.Width <= 0 {
		return r.Most()
	}
	pilot := times[:r.Min]
	t := distuv.StudentsT{Sigma: 1, Nu: float64(r.Min - 1)}.Quantile(0.975)
	// The median of n normally distributed values has the standard deviation σ √(π/2n).
	runs := math.Pow(2*t*stat.StdDev(pilot, nil)/(r.Width*Median(pilot)), 2) * math.Pi / 2
	if !(runs < float64(r.Max)) {
		return r.Most()
	}
	return r.Min + max(least, int(math.Ceil(runs)))
}

// Counted returns the records of a job that enter its figures: once all runs are made, those after
// the pilot.
func (r Repeat) Counted(records []*Record) []*Record {
	var times []float64
	for _, record := range records {
		if !record.Status.Answered() {
			return records
		}
		times = append(times, record.Seconds)
	}
	if n := r.needed(times); r.Min < r.Max && len(records) >= n {
		return records[r.Min:n]
	}
	return records
}

// Skip returns why the job is not worth running, or "": a limit at least as wide as its own stopped
// the same contender at a smaller size of the same family. A job that has run is not skipped.
func (s *Schedule) Skip(job Job) string {
	j := s.of(job)
	if !job.Problem.Bare() || j.runs > 0 {
		return ""
	}
	stops := slices.DeleteFunc(slices.Clone(s.stops[boards(job)]), func(p stop) bool { return p.n >= job.Problem.N || !p.stops(job.Limits) })
	if len(stops) == 0 {
		return ""
	}
	at := slices.MinFunc(stops, func(a, b stop) int { return a.n - b.n })
	j.skipped = true
	return fmt.Sprintf("%s at %s(%d)", at.status, job.Problem.Family.Name, at.n)
}

// stops reports whether a run that reached p's limit would also reach the limits l.
func (p stop) stops(l Limits) bool {
	if p.status == nqueens.Timeout {
		return l.Time <= p.limits.Time && (p.limits.CPU == 0 || l.CPU > 0 && l.CPU <= p.limits.CPU)
	}
	return p.limits.Memory == 0 || l.Memory > 0 && l.Memory <= p.limits.Memory
}

// Done returns the number of repetitions made, and the total number needed according to the runs so
// far.
func (s *Schedule) Done() (done, total int) {
	for i := range s.jobs {
		j := &s.jobs[i]
		done += j.runs
		if j.failed || j.skipped {
			total += j.runs
		} else {
			total += max(j.runs, s.repeat.needed(j.times))
		}
	}
	return done, total
}

// Round returns the jobs in the order of one round of repetitions. They are shuffled, in the same
// way at each call, so that slow periods of a machine affect all contenders alike. The first round
// is sorted by size, so that a time-out at one size is known before a larger one is tried.
func Round(e Experiment, repetition int) []Job {
	jobs := slices.Clone(e.Jobs)
	random := rand.New(rand.NewPCG(e.Seed, uint64(repetition)))
	random.Shuffle(len(jobs), func(i, j int) { jobs[i], jobs[j] = jobs[j], jobs[i] })
	if repetition == 1 {
		slices.SortStableFunc(jobs, func(a, b Job) int { return cmp.Compare(a.Problem.N, b.Problem.N) })
	}
	if len(e.Binaries) > 0 {
		return beside(jobs, repetition)
	}
	return jobs
}
