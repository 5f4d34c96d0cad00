//go:build !unix

// Package cputime tells how long this process has computed.
package cputime

import "time"

// Used is the time on the wall, for want of a better one.
func Used() time.Duration { return time.Since(start) }

// WithChildren is Used: an ended child's time is not told here.
func WithChildren() time.Duration { return Used() }

var start = time.Now()
