//go:build !linux

package doctor

// free returns 0 for unknown.
func free(string) int64 { return 0 }

func counters() string { return "only supported on Linux" }
