//go:build !amd64

package bitmask

// newKernel returns the constructor of the only kernel for this processor.
func newKernel(int) func() kernel { return newPortable }

// newWorker returns the only worker for this processor.
func newWorker(bool, int) worker { return portableWorker }

// extractor returns the only extract function for this processor.
func extractor(bool) extract { return extractPortable }
