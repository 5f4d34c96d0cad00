package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/cputime"
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

// patience is how many times as long a pilot waits for the end of a first task.
const patience = 20

// PilotAtMost is how long a plan measures where no task comes to its end.
const PilotAtMost = patience * DefaultPilot

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
	var total float64 // seconds
	for task := range costs {
		costs[task] = max(cost(task), 1e-9)
		total += costs[task]
	}
	unit, err := p.measure(ctx, by, r, costs)
	if err != nil {
		return nil, err
	}
	total *= unit
	if p.Parts == 0 && math.IsInf(unit, 1) {
		return nil, errors.New("tasks of this count are too long to be measured: say how many parts there are to be")
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
		Build: p.Build, Recheck: p.Recheck, Cuts: Cut(costs, parts),
	}
	if !math.IsInf(unit, 1) {
		l.Seconds = total / float64(l.Parts())
	}
	return l, nil
}

// Cut finds where parts of about the same cost begin, and the end of the last. There are no
// more than tasks. Where a part costs twice as much as any task, none costs three times as much as another.
func Cut(costs []float64, parts int) []int {
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

// over reports whether a pilot has computed for as long as it is to. Where others compute too that takes
// longer than by the clock, up to busy times as long: in a shorter run what its tasks share is more of it
// than in a part, which would be taken to be longer than it is.
func over(used, elapsed, long time.Duration) bool { return used > long || elapsed > busy*long }

const busy = 4

// measure does runs of tasks here and there until the pilot's time is over, and returns
// how many seconds a unit of cost takes: without end if no task ended in patience times as long.
func (p Plan) measure(ctx context.Context, by backends.Resumable, r nqueens.Request, costs []float64) (float64, error) {
	const places, least, longest = 64, 8, 4096
	r.Threads = 1
	pilot := cmp.Or(p.Pilot, DefaultPilot)
	length := max(1, min(longest, len(costs)/places))
	random := rand.New(rand.NewPCG(1, 2)) // the same places each time
	order := random.Perm(min(places, (len(costs)+length-1)/length))
	var estimated, taken float64
	begun, first := time.Now(), cputime.Used()
	within, end := context.WithTimeout(ctx, patience*pilot)
	defer end()
	for i, place := range order {
		if i >= least && over(cputime.Used()-first, time.Since(begun), pilot) || within.Err() != nil {
			break
		}
		from := place * (len(costs) - length) / max(1, len(order)-1)
		var tasks []int
		for task := from; task < from+length; task++ {
			tasks = append(tasks, task)
		}
		here, enough := context.WithCancel(within)
		start, before := time.Now(), cputime.Used()
		var used, elapsed time.Duration
		err := by.CountTasks(here, r, tasks, func(task int, _ nqueens.Outcome) {
			estimated += costs[task]
			used, elapsed = cputime.Used()-before, time.Since(start)
			if over(used, elapsed, pilot/least) {
				enough()
			}
		})
		stopped := here.Err() != nil && ctx.Err() == nil
		enough()
		if err != nil && !stopped {
			return 0, err
		}
		taken += cmp.Or(used, elapsed).Seconds() // the kernel counts what another thread took some milliseconds late
	}
	if estimated == 0 {
		return math.Inf(1), ctx.Err()
	}
	return taken / estimated, nil
}
