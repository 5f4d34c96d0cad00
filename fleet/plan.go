package fleet

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends"
)

// Plan says how a count is to be cut in parts.
type Plan struct {
	Seconds float64       // that each part should take one thread of this machine
	Parts   int           // instead: how many there should be
	Recheck float64       // the share of the parts to be computed again
	Pilot   time.Duration // how long to measure tasks; 0 is DefaultPilot
	Build   string        // of this program
}

// DefaultPilot is how long a plan measures tasks.
const DefaultPilot = 3 * time.Second

// MaxParts is how many parts a list may have.
const MaxParts = 10_000_000

// Make cuts the count that is requested. Parts are runs of neighbouring tasks, which
// share work, of about the same cost as the engine estimates it; a few that are done now
// say how many seconds that is.
func (p Plan) Make(ctx context.Context, by backends.Resumable, r nqueens.Request) (*List, error) {
	n, cost, err := by.Tasks(r)
	if err != nil {
		return nil, err
	}
	costs := make([]float64, n)
	for task := range costs {
		costs[task] = cost(task)
	}
	seconds, err := p.measure(ctx, by, r, costs)
	if err != nil {
		return nil, err
	}
	var total float64
	for _, s := range seconds {
		total += s
	}
	parts := p.Parts
	if parts == 0 {
		parts = max(1, int(min(total/p.Seconds+0.5, MaxParts+1)))
	}
	if parts > MaxParts {
		return nil, fmt.Errorf("that would be more than %d parts: have each take longer", MaxParts)
	}
	l := &List{
		Problem: r.Problem.String(), Task: r.Task, Engine: by.Describe().Name, Version: backends.Version(by),
		Build: p.Build, Recheck: p.Recheck, Cuts: cut(seconds, parts),
	}
	l.Seconds = total / float64(l.Parts())
	return l, nil
}

// cut finds where parts of about the same cost begin, and the end of the last. There are no
// more than tasks.
func cut(costs []float64, parts int) []int {
	var total, before float64
	for _, c := range costs {
		total += c
	}
	cuts, last := []int{0}, 0
	for task, c := range costs {
		// A task belongs to the part in which its middle lies.
		if k := int((before + c/2) / total * float64(parts)); task > 0 && k > last && k < parts {
			cuts, last = append(cuts, task), k
		}
		before += c
	}
	return append(cuts, len(costs))
}

// measure does runs of tasks here and there until the pilot's time is over, and returns
// what each task is likely to take, in seconds.
func (p Plan) measure(ctx context.Context, by backends.Resumable, r nqueens.Request, costs []float64) ([]float64, error) {
	const runs, least = 64, 8
	pilot := p.Pilot
	if pilot == 0 {
		pilot = DefaultPilot
	}
	r.Threads = 1
	length := max(1, min(32, len(costs)/runs))
	random := rand.New(rand.NewPCG(1, 2)) // the same runs each time
	order := random.Perm(min(runs, (len(costs)+length-1)/length))
	var estimated, taken float64
	begun := time.Now()
	for i, place := range order {
		if i >= least && time.Since(begun) > pilot {
			break
		}
		from := place * (len(costs) - length) / max(1, len(order)-1)
		var tasks []int
		for task := from; task < from+length; task++ {
			tasks = append(tasks, task)
			estimated += costs[task]
		}
		start := time.Now()
		if err := by.CountTasks(ctx, r, tasks, func(int, nqueens.Outcome) {}); err != nil {
			return nil, err
		}
		taken += time.Since(start).Seconds()
	}
	seconds := slices.Clone(costs)
	for task := range seconds {
		seconds[task] *= taken / estimated
	}
	return seconds, nil
}
