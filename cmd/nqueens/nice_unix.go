//go:build unix

package main

import (
	"os"
	"strconv"
	"syscall"
)

// setNiceness lowers the priority of this process. On Linux each thread has its own niceness, which the
// threads that it starts inherit.
func setNiceness(n int) error {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil { // other systems have one niceness for a process
		return syscall.Setpriority(syscall.PRIO_PROCESS, 0, n)
	}
	for _, task := range tasks {
		if id, err := strconv.Atoi(task.Name()); err == nil {
			if err := syscall.Setpriority(syscall.PRIO_PROCESS, id, n); err != nil && err != syscall.ESRCH {
				return err
			}
		}
	}
	return nil
}
