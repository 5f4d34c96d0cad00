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
	// which take Limit seconds at most. Skipped jobs will not be run.
	Seconds, Limit   float64
	Unknown, Skipped int
	Runs             int // of all jobs
}

// JobForecast is how long one job takes.
type JobForecast struct {
	Job
	Runs    int
	Seconds float64 // of each run; NaN where none was made before
	Skipped string  // why it will not be run, as Schedule.Skip has it; "" if it will
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
