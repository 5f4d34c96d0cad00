//go:build !unix

package estimate

import "time"

var start = time.Now()

// processorTime is the time on the wall, for want of a better one.
func processorTime() time.Duration { return time.Since(start) }

// peak is not known.
func peak() int64 { return 0 }
