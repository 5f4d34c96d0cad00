package bench

import (
	"math"

	"nqueens"
)

// Forecast is how long an experiment takes by what earlier runs of its jobs took, each
// in a process of its own from start to end.
type Forecast struct {
	Jobs []JobForecast // as the experiment has them
	// Seconds is what the jobs that ran before will take, Unknown how many the others are,
	// which take Limit seconds at most.
	Seconds, Limit float64
	Unknown        int
	Runs           int // of all jobs
}

// JobForecast is how long one job takes.
type JobForecast struct {
	Job
	Runs    int
	Seconds float64 // of each run; NaN where none was made before
}

// NewForecast makes one from earlier records, of any build. A job that ended without an
// answer will do so again, and once.
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
		j := JobForecast{Job: job, Runs: e.Repeat.needed(state.times), Seconds: math.NaN()}
		if state.failed {
			j.Runs = 1
		}
		if times := walls[job.String()]; len(times) > 0 {
			j.Seconds = min(Median(times), job.Limits.Time.Seconds())
			f.Seconds += float64(j.Runs) * j.Seconds
		} else {
			f.Unknown++
			f.Limit += float64(j.Runs) * job.Limits.Time.Seconds()
		}
		f.Runs += j.Runs
		f.Jobs = append(f.Jobs, j)
	}
	return f
}
