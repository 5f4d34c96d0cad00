//go:build !amd64

package quadrant

// nativeComposers are the composers in assembly: none.
func nativeComposers() []any { return nil }
