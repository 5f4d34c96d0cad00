//go:build unix

// Package cputime measures the CPU time of this process, which is almost independent of other load
// on the machine.
package cputime

import (
	"syscall"
	"time"
)

// Used returns the CPU time of this process, of all threads and including system time.
func Used() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return time.Since(start)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// WithChildren returns Used plus the CPU time of descendant processes that have ended and were
// waited for.
func WithChildren() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used) != nil {
		return Used()
	}
	return Used() + time.Duration(used.Utime.Nano()+used.Stime.Nano())
}

var start = time.Now()
