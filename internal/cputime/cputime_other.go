//go:build !unix

// Package cputime measures the CPU time of this process.
package cputime

import "time"

// Used returns the elapsed time, because the CPU time is not available.
func Used() time.Duration { return time.Since(start) }

// WithChildren returns Used, because the time of ended children is not available.
func WithChildren() time.Duration { return Used() }

var start = time.Now()
