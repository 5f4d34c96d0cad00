//go:build !unix

package quadrant

import "time"

// processorTime is the time on the wall, for want of a better one.
func processorTime() time.Duration { return time.Since(start) }
