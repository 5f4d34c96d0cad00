package fleet

import (
	"cmp"
	"fmt"
	"slices"

	"nqueens"
)

// Mirror makes the tally's Conflicts compare the result of each task with those of its images under
// symmetry, if the engine's tasks have images: the tasks of half-boards. Its error is that of
// Check.
func (w Worker) Mirror(t *Tally) error {
	by, r, err := t.List.Part(1).open(w.Backends, w.Families)
	if boards, ok := by.(split); ok && err == nil {
		t.images, err = boards.images(r)
	}
	return err
}

// images returns for each task the first of its images under the problem's symmetries; all images
// have equal numbers of solutions. Given pieces and blocked squares leave fewer symmetries.
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

// An image is a completed task in a class of images.
type image struct {
	task   int
	found  *nqueens.Count
	result *Result
}

// unlike returns the parts with a task whose result differs from that of most of its images.
func (t *Tally) unlike() (conflicts []Conflict) {
	done := make([][]image, len(t.images)) // by first image
	for k := 1; k <= t.List.Parts() && t.images != nil; k++ {
		r := t.Done(k)
		if r == nil || r.Tasks == nil { // it is of an earlier version, or of a part with too many tasks
			continue
		}
		from, _ := t.List.tasks(k)
		for i, found := range r.Tasks {
			first := t.images[from+i]
			done[first] = append(done[first], image{from + i, found, r})
		}
	}
	named := map[int]bool{} // parts
	for _, images := range done {
		usual := mostFound(images)
		for _, a := range images {
			if a.found.Cmp(usual.found) == 0 || named[a.result.Part] {
				continue
			}
			named[a.result.Part] = true
			conflicts = append(conflicts, Conflict{a.result.Part, []*Result{a.result, usual.result}, fmt.Sprintf(
				"part %d: task %d found %v on %s, and its mirror image, task %d of part %d, %v on %s", a.result.Part,
				a.task, a.found, a.result.Machine, usual.task, usual.result.Part, usual.found, usual.result.Machine)})
		}
	}
	slices.SortFunc(conflicts, func(a, b Conflict) int { return cmp.Compare(a.Part, b.Part) })
	return conflicts
}

// mostFound returns the first of the images with the most frequent result, so that only the
// deviating one is reported.
func mostFound(images []image) (usual image) {
	most := 0
	for _, a := range images {
		like := 0
		for _, b := range images {
			if a.found.Cmp(b.found) == 0 {
				like++
			}
		}
		if like > most {
			usual, most = a, like
		}
	}
	return usual
}

// mostTasks is the largest number of tasks for which a result contains each count. More would make
// too long a message for a network.
const mostTasks = 1 << 14

// modulus is a prime, so that overflows, shifts and small differences are detected: no power of two
// is 0 modulo it.
const modulus = 1<<31 - 1

// account records in the result the counts of its tasks: each of them if each is set, otherwise the
// residue of their sum.
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

// misadded returns a message if the part's total is not the sum of its tasks, otherwise "".
func (r *Result) misadded() string {
	switch {
	case r.Found == nil: // it was measured
	case len(r.Tasks) > 0:
		sum := nqueens.NewCount(0)
		for _, found := range r.Tasks {
			sum = sum.Plus(found)
		}
		if sum.Cmp(r.Found) != 0 {
			return fmt.Sprintf("its total is %v, but its tasks add up to %v", r.Found, sum)
		}
	case r.Residue != nil && r.Found.Mod(modulus) != uint64(*r.Residue):
		return fmt.Sprintf("its total is %v, but its tasks add up to a number that is %d modulo %d", r.Found, *r.Residue, modulus)
	}
	return ""
}
