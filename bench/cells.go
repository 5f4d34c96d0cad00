package bench

import (
	"cmp"
	"math"
	"slices"

	"nqueens"

	"golang.org/x/perf/benchmath"
)

// Cells gathers the records of an experiment into one cell for each job, in
// the order of the plan.
func Cells(e Experiment, records []Record, j Judgement) []Cell {
	wrong := map[string]bool{}
	for _, v := range j.Verdicts {
		for _, d := range v.Dissent {
			wrong[jobName(v.Name, d.Task, d.Contender())] = true
		}
	}
	state := newStanding(e)
	mine := byJob(e, records)
	for _, r := range slices.Concat(mine...) {
		state.add(r)
	}
	cells := make([]Cell, 0, len(e.Jobs))
	for i, job := range e.Jobs {
		c := Cell{
			Problem: job.ProblemName(), Instance: job.Instance, Family: job.Problem.Family.Name, N: job.Problem.N,
			Task: job.Task, Backend: job.Backend, Encoding: job.Encoding, Threads: job.SeveralThreads(),
			Limit: job.Limits.Time.Seconds(), Started: e.external(job.Backend),
			Wrong: wrong[job.name()],
		}
		if len(mine[i]) == 0 {
			c.Skipped = cmp.Or(state.skip(job), NotRun)
		} else {
			c.gather(mine[i])
		}
		cells = append(cells, c)
	}
	return cells
}

// gather fills the cell from its records.
func (c *Cell) gather(records []Record) {
	c.Runs = len(records)
	var seconds, cpu, peak, encode, solve, decode, check []float64
	effort := map[string][]float64{}
	for _, r := range records {
		if c.Status == "" || c.Status.Answered() {
			c.Status, c.Reason = r.Status, r.Reason
		}
		peak = append(peak, float64(r.PeakBytes))
		if !r.Status.Answered() {
			continue
		}
		for name, n := range r.Stats {
			effort[name] = append(effort[name], float64(n))
		}
		if r.Count != nil {
			c.Count = r.Count.String()
		}
		seconds = append(seconds, r.Seconds)
		cpu = append(cpu, r.CPUSeconds)
		encode = append(encode, r.Phases.Encode)
		solve = append(solve, r.Phases.Solve)
		decode = append(decode, r.Phases.Decode)
		check = append(check, r.Phases.Check)
	}
	for name, sample := range effort {
		if c.Stats == nil {
			c.Stats = map[string]int64{}
		}
		c.Stats[name] = int64(math.Round(median(sample)))
	}
	c.PeakBytes = int64(median(peak))
	c.Seconds = interval(seconds)
	c.CPUSeconds = median(cpu)
	c.Phases = nqueens.Phases{Encode: median(encode), Solve: median(solve), Decode: median(decode), Check: median(check)}
}

// interval is the median of a sample with its 95 % confidence interval from
// the order statistics, which assume nothing of the distribution. Fewer than
// six values have none.
func interval(sample []float64) Interval {
	if len(sample) == 0 {
		return Interval{}
	}
	const confidence = 0.95
	s := benchmath.AssumeNothing.Summary(
		benchmath.NewSample(slices.Clone(sample), &benchmath.DefaultThresholds), confidence)
	if len(sample) < fewest || s.Confidence < confidence {
		return Interval{Median: s.Center}
	}
	return Interval{Median: s.Center, Low: s.Lo, High: s.Hi, Enough: true}
}

// fewest is the smallest sample whose extremes enclose the median with a
// confidence of 95 %: 1 − 2·(1/2)^6 = 0.97.
const fewest = 6

func median(sample []float64) float64 { return interval(sample).Median }
