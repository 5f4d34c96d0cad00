//go:build !amd64

package quadrant

// native returns the kernels in assembly: none for this processor.
func native() []any { return nil }
