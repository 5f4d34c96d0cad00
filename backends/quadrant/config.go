package quadrant

import (
	"fmt"
	"math"
	"slices"

	"nqueens"
)

// supports refuses sizes for which there is no plan.
func supports(n int) error {
	if n < MinSize || n > MaxSize {
		return fmt.Errorf("quadrant counts boards of %d to %d squares a side, not %d", MinSize, MaxSize, n)
	}
	return nil
}

// Kernels are the names of the forms of the inner loops that this processor can
// run, the slowest first.
func Kernels() []string {
	var names []string
	for _, k := range forms[uint64]() {
		names = append(names, k.name)
	}
	return names
}

// newPlan makes the plan for the size with patterns just wide enough.
func newPlan(n int, kernel string, memory int64) (plan, error) {
	if err := supports(n); err != nil {
		return nil, err
	}
	if n <= 18 {
		return newPlanOf[uint32](n, kernel, memory)
	}
	return newPlanOf[uint64](n, kernel, memory)
}

func newPlanOf[P pattern](n int, kernel string, memory int64) (plan, error) {
	k, err := kernelsNamed[P](kernel)
	if err != nil {
		return nil, err
	}
	c := bestComposer[P]()
	if k.name == "portable" {
		c = portableComposer[P]()
	}
	if n%2 == 0 {
		return newEvenPlan(newEvenBoard[P](n/2), k, c, memory), nil
	}
	return newOddPlan(n, k, c, memory), nil
}

// kernelsNamed is the form with the name, the fastest if that is "".
func kernelsNamed[P pattern](name string) (kernels[P], error) {
	if name == "" {
		return best[P](), nil
	}
	for _, k := range forms[P]() {
		if k.name == name {
			return k, nil
		}
	}
	return kernels[P]{}, fmt.Errorf("no kernel %q on this processor %s", name, nqueens.Suggest(name, Kernels()))
}

// roomForTables is how many of the bytes allowed may go to tables that are kept:
// what threads do not need, and half of it, as the garbage that comes of tables
// that are not kept may take as much.
func roomForTables(n, threads int, memory int64) (int64, error) {
	if memory == 0 {
		memory = DefaultMemory
	}
	anyCount := int64(16 << 20)
	if n > 16 {
		anyCount *= 2 // for the garbage that tables leave
	}
	room := memory - anyCount - int64(threads)*threadMemory(n)*5/4
	if room < 0 {
		least := (memory - room + 1<<20 - 1) >> 20
		return 0, fmt.Errorf("counting %d queens (threads: %d) takes at least %d MiB of memory, more than the %d MiB allowed", n, threads, least, memory>>20)
	}
	return room / 2, nil
}

// threadMemory is about how many bytes one thread works in, as measured from 18
// to 27 squares a side: half-boards and their copies, and the tables of one task.
func threadMemory(n int) int64 {
	return int64(4 << 20 * math.Pow(1.75, float64(n-18)))
}

// composerNamed and kernelsOf are what is of the form named, for another width
// of patterns.
func composerNamed[P pattern](name string) *composer[P] {
	list := composers[P]()
	return list[max(0, slices.IndexFunc(list, func(c *composer[P]) bool { return c.name == name }))]
}

func kernelsOf[P pattern](name string) kernels[P] {
	list := forms[P]()
	return list[max(0, slices.IndexFunc(list, func(k kernels[P]) bool { return k.name == name }))]
}
