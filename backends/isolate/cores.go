package isolate

import (
	"slices"
	"sync"
)

// Claim chooses n of the cores, in order, for [Command.CPUs]: the last that no claim of another
// process or of this one holds, since the first serve the system's interrupts. Where too
// few are free it chooses others besides, the last again. What was free is then held until release
// is called or this process ends. Where the system has no names that end with their process (all
// but Linux) nobody's claims are seen; nor, on Linux, are those of another network namespace. A core is
// what the system calls a processor: two of them may be threads of one (SMT).
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
