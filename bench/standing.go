package bench

import (
	"fmt"

	"nqueens"
)

// standing is what is known of each job from the records so far. It depends on
// nothing else, so that a resumed run decides as one that was never stopped.
type standing struct {
	repeat Repeat
	jobs   []jobStanding
	index  map[string]int
	// stops are, for each contender on the bare boards of a family, the sizes at
	// which it ran into a limit.
	stops map[string][]stop
}

type jobStanding struct {
	job     Job
	times   []float64
	runs    int
	failed  bool // ended without an answer: not repeated
	enough  bool // the interval is narrow
	skipped bool
	proved  bool // a record has what came of asking for a proof: it is asked for once
}

// stop is a run that ended at a limit.
type stop struct {
	n      int
	status nqueens.Status
	limits Limits
}

func newStanding(e Experiment) *standing {
	s := &standing{repeat: e.Repeat, index: map[string]int{}, stops: map[string][]stop{}}
	for _, j := range e.Jobs {
		s.index[j.name()] = len(s.jobs)
		s.jobs = append(s.jobs, jobStanding{job: j})
	}
	return s
}

// boards names a contender's sizes of one family and task.
func boards(j Job) string {
	return fmt.Sprintf("%s %s %s", j.Problem.Family.Name, j.Task, j.Contender())
}

func (s *standing) of(j Job) *jobStanding { return &s.jobs[s.index[j.name()]] }

func (s *standing) add(r Record) {
	i, ok := s.index[r.name()]
	if !ok {
		return
	}
	j := &s.jobs[i]
	j.runs++
	j.proved = j.proved || r.Proof != ""
	if !r.Status.Answered() {
		j.failed = true
		if limit := r.Status == nqueens.Timeout || r.Status == nqueens.MemoryLimit; limit && j.job.Problem.Bare() {
			name := boards(j.job)
			s.stops[name] = append(s.stops[name], stop{j.job.Problem.N, r.Status, j.job.Limits})
		}
		return
	}
	j.times = append(j.times, r.Seconds)
	if j.runs >= s.repeat.Min {
		i := interval(j.times)
		j.enough = i.Enough && i.High-i.Low <= s.repeat.Width*i.Median
	}
}

// complete reports whether the job needs no more runs: a limit was hit or a
// child crashed, the interval is narrow, or the cap is reached.
func (s *standing) complete(job Job) bool {
	j := s.of(job)
	return j.failed || j.enough || j.runs >= s.repeat.Max
}

// skip says why the job is not worth running, or "": a limit no tighter than
// its own stopped the same contender at a smaller size of the same family. A
// job that has run is not given up.
func (s *standing) skip(job Job) string {
	j := s.of(job)
	if !job.Problem.Bare() || j.runs > 0 {
		return ""
	}
	var at *stop
	for i, p := range s.stops[boards(job)] {
		if p.n < job.Problem.N && p.stops(job.Limits) && (at == nil || p.n < at.n) {
			at = &s.stops[boards(job)][i]
		}
	}
	if at == nil {
		return ""
	}
	j.skipped = true
	return fmt.Sprintf("%s at %s(%d)", at.status, job.Problem.Family.Name, at.n)
}

// stops reports whether what ran into its limit would do so under these.
func (p stop) stops(l Limits) bool {
	if p.status == nqueens.Timeout {
		return l.Time <= p.limits.Time
	}
	return p.limits.Memory == 0 || l.Memory > 0 && l.Memory <= p.limits.Memory
}

// done counts the repetitions made and those that will be needed as far as can
// be told.
func (s *standing) done() (done, total int) {
	for i := range s.jobs {
		j := &s.jobs[i]
		done += j.runs
		switch {
		case j.failed || j.enough || j.skipped:
			total += j.runs
		case j.runs < s.repeat.Min:
			total += s.repeat.Min
		default:
			total += min(j.runs+1, s.repeat.Max)
		}
	}
	return done, total
}
