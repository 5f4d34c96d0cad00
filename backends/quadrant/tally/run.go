package tally

import (
	"context"
	"time"

	"nqueens/backends/quadrant"
)

// saveEvery is how often a running count saves its tally: what is lost when it
// is killed.
const saveEvery = 20 * time.Second

// Progress is how far a count has come. The shares are of the estimated cost,
// not of the number of tasks.
type Progress struct {
	Share float64       // done, from 0 to 1
	Rest  time.Duration // how long the rest will take at the speed of this run; 0 is not known yet
}

// Run does the tasks of the tally that are not done, and saves it now and then
// and at the end. show, if not nil, is called after each task. When ctx ends
// first its error is returned, with the tally saved.
func (t *Tally) Run(ctx context.Context, c quadrant.Config, show func(Progress)) error {
	c.N = t.N
	counter, err := quadrant.NewCounter(c)
	if err != nil {
		return err
	}
	var all, before float64 // of the estimated cost
	if show != nil {
		for i, task := range t.tasks {
			c := counter.Cost(task)
			if all += c; t.done[i] {
				before += c
			}
		}
	}
	start, saved, done := time.Now(), time.Now(), 0.0
	err = counter.Count(ctx, t.remaining(), func(r quadrant.Result) {
		t.add(r)
		if time.Since(saved) >= saveEvery {
			if err := t.Save(); err != nil && t.Warn != nil {
				t.Warn(err) // the disk may have room again by the next time
			}
			saved = time.Now()
		}
		if show != nil {
			done += counter.Cost(r.Task)
			p := Progress{Share: (before + done) / all}
			p.Rest = time.Duration(float64(time.Since(start)) / done * (all - before - done))
			show(p)
		}
	})
	if saved := t.Save(); saved != nil {
		return saved // it matters more than why the count ended
	}
	return err
}
