//go:build unix

// Package cputime tells how long this process has computed, which other work on the
// machine hardly changes.
package cputime

import (
	"syscall"
	"time"
)

// Used is how long this process has computed, all threads together, and the system for it.
func Used() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return time.Since(start)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// WithChildren is Used and what the processes computed that this one started, directly or
// not, once they have ended and were waited for.
func WithChildren() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used) != nil {
		return Used()
	}
	return Used() + time.Duration(used.Utime.Nano()+used.Stime.Nano())
}

var start = time.Now()
