//go:build !linux

package isolate

func take(int) (release func(), free bool) { return func() {}, true }
