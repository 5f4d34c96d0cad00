package tally

import (
	"fmt"
	"slices"

	"nqueens"
	"nqueens/backends/quadrant"
)

// Tally is what has been counted of a part of a board.
type Tally struct {
	N     int    // squares a side
	Part  Part   // which of the board's tasks it is about
	Found uint64 // solutions, of the tasks done
	Pairs uint64 // pairs of half-boards compared, of the tasks done

	// Warn, if not nil, is told when the tally could not be saved on the way.
	Warn func(error)

	path    string
	version string
	all     int   // tasks of the whole board
	tasks   []int // the part's
	done    []bool
	left    int // tasks not done
}

// version says which tasks a board is cut in: tallies of another version are
// about other tasks.
func version() string {
	d := quadrant.New().Describe()
	return d.Name + " " + d.Version
}

// New starts an empty tally.
func New(n int, p Part) (*Tally, error) {
	c, err := quadrant.NewCounter(quadrant.Config{N: n})
	if err != nil {
		return nil, err
	}
	t := &Tally{N: n, Part: p, version: version(), all: c.Tasks()}
	t.tasks = p.tasks(t.all)
	if len(t.tasks) == 0 {
		return nil, fmt.Errorf("part %v: %d queens are counted in %d tasks only, so there are no more parts than that", p, n, t.all)
	}
	t.done, t.left = make([]bool, len(t.tasks)), len(t.tasks)
	return t, nil
}

// Finished reports whether all tasks of the part are done.
func (t *Tally) Finished() bool { return t.left == 0 }

// Tasks is how many tasks of the part are done, and how many it has.
func (t *Tally) Tasks() (done, all int) { return len(t.tasks) - t.left, len(t.tasks) }

// remaining are the tasks that are not done.
func (t *Tally) remaining() []int {
	var rest []int
	for i, task := range t.tasks {
		if !t.done[i] {
			rest = append(rest, task)
		}
	}
	return rest
}

// add notes what a task found.
func (t *Tally) add(r quadrant.Result) {
	i, mine := slices.BinarySearch(t.tasks, r.Task)
	if !mine || t.done[i] {
		panic(fmt.Sprintf("task %d is not one that was to be done", r.Task))
	}
	t.done[i] = true
	t.left--
	t.Found += r.Found
	t.Pairs += r.Pairs
}

// Sum is the number of solutions of a board whose parts the tallies are, each
// with a name for messages. It refuses any that do not make a whole.
func Sum(tallies []*Tally, names []string) (n int, count *nqueens.Count, err error) {
	if len(tallies) == 0 {
		return 0, nil, fmt.Errorf("there are no parts to add")
	}
	first := tallies[0]
	seen := make([]string, first.Part.Of)
	count = nqueens.NewCount(0)
	for i, t := range tallies {
		switch {
		case t.N != first.N:
			return 0, nil, fmt.Errorf("%s counts %d queens, and %s counts %d: parts of one board are wanted", names[i], t.N, names[0], first.N)
		case t.Part.Of != first.Part.Of:
			return 0, nil, fmt.Errorf("%s is one of %d parts, and %s one of %d: parts of one division are wanted", names[i], t.Part.Of, names[0], first.Part.Of)
		case !t.Finished():
			done, all := t.Tasks()
			return 0, nil, fmt.Errorf("%s, part %v, is not finished: %d of its %d tasks are done", names[i], t.Part, done, all)
		case seen[t.Part.K-1] != "":
			return 0, nil, fmt.Errorf("%s and %s are both part %v", seen[t.Part.K-1], names[i], t.Part)
		}
		seen[t.Part.K-1] = names[i]
		count = count.Plus(nqueens.NewCount(t.Found))
	}
	for k, name := range seen {
		if name == "" {
			return 0, nil, fmt.Errorf("part %v is missing", Part{k + 1, first.Part.Of})
		}
	}
	return first.N, count, nil
}
