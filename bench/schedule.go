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

// Schedule tells from the records so far which jobs need further runs. It depends on
// nothing else, so that a resumed run decides as one that was never stopped.
type Schedule struct {
	repeat Repeat
	jobs   []jobState
	index  jobIndex
	// stops are, for each contender on the bare boards of a family, the sizes at
	// which it ran into a limit.
	stops map[string][]stop
}

type jobState struct {
	job     *Job
	times   []float64
	runs    int
	failed  bool // ended without an answer: not repeated
	skipped bool
	proved  bool // a record has what came of asking for a proof
}

// stop is a run that ended at a limit.
type stop struct {
	n      int
	status nqueens.Status
	limits Limits
}

// NewSchedule is the schedule of an experiment without records.
func NewSchedule(e Experiment) *Schedule {
	s := &Schedule{repeat: e.Repeat, index: e.index(), jobs: make([]jobState, len(e.Jobs)), stops: map[string][]stop{}}
	for i := range e.Jobs {
		s.jobs[i].job = &e.Jobs[i]
	}
	return s
}

// boards names a contender's sizes of one family and task.
func boards(j Job) string {
	return fmt.Sprintf("%s %s %s", j.Problem.Family.Name, j.Task, j.Contender.String())
}

func (s *Schedule) of(j Job) *jobState {
	i, _ := s.index.of(j.asked())
	return &s.jobs[i]
}

// Proved reports whether a record has what came of asking for a proof: that is done
// once for each job.
func (s *Schedule) Proved(j Job) bool { return s.of(j).proved }

// Add takes a record in. Those of other experiments' jobs are passed over, and so are
// void ones: they say nothing of the job.
func (s *Schedule) Add(r Record) {
	i, ok := s.index.of(r.asked())
	if !ok || r.Status == nqueens.Void {
		return
	}
	j := &s.jobs[i]
	j.runs++
	j.proved = j.proved || r.Proof.Kind != ""
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

// Complete reports whether the job needs no more runs: a limit was hit or a
// child crashed, or all repetitions are made.
func (s *Schedule) Complete(job Job) bool { return s.Left(job) == 0 }

// Left is how many more runs the job needs, as far as can be told.
func (s *Schedule) Left(job Job) int {
	j := s.of(job)
	if j.failed {
		return 0
	}
	return max(0, s.repeat.needed(j.times)-j.runs)
}

// Took is how long an answer of the job took, the median of its runs so far, and whether there is one.
func (s *Schedule) Took(job Job) (took time.Duration, known bool) {
	times := s.of(job).times
	return time.Duration(Median(times) * float64(time.Second)), len(times) > 0
}

// Most is how many runs any job may take.
func (r Repeat) Most() int {
	if r.Min < r.Max {
		return r.Min + r.Max
	}
	return r.Max
}

// needed is how many runs a job takes by the times of those so far. After the pilot
// it is as many as make the 95 % interval as narrow as it is to be if all scatter like
// the pilot, after Stein (1945); six at least, for an interval. The number depends on
// nothing but the pilot, so that the interval of the new runs covers as often as it
// says: stopping once an interval is narrow would choose those that are so by chance.
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
	// The median of n values of a normal distribution scatters by σ √(π/2n).
	runs := math.Pow(2*t*stat.StdDev(pilot, nil)/(r.Width*Median(pilot)), 2) * math.Pi / 2
	if !(runs < float64(r.Max)) {
		return r.Most()
	}
	return r.Min + max(least, int(math.Ceil(runs)))
}

// Counted are the records of a job that its figures are of: those after the pilot,
// once they are all there.
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

// Skip says why the job is not worth running, or "": a limit no tighter than
// its own stopped the same contender at a smaller size of the same family. A
// job that has run is not given up.
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

// stops reports whether what ran into its limit would do so under these.
func (p stop) stops(l Limits) bool {
	if p.status == nqueens.Timeout {
		return l.Time <= p.limits.Time && (p.limits.CPU == 0 || l.CPU > 0 && l.CPU <= p.limits.CPU)
	}
	return p.limits.Memory == 0 || l.Memory > 0 && l.Memory <= p.limits.Memory
}

// Done counts the repetitions made and those that will be needed as far as can
// be told.
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

// Round returns the jobs in the order of one round of repetitions:
// shuffled, the same way at each call, so that a machine's slow minutes fall on
// all contenders alike. The first round goes by size, so that what times out
// at one size is known before a larger one is tried.
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
