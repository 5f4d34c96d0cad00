package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
)

// errNoOther is the error if no other engine can count a board.
var errNoOther = errors.New("no other engine counts this")

// recount lets another engine check the results of the part's tasks in two ways. It counts some
// random tasks as boards. And it counts random regions of the whole board (some queens are given)
// twice: directly, and as the sum over the boards of all tasks. It does at least one of each, and
// continues for as long as the part took.
func (w Worker) recount(ctx context.Context, by backends.Resumable, r nqueens.Request, seed uint64, found map[int]*nqueens.Count, long time.Duration) (*Check, error) {
	c := new(Check)
	restater, can := by.(backends.Recountable)
	if !can {
		return c, nil
	}
	count := func(p nqueens.Problem) (*nqueens.Count, error) {
		one := nqueens.Request{Problem: p, Task: r.Task, Threads: r.Threads, Memory: r.Memory}
		other, err := w.other(by, one)
		if err != nil {
			return nil, errNoOther
		}
		c.Engine = other.Describe().Name + " " + backends.Version(other)
		o := other.Run(ctx, one, nil)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !o.Status.Answered() || o.Count == nil:
			return nil, fmt.Errorf("counting %v again: %s: %s %s", p.Short(), c.Engine, o.Status, o.Reason)
		}
		return o.Count, nil
	}
	random := rand.New(rand.NewPCG(seed, 1))
	tasks := slices.Sorted(maps.Keys(found))
	random.Shuffle(len(tasks), func(a, b int) { tasks[a], tasks[b] = tasks[b], tasks[a] })
	start := time.Now()
	for ; c.Tasks < len(tasks) && c.Wrong == "" && (c.Tasks == 0 || time.Since(start) < long/4*3); c.Tasks++ {
		sum, err := asBoards(restater, r, tasks[c.Tasks:c.Tasks+1], nil, count)
		if errors.Is(err, errNoOther) {
			return c, nil // the part was still computed twice
		}
		if err != nil {
			return nil, err
		}
		if task := tasks[c.Tasks]; !sum.is(found[task]) {
			c.Wrong = fmt.Sprintf("task %d: %v by %s, %v by %s", task, found[task], by.Describe().Name, sum, cmp.Or(c.Engine, "no board, because the task has none"))
		}
	}
	if !r.Problem.PlacesQueens() || !r.Problem.Bare() {
		return c, nil
	}
	for ; c.Wrong == "" && (c.Regions == 0 || time.Since(start) < long); c.Regions++ {
		given := region(r.Problem.Board(), random)
		inTasks, whole, err := compare(restater, r, given, count)
		if err != nil {
			return nil, err
		}
		if !inTasks.is(whole) {
			c.Wrong = fmt.Sprintf("queens on %v and their images: %v in the tasks of %s, %v on the whole board by %s", given, inTasks, by.Describe().Name, whole, c.Engine)
		}
	}
	return c, nil
}

// other returns the fastest backend with a different engine that can answer the request.
func (w Worker) other(than backends.Backend, r nqueens.Request) (backends.Backend, error) {
	return backends.Fastest(slices.DeleteFunc(slices.Clone(w.Backends), func(b backends.Backend) bool {
		return b.Describe().Engine == than.Describe().Engine
	}), r)
}

// A difference is the difference of two counts.
type difference struct{ plus, minus *nqueens.Count }

func (d difference) is(c *nqueens.Count) bool { return d.plus.Cmp(d.minus.Plus(c)) == 0 }
func (d difference) String() string           { return d.plus.Difference(d.minus) }

// asBoards counts the solutions of tasks by counting the boards that they represent, restricted to
// solutions with pieces on the given squares.
func asBoards(by backends.Recountable, r nqueens.Request, tasks []int, given []nqueens.Square, count func(nqueens.Problem) (*nqueens.Count, error)) (difference, error) {
	d := difference{nqueens.NewCount(0), nqueens.NewCount(0)}
	for _, task := range tasks {
		summands, err := by.TaskProblems(r, task)
		if err != nil {
			return d, err
		}
		for _, s := range summands {
			if s.Problem, err = within(s.Problem, given); err != nil {
				continue
			}
			found, err := count(s.Problem)
			switch {
			case err != nil:
				return d, err
			case s.Times < 0:
				d.minus = d.minus.Plus(found.Times(uint64(-s.Times)))
			default:
				d.plus = d.plus.Plus(found.Times(uint64(s.Times)))
			}
		}
	}
	return d, nil
}

// errNowhere is the error for pieces that are not allowed on a board.
var errNowhere = errors.New("no solution has these pieces")

// within returns the problem with more pieces given, or errNowhere if they cannot be placed.
func within(p nqueens.Problem, given []nqueens.Square) (nqueens.Problem, error) {
	for _, s := range given {
		if slices.Contains(p.Blocked, s) {
			return p, errNowhere
		}
		if slices.Contains(p.Given, s) {
			continue
		}
		if slices.ContainsFunc(p.Given, func(o nqueens.Square) bool { return p.Family.Attacks(p.Board(), o, s) }) {
			return p, errNowhere
		}
		p.Given = append(slices.Clip(p.Given), s)
	}
	return p, nil
}

// compare counts the solutions of a bare board with queens on the given squares, or on their images
// under each symmetry of the board, in two ways: by all tasks together, and by the whole board. A
// task may represent images of solutions, but all tasks together represent each solution as often
// as it has images, so only this sum must agree.
func compare(by backends.Recountable, r nqueens.Request, given []nqueens.Square, count func(nqueens.Problem) (*nqueens.Count, error)) (inTasks difference, whole *nqueens.Count, err error) {
	p, err := within(r.Problem, given)
	if err == nil {
		whole, err = count(p)
	}
	if err != nil {
		return inTasks, nil, err
	}
	inTasks = difference{nqueens.NewCount(0), nqueens.NewCount(0)}
	symmetries := nqueens.Symmetries()
	for _, g := range symmetries {
		var image []nqueens.Square
		for _, s := range given {
			image = append(image, g.Apply(r.Problem.Board(), s))
		}
		tasks, err := by.TasksWith(r, image)
		if err != nil {
			return inTasks, nil, err
		}
		d, err := asBoards(by, r, tasks, image, count)
		if err != nil {
			return inTasks, nil, err
		}
		inTasks.plus, inTasks.minus = inTasks.plus.Plus(d.plus), inTasks.minus.Plus(d.minus)
	}
	return inTasks, whole.Times(uint64(len(symmetries))), nil
}

// inRegion is the largest number of queens of a region that are not given; on small boards it is
// three fifths of the queens. About every other region then has solutions, and few enough to count.
const inRegion = 13

// region returns random queens that do not attack each other: first on the two outermost ranks and
// files of each side, as TU Dresden divided boards, then on other ranks, until the rest can be
// counted quickly.
func region(b nqueens.Board, random *rand.Rand) (given []nqueens.Square) {
	n := b.Files
	type line func(int) nqueens.Square
	rank := func(r int) line { return func(i int) nqueens.Square { return nqueens.Square{File: i, Rank: r} } }
	file := func(f int) line { return func(i int) nqueens.Square { return nqueens.Square{File: f, Rank: i} } }
	var lines []line
	for _, i := range []int{0, n - 1, 1, n - 2} {
		lines = append(lines, rank(i), file(i))
	}
	for _, r := range random.Perm(n) {
		lines = append(lines, rank(r))
	}
	for len(lines) > 0 && n-len(given) > min(inRegion, 3*n/5) {
		var free []nqueens.Square
		held := false
		for i := range n {
			s := lines[0](i)
			held = held || slices.Contains(given, s)
			if !slices.ContainsFunc(given, func(o nqueens.Square) bool { return family.Queens.Attacks(b, o, s) }) {
				free = append(free, s)
			}
		}
		switch {
		case held:
		case len(free) == 0: // every square of the line is attacked
			return region(b, random)
		default:
			given = append(given, free[random.IntN(len(free))])
		}
		lines = lines[1:]
	}
	return given
}
