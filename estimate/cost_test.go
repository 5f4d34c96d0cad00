package estimate

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/quadrant"
	"nqueens/family"
)

// atMost is an engine that rejects larger boards and ends after a number of tasks. It counts
// nothing: a task only advances the clock.
type atMost struct {
	quadrant.Backend
	size int
	few  map[int]int // by size, the number of tasks before the end, if not twenty
	// broken makes Tasks fail for the largest board.
	broken bool
	spent  *time.Duration
	random *rand.Rand
}

func (a atMost) Tasks(r nqueens.Request) (int, func(int) float64, error) {
	if a.broken && r.Problem.N == a.size {
		return 0, nil, errors.New("broken")
	}
	return a.Backend.Tasks(r)
}

func (a atMost) Supports(r nqueens.Request) error {
	if r.Problem.N > a.size {
		return errors.New("too large")
	}
	return a.Backend.Supports(r)
}

// CountTasks spends one microsecond on average on a task of 15 squares a side, and ten times as
// much for each further square.
func (a atMost) CountTasks(ctx context.Context, r nqueens.Request, tasks []int, done func(int, nqueens.Outcome)) error {
	n, cost, err := a.Tasks(r)
	if err != nil {
		return err
	}
	mean := 0.0
	for task := range n {
		mean += cost(task) / float64(n)
	}
	most, few := a.few[r.Problem.N]
	if !few {
		most = 40 // each is run twice
	}
	if a.few == nil && a.size == 14 {
		most = len(tasks)
	}
	for _, task := range tasks[:most] {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		seconds := 1e-6 * math.Pow10(r.Problem.N-15) * cost(task) / mean * math.Exp(0.3*a.random.NormFloat64())
		*a.spent += time.Duration(seconds * float64(time.Second))
		done(task, nqueens.Outcome{})
	}
	if most == len(tasks) {
		return nil
	}
	return context.DeadlineExceeded
}

// costOf returns the engine's cost of a board of queens, by its own clock.
func costOf(t *testing.T, by atMost, n int, solutions Number) (Cost, error) {
	by.spent, by.random = new(time.Duration), rand.New(rand.NewPCG(1, 2))
	used := func() time.Duration { return *by.spent }
	return newCost(t.Context(), used, by, nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll}, 1, solutions)
}

// TestCost checks that tasks of the board itself are timed, even if only one can be. If the engine
// rejects the board or its tasks are too long, tasks of smaller boards are timed, except boards
// whose tasks are mostly bookkeeping. Without any timed task there is an error.
func TestCost(t *testing.T) {
	within := func(by atMost, n int) (Cost, error) { return costOf(t, by, n, Number(20)) }
	own, err := within(atMost{size: 18, few: map[int]int{}}, 18)
	if err != nil || own.Tasks == 0 || own.Samples < fewest || len(own.From) > 0 || own.SpreadOf != 0 || !(own.Low < own.Value && own.Value < own.High) {
		t.Errorf("%+v, %v", own, err)
	}
	whole := 1e-3 * float64(own.Tasks) // seconds, as in CountTasks
	if math.Abs(float64(own.Value)-math.Log(whole)) > 0.3 {
		t.Errorf("%v seconds in all, want about %v", math.Exp(float64(own.Value)), whole)
	}
	one, err := within(atMost{size: 20, few: map[int]int{20: 2, 18: 8}}, 20)
	if err != nil || one.Samples != 2 || one.SpreadOf != 16 || len(one.From) > 0 || !(one.Low < one.Value && one.Value < one.High) {
		t.Errorf("%+v, %v", one, err)
	}
	for _, by := range []atMost{{size: 21}, {size: 23, few: map[int]int{23: 1}}} {
		far, err := within(by, 23)
		if err != nil || len(far.From) != 3 || far.From[0].Size != 21 || far.From[1].Size != 19 || far.From[2].Size != 17 || far.Tasks != 0 {
			t.Errorf("%+v, %v", far, err)
		}
		if made := by.size == 23; (far.Memory > 0) != made {
			t.Errorf("%d squares a side at most: %d bytes with its own tasks made: %v", by.size, far.Memory, made)
		}
	}
	broken, err := within(atMost{size: 22, broken: true}, 24) // gives no cost
	if err != nil || len(broken.From) != 2 || broken.From[0].Size != 20 || broken.From[1].Size != 18 {
		t.Errorf("%+v, %v", broken, err)
	}
	none := Number(math.Inf(-1))
	if far, err := costOf(t, atMost{size: 21}, 23, none); err == nil {
		t.Errorf("with no solution in sight: %+v", far)
	}
	if few, err := within(atMost{size: 15}, 17); err == nil || err.Error() != "too large" {
		t.Errorf("of boards of bookkeeping: %+v, %v", few, err)
	}
	if none, err := within(atMost{}, 12); err == nil || err.Error() != "too large" {
		t.Errorf("%+v, %v", none, err)
	}
}

// TestPrecise checks that an estimate without a deadline ends when more tasks would add no
// information.
func TestPrecise(t *testing.T) {
	c, err := costOf(t, atMost{size: 14}, 14, Number(20))
	if err != nil || c.Samples < 64 || len(c.From) > 0 || c.deviation() > 1.1*unsteady {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestCostOnThisMachine checks that tasks of a real engine are timed by the clock of this process.
func TestCostOnThisMachine(t *testing.T) {
	c, err := NewCost(t.Context(), quadrant.Backend{}, nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 14}, Task: nqueens.CountAll}, 1, Number(20))
	if err != nil || c.Tasks == 0 || c.Samples < fewest || len(c.From) > 0 || !(c.Low < c.Value && c.Value < c.High) {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestFewTasks checks that the interval of one task is as wide as the spread of another board's
// tasks, and that it is narrower for more tasks.
func TestFewTasks(t *testing.T) {
	like := []float64{math.Log(80), math.Log(90), math.Log(100), math.Log(110), math.Log(120)} // mean 100, standard deviation 15.81
	one, four := newInterval([]float64{5}, like), newInterval([]float64{5, 5, 5, 5}, like)
	const half = 2.776445 * 0.1581139 // Student's quantile for five samples, and their relative deviation
	if math.Abs(float64(one.High-one.Value)-half) > 1e-4 || math.Abs(float64(four.High-four.Value)-half/2) > 1e-4 || one.Value != 5 {
		t.Errorf("%+v, %+v", one, four)
	}
}

// TestExtrapolate checks that points on a straight line are extrapolated along it, and that the
// interval grows with the distance, with the deviation of boards from the line and with their own
// intervals.
func TestExtrapolate(t *testing.T) {
	line := func(to, off, known float64) (c Cost) {
		for i := range 4 {
			x := float64(i)
			value := Number(1 + 2*x + off*math.Cos(math.Pi*x))
			c.From = append(c.From, Cost{Interval: Interval{Value: value, Low: value, High: value}.widened(known), solutions: x})
		}
		c.solutions = to
		c.extrapolate()
		return c
	}
	wide := func(c Cost) Number { return c.High - c.Low }
	straight := line(6, 0, 0)
	if math.Abs(float64(straight.Value)-13) > 1e-9 || math.Abs(float64(wide(straight))-2*quantile*offLine*math.Sqrt(1+1./4+4.5*4.5/5)) > 1e-9 {
		t.Errorf("%+v", straight.Interval)
	}
	if near := line(4, 0, 0); wide(near) >= wide(straight) {
		t.Errorf("%+v, further away %+v", near.Interval, straight.Interval)
	}
	if bent := line(6, 0.3, 0); wide(bent) < 2*wide(straight) {
		t.Errorf("%+v beside the line", bent.Interval)
	}
	if vague := line(6, 0, 0.3); wide(vague) < 2*wide(straight) {
		t.Errorf("%+v where little is known", vague.Interval)
	}
	sure := line(6, 0, 0)
	sure.From[3] = Cost{Interval: Interval{Value: 9, Low: 9, High: 9}.widened(3), solutions: 3} // has almost no weight
	if sure.extrapolate(); math.Abs(float64(sure.Value)-13) > 0.1 {
		t.Errorf("%+v", sure.Interval)
	}
}
