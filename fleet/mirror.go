package fleet

import (
	"cmp"
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

// image is a task that is done, and has images, itself among them.
type image struct {
	task   int
	found  *nqueens.Count
	result *Result
}

// unlike are the parts with a task that found something else than most of its images.
func (t *Tally) unlike() (conflicts []Conflict) {
	done := make([][]image, len(t.images)) // by the first image
	for k := 1; k <= t.List.Parts() && t.images != nil; k++ {
		r := t.Done(k)
		if r == nil || r.Tasks == nil { // it is of an earlier version, or of a part with too many
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

// mostFound is the first of the images that found what most of them did: so the odd one is named, and not all that
// differ from it.
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
