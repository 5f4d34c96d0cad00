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

// A Plan holds the options for dividing a count into parts.
type Plan struct {
	Seconds float64       // target time of a part with one thread of this machine
	Parts   int           // number of parts, instead of Seconds
	Recheck float64       // the share of the parts to be computed again
	Pilot   time.Duration // time for measuring tasks; 0 means DefaultPilot
	Build   string        // of this program
}

// DefaultPilot is the time for which a plan measures tasks.
const DefaultPilot = 3 * time.Second

// patience is the factor by which a pilot is extended to wait for its first task.
const patience = 20

// PilotAtMost is the longest time of a pilot, if no task ends.
const PilotAtMost = patience * DefaultPilot

// MaxParts is the largest number of parts of a list.
const MaxParts = 10_000_000

// Make returns the list of the requested count. Parts are ranges of neighbouring tasks, which share
// work, of about equal cost by the engine's estimate. A pilot run of some tasks gives the time of a
// unit of cost.
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
		return nil, errors.New("tasks of this count are too long to be measured: give the number of parts")
	}
	parts := p.Parts
	if parts == 0 {
		parts = max(1, int(min(total/p.Seconds+0.5, MaxParts+1)))
	}
	if parts > MaxParts {
		return nil, fmt.Errorf("that would be more than %d parts: give a longer time for each", MaxParts)
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

// Cut returns the first task of each part, for parts of about equal cost, and the number of tasks.
// There are at most as many parts as tasks. If a part costs at least twice as much as any task, no
// part costs three times as much as another.
func Cut(costs []float64, parts int) []int {
	var total, before float64
	for _, c := range costs {
		total += c
	}
	cuts, last := []int{0}, 0
	for task, c := range costs {
		// A task belongs to the part that contains its middle.
		if k := int((before + c/2) / total * float64(parts)); task > 0 && k > last && k < parts {
			cuts, last = append(cuts, task), k
		}
		before += c
	}
	return append(cuts, len(costs))
}

// over reports whether a pilot has computed long enough: its CPU time is more than long. If other
// processes use the CPU, the pilot may take up to busy times as long by the clock. A shorter pilot
// would overestimate the time of parts, because the work that tasks share would be a larger
// fraction of it.
func over(used, elapsed, long time.Duration) bool { return used > long || elapsed > busy*long }

const busy = 4

// measure runs ranges of tasks at several places until the pilot's time is over, and returns the
// seconds per unit of cost. It returns infinity if no task ended within patience times the pilot's
// time.
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
		taken += cmp.Or(used, elapsed).Seconds() // the kernel accounts the CPU time of other threads some milliseconds late
	}
	if estimated == 0 {
		return math.Inf(1), ctx.Err()
	}
	return taken / estimated, nil
}
