package checkpoint

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/journal"
	"nqueens/internal/table"
	"nqueens/internal/unpack"
)

// Checkpoint is the state of one part of a count.
type Checkpoint struct {
	Problem nqueens.Problem
	Part    Part             // the part of the count's tasks
	Found   *nqueens.Count   // number of solutions of the tasks done
	Stats   map[string]int64 // the work of the tasks done, as the backend reports it

	// Warn, if not nil, is called when a periodic save fails.
	Warn func(error)

	by      backends.Resumable
	request nqueens.Request
	path    string
	lock    *journal.Lock  // of the file, while this process uses it
	packed  unpack.Packing // the compression of the file
	every   time.Duration  // between periodic saves
	tasks   []int          // the part's tasks
	done    []bool
	left    int                    // number of tasks not done
	cost    func(task int) float64 // relative cost of any task
}

// New returns the checkpoint of a part of the requested count, with nothing done.
func New(by backends.Resumable, r nqueens.Request, p Part) (*Checkpoint, error) {
	all, cost, err := by.Tasks(r)
	if err != nil {
		return nil, err
	}
	c := &Checkpoint{
		Problem: r.Problem, Part: p, Found: nqueens.NewCount(0), Stats: map[string]int64{},
		by: by, request: r, every: saveEvery, tasks: p.tasks(all), cost: cost,
	}
	if len(c.tasks) == 0 {
		return nil, fmt.Errorf("part %v: %s are counted in %s, so there cannot be more parts than that", p, c.Title(), table.Plural(all, "task"))
	}
	c.done, c.left = make([]bool, len(c.tasks)), len(c.tasks)
	return c, nil
}

// Backend returns the backend that counts.
func (c *Checkpoint) Backend() backends.Resumable { return c.by }

// Title returns a description of the problem: "12 queens".
func (c *Checkpoint) Title() string { return title(c.Problem) }

func title(p nqueens.Problem) string {
	if p.PlacesQueens() && p.Bare() {
		return fmt.Sprintf("%d %s", p.N, p.Family.Name)
	}
	return p.String()
}

// Finished reports whether all tasks of the part are done.
func (c *Checkpoint) Finished() bool { return c.left == 0 }

// Tasks returns how many tasks of the part are done, and how many it has.
func (c *Checkpoint) Tasks() (done, all int) { return len(c.tasks) - c.left, len(c.tasks) }

// remaining returns the tasks that are not done.
func (c *Checkpoint) remaining() []int {
	var rest []int
	for i, task := range c.tasks {
		if !c.done[i] {
			rest = append(rest, task)
		}
	}
	return rest
}

// add records the outcome of a task.
func (c *Checkpoint) add(task int, o nqueens.Outcome) {
	i, mine := slices.BinarySearch(c.tasks, task)
	if !mine || c.done[i] {
		panic(fmt.Sprintf("task %d is not one that was to be done", task))
	}
	c.done[i] = true
	c.left--
	c.Found = c.Found.Plus(o.Count)
	nqueens.AddStats(c.Stats, o.Stats)
}

// saveEvery is the interval at which a running count saves its checkpoint, which is the most work
// that is lost when it is killed.
const saveEvery = 20 * time.Second

// Progress is the progress of a count, measured by the estimated cost of tasks, not by their
// number.
type Progress struct {
	Share float64       // done, from 0 to 1
	Rest  time.Duration // estimated time for the rest, at the speed since the first task; 0 if not yet known
}

// Least returns a lower bound on the remaining time of the count if no task was done within the
// time elapsed. It follows because each running task takes longer than elapsed, and no task costs
// more than the most expensive one.
func (c *Checkpoint) Least(elapsed time.Duration) time.Duration {
	var all, dearest float64
	for _, task := range c.remaining() {
		cost := c.cost(task)
		all, dearest = all+cost, max(dearest, cost)
	}
	least := float64(elapsed) * (all/(dearest*float64(max(1, c.request.Threads))) - 1)
	return time.Duration(min(max(0, least), math.MaxInt64/2))
}

// SaveError is the error of a count whose checkpoint could not be saved at the end.
type SaveError struct{ Err error }

func (e *SaveError) Error() string { return "not kept: " + e.Err.Error() }
func (e *SaveError) Unwrap() error { return e.Err }

// Run counts the tasks of the part that are not done, and saves the checkpoint periodically and at
// the end. show, if not nil, is called after each task. If ctx ends first, Run returns its error,
// with the checkpoint saved. If the checkpoint could not be saved at the end, the error is a
// *SaveError.
func (c *Checkpoint) Run(ctx context.Context, show func(Progress)) error {
	var all, before float64 // of the estimated cost
	if show != nil {
		for i, task := range c.tasks {
			cost := c.cost(task)
			if all += cost; c.done[i] {
				before += cost
			}
		}
	}
	saved, done := time.Now(), 0.0
	var first time.Time // when the first task was done: preparations do not count for the speed
	var atFirst float64
	err := c.by.CountTasks(ctx, c.request, c.remaining(), func(task int, o nqueens.Outcome) {
		c.add(task, o)
		if time.Since(saved) >= c.every {
			if err := c.Save(); err != nil && c.Warn != nil {
				c.Warn(err) // the disk may have room again next time
			}
			saved = time.Now()
		}
		if show != nil {
			done += c.cost(task)
			p := Progress{Share: (before + done) / all}
			if first.IsZero() {
				first, atFirst = time.Now(), done
			} else if left := float64(time.Since(first)) / (done - atFirst) * (all - before - done); left < math.MaxInt64 {
				p.Rest = time.Duration(left)
			}
			show(p)
		}
	})
	if failed := c.Save(); failed != nil {
		return &SaveError{failed} // the caller needs this error more than the reason why the count ended
	}
	return err
}

// Sum returns the problem and the number of solutions of a count from all its parts. names are the
// names of the parts in messages. It returns an error if the parts are not exactly the parts of one
// count.
func Sum(parts []*Checkpoint, names []string) (p nqueens.Problem, count *nqueens.Count, err error) {
	fail := func(format string, args ...any) (nqueens.Problem, *nqueens.Count, error) {
		return nqueens.Problem{}, nil, fmt.Errorf(format, args...)
	}
	if len(parts) == 0 {
		return fail("there are no parts to add")
	}
	first := parts[0]
	seen := make([]string, first.Part.Of)
	count = nqueens.NewCount(0)
	for i, c := range parts {
		switch {
		case c.Problem.String() != first.Problem.String():
			return fail("%s counts %s, and %s counts %s: all parts must be of one board", names[i], c.Title(), names[0], strings.TrimSuffix(first.Title(), " queens"))
		case version(c.by) != version(first.by):
			return fail("%s was counted by %q, and %s by %q: all parts must be of one division", names[i], version(c.by), names[0], version(first.by))
		case c.Part.Of != first.Part.Of:
			return fail("%s is one of %s, and %s one of %d: all parts must be of one division", names[i], table.Plural(c.Part.Of, "part"), names[0], first.Part.Of)
		case !c.Finished():
			done, all := c.Tasks()
			return fail("%s, part %v, is not finished: %d of its %d tasks are done", names[i], c.Part, done, all)
		case seen[c.Part.K-1] != "":
			return fail("%s and %s are both part %v", seen[c.Part.K-1], names[i], c.Part)
		}
		seen[c.Part.K-1] = names[i]
		count = count.Plus(c.Found)
	}
	for k, name := range seen {
		if name == "" {
			return fail("part %v is missing", Part{k + 1, first.Part.Of})
		}
	}
	return first.Problem, count, nil
}
