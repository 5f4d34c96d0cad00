package estimate

import (
	"context"
	"errors"
	"math"
	"testing"

	"nqueens"
	"nqueens/backends/quadrant"
)

// atMost is an engine that refuses larger boards, and whose time is over after some tasks.
type atMost struct {
	quadrant.Backend
	size int
}

func (a atMost) Supports(r nqueens.Request) error {
	if r.Problem.N > a.size {
		return errors.New("too large")
	}
	return a.Backend.Supports(r)
}

func (a atMost) CountTasks(ctx context.Context, r nqueens.Request, tasks []int, done func(int, nqueens.Outcome)) error {
	const most = 20
	err := a.Backend.CountTasks(ctx, r, tasks[:min(most, len(tasks))], done)
	if err == nil && len(tasks) > most {
		err = context.DeadlineExceeded
	}
	return err
}

// TestCost: tasks are timed of the board itself, or, where the engine does not take it, of
// smaller ones; and one that takes none has no cost.
func TestCost(t *testing.T) {
	within := func(by atMost, n int) (Cost, error) {
		return NewCost(t.Context(), by, nqueens.Request{Problem: nqueens.Problem{Family: nqueens.Queens, N: n}, Task: nqueens.CountAll}, 1, Number(20))
	}
	own, err := within(atMost{size: 14}, 14)
	if err != nil || own.Tasks == 0 || own.Samples < fewest || len(own.From) > 0 || !(own.Low <= own.Value && own.Value <= own.High) {
		t.Errorf("%+v, %v", own, err)
	}
	if far, err := within(atMost{size: 14}, 16); err != nil || len(far.From) != sizes || far.From[0].Size != 14 || far.From[3].Size != 8 || far.Tasks != 0 {
		t.Errorf("%+v, %v", far, err)
	}
	if none, err := within(atMost{}, 12); err == nil || err.Error() != "too large" {
		t.Errorf("%+v, %v", none, err)
	}
}

// TestExtrapolate: on a straight line there is no doubt, and beside one there is the more
// the further away.
func TestExtrapolate(t *testing.T) {
	line := func(off float64) (c Cost) {
		for i := range 4 {
			x := float64(i)
			c.From = append(c.From, Cost{Interval: Interval{Value: Number(1 + 2*x + off*math.Cos(math.Pi*x))}, solutions: x})
		}
		return c
	}
	straight := line(0)
	if straight.extrapolate(6); math.Abs(float64(straight.Value)-13) > 1e-9 || straight.High-straight.Low > 1e-9 {
		t.Errorf("%+v", straight.Interval)
	}
	near, far := line(0.1), line(0.1)
	near.extrapolate(4)
	far.extrapolate(6)
	if near.High-near.Low < 0.1 || far.High-far.Low <= near.High-near.Low {
		t.Errorf("%+v, further away %+v", near.Interval, far.Interval)
	}
}
