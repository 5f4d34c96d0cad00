//go:build unix

package main

import (
	"os"
	"strconv"
	"syscall"
)

// beNice has the system prefer other programs to this one. On Linux each thread has a
// niceness of its own, which threads that it starts inherit.
func beNice(n int) error {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil { // elsewhere a process has one
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
