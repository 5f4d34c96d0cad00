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

// Checkpoint is what has been counted of a part of a count.
type Checkpoint struct {
	Problem nqueens.Problem
	Part    Part             // which of the count's tasks it is about
	Found   *nqueens.Count   // solutions, of the tasks done
	Stats   map[string]int64 // the work of the tasks done, as the backend reports it

	// Warn, if not nil, is told when the checkpoint could not be saved on the way.
	Warn func(error)

	by      backends.Resumable
	request nqueens.Request
	path    string
	lock    *journal.Lock  // of the file, while it is this process's
	packed  unpack.Packing // how the file is
	every   time.Duration  // between saves on the way
	tasks   []int          // the part's
	done    []bool
	left    int                    // tasks not done
	cost    func(task int) float64 // of any task, in proportion
}

// New starts a count of a part of what is requested, with nothing done.
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
		return nil, fmt.Errorf("part %v: %s are counted in %s only, so there are no more parts than that", p, c.Title(), table.Plural(all, "task"))
	}
	c.done, c.left = make([]bool, len(c.tasks)), len(c.tasks)
	return c, nil
}

// Backend is what counts.
func (c *Checkpoint) Backend() backends.Resumable { return c.by }

// Title says what is counted: "12 queens".
func (c *Checkpoint) Title() string { return title(c.Problem) }

func title(p nqueens.Problem) string {
	if p.PlacesQueens() && p.Bare() {
		return fmt.Sprintf("%d %s", p.N, p.Family.Name)
	}
	return p.String()
}

// Finished reports whether all tasks of the part are done.
func (c *Checkpoint) Finished() bool { return c.left == 0 }

// Tasks is how many tasks of the part are done, and how many it has.
func (c *Checkpoint) Tasks() (done, all int) { return len(c.tasks) - c.left, len(c.tasks) }

// remaining are the tasks that are not done.
func (c *Checkpoint) remaining() []int {
	var rest []int
	for i, task := range c.tasks {
		if !c.done[i] {
			rest = append(rest, task)
		}
	}
	return rest
}

// add notes what a task found.
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

// saveEvery is how often a running count saves its checkpoint: what is lost when
// it is killed.
const saveEvery = 20 * time.Second

// Progress is how far a count has come. The shares are of the estimated cost,
// not of the number of tasks.
type Progress struct {
	Share float64       // done, from 0 to 1
	Rest  time.Duration // how long the rest will take at the speed since the first task; 0 is not known yet
}

// Least is how long the count takes at least, of which no task was done after so long: each
// that runs takes longer, and none costs more than the dearest.
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

// Run does the tasks of the part that are not done, and saves the checkpoint now
// and then and at the end. show, if not nil, is called after each task. When ctx
// ends first its error is returned, with the checkpoint saved. Where it could not be
// saved at the end the error is a *SaveError.
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
	var first time.Time // when a task was done first: preparations are no speed
	var atFirst float64
	err := c.by.CountTasks(ctx, c.request, c.remaining(), func(task int, o nqueens.Outcome) {
		c.add(task, o)
		if time.Since(saved) >= c.every {
			if err := c.Save(); err != nil && c.Warn != nil {
				c.Warn(err) // the disk may have room again by the next time
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
		return &SaveError{failed} // it matters more than why the count ended
	}
	return err
}

// Sum is the number of solutions of the problem whose parts are given, each with
// a name for messages. It refuses any that do not make a whole.
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
			return fail("%s counts %s, and %s counts %s: parts of one board are wanted", names[i], c.Title(), names[0], strings.TrimSuffix(first.Title(), " queens"))
		case version(c.by) != version(first.by):
			return fail("%s was counted by %q, and %s by %q: parts of one division are wanted", names[i], version(c.by), names[0], version(first.by))
		case c.Part.Of != first.Part.Of:
			return fail("%s is one of %s, and %s one of %d: parts of one division are wanted", names[i], table.Plural(c.Part.Of, "part"), names[0], first.Part.Of)
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
