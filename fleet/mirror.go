package fleet

import (
	"fmt"
	"slices"

	"nqueens"
)

// Mirror has the tally's Conflicts hold what tasks of the list found against what their images
// found, where the engine's tasks have such: the totals of half-boards, and of each task of them.
// Its error is that of Check.
func (w Worker) Mirror(t *Tally) error {
	by, r, err := t.List.Part(1).open(w.Backends, w.Families...)
	if boards, ok := by.(split); ok && err == nil {
		t.images, err = boards.images(r)
	}
	return err
}

// images has for each task the first of those that symmetries of the problem make of it: all of them
// find as many solutions. Pieces that are given, and squares that are blocked, leave fewer symmetries.
func (s split) images(r nqueens.Request) ([]int, error) {
	tasks, err := s.tasks(r)
	if err != nil {
		return nil, err
	}
	board := r.Problem.Board()
	key := func(task []nqueens.Square, g nqueens.Symmetry) string {
		squares := make([]int, len(task))
		for i, at := range task {
			squares[i] = board.Index(g.Apply(board, at))
		}
		slices.Sort(squares)
		return fmt.Sprint(squares)
	}
	numbers := make(map[string]int, len(tasks))
	for i, task := range tasks {
		numbers[key(task, nqueens.Identity)] = i
	}
	first := make([]int, len(tasks))
	symmetries := r.Problem.Symmetries()
	for i, task := range tasks {
		first[i] = i
		for _, g := range symmetries {
			if image, ok := numbers[key(task, g)]; ok {
				first[i] = min(first[i], image)
			}
		}
	}
	return first, nil
}

// unlike are the parts with a task that found something else than an image of it.
func (t *Tally) unlike() (conflicts []Conflict) {
	type told struct {
		part, task int
		result     *Result
		found      *nqueens.Count
	}
	first := map[int]told{} // by the first image: the first task that is done
	for k := 1; k <= t.List.Parts() && t.images != nil; k++ {
		r := t.Done(k)
		if r == nil || r.Tasks == nil { // it is of an earlier version, or of a part with too many
			continue
		}
		var wrong *Conflict
		for i, found := range r.Tasks {
			task := t.List.Cuts[k-1] + i
			other, known := first[t.images[task]]
			if !known {
				first[t.images[task]] = told{k, task, r, found}
				continue
			}
			if wrong == nil && found.Cmp(other.found) != 0 {
				wrong = &Conflict{Part: k, Results: []*Result{r, other.result}, Why: fmt.Sprintf(
					"part %d: task %d found %v on %s, and its mirror image, task %d of part %d, %v on %s",
					k, task, found, r.Machine, other.task, other.part, other.found, other.result.Machine)}
			}
		}
		if wrong != nil {
			conflicts = append(conflicts, *wrong)
		}
	}
	return conflicts
}

// mostTasks is of how many tasks a result tells what each found: more are too long a message for a network.
const mostTasks = 1 << 14

// modulus is a prime, so that no overflow, shift or small number goes unseen: no power of two leaves 0.
const modulus = 1<<31 - 1

// account has the result tell how its total came about.
func (r *Result) account(tasks []int, found map[int]*nqueens.Count, each bool) {
	var residue uint64
	for _, task := range tasks {
		if each && len(tasks) <= mostTasks {
			r.Tasks = append(r.Tasks, found[task])
		}
		residue = (residue + found[task].Mod(modulus)) % modulus
	}
	if r.Tasks == nil {
		r.Residue = new(uint32(residue))
	}
}

// misadded says that the part's total is not that of its tasks, if so.
func (r *Result) misadded() string {
	switch {
	case r.Found == nil: // it was measured
	case len(r.Tasks) > 0:
		sum := nqueens.NewCount(0)
		for _, found := range r.Tasks {
			sum = sum.Plus(found)
		}
		if sum.Cmp(r.Found) != 0 {
			return fmt.Sprintf("it says that it found %v, and its tasks add up to %v", r.Found, sum)
		}
	case r.Residue != nil && r.Found.Mod(modulus) != uint64(*r.Residue):
		return fmt.Sprintf("it says that it found %v, and its tasks add up to something else: to what leaves %d, divided by %d", r.Found, *r.Residue, modulus)
	}
	return ""
}
