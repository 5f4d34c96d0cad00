package isolate

import (
	"slices"
	"sync"
)

// Claim chooses n of the cores, in order, for [Command.CPUs]. It prefers cores that no other claim
// holds, from the last to the first, because the first cores serve the system's interrupts. If too
// few are free, it adds claimed ones, again from the last. The chosen free cores are held until
// release is called or this process ends. Claims of other processes are visible only on Linux, and
// only in the same network namespace. A core is a logical processor: two of them may be SMT threads
// of one physical core.
func Claim(cores []int, n int) (chosen []int, release func()) {
	var held []func()
	for _, core := range slices.Backward(cores) {
		if len(chosen) == n {
			break
		}
		if release, free := take(core); free {
			chosen, held = append(chosen, core), append(held, release)
		}
	}
	for _, core := range slices.Backward(cores) {
		if len(chosen) < n && !slices.Contains(chosen, core) {
			chosen = append(chosen, core)
		}
	}
	slices.Sort(chosen)
	return chosen, sync.OnceFunc(func() {
		for _, release := range held {
			release()
		}
	})
}
