package bench

import (
	"math"

	"nqueens"
)

// Forecast estimates how long an experiment takes, from earlier runs of its jobs, each with its
// whole process.
type Forecast struct {
	Jobs []JobForecast // in the order of the experiment
	// Seconds is the estimate for the jobs with earlier runs. Unknown counts the other jobs, which
	// take at most Limit seconds. Skipped counts the jobs that will not be run.
	Seconds, Limit   float64
	Unknown, Skipped int
	Runs             int // of all jobs
}

// JobForecast estimates how long one job takes.
type JobForecast struct {
	Job
	Runs    int
	Seconds float64 // of each run; NaN without an earlier run
	Skipped string  // why it will not be run, as returned by Schedule.Skip; "" if it will
}

// NewForecast returns a forecast from earlier records of any build. It assumes that a job that
// ended without an answer will end so again, in one run.
func NewForecast(e Experiment, earlier []Record) Forecast {
	schedule := NewSchedule(e)
	walls := map[string][]float64{}
	for _, r := range earlier {
		if r.Status != nqueens.Void {
			schedule.Add(r)
			walls[r.String()] = append(walls[r.String()], r.WallSeconds)
		}
	}
	var f Forecast
	for _, job := range e.Jobs {
		state := schedule.of(job)
		j := JobForecast{Job: job, Runs: e.Repeat.needed(state.times), Seconds: math.NaN(), Skipped: schedule.Skip(job)}
		switch {
		case state.failed:
			j.Runs = 1
		case j.Skipped != "":
			j.Runs = 0
		}
		if times := walls[job.String()]; len(times) > 0 {
			j.Seconds = min(Median(times), job.Limits.Time.Seconds())
		}
		f.add(j)
	}
	return f
}

func (f *Forecast) add(j JobForecast) {
	f.Jobs = append(f.Jobs, j)
	f.Runs += j.Runs
	switch runs := float64(j.Runs); {
	case j.Skipped != "":
		f.Skipped++
	case j.Runs == 0:
	case math.IsNaN(j.Seconds):
		f.Unknown++
		f.Limit += runs * j.Limits.Time.Seconds()
	default:
		f.Seconds += runs * j.Seconds
	}
}
