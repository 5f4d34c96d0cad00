//go:build !amd64

package bitmask

// newWorker chooses the fastest worker.
func newWorker(portable bool, words int) worker { return portableWorker }
