package isolate

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// pin confines the calling thread to cpus until restore is called.
func pin(cpus []int) (restore func() error, err error) {
	if len(cpus) == 0 {
		return func() error { return nil }, nil
	}
	var before, want unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return nil, fmt.Errorf("reading this thread's cores: %w", err)
	}
	for _, cpu := range cpus {
		if cpu < 0 || !before.IsSet(cpu) {
			return nil, fmt.Errorf("cannot pin to core %d: this process may run on cores %s", cpu, ranges(cores(&before)))
		}
		want.Set(cpu)
	}
	if err := unix.SchedSetaffinity(0, &want); err != nil {
		return nil, fmt.Errorf("pinning to cores %v: %w", cpus, err)
	}
	return func() error { return unix.SchedSetaffinity(0, &before) }, nil
}

func cores(set *unix.CPUSet) []int {
	var list []int
	for cpu := range len(set) * 64 {
		if set.IsSet(cpu) {
			list = append(list, cpu)
		}
	}
	return list
}
